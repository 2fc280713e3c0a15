"""Fiscal shifts at the desk: how they stand, and by hand; two clicks are one act."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Cafe, DeskVisitor, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.service import Failure

FISCAL, SHIFTS = "/api/desk/fiscal", "/api/desk/fiscal/shifts"
CLOSE = {"service": "checkbox", "act": "close"}


@pytest.fixture
async def registered(tmp_path: Path, database_url: str, clock: FakeClock, fiscal: FakeCheckbox) -> AsyncIterator[Cafe]:
    """A cafe with a fiscal service."""
    keys: dict[str, Any] = {"checkbox_license_key": fiscal.license_key, "checkbox_pin": fiscal.pin}
    config = config_for(tmp_path, database_url=database_url, checkbox_api_url=fiscal.base_url, **keys)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def register(visitor: DeskVisitor) -> Any:
    answer = await visitor.get(FISCAL)
    assert answer.status == 200, answer
    [found] = answer.json["registers"]
    return found


async def test_without_a_service_there_is_nothing(cafe: Cafe) -> None:
    assert (await (await cafe.desk()).get(FISCAL)).json == {"registers": [], "waiting": []}


async def test_a_manager_opens_and_closes(registered: Cafe, fiscal: FakeCheckbox) -> None:
    manager = await registered.desk("manager")
    assert await register(manager) == {"service": "checkbox", "shift": None, "problem": "", "wish": None}
    answer = await manager.post(SHIFTS, {"service": "checkbox", "act": "open"})
    assert answer.json["registers"][0]["wish"]["act"] == "open"
    await two_rounds()
    found = await register(manager)
    assert (found["shift"]["drawer"], found["wish"]) == (0, None)
    assert len({(await each).status for each in [asyncio.create_task(manager.post(SHIFTS, CLOSE)) for _ in "ab"]}) == 1
    await two_rounds()
    assert (await register(manager))["shift"] is None
    assert [shift.status for shift in fiscal.shifts] == ["CLOSED"]
    assert len(await registered.rows("SELECT id FROM fiscal_reports")) == 1


async def test_what_went_wrong_is_shown(registered: Cafe, fiscal: FakeCheckbox) -> None:
    owner = await registered.desk()
    fiscal.fail(Failure.SERVER_ERROR, path="/cashier/shift", times=100)
    await owner.post(SHIFTS, CLOSE)
    await two_rounds()
    found = await register(owner)
    assert found["problem"].startswith("checkbox: 500")
    assert found["wish"]["problem"].startswith("checkbox: 500")


@pytest.mark.parametrize("body", [{}, {"service": "checkbox", "act": "burn"}, {"service": "bank", "act": "open"}])
async def test_nonsense_is_no_wish(registered: Cafe, body: Any) -> None:
    owner = await registered.desk()
    assert (await owner.post(SHIFTS, body)).status == 400
    assert await registered.rows("SELECT 1 FROM fiscal_wishes") == []
