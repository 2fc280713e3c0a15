"""Ordering for later in the chat, where the cafe takes such orders."""

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.test_form import data_of
from tests.driver import Visitor
from tests.web.later import local, orders_for

LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
TO_THE_PHONE: list[Turn] = [*LATTE, ("/checkout", "отримати"), ("[🥡 Самовивіз]", "Як вас звати?"), ("[Оля]", "номер")]
TO_THE_TIME: list[Turn] = [*TO_THE_PHONE, ("0501112233", "На коли замовлення?")]
CASH: Turn = ("[💵 Готівка]", "Перевірте замовлення")


@pytest.fixture
async def cafe(cafe: ChatCafe) -> ChatCafe:
    """A cafe that takes orders until the day after tomorrow; it is Monday, 15 June 2026, noon."""
    await cafe.cafe.configure(schedule_days=2)
    return cafe


async def stored(cafe: ChatCafe) -> tuple[object, object, object]:
    [row] = await cafe.cafe.rows("SELECT scheduled_for, due_at, pickup_time FROM orders WHERE name = 'Оля'")
    return row["scheduled_for"], row["due_at"], row["pickup_time"]


async def fills(cafe: ChatCafe, guest: Visitor, at: str) -> None:
    """Take the only place of a slot."""
    await cafe.cafe.load('[[slots]]\norder_type = "pickup"\nmax_orders = 1\n')
    answer = await orders_for(guest, at)
    assert answer.status == 201, answer


async def test_the_next_times_are_offered_and_days_as_pages(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            *TO_THE_PHONE,
            (
                "0501112233",
                "На коли замовлення?",
                "Буде готове орієнтовно за 15 хв",
                "🗓 сьогодні",
                "[⚡️ Якнайшвидше]\n[12:15] [12:30] [12:45] [13:00]",
                "[16:15 ▶️]\n[• сьогодні] [завтра] [17.06]",
            ),
            ("[16:15 ▶️]", "[16:15] [16:30]", "[◀️ 12:15] [20:15 ▶️]"),
            ("[завтра]", "🗓 завтра", "[08:00] [08:15]", "[сьогодні] [• завтра] [17.06]"),
            ("[17.06]", "🗓 17.06", "[08:00]", "[• 17.06]"),
            ("[08:30]", "Як заплатите?"),
            (CASH[0], CASH[1], "На коли: 17.06 о 08:30"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!", "🗓 На 17.06 08:30"),
        ],
    )
    at = local("2026-06-17T08:30")
    assert await stored(cafe) == (at, at, "08:30")
    await cafe.staff().sees("🗓 На 17.06 08:30")


async def test_as_soon_as_possible_is_as_ever(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    cafe.clock.advance(seconds=20)
    await converse(
        olha,
        [
            *TO_THE_TIME,
            ("[⚡️ Якнайшвидше]", "Як заплатите?"),
            (*CASH, "На коли: якнайшвидше", "Буде готове орієнтовно за 15 хв"),
        ],
    )
    await converse(cafe.staff(), [("/busy 20", "за 35 хв")])
    await converse(olha, [("[✅ Підтвердити", "Замовлення №1 отримано!", "о 12:35")])
    assert await stored(cafe) == (None, local("2026-06-15T12:35"), "12:35")


@pytest.mark.parametrize(
    ("typed", "shown", "at"),
    [
        ("18:30", "18:30", "2026-06-15T18:30"),
        ("о 18.37", "18:37", "2026-06-15T18:37"),
        ("завтра о 9:00", "завтра о 09:00", "2026-06-16T09:00"),
        ("17.06 о 9:00", "17.06 о 09:00", "2026-06-17T09:00"),
        ("сьогодні о 20", "20:00", "2026-06-15T20:00"),
    ],
)
async def test_a_time_is_read_as_people_type_it(cafe: ChatCafe, typed: str, shown: str, at: str) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME, (typed, "Як заплатите?"), (*CASH, f"На коли: {shown}")])
    await converse(olha, [("[✅ Підтвердити", "отримано!")])
    assert (await stored(cafe))[0] == local(at)


async def test_a_time_without_a_day_is_of_the_day_that_is_shown(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_TIME,
            ("[завтра]", "🗓 завтра"),
            ("18:30", "Як заплатите?"),
            (*CASH, "На коли: завтра о 18:30"),
        ],
    )


async def test_what_cannot_be_is_refused_and_asked_again(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_TIME,
            ("колись", "Вкажіть час", "На коли замовлення?"),
            ("23:30", "зачинені", "На коли замовлення?"),
            ("25.06 12:00", "Зарано для 25.06", "На коли"),
            ("31.02 12:00", "Вкажіть час"),
            ("9:00", "Сьогодні 09:00 вже минуло. На завтра?", "[завтра о 09:00]\n[12:15]"),
            ("[завтра о 09:00]", "Як заплатите?"),
            (*CASH, "На коли: завтра о 09:00"),
        ],
    )


async def test_now_can_be_typed_too(cafe: ChatCafe) -> None:
    await converse(cafe.customer(), [*TO_THE_TIME, ("Якнайшвидше", "Як заплатите?"), (*CASH, "якнайшвидше")])


async def test_a_full_time_is_shown_and_not_taken(cafe: ChatCafe) -> None:
    await fills(cafe, cafe.cafe.guest(), "2026-06-15T12:30")
    await converse(
        cafe.customer(),
        [
            *TO_THE_TIME[:-1],
            ("0501112233", "сьогодні, 🚫 — місць немає:", "[12:15] [🚫 12:30] [12:45]"),
            ("[🚫 12:30]", "кухня", "На коли замовлення?", "[🚫 12:30]"),
            ("12:35", "кухня", "На коли замовлення?"),
            ("[12:45]", "Як заплатите?"),
        ],
    )


async def test_pages_without_room_are_turned_over(cafe: ChatCafe) -> None:
    await cafe.cafe.load('[[slots]]\norder_type = "pickup"\nevery_minutes = 1440\nmax_orders = 1\n')
    await cafe.cafe.configure(work_hours_from="00:00", work_hours_to="00:00")
    assert (await orders_for(cafe.cafe.guest(), "2026-06-16T10:00")).status == 201
    await converse(cafe.customer(), [*TO_THE_TIME[:-1], ("0501112233", "🗓 17.06", "[00:00]", "[завтра] [• 17.06]")])


async def test_a_time_that_filled_up_meanwhile_is_asked_again_and_the_form_kept(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME, ("[12:30]", "Як заплатите?"), CASH])
    await fills(cafe, cafe.cafe.guest(), "2026-06-15T12:30")
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "кухня", "На коли замовлення?", "[🚫 12:30]"),
            ("[12:45]", "Перевірте замовлення", "Ім’я: Оля", "На коли: 12:45", "Оплата: 💵 Готівка"),
            ("[✅ Підтвердити", "отримано!"),
        ],
    )
    assert (await stored(cafe))[0] == local("2026-06-15T12:45")


async def test_a_time_that_passed_meanwhile_is_asked_again(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME, ("[12:15]", "Як заплатите?"), CASH])
    cafe.clock.advance(minutes=20)
    await converse(olha, [("[✅ Підтвердити", "минув", "На коли замовлення?", "[12:45]")])


async def test_the_answer_can_be_changed_from_the_summary(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *TO_THE_TIME,
            ("[12:30]", "Як заплатите?"),
            (*CASH, "На коли: 12:30"),
            ("[✏️ Змінити]", "[На коли]"),
            ("[На коли]", "На коли замовлення?", "Зараз: 12:30"),
            ("[⬅️ Назад]", "Перевірте замовлення", "На коли: 12:30"),
            ("[✏️ Змінити]", "[На коли]"),
            ("[На коли]", "На коли замовлення?"),
            ("[⚡️ Якнайшвидше]", "Перевірте замовлення", "На коли: якнайшвидше"),
        ],
    )


async def test_delivery_for_later(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "Як вас звати?"),
            ("[Оля]", "Ваш номер телефону?"),
            ("0501112233", "Місто"),
            ("Київ", "Вулиця"),
            ("Липська", "Будинок"),
            ("1", "Квартира"),
            ("[Без квартири]", "Коментар"),
            ("[Без коментаря]", "На коли замовлення?", "[⚡️ Якнайшвидше]"),
            ("завтра о 9:00", "Як заплатите?"),
            ("[💳 Картка]", "Перевірте замовлення", "На коли: завтра о 09:00"),
            ("[✅ Підтвердити", "отримано!", "🗓 На 16.06 09:00"),
        ],
    )
    at = local("2026-06-16T09:00")
    assert await stored(cafe) == (at, at, None)


async def test_a_table_is_not_asked(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("[Оля]", "номер"),
            ("0501112233", "столика"),
            ("7", "Як заплатите?"),
        ],
    )


async def test_a_closed_cafe_takes_orders_for_later(cafe: ChatCafe) -> None:
    cafe.clock.advance(hours=12)
    olha = cafe.customer()
    await converse(
        olha,
        [
            ("/start", "🟡 Зараз зачинено, але можна замовити наперед. Працюємо 08:00–22:00"),
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "зараз не працює", "отримати"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("[Оля]", "номер"),
            ("0501112233", "На коли замовлення?", "[08:00]", "[• сьогодні] [завтра]"),
        ],
    )
    assert "Якнайшвидше" not in olha.last.picture
    assert "орієнтовно" not in olha.last.text
    await converse(
        olha,
        [
            ("якнайшвидше", "Зараз ми зачинені, тож оберіть"),
            ("[08:15]", "Як заплатите?"),
            (*CASH, "На коли: 08:15"),
            ("[✅ Підтвердити", "отримано!"),
        ],
    )
    assert (await stored(cafe))[0] == local("2026-06-16T08:15")


async def test_an_order_for_now_that_the_closing_overtook_is_asked_for_a_time(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME)
    form, now = olha.last, data_of(olha, "Якнайшвидше")
    cafe.clock.advance(hours=11)
    await olha.press_data(now, on=form)
    await olha.sees("Зараз ми зачинені, тож оберіть", "🗓 завтра")
    cafe.clock.advance(hours=-11)
    await converse(olha, [("Якнайшвидше", "Як заплатите?"), CASH])
    cafe.clock.advance(hours=11)
    await converse(olha, [("[✅ Підтвердити", "зараз не працює", "На коли замовлення?", "[08:00]")])


async def test_a_pause_stops_later_orders_too(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME, ("18:30", "Як заплатите?"), CASH])
    await converse(cafe.staff(), [("/pause 30", "призупинено")])
    await converse(
        olha,
        [("[✅ Підтвердити", "пауза", "Перевірте замовлення"), ("/cancel", "скасовано"), ("/checkout", "отримати")],
    )
    await converse(olha, [("[🥡 Самовивіз]", "пауза", "отримати")])


async def test_the_owner_may_stop_or_begin_it_while_a_form_is_under_way(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME, ("18:30", "Як заплатите?"), CASH])
    await cafe.cafe.configure(schedule_days=0)
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "О котрій заберете?"),
            ("14:30", "Перевірте замовлення", "Забрати о: 14:30"),
        ],
    )
    assert "На коли" not in olha.last.text
    await cafe.cafe.configure(schedule_days=2)
    await converse(
        olha,
        [
            ("[✅ Підтвердити", "На коли замовлення?"),
            ("19:30", "Перевірте замовлення", "На коли: 19:30"),
            ("[✅ Підтвердити", "отримано!", "🗓 На 15.06 19:30"),
        ],
    )


async def test_old_buttons_of_the_time_are_outdated(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME)
    form, time, page = olha.last, data_of(olha, "12:30"), data_of(olha, "завтра")
    await converse(olha, [("[12:15]", "Як заплатите?")])
    for data in (time, page):
        await olha.press_data(data, on=form)
        await olha.sees_toast("Ця кнопка вже не діє")
    await converse(olha, [(*CASH, "На коли: 12:15")])


async def test_nobody_picks_up_at_a_closed_cafe_whatever_it_takes(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(allow_orders_outside_hours=True)
    olha = cafe.customer()
    await converse(olha, [*TO_THE_TIME, ("[⚡️ Якнайшвидше]", "Як заплатите?"), CASH])
    cafe.clock.advance(hours=12)
    await converse(olha, [("[✅ Підтвердити", "Зараз ми зачинені, тож оберіть", "[08:00]")])
    assert "Якнайшвидше" not in olha.last.picture
    await converse(olha, [("[08:30]", "Перевірте замовлення"), ("[✅ Підтвердити", "отримано!")])


async def test_now_is_refused_in_a_pause_in_its_words(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_TIME)
    await converse(cafe.staff(), [("/pause 30", "призупинено")])
    await converse(olha, [("якнайшвидше", "Зараз у нас пауза", "На коли замовлення?")])
