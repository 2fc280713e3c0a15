"""When a pause of orders ends, as people are told."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts

ENDLESS = 4_102_444_800
"""The year 2100 in Unix seconds: a pause until then waits for somebody to end it."""


@dataclass(frozen=True, slots=True)
class PauseEnd:
    """The end of a pause on the cafe's clock. `day` is `today`, `tomorrow`, a date, or `open` if nobody knows."""

    day: str
    time: str


def pause_end(until: int, now: datetime, zone: ZoneInfo) -> PauseEnd | None:
    """Return the end of a pause until a moment in Unix seconds; None if it is over."""
    if until <= now.timestamp():
        return None
    if until >= ENDLESS:
        return PauseEnd("open", "")
    end, today = datetime.fromtimestamp(until, zone), now.astimezone(zone).date()
    near = {today: "today", today + timedelta(days=1): "tomorrow"}
    return PauseEnd(near.get(end.date(), f"{end:%d.%m}"), f"{end:%H:%M}")


def pause_text(texts: Texts, locale: Locale, end: PauseEnd) -> str:
    """Tell somebody who wants to order that there is a pause, and when it ends."""
    return texts.format(locale, "closed-paused", day=end.day, time=end.time)
