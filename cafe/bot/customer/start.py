"""The greeting, and deep links into the chat."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import Message

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, section_button
from cafe.bot.chat.routing import on
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import Screen
from cafe.bot.customer.forms import forget_form, store_table, table_of
from cafe.bot.customer.order_screens import Place, tracked_screen
from cafe.bot.customer.subscriptions import FOLLOW, ask_to_follow
from cafe.bot.telegram.callbacks import Go, PrivacyAct, PrivacyCallback, Section
from cafe.bot.telegram.links import Links
from cafe.bot.telegram.markup import escape
from cafe.core.catalogue.edits.settings_service import PublicSettings
from cafe.core.catalogue.hours.model import HoursNow
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.moments import name_moment
from cafe.core.messages.outbox.port import Keyboard

TABLE = "table_"
TRACK = "track_"
MAX_TABLE = 20
"""Characters of a table's name in a link."""


def router() -> Router:
    router = Router(name="start")
    router.message.register(start, CommandStart())
    on(router.message, show_help, Command("help"))
    on(router.callback_query, show_home, Go.filter(F.to == Section.HOME))
    on(router.callback_query, show_help, Go.filter(F.to == Section.MORE))
    return router


async def start(_message: Message, command: CommandObject, conversation: CustomerConversation) -> None:
    """Greet; a link may contain a table, or an order to track or follow."""
    services, say, view = conversation.services, conversation.say, conversation.view
    payload = command.args or ""
    if payload.startswith(FOLLOW):
        await ask_to_follow(payload.removeprefix(FOLLOW), conversation)
        return
    if payload.startswith(TRACK):
        try:
            order = await services.orders.track(payload.removeprefix(TRACK))
        except NotFoundError:
            await view.say(say.html("track-unknown"))
        else:
            await view.send(tracked_screen(say, order, Place.of(order, services.settings.current), conversation.links))
            return
    data = await conversation.state.get_data()
    await forget_form(conversation.state)
    if data.get("form"):  # its keyboard may be open under the input field
        await view.say(say.html("form-cancelled"), removes_keys=True)
    table = payload.removeprefix(TABLE)[:MAX_TABLE] if payload.startswith(TABLE) else ""
    if table:
        await store_table(conversation, table)
    table = table or table_of(conversation, data)
    await view.send(
        greeting_screen(say, services.settings.get_public(), conversation.links, services.clock.now(), table)
    )


async def show_home(conversation: CustomerConversation) -> None:
    services = conversation.services
    screen = greeting_screen(conversation.say, services.settings.get_public(), conversation.links, services.clock.now())
    await conversation.view.show(screen)


async def show_help(conversation: CustomerConversation) -> None:
    say = conversation.say
    settings = conversation.services.settings.current.in_locale(say.locale)
    parts = [say.html("help")]
    if settings.phone:
        parts.append(say.html("help-phone", phone=settings.phone))
    if settings.address:
        parts.append(say.html("help-address", address=settings.address))
    if await conversation.services.staff.find_by_telegram(conversation.customer.id) is not None:
        parts.insert(1, say.html("help-desk"))
    forget = button(say("button-forget"), PrivacyCallback(act=PrivacyAct.ASK))
    rows = (
        (section_button(say, Section.ORDERS), section_button(say, Section.LANGUAGE)),
        (forget, section_button(say, Section.HOME)),
    )
    await conversation.view.show(Screen("\n".join(parts), rows))


def greeting_screen(say: Translator, public: PublicSettings, links: Links, now: datetime, table: str = "") -> Screen:
    """Show whether the cafe is open, its announcement, and the sections of the bot."""
    settings = public.settings.in_locale(say.locale)
    parts = [say.html("greeting", cafe=settings.cafe_name)]
    hours = {"opens": settings.work_hours_from, "closes": settings.work_hours_to}
    if public.pause is not None:
        parts.append(f"⏸ {escape(say(public.pause.text_id, **public.pause.values))}")
    elif public.force_closed and not public.takes_orders:
        parts.append(f"🔴 {escape(settings.force_closed_message)}")
    elif public.hours is not None:
        parts += _hours_now(say, public, public.hours, now)
    else:
        parts.append(say.html(f"greeting-{_state(public)}", **hours))
    parts += list(_disruptions(say, public))
    parts += [f"🔀 {escape(text)}" for mode in public.modes if (text := mode.message.in_locale(say.locale))]
    if settings.announcement_enabled and settings.announcement_message:
        parts.append(f"📣 {escape(settings.announcement_message)}")
    if table:
        parts.append(say.html("greeting-table", table=table))
    return Screen("\n\n".join(parts), ((links.app_button(say("button-app")),), *home_keyboard(say)))


def _disruptions(say: Translator, public: PublicSettings) -> Iterator[str]:
    """Yield what is in force, unless it was told as the pause of everything."""
    for each in public.disruptions:
        if each.end != public.pause:
            yield f"⚠️ {escape(say(each.text_id, **each.end.values))}"


def _state(public: PublicSettings) -> str:
    """Return the suffix of a text id: which orders the cafe accepts."""
    if public.takes_orders and (public.force_closed or not public.is_open):
        return "taking"
    if public.is_open:
        return "open"
    return "later" if public.settings.takes_scheduled_orders else "closed"


def _hours_now(say: Translator, public: PublicSettings, hours: HoursNow, now: datetime) -> Iterator[str]:
    """Yield the texts on hours that differ between days."""
    state, turn = _state(public), name_moment(hours.turns_at, now, public.settings.zone)
    if hours.is_open:
        is_soon = state == "open" and hours.turns_at is not None and hours.turns_at - now < timedelta(days=1)
        until = say("greeting-until", time=turn.time) if is_soon else ""
        yield escape(f"{say(f'greeting-{state}-now')}{until}")
    else:
        yield escape(f"{say(f'greeting-{state}-now')} {say('reopens', day=turn.day, time=turn.time)}")
    if hours.notice is not None and (notice := hours.notice.in_locale(say.locale)):
        yield f"📣 {escape(notice)}"


def home_keyboard(say: Translator) -> Keyboard:
    """Return what most people want next; the rest is behind the last button."""
    first = (section_button(say, Section.MENU), section_button(say, Section.CART))
    return (first, (section_button(say, Section.MORE),))
