"""Pausing deliveries to one zone for a while."""

from datetime import UTC, datetime, timedelta

from aiogram import Router

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import PauseChoice, ZonePauseCallback
from cafe.core.catalogue.changes.errors import EditConflictError
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.values import day_and_time
from cafe.core.messages.outbox.port import Button

SPANS = (PauseChoice.HALF_HOUR, PauseChoice.HOUR, PauseChoice.TWO_HOURS, PauseChoice.OPEN)


def router() -> Router:
    router = Router(name="zone-pause")
    on_callback(router, press, ZonePauseCallback)
    return router


def zones_row(conversation: Conversation) -> tuple[Button, ...]:
    """Return the button that leads here; none where there are no zones."""
    if not conversation.services.zones.list_now():
        return ()
    return (button(conversation.say("pause-zones"), ZonePauseCallback(to=PauseChoice.ASK)),)


async def press(callback_data: ZonePauseCallback, conversation: Conversation) -> None:
    zone = conversation.services.zones.find(callback_data.id)
    if callback_data.to is PauseChoice.ASK:
        await conversation.view.show(_zones_screen(conversation) if zone is None else _spans_screen(conversation, zone))
        return
    if zone is None:
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
        return
    values = {"paused_until": _until(conversation, callback_data.to)}
    edit = Edit("zones", zone.slug, {"paused_until": zone.paused_until}, values)
    try:
        await conversation.services.edits.apply(conversation.author, [edit])
    except EditConflictError:
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
    await conversation.view.show(_zones_screen(conversation))


def _until(conversation: Conversation, choice: PauseChoice) -> int:
    """Return when a pause ends, in Unix seconds; 0: there is none."""
    if choice is PauseChoice.RESUME:
        return 0
    if choice is PauseChoice.OPEN:
        return ENDLESS
    return unix_now(conversation.services.clock) + int(timedelta(minutes=int(choice)).total_seconds())


def _zones_screen(conversation: Conversation) -> Screen:
    """List the zones; a paused one goes on by a tap."""
    say, now = conversation.say, conversation.services.clock.now()
    lines, buttons = [say.html("pause-zones-which")], []
    for zone, _ in conversation.services.zones.list_now():
        name = zone.name.in_locale(Locale.UK)
        if zone.is_paused_at(now):
            lines.append(say.html("pause-zone-standing", name=name, time=_time(conversation, zone)))
            to, label = PauseChoice.RESUME, say("pause-zone-resume", name=name)
        else:
            to, label = PauseChoice.ASK, say("pause-zone", name=name)
        buttons.append(button(label, ZonePauseCallback(id=zone.id, to=to)))
    return Screen("\n".join(lines), rows_of(buttons, 1))


def _spans_screen(conversation: Conversation, zone: Zone) -> Screen:
    say = conversation.say
    buttons = [button(say(f"pause-{span}"), ZonePauseCallback(id=zone.id, to=span)) for span in SPANS]
    text = say.html("pause-zone-ask", name=zone.name.in_locale(Locale.UK))
    return Screen(text, rows_of(buttons, 2))


def _time(conversation: Conversation, zone: Zone) -> str:
    if zone.paused_until >= ENDLESS:
        return "none"
    until = datetime.fromtimestamp(zone.paused_until, UTC)
    return day_and_time(until, conversation.services.settings.current.zone)
