"""Asking for the time of an order if orders for later are accepted: pages of times, and typed times."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.translator import Translator
from cafe.bot.customer.checkout.answers import OFFERED
from cafe.bot.customer.checkout.form import LATER, Form
from cafe.bot.telegram.callbacks import FormAct, FormCallback
from cafe.core.catalogue.hours.model import OpeningHours
from cafe.core.messages.outbox.port import Button, Keyboard
from cafe.core.ordering.checkout.pickup_times import PickupMoment, next_pickup, pickup_moment, read_time
from cafe.core.ordering.checkout.times import OfferedTime

ON_PAGE = 16
IN_ROW = 4
DAYS_SHOWN = 4
"""Day buttons shown at once."""
ASAP = {"asap", "now", "зараз", "якнайшвидше", "якомога швидше", "якнайскоріше"}
TODAY = re.compile(r"(сьогодні|today)\s+", re.IGNORECASE)
DATED = re.compile(r"(?P<day>\d{1,2})[./](?P<month>\d{1,2})\.?\s+(?P<time>.+)")


@dataclass(frozen=True, slots=True)
class Page:
    """Times of a day shown together."""

    day: date
    times: tuple[OfferedTime, ...]


def pages_of(times: Sequence[OfferedTime]) -> list[Page]:
    """Split times into pages, each of one day."""
    pages = []
    for day, group in groupby(times, key=lambda time: time.at.date()):
        of_day = tuple(group)
        pages += [Page(day, of_day[start : start + ON_PAGE]) for start in range(0, len(of_day), ON_PAGE)]
    return pages


def first_with_room(pages: Sequence[Page]) -> int:
    """Return the index of the first page with a time that has room."""
    return next((number for number, page in enumerate(pages) if not all(time.is_full for time in page.times)), 0)


def page_rows(say: Translator, form: Form, pages: Sequence[Page], suggested: int, today: date) -> Keyboard:
    """Return the buttons of the times on the form's page, and of other pages and days.

    The times come after `suggested` other answers in the form's options.
    """
    if not pages:
        return ()
    number = form.page or 0
    times = [
        button(
            say("later-full" if time.is_full else "later-time", time=f"{time.at:%H:%M}"),
            FormCallback(act=FormAct.USE, arg=f"{LATER}.{suggested + index}"),
        )
        for index, time in enumerate(pages[number].times)
    ]
    return (*rows_of(times, IN_ROW), *_turning(pages, number), *_days(say, pages, number, today))


def day_name(say: Translator, day: date, today: date) -> str:
    """Return a day in everyday words."""
    return say("later-day", day={0: "today", 1: "tomorrow"}.get((day - today).days, f"{day:%d.%m}"))


def read_typed(hours: OpeningHours, now: datetime, text: str, page_day: date | None) -> PickupMoment | None:
    """Parse a time with an optional day; without one, a shown day other than today counts."""
    if OFFERED.fullmatch(text):
        at = datetime.fromisoformat(text).replace(tzinfo=hours.zone)
        return PickupMoment(at, is_open=hours.is_open(at), is_plain=True)
    today = now.astimezone(hours.zone).date()
    text, day = text.strip(), page_day if page_day != today else None
    if (said := TODAY.match(text)) is not None:
        text, day = text[said.end() :], today
    elif (dated := DATED.fullmatch(text)) is not None and (named := _date(dated, today)) is not None:
        text, day = dated["time"], named
    typed = read_time(text)
    if typed is None:
        return None
    if typed.is_tomorrow or day is None:
        return next_pickup(hours, now, typed)
    at = pickup_moment(hours, day, typed.clock)
    return PickupMoment(at, is_open=hours.is_open(at), is_plain=True)


def _date(found: re.Match[str], today: date) -> date | None:
    """Return the next such day; None if it does not exist, or no time follows it."""
    if read_time(found["time"]) is None:
        return None
    for year in (today.year, today.year + 1):
        try:
            day = date(year, int(found["month"]), int(found["day"]))
        except ValueError:
            return None
        if day >= today:
            return day
    return None


def _turning(pages: Sequence[Page], number: int) -> Keyboard:
    """Return a row that leads to the previous and the next page."""
    row = []
    if number > 0:
        row.append(_page_button(f"◀️ {pages[number - 1].times[0].at:%H:%M}", number - 1))
    if number < len(pages) - 1:
        row.append(_page_button(f"{pages[number + 1].times[0].at:%H:%M} ▶️", number + 1))
    return (tuple(row),) if row else ()


def _days(say: Translator, pages: Sequence[Page], number: int, today: date) -> Keyboard:
    """Return a row of days, including the current one."""
    first_pages = {page.day: index for index, page in reversed(list(enumerate(pages)))}
    days = sorted(first_pages)
    if len(days) == 1:
        return ()
    shown = days.index(pages[number].day)
    start = max(0, min(shown - 1, len(days) - DAYS_SHOWN))
    row = [
        _page_button(f"• {day_name(say, day, today)}" if day == days[shown] else day_name(say, day, today), index)
        for day in days[start : start + DAYS_SHOWN]
        for index in [first_pages[day]]
    ]
    return (tuple(row),)


def _page_button(label: str, number: int) -> Button:
    return button(label, FormCallback(act=FormAct.PAGE, arg=f"{LATER}.{number}"))
