"""Looking orders up: by number, phone and name, by filters, page by page, with the sums of all that match."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderId, ProductId
from cafe.core.money.payments.model import Money
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.lookup import service
from cafe.core.ordering.lookup.model import Cursor, FoundPage, OrderQuery, Source
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod, PaymentStatus
from tests.driver import Cafe, Visitor

COMPLETED, CANCELLED, NEW = OrderStatus.COMPLETED, OrderStatus.CANCELLED, OrderStatus.NEW


LATTE = 81
"""Whole UAH, with the discount for a pickup."""


async def order(cafe: Cafe, who: Visitor | None = None, *slugs: str, **form: Any) -> int:
    placed = await (who or cafe.guest()).places(*slugs, **form)
    return int(placed["order_id"])


async def walk_in(cafe: Cafe) -> int:
    lines = [WantedLine(LineKey(ProductId(cafe.products["latte"])), 1)]
    key = f"walk-in {cafe.clock.now()}"
    placed = await cafe.app.services.walk_in.place_order(lines, OrderType.DINE_IN, PaymentMethod.CASH, "Ірина", key)
    return int(placed.id)


async def look_up(cafe: Cafe, before: Cursor | None = None, **query: Any) -> FoundPage:
    return await cafe.app.services.lookup.find(OrderQuery(**query), before)


async def found(cafe: Cafe, text: str = "", **query: Any) -> list[int]:
    page = await look_up(cafe, text=text, **query)
    return [each.order.id for each in page.orders]


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("Ґанна", True),
        ("ґАН", True),
        ("мар'я", True),
        ("МАР’ЯН", True),
        ("ґанна мар", True),
        ("мар ґан", True),
        ("  ґанна   мар'яненко ", True),
        ("ганна", False),
        ("ґанна петренко", False),
        ("%", False),
        ("_", False),
        ("!", False),
        ("'; DROP TABLE orders; --", False),
        ("+380 67 123 45 67", True),
        ("067-123-45-67", True),
        ("(067) 123.45.67", True),
        ("380671234567", True),
        ("4567", True),
        ("067123", True),
        ("+38067", True),
        ("067 124", False),
        ("4568", False),
        ("", True),
    ],
)
async def test_an_order_is_found_by_parts_of_its_name_and_phone(cafe: Cafe, text: str, *, is_found: bool) -> None:
    wanted = await order(cafe, name="Ґанна Мар’яненко", phone="+380 67 123-45-67")
    await order(cafe, name="Oleh_100%", phone="0501112233")
    assert (wanted in await found(cafe, text)) is is_found


async def test_wildcards_stand_for_themselves(cafe: Cafe) -> None:
    wanted = await order(cafe, name="Oleh_100%!", phone="0501112233")
    await order(cafe, name="Oleh 1000")
    for text in ("h_1", "100%", "%!"):
        assert await found(cafe, text) == [wanted]


async def test_an_order_is_found_by_its_number_with_and_without_its_sign(cafe: Cafe) -> None:
    ids = [await order(cafe, phone="0501112233") for _ in range(12)]
    numbers = {row["id"]: row["sequence_number"] for row in await cafe.rows("SELECT id, sequence_number FROM orders")}
    wanted = ids[2]
    for text in (f"№{numbers[wanted]}", f"№ {numbers[wanted]}", f"#{numbers[wanted]}", f" {numbers[wanted]} "):
        assert await found(cafe, text) == [wanted]
    assert await found(cafe, "№999") == []
    assert await found(cafe, "№" + "9" * 30) == []


async def test_digits_may_be_a_number_or_a_part_of_a_phone(cafe: Cafe) -> None:
    by_phone = await order(cafe, phone="0501234567")
    by_number = await order(cafe, phone="0509999999")
    await cafe.execute("UPDATE orders SET sequence_number = 4567 WHERE id = :id", id=by_number)
    assert await found(cafe, "4567") == [by_number, by_phone]
    assert await found(cafe, "№4567") == [by_number]


async def test_an_order_without_a_number_is_found_by_the_id_that_it_shows(cafe: Cafe) -> None:
    wanted = await order(cafe)
    await cafe.execute("UPDATE orders SET sequence_number = NULL WHERE id = :id", id=wanted)
    assert await found(cafe, f"#{wanted}") == [wanted]


async def test_orders_of_older_versions_are_found_too(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "FILL_BATCH", 2)
    wanted = [await order(cafe, name="Ґанна") for _ in range(3)]
    await cafe.execute("UPDATE orders SET search_key = NULL")
    assert await found(cafe, "ґанна") == wanted[::-1]


async def test_who_was_forgotten_is_found_by_nothing_personal(cafe: Cafe) -> None:
    guest = cafe.guest()
    wanted = await order(cafe, guest, name="Ґанна")
    await cafe.moves_order(wanted, "completed")
    assert await found(cafe, "ґанна") == [wanted]
    assert (await guest.post("/api/me/forget")).status == 200
    assert await found(cafe, "ґанна") == []
    assert await found(cafe, "1234567") == []
    assert await found(cafe, sources=frozenset({Source.FORGOTTEN})) == [wanted]


async def test_filters(cafe: Cafe) -> None:
    person = cafe.person()
    delivery = await order(cafe, person, "latte", "latte", kind="delivery")
    pickup = await order(cafe)
    at_table = await order(cafe, kind="dine-in")
    at_counter = await walk_in(cafe)
    await cafe.execute("UPDATE orders SET payment_method = 'card' WHERE id = :id", id=pickup)
    await cafe.moves_order(delivery, "cancelled")
    cases: list[tuple[list[int], dict[str, Any]]] = [
        ([at_counter, at_table, pickup, delivery], {}),
        ([delivery], {"statuses": {CANCELLED}}),
        ([at_table, pickup, delivery], {"statuses": {CANCELLED, NEW}}),
        ([pickup], {"order_types": {OrderType.PICKUP}}),
        ([pickup], {"methods": {PaymentMethod.CARD}}),
        ([at_counter], {"payment": PaymentStatus.PAID}),
        ([at_table, pickup, delivery], {"payment": PaymentStatus.UNPAID}),
        ([delivery], {"sources": {Source.TELEGRAM}}),
        ([at_table, pickup], {"sources": {Source.GUEST}}),
        ([at_counter], {"sources": {Source.WALK_IN}}),
        ([at_counter, delivery], {"sources": {Source.WALK_IN, Source.TELEGRAM}}),
        ([], {"order_types": {OrderType.PICKUP}, "statuses": {CANCELLED}}),
        ([at_table, pickup, delivery], {"customer": pickup}),
        ([], {"customer": at_counter}),
        ([], {"customer": 999}),
    ]
    for expected, query in cases:
        chosen: dict[str, Any] = {
            key: frozenset(each) if isinstance(each, set) else each for key, each in query.items()
        }
        assert await found(cafe, **chosen) == expected, query


async def test_days_are_the_cafes_and_may_end_after_midnight(cafe: Cafe) -> None:
    await cafe.configure(work_hours_from="10:00", work_hours_to="02:00")
    monday = await order(cafe)
    cafe.clock.advance(hours=13)  # 01:00 of Tuesday, still Monday's night
    night = await order(cafe, pickup_time="01:30")
    cafe.clock.advance(hours=11)
    tuesday = await order(cafe)
    first, second = date(2026, 6, 15), date(2026, 6, 16)
    assert await found(cafe, first_day=first, last_day=first) == [night, monday]
    assert await found(cafe, first_day=second) == [tuesday]
    assert await found(cafe, last_day=first) == [night, monday]
    assert await found(cafe, first_day=second + timedelta(days=1)) == []


async def test_money_to_return_is_found_and_summed(cafe: Cafe) -> None:
    owed, settled, other = [await order(cafe) for _ in range(3)]
    for order_id, returned_at in ((owed, None), (settled, 1)):
        await cafe.execute(
            "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at, returned_at) "
            "VALUES (:id, 8550, 'UAH', 'second', 0, CAST(:returned_at AS BIGINT))",
            id=order_id,
            returned_at=returned_at,
        )
    page = await look_up(cafe, owes_money=True)
    assert [(each.order.id, list(each.to_return)) for each in page.orders] == [(owed, [Money(8550)])]
    everything = await look_up(cafe)
    assert everything.sums is not None
    assert list(everything.sums.to_return) == [Money(8550)]
    assert {each.order.id: list(each.to_return) for each in everything.orders}[OrderId(other)] == []


async def test_pages_have_every_order_once_and_the_first_has_the_sums(
    cafe: Cafe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PAGE", 2)
    ids = []
    for number in range(5):
        cafe.clock.advance(seconds=number % 2)  # some within the same second
        ids.append(await order(cafe))
    await cafe.moves_order(ids[0], "cancelled")
    page = await look_up(cafe)
    assert page.sums is not None
    assert (page.sums.orders, page.sums.cancelled, page.sums.total) == (5, 1, 4 * LATTE)
    seen: list[int] = []
    while True:
        seen += [each.order.id for each in page.orders]
        if page.following is None:
            break
        await order(cafe)  # one that comes meanwhile belongs to no later page
        page = await look_up(cafe, page.following)
        assert page.sums is None
    assert seen == ids[::-1]


async def test_the_sums_are_of_what_matches(cafe: Cafe) -> None:
    await order(cafe, name="Ґанна")
    await order(cafe, name="Олег")
    page = await look_up(cafe, text="ґанна")
    assert page.sums is not None
    assert (page.sums.orders, page.sums.total) == (1, LATTE)


async def test_a_file_has_all_that_matches_in_batches(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "EXPORT_BATCH", 2)
    ids = [await order(cafe) for _ in range(5)]
    await order(cafe, name="Олег")
    register = cafe.app.services.lookup
    batches = [batch async for batch in register.batches(OrderQuery(text="олена"))]
    assert [len(batch) for batch in batches] == [2, 2, 1]
    assert [each.order.id for batch in batches for each in batch] == ids[::-1]
    assert [batch async for batch in cafe.app.services.lookup.batches(OrderQuery(text="нікого"))] == []


async def test_the_staffs_share_is_what_is_open_and_what_happened_today(cafe: Cafe) -> None:
    done, left_open, for_later = [await order(cafe) for _ in range(3)]
    for order_id in (done, for_later):
        await lead_to_completion(cafe, order_id, but_last=order_id == for_later)
    cafe.clock.advance(days=1)
    assert await found(cafe, is_current=True) == [for_later, left_open]
    services = cafe.app.services
    await services.staff_orders.advance(for_later, OrderStatus.READY, COMPLETED, "Ірина")
    assert await found(cafe, is_current=True) == [for_later, left_open]
    assert (await services.lookup.get(for_later, is_current=True)).order.id == for_later
    with pytest.raises(NotFoundError):
        await services.lookup.get(done, is_current=True)
    assert (await services.lookup.get(done)).order.id == done


async def lead_to_completion(cafe: Cafe, order_id: int, *, but_last: bool) -> None:
    staff = cafe.app.services.staff_orders
    way = [NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY, COMPLETED]
    for seen, to in list(pairwise(way))[: -1 if but_last else None]:
        await staff.advance(order_id, seen, to, "Ірина")


async def test_one_orders_whole_history(cafe: Cafe) -> None:
    person = cafe.person(username="taras")
    order_id = await order(cafe, person)
    await cafe.app.services.staff_orders.advance(order_id, NEW, OrderStatus.CONFIRMED, "Ірина")
    await cafe.execute(
        "INSERT INTO invoices (order_id, provider, reference, status, watched_since, created_at) "
        "VALUES (:id, 'monobank', 'r', 'paid', 1, 1)",
        id=order_id,
    )
    await cafe.execute(
        "INSERT INTO payments (order_id, kind, amount, paid_at, invoice_id, has_sale) "
        "SELECT order_id, 'card', 8550, 5, id, 1 FROM invoices"
    )
    await cafe.execute(
        "INSERT INTO receipts (way, order_id, receipt_id, state, url, due_at, created_at, finished_at) "
        "VALUES ('card', :id, 'x', 'done', 'https://check.example/x', 1, 1, 2)",
        id=order_id,
    )
    await cafe.execute(
        "INSERT INTO outbox (recipient, chat_id, kind, order_id, locale, payload, state, due_at, created_at, "
        "last_error) VALUES ('customer', 7, 'customer-payment-received', :id, 'uk', '{}', 'given_up', 1, 1, 'blocked')",
        id=order_id,
    )
    dossier = await cafe.app.services.lookup.get(order_id)
    records = dossier.records
    assert (dossier.source, records.username, dossier.back_to) == (Source.TELEGRAM, "taras", NEW)
    assert [(event.kind, event.actor) for event in dossier.events] == [("created", "Олена"), ("status", "Ірина")]
    assert [(invoice.provider, invoice.status, invoice.paid) for invoice in records.invoices] == [
        ("monobank", "paid", Money(8550))
    ]
    assert [(each.state, each.url) for each in records.receipts] == [("done", "https://check.example/x")]
    told = [(message.recipient, message.kind, message.status) for message in records.messages]
    assert told == [
        ("staff", "staff-order-created", None),
        ("customer", "customer-order-created", None),
        ("customer", "customer-order-status", "confirmed"),
        ("customer", "customer-payment-received", None),
    ]
    assert (records.messages[-1].state, records.messages[-1].error) == ("given_up", "blocked")
    with pytest.raises(NotFoundError):
        await cafe.app.services.lookup.get(999)
