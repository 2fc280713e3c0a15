"""The one message of a guest's chat that shows an order: edited as it goes on, or a new one where they have to act."""

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments import ledger
from cafe.core.money.payments.facts import OrderPaid, ReportSource
from cafe.core.money.payments.model import Payment, PaymentKind
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.payment_store import claim_payment
from cafe.core.ordering.orders.staff_service import StaffOrderService
from cafe.core.ordering.orders.store import get_order
from tests.bot.conversation import ChatCafe, converse, eventually
from tests.bot.sending import Sending
from tests.fakes.telegram import Fault

NEW, CONFIRMED, COOKING, READY = OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY
COURIER, COMPLETED = OrderStatus.COURIER, OrderStatus.COMPLETED


@pytest.fixture
def staff(sending: Sending) -> StaffOrderService:
    return StaffOrderService(sending.database, sending.clock, record)


def pay(conn: Connection, order_id: OrderId, now: int, source: ReportSource) -> None:
    order = get_order(conn, order_id)
    ledger.add_payment_in_person(conn, order, PaymentKind.TERMINAL, "", now)  # a page of a bank would do as well
    [stored] = ledger.list_payments(conn, order.id)
    payment = Payment(stored.id, stored.paid)
    claim_payment(conn, order_id)
    fact = OrderPaid(
        at=now, order=order, payment=payment, provider=ProviderName.MONOBANK, source=source, receipt_id=None
    )
    record(conn, fact)


async def test_the_message_keeps_time_and_payment_as_the_order_goes_on(
    sending: Sending, staff: StaffOrderService
) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, order_type="delivery")
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        thanks = await olha.sees("Дякуємо", "[💳 Оплатити]")
        await staff.promise(order_id, NEW, 20, "Тарас")
        sending.outbox.wake()
        await olha.sees("прийнято", "(за 20 хв)", "💳 Ще не оплачено: 170 ₴", "[💳 Оплатити]")
        await sending.database.write(pay, order_id, sending.clock.seconds, ReportSource.WEBHOOK)
        sending.outbox.wake()
        await olha.sees("✅ Оплату замовлення #1 на 170 ₴ отримано", "#1 прийнято", "⏱ Буде готове приблизно о")
        await staff.advance(order_id, CONFIRMED, COOKING, "Тарас")
        sending.outbox.wake()
        shown = await olha.sees("вже готується", "⏱ Буде готове приблизно о", "✅ Оплачено: 170 ₴")
    assert "Оплатити" not in shown.picture
    assert olha.inbox == [thanks]


async def test_cash_is_asked_for_when_the_courier_comes(sending: Sending, staff: StaffOrderService) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, order_type="delivery", payment_method="cash", status="ready")
    async with sending.running():
        await staff.advance(order_id, READY, COURIER, "Тарас")
        sending.clock.forward(seconds=5)
        sending.outbox.wake()
        await olha.sees("вже в дорозі", "💵 До сплати готівкою: 170 ₴")
        await staff.advance(order_id, COURIER, COMPLETED, "Тарас")
        sending.clock.forward(seconds=5)
        sending.outbox.wake()
        done = await olha.sees("Смачного")
    assert olha.inbox == [done]
    assert "До сплати" not in done.text


@pytest.mark.parametrize("source", [ReportSource.POLL, ReportSource.WEBHOOK])
async def test_what_was_asked_of_the_guest_stands_no_longer_than_it_is_true(
    sending: Sending, source: ReportSource
) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501)
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        await sending.tell(501, "customer-payment-failed", order_id)
        failed = await olha.sees("не пройшла", "отримано, скоро приймемо", "[💳 Оплатити]")
        await sending.database.write(pay, order_id, sending.clock.seconds, source)
        sending.outbox.wake()
        paid = await olha.sees("✅ Опла", "170 ₴")
        await eventually(lambda: olha.inbox == [paid])
    assert paid is failed
    assert "Оплатити" not in paid.picture
    assert "не пройшла" not in paid.text


async def test_a_guest_who_cancels_what_they_paid_reads_what_goes_back(sending: Sending) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, status="cancelled", payment_status="paid")
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        thanks = await olha.sees("Дякуємо")
        await sending.tell(501, "customer-order-changed", order_id, sums=[[17_000, "UAH"]])
        assert await olha.sees("#1 скасовано", "Ми повернемо вам 170 ₴") is thanks
    assert olha.inbox == [thanks]


async def test_a_message_that_is_gone_comes_anew_without_a_sound(sending: Sending, staff: StaffOrderService) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501)
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        thanks = await olha.sees("Дякуємо")
        await sending.until("sent")
        olha.chat.remove(thanks)
        await staff.advance(order_id, NEW, CONFIRMED, "Тарас")
        sending.outbox.wake()
        anew = await olha.sees("прийнято")
        await sending.until("sent", "sent")
        await staff.advance(order_id, CONFIRMED, COOKING, "Тарас")
        sending.outbox.wake()
        await olha.sees("готується")
    assert olha.inbox == [anew]
    assert sending.telegram.calls_of("sendMessage")[-1].params["disable_notification"] == "true"


async def test_what_is_too_old_to_be_deleted_points_to_what_is_new(sending: Sending, staff: StaffOrderService) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501, status="cooking")
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        thanks = await olha.sees("Дякуємо")
        await sending.until("sent")
        thanks.date -= 49 * 3600
        await staff.advance(order_id, COOKING, READY, "Тарас")
        sending.clock.forward(seconds=5)
        sending.outbox.wake()
        ready = await olha.sees("чекаємо на вас")
        await olha.sees("Замовлення #1: новини про нього нижче 👇")
    assert olha.inbox == [thanks, ready]
    assert thanks.inline == []


async def test_a_killed_process_edits_twice_and_nobody_notices(sending: Sending, staff: StaffOrderService) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order(501)
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        await sending.until("sent")
        sending.telegram.meet(Fault.DROP_AFTER, method="editMessageText", times=1)
        await staff.advance(order_id, NEW, CONFIRMED, "Тарас")
        sending.outbox.wake()
        await sending.until("sent", "sent")
    [message] = olha.inbox
    assert "прийнято" in message.text
    assert message.edits == 1


async def test_an_edit_waits_as_it_is_told_to(sending: Sending, staff: StaffOrderService) -> None:
    await sending.customer(501)
    order_id = await sending.order(501)
    async with sending.running():
        await sending.tell(501, "customer-order-created", order_id)
        await sending.until("sent")
        sending.telegram.meet(Fault.FLOOD, method="editMessageText", seconds=3, times=1)
        await staff.advance(order_id, NEW, CONFIRMED, "Тарас")
        sending.outbox.wake()
        await sending.until("sent", "sent")
    first, second = sending.telegram.calls_of("editMessageText")
    assert second.at - first.at >= 3


async def test_what_a_guest_opens_leaves_the_message_alone(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    placed = await cafe.in_mini_app(olha).places("latte")
    thanks = await olha.sees("Дякуємо за замовлення")
    await converse(olha, [("[📋 Деталі]", "Замовлення №1 · Нове", "[❌ Скасувати]"), ("[❌ Скасувати]", "Скасувати")])
    await cafe.cafe.app.services.staff_orders.advance(OrderId(placed["order_id"]), NEW, CONFIRMED, "Тарас")
    assert await olha.sees("№1 прийнято") is thanks
    await converse(olha, [("[❌ Так", "Замовлення №1 · Скасовано")])
    await eventually(lambda: "№1 скасовано" in thanks.text)
    assert thanks in olha.inbox


async def test_nothing_offers_to_cancel_what_cannot_be_cancelled(cafe: ChatCafe) -> None:
    olha, staff_orders = cafe.customer(), cafe.cafe.app.services.staff_orders
    await converse(olha, [("/start", "Вітаємо")])
    order_id = OrderId((await cafe.in_mini_app(olha).places("latte"))["order_id"])
    thanks = await olha.sees("Дякуємо за замовлення")
    await olha.press("📋 Деталі", on=thanks)
    details = await olha.sees("Замовлення №1 · Нове", "[❌ Скасувати]")
    await olha.press("📋 Деталі", on=thanks)
    elsewhere = await olha.sees("Замовлення №1 · Нове", "[❌ Скасувати]")
    await olha.press("🧾 Замовлення", on=elsewhere)
    await olha.sees("Ваші замовлення")
    await staff_orders.advance(order_id, NEW, CONFIRMED, "Тарас")
    await olha.sees("№1 прийнято")
    assert "Скасувати" in details.picture, "it still can be cancelled"
    await staff_orders.advance(order_id, CONFIRMED, COOKING, "Тарас")
    assert await olha.sees("Замовлення №1 · Готується", "[🔁 Повторити]") is details
    assert "Скасувати" not in details.picture
    assert "Ваші замовлення" in elsewhere.text
    assert await cafe.cafe.value("SELECT COUNT(*) AS n FROM order_screens") == 0
