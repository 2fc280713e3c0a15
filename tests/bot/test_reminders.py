"""What the staff are reminded of, when, and when not."""

from datetime import UTC, datetime

from tests.bot.conversation import ChatCafe, converse, eventually
from tests.driver import two_rounds
from tests.fakes.telegram import Fault, Seat


async def nothing_new(seat: Seat) -> None:
    revisions = [message.revision for message in seat.inbox]
    await two_rounds()
    assert [message.revision for message in seat.inbox] == revisions, seat.chat.transcript()


async def test_nothing_is_brought_up_while_closed_and_what_waits_is_listed_at_opening(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(allow_orders_outside_hours=True)
    cafe.clock.moment = datetime(2026, 6, 15, 23, 0, tzinfo=UTC)  # 02:00 in Kyiv
    taras = cafe.staff()
    for number in range(2):
        await cafe.in_mini_app(cafe.customer(601 + number)).places("latte", pickup_time="10:00")
    await taras.sees("№1 · 🥡 Самовивіз · Нове", "🕒 02:00")
    await taras.sees("№2 · 🥡 Самовивіз · Нове")
    for _ in range(2):
        cafe.clock.advance(minutes=170)  # 04:50, 07:40
        await nothing_new(taras)
    cafe.clock.advance(minutes=20)  # 08:00
    await taras.sees("Відкриваємося. Чекають 2 замовлення", "№1 · 🥡 Самовивіз · Нове · 02:00", "[№1] [№2]")
    cafe.clock.advance(minutes=2)
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Ніхто не прийняв, чекає вже 363 хв", "№1")
    await converse(taras, [("[№2]", "№2 · 🥡 Самовивіз · Нове", "[✅ Прийняти]")])


async def test_an_order_that_is_late_is_brought_up_until_it_is_ready(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await cafe.in_mini_app(cafe.customer()).places("latte", kind="dine-in")
    card = await taras.sees("№1", "Нове")
    await converse(taras, [("[⏱ 10 хв]", "Обіцяно на 12:10")])
    cafe.clock.advance(minutes=14)
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    again = await taras.sees("Запізнюється вже на 5 хв", "№1 · 🍽 У закладі · Прийнято", "[👩‍🍳 Готується]")
    await eventually(lambda: card not in taras.inbox)
    await converse(taras, [("[👩‍🍳 Готується]", "Готується")])
    assert "⏱ 20 хв" not in again.buttons
    cafe.clock.advance(minutes=14)
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Запізнюється вже на 20 хв", "[⏱ 20 хв]")
    await eventually(lambda: again not in taras.inbox)
    await converse(taras, [("[⏱ 20 хв]", "Обіцяно на 12:50")])
    cafe.clock.advance(minutes=24)
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Запізнюється вже на 5 хв")
    await converse(taras, [("[🔔 Готове]", "Готове")])
    cafe.clock.advance(minutes=60)
    await nothing_new(taras)
    assert len(taras.inbox) == 1


async def test_a_pickup_that_nobody_makes_is_brought_up_before_its_time(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await cafe.in_mini_app(cafe.customer()).places("latte", pickup_time="14:30")
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    cafe.clock.advance(minutes=134)  # 14:14
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Заберуть за 15 хв, а ще не готується", "⏰ Забере о 14:30")
    await eventually(lambda: len(taras.inbox) == 1)
    cafe.clock.advance(minutes=10)
    await nothing_new(taras)
    cafe.clock.advance(minutes=10)  # 14:35
    await taras.sees("Запізнюється вже на 5 хв")


async def test_many_at_once_are_one_list(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    for number in range(5):
        await cafe.in_mini_app(cafe.customer(601 + number)).places("latte")
    await eventually(lambda: len(taras.inbox) == 5, 15)
    cafe.clock.advance(minutes=3)
    first = await taras.sees("Чекає 5 замовлень: дивіться дошку 📋")
    await nothing_new(taras)
    assert len(taras.inbox) == 6
    cafe.clock.advance(minutes=3)
    taras.mark = taras.world.revision
    second = await taras.sees("Чекає 5 замовлень")
    assert second is not first
    await eventually(lambda: len(taras.inbox) == 6)


async def test_after_an_outage_a_card_just_delivered_is_not_brought_up(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    cafe.telegram.meet(Fault.HTML)
    await cafe.in_mini_app(cafe.customer()).places("latte")
    await eventually(lambda: len(cafe.telegram.calls_of("sendMessage")) >= 2)
    cafe.clock.advance(minutes=3, seconds=30)
    await two_rounds()
    cafe.telegram.recover()
    card = await taras.sees("№1 · 🥡 Самовивіз · Нове")
    cafe.clock.advance(minutes=2, seconds=50)
    await nothing_new(taras)
    cafe.clock.advance(seconds=10)
    await taras.sees("Ніхто не прийняв, чекає вже 6 хв")
    await eventually(lambda: card not in taras.inbox)
