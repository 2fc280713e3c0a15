"""Modes of the menu in the chats: the staff switch them by two taps, guests read why, and are told before they come."""

import pytest

from tests.bot.conversation import ChatCafe, converse
from tests.web.later import orders_for
from tests.web.test_modes import BRUNCH, DARK, at

SWITCHED_ON = "Без світла: до 15.06 13:00"


@pytest.fixture(autouse=True)
async def modes(cafe: ChatCafe) -> None:
    await cafe.cafe.load(DARK + BRUNCH)


async def test_two_taps_switch_one_on_and_one_switches_it_off(cafe: ChatCafe) -> None:
    taras, olha = cafe.staff(), cafe.customer()
    await converse(
        taras,
        [
            ("/modes", "Меню звичайне", "[🔀 Без світла]", "[🔀 Бранч]"),
            ("[🔀 Без світла]", "На скільки увімкнути: Без світла", "[1 год] [2 год]", "[Доки не вимкну]"),
            ("[1 год]", SWITCHED_ON, "[⏹ Вимкнути: Без світла]", "[🔀 Бранч]"),
        ],
    )
    await converse(olha, [("/start", "🔀 Світла немає: варимо каву на газу.")])
    await converse(taras, [("[⏹ Вимкнути: Без світла]", "Меню звичайне")])


async def test_the_staff_hear_what_began_and_ended_by_itself(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/modes", "[🔀 Без світла]"), ("[🔀 Без світла]", "На скільки"), ("[1 год]", SWITCHED_ON)])
    cafe.clock.advance(minutes=61)
    await taras.sees("Режим меню Без світла скінчився")
    cafe.clock.moment = at("2026-06-20T10:00")
    await taras.sees("Діє режим меню Бранч")


async def test_a_guest_and_the_staff_are_told_of_an_order_that_cannot_be_made(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(schedule_days=1)
    taras, olha = cafe.staff(), cafe.customer()
    await converse(olha, [("/start", "Меню")])
    placed = await orders_for(cafe.in_mini_app(olha), "2026-06-15T14:30")
    assert placed.status == 201
    await taras.sees("№1")
    await converse(
        taras,
        [
            ("/modes", "[🔀 Без світла]"),
            ("[🔀 Без світла]", "На скільки"),
            ("[Доки не вимкну]", "доки не вимкнете"),
        ],
    )
    await olha.sees("№1 на 15.06 14:30. Без світла: не зможемо приготувати Лате", "[📋 Деталі]")
    await taras.sees("№1 на 15.06 14:30. Без світла: не приготуємо Лате", "Гостя попереджено: Олена")
    await converse(taras, [("/modes", "[⏹ Вимкнути: Без світла]"), ("[⏹ Вимкнути: Без світла]", "Меню звичайне")])
    await olha.sees("№1 на 15.06 14:30 все ж приготуємо")


async def test_a_cafe_without_modes(cafe: ChatCafe) -> None:
    await cafe.cafe.execute("DELETE FROM modes")
    await cafe.cafe.app.services.cache.refresh()
    await converse(cafe.staff(), [("/modes", "Режимів меню ще немає")])
