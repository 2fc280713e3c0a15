"""Beginning and ending air alerts and power cuts by hand, beside the pauses."""

from datetime import UTC, datetime

from aiogram import Router

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import DisruptionAct, DisruptionCallback
from cafe.core.catalogue.disruptions.model import NOTHING, Disruption, DisruptionKind
from cafe.core.messages.notifications.values import day_and_time
from cafe.core.messages.outbox.port import Button


def router() -> Router:
    router = Router(name="disruptions")
    on_callback(router, press, DisruptionCallback)
    return router


def standing(conversation: Conversation) -> list[str]:
    """Render what is in force."""
    say, found = conversation.say, conversation.services.disruptions.in_force()
    return [say.html("disruption-standing", what=each.kind.value, until=_until(conversation, each)) for each in found]


def disruptions_row(conversation: Conversation) -> tuple[Button, ...]:
    """Return a button for each kind that does something: to end what is in force, or to begin."""
    services, say = conversation.services, conversation.say
    on = {each.kind for each in services.disruptions.in_force()}
    used = [kind for kind, effect in services.settings.current.effects.items() if effect != NOTHING]
    acts = [(kind, DisruptionAct.END if kind in on else DisruptionAct.BEGIN) for kind in used]
    return tuple(button(say(f"disruption-{act}-{kind}"), DisruptionCallback(act=act, what=kind)) for kind, act in acts)


async def press(callback_data: DisruptionCallback, conversation: Conversation) -> None:
    say, what = conversation.say, callback_data.what
    service, author = conversation.services.disruptions, conversation.author
    if callback_data.act is DisruptionAct.BEGIN:
        await service.begin(what, None, actor=author)
        await conversation.view.show(_begun(conversation, what))
    elif await service.end(what, actor=author):
        await conversation.view.show(Screen(say.html("disruption-ended", what=what.value, actor=conversation.actor)))
    else:
        await conversation.view.answer(say("disruption-none", what=what.value), is_alert=True)


def _begun(conversation: Conversation, what: DisruptionKind) -> Screen:
    say = conversation.say
    end = button(say(f"disruption-end-{what}"), DisruptionCallback(act=DisruptionAct.END, what=what))
    return Screen(say.html("disruption-begun", what=what.value, actor=conversation.actor), ((end,),))


def _until(conversation: Conversation, disruption: Disruption) -> str:
    if disruption.until_at is None:
        return "open"
    until = datetime.fromtimestamp(disruption.until_at, UTC)
    return day_and_time(until, conversation.services.settings.current.zone)
