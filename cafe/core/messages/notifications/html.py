"""Values as parts of the HTML that chats understand."""

import html
from collections.abc import Callable, Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.model import HRYVNIA, Money

LONGEST_VALUE = 500
"""Characters of a name or a reason that a message repeats; Telegram's limit is on the whole message."""


def escape(value: object) -> str:
    """A value that cannot become markup, not longer than anything here needs."""
    text = str(value)
    return html.escape(text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…", quote=False)


def dialled(phone: str) -> str:
    """A phone as chats make it something to tap: with its country, which people leave out at home."""
    digits = "".join(filter(str.isdigit, phone))
    if phone.strip().startswith("+"):
        return phone
    if len(digits) == len("0671234567") and digits.startswith("0"):
        return f"+38{digits}"
    return f"+{digits}" if digits.startswith("380") and len(digits) == len("380671234567") else phone


def unit_name(texts: Texts, unit: str) -> str:
    """A unit of the catalogue as the staff read it; one that has no name stands as it is."""
    text_id = f"unit-{unit.lower()}"
    return texts.format(Locale.UK, text_id) if unit.isalpha() and texts.has(text_id) else unit


def day_and_time(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment on the cafe's clock, with its day."""
    return f"{moment.astimezone(zone):%d.%m %H:%M}"


def clock_time(moment: int, zone: ZoneInfo) -> str:
    """A moment in Unix seconds as the wall clock of the cafe shows it."""
    return f"{datetime.fromtimestamp(moment, zone):%H:%M}"


def sums_text(say: Callable[..., str], moneys: Iterable[Money]) -> str:
    """Exact sums as people read them: `230 ₴`, `230,50 ₴ + 10.00 USD`; `say` formats texts in their language."""
    return " + ".join(_sum_text(say, money) for money in moneys)


def _sum_text(say: Callable[..., str], money: Money) -> str:
    amount = str(money).replace(".", say("decimal-point"))
    return say("sum-uah", amount=amount) if money.currency == HRYVNIA else f"{amount} {money.currency}"
