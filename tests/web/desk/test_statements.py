"""The comparison with the banks' lists at the desk, and what `doctor` says of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from cafe.app import examine
from cafe.config import Config
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import read_texts
from cafe.core.upkeep.checks.model import describe_finding
from tests.driver import MONDAY_NOON, Cafe, FakeClock, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank, foreign_line
from tests.fakes.service import Failure

NOW = int(MONDAY_NOON.timestamp())


@pytest.fixture
def config(tmp_path: Path, database_url: str, bank: FakeMonobank) -> Config:
    return config_for(
        tmp_path, database_url=database_url, monobank_token=SecretStr(bank.token), monobank_api_url=bank.base_url
    )


@pytest.fixture
async def cafe(config: Config, clock: FakeClock) -> AsyncIterator[Cafe]:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def does(cafe: Cafe, what: str = "") -> Any:
    manager = await cafe.desk("manager")
    path = f"/api/desk/statements{what}"
    answer = await (manager.post(path) if what else manager.get(path))
    assert answer.status == 200, answer
    return answer.json


async def doctor(config: Config, clock: FakeClock) -> dict[str, tuple[str, str]]:
    texts = read_texts()
    return {
        each.check.value: (each.state.value, describe_finding(each, texts, Locale.EN))
        for each in await examine(config, clock=clock)
        if each.check.value in {"statements", "differences"}
    }


async def test_before_the_first_morning(cafe: Cafe, config: Config, clock: FakeClock) -> None:
    told = await does(cafe)
    [of_it] = told["banks"]
    assert (told["differences"], told["count"]) == ([], 0)
    assert of_it == of_it | {"provider": "monobank", "compared_at": None, "failing_since": None, "payments": 0}
    assert await doctor(config, clock) == {}


async def test_what_does_not_match(cafe: Cafe, config: Config, clock: FakeClock, bank: FakeMonobank) -> None:
    order = (await cafe.guest().places("latte", payment_method="card"))["order_id"]
    [invoice] = bank.invoices
    await bank.pay(invoice)
    bank.lines[invoice] = {"amount": 8_050}
    bank.lines["p2_other"] = foreign_line("p2_other", clock.now())
    told = await does(cafe, "/compare")
    by_id = {each["invoice_id"]: each for each in told["differences"]}
    assert told["count"] == len(by_id) == 2
    own, other = by_id[invoice], by_id["p2_other"]
    hryvnias = {"currency": "UAH"}
    assert own == own | {
        "provider": "monobank",
        "kind": "other-sum",
        "order": {"id": order, "number": "№1"},
        "here": {"paid": {"amount": "81"} | hryvnias, "returned": {"amount": "0"} | hryvnias},
        "there": {"paid": {"amount": "80.50"} | hryvnias, "returned": {"amount": "0"} | hryvnias},
    }
    assert other == other | {"kind": "unknown-here", "order": None, "here": None}
    [of_it] = told["banks"]
    assert of_it["payments"] == 1
    assert (of_it["amount"]["amount"], of_it["fee"]["amount"]) == ("80.50", "0.55")
    assert (await doctor(config, clock))["differences"][0] == "warning"
    assert "2 payments do not match" in (await doctor(config, clock))["differences"][1]
    assert (await doctor(config, clock))["statements"][0] == "ok"
    left = await does(cafe, f"/{other['id']}/settle")
    assert [each["id"] for each in left["differences"]] == [own["id"]]
    assert await does(cafe) == left
    bank.lines.clear()
    assert (await does(cafe, "/compare"))["differences"] == []
    assert "differences" not in await doctor(config, clock)


async def test_a_bank_that_gives_no_list_is_told_as_that(
    cafe: Cafe, config: Config, clock: FakeClock, bank: FakeMonobank
) -> None:
    await does(cafe, "/compare")
    clock.advance(hours=1)
    bank.fail(Failure.SERVER_ERROR, path="/statement")
    told = await does(cafe, "/compare")
    [of_it] = told["banks"]
    assert (of_it["compared_at"], of_it["failing_since"]) == (NOW, NOW + 3_600)
    assert of_it["problem"].startswith("monobank: 500")
    state, words = (await doctor(config, clock))["statements"]
    assert state == "warning"
    assert "could not be compared since 15.06.2026 12:00" in words
    await does(cafe, "/compare")
    assert (await doctor(config, clock))["statements"][0] == "ok"
    assert "were not compared" in (await doctor(config, FakeClock(clock.now().replace(day=20))))["statements"][1]


async def test_a_difference_that_is_gone(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    assert (await manager.post("/api/desk/statements/7/settle")).status == 404
    assert (await (await cafe.desk("staff")).get("/api/desk/statements")).status == 403
