"""The stop-list of options in the staff's chat."""

import asyncio
from typing import Any

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.options_chat import data_of, offer_options

NO_OAT: list[Turn] = [
    ("/stop", "Стоп-лист", "[Їжа] [Кава]", "[🥄 Розмір] [🥄 Молоко]"),
    ("[🥄 Молоко]", "[🟢 Звичайне] [⛔️ Вимкнути]\n[🟢 Вівсяне] [⛔️ Вимкнути]\n[⬅️ Назад]"),
    ("[🟢 Вівсяне]", "(🌙 Вівсяне: немає до 16.06 08:00)", "[🌙 Вівсяне · до 16.06 08:00]\n[⬅️ Назад]"),
]


@pytest.fixture
async def cafe(cafe: ChatCafe) -> ChatCafe:
    await offer_options(cafe)
    return cafe


async def oat(cafe: ChatCafe) -> Any:
    """Whether oat milk can be chosen, as the page is told."""
    products = (await cafe.cafe.get("/api/products")).json
    latte = next(product for product in products if product["name"] == "Лате")
    return latte["option_groups"][1]["options"][1]["is_available"]


async def test_no_oat_milk_until_tomorrow_in_two_taps(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, NO_OAT)
    assert not await oat(cafe)
    await converse(
        taras,
        [
            ("[⬅️ Назад]", "[⛔️ 1 · 🥄 Молоко]"),
            ("[⛔️ 1 · 🥄 Молоко]", "[🌙 Вівсяне · до 16.06 08:00]"),
            ("[🌙 Вівсяне", "(🟢 Вівсяне)", "[🟢 Вівсяне] [⛔️ Вимкнути]"),
        ],
    )
    assert await oat(cafe)


async def test_it_ends_by_itself_at_the_next_opening(cafe: ChatCafe) -> None:
    await converse(cafe.staff(), NO_OAT)
    cafe.clock.advance(hours=20)
    assert await oat(cafe)
    await converse(cafe.staff(), NO_OAT[:2])


async def test_an_option_is_switched_off_until_it_is_switched_on(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, NO_OAT[:2])
    group = taras.last
    await taras.press_data(group.inline[1][1]["callback_data"], on=group)
    await taras.sees_toast("⛔️ Вівсяне")
    await taras.sees("[⛔️ Вівсяне]")
    cafe.clock.advance(days=30)
    assert not await oat(cafe)
    await converse(taras, [("[⛔️ Вівсяне]", "(🟢 Вівсяне)", "[🟢 Вівсяне]")])


async def test_a_double_tap_stops_once(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, NO_OAT[:2])
    group, data = taras.last, data_of(taras.last, "🟢 Вівсяне")
    queries = await asyncio.gather(*(seat.press_data(data, on=group) for seat in (taras, taras, iryna)))
    for query in queries:
        assert (await taras.is_answered(query))["text"] == "🌙 Вівсяне: немає до 16.06 08:00"
    assert not await oat(cafe)


@pytest.mark.parametrize(
    "data", ["stop:today-opt:999999", "stop:off-opt:999999", "stop:on-opt:999999", "stop:group:9999"]
)
async def test_what_left_the_catalogue_cannot_be_stopped(cafe: ChatCafe, data: str) -> None:
    taras = cafe.staff()
    await converse(taras, NO_OAT[:1])
    await taras.press_data(data, on=taras.last)
    await taras.sees_toast("Меню змінилося")


async def test_an_option_that_was_taken_off_the_menu_meanwhile(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, NO_OAT[:2])
    off = '[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "oat"\nactive = false'
    await cafe.cafe.load(off)
    await converse(taras, [("[🟢 Вівсяне]", "(Меню змінилося.)")])


async def test_customers_cannot_stop_options(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    option_id = await cafe.cafe.value("SELECT id FROM options WHERE slug = 'oat'")
    await olha.press_data(f"stop:off-opt:{option_id}", on=olha.last)
    await olha.sees_toast("Ця кнопка вже не діє")
    assert await oat(cafe)
