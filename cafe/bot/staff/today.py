"""The day in figures, this one or another."""

import re
from datetime import date, timedelta

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.html import sums_text
from cafe.bot.telegram.callbacks import DayCallback
from cafe.core.outbox.port import Keyboard
from cafe.core.reports.service import DaySummary

DAY = re.compile(r"(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?")
YEARS = range(2000, 2100)
DAYS_AGO = {"сьогодні": 0, "today": 0, "вчора": 1, "учора": 1, "yesterday": 1}


def router() -> Router:
    router = Router(name="today")
    router.message.register(show, Command("today"))
    on_callback(router, turn, DayCallback)
    return router


async def show(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Show the day that is written after the command (`вчора`, `14.06`, `2026-06-14`), or the present one."""
    summaries, words = conversation.services.day_summary, (command.args or "").strip().lower()
    if not words:
        await _show(conversation, await summaries.current())
    elif words in DAYS_AGO:
        await _show(conversation, await summaries.days_ago(DAYS_AGO[words]))
    elif (day := _read_day(words, _today(conversation))) is not None:
        await _show(conversation, await summaries.of(day))
    else:
        await conversation.view.send(Screen(conversation.say.html("today-usage")))


async def turn(callback_data: DayCallback, conversation: Conversation) -> None:
    """Show the day before or after."""
    day = _read_day(callback_data.day, _today(conversation))
    if day is None:
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
    else:
        await _show(conversation, await conversation.services.day_summary.of(day))


async def _show(conversation: Conversation, day: DaySummary) -> None:
    keyboard = _paging(day.day, _today(conversation))
    await conversation.view.show(Screen(summary_text(conversation.say, day), keyboard))


def summary_text(say: Translator, day: DaySummary) -> str:
    """Return orders, money taken and to come, the average, best sellers."""
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
    parts += ["", say.html("today-best")]
    parts += [say.html("today-seller", name=seller.name, count=seller.quantity) for seller in day.best_sellers]
    return "\n".join(parts)


def _money(say: Translator, day: DaySummary) -> list[str]:
    money, parts = day.money, []
    if day.orders:
        parts += ["", say.html("today-taken", sum=money.taken)]
        parts += [say.html(f"today-{way}", sum=getattr(money, way)) for way in ("cash", "terminal", "online")]
        parts.append(say.html("today-expected", sum=money.expected))
    if money.handed_out_unpaid:
        parts.append(say.html("today-unpaid", sum=money.handed_out_unpaid))
    if money.to_return:
        parts += ["", say.html("today-to-return", sums=sums_text(say, money.to_return))]
    return parts


def _paging(day: date, today: date) -> Keyboard:
    before, after = day - timedelta(days=1), day + timedelta(days=1)
    row = [button(f"◀️ {before:%d.%m}", DayCallback(day=before.isoformat()))]
    if after <= today:
        row.append(button(f"{after:%d.%m} ▶️", DayCallback(day=after.isoformat())))
    return (tuple(row),)


def _today(conversation: Conversation) -> date:
    services = conversation.services
    return services.clock.now().astimezone(services.settings.current.zone).date()


def _read_day(words: str, today: date) -> date | None:
    """Read a date; one without a year is the latest such day."""
    match = DAY.fullmatch(words)
    try:
        if match is None:
            day = date.fromisoformat(words)
        else:
            day = date(int(match[3] or today.year), int(match[2]), int(match[1]))
        if match is not None and match[3] is None and day > today:
            day = day.replace(year=day.year - 1)
    except ValueError:
        return None
    return day if day.year in YEARS else None
