"""What the queued messages say: every kind, in the right language, escaped, within the platform's limits."""

from typing import Any

import pytest

from cafe.core.notifications import Kind
from cafe.core.store.orders import claim_payment
from cafe.core.store.outbox import queue_card
from cafe.core.values import Locale
from tests.bot.sending import Sending


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        (Kind.CUSTOMER_ORDER_CREATED, {}, ["Дякуємо за замовлення, Оля <3 & Co!", "#1", "170 грн", "[💳 Оплатити]"]),
        (Kind.CUSTOMER_CARD_UNAVAILABLE, {}, ["#1", "Оплата карткою тимчасово недоступна"]),
        (Kind.CUSTOMER_PAYMENT_RECEIVED, {}, ["Оплату замовлення #1 на 170 грн отримано"]),
        (Kind.CUSTOMER_PAYMENT_FAILED, {}, ["Оплата замовлення #1 не пройшла", "оплатіть при отриманні"]),
        (Kind.CUSTOMER_MONEY_TO_RETURN, {}, ["вже скасоване", "повернемо вам ці кошти"]),
        (
            Kind.CUSTOMER_RECEIPT_READY,
            {"url": "https://check.example/1"},
            ["Чек за замовлення #1", "[🧾 Відкрити чек]"],
        ),
        (Kind.CUSTOMER_ORDER_STATUS, {"status": "cooking"}, ["Замовлення #1 вже готується"]),
        (Kind.CUSTOMER_ORDER_STATUS, {"status": "confirmed", "ready_minutes": 20}, ["підтверджено", "за 20 хв"]),
        (Kind.CUSTOMER_ORDER_STATUS, {"status": "ready"}, ["готове, чекаємо на вас"]),
        (Kind.CUSTOMER_ORDER_STATUS, {"ready_minutes": 30}, ["#1 буде готове приблизно о", "за 30 хв"]),
        (
            Kind.CUSTOMER_ORDER_STATUS,
            {"status": "cancelled", "reason": "немає <молока>", "money_to_return": True},
            ["скасовано", "Причина: немає <молока>", "повернемо вам 170 грн"],
        ),
    ],
)
async def test_what_a_customer_reads(sending: Sending, kind: Kind, facts: dict[str, Any], words: list[str]) -> None:
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
        await sending.tell(502, Kind.CUSTOMER_ORDER_CREATED, order_id, Locale.EN)
        await john.sees("Thank you for your order", "170 UAH")
    assert john.link("Track") == "https://cafe.example/webapp/?track=tok"


@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        (Kind.STAFF_ORDER_CANCELLED, {"money_to_return": False}, "Гість скасував замовлення #1 на 170 грн"),
        (Kind.STAFF_ORDER_CANCELLED, {"money_to_return": True}, "Поверніть гостю 170 грн"),
        (Kind.STAFF_ORDER_PAID, {}, "Замовлення #1 оплачено карткою: 170 грн"),
        (Kind.STAFF_MONEY_TO_RETURN, {"amount": 170, "reason": "cancelled"}, "вже скасоване замовлення"),
        (
            Kind.STAFF_AMOUNT_DIFFERS,
            {"amount": 16950, "currency": "UAH"},
            "надійшло 169.50 UAH, а сума замовлення — 170",
        ),
        (Kind.STAFF_RECEIPT_REFUSED, {"reason": "зміна <закрита>"}, "не створено: зміна <закрита>"),
        (Kind.STAFF_ORDER_FORGOTTEN, {}, "зателефонуйте гостю +380501112233"),
    ],
)
async def test_what_the_staff_read(sending: Sending, kind: Kind, facts: dict[str, Any], words: str) -> None:
    await sending.customer(501, locale=Locale.EN)
    order_id = await sending.order()
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff(kind, order_id, **facts)
        await ira.sees(words)


async def test_low_stock_needs_no_order(sending: Sending) -> None:
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff(Kind.STAFF_LOW_STOCK, None, name="Молоко <3>", stock=-20, unit="ml")
        await ira.sees("Закінчується: Молоко <3>, лишилося -20 ml")


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
        await sending.tell_staff(Kind.STAFF_ORDER_CREATED, order_id)
        card = await ira.sees(
            "№7 · 🛵 Доставка · Нове",
            "Київ, Хрещатик, 1, кв. 5",
            "<b>домофон</b> & 2 поверх",
            "2 × Лате <b> — 170 грн",
            "Доставка: 60 грн",
            "Разом: 230 грн",
            "💳 Картка · не оплачено",
            "Оля <3 & Co · +380501112233",
            "[✅ Прийняти]\n[⏱ 10 хв] [⏱ 20 хв] [⏱ 30 хв] [⏱ 45 хв]\n[❌ Скасувати]",
        )
        await sending.until("sent")
        await sending.database.write(claim_payment, order_id)
        ira.mark = sending.telegram.world.revision
        await sending.tell_staff(Kind.STAFF_ORDER_PAID, order_id)
        changed = await ira.sees("№7", "💳 Картка · оплачено ✅")
        await sending.until("sent", "sent", "sent")
    assert changed.message_id == card.message_id
    assert len(ira.inbox) == 2  # the card and the message about the payment


async def test_many_changes_make_one_edit_and_a_removed_card_comes_anew(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order()
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff(Kind.STAFF_ORDER_CREATED, order_id)
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
    async with sending.running():
        await sending.until("closed")
    assert sending.staff.messages == []


async def test_the_longest_order_fits_into_one_message(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order(lines=300, name="&" * 5000, address_comment="<" * 5000, order_type="delivery")
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff(Kind.STAFF_ORDER_CREATED, order_id)
        await ira.sees("…та ще", "Разом: 170 грн", "[✅ Прийняти]")
