"""What the queued messages say: every kind, in the right language, escaped, within the platform's limits."""

from typing import Any

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.card_messages import queue_card
from cafe.core.money.payments.facts import OrderPaid, ReportSource
from cafe.core.money.payments.model import Money, Payment
from cafe.core.ordering.orders.payment_store import claim_payment
from cafe.core.ordering.orders.store import get_order
from tests.bot.sending import Sending


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        (
            "customer-order-created",
            {},
            ["Дякуємо за замовлення, Оля <3 & Co!", "#1", "170 ₴", "[💳 Оплатити]"],
        ),
        ("customer-card-unavailable", {}, ["#1", "Оплата карткою тимчасово недоступна"]),
        ("customer-payment-received", {}, ["Оплату замовлення #1 на 170 ₴ отримано"]),
        ("customer-payment-failed", {}, ["Оплата замовлення #1 не пройшла", "оплатіть при отриманні"]),
        ("customer-money-to-return", {}, ["вже скасоване", "повернемо вам ці кошти"]),
        (
            "customer-receipt-ready",
            {"url": "https://check.example/1"},
            ["Чек за замовлення #1", "[🧾 Відкрити чек]"],
        ),
        ("customer-order-status", {"status": "cooking"}, ["Замовлення #1 вже готується"]),
        ("customer-order-status", {"status": "confirmed", "ready_minutes": 20}, ["прийнято", "за 20 хв"]),
        ("customer-order-status", {"status": "ready"}, ["готове, чекаємо на вас"]),
        ("customer-order-status", {"ready_minutes": 30}, ["#1 буде готове приблизно о", "за 30 хв"]),
        (
            "customer-order-status",
            {"status": "cancelled", "reason": "немає <молока>", "money_to_return": True},
            ["скасовано", "Причина: немає <молока>", "повернемо вам 170 ₴"],
        ),
    ],
)
async def test_what_a_customer_reads(sending: Sending, kind: str, facts: dict[str, Any], words: list[str]) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order()
    async with sending.running():
        await sending.tell(501, kind, order_id, **facts)
        await olha.sees(*words)
        await sending.until("sent")


async def test_a_customer_reads_their_own_language_and_gets_links(sending: Sending) -> None:
    john = await sending.customer(502, "John", Locale.EN)
    order_id = await sending.order(502, tracking_token="tok")
    async with sending.running():
        await sending.tell(502, "customer-order-created", order_id, Locale.EN)
        await john.sees("Thank you for your order", "₴170")
    assert john.link("Track") == "https://cafe.example/webapp/?track=tok"


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        ("staff-order-cancelled", {"money_to_return": False}, "Гість скасував замовлення #1 на 170 ₴"),
        ("staff-order-cancelled", {"money_to_return": True}, "Поверніть гостю 170 ₴"),
        ("staff-order-paid", {}, "Замовлення #1 оплачено карткою: 170 ₴"),
        ("staff-order-to-cash", {}, "Замовлення #1: гість заплатить готівкою, до сплати 170 ₴"),
        ("staff-order-held", {"until": 1781514900}, "на картці гостя заблоковано 170 ₴"),
        ("staff-order-held", {"until": 1781514900}, "Прийміть до 12:15, інакше замовлення буде скасовано"),
        ("staff-hold-lost", {"reason": "ліміт <1>"}, "не списано: ліміт <1>"),
        ("staff-hold-lost", {"reason": ""}, "Гість може оплатити ще раз"),
        (
            "staff-order-cancelled",
            {"money_to_return": False, "is_unanswered": True},
            "скасовано: його не прийняли вчасно",
        ),
        ("staff-money-to-return", {"amount": 170, "reason": "cancelled"}, "вже скасоване замовлення"),
        (
            "staff-amount-differs",
            {"amount": 16950, "currency": "UAH"},
            "надійшло 169.50 UAH, а сума замовлення — 170",
        ),
        ("staff-payment-reversed", {"sums": [[17_000, "UAH"]]}, "а воно не скасоване"),
        (
            "staff-payment-reversed",
            {"sums": [[17_000, "UAH"]], "is_twice": True},
            "Банк повернув гостю 170 ₴ за замовлення #1, а ви вже позначили ці гроші як повернуті",
        ),
        ("staff-receipt-refused", {"reason": "зміна <закрита>"}, "не створено: зміна <закрита>"),
        ("staff-order-forgotten", {}, "Зателефонуйте гостю +380501112233"),
    ],
)
async def test_what_the_staff_read(sending: Sending, kind: str, facts: dict[str, Any], words: str) -> None:
    await sending.customer(501, locale=Locale.EN)
    order_id = await sending.order()
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff(kind, order_id, **facts)
        await ira.sees(words)


async def test_low_stock_needs_no_order(sending: Sending) -> None:
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-low-stock", None, name="Молоко <3>", stock=-20, unit="ml")
        await ira.sees("Закінчується: Молоко <3>, лишилося -20 мл")


def paid_by_card(conn: Connection, order_id: OrderId, now: int) -> None:
    order = get_order(conn, order_id)
    provider, source = ProviderName.MONOBANK, ReportSource.POLL
    payment = Payment(1, Money(order.total * 100))
    record(conn, OrderPaid(at=now, order=order, payment=payment, provider=provider, source=source, receipt_id=None))


async def test_the_card_shows_everything_and_is_edited_in_place(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(
        order_type="delivery",
        sequence_number=7,
        address_city="Київ",
        address_street="Хрещатик",
        address_house="1",
        address_apartment="5",
        address_comment="<b>домофон</b> & 2 поверх",
        delivery_fee=60,
        total=230,
    )
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        card = await ira.sees(
            "№7 · 🛵 Доставка · Нове",
            "Київ, Хрещатик, 1, кв. 5",
            "<b>домофон</b> & 2 поверх",
            "2 × Лате <b> — 170 ₴",
            "Доставка: 60 ₴",
            "Разом: 230 ₴",
            "💳 Картка · не оплачено",
            "Оля <3 & Co · +380501112233",
            "[✅ Прийняти] [✏️ Змінити]\n[⏱ 10 хв] [⏱ 20 хв] [⏱ 30 хв] [⏱ 45 хв]\n[⛔️ Немає…] [❌ Скасувати]",
        )
        await sending.until("sent")
        await sending.database.write(claim_payment, order_id)
        ira.mark = sending.telegram.world.revision
        await sending.database.write(paid_by_card, order_id, sending.clock.seconds)
        sending.outbox.wake()
        changed = await ira.sees("№7", "💳 Картка · оплачено ✅")
        await sending.until("sent", "sent", "sent", "closed")
    assert changed.message_id == card.message_id
    assert len(ira.inbox) == 2  # the card and the message about the payment


async def test_the_card_of_a_pickup_shows_what_was_said_with_it(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(order_type="pickup", pickup_time="14:30", address_comment="Прибори не потрібні")
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await ira.sees("🥡 Самовивіз · Нове", "14:30", "Прибори не потрібні")


async def test_a_comment_cannot_forge_lines_of_the_card(sending: Sending) -> None:
    await sending.customer(501)
    forged = "біля дверей\nРазом: 0 ₴\n💳 Картка · оплачено ✅" + "\n</blockquote>" * 20
    order_id = await sending.order(order_type="delivery", address_comment=forged, name="№7 · Видано")
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        card = await ira.sees("#1", "Разом: 170 ₴")
    assert "<code>№7 · Видано</code>" in card.html
    quoted = card.html[card.html.index("<blockquote>") : card.html.index("</blockquote>")]
    assert "Разом: 0 ₴\n💳 Картка · оплачено ✅" in quoted
    assert quoted.count("\n") < 8
    assert card.html.count("<blockquote>") == 1


async def test_many_changes_make_one_edit_and_a_removed_card_comes_anew(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order()
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        card = await ira.sees("Самовивіз")
        await sending.until("sent")
    for _ in range(5):
        await sending.database.write(queue_card, order_id, sending.clock.seconds)
    assert await sending.states() == ["sent", "queued"]
    sending.staff.messages.remove(card)
    async with sending.running(sending.new_outbox()):
        await sending.until("sent", "sent")
    assert len(ira.inbox) == 1


async def test_an_order_the_staff_are_not_told_of_gets_no_card(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order()
    await sending.database.write(queue_card, order_id, sending.clock.seconds)
    assert await sending.states() == []


async def test_the_longest_order_fits_into_one_message(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(lines=300, name="&" * 5000, address_comment="<" * 5000, order_type="delivery")
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await ira.sees("…та ще", "Разом: 170 ₴", "[✅ Прийняти]")
