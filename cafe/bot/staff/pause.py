"""Pausing orders for a while."""

import re

from aiogram import Router
from aiogram.filters import Command, CommandObject

from cafe.bot.presses import PausePress
from cafe.bot.routing import on
from cafe.bot.speech import Speech, day_and_time
from cafe.bot.view import Screen, View
from cafe.core.ports import Button, Keyboard
from cafe.core.services import Services

TIME = re.compile(r"(\d{1,3})\s*(m|min|хв|м|h|hour|год|г)", re.IGNORECASE)
MAX_MINUTES = 24 * 60
CHOICES = ("30", "60", "120", "today", "open")


def router() -> Router:
    """Build the handlers."""
    router = Router(name="pause")
    on(router.message, pause, Command("pause"))
    on(router.message, resume, Command("resume"))
    on(router.callback_query, press, PausePress.filter())
    return router


async def pause(command: CommandObject, view: View, say: Speech, services: Services, actor: str) -> None:
    """`/pause`, alone or with `30m`, `2h` or `today`."""
    words = (command.args or "").strip().lower()
    if not words:
        await view.send(await _screen(say, services))
    elif words in {"today", "сьогодні"}:
        await _pause(view, say, services, "today", actor)
    elif (minutes := _minutes(words)) is not None:
        await _pause(view, say, services, str(minutes), actor)
    else:
        await view.send(Screen(say.html("pause-usage")))


async def resume(view: View, say: Speech, services: Services, actor: str) -> None:
    """`/resume`."""
    was_paused = await services.pause.resume()
    await view.send(Screen(say.html("pause-ended" if was_paused else "pause-none", actor=actor)))


async def press(callback_data: PausePress, view: View, say: Speech, services: Services, actor: str) -> None:
    """A time from the buttons, or the end of the pause."""
    if callback_data.to == "resume":
        was_paused = await services.pause.resume()
        await view.show(Screen(say.html("pause-ended" if was_paused else "pause-none", actor=actor)))
    elif callback_data.to in CHOICES:
        await _pause(view, say, services, callback_data.to, actor)
    else:
        await view.answer(say("press-outdated"), is_alert=True)


async def _pause(view: View, say: Speech, services: Services, choice: str, actor: str) -> None:
    if choice == "open":
        await services.pause.pause_until_resumed()
        text = say.html("pause-begun-open", actor=actor)
    else:
        until = await (services.pause.pause_today() if choice == "today" else services.pause.pause_for(int(choice)))
        text = say.html("pause-begun", time=day_and_time(until, services.settings.current.zone), actor=actor)
    await view.show(Screen(text, _resume_row(say)))


async def _screen(say: Speech, services: Services) -> Screen:
    until = await services.pause.paused_until()
    if until is None:
        text = say.html("pause-ask")
    elif services.pause.is_endless(until):
        text = say.html("pause-standing-open")
    else:
        text = say.html("pause-standing", time=day_and_time(until, services.settings.current.zone))
    first = tuple(Button(say(f"pause-{choice}"), PausePress(to=choice).pack()) for choice in CHOICES[:3])
    second = tuple(Button(say(f"pause-{choice}"), PausePress(to=choice).pack()) for choice in CHOICES[3:])
    return Screen(text, (first, second, *(_resume_row(say) if until else ())))


def _resume_row(say: Speech) -> Keyboard:
    return ((Button(say("button-resume"), PausePress(to="resume").pack()),),)


def _minutes(words: str) -> int | None:
    match = TIME.fullmatch(words)
    if match is None:
        return None
    minutes = int(match[1]) * (60 if match[2][0] in "hг" else 1)
    return minutes if 1 <= minutes <= MAX_MINUTES else None
