"""The greeting, and links that lead into the chat."""

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.fsm.context import FSMContext

from cafe.bot.links import Links
from cafe.bot.orders import tracked_screen
from cafe.bot.presses import Go
from cafe.bot.routing import on
from cafe.bot.speech import Speech, escaped
from cafe.bot.view import Screen, View
from cafe.core.errors import NotFoundError
from cafe.core.ports import Button, Keyboard
from cafe.core.public_settings import PublicSettings
from cafe.core.services import Services

TABLE = "table_"
TRACK = "track_"
MAX_TABLE = 20
"""Characters of a table's name that a link may carry."""


def router() -> Router:
    """Build the handlers."""
    router = Router(name="start")
    on(router.message, start, CommandStart())
    on(router.message, help_, Command("help"))
    on(router.callback_query, home, Go.filter(F.to == "home"))
    return router


async def start(
    command: CommandObject, view: View, say: Speech, services: Services, links: Links, state: FSMContext
) -> None:
    """`/start`, alone or with a table or a tracked order."""
    payload = command.args or ""
    if payload.startswith(TRACK):
        try:
            order = await services.orders.track(payload.removeprefix(TRACK))
        except NotFoundError:
            await view.say(say.html("track-unknown"))
        else:
            await view.send(tracked_screen(say, services, links, order))
            return
    table = payload.removeprefix(TABLE)[:MAX_TABLE] if payload.startswith(TABLE) else ""
    await state.clear()
    if table:
        await state.set_data({"table": table})
    await view.send(greeting(say, services.settings.get_public(), links, table))


async def home(view: View, say: Speech, services: Services, links: Links) -> None:
    """Back to the greeting."""
    await view.show(greeting(say, services.settings.get_public(), links))


async def help_(view: View, say: Speech, services: Services) -> None:
    """`/help`."""
    settings = services.settings.current
    parts = [say.html("help")]
    if settings.phone:
        parts.append(say.html("help-phone", phone=settings.phone))
    if settings.address:
        parts.append(say.html("help-address", address=settings.address))
    await view.send(Screen("\n".join(parts), home_keyboard(say)))


def greeting(say: Speech, public: PublicSettings, links: Links, table: str = "") -> Screen:
    """What the cafe is up to now, and where one can go from here."""
    settings = public.settings
    parts = [say.html("greeting", cafe=settings.cafe_name)]
    hours = {"opens": settings.work_hours_from, "closes": settings.work_hours_to}
    if public.force_closed:
        parts.append(f"🔴 {escaped(settings.force_closed_message)}")
    else:
        parts.append(say.html("greeting-open" if public.is_open else "greeting-closed", **hours))
    if settings.announcement_enabled and settings.announcement_message:
        parts.append(f"📣 {escaped(settings.announcement_message)}")
    if table:
        parts.append(say.html("greeting-table", table=table))
    return Screen("\n\n".join(parts), ((links.app_button(say("button-app")),), *home_keyboard(say)))


def home_keyboard(say: Speech) -> Keyboard:
    """The ways that begin here."""
    return (
        (Button(say("button-menu"), Go(to="menu").pack()), Button(say("button-cart"), Go(to="cart").pack())),
        (
            Button(say("button-orders"), Go(to="orders").pack()),
            Button(say("button-language"), Go(to="language").pack()),
        ),
    )
