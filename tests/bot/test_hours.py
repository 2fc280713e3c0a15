"""Hours that differ from day to day, as the chat tells and keeps them."""

from datetime import UTC, datetime

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.web.test_hours import TUESDAY_OFF, WEEK, at

LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
TO_PICKUP_TIME: list[Turn] = [
    ("/checkout", "отримати"),
    ("[🥡 Самовивіз]", "Як вас звати?"),
    ("Ольга", "Ваш номер"),
]


@pytest.mark.parametrize(
    ("now", "greeting"),
    [
        ("2026-06-15T12:00", "🟢 Ми відчинені до 15:00"),
        ("2026-06-15T16:00", "🔴 Зараз зачинено. Відчинимося о 17:00."),
        ("2026-06-15T23:00", "🔴 Зараз зачинено. Відчинимося в п’ятницю о 18:00."),
        ("2026-06-16T12:00", "📣 Санітарний день"),
        ("2026-06-20T01:00", "🟢 Ми відчинені до 04:00"),
    ],
)
async def test_the_greeting_tells_what_comes_next(cafe: ChatCafe, now: str, greeting: str) -> None:
    await cafe.cafe.load(WEEK + TUESDAY_OFF)
    cafe.clock.moment = at(now)
    await converse(cafe.customer(), [("/start", greeting)])


async def test_orders_are_taken_while_closed_and_the_greeting_says_so(cafe: ChatCafe) -> None:
    await cafe.cafe.load(WEEK)
    await cafe.cafe.configure(allow_orders_outside_hours=True)
    cafe.clock.moment = at("2026-06-15T16:00")
    await converse(cafe.customer(), [("/start", "🟡 Зараз зачинено, але замовити можна. Відчинимося о 17:00.")])


async def test_a_pickup_between_two_ranges_is_refused_with_the_day_s_hours(cafe: ChatCafe) -> None:
    await cafe.cafe.load(WEEK + TUESDAY_OFF)
    await converse(
        cafe.customer(),
        [
            *LATTE,
            *TO_PICKUP_TIME,
            ("(380671112233)", "О котрій заберете?", "[12:15] [12:30]"),
            ("15:30", "О 15:30 ми не працюємо. Цього дня відчинено: 08:00-15:00, 17:00-22:00."),
            ("завтра о 12:00", "Цього дня ми зачинені."),
            ("18:30", "Як заплатите?"),
        ],
    )


async def test_times_after_the_next_opening_are_offered_with_their_day(cafe: ChatCafe) -> None:
    await cafe.cafe.load(WEEK + TUESDAY_OFF)
    await cafe.cafe.configure(allow_orders_outside_hours=True)
    cafe.clock.moment = at("2026-06-15T23:00")
    await converse(cafe.customer(), [*LATTE, *TO_PICKUP_TIME, ("(380671112233)", "[19.06 о 18:15]")])


async def test_what_waits_is_listed_at_each_opening(cafe: ChatCafe) -> None:
    await cafe.cafe.load(WEEK)
    await cafe.cafe.configure(allow_orders_outside_hours=True)
    cafe.clock.moment = datetime(2026, 6, 15, 12, 30, tzinfo=UTC)  # 15:30, between two ranges
    taras = cafe.staff()
    await cafe.in_mini_app(cafe.customer()).places("latte", pickup_time="18:00")
    await taras.sees("№1 · 🥡 Самовивіз · Нове")
    cafe.clock.advance(minutes=90)
    await taras.sees("Відкриваємося. Чекає 1 замовлення", "№1")


async def test_a_breakfast_is_over_by_the_time_the_order_is_filled_in(cafe: ChatCafe) -> None:
    await cafe.cafe.load('[[products]]\nslug = "latte"\navailable = ["08:00-12:00"]\n')
    cafe.clock.moment = at("2026-06-15T11:58")
    olha = cafe.customer()
    await converse(olha, [*LATTE, *TO_PICKUP_TIME, ("(380671112233)", "О котрій заберете?")])
    cafe.clock.advance(minutes=3)
    await converse(
        olha,
        [
            ("12:30", "Як заплатите?"),
            ("[💵 Готівка]", "Немає: Лате (08:00-12:00)", "Перевірте замовлення", "[✏️ Змінити в кошику]"),
        ],
    )


async def test_the_counter_sells_a_breakfast_at_any_hour(cafe: ChatCafe) -> None:
    await cafe.cafe.load('[[products]]\nslug = "latte"\navailable = ["08:00-12:00"]\n')
    cafe.clock.moment = at("2026-06-15T13:00")
    await converse(cafe.staff(), [("/walkin", "[Кава"), ("[Кава", "[Лате · 85 ₴]"), ("[Лате · 85 ₴]", "85 ₴")])
