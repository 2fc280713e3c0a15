"""A message that somebody missed is sent once more, of how the order stands now."""

from typing import Any

import orjson
import pytest

from cafe.core.kernel.errors import NotFoundError
from cafe.core.messages.notifications.resend import AlreadySentError, NotResendableError, Resendable
from cafe.core.ordering.orders.errors import IllegalTransitionError
from cafe.core.ordering.orders.model import OrderStatus
from tests.core.test_register import order
from tests.driver import Cafe

NEW, CONFIRMED, COOKING = OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING
STATUS, CARD, RECEIPT = Resendable.STATUS, Resendable.CARD, Resendable.RECEIPT


async def told(cafe: Cafe) -> tuple[str, str, dict[str, Any]]:
    """The message that was queued last: to whom, which, what."""
    row = (await cafe.rows("SELECT recipient, kind, payload FROM outbox WHERE order_id > 0 ORDER BY id DESC LIMIT 1"))[
        0
    ]
    return row["recipient"], row["kind"], orjson.loads(row["payload"])


async def resend(cafe: Cafe, order_id: int, seen: OrderStatus, what: Resendable) -> None:
    await cafe.app.services.resend.resend(order_id, seen, what, "Ірина")


async def offered(cafe: Cafe, order_id: int) -> list[Resendable]:
    return list((await cafe.app.services.lookup.get(order_id)).resendable)


async def test_the_customer_is_told_how_the_order_stands(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    staff = cafe.app.services.staff_orders
    await resend(cafe, order_id, NEW, STATUS)
    assert await told(cafe) == ("customer", "customer-order-created", {})
    await staff.promise(order_id, NEW, 30, "Ірина")
    cafe.clock.advance(seconds=61)
    await resend(cafe, order_id, CONFIRMED, STATUS)
    ready_at = int(cafe.clock.now().timestamp()) + 30 * 60 - 61
    promised = {"status": "confirmed", "ready_minutes": 29, "ready_at": ready_at, "again": True}
    assert await told(cafe) == ("customer", "customer-order-status", promised)
    await staff.advance(order_id, CONFIRMED, COOKING, "Ірина")
    cafe.clock.advance(minutes=40)
    await resend(cafe, order_id, COOKING, STATUS)
    assert await told(cafe) == ("customer", "customer-order-status", {"status": "cooking", "again": True})
    await staff.cancel(order_id, COOKING, "Закінчилися продукти", "Ірина", "no-products")
    cafe.clock.advance(minutes=2)
    await resend(cafe, order_id, OrderStatus.CANCELLED, STATUS)
    assert await told(cafe) == (
        "customer",
        "customer-order-status",
        {
            "status": "cancelled",
            "reason": "Закінчилися продукти",
            "reason_id": "no-products",
            "money_to_return": False,
            "again": True,
        },
    )


async def test_the_card_comes_down_while_the_order_is_open(cafe: Cafe) -> None:
    order_id = await order(cafe)
    assert await offered(cafe, order_id) == [CARD]
    await resend(cafe, order_id, NEW, CARD)
    assert await told(cafe) == ("staff", "staff-card-requested", {})
    await cafe.moves_order(order_id, "completed")
    assert await offered(cafe, order_id) == []
    with pytest.raises(NotResendableError):
        await resend(cafe, order_id, OrderStatus.COMPLETED, CARD)


async def test_a_guest_has_no_chat(cafe: Cafe) -> None:
    order_id = await order(cafe)
    for what in (STATUS, RECEIPT):
        with pytest.raises(NotResendableError):
            await resend(cafe, order_id, NEW, what)


async def test_a_receipt_is_sent_again_once_there_is_one(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    assert await offered(cafe, order_id) == [STATUS, CARD]
    await cafe.execute(
        "INSERT INTO receipts (way, order_id, receipt_id, state, url, due_at, created_at) "
        "VALUES ('card', :id, 'x', 'done', 'https://check.example/x', 1, 1)",
        id=order_id,
    )
    assert await offered(cafe, order_id) == [STATUS, RECEIPT, CARD]
    await resend(cafe, order_id, NEW, RECEIPT)
    assert await told(cafe) == ("customer", "customer-receipt-ready", {"url": "https://check.example/x"})


async def test_who_cancelled_themselves_need_not_be_told(cafe: Cafe) -> None:
    person = cafe.person()
    order_id = await order(cafe, person)
    assert (await person.cancels(order_id)).status == 200
    assert await offered(cafe, order_id) == []


async def test_a_second_press_sends_nothing_and_the_history_names_who_sent(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    await resend(cafe, order_id, NEW, STATUS)
    with pytest.raises(AlreadySentError):
        await resend(cafe, order_id, NEW, STATUS)
    await resend(cafe, order_id, NEW, CARD)
    cafe.clock.advance(seconds=61)
    await resend(cafe, order_id, NEW, STATUS)
    events = (await cafe.app.services.lookup.get(order_id)).events
    assert [(event.actor, event.detail) for event in events if event.kind == "resent"] == [
        ("Ірина", "status"),
        ("Ірина", "card"),
        ("Ірина", "status"),
    ]


async def test_an_outdated_press_sends_nothing(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    await cafe.moves_order(order_id, "ready")
    with pytest.raises(IllegalTransitionError):
        await resend(cafe, order_id, NEW, STATUS)
    with pytest.raises(NotFoundError):
        await resend(cafe, 999, NEW, STATUS)


async def follow(cafe: Cafe, order_id: int, *telegram_ids: int, browsers: int = 0) -> None:
    """Have people follow an order in Telegram, and browsers be told of it."""
    now = int(cafe.clock.now().timestamp())  # those of long ago are tidied away
    for telegram_id in telegram_ids:
        await cafe.execute(
            "INSERT INTO order_followers (order_id, customer_id, created_at) VALUES (:id, :who, :now)",
            id=order_id,
            who=telegram_id,
            now=now,
        )
    for number in range(browsers):
        await cafe.execute(
            "INSERT INTO push_subscriptions (order_id, endpoint, p256dh, auth, locale, created_at) "
            "VALUES (:id, :endpoint, 'key', 'auth', 'en', :now)",
            id=order_id,
            endpoint=f"https://push.example/{number}",
            now=now,
        )


async def sent(cafe: Cafe, after: int) -> list[tuple[str, str, dict[str, Any]]]:
    """What was queued after a row: by which way, which, what."""
    sql = "SELECT via, kind, payload FROM outbox WHERE id > :after ORDER BY id"
    return [(row["via"], row["kind"], orjson.loads(row["payload"])) for row in await cafe.rows(sql, after=after)]


async def last_row(cafe: Cafe) -> int:
    return int(await cafe.value("SELECT COALESCE(MAX(id), 0) FROM outbox"))


async def test_whoever_follows_the_order_is_told_too(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    await follow(cafe, order_id, 901, 902, browsers=1)
    before = await last_row(cafe)
    await resend(cafe, order_id, NEW, STATUS)
    received = ("customer-order-status", {"status": "new", "again": True})
    assert await sent(cafe, before) == [
        ("chat", "customer-order-created", {}),
        ("follower", *received),
        ("follower", *received),
        ("push", *received),
    ], "the thanks call the customer by name"
    await cafe.app.services.staff_orders.advance(order_id, NEW, CONFIRMED, "Ірина")
    cafe.clock.advance(minutes=2)
    before = await last_row(cafe)
    await resend(cafe, order_id, CONFIRMED, STATUS)
    assert [(way, payload) for way, _, payload in await sent(cafe, before)] == [
        (way, {"status": "confirmed", "again": True}) for way in ("chat", "follower", "follower", "push")
    ]


async def test_a_guest_who_follows_by_browser_can_be_told(cafe: Cafe) -> None:
    order_id = await order(cafe)
    assert await offered(cafe, order_id) == [CARD]
    await follow(cafe, order_id, browsers=2)
    assert await offered(cafe, order_id) == [STATUS, CARD]
    before = await last_row(cafe)
    await resend(cafe, order_id, NEW, STATUS)
    assert [way for way, _, _ in await sent(cafe, before)] == ["push", "push"]


async def test_a_receipt_is_the_customers_alone(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    await follow(cafe, order_id, 901, browsers=1)
    await cafe.execute(
        "INSERT INTO receipts (way, order_id, receipt_id, state, url, due_at, created_at) "
        "VALUES ('card', :id, 'x', 'done', 'https://check.example/x', 1, 1)",
        id=order_id,
    )
    before = await last_row(cafe)
    await resend(cafe, order_id, NEW, RECEIPT)
    assert [way for way, _, _ in await sent(cafe, before)] == ["chat"]
