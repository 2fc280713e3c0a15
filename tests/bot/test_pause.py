"""What a pause says: to customers in the chat and on the page, and to the staff when it has run out."""

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse

LATTE: list[Turn] = [("/menu", "Меню"), ("[Кава]", "Лате"), ("[Лате", "85 ₴"), ("[➕ У кошик", "1 у кошику")]
UNTIL_12_30 = "Зараз у нас пауза: замовлення приймаємо знову о 12:30."


@pytest.mark.parametrize(
    ("command", "uk", "en"),
    [
        ("/pause 30", UNTIL_12_30, "We are taking a break and accept orders again at 12:30."),
        ("/pause today", "знову завтра о 08:00", "again tomorrow at 08:00"),
    ],
)
async def test_everybody_is_told_when_a_pause_ends(cafe: ChatCafe, command: str, uk: str, en: str) -> None:
    olha, john = cafe.customer(), cafe.cafe.english_person()
    await converse(olha, LATTE)
    await converse(cafe.staff(), [(command, "призупинено")])
    await converse(
        olha,
        [
            ("/start", f"⏸ {uk}" if uk is UNTIL_12_30 else uk),
            ("/checkout", "отримати"),
            ("[🥡 Самовивіз]", uk, "отримати"),
        ],
    )
    await john.adds("latte")
    refused = await john.orders_pickup()
    assert (refused.status, refused.json["error"]) == (400, "closed")
    assert en in refused.json["message"]
    settings = (await cafe.cafe.get("/api/settings")).json
    assert settings["force_closed"] is True
    assert uk in settings["force_closed_message"]


async def test_a_pause_without_an_end_names_none(cafe: ChatCafe) -> None:
    await converse(cafe.staff(), [("/pause", "На скільки"), ("[Доки не відновлю]", "доки не відновите")])
    await converse(cafe.customer(), [("/start", "Зараз у нас пауза: замовлення поки не приймаємо.")])
    assert "пауза" in (await cafe.cafe.get("/api/settings")).json["force_closed_message"]
    await converse(cafe.staff(), [("/resume", "Знову приймаємо")])
    settings = (await cafe.cafe.get("/api/settings")).json
    assert (settings["force_closed"], settings["force_closed_message"]) == (False, "Зачинено на інвентаризацію.")


async def test_a_cafe_closed_by_its_owner_speaks_the_owners_words_in_a_pause_too(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(force_closed=True)
    await converse(cafe.staff(), [("/pause 30m", "призупинено")])
    await converse(cafe.customer(), [("/start", "🔴 Зачинено на інвентаризацію.")])
    guest = cafe.cafe.guest()
    await guest.adds("latte")
    assert (await guest.orders_pickup()).json["message"] == "Зачинено на інвентаризацію."
    assert (await cafe.cafe.get("/api/settings")).json["force_closed_message"] == "Зачинено на інвентаризацію."


async def test_the_staff_are_told_once_when_a_pause_has_run_out(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/pause 30m", "призупинено")])
    cafe.clock.advance(minutes=31)
    await taras.sees("▶️ Пауза скінчилася, знову приймаємо замовлення.")
    await converse(taras, [("/pause 10h", "призупинено")])
    cafe.clock.advance(hours=10, minutes=1)
    await taras.sees("▶️ Пауза скінчилася. Зараз ми зачинені")
    assert sum("Пауза скінчилася" in message.text for message in taras.inbox) == 2


async def test_a_pause_that_was_ended_or_is_long_over_is_no_news(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/pause 30m", "призупинено"), ("/resume", "Знову приймаємо")])
    cafe.clock.advance(minutes=31)
    await cafe.cafe.execute("UPDATE meta SET value = '1' WHERE key = 'paused_until'")
    await taras.world.wait_for(lambda: None, 3)
    assert await cafe.cafe.value("SELECT value FROM meta WHERE key = 'paused_until'") == "0"
    assert not any("Пауза скінчилася" in message.text for message in taras.inbox)


async def test_a_closed_cafe_that_takes_orders_all_the_same_says_so(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(allow_orders_outside_hours=True, force_closed=True)
    await converse(cafe.customer(), [("/start", "🟡 Зараз зачинено, але замовити можна. Працюємо 08:00–22:00")])
    await cafe.cafe.configure(force_closed=False)
    cafe.clock.advance(hours=12)
    john = cafe.customer(502, "John", "en")
    await converse(john, [("/start", "🟡 Closed now, but we take orders. Our hours are 08:00–22:00")])
    await converse(cafe.staff(), [("/pause 30m", "призупинено")])
    await converse(john, [("/start", "⏸ We are taking a break")])
