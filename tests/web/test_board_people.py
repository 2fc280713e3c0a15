"""Who works at a tablet: said by a PIN, named in the histories for a shift, and gone with the PIN."""

from typing import Any

import pytest

from tests.driver import Cafe, DeskVisitor, FakeClock, Visitor
from tests.web.kitchen import board, moves, paired


async def colleague(owner: DeskVisitor, name: str = "Ірина", pin: str | None = "4821") -> int:
    """Somebody of the staff; gives their id."""
    staff_id = int((await owner.post("/api/desk/staff", {"name": name, "role": "staff"})).json["id"])
    if pin is not None:
        assert (await owner.post(f"/api/desk/staff/{staff_id}/pin", {"pin": pin})).status == 200
    return staff_id


async def works(tablet: Visitor, staff_id: int, pin: str = "4821") -> None:
    answer = await tablet.post("/api/board/person", {"staff": staff_id, "pin": pin})
    assert answer.status == 200, answer


async def actor_of_a_step(cafe: Cafe, tablet: Visitor) -> str:
    """What the history says of a step that somebody takes at the tablet now."""
    order_id = int((await cafe.guest().places("latte"))["order_id"])
    assert (await moves(tablet, order_id, "new", "confirmed")).status == 200
    return str(await cafe.value("SELECT actor FROM order_events WHERE order_id = :id AND kind = 'status'", id=order_id))


async def test_the_history_names_who_works_there(cafe: Cafe) -> None:
    tablet, other, owner = await paired(cafe, "Бар"), await paired(cafe, "Кухня"), await cafe.desk()
    irina, petro = await colleague(owner), await colleague(owner, "Петро", "1111")
    await colleague(owner, "Без PIN", None)
    people = (await tablet.get("/api/board/people")).json
    assert people == {"people": [{"id": irina, "name": "Ірина"}, {"id": petro, "name": "Петро"}]}
    assert "person" not in await board(tablet)
    assert await actor_of_a_step(cafe, tablet) == "Бар"

    shown = await tablet.post("/api/board/person", {"staff": irina, "pin": "4821"})
    assert (shown.status, shown.json["person"]) == (200, "Ірина")
    assert (await board(tablet))["person"] == "Ірина"
    assert await actor_of_a_step(cafe, tablet) == "Ірина · Бар"
    assert await actor_of_a_step(cafe, other) == "Кухня", "the other tablet knows nothing of it"
    await tablet.post("/api/board/pause", {"type": "delivery", "span": 30})
    changes = (await owner.get("/api/desk/changes")).json["changes"]
    assert "Ірина · Бар" in {change["by"] for change in changes}

    await works(tablet, petro, "1111")
    assert await actor_of_a_step(cafe, tablet) == "Петро · Бар"
    left = await tablet.post("/api/board/person", {"staff": None})
    assert left.status == 200
    assert "person" not in left.json
    assert await actor_of_a_step(cafe, tablet) == "Бар"


async def test_a_shift_ends(cafe: Cafe, clock: FakeClock) -> None:
    tablet = await paired(cafe, "Бар")
    await works(tablet, await colleague(await cafe.desk()))
    clock.advance(hours=11, minutes=59)
    assert (await board(tablet))["person"] == "Ірина"
    clock.advance(minutes=1)
    assert "person" not in await board(tablet)


@pytest.mark.parametrize("change", ["left", "no PIN"])
async def test_who_left_or_has_no_pin_works_there_no_more(cafe: Cafe, change: str) -> None:
    tablet, owner = await paired(cafe, "Бар"), await cafe.desk()
    staff_id = await colleague(owner)
    await works(tablet, staff_id)
    if change == "left":
        assert (await owner.patch(f"/api/desk/staff/{staff_id}", {"is_active": False})).status == 200
    else:
        assert (await owner.post(f"/api/desk/staff/{staff_id}/pin", {"pin": None})).status == 200
    assert "person" not in await board(tablet)
    assert await actor_of_a_step(cafe, tablet) == "Бар"


async def test_a_wrong_pin_changes_nothing_and_five_lock_the_tablet(cafe: Cafe) -> None:
    tablet, owner = await paired(cafe, "Бар"), await cafe.desk()
    irina, petro = await colleague(owner), await colleague(owner, "Петро", "1111")
    await works(tablet, irina)
    for left in (4, 3, 2, 1):
        answer = await tablet.post("/api/board/person", {"staff": petro, "pin": "4821"})
        assert (answer.status, answer.json) == (403, {"error": "pin_wrong", "left": left})
    locked = await tablet.post("/api/board/person", {"staff": petro, "pin": "4821"})
    assert (locked.status, locked.json) == (429, {"error": "pin_locked", "seconds": 60})
    assert (await tablet.post("/api/board/person", {"staff": petro, "pin": "1111"})).status == 429
    assert (await board(tablet))["person"] == "Ірина"


@pytest.mark.parametrize("body", [{}, {"staff": 1}, {"staff": 1, "pin": 4821}, {"staff": "один", "pin": "4821"}, []])
async def test_a_wish_that_says_nothing_is_no_try(cafe: Cafe, body: Any) -> None:
    tablet = await paired(cafe, "Бар")
    answer = await tablet.post("/api/board/person", body)
    assert (answer.status, answer.json) == (400, {"error": "invalid"})
    assert await cafe.rows("SELECT * FROM pin_tries") == []


async def test_nobody_asks_or_says_it_without_a_paired_tablet(cafe: Cafe) -> None:
    assert (await cafe.guest().get("/api/board/people")).status == 401
    assert (await cafe.guest().post("/api/board/person", {"staff": None})).status == 401
