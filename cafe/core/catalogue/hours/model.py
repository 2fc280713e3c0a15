"""Opening hours: when the cafe is open by the clock on its wall, when it opens next, and when it closes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain, count
from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.week import DAYS, MIDNIGHT, Calendar, ClockRange, Ranges, SpecialDay, Week
from cafe.core.kernel.locale import OwnText

DAY = timedelta(days=1)
MAX_DAYS = 8
"""Days searched for the beginning or end of opening hours; longer ones count as having none."""


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """The hours of each day of the week, and of special days in their place.

    Local wall-clock time decides, even when daylight saving begins or ends. A range over midnight belongs to the day on
    which it opens: a special day replaces the hours that begin on it, not the night before.
    """

    week: Week
    zone: ZoneInfo
    special: Mapping[date, SpecialDay] = field(default_factory=dict, hash=False)

    def ranges_of(self, day: date) -> Ranges:
        """Return the hours that begin on a day."""
        special = self.special.get(day)
        return self.week[day.weekday()] if special is None else special.ranges

    def special_on(self, moment: datetime) -> SpecialDay | None:
        """Return the special day that an aware datetime falls on."""
        return self.special.get(moment.astimezone(self.zone).date())

    def is_open(self, moment: datetime) -> bool:
        """Whether the cafe is open at an aware datetime."""
        local = moment.astimezone(self.zone)
        return self._is_open_on(local.date(), local.time())

    def next_opening(self, moment: datetime) -> datetime | None:
        """Return the first opening after `moment`, in UTC and to the minute; None if the cafe never opens again.

        The hour that is repeated in autumn may fall into the opening hours again, but is no second opening. A cafe that
        is open round the clock never opens; on such a day midnight is returned as the start of a new one.
        """
        first = moment.astimezone(self.zone).date() - DAY
        for day in self._days_from(first):
            # When a clock is set back over midnight, the next day's opening may come first.
            found = [
                candidate
                for each in (day, day + DAY)
                for candidate in self._moments(each, chain(self._openings(each), self._new_days(each)))
                if candidate > moment
            ]
            if found:
                return min(found)
        return None

    def next_start(self, moment: datetime) -> datetime:
        """Return the next opening, or the next midnight if there is none: the end of 'for today'."""
        tomorrow = moment.astimezone(self.zone).date() + DAY
        return self.next_opening(moment) or self.moment_of(tomorrow, MIDNIGHT)

    def next_day_start(self, moment: datetime) -> datetime:
        """Return the first opening of a later day, or a midnight if there is none: the end of 'until tomorrow'."""
        local = moment.astimezone(self.zone)
        today = local.date() if local.time() >= self.night_end(local.date()) else local.date() - DAY
        start = self.next_start(moment)
        while start.astimezone(self.zone).date() <= today:
            start = self.next_start(start)
        return start

    def opened_at(self, moment: datetime) -> datetime | None:
        """Return when the opening hours that include `moment` began, in UTC; None if closed then, or always open."""
        if not self.is_open(moment):
            return None
        today = moment.astimezone(self.zone).date()
        days = (today - DAY * ago for ago in range(MAX_DAYS + 1))
        candidates = (at for day in days for at in self._moments(day, self._openings(day)) if at <= moment)
        return max(candidates, default=None)

    def closes_at(self, moment: datetime) -> datetime | None:
        """Return when the opening hours that include `moment` end, in UTC; None if closed then, or always open."""
        if not self.is_open(moment):
            return None
        today = moment.astimezone(self.zone).date()
        days = (today + DAY * ahead for ahead in range(MAX_DAYS + 1))
        candidates = (at for day in days for at in self._moments(day, self._closings(day)) if at > moment)
        return min(candidates, default=None)

    def shown_at(self, moment: datetime) -> ClockRange | None:
        """Return the current or next hours as a range, a whole day if they last longer; None if there are none."""
        if self.is_open(moment):
            opened, closes = self.opened_at(moment), self.closes_at(moment)
        else:
            opened = self.next_opening(moment)
            if opened is None:
                return None
            closes = self.closes_at(opened)
        if opened is None or closes is None or closes - opened >= DAY:
            return ClockRange(MIDNIGHT, MIDNIGHT)
        return ClockRange(opened.astimezone(self.zone).time(), closes.astimezone(self.zone).time())

    def first_opening(self, day: date) -> datetime | None:
        """Return when the cafe opens on a day for the first time, in UTC; None if it does not."""
        return next((self.moment_of(day, each.opens) for each in self.ranges_of(day)), None)

    def night_end(self, day: date) -> time:
        """Return when the previous day's hours end on this day; midnight if they do not end in that night."""
        closes = max((each.closes for each in self.ranges_of(day - DAY) if each.is_over_midnight), default=MIDNIGHT)
        return MIDNIGHT if self._is_open_on(day, closes) else closes

    def moment_of(self, day: date, clock: time, fold: int = 0) -> datetime:
        """Return the moment, in UTC, at which the local time is `clock`, or at which the clock skips it on that day.

        For a time that occurs twice, `fold` 1 is the second.
        """
        wanted = datetime.combine(day, clock, self.zone).replace(fold=fold)
        found = wanted.astimezone(UTC)
        if found.astimezone(self.zone).time() == clock:
            return found
        earliest = wanted.replace(fold=1).astimezone(UTC)
        while earliest.astimezone(self.zone).replace(tzinfo=None) < wanted.replace(tzinfo=None):
            earliest += timedelta(minutes=1)
        return earliest

    def _is_open_on(self, day: date, clock: time) -> bool:
        own = (each.opens <= clock and (each.is_over_midnight or clock < each.closes) for each in self.ranges_of(day))
        night = (each.is_over_midnight and clock < each.closes for each in self.ranges_of(day - DAY))
        return any(own) or any(night)

    def _is_open_before(self, day: date, clock: time) -> bool:
        """Whether the cafe is open just before a time, whatever follows."""
        own = (each.opens < clock and (each.is_over_midnight or clock <= each.closes) for each in self.ranges_of(day))
        night = (each.is_over_midnight and clock <= each.closes for each in self.ranges_of(day - DAY))
        return any(own) or any(night)

    def _days_from(self, day: date) -> Iterator[date]:
        """Yield the days on which the cafe may open.

        Endless if any day of the week has hours; otherwise only the special days.
        """
        if any(self.week):
            yield from (day + DAY * ahead for ahead in count())
        else:
            yield from sorted(each for each in self.special if each >= day)

    def _openings(self, day: date) -> Iterator[time]:
        """Yield when the closed cafe opens on a day."""
        return (each.opens for each in self.ranges_of(day) if not self._is_open_before(day, each.opens))

    def _closings(self, day: date) -> Iterator[time]:
        """Yield when the open cafe closes on a day."""
        nights = (each.closes for each in self.ranges_of(day - DAY) if each.is_over_midnight)
        own = (each.closes for each in self.ranges_of(day) if not each.is_over_midnight)
        return (closes for closes in chain(nights, own) if not self._is_open_on(day, closes))

    def _new_days(self, day: date) -> Iterator[time]:
        """Yield midnight if the cafe is open all through the day before or after it."""
        if (
            self._is_open_on(day, MIDNIGHT)
            and self._is_open_before(day, MIDNIGHT)
            and (self._never_closes(day) or self._never_closes(day - DAY))
        ):
            yield MIDNIGHT

    def _never_closes(self, day: date) -> bool:
        return self._is_open_on(day, MIDNIGHT) and next(self._closings(day), None) is None

    def _moments(self, day: date, clocks: Iterator[time]) -> Iterator[datetime]:
        """Yield the moments at which the clock shows each of these times: two for a repeated one."""
        return (self.moment_of(day, clock, fold) for clock in clocks for fold in (0, 1))


@dataclass(frozen=True, slots=True)
class HoursNow:
    """What guests see of opening hours that differ from day to day."""

    is_open: bool
    turns_at: datetime | None
    """When the cafe closes or opens next; None if it never does."""
    shown: ClockRange | None
    """The current or next hours."""
    notice: OwnText | None
    """Today's special notice."""
    coming: tuple[SpecialDay, ...]
    """Today's and later special days."""


def hours_now(hours: OpeningHours, moment: datetime) -> HoursNow:
    """Describe the hours at an aware datetime."""
    is_open, special = hours.is_open(moment), hours.special_on(moment)
    today = moment.astimezone(hours.zone).date()
    return HoursNow(
        is_open,
        hours.closes_at(moment) if is_open else hours.next_opening(moment),
        hours.shown_at(moment),
        special.message if special is not None else None,
        tuple(each for day, each in sorted(hours.special.items()) if day >= today),
    )


def daily(opens: time, closes: time, zone: ZoneInfo) -> OpeningHours:
    """Return the same hours for every day; equal times mean open round the clock."""
    return hours_of(Calendar(), opens, closes, zone)


def hours_of(calendar: Calendar, opens: time, closes: time, zone: ZoneInfo) -> OpeningHours:
    """Return the hours of a calendar; without a week in it, the two times apply to each day."""
    week = ((ClockRange(opens, closes),),) * len(DAYS) if calendar.week is None else calendar.week
    return OpeningHours(week, zone, {each.date: each for each in calendar.special_days})
