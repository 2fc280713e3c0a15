"""Customers, and Telegram users as Telegram describes them."""

from dataclasses import dataclass

from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale

GUEST_NAME = "Гість"


@dataclass(frozen=True, slots=True)
class Customer:
    """A Telegram user (positive id), a guest (negative id) or the walk-in customer (-1)."""

    id: CustomerId
    first_name: str
    username: str | None
    locale: Locale


@dataclass(frozen=True, slots=True)
class TelegramUser:
    """A person's profile as Telegram sends it on each contact."""

    id: int
    first_name: str
    username: str | None
    language_code: str | None
