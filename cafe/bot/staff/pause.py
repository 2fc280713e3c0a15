"""Pausing orders for a while: all of them, or those of one type."""

import re
from collections.abc import Mapping
from datetime import datetime

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff.disruptions import disruptions_row, standing
from cafe.bot.staff.spans import Span, read_span
from cafe.bot.staff.zone_pause import zones_row
from cafe.bot.telegram.callbacks import PauseCallback, PauseChoice, TypePauseCallback
from cafe.core.catalogue.availability.pause import PauseService
from cafe.core.messages.notifications.values import day_and_time
from cafe.core.messages.outbox.port import Button
from cafe.core.ordering.orders.model import OrderType

CHOICES = ((PauseChoice.HALF_HOUR, PauseChoice.HOUR, PauseChoice.TWO_HOURS), (PauseChoice.TODAY, PauseChoice.OPEN))
"""The rows of buttons."""
TYPE_WORDS: Mapping[OrderType, re.Pattern[str]] = {
    OrderType.DELIVERY: re.compile(r"\b(delivery|доставк[аиу])(?!\w)", re.IGNORECASE),
    OrderType.PICKUP: re.compile(r"\b(pick-?up|takeaway|самовив[іо]з\w*)(?!\w)", re.IGNORECASE),
    OrderType.DINE_IN: re.compile(r"\b(dine[-_ ]?in|зал[иу]?|(у |в )?заклад[іу]?|столик[иу]?)(?!\w)", re.IGNORECASE),
}


def router() -> Router:
    router = Router(name="pause")
    router.message.register(pause, Command("pause"))
    router.message.register(resume, Command("resume"))
    on_callback(router, press, PauseCallback)
    on_callback(router, press_type, TypePauseCallback)
    return router


async def pause(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Pause as the text after the command says (`30`, `2h`, `delivery today`), or ask."""
    order_type, words = _read_type(command.args or "")
    if not words:
        await _ask(conversation, order_type)
    elif (span := read_span(words)) is None:
        await conversation.view.send(Screen(conversation.say.html("pause-usage")))
    else:
        await _pause(conversation, order_type, span)


async def resume(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Accept orders again: of the type after the command, or all."""
    order_type, words = _read_type(command.args or "")
    if words:
        await conversation.view.send(Screen(conversation.say.html("resume-usage")))
    else:
        await _resume(conversation, order_type)


async def press(callback_data: PauseCallback, conversation: Conversation) -> None:
    await _do(conversation, None, callback_data.to)


async def press_type(callback_data: TypePauseCallback, conversation: Conversation) -> None:
    await _do(conversation, callback_data.type, callback_data.to)


async def _do(conversation: Conversation, order_type: OrderType | None, choice: PauseChoice) -> None:
    match choice:
        case PauseChoice.ASK:
            await _ask(conversation, order_type)
        case PauseChoice.RESUME:
            await _resume(conversation, order_type)
        case PauseChoice.OPEN:
            await conversation.services.pause.pause_until_resumed(order_type, actor=conversation.author)
            await _show_begun(conversation, order_type)
        case PauseChoice.TODAY:
            await _pause(conversation, order_type, Span(None))
        case minutes:
            await _pause(conversation, order_type, Span(int(minutes)))


async def _pause(conversation: Conversation, order_type: OrderType | None, span: Span) -> None:
    service = conversation.services.pause
    if span.minutes is None:
        until = await service.pause_today(order_type, actor=conversation.author)
    else:
        until = await service.pause_for(span.minutes, order_type, actor=conversation.author)
    await _show_begun(conversation, order_type, until)


async def _resume(conversation: Conversation, order_type: OrderType | None) -> None:
    say, service = conversation.say, conversation.services.pause
    was_paused = await service.resume(order_type, actor=conversation.author)
    if order_type is None:
        text = say.html("pause-ended" if was_paused else "pause-none", actor=conversation.actor)
    else:
        text_id = "pause-type-ended" if was_paused else "pause-type-none"
        text = say.html(text_id, type=say(f"type-{order_type}"), actor=conversation.actor)
    standing = _standing(conversation, await service.list_paused())
    await conversation.view.show(Screen("\n".join([text, *standing])))


async def _ask(conversation: Conversation, order_type: OrderType | None) -> None:
    """Ask for how long to pause, and show current pauses with buttons to resume."""
    say = conversation.say
    paused = await conversation.services.pause.list_paused()
    question = (
        say.html("pause-ask") if order_type is None else say.html("pause-type-ask", type=say(f"type-{order_type}"))
    )
    text = "\n".join([*standing(conversation), *_standing(conversation, paused), question])
    durations = tuple(tuple(_button(conversation, order_type, choice) for choice in row) for row in CHOICES)
    others = [
        button(say(f"pause-only-{each}"), TypePauseCallback(type=each, to=PauseChoice.ASK))
        for each in OrderType
        if each is not order_type
    ]
    if order_type is not None:
        others.append(button(say("pause-everything"), PauseCallback(to=PauseChoice.ASK)))
    resumes = tuple(_resume_row(conversation, each) for each in paused)
    if paused and None not in paused:
        resumes = (*resumes, _resume_row(conversation, None))
    zones = zones_row(conversation) if order_type in {None, OrderType.DELIVERY} else ()
    disruptions = rows_of(disruptions_row(conversation), 2) if order_type is None else ()
    rows = (*durations, *rows_of(others, 3), *rows_of(zones, 1), *disruptions, *resumes)
    await conversation.view.show(Screen(text, rows))


async def _show_begun(conversation: Conversation, order_type: OrderType | None, until: datetime | None = None) -> None:
    """Confirm a pause; without `until`, until it is resumed."""
    say = conversation.say
    text_id = "begun" if until is not None else "begun-open"
    time = day_and_time(until, conversation.services.settings.current.zone) if until is not None else ""
    if order_type is None:
        text = say.html(f"pause-{text_id}", time=time, actor=conversation.actor)
    else:
        text = say.html(f"pause-type-{text_id}", type=say(f"type-{order_type}"), time=time, actor=conversation.actor)
    await conversation.view.show(Screen(text, (_resume_row(conversation, order_type),)))


def _standing(conversation: Conversation, paused: Mapping[OrderType | None, datetime]) -> list[str]:
    """Render the current pauses."""
    say, zone = conversation.say, conversation.services.settings.current.zone
    lines = []
    for order_type, until in paused.items():
        text_id = "standing-open" if PauseService.is_endless(until) else "standing"
        time = day_and_time(until, zone)
        if order_type is None:
            lines.append(say.html(f"pause-{text_id}", time=time))
        else:
            lines.append(say.html(f"pause-type-{text_id}", type=say(f"type-{order_type}"), time=time))
    return lines


def _button(conversation: Conversation, order_type: OrderType | None, choice: PauseChoice) -> Button:
    label = conversation.say(f"pause-{choice}")
    if order_type is None:
        return button(label, PauseCallback(to=choice))
    return button(label, TypePauseCallback(type=order_type, to=choice))


def _resume_row(conversation: Conversation, order_type: OrderType | None) -> tuple[Button, ...]:
    say = conversation.say
    if order_type is None:
        return (button(say("button-resume"), PauseCallback(to=PauseChoice.RESUME)),)
    data = TypePauseCallback(type=order_type, to=PauseChoice.RESUME)
    return (button(say("button-resume-type", type=say(f"type-{order_type}")), data),)


def _read_type(words: str) -> tuple[OrderType | None, str]:
    """Read an order type, if there is one, and return the other words."""
    for order_type, pattern in TYPE_WORDS.items():
        rest, count = pattern.subn(" ", words, count=1)
        if count:
            return order_type, rest.strip()
    return None, words.strip()
