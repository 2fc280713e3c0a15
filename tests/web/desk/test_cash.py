"""Couriers' cash at the desk and at the kitchen screen: counted blind, decided by the owner."""

import asyncio

from tests.driver import Answer, Cafe, DeskVisitor
from tests.web.desk.test_couriers import on_shift
from tests.web.kitchen import paired
from tests.web.test_board_refunds import Till

CASH = "/api/desk/cash"


async def collected(cafe: Cafe, amount: int = 350) -> int:
    """Have a courier on shift carry this much."""
    courier = await on_shift(cafe, "Микола Бондар", 802)
    await cafe.app.services.courier_cash.correct(courier, amount, "Від гостей", "Олена")
    return courier


async def test_who_counts_sees_no_sums(cafe: Cafe) -> None:
    courier = await collected(cafe)
    staff = await cafe.desk("staff")
    before = (await staff.get(CASH)).json
    assert before == {"couriers": [{"id": courier, "name": "Микола Бондар", "is_on_shift": True}], "hand_ins": []}
    told = await staff.post(f"{CASH}/hand-ins", {"staff": courier, "counted": 300})
    assert (told.status, told.json["agrees"]) == (200, False)
    [counted] = told.json["hand_ins"]
    assert (counted["counted"], counted["is_open"], counted["agrees"]) == (300, True, False)
    assert not {"expected", "difference"} & set(counted)
    assert "in_hand" not in told.json["couriers"][0]
    assert "moves" not in told.json


async def test_the_owner_decides(cafe: Cafe) -> None:
    courier, owner = await collected(cafe), await cafe.desk()
    manager = await cafe.desk("manager")
    await manager.post(f"{CASH}/hand-ins", {"staff": courier, "counted": 300})
    seen = (await owner.get(CASH)).json
    [counted] = seen["hand_ins"]
    assert (counted["expected"], counted["difference"], counted["by"]) == (350, -50, "manager at the desk")
    assert seen["couriers"][0]["in_hand"] == 0
    path = f"{CASH}/hand-ins/{counted['id']}/decision"
    assert (await manager.post(path, {"decision": "owed", "reason": ""})).status == 403
    assert problems(await owner.post(path, {"decision": "written_off", "reason": " "})) == ["reason"]
    assert problems(await owner.post(path, {"decision": "kept", "reason": "x"})) == ["decision"]
    decided = await owner.post(path, {"decision": "owed", "reason": "Завтра донесе"})
    assert (decided.json["hand_ins"][0]["decision"], decided.json["couriers"][0]["in_hand"]) == ("owed", 50)
    assert [move["kind"] for move in decided.json["moves"]] == ["corrected", "difference", "handed_in", "corrected"]
    again = await owner.post(path, {"decision": "written_off", "reason": "Дрібниця"})
    assert (again.status, again.json["error"]) == (409, "cash_decided")


async def test_bad_sums_book_nothing(cafe: Cafe) -> None:
    courier, owner = await collected(cafe), await cafe.desk()
    for counted in (-1, 1.5, "300", True, None, 10**9):
        assert problems(await owner.post(f"{CASH}/hand-ins", {"staff": courier, "counted": counted})) == ["counted"]
    for amount in (0, "5", True, None, -(10**9)):
        wish = {"staff": courier, "amount": amount, "reason": "Розмін"}
        assert problems(await owner.post(f"{CASH}/corrections", wish)) == ["amount"]
    for reason in ("", None, "ж" * 201):
        wish = {"staff": courier, "amount": 5, "reason": reason}
        assert problems(await owner.post(f"{CASH}/corrections", wish)) == ["reason"]
    for staff in (4711, "x", None, True):
        unknown = await owner.post(f"{CASH}/hand-ins", {"staff": staff, "counted": 5})
        assert (unknown.status, unknown.json["error"]) == (409, "cash_unknown")
        unknown = await owner.post(f"{CASH}/corrections", {"staff": staff, "amount": 5, "reason": "Розмін"})
        assert (unknown.status, unknown.json["error"]) == (409, "cash_unknown")
    assert len(await cafe.rows("SELECT id FROM courier_cash")) == 1


async def test_an_open_difference_is_an_alarm(cafe: Cafe) -> None:
    courier, owner = await collected(cafe), await cafe.desk()
    assert "cash" not in await checks(owner)
    told = await owner.post(f"{CASH}/hand-ins", {"staff": courier, "counted": 351})
    assert told.status == 200, told
    assert await checks(owner) >= {"cash"}
    [counted] = (await owner.get(CASH)).json["hand_ins"]
    await owner.post(f"{CASH}/hand-ins/{counted['id']}/decision", {"decision": "written_off", "reason": "Чайові"})
    assert "cash" not in await checks(owner)


async def checks(owner: DeskVisitor) -> set[str]:
    """What has failed; answers of the same moment are shared."""
    await asyncio.sleep(1)
    found = (await owner.get("/api/desk/checks")).json["checks"]
    return {each["check"] for each in found if each["state"] == "failed"}


async def test_a_person_counts_at_the_screen(cafe: Cafe) -> None:
    till, courier = await Till.of(cafe), await collected(cafe)
    assert (await till.tablet.get("/api/board/cash")).json == {
        "couriers": [{"id": courier, "name": "Микола Бондар"}],
        "people": [{"id": till.person, "name": "Ірина"}],
    }
    wish = {"courier": courier, "counted": 350, "staff": till.person, "pin": "4821"}
    wrong = await till.tablet.post("/api/board/cash", {**wish, "pin": "0000"})
    assert (wrong.status, wrong.json["error"]) == (403, "pin_wrong")
    for bad in ({"courier": None}, {"staff": "x"}, {"pin": 4821}, {"counted": "350"}, {"counted": -1}):
        assert (await till.tablet.post("/api/board/cash", {**wish, **bad})).status == 400
    counted = await till.tablet.post("/api/board/cash", wish)
    assert (counted.status, counted.json) == (200, {"agrees": True})
    [row] = await cafe.rows("SELECT counted, expected, counted_by FROM courier_hand_ins")
    assert row == {"counted": 350, "expected": 350, "counted_by": "Ірина · Бар"}


async def test_who_may_not_count_at_the_screen(cafe: Cafe) -> None:
    till, courier = await Till.of(cafe), await collected(cafe)
    role = (await till.owner.post("/api/desk/staff-roles", {"name": "Склад", "rights": ["stock"]})).json
    changed = await till.owner.patch(f"/api/desk/staff/{till.person}", {"role_id": role["id"]})
    assert changed.status == 200, changed
    assert (await till.tablet.get("/api/board/cash")).json["people"] == []
    wish = {"courier": courier, "counted": 350, "staff": till.person, "pin": "4821"}
    refused = await till.tablet.post("/api/board/cash", wish)
    assert (refused.status, refused.json["error"]) == (403, "cash_role")
    assert await cafe.rows("SELECT id FROM courier_hand_ins") == []


async def test_without_couriers_the_screen_has_nobody(cafe: Cafe) -> None:
    assert (await (await paired(cafe, "Бар")).get("/api/board/cash")).json == {"couriers": [], "people": []}


def problems(answer: Answer) -> list[str]:
    """The fields that are refused."""
    assert answer.status == 400, answer
    return [each["field"] for each in answer.json["problems"]]
