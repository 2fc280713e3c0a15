"""A bot whose token is typed at the desk, and a staff chat that is chosen in Telegram."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.conversation import StaffSeat, converse, eventually
from tests.conftest import copy_database
from tests.driver import BOT_TOKEN, Cafe, config_for, open_cafe
from tests.fakes.telegram import Chat, FakeTelegram, Seat

OWNER = 601
GROUP = -1007654321000


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> AsyncIterator[Cafe]:
    """A cafe that has no bot yet."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = config_for(tmp_path, bot_api_url=telegram.url, bot_token=None, staff_chat_id=None)
    async with open_cafe(config, catalogue=None) as cafe:
        yield cafe


async def connect(cafe: Cafe, telegram: FakeTelegram) -> Seat:
    """Type the token, and bind the owner's account."""
    owner = await cafe.desk()
    answer = await owner.post("/api/desk/connections/telegram", {"bot_token": BOT_TOKEN})
    assert answer.status == 200, answer.json
    seat = telegram.person(OWNER, "Ірина")

    async def has_name() -> bool:
        return (await owner.get("/api/desk/connections")).json["bot"] is not None

    await eventually(has_name)
    text = (await owner.post("/api/desk/session/bind")).json["text"]
    await converse(seat, [(text, "тепер я знаю вас")])
    return seat


async def test_a_typed_token_brings_the_bot_up(cafe: Cafe, telegram: FakeTelegram) -> None:
    await connect(cafe, telegram)
    await converse(telegram.person(501, "Оля"), [("/start", "Меню")])


async def test_the_staff_chat_is_chosen_in_telegram(cafe: Cafe, telegram: FakeTelegram) -> None:
    group = telegram.group(GROUP)
    owner = await connect(cafe, telegram)
    await converse(owner, [("/desk", "[👥 Обрати чат персоналу]"), ("[👥 Обрати чат персоналу]", "Обрати групу")])
    await owner.share_chat("👥 Обрати групу", group)
    await owner.sees("Готово: замовлення приходитимуть")
    staff = StaffSeat(owner.world, owner.user, group)
    await eventually(lambda: any("Замовлення приходитимуть сюди" in each.text for each in staff.inbox))
    member = cafe.person(501, first_name="Оля", language_code="uk")
    await member.places("latte", kind="pickup")
    await eventually(lambda: any("№1" in each.text for each in staff.inbox))


async def test_a_group_that_the_bot_cannot_see_is_refused(cafe: Cafe, telegram: FakeTelegram) -> None:
    owner = await connect(cafe, telegram)
    await converse(owner, [("/desk", "[👥 Обрати чат персоналу]"), ("[👥 Обрати чат персоналу]", "Обрати групу")])
    await owner.share_chat("👥 Обрати групу", Chat(GROUP, "supergroup", "Чужа"))
    await owner.sees("Я не можу писати в цій групі")
    assert await cafe.value("SELECT COUNT(*) FROM typed_keys WHERE name = 'staff_chat_id'") == 0


async def test_only_an_owner_is_asked(cafe: Cafe, telegram: FakeTelegram) -> None:
    await connect(cafe, telegram)
    owner = await cafe.desk()
    await owner.post("/api/desk/staff", {"name": "Олег", "role": "manager", "telegram_id": 602})
    oleh = telegram.person(602, "Олег")
    await converse(oleh, [("/desk", "Щоденні підсумки")])
    assert "чат персоналу" not in str(oleh.last.buttons)
    await oleh.press_data("desk:group:0", on=oleh.last)
    await oleh.sees_toast("Ця кнопка вже не діє")
