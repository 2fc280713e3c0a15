"""What was done at a tablet without a network: applied once, in its order, and each refusal told."""

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from cafe.core.upkeep.retention.service import Retention
from tests.driver import Answer, Cafe, FakeClock, Visitor
from tests.failing_writes import failing_writes
from tests.web.kitchen import board, moves, paired
from tests.web.test_bottles import BAR

LATTE, CAKE = 85, 120


def act(kind: str, **values: Any) -> dict[str, Any]:
    """Something that was done at a tablet, with an id of its own."""
    return {"id": uuid4().hex, "at": 1_760_000_000, "kind": kind, **values}


def move(order_id: int, seen: str, to: str) -> dict[str, Any]:
    return act("move", order=order_id, seen=seen, to=to)


def sale(cafe: Cafe, *slugs: str, total: int, **changes: Any) -> dict[str, Any]:
    """Dishes as they come, for a guest who took them along and paid in cash."""
    prices = {"latte": LATTE, "cake": CAKE}
    lines = [
        {"product_id": cafe.products[slug], "name": slug, "quantity": 1, "price": prices[slug], "note": ""}
        for slug in slugs
    ]
    sold = {"number": "T1-7", "order_type": "dine_in", "payment": "cash", "percent": 0, "is_handed_out": True}
    return act("sale", **sold | {"lines": lines, "total": total} | changes)


async def send(tablet: Visitor, *acts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Send acts; gives what became of each."""
    answer = await tablet.post("/api/board/acts", {"acts": list(acts)})
    assert answer.status == 200, answer
    outcomes: list[dict[str, Any]] = answer.json["outcomes"]
    assert [each["id"] for each in outcomes] == [each["id"] for each in acts]
    return outcomes


def told(outcomes: list[dict[str, Any]]) -> list[str]:
    return [each.get("error", each["outcome"]) for each in outcomes]


async def status_of(cafe: Cafe, order_id: int) -> str:
    return str(await cafe.value("SELECT status FROM orders WHERE id = :id", id=order_id))


async def sums(cafe: Cafe) -> dict[str, int]:
    """What the money tables have."""
    rows = await cafe.rows("SELECT kind, SUM(amount) AS amount FROM payments GROUP BY kind")
    return {row["kind"]: int(row["amount"]) for row in rows}


async def test_acts_are_applied_in_their_order_under_the_tablets_name(cafe: Cafe) -> None:
    tablet = await paired(cafe, "Бар")
    order_id = (await cafe.guest().places("latte", "cake"))["order_id"]
    line_id = await cafe.value("SELECT MIN(id) FROM order_lines")
    acts = (
        move(order_id, "new", "confirmed"),
        move(order_id, "confirmed", "cooking"),
        act("line", order=order_id, line=line_id, is_done=True),
        act("back", order=order_id, seen="cooking"),
        move(order_id, "confirmed", "cooking"),
        move(order_id, "cooking", "ready"),
        act("paid", order=order_id, seen="ready", payment="cash"),
    )
    assert told(await send(tablet, *acts)) == ["done"] * 7
    assert await status_of(cafe, order_id) == "completed"
    assert await cafe.value("SELECT COUNT(done_at) FROM order_lines") == 1
    events = await cafe.rows("SELECT DISTINCT actor FROM order_events WHERE kind IN ('status', 'undone')")
    assert events == [{"actor": "Бар"}]
    assert (await sums(cafe)).keys() == {"cash"}


async def test_a_repeat_answers_what_it_answered_first_and_changes_nothing(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    acts = [move(order_id, "new", "confirmed"), move(order_id, "new", "cooking"), sale(cafe, "latte", total=85)]
    first = await send(tablet, *acts)
    assert told(first) == ["done", "changed", "done"]
    await moves(tablet, order_id, "confirmed", "cooking")
    again = await send(tablet, *reversed(acts))
    assert told(again) == ["done", "changed", "done"]
    assert again[0]["order"] == first[2]["order"]
    answers: list[Answer] = await asyncio.gather(
        *(
            tablet.post("/api/board/acts", {"acts": [sale(cafe, "cake", total=120) | {"id": "a" * 32}]})
            for _ in range(6)
        )
    )
    assert len({str(answer.json) for answer in answers}) == 1
    assert await cafe.value("SELECT COUNT(*) FROM orders") == 3
    assert await sums(cafe) == {"cash": (85 + 120) * 100}


async def test_a_tablet_paired_anew_sends_the_same_acts_and_nothing_is_done_twice(cafe: Cafe) -> None:
    former, sold = await paired(cafe), sale(cafe, "latte", total=85)
    await send(former, sold)
    assert told(await send(await paired(cafe, "Знову"), sold)) == ["done"]
    assert await cafe.value("SELECT COUNT(*) FROM orders") == 1


async def test_whichever_write_fails_the_repeat_does_it_once(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    with failing_writes() as faults:
        faults.arm()
        await send(tablet, sale(cafe, "latte", total=85))
        faults.disarm()
        steps = len(faults.steps)
        statuses = []
        for at in range(steps):
            sold = sale(cafe, "latte", total=85)
            faults.arm(at)
            statuses.append((await tablet.post("/api/board/acts", {"acts": [sold]})).status)
            faults.disarm()
            assert told(await send(tablet, sold)) == ["done"]
    assert set(statuses) <= {200, 500}, "200: it was a loop's write that failed"
    assert statuses.count(500) > 5
    assert await cafe.value("SELECT COUNT(*) FROM orders") == steps + 1
    assert await sums(cafe) == {"cash": (steps + 1) * 85_00}


async def test_two_tablets_that_were_both_alone_agree(cafe: Cafe) -> None:
    kitchen, bar = await paired(cafe), await paired(cafe, "Бар")
    order_id = (await cafe.guest().places("latte"))["order_id"]
    whole = [
        move(order_id, "new", "confirmed"),
        move(order_id, "confirmed", "cooking"),
        move(order_id, "cooking", "ready"),
        act("paid", order=order_id, seen="ready", payment="cash"),
    ]
    assert told(await send(bar, *whole)) == ["done"] * 4
    assert told(await send(kitchen, *(each | {"id": uuid4().hex} for each in whole))) == ["done"] * 4
    assert await cafe.value("SELECT COUNT(*) FROM order_events WHERE kind = 'status'") == 4
    assert await sums(cafe) == {"cash": 81_00}


async def test_what_is_refused_says_why_and_stops_nothing_else(cafe: Cafe) -> None:
    tablet, guest = await paired(cafe), cafe.guest()
    gone = (await guest.places("latte"))["order_id"]
    paid = (await cafe.guest().places("latte", payment_method="card"))["order_id"]
    await cafe.moves_order(paid, "ready")
    open_one = (await cafe.guest().places("cake"))["order_id"]
    await guest.post(f"/api/orders/{gone}/cancel")
    await cafe.notes_payment(paid, "card")
    await moves(tablet, paid, "ready", "completed")
    outcomes = await send(
        tablet,
        move(gone, "new", "confirmed"),
        act("paid", order=paid, seen="ready", payment="cash"),
        move(999, "new", "confirmed"),
        move(open_one, "confirmed", "completed"),
        act("dance", order=open_one),
        act("move", order=open_one, seen="new"),
        act("move", sale="b" * 32, seen="new", to="confirmed"),
        move(open_one, "new", "confirmed"),
    )
    assert told(outcomes) == [
        "changed",
        "already_paid",
        "not_found",
        "changed",
        "invalid",
        "invalid",
        "not_found",
        "done",
    ]
    assert (outcomes[0]["order"]["status"], outcomes[1]["order"]["status"]) == ("cancelled", "completed")
    assert "order" not in outcomes[2]
    assert await sums(cafe) == {"card": 81_00}


async def test_an_unpaid_order_is_not_handed_over_unasked(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    await cafe.moves_order(order_id, "ready")
    assert told(await send(tablet, move(order_id, "ready", "completed"))) == ["not_paid"]
    assert await status_of(cafe, order_id) == "ready"


async def test_a_sale_is_an_order_with_both_numbers_and_goes_its_way(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    sold = sale(cafe, "latte", "cake", total=205, is_handed_out=False)
    outcomes = await send(
        tablet,
        sold,
        act("move", sale=sold["id"], seen="confirmed", to="cooking"),
        act("move", sale=sold["id"], seen="cooking", to="ready"),
    )
    assert told(outcomes) == ["done"] * 3
    assert (outcomes[0]["expected"], outcomes[0]["order"]["number"]) == (205, "№1")
    [order] = (await board(tablet))["orders"]
    assert (order["number"], order["name"], order["status"]) == ("№1", "Гість T1-7", "ready")
    assert (order["is_paid"], order["total"], order["is_payment_asked"]) == (True, 205, False)
    assert await sums(cafe) == {"cash": 205_00}


async def test_what_was_taken_is_what_it_costs_and_a_difference_is_told(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    await cafe.configure(pickup_discount_percent=20)
    sold = sale(cafe, "latte", total=76, order_type="pickup", percent=10)  # 85 − 9
    [outcome] = await send(tablet, sold)
    assert (outcome["outcome"], outcome["expected"]) == ("done", 68)
    order_id = outcome["order"]["id"]
    ticket = (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json
    assert (ticket["total"], ticket["name"]) == (76, "Гість T1-7")
    assert ticket["address_comment"] == "Узято 76 ₴ без мережі, за нинішнім меню 68 ₴"
    assert await sums(cafe) == {"cash": 76_00}
    assert told(await send(tablet, sale(cafe, "latte", total=84))) == ["invalid"]


async def test_alcohol_without_its_mark_is_sold_and_stays_open(cafe: Cafe) -> None:
    await cafe.load(BAR)
    tablet, gin = await paired(cafe), int(await cafe.value("SELECT id FROM products WHERE slug = 'gin'"))
    sold = sale(cafe, "latte", total=120)
    sold["lines"] = [{"product_id": gin, "name": "Джин", "quantity": 1, "price": 120, "note": ""}]
    [outcome] = await send(tablet, sold)
    assert (outcome["outcome"], outcome["order"]["status"]) == ("done", "confirmed")
    assert await sums(cafe) == {"cash": 120_00}
    assert await send(tablet, sold) == [outcome]


async def test_stopped_and_deleted_dishes_are_sold_at_what_they_cost(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    await cafe.configure(alcohol_hours="03:00-03:01", force_closed=True)
    await cafe.execute("UPDATE products SET stopped_until = 99999999999 WHERE slug = 'latte'")
    sold = sale(cafe, "latte", "cake", total=205)
    sold["lines"][1] |= {"product_id": 999, "name": "Торт"}
    [outcome] = await send(tablet, sold)
    assert (outcome["outcome"], outcome["expected"]) == ("done", 205)
    assert [row["name"] for row in await cafe.rows("SELECT name FROM order_lines ORDER BY id")] == ["Лате", "Торт"]
    assert await sums(cafe) == {"cash": 205_00}


@pytest.mark.parametrize(
    "changes",
    [
        {"number": "7"},
        {"number": "T1-7; "},
        {"order_type": "delivery"},
        {"payment": "shells"},
        {"percent": 101},
        {"percent": True},
        {"total": -1},
        {"total": 10**7},
        {"is_handed_out": "yes"},
        {"lines": []},
        {"lines": [{}]},
        {"lines": [5]},
        {"lines": "latte"},
        {"lines": [{"product_id": 1, "name": "x", "quantity": 0, "price": 85}]},
        {"lines": [{"product_id": 1, "name": "x", "quantity": 1, "price": 10**9}]},
        {"lines": [{"product_id": 1, "name": "x" * 300, "quantity": 1, "price": 85}]},
        {"lines": [{"product_id": 1, "name": "x", "quantity": 1, "price": 85, "options": [{"id": 1, "quantity": -1}]}]},
    ],
)
async def test_a_sale_that_says_nothing(cafe: Cafe, changes: dict[str, Any]) -> None:
    tablet = await paired(cafe)
    assert told(await send(tablet, sale(cafe, "latte", total=85) | changes)) == ["invalid"]
    assert await cafe.value("SELECT COUNT(*) FROM orders") == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"acts": []},
        {"acts": {}},
        {"acts": [5]},
        {"acts": [{"at": 1, "kind": "move"}]},
        {"acts": [{"id": "short", "at": 1}]},
        {"acts": [{"id": "a" * 32}]},
        {"acts": [{"id": "a" * 32, "at": "now"}]},
        {"acts": [act("move", order=1, seen="new", to="confirmed") for _ in range(51)]},
    ],
)
async def test_what_is_no_list_of_acts(cafe: Cafe, body: Any) -> None:
    tablet = await paired(cafe)
    answer = await tablet.post("/api/board/acts", body)
    assert (answer.status, answer.json) == (400, {"error": "invalid"})
    assert await cafe.value("SELECT COUNT(*) FROM device_acts") == 0


async def test_the_counters_menu_has_all_that_a_tablet_needs_to_sell(cafe: Cafe) -> None:
    tablet = await paired(cafe)
    await cafe.configure(pickup_discount_percent=5)
    menu = (await tablet.get("/api/board/menu")).json
    assert menu["pickup_percent"] == 5
    assert menu["catalogue"] == (await board(tablet))["catalogue"]
    dishes = {dish["id"]: dish for category in menu["categories"] for dish in category["dishes"]}
    assert dishes[cafe.products["latte"]]["price"] == LATTE
    for path in ("menu", "acts"):
        answer = await cafe.guest().request("GET" if path == "menu" else "POST", f"/api/board/{path}")
        assert (answer.status, answer.json) == (401, {"error": "not_paired"})


async def test_old_acts_are_forgotten(cafe: Cafe, clock: FakeClock) -> None:
    tablet = await paired(cafe)
    await send(tablet, sale(cafe, "latte", total=85))
    clock.advance(days=61)
    await Retention(cafe.app.database, cafe.clock).clean()
    assert await cafe.value("SELECT COUNT(*) FROM device_acts") == 0
