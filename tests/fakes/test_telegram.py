"""The fake Telegram behaves, towards the real client, like the platform in what this project relies on."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    BotCommand,
    BufferedInputFile,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    KeyboardButton,
    ReplyKeyboardMarkup,
    WebAppInfo,
)

from tests.driver import BOT_TOKEN
from tests.fakes.telegram import FakeTelegram, Fault, Seat


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    bot = bot_of(telegram)
    yield bot
    await bot.session.close()


@pytest.fixture
async def olha(telegram: FakeTelegram) -> Seat:
    olha = telegram.person(501)
    await olha.send("/start")
    return olha


def bot_of(telegram: FakeTelegram, token: str = BOT_TOKEN) -> Bot:
    return Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(telegram.url)))


def buttons(*rows: list[tuple[str, str]]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        inline_keyboard=[[InlineKeyboardButton(text=text, callback_data=data) for text, data in row] for row in rows]
    )


async def test_a_message_with_buttons_is_seen_pressed_and_edited(bot: Bot, olha: Seat) -> None:
    sent = await bot.send_message(501, "<b>Кава</b> &lt;3", parse_mode="HTML", reply_markup=buttons([("Так", "y")]))
    assert olha.last.picture == "Кава <3\n[Так]"
    query_id = await olha.press("Так")
    (update,) = (await bot.get_updates())[-1:]
    assert update.callback_query is not None
    assert update.callback_query.data == "y"
    await bot.answer_callback_query(update.callback_query.id, text="Гаразд")
    assert (await olha.is_answered(str(query_id)))["text"] == "Гаразд"
    await olha.sees_toast("Гаразд")
    await bot.edit_message_text("Чай", chat_id=501, message_id=sent.message_id)
    assert (await olha.sees("Чай")).buttons == []


async def test_updates_are_confirmed_by_the_next_offset(telegram: FakeTelegram, bot: Bot, olha: Seat) -> None:
    await olha.send("one")
    updates = await bot.get_updates()
    assert [update.message.text for update in updates if update.message] == ["/start", "one"]
    assert len(await bot.get_updates()) == 2, "not confirmed yet"
    waiting = asyncio.create_task(bot.get_updates(offset=updates[-1].update_id + 1, timeout=5))
    await asyncio.sleep(0.05)
    await olha.send("two")
    (update,) = await waiting
    assert update.message is not None
    assert update.message.text == "two"
    first = asyncio.create_task(bot.get_updates(offset=update.update_id + 1, timeout=5))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(bot.get_updates(offset=update.update_id + 1, timeout=1))
    with pytest.raises(TelegramConflictError):
        await first
    assert await second == []
    assert telegram.calls_of("getUpdates")


async def test_an_acknowledged_update_is_handed_out_once_also_to_a_restarted_bot(
    telegram: FakeTelegram, bot: Bot, olha: Seat
) -> None:
    await olha.send("one")
    updates = await bot.get_updates()
    assert [update.update_id for update in await bot.get_updates()] == [update.update_id for update in updates]
    assert await bot.get_updates(offset=updates[-1].update_id + 1) == []
    await olha.send("two")
    async with bot_of(telegram) as restarted:
        texts = [update.message.text for update in await restarted.get_updates() if update.message]
    assert texts == ["two"]


@pytest.mark.parametrize(
    ("text", "keyboard", "words"),
    [
        ("<b>open", None, "can't parse entities"),
        ("a < b", None, "can't parse entities"),
        ("<script>x</script>", None, "can't parse entities"),
        ("</b>", None, "can't parse entities"),
        ("   ", None, "message text is empty"),
        ("ї" * 4097, None, "message is too long"),
        ("ok", buttons([("x", "ї" * 33)]), "BUTTON_DATA_INVALID"),
        (
            "ok",
            InlineKeyboardMarkup(
                inline_keyboard=[[InlineKeyboardButton(text="x", web_app=WebAppInfo(url="http://a.b"))]]
            ),
            "Only HTTPS",
        ),
    ],
)
async def test_what_cannot_be_sent(bot: Bot, olha: Seat, text: str, keyboard: Any, words: str) -> None:
    with pytest.raises(TelegramBadRequest, match=words):
        await bot.send_message(olha.chat.id, text, parse_mode="HTML", reply_markup=keyboard)


async def test_edits_that_the_platform_refuses(bot: Bot, olha: Seat) -> None:
    sent = await bot.send_message(501, "same", reply_markup=buttons([("x", "1")]))
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await bot.edit_message_text("same", chat_id=501, message_id=sent.message_id, reply_markup=buttons([("x", "1")]))
    photo = await bot.send_photo(501, BufferedInputFile(b"\xff\xd8picture", "a.jpg"), caption="c")
    with pytest.raises(TelegramBadRequest, match="no text in the message to edit"):
        await bot.edit_message_text("t", chat_id=501, message_id=photo.message_id)
    assert photo.photo
    media = InputMediaPhoto(media=photo.photo[-1].file_id, caption="new")
    await bot.edit_message_media(media, chat_id=501, message_id=photo.message_id)
    assert olha.last.picture == "🖼\nnew"
    await bot.delete_message(501, sent.message_id)
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await bot.edit_message_text("t", chat_id=501, message_id=sent.message_id)


async def test_who_cannot_be_written_to(telegram: FakeTelegram, bot: Bot, olha: Seat) -> None:
    telegram.person(502, "Петро")
    with pytest.raises(TelegramForbiddenError, match="can't initiate"):
        await bot.send_message(502, "x")
    with pytest.raises(TelegramBadRequest, match="chat not found"):
        await bot.send_message(503, "x")
    await olha.block()
    with pytest.raises(TelegramForbiddenError, match="blocked"):
        await bot.send_message(501, "x")
    telegram.group(-100, "Кухня")
    telegram.world.migrate(-100, -1001234567890)
    with pytest.raises(TelegramMigrateToChat) as caught:
        await bot.send_message(-100, "x")
    assert caught.value.migrate_to_chat_id == -1001234567890
    await bot.send_message(-1001234567890, "x")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.FLOOD, TelegramRetryAfter),
        (Fault.SERVER_ERROR, TelegramServerError),
        (Fault.DROP, TelegramNetworkError),
        (Fault.DROP_AFTER, TelegramNetworkError),
        (Fault.UNAUTHORIZED, TelegramUnauthorizedError),
    ],
)
async def test_faults_come_as_asked(
    telegram: FakeTelegram, bot: Bot, olha: Seat, fault: Fault, error: type[Exception]
) -> None:
    telegram.meet(fault, method="sendMessage", times=1)
    with pytest.raises(error):
        await bot.send_message(501, "first")
    await bot.send_message(501, "second")
    assert len(olha.inbox) == (2 if fault is Fault.DROP_AFTER else 1)


async def test_messages_are_pinned_by_whoever_may(telegram: FakeTelegram, bot: Bot) -> None:
    group = telegram.group(-100)
    first, second = [await bot.send_message(-100, text) for text in ("first", "second")]
    for sent in (first, second, second):
        await bot.pin_chat_message(-100, sent.message_id, disable_notification=True)
    assert [message.text for message in group.pinned] == ["first", "second"]
    pinned = (await bot.get_chat(-100)).pinned_message
    assert pinned is not None
    assert pinned.message_id == second.message_id
    await bot.delete_message(-100, second.message_id)
    await bot.unpin_chat_message(chat_id=-100, message_id=first.message_id)
    assert (await bot.get_chat(-100)).pinned_message is None
    for number in (first.message_id, second.message_id):
        with pytest.raises(TelegramBadRequest, match="message to unpin not found"):
            await bot.unpin_chat_message(chat_id=-100, message_id=number)
    with pytest.raises(TelegramBadRequest, match="message to pin not found"):
        await bot.pin_chat_message(-100, second.message_id)
    group.may_pin = False
    with pytest.raises(TelegramBadRequest, match="not enough rights to manage pinned messages in the chat"):
        await bot.pin_chat_message(-100, first.message_id)


async def test_contact_button_old_presses_commands(telegram: FakeTelegram, bot: Bot, olha: Seat) -> None:
    keyboard = ReplyKeyboardMarkup(keyboard=[[KeyboardButton(text="Мій номер", request_contact=True)]])
    await bot.send_message(501, "?", reply_markup=keyboard)
    await olha.press("Мій номер")
    update = (await bot.get_updates())[-1]
    assert update.message is not None
    assert update.message.contact is not None
    assert update.message.contact.user_id == 501
    with pytest.raises(TelegramBadRequest, match="query is too old"):
        await bot.answer_callback_query("12345")
    await bot.set_my_commands([BotCommand(command="menu", description="Меню")])
    await bot.set_my_commands([BotCommand(command="menu", description="Menu")], language_code="en")
    assert telegram.world.commands_for(olha.chat, "en")[0]["description"] == "Menu"
    assert telegram.world.commands_for(olha.chat, "pl")[0]["description"] == "Меню"
    with pytest.raises(TelegramUnauthorizedError):
        await bot_of_closed(telegram)


async def bot_of_closed(telegram: FakeTelegram) -> None:
    async with bot_of(telegram, "1:wrong") as stranger:
        await stranger.get_me()
