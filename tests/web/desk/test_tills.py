"""The cash day at the desk: who counts sees no figures before; who may see them does; the owner is told."""

import asyncio
from typing import Any

from tests.driver import Answer, Cafe, DeskVisitor
from tests.web.desk.test_cash import checks, problems

TILLS = "/api/desk/tills"


async def counted(visitor: DeskVisitor, hryvnias: int, till: int | None = None) -> Any:
    answer = await visitor.post(f"{TILLS}/counts", {"till": till, "pieces": {"1": hryvnias, "kopiykas": None}})
    assert answer.status == 200, answer
    return answer.json["count"]


async def opened(visitor: DeskVisitor, hryvnias: int = 500) -> Any:
    count = await counted(visitor, hryvnias)
    answer = await visitor.post(f"{TILLS}/openings", {"count": count["id"], "reason": ""})
    assert answer.status == 200, answer
    return answer.json


async def sold(cafe: Cafe, owner: DeskVisitor, payment: str = "cash") -> int:
    """Hand over a latte of 81 ₴ at the counter."""
    order_id = int((await cafe.guest().places("latte", kind="pickup"))["order_id"])
    await cafe.execute("UPDATE orders SET status = 'ready' WHERE id = :id", id=order_id)
    told = await owner.post(f"/api/desk/orders/{order_id}/paid", {"seen": "ready", "payment": payment})
    assert told.status == 200, told
    return order_id


async def closed(visitor: DeskVisitor, count: int, reason: str = "") -> Answer:
    return await visitor.post(f"{TILLS}/closings", {"count": count, "reason": reason})


async def test_without_a_till_there_is_nothing(cafe: Cafe) -> None:
    owner = await cafe.desk()
    await sold(cafe, owner)
    found = (await owner.get(TILLS)).json
    assert (found["tills"], found["days"]) == ([], [])
    assert await cafe.rows("SELECT id FROM till_moves") == []


async def test_who_counts_sees_no_figures_before(cafe: Cafe) -> None:
    staff, owner = await cafe.desk("staff"), await cafe.desk()
    before = await opened(staff)
    await sold(cafe, owner)
    [till] = before["tills"]
    assert (till["name"], till["day"]["number"], till["closed_today"]) == ("Каса", 1, False)
    assert not {"figures"} & set(till)
    assert "days" not in before
    assert (await staff.get(TILLS)).json["tills"][0]["moves"] == []
    count = await counted(staff, 580)
    assert (count["expected"], count["difference"], count["purpose"]) == (581_00, -1_00, "closing")
    assert (await staff.get(f"{TILLS}/days/1")).status == 403


async def test_closing_a_day(cafe: Cafe) -> None:
    owner, manager = await cafe.desk(), await cafe.desk("manager")
    await opened(owner)
    await sold(cafe, owner)
    await sold(cafe, owner, "terminal")
    for kind, amount in (("in", 200_00), ("out", 85_50)):
        wish = {"till": 1, "kind": kind, "amount": amount, "reason": "Розмін"}
        assert (await owner.post(f"{TILLS}/moves", wish)).status == 200
    figures = (await manager.get(TILLS)).json["tills"][0]["figures"]
    assert (figures["taken"], figures["terminal"], figures["expected"]) == (81_00, 81_00, 695_50)
    assert (figures["brought"], figures["out"]) == (200_00, -85_50)
    await counted(owner, 650)
    count = await counted(owner, 696)
    assert problems(await closed(owner, count["id"])) == ["reason"]
    done = await closed(owner, count["id"], "Гість не взяв решти")
    assert done.status == 200, done
    [day] = done.json["days"]
    assert (day["number"], day["counted"], day["difference"]) == (1, 696_00, 50)
    assert (day["closed_by"], day["closing_reason"]) == ("owner at the desk", "Гість не взяв решти")
    whole = (await manager.get(f"{TILLS}/days/{day['id']}")).json
    assert whole["figures"]["expected"] == 695_50
    assert [each["counted"] for each in whole["counts"]] == [650_00, 696_00]
    assert [each["kind"] for each in whole["moves"]] == ["out", "in", "taken"]
    again = await closed(owner, count["id"], "Ще раз")
    assert (again.status, again.json["error"]) == (409, "till_closed")
    today = await owner.post(f"{TILLS}/counts", {"till": 1, "pieces": {"1": 1}})
    assert (today.status, today.json["error"]) == (409, "till_today")


async def test_tills_are_made_and_named_by_the_owner(cafe: Cafe) -> None:
    owner, manager = await cafe.desk(), await cafe.desk("manager")
    assert (await manager.post(TILLS, {"name": "Бар"})).status == 403
    made = (await owner.post(TILLS, {"name": " Бар "})).json
    assert [each["name"] for each in made["tills"]] == ["Бар"]
    assert problems(await owner.post(TILLS, {"name": "бар"})) == ["name"]
    person = made["people"][0]["id"]
    path = f"{TILLS}/{made['tills'][0]['id']}"
    changed = (await owner.patch(path, {"name": "Тераса", "people": [person]})).json
    assert [(each["name"], each["people"]) for each in changed["tills"]] == [("Тераса", [person])]
    for people in (None, "1", ["x"], [True]):
        assert problems(await owner.patch(path, {"name": "Тераса", "people": people})) == ["people"]
    unknown = await owner.patch(f"{TILLS}/99", {"name": "Каса", "people": []})
    assert (unknown.status, unknown.json["error"]) == (409, "till_unknown")


async def test_bad_wishes_store_nothing(cafe: Cafe) -> None:
    owner = await cafe.desk()
    await opened(owner)
    for amount in (0, -5, 1.5, "5", True, None, 10**12):
        wish = {"till": 1, "kind": "in", "amount": amount, "reason": "Розмін"}
        assert problems(await owner.post(f"{TILLS}/moves", wish)) == ["amount"]
    for reason in ("", None, "ж" * 201):
        wish = {"till": 1, "kind": "in", "amount": 5, "reason": reason}
        assert problems(await owner.post(f"{TILLS}/moves", wish)) == ["reason"]
    kinds: tuple[object, ...] = ("taken", None, 5, [])
    for kind in kinds:
        wish = {"till": 1, "kind": kind, "amount": 5, "reason": "Розмін"}
        assert problems(await owner.post(f"{TILLS}/moves", wish)) == ["kind"]
    tills: tuple[object, ...] = ("x", True, [])
    for till in tills:
        assert problems(await owner.post(f"{TILLS}/counts", {"till": till, "pieces": {"1": 1}})) == ["till"]
    much = await owner.post(f"{TILLS}/moves", {"till": 1, "kind": "out", "amount": 500_01, "reason": "Молоко"})
    assert (much.status, much.json["error"]) == (409, "till_negative")
    for count in (None, "x", 99):
        for act in ("openings", "closings"):
            refused = await owner.post(f"{TILLS}/{act}", {"count": count, "reason": ""})
            assert (refused.status, refused.json["error"]) == (409, "till_no_count")
    assert await cafe.rows("SELECT id FROM till_moves") == []


async def test_what_does_not_add_up_is_an_alarm(cafe: Cafe) -> None:
    owner = await cafe.desk()
    await opened(owner)
    await asyncio.sleep(1)
    await sold(cafe, owner)
    assert "tills" not in await checks(owner)
    await cafe.execute("DELETE FROM till_moves")
    assert await checks(owner) >= {"tills"}
    found = (await owner.get("/api/desk/checks")).json["checks"]
    [told] = [each["text"] for each in found if each["check"] == "tills"]
    assert "сплачена готівка" in told
    assert told.startswith("№")


async def test_the_readers_of_news_are_told_of_a_closed_day(cafe: Cafe) -> None:
    owner = await cafe.desk()
    await cafe.execute("INSERT INTO customers (id, first_name, locale, created_at) VALUES (7001, 'О', 'en', 0)")
    await cafe.execute("UPDATE staff SET wants_news = 1, telegram_id = 7001 WHERE name = 'owner at the desk'")
    await opened(owner)
    await sold(cafe, owner)
    count = await counted(owner, 580)
    await closed(owner, count["id"], "Решта")
    [row] = await cafe.rows("SELECT payload FROM outbox WHERE kind = 'customer-till-closed'")
    assert '"counted":"580"' in row["payload"]
    assert '"outcome":"short"' in row["payload"]
    assert '"difference":"1"' in row["payload"]
