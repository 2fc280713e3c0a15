"""The first steps at the desk, over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.driver import Cafe, DeskVisitor, FakeClock, config_for, open_cafe

STEPS = ["about", "hours", "dishes", "allergens", "bot", "staff_chat", "test_order", "cards"]


@pytest.fixture
async def new_cafe(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Cafe]:
    """A cafe that nobody has set up."""
    config = config_for(tmp_path, bot_token=None, staff_chat_id=None)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


@pytest.fixture
async def owner(new_cafe: Cafe) -> DeskVisitor:
    return await new_cafe.desk()


async def test_what_a_new_cafe_lacks(owner: DeskVisitor) -> None:
    found = (await owner.get("/api/desk/first-steps")).json
    assert [state["step"] for state in found["steps"]] == STEPS
    assert found["steps"][0] == {
        "step": "about",
        "is_done": False,
        "is_skipped": False,
        "missing": ["cafe_name", "phone", "address"],
    }
    assert (found["own_dishes"], found["needed_dishes"], found["is_menu_empty"]) == (0, 3, True)
    assert (found["is_over"], found["is_hidden"]) == (False, False)


async def test_the_demo_menu_comes_once_and_stands_in_the_history(new_cafe: Cafe, owner: DeskVisitor) -> None:
    answers = await asyncio.gather(*(owner.post("/api/desk/first-steps/demo") for _ in range(3)))
    assert sorted(answer.status for answer in answers) == [200, 409, 409]
    assert not next(answer for answer in answers if answer.status == 200).json["is_menu_empty"]
    assert next(answer for answer in answers if answer.status == 409).json == {"error": "not_empty"}
    assert len((await new_cafe.get("/api/products")).json) > 40
    assert await new_cafe.value("SELECT actor FROM changes") == "owner at the desk"


async def test_what_is_right_as_it_is(owner: DeskVisitor) -> None:
    found = (await owner.post("/api/desk/first-steps/skip", {"step": "cards"})).json
    assert [state["step"] for state in found["steps"] if state["is_skipped"]] == ["cards"]
    found = (await owner.post("/api/desk/first-steps/skip", {"step": "cards", "is_skipped": False})).json
    assert not any(state["is_skipped"] for state in found["steps"])
    for body in ({}, {"step": "taxes"}, {"step": "cards", "is_skipped": 1}, {"step": ["cards"]}):
        assert (await owner.post("/api/desk/first-steps/skip", body)).status == 404, body


async def test_hidden_once_nothing_is_left(owner: DeskVisitor) -> None:
    answer = await owner.post("/api/desk/first-steps/hide")
    assert (answer.status, answer.json) == (409, {"error": "not_over"})
    for step in STEPS:
        await owner.post("/api/desk/first-steps/skip", {"step": step})
    assert (await owner.post("/api/desk/first-steps/hide")).json["is_hidden"]
    assert (await owner.get("/api/desk/first-steps")).json["is_hidden"]
