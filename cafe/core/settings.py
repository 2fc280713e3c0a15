"""The cafe's settings: their shapes, their defaults, and reading them from a catalogue file or a command line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import time
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cafe.core.errors import CatalogueError
from cafe.core.hours import OpeningHours, parse_clock_time
from cafe.core.ports import ProviderName
from cafe.core.pricing import DeliveryTerms
from cafe.core.shapes import Shape, ShapeError, flag, line, link, percent, uah
from cafe.core.theme import HEX_COLOUR


def _optional_line(value: object) -> str | None:
    return line(value) or None


def _optional_link(value: object) -> str | None:
    return link(value) or None


def _clock_time(value: object) -> str:
    parsed = parse_clock_time(line(value))
    if parsed is None:
        raise ShapeError('must be a time such as "08:00"')
    return parsed.strftime("%H:%M")


def _timezone(value: object) -> str:
    name = line(value)
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ShapeError('must be a timezone such as "Europe/Kyiv"') from None
    return name


def _colour(value: object) -> str:
    if not HEX_COLOUR.fullmatch(line(value)):
        raise ShapeError('must be a colour such as "#6f4e37"')
    return line(value).lower()


def _provider(value: object) -> str:
    if value not in list(ProviderName):
        raise ShapeError(f"must be one of {', '.join(ProviderName)}")
    return str(value)


def _setting(default: Any, read: Shape) -> Any:
    return field(default=default, metadata={"read": read})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the cafe set (operating contract, Catalogue file). Money in whole UAH."""

    cafe_name: str = _setting("Кав’ярня", line)
    logo_url: str = _setting("", link)
    phone: str | None = _setting(None, _optional_line)
    address: str | None = _setting(None, _optional_line)
    work_hours_from: str = _setting("08:00", _clock_time)
    work_hours_to: str = _setting("22:00", _clock_time)
    timezone: str = _setting("Europe/Kyiv", _timezone)
    instagram_url: str | None = _setting(None, _optional_link)
    maps_url: str | None = _setting(None, _optional_link)
    accent: str = _setting("#6f4e37", _colour)
    delivery_fee: int = _setting(0, uah)
    free_delivery_threshold: int = _setting(0, uah)
    min_delivery_order_amount: int = _setting(0, uah)
    pickup_discount_percent: int = _setting(0, percent)
    force_closed: bool = _setting(default=False, read=flag)
    force_closed_message: str = _setting("Вибачте, зараз ми не приймаємо замовлень.", line)
    allow_orders_outside_hours: bool = _setting(default=False, read=flag)
    announcement_enabled: bool = _setting(default=False, read=flag)
    announcement_message: str = _setting("", line)
    payment_provider: str = _setting(ProviderName.MONOBANK.value, _provider)
    staff_chat_guest_orders: bool = _setting(default=False, read=flag)

    @property
    def zone(self) -> ZoneInfo:
        """The cafe's timezone."""
        return ZoneInfo(self.timezone)

    @property
    def hours(self) -> OpeningHours:
        """When the cafe is open."""
        opens, closes = parse_clock_time(self.work_hours_from), parse_clock_time(self.work_hours_to)
        return OpeningHours(opens or time(0), closes or time(0), self.zone)

    @property
    def delivery_terms(self) -> DeliveryTerms:
        """What prices an order."""
        return DeliveryTerms(self.delivery_fee, self.free_delivery_threshold, self.pickup_discount_percent)


READERS: Mapping[str, Shape] = {spec.name: spec.metadata["read"] for spec in fields(Settings)}


def read_setting(key: str, value: object) -> Any:
    """Check one setting of a catalogue file and return it in its stored form.

    Raises:
        CatalogueError: no such setting, or a value of the wrong shape.
    """
    if key not in READERS:
        raise CatalogueError(f"[settings] {key}: unknown key; known are {', '.join(READERS)}")
    try:
        return READERS[key](value)
    except ShapeError as wrong:
        raise CatalogueError(f"[settings] {key}: {wrong}") from None


def read_setting_text(key: str, text: str) -> Any:
    """The same for `KEY=VALUE` of a command line, where numbers and flags come as words."""
    value: object = text
    reader = READERS.get(key)
    if reader is flag and text.lower() in {"true", "false", "1", "0", "yes", "no", "on", "off"}:
        value = text.lower() in {"true", "1", "yes", "on"}
    if reader in {uah, percent} and re.fullmatch(r"[0-9]{1,12}", text):
        value = int(text)
    return read_setting(key, value)
