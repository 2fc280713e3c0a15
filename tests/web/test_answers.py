"""The owner's questions: how guests answer them, and who reads it."""

from typing import Any

import pytest

from tests.driver import Cafe
from tests.web.kitchen import paired


async def ask(cafe: Cafe, questions: str) -> None:
    await cafe.app.services.settings.change({"checkout_questions": questions})


async def stored(cafe: Cafe) -> Any:
    return await cafe.value("SELECT answers FROM orders ORDER BY id DESC LIMIT 1")


@pytest.mark.parametrize(
    ("questions", "answers", "expected"),
    [
        ("cutlery,no_call", {"no_call": True, "cutlery": False}, "no_cutlery,no_call"),
        ("cutlery,no_call", {"cutlery": True, "no_call": False}, "cutlery"),
        ("no_call", {"cutlery": True, "no_call": True}, "no_call"),  # the cafe does not ask it any more
        ("cutlery", {"cutlery": "yes", "weather": True}, None),
        ("cutlery", ["cutlery"], None),
        ("cutlery", None, None),
        ("", {"cutlery": True}, None),
    ],
)
async def test_what_is_kept(cafe: Cafe, questions: str, answers: Any, expected: str | None) -> None:
    await ask(cafe, questions)
    await cafe.guest().places("latte", kind="pickup", answers=answers)
    assert await stored(cafe) == expected


async def test_at_a_table_nothing_is_asked(cafe: Cafe) -> None:
    await ask(cafe, "cutlery")
    await cafe.guest().places("latte", kind="dine-in", answers={"cutlery": True})
    assert await stored(cafe) is None


async def test_the_staff_read_it_before_the_comment(cafe: Cafe) -> None:
    await ask(cafe, "cutlery,no_call")
    answers = {"cutlery": False, "no_call": True}
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", kind="delivery", address_comment="Другий під'їзд", answers=answers)
    order_id = placed["order_id"]
    said = "Прибори не потрібні. Не телефонувати. Другий під'їзд"
    tablet = await paired(cafe)
    assert (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json["address_comment"] == said
    desk = await cafe.desk()
    assert (await desk.get(f"/api/desk/orders/{order_id}")).json["address_comment"] == said
    details = (await guest.get(f"/api/orders/{order_id}/details")).json
    assert (details["answers"], details["address_comment"]) == (["no_cutlery", "no_call"], "Другий під'їзд")


async def test_without_answers_the_details_have_no_key_for_them(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte", kind="pickup")
    assert "answers" not in (await guest.get(f"/api/orders/{placed['order_id']}/details")).json
