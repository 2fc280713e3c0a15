"""Pausing orders for a while."""

from datetime import datetime
from zoneinfo import ZoneInfo

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.html import day_and_time
from cafe.bot.staff.spans import read_span
from cafe.bot.telegram.callbacks import PauseCallback, PauseChoice
from cafe.core.availability.pause import PauseService
from cafe.core.outbox.port import Keyboard

CHOICES = ((PauseChoice.HALF_HOUR, PauseChoice.HOUR, PauseChoice.TWO_HOURS), (PauseChoice.TODAY, PauseChoice.OPEN))
"""The rows of buttons."""


def router() -> Router:
    router = Router(name="pause")
    router.message.register(pause, Command("pause"))
    on(router.message, resume, Command("resume"))
    on_callback(router, press, PauseCallback)
    return router


async def pause(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Pause for the time written after the command (`30`, `30m`, `2h`, `today`), or ask for how long."""
    words = (command.args or "").strip()
    if not words:
        await _ask(conversation)
    elif (span := read_span(words)) is None:
        await conversation.view.send(Screen(conversation.say.html("pause-usage")))
    elif span.minutes is None:
        await _pause_today(conversation)
    else:
        await _pause_for(conversation, span.minutes)


async def press(callback_data: PauseCallback, conversation: Conversation) -> None:
    match callback_data.to:
        case PauseChoice.RESUME:
            await resume(conversation)
        case PauseChoice.OPEN:
            await _pause_until_resumed(conversation)
        case PauseChoice.TODAY:
            await _pause_today(conversation)
        case minutes:
            await _pause_for(conversation, int(minutes))


async def resume(conversation: Conversation) -> None:
    was_paused = await conversation.services.pause.resume()
    text = conversation.say.html("pause-ended" if was_paused else "pause-none", actor=conversation.actor)
    await conversation.view.show(Screen(text))


async def _ask(conversation: Conversation) -> None:
    services = conversation.services
    until = await services.pause.paused_until()
    await conversation.view.send(_choice_screen(conversation.say, until, services.settings.current.zone))


async def _pause_for(conversation: Conversation, minutes: int) -> None:
    await _show_begun(conversation, await conversation.services.pause.pause_for(minutes))


async def _pause_today(conversation: Conversation) -> None:
    await _show_begun(conversation, await conversation.services.pause.pause_today())


async def _pause_until_resumed(conversation: Conversation) -> None:
    await conversation.services.pause.pause_until_resumed()
    text = conversation.say.html("pause-begun-open", actor=conversation.actor)
    await conversation.view.show(Screen(text, _resume_row(conversation.say)))


async def _show_begun(conversation: Conversation, until: datetime) -> None:
    time = day_and_time(until, conversation.services.settings.current.zone)
    text = conversation.say.html("pause-begun", time=time, actor=conversation.actor)
    await conversation.view.show(Screen(text, _resume_row(conversation.say)))


def _choice_screen(say: Translator, until: datetime | None, zone: ZoneInfo) -> Screen:
    """Ask for how long to pause; `until` is when the present pause ends, if there is one."""
    if until is None:
        text = say.html("pause-ask")
    elif PauseService.is_endless(until):
        text = say.html("pause-standing-open")
    else:
        text = say.html("pause-standing", time=day_and_time(until, zone))
    rows = tuple(tuple(button(say(f"pause-{choice}"), PauseCallback(to=choice)) for choice in row) for row in CHOICES)
    return Screen(text, (*rows, *_resume_row(say)) if until else rows)


def _resume_row(say: Translator) -> Keyboard:
    return ((button(say("button-resume"), PauseCallback(to=PauseChoice.RESUME)),),)
