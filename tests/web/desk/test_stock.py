"""The stock at the desk, over HTTP."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.driver import Cafe, DeskVisitor
from tests.web.desk.test_own_roles import hired


@pytest.fixture
async def olena(cafe: Cafe) -> DeskVisitor:
    return await cafe.desk("manager", "Олена")


def entry(code: str, amount: Any, seen: Any = 0) -> dict[str, Any]:
    return {"code": code, "amount": amount, "seen": seen}


def fields(body: Any) -> list[str]:
    return [problem["field"] for problem in body["problems"]]


async def test_what_there_is(cafe: Cafe, olena: DeskVisitor) -> None:
    await cafe.execute("UPDATE ingredients SET stock = 99 WHERE code = 'beans'")
    milk, beans = (await olena.get("/api/desk/stock")).json["ingredients"]
    assert milk == {
        "code": "milk",
        "name": "Молоко",
        "unit": "ml",
        "stock": 20_000,
        "low_stock": 2_000,
        "is_low": False,
        "last_move": 0,
    }
    assert (beans["code"], beans["stock"], beans["is_low"]) == ("beans", 99, True)


async def test_a_delivery_stands_in_the_history_with_its_name(cafe: Cafe, olena: DeskVisitor) -> None:
    body = {"entries": [entry("milk", 5_000), entry("beans", 700)], "note": " накладна 17 "}
    answer = await olena.post("/api/desk/stock/deliveries", body)
    assert answer.status == 201
    first, second = (await olena.get("/api/desk/stock/moves")).json["moves"]
    assert [second, first] == answer.json["moves"]
    assert second == {
        "id": second["id"],
        "kind": "delivery",
        "code": "milk",
        "name": "Молоко",
        "unit": "ml",
        "change": 5_000,
        "before": 20_000,
        "after": 25_000,
        "note": "накладна 17",
        "by": "Олена",
        "at": int(cafe.clock.now().timestamp()),
    }


async def test_a_delivery_tapped_twice_comes_once(olena: DeskVisitor) -> None:
    body = {"entries": [entry("milk", 5_000)]}
    answers = await asyncio.gather(*(olena.post("/api/desk/stock/deliveries", body) for _ in range(5)))
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409, 409]
    [milk, _] = (await olena.get("/api/desk/stock")).json["ingredients"]
    assert milk["stock"] == 25_000


async def test_the_second_of_two_is_told_what_the_first_did(cafe: Cafe, olena: DeskVisitor) -> None:
    taras = await cafe.desk("manager", "Тарас")
    await taras.post("/api/desk/stock/counts", {"entries": [entry("milk", 18_000)]})
    answer = await olena.post("/api/desk/stock/counts", {"entries": [entry("milk", 19_000), entry("beans", 5)]})
    assert (answer.status, answer.json["error"]) == (409, "changed")
    [theirs] = answer.json["moves"]
    assert (theirs["code"], theirs["by"], theirs["after"], theirs["change"]) == ("milk", "Тарас", 18_000, -2_000)
    entries = [entry("milk", 19_000, seen=theirs["id"]), entry("beans", 5)]
    assert (await olena.post("/api/desk/stock/counts", {"entries": entries})).status == 201


async def test_a_count_is_looked_at_first(olena: DeskVisitor) -> None:
    body = {"entries": [entry("milk", 19_500), entry("beans", 0)]}
    answer = await olena.post("/api/desk/stock/counts/look", body)
    assert answer.json["differences"] == [
        {"code": "milk", "stock": 20_000, "counted": 19_500, "change": -500},
        {"code": "beans", "stock": 1_000, "counted": 0, "change": -1_000},
    ]
    assert (await olena.get("/api/desk/stock/moves")).json == {"moves": [], "next": None}


async def test_what_open_orders_hold_is_told_and_stands_on_the_shelf(cafe: Cafe, olena: DeskVisitor) -> None:
    await cafe.guest().places("latte")
    milk, _ = (await olena.get("/api/desk/stock")).json["ingredients"]
    assert (milk["stock"], milk["held"]) == (19_780, 220)
    counted = {"entries": [entry("milk", 20_000)]}
    [now] = (await olena.post("/api/desk/stock/counts/look", counted)).json["differences"]
    assert now == {"code": "milk", "stock": 19_780, "counted": 20_000, "change": 0, "shelf": 20_000}
    before = {"entries": [{**entry("milk", 20_000), "shelf": 20_500}]}
    [then] = (await olena.post("/api/desk/stock/counts/look", before)).json["differences"]
    assert then == {"code": "milk", "stock": 19_780, "counted": 20_000, "change": -500, "shelf": 20_500}
    [move] = (await olena.post("/api/desk/stock/counts", before)).json["moves"]
    assert (move["before"], move["change"], move["after"]) == (19_780, -500, 19_280)


@pytest.mark.parametrize("shelf", [1.5, "5", True, 10**13, -(10**13)])
async def test_a_shelf_that_cannot_be(olena: DeskVisitor, shelf: Any) -> None:
    answer = await olena.post("/api/desk/stock/counts", {"entries": [{**entry("milk", 5), "shelf": shelf}]})
    assert (answer.status, fields(answer.json)) == (400, ["entries.0.shelf"])


async def test_a_write_off_needs_a_reason(olena: DeskVisitor) -> None:
    answer = await olena.post("/api/desk/stock/write-offs", {"entries": [entry("milk", 10)], "note": " "})
    assert answer.json == {
        "error": "invalid",
        "problems": [{"field": "note", "message": "Напишіть причину: так буде зрозуміло й за місяць."}],
    }
    body = {"entries": [entry("milk", 10)], "note": "скисло"}
    assert (await olena.post("/api/desk/stock/write-offs", body)).json["moves"][0]["change"] == -10


@pytest.mark.parametrize("amount", [0, -5, 1.5, "5", None, True, 10**12 + 1, 10**30])
async def test_amounts_that_cannot_be(olena: DeskVisitor, amount: Any) -> None:
    body = {"entries": [entry("milk", 5), entry("beans", amount)]}
    answer = await olena.post("/api/desk/stock/deliveries", body)
    assert (answer.status, fields(answer.json)) == (400, ["entries.1.amount"])
    assert (await olena.get("/api/desk/stock/moves")).json["moves"] == []


async def test_every_problem_at_once_in_the_readers_language(olena: DeskVisitor) -> None:
    body = {
        "entries": [entry("milk", -1), entry("milk", 3), entry("saffron", 3), {"amount": 2}, 5, entry("beans", 1, "x")],
        "note": "x" * 201,
    }
    answer = await olena.post("/api/desk/stock/counts", body, **{"Accept-Language": "en"})
    assert fields(answer.json) == [
        "entries.0.amount",
        "entries.1.code",
        "entries.3.code",
        "entries.4.code",
        "entries.4.amount",
        "entries.5.seen",
        "note",
    ]
    assert answer.json["problems"][0]["message"] == "A whole number is needed, at least 0."


async def test_an_ingredient_that_is_gone(olena: DeskVisitor) -> None:
    answer = await olena.post("/api/desk/stock/deliveries", {"entries": [entry("milk", 5), entry("saffron", 5)]})
    assert (answer.status, fields(answer.json)) == (400, ["entries.1.code"])


@pytest.mark.parametrize("code", ["", "\x00", "milk\x00", "x" * 1_000, "milk' OR '1'='1", "молоко"])
async def test_strange_codes(olena: DeskVisitor, code: str) -> None:
    answer = await olena.post("/api/desk/stock/counts", {"entries": [entry(code, 5)]})
    assert (answer.status, fields(answer.json)) == (400, ["entries.0.code"])
    query = urlencode({"code": code, "before": "x"})
    assert (await olena.get(f"/api/desk/stock/moves?{query}")).json["moves"] == []
    assert (await olena.get(f"/api/desk/stock/uses?{query}")).json == {"uses": []}


async def test_endless_lists_are_refused(olena: DeskVisitor) -> None:
    body = {"entries": [entry(f"i{number}", 7) for number in range(2_001)]}
    answer = await olena.post("/api/desk/stock/counts", body)
    assert (answer.status, fields(answer.json)) == (400, ["entries"])


@pytest.mark.parametrize("body", [{}, {"entries": []}, {"entries": "milk"}, {"entries": None}, []])
async def test_nothing_at_all(olena: DeskVisitor, body: Any) -> None:
    for path in ("deliveries", "write-offs", "counts", "counts/look"):
        answer = await olena.post(f"/api/desk/stock/{path}", body)
        assert (answer.status, fields(answer.json)[0]) == (400, "entries"), path


async def test_a_large_stock_is_counted_in_one_go(cafe: Cafe, olena: DeskVisitor) -> None:
    codes = [f"i{number}" for number in range(700)]
    await cafe.load("".join(f'[[ingredients]]\ncode = "{code}"\nstock = 5\n' for code in codes))
    body = {"entries": [entry(code, 7) for code in codes]}
    assert len((await olena.post("/api/desk/stock/counts/look", body)).json["differences"]) == 700
    assert (await olena.post("/api/desk/stock/counts", body)).status == 201
    assert await cafe.value("SELECT COUNT(*) FROM ingredients WHERE stock = 7") == 700


async def test_the_history_page_by_page(cafe: Cafe, olena: DeskVisitor) -> None:
    for _ in range(60):
        moves = await cafe.app.services.inventory.list_moves("milk", limit=1)
        seen = moves[0].id if moves else 0
        await olena.post("/api/desk/stock/deliveries", {"entries": [entry("milk", 1, seen)]})
    first = (await olena.get("/api/desk/stock/moves?code=milk")).json
    second = (await olena.get(f"/api/desk/stock/moves?code=milk&before={first['next']}")).json
    assert (len(first["moves"]), len(second["moves"]), second["next"]) == (50, 10, None)
    assert [move["after"] for move in first["moves"] + second["moves"]] == list(range(20_060, 20_000, -1))


async def test_what_is_made_with_it(olena: DeskVisitor) -> None:
    uses = (await olena.get("/api/desk/stock/uses?code=beans")).json["uses"]
    assert [(use["product"], use["name"], use["amount"]) for use in uses] == [
        ("espresso", "Еспресо", 18),
        ("latte", "Лате", 18),
    ]
    assert (await olena.get("/api/desk/stock/uses")).json == {"uses": []}


async def test_a_paid_delivery_tells_what_there_is_worth(olena: DeskVisitor) -> None:
    answer = await olena.post(
        "/api/desk/stock/deliveries", {"entries": [entry("milk", 5_000) | {"paid": "190,50"}, entry("beans", 700)]}
    )
    assert answer.status == 201
    [milk, beans] = answer.json["moves"]
    assert (milk["paid"], "paid" in beans, "value" in beans) == (190.5, False, False)
    milk, beans = (await olena.get("/api/desk/stock")).json["ingredients"]
    assert (milk["cost"], milk["value"]) == (0.0381, 952.5)
    assert "cost" not in beans
    await olena.post("/api/desk/stock/write-offs", {"entries": [entry("milk", 100, None)], "note": "скисло"})
    [newest, *_] = (await olena.get("/api/desk/stock/moves?code=milk")).json["moves"]
    assert (newest["value"], "paid" in newest) == (3.81, False)


@pytest.mark.parametrize("paid", [-1, "0.001", "багато", 10_000_001, True, [], {}, 1e300])
async def test_what_was_paid_is_a_sum(olena: DeskVisitor, paid: Any) -> None:
    answer = await olena.post("/api/desk/stock/deliveries", {"entries": [entry("milk", 5_000) | {"paid": paid}]})
    assert (answer.status, fields(answer.json)) == (400, ["entries.0.paid"])
    assert "10" in answer.json["problems"][0]["message"]


async def test_only_a_delivery_is_paid_for(olena: DeskVisitor) -> None:
    body = {"entries": [entry("milk", 5_000) | {"paid": 5}], "note": "скисло"}
    for act in ("write-offs", "counts"):
        answer = await olena.post(f"/api/desk/stock/{act}", body)
        assert (answer.status, fields(answer.json)) == (400, ["entries.0.paid"])


async def test_a_delivery_is_taken_back_once(olena: DeskVisitor) -> None:
    [move] = (await olena.post("/api/desk/stock/deliveries", {"entries": [entry("milk", 5_000) | {"paid": 190}]})).json[
        "moves"
    ]
    back = {"entries": [entry("milk", 5_000, move["id"]) | {"undoes": move["id"]}], "note": "помилка"}
    assert (await olena.post("/api/desk/stock/write-offs", back)).status == 201
    assert "cost" not in (await olena.get("/api/desk/stock")).json["ingredients"][0]
    back = {**back, "entries": [entry("milk", 5_000, None) | {"undoes": move["id"]}]}
    again = await olena.post("/api/desk/stock/write-offs", back)
    assert (again.status, fields(again.json)) == (400, ["entries.0.undoes"])
    for undoes in (0, "1", True):
        answer = await olena.post(
            "/api/desk/stock/write-offs", {**back, "entries": [entry("milk", 1) | {"undoes": undoes}]}
        )
        assert (answer.status, fields(answer.json)) == (400, ["entries.0.undoes"])


async def test_who_sees_no_money_sees_no_costs(cafe: Cafe, olena: DeskVisitor) -> None:
    await olena.post("/api/desk/stock/deliveries", {"entries": [entry("milk", 5_000) | {"paid": 190}]})
    edit = {"table": "ingredients", "key": "milk", "seen": {"cost": 0.038}, "values": {"cost": 0.04}}
    assert (await olena.post("/api/desk/edits", {"edits": [edit]})).status == 200
    iryna = await hired(cafe, await cafe.desk(), ["stock", "menu"], "Ірина")
    for path in (
        "stock",
        "stock/moves",
        "catalogue",
        "catalogue/ingredients",
        "changes?table=ingredients",
        "menu/dish?slug=latte",
        "menu/file",
    ):
        body = (await iryna.get(f"/api/desk/{path}")).body
        assert b"milk" in body
        for word in (b'"cost"', b'"paid"', b'"value"', b"cost ="):
            assert word not in body, path
    [change, *_] = (await iryna.get("/api/desk/changes?table=ingredients")).json["changes"]
    assert (change["items"][0]["after"], change["may_undo"]) == ({}, False)
    edit |= {"seen": {"cost": 0.04}, "values": {"cost": 0.05}}
    assert (await iryna.post("/api/desk/edits", {"edits": [edit]})).status == 403
    paid = {"entries": [entry("milk", 5_000, None) | {"paid": 190}]}
    assert (await iryna.post("/api/desk/stock/deliveries", paid)).status == 403
    assert (await iryna.post("/api/desk/menu/costs/look", {"portions": []})).status == 403
    file = b'[[ingredients]]\ncode = "milk"\ncost = 0.05\n'
    looked = await iryna.request("POST", "/api/desk/menu/file/look", data=file)
    assert looked.json["may_load"] is False
    gone = {"table": "ingredients", "key": "milk", "seen": None, "values": {"name": "Молоко"}}
    clash = await iryna.post("/api/desk/edits", {"edits": [gone]})
    assert clash.status == 409
    assert "cost" not in clash.json["conflicts"][0]["current"]


async def test_an_ingredients_cost_must_be_a_sum(olena: DeskVisitor) -> None:
    for cost in (-1, "0,04", 0.0000001, True):
        edit = {"table": "ingredients", "key": "milk", "seen": {"cost": None}, "values": {"cost": cost}}
        answer = await olena.post("/api/desk/edits", {"edits": [edit]})
        assert (answer.status, fields(answer.json)) == (400, ["edits.0.cost"])


async def test_what_a_portion_costs_as_it_is_typed(cafe: Cafe, olena: DeskVisitor) -> None:
    await cafe.load('[[ingredients]]\ncode = "milk"\ncost = 0.038\n[[ingredients]]\ncode = "beans"\ncost = 0.6\n')
    portions = [
        {"recipe": {"milk": 220, "beans": 18}, "price": 85, "groups": []},
        {"recipe": {"milk": 220, "sugar": 5}, "price": 85},
        {"recipe": {"milk": -100}, "price": -5, "option": True},
        {"recipe": {}, "price": 0},
    ]
    answer = await olena.post("/api/desk/menu/costs/look", {"portions": portions})
    assert answer.json["portions"] == [
        {"cost": 19.16, "margin": 65.84, "percent": 77.5, "missing": [], "has_recipe": True},
        {"cost": None, "margin": None, "percent": None, "missing": ["sugar"], "has_recipe": True},
        {"cost": -3.8, "margin": -1.2, "percent": None, "missing": [], "has_recipe": True},
        {"cost": None, "margin": None, "percent": None, "missing": [], "has_recipe": False},
    ]


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ["portions"]),
        ({"portions": []}, ["portions"]),
        ({"portions": [{}] * 201}, ["portions"]),
        ({"portions": [5]}, ["portions.0.recipe", "portions.0.price"]),
        ({"portions": [{"recipe": {"milk": "5"}, "price": 1}]}, ["portions.0.recipe"]),
        ({"portions": [{"recipe": {}, "price": True}]}, ["portions.0.price"]),
        ({"portions": [{"recipe": {}, "price": 1, "groups": [1]}]}, ["portions.0.groups"]),
    ],
)
async def test_portions_that_are_none_are_refused(olena: DeskVisitor, body: Any, wrong: list[str]) -> None:
    answer = await olena.post("/api/desk/menu/costs/look", body)
    assert (answer.status, fields(answer.json)) == (400, wrong)
