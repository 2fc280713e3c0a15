"""The day in figures, this one or another."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import DayCallback, RefundAct, RefundCallback
from cafe.core.messages.notifications.values import sums_text
from cafe.core.messages.outbox.port import Button, Keyboard
from cafe.core.money.reports.deliveries import Deliveries
from cafe.core.money.reports.model import DaySummary, HourSum

DAY = re.compile(r"(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?")
YEARS = range(2000, 2100)
LEAP_YEARS_APART = 4
BAR = 8
"""Characters of the busiest hour's bar."""
DAYS_AGO = {"сьогодні": 0, "today": 0, "вчора": 1, "учора": 1, "yesterday": 1}


def router() -> Router:
    router = Router(name="today")
    router.message.register(show, Command("today"))
    on_callback(router, turn, DayCallback)
    return router


async def show(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Show the day after the command (`вчора`, `14.06`, `2026-06-14`), or today."""
    summaries, words = conversation.services.day_summary, (command.args or "").strip().lower()
    if not words:
        await _show(conversation, await summaries.current())
        return
    today = await summaries.today()
    day = today - timedelta(days=DAYS_AGO[words]) if words in DAYS_AGO else _read_day(words, today)
    if day is None:
        await conversation.view.send(Screen(conversation.say.html("today-usage")))
    elif day > today:
        await conversation.view.send(Screen(conversation.say.html("today-ahead", date=f"{day:%d.%m.%Y}")))
    else:
        await _show(conversation, await summaries.of(day))


async def turn(callback_data: DayCallback, conversation: Conversation) -> None:
    """Show the day before or after."""
    summaries = conversation.services.day_summary
    today = await summaries.today()
    day = _read_day(callback_data.day, today)
    if day is None or day > today:
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
    else:
        await _show(conversation, await summaries.of(day))


async def _show(conversation: Conversation, day: DaySummary) -> None:
    keyboard = (*_paging(day.day, await conversation.services.day_summary.today()), _refunds_row(conversation.say))
    await conversation.view.show(Screen(summary_text(conversation.say, day), keyboard))


def summary_text(say: Translator, day: DaySummary) -> str:
    """Render orders, money received, expected and returned, the average, types, hours, best sellers."""
    parts = [say.html("today-title", date=f"{day.day:%d.%m.%Y}")]
    parts.append(say.html("today-orders", count=day.orders, revenue=day.revenue))
    if day.cancelled:
        parts.append(say.html("today-cancelled", count=day.cancelled))
    if day.orders:
        parts.append(say.html("today-average", sum=day.average))
    parts += _money(say, day)
    if not day.orders:
        return "\n".join(parts)
    parts.append("")
    for kind, (count, revenue) in day.by_type.items():
        parts.append(say.html("today-type", type=say(f"type-{kind}"), count=count, revenue=revenue))
    parts += [*_deliveries(say, "zone", day.by_zone), *_deliveries(say, "courier", day.by_courier)]
    parts += ["", say.html("today-hours"), *_hours(say, day.by_hour)]
    parts += ["", say.html("today-best")]
    parts += [say.html("today-seller", name=seller.name, count=seller.quantity) for seller in day.best_sellers]
    return "\n".join(parts)


def _deliveries(say: Translator, kind: str, found: Sequence[Deliveries]) -> list[str]:
    """Return a line for each zone or courier; what couriers collected is not for those who count it."""
    named = [each for each in found if each.key]
    lines = [
        say.html(
            f"today-{kind}",
            name=each.name.in_locale(say.locale),
            count=each.orders,
            revenue=each.revenue,
            late=each.late,
            counted=each.handed_in,
        )
        for each in named
    ]
    return ["", say.html(f"today-{kind}s"), *lines] if lines else []


def _money(say: Translator, day: DaySummary) -> list[str]:
    money, parts = day.money, []
    if day.orders:
        parts += ["", say.html("today-taken", sum=money.taken)]
        parts += [say.html(f"today-{way}", sum=getattr(money, way)) for way in ("cash", "terminal", "online")]
        parts.append(say.html("today-expected", sum=money.expected))
    if money.handed_out_unpaid:
        parts.append(say.html("today-unpaid", sum=money.handed_out_unpaid))
    back = {
        "to-return": money.to_return,
        "to-return-earlier": money.to_return_earlier,
        "returned": money.returned,
    }
    if money.returned:
        back |= {"paid": money.paid, "kept": money.kept}
    told = [say.html(f"today-{what}", sums=sums_text(say, sums)) for what, sums in back.items() if sums]
    return [*parts, "", *told] if told else parts


def _hours(say: Translator, hours: Sequence[HourSum]) -> list[str]:
    """Return a line for each hour, with a bar that shows how many orders there were beside the busiest one."""
    most = max(hour.orders for hour in hours)
    return [
        say.html(
            "today-hour",
            hour=f"{hour.hour:02}",
            bar="▇" * max(1, round(BAR * hour.orders / most)),
            count=hour.orders,
            revenue=hour.revenue,
        )
        for hour in hours
    ]


def _paging(day: date, today: date) -> Keyboard:
    before, after = day - timedelta(days=1), day + timedelta(days=1)
    row = [button(f"◀️ {before:%d.%m}", DayCallback(day=before.isoformat()))]
    if after <= today:
        row.append(button(f"{after:%d.%m} ▶️", DayCallback(day=after.isoformat())))
    return (tuple(row),)


def _refunds_row(say: Translator) -> tuple[Button, ...]:
    return (button(say("button-refunds"), RefundCallback(act=RefundAct.LIST)),)


def _read_day(words: str, today: date) -> date | None:
    """Read a date; one without a year is the latest such day."""
    match = DAY.fullmatch(words)
    try:
        if match is None:
            day = date.fromisoformat(words)
        elif match[3]:
            day = date(int(match[3]), int(match[2]), int(match[1]))
        else:
            return _latest(int(match[1]), int(match[2]), today)
    except ValueError:
        return None
    return day if day.year in YEARS else None


def _latest(day: int, month: int, today: date) -> date | None:
    """Return the latest such day that is not ahead: 29.02 may be years ago; None if there is none."""
    for year in range(today.year, today.year - LEAP_YEARS_APART - 1, -1):
        with suppress(ValueError):
            found = date(year, month, day)
            if found <= today:
                return found
    return None
