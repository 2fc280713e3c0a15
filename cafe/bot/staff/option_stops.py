"""The stop-list of options: 'no oat milk until tomorrow' in two taps."""

from datetime import datetime
from zoneinfo import ZoneInfo

from aiogram import F, Router

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import StopAct, StopCallback
from cafe.bot.telegram.limits import LABEL, LABEL_WITH_NUMBERS
from cafe.core.catalogue.availability.stop_list import OptionStops
from cafe.core.catalogue.options.errors import OptionNotFoundError
from cafe.core.catalogue.options.model import Option, OptionGroup
from cafe.core.catalogue.snapshot.model import FOREVER
from cafe.core.kernel.ids import OptionId
from cafe.core.messages.notifications.values import day_and_time
from cafe.core.messages.outbox.port import Button

LISTED = 45
"""Options of a group that fit under one message, with two buttons each."""
GROUPS = 20
"""Groups that are listed beside the categories."""
ACTS = {StopAct.STOP_OPTION, StopAct.STOP_OPTION_TODAY, StopAct.OFFER_OPTION}


def router() -> Router:
    router = Router(name="option stops")
    on_callback(router, show_group, StopCallback, F.act == StopAct.GROUP)
    on_callback(router, switch, StopCallback, F.act.in_(ACTS))
    return router


async def show_group(callback_data: StopCallback, conversation: Conversation) -> None:
    stops = await conversation.services.stop_list.list_groups()
    group = next((group for group in stops.groups if group.id == callback_data.id), None)
    if group is None:
        await conversation.view.answer(conversation.say("menu-changed"), is_alert=True)
    else:
        await _show(conversation, stops, group)


async def switch(callback_data: StopCallback, conversation: Conversation) -> None:
    """Stop an option or offer it again. A button sets a state, so that a second press has no effect."""
    say, view, stop_list = conversation.say, conversation.view, conversation.services.stop_list
    option_id, act = OptionId(callback_data.id), callback_data.act
    try:
        if act is StopAct.OFFER_OPTION:
            await stop_list.offer_option(option_id, actor=conversation.author)
        else:
            until_opening = act is StopAct.STOP_OPTION_TODAY
            await stop_list.stop_option(option_id, until_opening=until_opening, actor=conversation.author)
    except OptionNotFoundError:
        await view.answer(say("menu-changed"), is_alert=True)
        return
    stops = await stop_list.list_groups()
    for group in stops.groups:
        for option in group.options:
            if option.id == option_id:
                await view.answer(_switched(say, stops, option, conversation.services.settings.current.zone))
                await _show(conversation, stops, group)
                return
    await view.answer(say("menu-changed"), is_alert=True)


def group_buttons(say: Translator, stops: OptionStops) -> list[Button]:
    """Return a button for each group, with how many of its options are off."""
    buttons = []
    for group in stops.groups[:GROUPS]:
        name = say("stop-group-label", name=clipped(group.name.uk, LABEL))
        off = sum(map(stops.is_stopped, group.options))
        label = f"⛔️ {off} · {name}" if off else name
        buttons.append(button(label, StopCallback(act=StopAct.GROUP, id=group.id)))
    return buttons


async def _show(conversation: Conversation, stops: OptionStops, group: OptionGroup) -> None:
    say, zone = conversation.say, conversation.services.settings.current.zone
    rows = [_option_row(say, stops, option, zone) for option in group.options[:LISTED]]
    back = button(say("button-back"), StopCallback(act=StopAct.CATEGORIES))
    await conversation.view.show(Screen(say.html("stop-group", name=group.name.uk), (*rows, (back,))))


def _option_row(say: Translator, stops: OptionStops, option: Option, zone: ZoneInfo) -> tuple[Button, ...]:
    name = clipped(option.name.uk, LABEL_WITH_NUMBERS)
    if not stops.is_stopped(option):
        stop = button(f"🟢 {name}", StopCallback(act=StopAct.STOP_OPTION_TODAY, id=option.id))
        return (stop, button(say("button-stop-off"), StopCallback(act=StopAct.STOP_OPTION, id=option.id)))
    if option.stopped_until >= FOREVER:
        label = f"⛔️ {name}"
    else:
        label = f"🌙 {say('stop-until', name=name, time=_until(option, zone))}"
    return (button(label, StopCallback(act=StopAct.OFFER_OPTION, id=option.id)),)


def _switched(say: Translator, stops: OptionStops, option: Option, zone: ZoneInfo) -> str:
    if not stops.is_stopped(option):
        return say("stop-on", name=option.name.uk)
    if option.stopped_until >= FOREVER:
        return say("stop-off", name=option.name.uk)
    return say("stop-today", name=option.name.uk, time=_until(option, zone))


def _until(option: Option, zone: ZoneInfo) -> str:
    return day_and_time(datetime.fromtimestamp(option.stopped_until, zone), zone)
