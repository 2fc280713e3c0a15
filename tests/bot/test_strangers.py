"""Who is heard in the staff chat: people, and neither channels nor other bots."""

from pathlib import Path

import pytest

from tests.bot.conversation import STAFF, ChatCafe, converse, eventually, open_chat_cafe
from tests.driver import two_rounds
from tests.fakes.telegram import FakeTelegram

CHANNEL = {"id": -1009, "type": "channel", "title": "Новини"}


def post(cafe: ChatCafe, sender: dict[str, object], **more: object) -> None:
    """Somebody writes /stop into the staff chat."""
    body = {"message_id": 90, "date": 1, "chat": cafe.staff_chat.as_api(), "from": sender, "text": "/stop", **more}
    entities = [{"type": "bot_command", "offset": 0, "length": 5}]
    cafe.telegram.world.add_update("message", {**body, "entities": entities})


async def test_a_channel_is_not_heard_in_the_staff_chat(cafe: ChatCafe) -> None:
    forwarder = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
    post(cafe, forwarder, sender_chat=CHANNEL, is_automatic_forward=True)
    post(cafe, forwarder)
    post(
        cafe, {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}, sender_chat=CHANNEL
    )
    post(cafe, {"id": 55, "is_bot": False, "first_name": "Хтось"}, sender_chat=CHANNEL)
    post(cafe, {"id": 56, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"})
    await converse(cafe.staff(), [("/help", "Чат персоналу")])
    await two_rounds()
    assert len(cafe.staff().inbox) == 1


async def test_an_anonymous_administrator_is_heard(cafe: ChatCafe) -> None:
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    post(cafe, anonymous, sender_chat=cafe.staff_chat.as_api())
    await cafe.staff().sees("Стоп-лист")


@pytest.mark.parametrize(
    ("change", "told"),
    [({"username": "cafe_team"}, "Ця група публічна"), ({"linked_to": -1009}, "Ця група прив’язана до каналу")],
)
async def test_a_group_that_strangers_get_into_is_warned_of(
    cafe: ChatCafe, change: dict[str, object], told: str
) -> None:
    for name, value in change.items():
        setattr(cafe.staff_chat, name, value)
    await converse(cafe.staff(), [("/help", "Чат персоналу", told)])


async def test_the_log_warns_of_it_too(
    tmp_path: Path, database_url: str, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    telegram.group(STAFF).username = "cafe_team"
    async with open_chat_cafe(tmp_path, telegram, database_url=database_url):
        await eventually(lambda: "the staff chat is public" in caplog.text)
