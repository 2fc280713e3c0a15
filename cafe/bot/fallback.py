"""What is left: leaving a dialog, staff words in the wrong place, outdated buttons, and everything else."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.fsm.context import FSMContext

from cafe.bot.commands import STAFF_COMMANDS
from cafe.bot.identity import InPrivate
from cafe.bot.routing import on
from cafe.bot.speech import Speech
from cafe.bot.start import home_keyboard
from cafe.bot.view import Screen, View


def cancel_router() -> Router:
    """Build the handler of `/cancel`, which comes before any dialog."""
    router = Router(name="cancel")
    on(router.message, cancel, Command("cancel"), InPrivate())
    return router


def router() -> Router:
    """Build the handlers that come last."""
    router = Router(name="fallback")
    on(router.message, staff_only, Command(*STAFF_COMMANDS), InPrivate())
    on(router.message, misunderstood, InPrivate())
    on(router.message, not_here, Command("start", *STAFF_COMMANDS))
    on(router.callback_query, outdated)
    return router


async def cancel(view: View, say: Speech, state: FSMContext) -> None:
    """`/cancel` leaves whatever dialog there is."""
    had_dialog = await state.get_state() is not None
    await state.clear()
    await view.say(say.html("form-cancelled" if had_dialog else "cancel-nothing"), removes_keys=True)


async def staff_only(view: View, say: Speech) -> None:
    """A staff command outside their chat."""
    await view.say(say.html("staff-only"))


async def misunderstood(view: View, say: Speech) -> None:
    """Anything that nobody asked for."""
    await view.send(Screen(say.html("misunderstood"), home_keyboard(say)))


async def not_here(view: View, say: Speech) -> None:
    """A command in a group that is not the staff's; whoever sets the cafe up learns the group's id."""
    await view.say(say.html("not-here", chat=str(view.chat_id)))


async def outdated(view: View, say: Speech) -> None:
    """A button that means nothing any more, or never did."""
    await view.answer(say("press-outdated"), is_alert=True)
