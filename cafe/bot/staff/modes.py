"""Switching the modes of the menu on and off: two taps, the mode and for how long."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import ModeCallback, PauseChoice
from cafe.core.catalogue.availability.modes import ModeState
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.values import day_and_time

SPANS = (PauseChoice.HOUR, PauseChoice.TWO_HOURS, PauseChoice.TODAY, PauseChoice.OPEN)


def router() -> Router:
    router = Router(name="modes")
    router.message.register(modes, Command("modes"))
    on_callback(router, press, ModeCallback)
    return router


async def modes(_message: Message, conversation: Conversation) -> None:
    await conversation.view.send(_modes_screen(conversation))


async def press(callback_data: ModeCallback, conversation: Conversation) -> None:
    service, mode_id, actor = conversation.services.modes, callback_data.id, conversation.author
    state = next((each for each in service.list_states() if each.mode.id == mode_id), None)
    if state is None:
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
        await conversation.view.show(_modes_screen(conversation))
        return
    match callback_data.to:
        case PauseChoice.ASK:
            await conversation.view.show(_spans_screen(conversation, state))
            return
        case PauseChoice.RESUME:
            await service.switch_off(state.mode.id, actor)
        case PauseChoice.OPEN:
            await service.switch_on(state.mode.id, actor)
        case PauseChoice.TODAY:
            await service.switch_on_today(state.mode.id, actor)
        case minutes:
            await service.switch_on_for(state.mode.id, int(minutes), actor)
    await conversation.view.show(_modes_screen(conversation))


def _modes_screen(conversation: Conversation) -> Screen:
    """List the modes; one that is on ends by a tap."""
    say, states = conversation.say, conversation.services.modes.list_states()
    if not states:
        return Screen(say.html("modes-none"))
    lines, buttons = [say.html("modes-title")], []
    for state in states:
        name = state.mode.name.in_locale(Locale.UK)
        if state.is_on:
            lines.append(say.html("mode-on", name=name, time=_time(conversation, state)))
        label = say("mode-off-button" if state.is_on else "mode-on-button", name=name)
        to = PauseChoice.RESUME if state.is_on else PauseChoice.ASK
        buttons.append(button(label, ModeCallback(id=state.mode.id, to=to)))
    if len(lines) == 1:
        lines.append(say.html("modes-off"))
    return Screen("\n".join(lines), rows_of(buttons, 1))


def _spans_screen(conversation: Conversation, state: ModeState) -> Screen:
    say = conversation.say
    labels = {PauseChoice.OPEN: "mode-open"}
    buttons = [
        button(say(labels.get(span, f"pause-{span}")), ModeCallback(id=state.mode.id, to=span)) for span in SPANS
    ]
    return Screen(say.html("mode-ask", name=state.mode.name.in_locale(Locale.UK)), rows_of(buttons, 2))


def _time(conversation: Conversation, state: ModeState) -> str:
    if state.until is None:
        return "none"
    return day_and_time(state.until, conversation.services.settings.current.zone)
