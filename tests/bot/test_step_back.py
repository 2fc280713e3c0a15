"""A step that the staff take back: what the customer hears of it."""

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.staff_service import StaffOrderService
from tests.bot.sending import Sending

COOKING, READY, COMPLETED = OrderStatus.COOKING, OrderStatus.READY, OrderStatus.COMPLETED


@pytest.fixture
def staff(sending: Sending) -> StaffOrderService:
    return StaffOrderService(sending.database, sending.clock, record)


async def test_a_slip_that_is_noticed_at_once_is_never_told(sending: Sending, staff: StaffOrderService) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, status="cooking")
    async with sending.running():
        await staff.advance(order_id, COOKING, READY, "Тарас")
        sending.clock.forward(seconds=3)
        await staff.step_back(order_id, READY, "Тарас")
        await staff.advance(order_id, COOKING, READY, "Тарас")
        sending.clock.forward(seconds=5)
        sending.outbox.wake()
        await olha.sees("готове")
        await sending.until("closed", "sent")
    assert len(olha.inbox) == 1


@pytest.mark.parametrize(
    ("locale", "words"),
    [(Locale.UK, ("Уточнення щодо замовлення", "Готується")), (Locale.EN, ("A correction for order", "Cooking"))],
)
async def test_a_slip_that_was_told_is_corrected(
    sending: Sending, staff: StaffOrderService, locale: Locale, words: tuple[str, str]
) -> None:
    olha = await sending.customer(501, locale=locale)
    order_id = await sending.order(501, status="cooking")
    async with sending.running():
        await staff.advance(order_id, COOKING, READY, "Тарас")
        sending.clock.forward(seconds=5)
        sending.outbox.wake()
        await sending.until("sent")
        await staff.step_back(order_id, READY, "Тарас")
        sending.outbox.wake()
        await olha.sees(*words)


async def test_the_card_of_an_order_that_ended_unseen_comes_after_all(
    sending: Sending, staff: StaffOrderService
) -> None:
    await sending.customer(501)
    order_id = await sending.order(501, status="ready", payment_method="cash")
    await sending.tell_staff("staff-order-created", order_id)
    await staff.advance(order_id, READY, COMPLETED, "Тарас")
    await staff.step_back(order_id, COMPLETED, "Тарас")
    async with sending.running():
        sending.outbox.wake()
        await sending.until("closed", "closed", "sent")
    [card] = sending.staff.messages
    assert "крок назад: готове" in card.text


async def test_a_clock_that_is_set_back_holds_no_message_longer(sending: Sending, staff: StaffOrderService) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, status="cooking")
    async with sending.running():
        await staff.advance(order_id, COOKING, READY, "Тарас")
        sending.clock.forward(minutes=-5)
        sending.outbox.wake()
        await olha.sees("готове")
