"""When a pause of orders ends, as shown to people."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts

ENDLESS = 4_102_444_800
"""The year 2100 in Unix seconds: the end of a pause that has to be ended manually."""
ALL_ORDERS = ""
"""The key of a pause of all orders; other pauses have their order type."""


@dataclass(frozen=True, slots=True)
class PauseEnd:
    """The end of a pause in local time. `day` is `today`, `tomorrow`, a date, or `open` if it is unknown."""

    day: str
    time: str
    order_type: str = ALL_ORDERS
    cause: str = ""
    """The kind of the disruption that pauses them; empty: somebody did."""

    @property
    def text_id(self) -> str:
        """The id of what guests are told, with `values`."""
        text_id = f"closed-{self.cause}" if self.cause else "closed-paused"
        return f"{text_id}-type" if self.order_type else text_id

    @property
    def values(self) -> dict[str, str]:
        return {"day": self.day, "time": self.time, "type": self.order_type}


def pause_end(
    until: int, now: datetime, zone: ZoneInfo, order_type: str = ALL_ORDERS, cause: str = ""
) -> PauseEnd | None:
    """Return the end of a pause until a moment in Unix seconds; None if it is over."""
    if until <= now.timestamp():
        return None
    if until >= ENDLESS:
        return PauseEnd("open", "", order_type, cause)
    end, today = datetime.fromtimestamp(until, zone), now.astimezone(zone).date()
    near = {today: "today", today + timedelta(days=1): "tomorrow"}
    return PauseEnd(near.get(end.date(), f"{end:%d.%m}"), f"{end:%H:%M}", order_type, cause)


def pause_text(texts: Texts, locale: Locale, end: PauseEnd) -> str:
    """Explain to a guest that orders are paused, and until when."""
    return texts.format(locale, end.text_id, **end.values)
