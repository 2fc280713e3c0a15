"""Opening hours: a pair of wall-clock times in the cafe's timezone, possibly across midnight."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

CLOCK_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def parse_clock_time(text: str) -> time | None:
    """Parse `H:MM` or `HH:MM`; None if the text is neither."""
    match = CLOCK_TIME.fullmatch(text)
    return time(int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """Open from `opens` until just before `closes`; equal times mean round the clock.

    Local wall-clock time decides, also on days with a daylight-saving change.
    """

    opens: time
    closes: time
    zone: ZoneInfo

    def is_open(self, moment: datetime) -> bool:
        """Whether the cafe is open at an aware datetime."""
        if self.opens == self.closes:
            return True
        now = moment.astimezone(self.zone).time()
        if self.opens < self.closes:
            return self.opens <= now < self.closes
        return now >= self.opens or now < self.closes

    def next_opening(self, moment: datetime) -> datetime:
        """Return the first opening after `moment`, in UTC and to the minute.

        The hour that is repeated in autumn may fall into the opening hours again, but is no second opening.
        A cafe that is open round the clock never opens; the next midnight is returned as the start of a new day.
        """
        local = moment.astimezone(self.zone)
        opens = time(0) if self.opens == self.closes else self.opens
        candidates = (
            self.moment_of(local.date() + timedelta(days=day), opens, fold) for day in (-1, 0, 1, 2) for fold in (0, 1)
        )
        return min(candidate for candidate in candidates if candidate > moment)

    def opened_at(self, moment: datetime) -> datetime | None:
        """Return when the opening hours that include `moment` began, in UTC; None if closed then, or always open."""
        if self.opens == self.closes or not self.is_open(moment):
            return None
        local = moment.astimezone(self.zone)
        candidates = (
            self.moment_of(local.date() + timedelta(days=day), self.opens, fold)
            for day in (-2, -1, 0)
            for fold in (0, 1)
        )
        return max(candidate for candidate in candidates if candidate <= moment)

    def moment_of(self, day: date, clock: time, fold: int = 0) -> datetime:
        """Return when the local time is `clock`, or when the clock jumps past it on that day, in UTC.

        Of a time that comes twice `fold` 1 is the second.
        """
        wanted = datetime.combine(day, clock, self.zone).replace(fold=fold)
        found = wanted.astimezone(UTC)
        if found.astimezone(self.zone).time() == clock:
            return found
        earliest = wanted.replace(fold=1).astimezone(UTC)
        while earliest.astimezone(self.zone).replace(tzinfo=None) < wanted.replace(tzinfo=None):
            earliest += timedelta(minutes=1)
        return earliest
