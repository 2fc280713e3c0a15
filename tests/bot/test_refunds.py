"""Giving money back in the staff's chat: what is chosen, asked, done and told, to the kopiyka."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cafe.core.money.refunds.model import Selection
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.people.staff.model import Role
from tests.bot.clock import MovableClock
from tests.bot.conversation import ChatCafe, converse, eventually, open_chat_cafe
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import FakeTelegram, Seat


@pytest.fixture
async def cafe(
    tmp_path: Path, database_url: str, telegram: FakeTelegram, bank: FakeMonobank, clock: MovableClock
) -> AsyncIterator[ChatCafe]:
    assert clock
    async with open_chat_cafe(
        tmp_path, telegram, database_url=database_url, monobank_token=bank.token, monobank_api_url=bank.base_url
    ) as running_cafe:
        yield running_cafe


async def paid(cafe: ChatCafe, bank: FakeMonobank, seat: Seat, *slugs: str, **form: Any) -> tuple[int, str]:
    seat.chat.is_started = True
    placed = await cafe.in_mini_app(seat).places(*slugs, payment_method="card", **form)
    invoice = str(placed["pay_url"]).rpartition("/")[2]
    await bank.pay(invoice)
    return int(placed["order_id"]), invoice


def carried(seat: Seat, label: str) -> str:
    """What the button with this in its label carries, on the last message."""
    [data] = [button["callback_data"] for row in seat.last.inline for button in row if label in button["text"]]
    return str(data)


async def test_a_dish_goes_back_and_then_the_rest(cafe: ChatCafe, bank: FakeMonobank) -> None:
    """Latte 85 and cake 120, less 5 % for collecting them: 195 UAH."""
    john, taras = cafe.customer(502, "John", "en"), cafe.staff()
    order_id, invoice = await paid(cafe, bank, john, "latte", "cake")
    await taras.sees("Картка · оплачено ✅", "[💸 Повернути гроші]")
    await converse(
        taras,
        [
            ("[💸 Повернути гроші]", "Що повернути гостю?", "[▫️ Київський торт — 114,15 ₴]"),
            ("[▫️ Київський торт", "[✅ 1 × Київський торт — 114,15 ₴]", "[➡️ Повернути обране: 114,15 ₴]"),
            ("[➡️ Повернути обране", "Повернути гостю 114,15 ₴ на картку", "1 × Київський торт — 114,15 ₴"),
            ("[Немає в наявності]", "(Повертаємо 114,15 ₴: стежте за карткою)", "Повернуто гостю: 114,15 ₴"),
        ],
    )
    await john.sees("We returned ₴114.15 for order №1 to you", "within 1–3 banking days")
    assert bank.invoices[invoice].returned == 114_15
    [seen] = await cafe.in_mini_app(john).sees_orders()
    assert (seen["refunded_amount"], seen["payment_status"], seen["total"]) == (114.15, "paid", 195)

    await cafe.in_mini_app(john).cancels(order_id)
    await taras.sees("Поверніть гостю 80,85 ₴")
    await taras.sees("№1 · Скасовано гостем", "Повернути: 80,85 ₴", "[💸 Повернути гроші]")
    await converse(
        taras,
        [
            (
                "/today",
                "Повернути гостям: 80,85 ₴",
                "Повернуто гостям: 114,15 ₴",
                "Усього сплачено: 195 ₴",
                "Лишилося в закладу: 80,85 ₴",
                "[💸 Повернення грошей]",
            ),
            ("[💸 Повернення грошей]", "Кому повернути гроші?", "[💸 №1 · 195 ₴]"),
            ("[💸 №1 · 195 ₴]", "Що повернути гостю?", "[💸 Повернути 80,85 ₴]"),
            ("[💸 Повернути 80,85 ₴]", "на картку, якою платили?", "[🤝 Уже повернули інакше]"),
            ("[✅ Так, повернути 80,85 ₴]", "(Повертаємо 80,85 ₴: стежте за карткою)", "Повернуто гостю: 195 ₴"),
        ],
    )
    await john.sees("We returned ₴80.85")
    assert bank.invoices[invoice].returned == 195_00
    await converse(taras, [("/today", "Повернуто гостям: 195 ₴", "Лишилося в закладу: 0 ₴")])
    assert "Повернути гостям" not in taras.last.text
    [seen] = await cafe.in_mini_app(john).sees_orders()
    assert seen["refunded_amount"] == 195


async def paid_twice(cafe: ChatCafe, bank: FakeMonobank, seat: Seat, *slugs: str) -> tuple[str, str]:
    """An order that was paid by one page and by another one that was open, too."""
    order_id, first = await paid(cafe, bank, seat, *slugs)
    await cafe.cafe.execute("UPDATE orders SET payment_status = 'unpaid' WHERE id = :id", id=order_id)
    page = (await cafe.in_mini_app(seat).pays(order_id)).json["pay_url"]
    await cafe.cafe.execute("UPDATE orders SET payment_status = 'paid' WHERE id = :id", id=order_id)
    second = str(page).rpartition("/")[2]
    await bank.pay(second)
    return first, second


async def test_what_must_go_back_is_offered_first_and_by_its_name(cafe: ChatCafe, bank: FakeMonobank) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    first, second = await paid_twice(cafe, bank, olha, "latte")
    await converse(
        taras,
        [
            (
                "/refund 1",
                "[💸 Повернути зайву оплату: 81 ₴]\n[▫️ Лате — 81 ₴]\n[💸 Повернути все: 81 ₴]",
            ),
            ("[💸 Повернути зайву оплату: 81 ₴]", "на картку", "[🤝 Уже повернули інакше]"),
            ("[✅ Так, повернути 81 ₴]", "(Повертаємо 81 ₴: стежте за карткою)"),
        ],
    )
    await eventually(lambda: bank.invoices[second].returned == 81_00)
    assert bank.invoices[first].returned == 0


@pytest.mark.parametrize(
    ("button", "cash"), [("[💵 Готівка]", "💵 Готівка: 81 ₴"), ("[Нічого не брали]", "💵 Готівка: 0 ₴")]
)
async def test_an_order_whose_payment_went_back_is_paid_anew_or_handed_out_for_nothing(
    cafe: ChatCafe, bank: FakeMonobank, button: str, cash: str
) -> None:
    taras = cafe.staff()
    _, invoice = await paid(cafe, bank, cafe.customer(), "latte")
    steps = [("[✅ Прийняти]", "Прийнято"), ("[👩‍🍳 Готується]", "Готується"), ("[🔔 Готове]", "Готове")]
    await taras.sees("№1", "оплачено ✅")
    await converse(taras, steps)
    await bank.refund(invoice)
    await taras.sees("Повернуто гостю: 81 ₴")
    asked = ("Оплата повернулася гостю. Як заплатив гість?", "[💵 Готівка] [💳 Термінал]\n[Нічого не брали]\n[⬅️ Назад]")
    await converse(taras, [("[🏁 Видано]", *asked), (button, "Видано"), ("/today", cash)])


async def test_money_that_is_owed_is_not_forgotten_overnight(cafe: ChatCafe, bank: FakeMonobank) -> None:
    """Whatever comes after it: 45 orders of the next day, and 25 of theirs that owe money, too."""
    olha, taras = cafe.customer(), cafe.staff()
    await paid_twice(cafe, bank, olha, "latte")
    cafe.clock.advance(days=1)
    now = int(cafe.clock.now().timestamp())
    await cafe.cafe.execute(
        "INSERT INTO orders (customer_id, sequence_number, order_type, status, payment_method, payment_status, "
        "items_total, delivery_fee, discount_amount, promo_discount_amount, total, name, phone, created_at) "
        "WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 46) "
        "SELECT -1, n, 'dine_in', 'completed', 'cash', 'unpaid', 100, 0, 0, 0, 100, '', '', CAST(:now AS BIGINT) "
        "FROM numbers",
        now=now,
    )
    await cafe.cafe.execute(
        "INSERT INTO payments (order_id, kind, amount, paid_at, has_sale) "
        "SELECT id, 'cash', total * 100, 1, 1 FROM orders WHERE status = 'completed'"
    )
    await cafe.cafe.execute(
        "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
        "SELECT id, 10000, 'UAH', 'cancelled', CAST(:now AS BIGINT) FROM orders WHERE sequence_number BETWEEN 2 AND 26",
        now=now,
    )
    await converse(
        taras,
        [
            ("/today", "Повернути гостям: 2500 ₴", "Повернути за попередні дні: 81 ₴"),
            ("[💸 Повернення грошей]", "[💸 №1 · 81 ₴]\n[💸 №2 · 100 ₴]", "[◀️] [1/3] [▶️]"),
            ("[▶️]", "[💸 №26 · 100 ₴]\n[№46 · 100 ₴]", "[◀️] [2/3] [▶️]"),
            ("/today вчора", "Повернути гостям: 81 ₴"),
        ],
    )
    assert "попередні" not in taras.last.text


async def test_two_who_press_at_once(cafe: ChatCafe, bank: FakeMonobank) -> None:
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    _, invoice = await paid(cafe, bank, olha, "latte")
    await taras.sees("[💸 Повернути гроші]")
    await converse(taras, [("[💸 Повернути гроші]", "Що повернути"), ("[💸 Повернути все: 81 ₴]", "на картку")])
    question, data = taras.last, carried(taras, "Помилка")
    await taras.press_data(data, on=question)
    await taras.sees_toast("Повертаємо 81 ₴: стежте за карткою")
    await iryna.press_data(data, on=question)
    await eventually(lambda: bank.invoices[invoice].returned == 81_00)
    await iryna.sees_toast("Повертати вже нічого.")
    assert await cafe.cafe.value("SELECT COUNT(*) FROM refunds") == 1


async def test_a_yes_gives_back_what_the_question_named(cafe: ChatCafe, bank: FakeMonobank) -> None:
    """Two lattes on two lines cost the same; while Taras is asked, Iryna chooses the other one."""
    olha, taras, iryna = cafe.customer(), cafe.staff(), cafe.staff(702, "Ірина")
    await paid(cafe, bank, olha, "latte", "cake")
    await cafe.cafe.execute("UPDATE order_lines SET price = 85")
    await cafe.cafe.execute("UPDATE orders SET items_total = 170, discount_amount = 0, total = 170")
    await cafe.cafe.execute("UPDATE payments SET amount = 17000")
    await converse(
        taras,
        [
            ("/refund 1", "Що повернути"),
            ("[▫️ Лате", "[➡️ Повернути обране: 85 ₴]"),
        ],
    )
    latte, cake = carried(taras, "Лате"), carried(taras, "Київський торт")
    await converse(taras, [("[➡️ Повернути обране", "1 × Лате — 85 ₴", "[Помилка в замовленні]")])
    message, yes = taras.last, carried(taras, "Помилка")
    assert len(yes) <= 64
    for line in (cake, latte):
        await iryna.press_data(line, on=message)
    await iryna.sees("[✅ 1 × Київський торт — 85 ₴]", "[▫️ Лате — 85 ₴]")
    old = ".".join(["lines", *yes.split(":")[4].split(".")[1:]])
    for data in (yes, ":".join([*yes.split(":")[:4], old])):
        await taras.press_data(data, on=message)
        await taras.sees_toast("Тим часом хтось обрав інше, нічого не повернуто.")
    assert not await cafe.cafe.rows("SELECT 1 FROM refunds")
    await converse(
        taras,
        [
            ("[➡️ Повернути обране: 85 ₴]", "1 × Київський торт — 85 ₴"),
            ("[Помилка в замовленні]", "(Повертаємо 85 ₴: стежте за карткою)"),
        ],
    )


async def test_every_line_of_a_long_order_can_be_chosen(cafe: ChatCafe, bank: FakeMonobank) -> None:
    """A latte and 34 teas for ₴10 each, with delivery: two pages."""
    olha, taras = cafe.customer(), cafe.staff()
    order_id, _ = await paid(cafe, bank, olha, "latte", "cake", kind="delivery")
    for number in range(34):
        await cafe.cafe.execute(
            "INSERT INTO order_lines (order_id, name, name_en, quantity, price) VALUES (:id, :name, '', 1, 10)",
            id=order_id,
            name=f"Чай {number}",
        )
    await cafe.cafe.execute("UPDATE orders SET items_total = items_total + 340, total = total + 340")
    await cafe.cafe.execute("UPDATE payments SET amount = amount + 34000")
    await converse(
        taras,
        [
            ("/refund 1", "[▫️ Чай 27 — 10 ₴]\n[◀️] [1/2] [▶️]\n[▫️ Доставка — 60 ₴]"),
            ("[▶️]", "[▫️ Чай 28 — 10 ₴]", "[▫️ Чай 33 — 10 ₴]\n[◀️] [2/2] [▶️]"),
            ("[▫️ Чай 33", "[✅ 1 × Чай 33 — 10 ₴]\n[◀️] [2/2] [▶️]", "[➡️ Повернути обране: 10 ₴]"),
            ("[▫️ Доставка", "[◀️] [2/2] [▶️]\n[✅ Доставка — 60 ₴]", "[➡️ Повернути обране: 70 ₴]"),
            ("[▶️]", "[▫️ Лате — 85 ₴]", "[➡️ Повернути обране: 70 ₴]"),
            ("[➡️ Повернути обране", "1 × Чай 33 — 10 ₴\nДоставка — 60 ₴"),
        ],
    )


async def test_cash_is_handed_over_and_noted(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    olha.chat.is_started = True
    placed = await cafe.in_mini_app(olha).places("latte", "cake")
    await taras.sees("№1", "Нове")
    assert "Повернути гроші" not in taras.last.text
    await cafe.cafe.moves_order(placed["order_id"], "completed")
    await converse(
        taras,
        [
            ("/refund 15", "Такого замовлення немає"),
            ("/refund №1", "Що повернути гостю?", "[💸 Повернути все: 195 ₴]"),
            ("[▫️ Лате", "[➡️ Повернути обране: 80,85 ₴]"),
            ("[➡️ Повернути обране", "Віддайте гостю 80,85 ₴", "1 × Лате — 80,85 ₴"),
            ("[Гостю не сподобалося]", "(Позначено: повернуто 80,85 ₴)", "Повернуто гостю: 80,85 ₴"),
        ],
    )
    await olha.sees("Повернули вам 80,85 ₴ за замовлення №1.")
    [refund] = await cafe.cafe.rows("SELECT reason, actor, way, state FROM refunds")
    assert refund == {"reason": "Гостю не сподобалося", "actor": "Тарас", "way": "person", "state": "done"}


async def test_above_the_limit_the_owner_presses(cafe: ChatCafe, bank: FakeMonobank) -> None:
    olha, taras, owner = cafe.customer(), cafe.staff(), cafe.staff(703, "Олена")
    await cafe.cafe.configure(refund_limit=50)
    await cafe.cafe.app.services.staff.add({"name": "Олена", "role": Role.OWNER.value, "telegram_id": 703})
    _, invoice = await paid(cafe, bank, olha, "latte")
    await taras.sees("[💸 Повернути гроші]")
    way = [("[💸 Повернути гроші]", "Що повернути"), ("[💸 Повернути все: 81 ₴]", "на картку")]
    await converse(
        taras,
        [*way, ("[На прохання гостя]", "(Понад 50 ₴ за замовлення повертає лише власник. Нічого не повернуто.)")],
    )
    assert bank.invoices[invoice].returned == 0
    await converse(
        owner,
        [
            ("/refund 1", "Що повернути"),
            ("[💸 Повернути все: 81 ₴]", "на картку"),
            ("[На прохання гостя]", "(Повертаємо 81 ₴: стежте за карткою)"),
        ],
    )
    await eventually(lambda: bank.invoices[invoice].returned == 81_00)


async def test_a_refusal_of_the_bank_is_told(cafe: ChatCafe, bank: FakeMonobank) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    order_id, invoice = await paid(cafe, bank, olha, "latte")
    bank.refused_refund = 500, "CANCEL_NOT_AVAILABLE"
    await taras.sees("[💸 Повернути гроші]")
    await cafe.cafe.app.services.staff_orders.cancel(order_id, OrderStatus.NEW, "нема", "Тарас")
    await taras.sees("Повернути: 81 ₴", "[💸 Повернути гроші]")
    await converse(
        taras,
        [
            ("[💸 Повернути гроші]", "[💸 Повернути 81 ₴]"),
            ("[💸 Повернути 81 ₴]", "на картку"),
            ("[✅ Так, повернути 81 ₴]", "не повернуто (81 ₴): Повернення неможливе"),
            ("/refund 1", "[💸 Повернути 81 ₴]"),
            ("[💸 Повернути 81 ₴]", "[🤝 Уже повернули інакше]"),
            ("[🤝 Уже повернули інакше]", "(Позначено: повернуто 81 ₴)"),
        ],
    )
    assert bank.invoices[invoice].returned == 0
    assert await cafe.cafe.value("SELECT returned_by FROM money_to_return") == "person"


async def test_what_the_bank_does_not_take_goes_on_or_is_called_off(cafe: ChatCafe, bank: FakeMonobank) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    _, invoice = await paid(cafe, bank, olha, "latte")
    await taras.sees("[💸 Повернути гроші]")
    bank.refused_refund = 403, "FORBIDDEN"
    refunds = cafe.cafe.app.services.refunds
    for seen in (0, 1):
        await refunds.request(1, Selection(amount=20_00), seen=seen, reason="", actor="Тарас")
    await cafe.cafe.execute("UPDATE refunds SET state = 'held'")
    await cafe.cafe.configure(refund_role="owner")
    await converse(
        taras,
        [
            ("/refund 1", "[▶️ Пробувати повернути 20 ₴ далі]", "[✖️ Не повертати 20 ₴]"),
            ("[▶️ Пробувати повернути 20 ₴ далі]", "(Повертати гроші може лише власник"),
        ],
    )
    await cafe.cafe.configure(refund_role="staff")
    await converse(taras, [("/refund 1", "[✖️ Не повертати 20 ₴]"), ("[✖️ Не повертати 20 ₴]", "не повернуто")])
    await cafe.cafe.execute("UPDATE refunds SET state = 'held' WHERE state = 'requested'")
    bank.refused_refund = None
    await converse(taras, [("/refund 1", "Пробувати"), ("[▶️ Пробувати повернути 20 ₴ далі]", "Повернуто гостю: 20")])
    await eventually(lambda: bank.invoices[invoice].returned == 20_00)


async def test_who_follows_an_order_hears_of_money_that_goes_back_after_its_end(
    cafe: ChatCafe, bank: FakeMonobank
) -> None:
    """A guest who follows their order in Telegram and by their browser, and whose cake is given back the next day."""
    guest, olha = cafe.cafe.guest(), cafe.customer()
    placed = await guest.places("latte", "cake", payment_method="card")
    order_id, token = int(placed["order_id"]), str(placed["track_url"]).partition("track=")[2]
    await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
    await converse(olha, [(f"/start follow_{token}", "Писати сюди"), ("[🔔 Так", "🔔 Писатимемо сюди")])
    await cafe.cafe.execute(
        "INSERT INTO push_subscriptions (order_id, endpoint, p256dh, auth, locale, created_at) "
        "VALUES (:id, 'https://push.example/1', 'key', 'auth', 'uk', :now)",
        id=order_id,
        now=int(cafe.clock.now().timestamp()),
    )
    await cafe.cafe.moves_order(order_id, "completed")
    cafe.clock.advance(days=1)
    refunds = cafe.cafe.app.services.refunds
    offered = {line.line.product_name.uk: line.line_id for line in (await refunds.offer(order_id)).lines}
    selection = Selection(lines={offered["Київський торт"]: 1})
    seen = (await refunds.offer(order_id)).seen
    await refunds.request(order_id, selection, seen=seen, reason="Немає торта", actor="Ірина")
    await olha.sees("Повернули вам 114,15 ₴", "[📍 Стежити] [🔕 Не писати]")
    sql = "SELECT payload FROM outbox WHERE via = 'push' AND kind = 'customer-money-returned'"
    assert len(await cafe.cafe.rows(sql)) == 1
