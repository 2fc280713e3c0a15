"""Forgotten customers in the chats: the staff's cards, and what the customer is still told."""

from typing import Any

from cafe.core.handlers import record
from cafe.core.kernel.ids import CustomerId
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.staff_service import StaffOrderService
from cafe.core.people.privacy.service import PrivacyService
from tests.bot.sending import Sending


async def forgets(sending: Sending, customer_id: int = 501) -> None:
    await PrivacyService(sending.database, sending.clock, record).forget(CustomerId(customer_id))
    sending.outbox.wake()


DELIVERY: dict[str, Any] = {
    "order_type": "delivery",
    "address_city": "Київ",
    "address_street": "Потаємна",
    "address_house": "17",
    "address_comment": "домофон 58",
}


async def ends(sending: Sending) -> None:
    await sending.database.write(lambda conn: conn.run("UPDATE orders SET status = 'completed'"))


async def test_the_card_of_a_forgotten_customer_names_nobody(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(501, **DELIVERY)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await sending.until("sent")
        await ends(sending)
        [card] = sending.staff.messages
        assert "Оля" in card.text
        assert "Потаємна" in card.text
        await forgets(sending)
        await sending.until("sent", "sent")
    [card] = sending.staff.messages
    assert card.edits == 1
    for secret in ("Оля", "380501112233", "Потаємна", "домофон"):
        assert secret not in card.text
    assert card.text == f"#{order_id} · Доставлено · 170 ₴"


async def test_a_card_that_is_gone_is_not_sent_again(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(501)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await sending.until("sent")
        await ends(sending)
        sending.staff.messages.clear()
        await forgets(sending)
        await sending.until("sent", "closed")
    assert sending.staff.messages == []


async def test_an_order_without_a_card_gets_none(sending: Sending) -> None:
    await sending.customer(501)
    await sending.order(501, status="completed")
    await forgets(sending)
    assert await sending.states() == []


async def test_the_end_of_an_open_order_is_still_told(sending: Sending) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, status="ready", payment_method="cash")
    staff = StaffOrderService(sending.database, sending.clock, record)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await sending.until("sent")
        await forgets(sending)
        await staff.advance(order_id, OrderStatus.READY, OrderStatus.COMPLETED, "Кухар")
        sending.clock.forward(seconds=5)
        sending.outbox.wake()
        await olha.sees("видано")
        await sending.until("sent", "sent", "sent")
    [card] = sending.staff.messages
    assert "Оля" not in card.text
    assert "Кухар" in card.text


async def test_what_stood_in_their_chat_is_not_known_any_more(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(501)
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        await sending.until("sent")
        await ends(sending)
        await forgets(sending)
    assert await sending.database.read(lambda conn: conn.all("SELECT * FROM order_messages")) == []
