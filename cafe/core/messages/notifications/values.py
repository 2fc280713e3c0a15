"""Values as people read them: times, sums, units."""

from collections.abc import Callable, Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from cafe.core.money.payments.model import HRYVNIA, Money

LONGEST_VALUE = 500
"""Characters of a name or a reason that a message repeats."""


def shorten(text: str) -> str:
    """Return a value that leaves room for the rest of a message."""
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def day_and_time(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment on the cafe's clock, with its day."""
    return f"{moment.astimezone(zone):%d.%m %H:%M}"


def clock_time(moment: int, zone: ZoneInfo) -> str:
    """Return a moment in Unix seconds as the wall clock of the cafe shows it."""
    return f"{datetime.fromtimestamp(moment, zone):%H:%M}"


def sums_text(say: Callable[..., str], moneys: Iterable[Money]) -> str:
    """Return exact sums, as in `230 ₴` or `230,50 ₴ + 10.00 USD`; `say` formats texts in the reader's language."""
    return " + ".join(sum_text(say, money) for money in moneys)


def sum_text(say: Callable[..., str], money: Money) -> str:
    """Return one sum as `sums_text` does."""
    amount = str(money).replace(".", say("decimal-point"))
    return say("sum-uah", amount=amount) if money.currency == HRYVNIA else f"{amount} {money.currency}"
