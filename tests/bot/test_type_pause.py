"""Pausing one order type alone, in the chats."""

from pathlib import Path

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse

LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
DELIVERY = "🛵 Доставка: на паузі до 15.06 12:30"


@pytest.mark.parametrize(
    ("command", "sight"),
    [
        ("/pause delivery 30", f"{DELIVERY} (Тарас)"),
        ("/pause 30 delivery", DELIVERY),
        ("/pause доставку на 30 хв", DELIVERY),
        ("/pause доставка 30m", DELIVERY),
        ("/pause pickup 2h", "🥡 Самовивіз: на паузі до 15.06 14:00"),
        ("/pause самовивіз сьогодні", "🥡 Самовивіз: на паузі до 16.06 08:00"),
        ("/pause dine-in 1 год", "🍽 У закладі: на паузі до 15.06 13:00"),
        ("/pause у закладі 30", "🍽 У закладі: на паузі до 15.06 12:30"),
        ("/pause delivery", "На скільки призупинити: 🛵 Доставка?"),
        ("/pause delivery довго", "Напишіть, на скільки"),
    ],
)
async def test_it_is_read_as_the_staff_write_it(cafe: ChatCafe, command: str, sight: str) -> None:
    await converse(cafe.staff(), [(command, sight)])


async def test_it_is_chosen_by_buttons(cafe: ChatCafe) -> None:
    await converse(
        cafe.staff(),
        [
            ("/pause", "На скільки призупинити", "[🛵 Лише доставку] [🥡 Лише самовивіз] [🍽 Лише в закладі]"),
            ("[🛵 Лише доставку]", "На скільки призупинити: 🛵 Доставка?", "[⏸ Усі замовлення]"),
            ("[⏸ Усі замовлення]", "На скільки призупинити замовлення?"),
            ("[🛵 Лише доставку]", "🛵 Доставка?"),
            ("[30 хв]", f"{DELIVERY} (Тарас)", "[▶️ Знову: 🛵 Доставка]"),
            ("/pause", f"{DELIVERY}.", "[▶️ Знову: 🛵 Доставка]\n[▶️ Приймати знову]"),
            ("[🥡 Лише самовивіз]", "🥡 Самовивіз?"),
            ("[Доки не відновлю]", "🥡 Самовивіз: на паузі, доки не відновите (Тарас)"),
            ("/resume самовивіз", "🥡 Самовивіз: знову приймаємо (Тарас)", f"{DELIVERY}."),
            ("/resume pickup", "🥡 Самовивіз: паузи немає"),
            ("/resume щось", "Напишіть /resume"),
            ("/pause 1h", "Замовлення призупинено до 15.06 13:00"),
            ("/resume", "Знову приймаємо замовлення"),
            ("/resume", "Замовлення й так приймаються"),
        ],
    )


async def test_the_chat_says_why_and_takes_other_types(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(cafe.staff(), [("/pause pickup 30", "на паузі")])
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🥡 Самовивіз]", "Самовивіз зараз на паузі: приймаємо знову о 12:30.", "[🍽 У закладі]"),
            ("[🍽 У закладі]", "Як вас звати?"),
        ],
    )


async def test_a_pause_that_begins_before_the_confirmation_keeps_the_form(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("[Оля]", "номер"),
            ("0501112233", "О котрій"),
            ("14:30", "Як заплатите?"),
            ("[💵 Готівка]", "Перевірте замовлення"),
        ],
    )
    await converse(taras, [("/pause pickup 30", "на паузі")])
    await converse(olha, [("[✅ Підтвердити", "Самовивіз зараз на паузі", "Забрати о: 14:30")])
    await converse(taras, [("/resume", "Знову приймаємо")])
    await converse(olha, [("[✅ Підтвердити", "Замовлення №1 отримано!")])


async def test_the_staff_are_told_of_each_end(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/pause delivery 30", "на паузі"), ("/pause pickup 60", "на паузі")])
    cafe.clock.advance(minutes=31)
    await taras.sees("▶️ Пауза скінчилася, знову приймаємо: доставка.")
    await converse(taras, [("/pause 10h", "призупинено")])
    cafe.clock.advance(minutes=31)
    await taras.sees("▶️ Пауза скінчилася: самовивіз. Зараз замовлень не приймаємо.")
    assert sum("Пауза скінчилася" in message.text for message in taras.inbox) == 2


async def test_one_zone_alone(cafe: ChatCafe) -> None:
    await cafe.cafe.load((Path(__file__).parents[1] / "zones.toml").read_text(encoding="utf-8"))
    taras = cafe.staff()
    await converse(
        taras,
        [
            ("/pause", "На скільки призупинити", "[🗺 Лише одну зону…]"),
            ("[🗺 Лише одну зону…]", "Зони доставки", "[⏸ Центр]"),
            ("[⏸ Центр]", "Наскільки призупинити доставку: Центр?", "[1 год]"),
            ("[1 год]", "⏸ Центр: до 15.06 13:00", "[▶️ Знову: Центр]"),
        ],
    )
    assert await paused(cafe) == ["center"]
    await converse(taras, [("[▶️ Знову: Центр]", "Зони доставки", "[⏸ Центр]")])
    assert await paused(cafe) == []
    await converse(taras, [("[⏸ Центр]", "Центр?"), ("[Доки не відновлю]", "⏸ Центр: доки не відновите")])
    [change] = await cafe.cafe.rows("SELECT actor FROM changes ORDER BY id DESC LIMIT 1")
    assert change["actor"] == "Тарас"


async def paused(cafe: ChatCafe) -> list[str]:
    now = int(cafe.clock.now().timestamp())
    rows = await cafe.cafe.rows("SELECT slug FROM zones WHERE paused_until > :now", now=now)
    return [row["slug"] for row in rows]


async def test_without_zones_there_is_no_button_for_one(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/pause", "На скільки призупинити")])
    assert "зону" not in str(taras.last.inline)
