"""Promising orders for later than usual while the kitchen cannot keep up."""

import re

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff.spans import Span, read_minutes, read_span
from cafe.bot.telegram.callbacks import BusyAct, BusyCallback
from cafe.core.catalogue.availability.busy import BusyChangedError
from cafe.core.catalogue.settings.busy import BUSY_MINUTES, Busy
from cafe.core.messages.notifications.values import day_and_time
from cafe.core.messages.outbox.port import Keyboard

WORDS = re.compile(r"(?P<minutes>\+?\d{1,4}\s*(?:m|min|хв|м)?\.?)(?:\s+(?P<span>\S.*))?", re.IGNORECASE)
"""How much longer, and for how long that holds."""
OFF = {"off", "end", "stop", "вимк", "вимкнути", "стоп", "ні"}
MAX_MINUTES = 120
HOUR = Span(60)
SPANS = {BusyAct.HOUR: HOUR, BusyAct.TWO_HOURS: Span(120), BusyAct.TODAY: Span(None)}


def router() -> Router:
    router = Router(name="busy")
    router.message.register(busy, Command("busy"))
    on_callback(router, press, BusyCallback)
    return router


async def busy(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Follow the text after the command (`20`, `20 for 1h`, `30 today`, `off`), or ask."""
    words = (command.args or "").strip().lower()
    if not words:
        await _ask(conversation)
    elif words in OFF:
        await _end(conversation)
    elif (wanted := _read(words)) is not None:
        await _begin(conversation, *wanted)
    else:
        await conversation.view.send(Screen(conversation.say.html("busy-usage")))


async def press(callback_data: BusyCallback, conversation: Conversation) -> None:
    """Handle a button, unless busy mode has changed since it was shown."""
    act, minutes, mark = callback_data.act, callback_data.minutes, callback_data.mark
    is_outdated = act is BusyAct.MORE and (await conversation.services.busy.state()).mark != mark
    try:
        if act is BusyAct.OFF:
            await _end(conversation, mark)
        elif act in SPANS:
            await _begin(conversation, minutes, SPANS[act], mark)
        elif not is_outdated:
            await _ask_span(conversation, minutes, mark)
    except BusyChangedError:
        is_outdated = True
    if is_outdated:
        await conversation.view.answer(conversation.say("press-outdated"))
        await _ask(conversation)


async def _ask(conversation: Conversation) -> None:
    """Ask how much longer orders take, and show the current state."""
    say, state = conversation.say, await conversation.services.busy.state()
    more = tuple(
        button(say("busy-more", minutes=minutes), BusyCallback(act=BusyAct.MORE, minutes=minutes, mark=state.mark))
        for minutes in BUSY_MINUTES
    )
    if state.busy is None:
        text = say.html("busy-ask", asap=conversation.services.times.asap_minutes())
        await conversation.view.show(Screen(text, (more,)))
    else:
        text = say.html("busy-standing", **_values(conversation, state.busy))
        await conversation.view.show(Screen(text, (more, *_off_row(conversation, state.mark))))


async def _ask_span(conversation: Conversation, minutes: int, mark: int) -> None:
    say = conversation.say
    spans = tuple(button(say(f"pause-{act}"), BusyCallback(act=act, minutes=minutes, mark=mark)) for act in SPANS)
    await conversation.view.show(Screen(say.html("busy-span-ask", minutes=minutes), (spans,)))


async def _begin(conversation: Conversation, minutes: int, span: Span, mark: int | None = None) -> None:
    service = conversation.services.busy
    if span.minutes is None:
        begun = await service.begin_today(minutes, mark=mark, actor=conversation.author)
    else:
        begun = await service.begin_for(minutes, span.minutes, mark=mark, actor=conversation.author)
    text = conversation.say.html("busy-begun", **_values(conversation, begun), actor=conversation.actor)
    await conversation.view.show(Screen(text, _off_row(conversation, (await service.state()).mark)))


async def _end(conversation: Conversation, mark: int | None = None) -> None:
    was_busy = await conversation.services.busy.end(mark=mark, actor=conversation.author)
    asap = conversation.services.times.asap_minutes()
    text = conversation.say.html("busy-ended" if was_busy else "busy-none", asap=asap, actor=conversation.actor)
    await conversation.view.show(Screen(text))


def _values(conversation: Conversation, busy: Busy) -> dict[str, str | int]:
    zone = conversation.services.settings.current.zone
    asap = conversation.services.times.asap_minutes()
    return {"minutes": busy.minutes, "time": day_and_time(busy.until, zone), "asap": asap}


def _off_row(conversation: Conversation, mark: int) -> Keyboard:
    return ((button(conversation.say("busy-off"), BusyCallback(act=BusyAct.OFF, mark=mark)),),)


def _read(words: str) -> tuple[int, Span] | None:
    """Read how much longer and for how long, an hour by default."""
    match = WORDS.fullmatch(words)
    minutes = read_minutes(match["minutes"].lstrip("+")) if match else None
    if match is None or minutes is None or minutes > MAX_MINUTES:
        return None
    span = read_span(match["span"]) if match["span"] else HOUR
    return None if span is None else (minutes, span)
