"""Forgetting: on request, and when the owner's days are over. What is gone, and what has to stay."""

import asyncio
from pathlib import Path
from typing import Any

from cafe.core.money.refunds.model import Selection
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.upkeep.retention.service import Retention
from tests.driver import Answer, Cafe, Visitor, config_for, open_cafe

SECRETS = ["Параска", "671112233", "Потаємна", "Сховище-17", "Помешкання-9", "Домофон-58"]
PERSON = {
    "name": "Параска",
    "phone": "+380 67 111 22 33",
    "address_city": "Сховище-17",
    "address_street": "Потаємна",
    "address_house": "17",
    "address_apartment": "Помешкання-9",
    "address_comment": "Домофон-58",
}


async def orders(visitor: Visitor, *, key: str | None = None, **changes: Any) -> tuple[int, str]:
    """Place a delivery; its id and tracking token."""
    await visitor.cafe.configure(min_delivery_order_amount=0)
    await visitor.adds("latte")
    answer = await visitor.orders("delivery", key=key, **{**PERSON, **changes})
    assert answer.status == 201, answer
    return answer.json["order_id"], answer.json["track_url"].partition("track=")[2]


async def finishes(cafe: Cafe, order_id: int, actor: str = "Кухар") -> None:
    """The staff bring an order to its end."""
    way = ["new", "confirmed", "cooking", "ready", "courier", "completed"]
    status = await cafe.value("SELECT status FROM orders WHERE id = :id", id=order_id)
    for seen, to in zip(way[way.index(status) :], way[way.index(status) + 1 :], strict=False):
        await cafe.app.services.staff_orders.advance(order_id, OrderStatus(seen), OrderStatus(to), actor)


async def everything(cafe: Cafe) -> str:
    """All that the database holds, as text; phones without what stands between their digits."""
    rows = [row for table in await cafe.tables() for row in await cafe.rows(f"SELECT * FROM {table}")]  # noqa: S608
    text = repr(rows)
    return text + text.replace(" ", "")


async def forgets(visitor: Visitor) -> Answer:
    answer = await visitor.post("/api/me/forget")
    assert answer.status == 200, answer
    return answer


async def tracks(cafe: Cafe, token: str) -> Answer:
    return await cafe.get(f"/api/checkout/track/{token}")


async def test_a_guest_is_forgotten_and_signed_out(cafe: Cafe) -> None:
    guest = await cafe.guest().speaks("en")
    order_id, token = await orders(guest, key="a key of theirs")
    await finishes(cafe, order_id)
    await guest.adds("espresso")
    old_cookie = guest.cookie
    answer = await forgets(guest)
    assert answer.json == {"forgotten": 1}
    assert guest.cookie != old_cookie
    stored = await everything(cafe)
    for secret in [*SECRETS, token, "-1000001", "a key of theirs"]:
        assert secret not in stored, secret
    assert (await tracks(cafe, token)).status == 404
    for visitor in (guest, Visitor(cafe, cookie=old_cookie)):
        assert await visitor.sees_orders() == []
        assert (await visitor.cart()).json["count"] == 0
        prefill = (await visitor.get("/api/checkout/prefill")).json
        assert prefill == {"has_orders": False, "name": None, "phone": None, "delivery": None}
        assert (await visitor.repeats(order_id)).status == 404
        assert (await visitor.adds("latte")).status == 201


async def test_a_telegram_user_is_forgotten(cafe: Cafe) -> None:
    person = cafe.person(777123, first_name="Параска", username="paraska_secret")
    order_id, token = await orders(person)
    await finishes(cafe, order_id)
    await cafe.app.services.dialogs.set_data("fsm:42:777123:777123:default", {"name": "Параска"})
    await cafe.app.services.dialogs.set_data("fsm:42:7771234:7771234:default", {"name": "Somebody else"})
    answer = await forgets(person)
    assert (answer.json, answer.cookies) == ({"forgotten": 1}, [])
    stored = await everything(cafe)
    for secret in [*SECRETS, token, "777123,", "777123:", "paraska_secret"]:
        assert secret not in stored, secret
    assert "Somebody else" in stored
    assert await person.sees_orders() == []
    assert (await person.places("latte"))["order_id"] > order_id, "they may come back as somebody new"


async def test_why_money_went_back_is_forgotten_and_that_it_did_stays(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id, _ = await orders(guest)
    await finishes(cafe, order_id)
    refunds = cafe.app.services.refunds
    await refunds.request(order_id, Selection(amount=5_00), seen=0, reason="Параска просила", actor="Тарас")
    await forgets(guest)
    assert "Параска" not in await everything(cafe)
    assert await cafe.rows("SELECT amount, state, reason FROM refunds") == [
        {"amount": 5_00, "state": "done", "reason": ""}
    ]


async def test_the_books_stay(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id, _ = await orders(guest, promo_code="welcome10")
    await finishes(cafe, order_id)
    orders_kept = (
        "SELECT sequence_number, order_type, status, payment_status, items_total, total, promo_code, created_at "
        "FROM orders"
    )
    before = await cafe.rows(orders_kept), await cafe.rows("SELECT * FROM order_lines")
    await forgets(guest)
    assert (await cafe.rows(orders_kept), await cafe.rows("SELECT * FROM order_lines")) == before
    events = await cafe.rows("SELECT kind, actor FROM order_events ORDER BY id")
    assert events[0] == {"kind": "created", "actor": ""}
    assert {event["actor"] for event in events[1:]} == {"Кухар"}


async def test_nobody_else_is_forgotten(cafe: Cafe) -> None:
    guest, other, person = cafe.guest(), cafe.guest(), cafe.person()
    kept = []
    for visitor in (other, person):
        order_id, token = await orders(visitor)
        await finishes(cafe, order_id)
        await visitor.adds("espresso")
        kept.append((visitor, token))
    assert (await forgets(guest)).json == {"forgotten": 0}
    for visitor, token in kept:
        assert (await tracks(cafe, token)).json["address_street"] == "Потаємна"
        assert len(await visitor.sees_orders()) == 1
        assert (await visitor.cart()).json["count"] == 1


async def test_an_open_order_keeps_what_it_needs_until_it_ends(cafe: Cafe) -> None:
    person = cafe.person(777123, first_name="Параска")
    finished, _ = await orders(person)
    await finishes(cafe, finished)
    order_id, token = await orders(person)
    assert (await forgets(person)).json == {"forgotten": 1}
    order = (await cafe.app.services.staff_orders.get(order_id)).order
    assert (order.name, order.phone, order.address_apartment) == ("Параска", PERSON["phone"], "Помешкання-9")
    assert [seen["id"] for seen in await person.sees_orders()] == [order_id]
    assert (await tracks(cafe, token)).json["address_street"] == "Потаємна"
    await finishes(cafe, order_id)
    told = await cafe.rows("SELECT kind, payload FROM outbox WHERE recipient = 'customer' AND state = 'queued'")
    assert "completed" in told[-1]["payload"], "the end is still told"
    assert await person.sees_orders() == []
    assert (await tracks(cafe, token)).status == 404
    await cafe.execute("UPDATE outbox SET state = 'sent', finished_at = :now", now=int(cafe.clock.now().timestamp()))
    await Retention(cafe.app.database, cafe.clock).clean()
    assert await cafe.value("SELECT count(*) FROM outbox WHERE recipient = 'customer'") == 0
    stored = await everything(cafe)
    for secret in [*SECRETS[1:], token]:
        assert secret not in stored, secret
    # Looking at their orders made them known again, as a person without any.
    assert await cafe.value("SELECT count(*) FROM customers WHERE id = 777123") == 1


async def test_a_forgotten_customer_who_does_not_come_back_leaves_no_row(cafe: Cafe) -> None:
    person = cafe.person(777123, first_name="Параска")
    order_id, _ = await orders(person)
    await forgets(person)
    assert await cafe.value("SELECT first_name FROM customers WHERE id = 777123") == ""
    await cafe.app.services.staff_orders.cancel(order_id, OrderStatus.NEW, "Параска не відповідає", "Кухар")
    assert await cafe.value("SELECT count(*) FROM customers WHERE id = 777123") == 0
    # What the customer is still told of the end may say why.
    await cafe.execute("DELETE FROM outbox WHERE recipient = 'customer'")
    assert "Параска" not in await everything(cafe)


async def test_an_open_order_that_its_customer_cancels(cafe: Cafe) -> None:
    person = cafe.person(777123, first_name="Параска")
    order_id, token = await orders(person)
    await forgets(person)
    cancelled = await person.cancels(order_id)
    assert (cancelled.status, cancelled.json["status"]) == (200, "cancelled")
    assert (await tracks(cafe, token)).status == 404
    assert await cafe.value("SELECT count(*) FROM outbox WHERE kind = 'staff-order-cancelled'") == 1
    for secret in SECRETS[1:]:
        assert secret not in await everything(cafe), secret


def bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_nothing_of_it_stays_in_the_file(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path)) as cafe:
        guest = cafe.guest()
        for _ in range(30):
            order_id, _ = await orders(guest)
            await finishes(cafe, order_id)
        assert (await forgets(guest)).json == {"forgotten": 30}
    raw = bytes_in(tmp_path)
    for secret in SECRETS:
        assert secret.encode() not in raw, secret


async def test_forgetting_while_ordering(cafe: Cafe) -> None:
    guest = cafe.guest()
    await orders(guest)
    await guest.adds("latte")
    answers = await asyncio.gather(*(guest.post("/api/me/forget") for _ in range(3)), guest.orders("pickup"))
    assert [answer.status for answer in answers[:3]] == [200, 200, 200]
    for row in await cafe.rows("SELECT id, status, order_type FROM orders"):
        assert row["status"] == "new"


# By phone or id, as the commands do it.


async def test_a_phone_is_found_however_it_was_written(cafe: Cafe) -> None:
    guest, person = cafe.guest(), cafe.person()
    for visitor, phone in ((guest, "0671112233"), (person, "+380 (67) 111-22-33")):
        order_id, _ = await orders(visitor, phone=phone)
        await finishes(cafe, order_id)
    await orders(cafe.guest(), phone="067 111 22 33")
    await cafe.execute("UPDATE orders SET phone_key = NULL")  # as an older program left them
    forgotten = await cafe.app.services.privacy.forget_person("(067) 111 22 33")
    assert (forgotten.orders, forgotten.open_orders, forgotten.others) == (2, 1, ())
    assert await cafe.value("SELECT count(*) FROM orders WHERE phone <> ''") == 1


async def test_who_ordered_with_other_phones_too_keeps_those_orders(cafe: Cafe) -> None:
    person = cafe.person(777123)
    theirs, _ = await orders(person)
    others, _ = await orders(person, phone="0509998877", name="Колега")
    for order_id in (theirs, others):
        await finishes(cafe, order_id)
    await person.adds("latte")
    forgotten = await cafe.app.services.privacy.forget_person("0509998877")
    assert (forgotten.orders, forgotten.others) == (1, (777123,))
    assert [order["id"] for order in await person.sees_orders()] == [theirs]
    assert (await person.cart()).json["count"] == 1
    assert "Колега" not in await everything(cafe)


# When the days are over.


async def cleaned(cafe: Cafe) -> None:
    await Retention(cafe.app.database, cafe.clock).clean()


async def test_orders_are_kept_for_ever_by_default(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id, token = await orders(guest)
    await finishes(cafe, order_id)
    cafe.clock.advance(days=4000)
    await cleaned(cafe)
    assert (await tracks(cafe, token)).json["address_street"] == "Потаємна"


async def test_finished_orders_are_anonymised_after_the_owners_days(cafe: Cafe) -> None:
    await cafe.configure(keep_personal_days=30)
    person, guest, waiting = cafe.person(777123, first_name="Параска"), cafe.guest(), cafe.guest()
    tokens = []
    for visitor in (person, guest):
        order_id, token = await orders(visitor)
        await finishes(cafe, order_id)
        tokens.append(token)
    _, open_token = await orders(waiting)
    cafe.clock.advance(days=29)
    await cleaned(cafe)
    assert [(await tracks(cafe, token)).status for token in tokens] == [200, 200]
    cafe.clock.advance(days=2)
    for token in tokens:
        assert (await tracks(cafe, token)).status == 404, "at once, whenever the cleaning comes"
    assert (await tracks(cafe, open_token)).json["address_street"] == "Потаємна"
    await cleaned(cafe)
    rows = await cafe.rows("SELECT name, phone, address_street, tracking_token, customer_id FROM orders ORDER BY id")
    blank = {"name": "", "phone": "", "address_street": None, "tracking_token": None, "customer_id": 0}
    assert rows[:2] == [blank, blank]
    assert rows[2]["name"] == "Параска"
    assert await cafe.value("SELECT first_name FROM customers WHERE id = 777123") == ""
    cafe.clock.advance(days=33)
    await cleaned(cafe)
    assert await cafe.value("SELECT count(*) FROM customers WHERE id < -1") == 1, "only of whom an order is open"


async def test_the_days_count_from_the_last_that_happened_to_an_order(cafe: Cafe) -> None:
    await cafe.configure(keep_personal_days=5)
    order_id, token = await orders(cafe.guest())
    cafe.clock.advance(days=20)
    await finishes(cafe, order_id)
    cafe.clock.advance(days=4)
    await cleaned(cafe)
    assert (await tracks(cafe, token)).status == 200
    cafe.clock.advance(days=2)
    await cleaned(cafe)
    assert await cafe.value("SELECT count(*) FROM orders WHERE phone <> ''") == 0
