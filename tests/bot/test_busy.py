"""Busy mode in the chats: the staff say that orders take longer, and hear when that is over."""

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.test_form import TO_THE_TIME, data_of

TWENTY: list[Turn] = [
    ("/busy", "Багато роботи?", "обіцяємо за 15 хв", "[+10 хв] [+20 хв] [+30 хв]"),
    ("[+20 хв]", "На 20 хв довше", "[1 год] [2 год] [До відкриття]"),
]
BEGUN = "До 15.06 13:00 обіцяємо на 20 хв пізніше, ніж завжди: за 35 хв (Тарас)"


@pytest.mark.parametrize(
    ("command", "sight"),
    [
        ("/busy 20", BEGUN),
        ("/busy 20 for 1h", BEGUN),
        ("/busy +20 1h", BEGUN),
        ("/busy 20 хв на 1 год", BEGUN),
        ("/busy 20 2 години", "До 15.06 14:00 обіцяємо на 20 хв"),
        ("/busy 30m 90", "До 15.06 13:30 обіцяємо на 30 хв"),
        ("/busy 30 today", "До 16.06 08:00 обіцяємо на 30 хв"),
        ("/busy 30 сьогодні", "До 16.06 08:00 обіцяємо на 30 хв"),
        ("/busy дуже", "Напишіть, на скільки"),
        ("/busy 0", "Напишіть, на скільки"),
        ("/busy 121", "Напишіть, на скільки"),
        ("/busy 20 довго", "Напишіть, на скільки"),
    ],
)
async def test_it_is_read_as_the_staff_write_it(cafe: ChatCafe, command: str, sight: str) -> None:
    await converse(cafe.staff(), [(command, sight)])


async def test_it_is_begun_changed_and_ended_by_buttons(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(
        taras,
        [
            *TWENTY,
            ("[1 год]", BEGUN, "[⚡️ Обіцяти як завжди]"),
            ("/busy", "До 15.06 13:00 обіцяємо на 20 хв", "[+10 хв]", "[⚡️ Обіцяти як завжди]"),
            ("[+10 хв]", "На 10 хв довше"),
            ("[До відкриття]", "До 16.06 08:00 обіцяємо на 10 хв пізніше, ніж завжди: за 25 хв"),
            ("[⚡️ Обіцяти як завжди]", "Знову обіцяємо як завжди: за 15 хв (Тарас)"),
            ("/busy off", "Ми й так обіцяємо як завжди"),
            ("/busy 30", "за 45 хв"),
            ("/busy вимк", "Знову обіцяємо як завжди"),
            ("/help", "/busy — багато роботи"),
        ],
    )


@pytest.mark.parametrize("label", ["2 год", "До відкриття"])
async def test_a_button_pressed_twice_or_late_changes_nothing_and_says_so(cafe: ChatCafe, label: str) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, TWENTY)
    form, data = taras.last, data_of(taras, label)
    await converse(iryna, [("/busy 10", "обіцяємо на 10 хв")])
    await taras.press_data(data, on=form)
    await taras.sees_toast("Ця кнопка вже не діє")
    await taras.sees("До 15.06 13:00 обіцяємо на 10 хв пізніше")
    await converse(taras, [("/busy off", "Знову обіцяємо")])
    await taras.press_data(data, on=form)
    await taras.sees_toast("Ця кнопка вже не діє")
    assert await cafe.cafe.app.services.busy.current() is None


async def test_a_late_choice_of_minutes_or_the_end_changes_nothing(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/busy 10", "обіцяємо на 10 хв"), ("/busy", "[+30 хв]")])
    form = taras.last
    more, off = data_of(taras, "+30 хв"), data_of(taras, "Обіцяти як завжди")
    await converse(taras, [("/busy 20 2h", "обіцяємо на 20 хв")])
    await taras.press_data(more, on=form)
    await taras.sees_toast("Ця кнопка вже не діє")
    await taras.sees("До 15.06 14:00 обіцяємо на 20 хв пізніше", "[+30 хв]")
    await taras.press_data(off, on=form)
    await taras.sees_toast("Ця кнопка вже не діє")
    assert await cafe.cafe.app.services.busy.current() is not None


async def test_the_staff_are_told_once_when_it_has_run_out(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/busy 20", BEGUN)])
    cafe.clock.advance(minutes=61)
    await taras.sees("⚡️ Час «багато роботи» скінчився: знову обіцяємо як завжди.")
    await converse(taras, [("/busy 20", "обіцяємо на 20 хв"), ("/busy off", "Знову обіцяємо")])
    cafe.clock.advance(minutes=61)
    await taras.world.wait_for(lambda: None, 3)
    assert sum("скінчився" in message.text for message in taras.inbox) == 1


async def test_what_is_long_over_is_no_news(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/busy 20", BEGUN)])
    cafe.clock.advance(hours=3)
    await taras.world.wait_for(lambda: None, 3)
    assert not any("скінчився" in message.text for message in taras.inbox)
    await converse(taras, [("/busy", "Багато роботи?", "обіцяємо за 15 хв")])


async def test_pickup_times_are_offered_later_too(cafe: ChatCafe) -> None:
    await converse(cafe.staff(), [("/busy 20", BEGUN)])
    await converse(cafe.customer(), [*TO_THE_TIME[:-1], (TO_THE_TIME[-1][0], "[12:35] [12:50]")])


async def test_customers_have_no_such_command(cafe: ChatCafe) -> None:
    await converse(cafe.customer(), [("/busy 20", "лише в чаті персоналу")])
    assert await cafe.cafe.app.services.busy.current() is None
