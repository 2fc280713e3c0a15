"""When the cafe is open: one pair of wall-clock times, perhaps over midnight, in the cafe's timezone."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

CLOCK_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def parse_clock_time(text: str) -> time | None:
    """Read `H:MM` or `HH:MM`; None when it is neither."""
    match = CLOCK_TIME.fullmatch(text)
    return time(int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """Open from `opens` until just before `closes`; equal times mean round the clock.

    The clock on the wall decides, also on the days when it jumps.
    """

    opens: time
    closes: time
    zone: ZoneInfo

    def is_open(self, moment: datetime) -> bool:
        """Whether an aware moment falls into the hours."""
        if self.opens == self.closes:
            return True
        now = moment.astimezone(self.zone).time()
        if self.opens < self.closes:
            return self.opens <= now < self.closes
        return now >= self.opens or now < self.closes

    def next_opening(self, moment: datetime) -> datetime:
        """The first moment from `moment` on, in UTC and to the minute, at which the cafe opens its doors.

        The hour that comes twice in autumn brings back opening hours that had ended, but no opening.
        Round the clock there is no door to open: the coming midnight stands in, as the start of a new day.
        """
        local = moment.astimezone(self.zone)
        opens = time(0) if self.opens == self.closes else self.opens
        candidates = (
            self._first_at(local + timedelta(days=day), opens, fold) for day in (-1, 0, 1, 2) for fold in (0, 1)
        )
        return min(candidate for candidate in candidates if candidate > moment)

    def _first_at(self, day: datetime, opens: time, fold: int) -> datetime:
        """The moment at which the wall shows `opens`, or the clock's jump when that day never shows it."""
        wanted = datetime.combine(day.date(), opens, self.zone).replace(fold=fold)
        found = wanted.astimezone(UTC)
        if found.astimezone(self.zone).time() == opens:
            return found
        earliest = wanted.replace(fold=1).astimezone(UTC)
        while earliest.astimezone(self.zone).replace(tzinfo=None) < wanted.replace(tzinfo=None):
            earliest += timedelta(minutes=1)
        return earliest
