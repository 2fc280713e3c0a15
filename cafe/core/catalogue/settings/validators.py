"""Validators of single settings."""

import re
from dataclasses import dataclass
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cafe.core.catalogue.disruptions.model import EFFECTS, MODE
from cafe.core.catalogue.disruptions.plan import QUEUE
from cafe.core.catalogue.disruptions.regions import REGIONS
from cafe.core.catalogue.hours.week import parse_clock_time, read_ranges
from cafe.core.catalogue.settings.tables import MAX_TABLES, TABLE, table_names
from cafe.core.catalogue.settings.theme import HEX_COLOUR
from cafe.core.kernel.validators import ValidatorError, line, link, picture


def optional_line(value: object) -> str | None:
    return line(value) or None


def optional_link(value: object) -> str | None:
    return link(value) or None


def clock_time(value: object) -> str:
    parsed = parse_clock_time(line(value))
    if parsed is None:
        raise ValidatorError('must be a time such as "08:00"', "must-be-time")
    return parsed.strftime("%H:%M")


def timezone_name(value: object) -> str:
    name = line(value)
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValidatorError('must be a timezone such as "Europe/Kyiv"', "must-be-timezone") from None
    return name


def colour(value: object) -> str:
    if not HEX_COLOUR.fullmatch(line(value)):
        raise ValidatorError('must be a colour such as "#6f4e37"', "must-be-colour")
    return line(value).lower()


@dataclass(frozen=True, slots=True)
class OneOf:
    """Accepts one of these."""

    choices: tuple[str, ...]

    def __call__(self, value: object) -> str:
        if value not in self.choices:
            values = ", ".join(self.choices)
            raise ValidatorError(f"must be one of {values}", "must-be-one-of", values=values)
        return str(value)


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Accepts some of these, as `cutlery,no_call` or as a list; stored as the former in their order, each once."""

    choices: tuple[str, ...]
    needs_one: bool = False

    def __call__(self, value: object) -> str:
        parts = map(line, value) if isinstance(value, list) else line(value).split(",")
        chosen = {part.strip() for part in parts} - {""}
        values = ", ".join(self.choices)
        if not chosen <= set(self.choices):
            raise ValidatorError(f"must be of {values}", "must-be-one-of", values=values)
        if self.needs_one and not chosen:
            raise ValidatorError(f"must be at least one of {values}", "must-be-at-least-one")
        return ",".join(each for each in self.choices if each in chosen)


SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")


def table_list(value: object) -> str:
    """Accept names and ranges of tables, stored as written."""
    text = line(value)
    names = list(dict.fromkeys(islice(table_names(text), MAX_TABLES + 1)))
    if len(names) > MAX_TABLES:
        raise ValidatorError(f"must be at most {MAX_TABLES} tables", "must-be-tables", limit=MAX_TABLES)
    if not all(TABLE.fullmatch(name) for name in names):
        raise ValidatorError('must be tables such as "1-12, A-3"', "must-be-tables", limit=MAX_TABLES)
    return text


def tile_address(value: object) -> str:
    """Accept the address of a map's pictures with places for zoom, column and row."""
    address = picture(value)
    if address and not all(part in address for part in ("{z}", "{x}", "{y}")):
        raise ValidatorError("must be an address with {z}, {x} and {y}", "must-be-tiles")
    return address


def disruption_effect(value: object) -> str:
    """Accept what a disruption does: one of `EFFECTS`, or `mode:` and the slug of a mode."""
    effect = line(value)
    if effect not in EFFECTS and not (effect.startswith(MODE) and SLUG.fullmatch(effect.removeprefix(MODE))):
        values = ", ".join([*EFFECTS, f"{MODE}…"])
        raise ValidatorError(f"must be one of {values}", "must-be-one-of", values=values)
    return effect


def http_address(value: object) -> str:
    """Accept an http(s) address, or an empty text."""
    address = link(value)
    if address.startswith("/"):
        raise ValidatorError("must be an http(s) address", "must-be-link")
    return address


def alert_region(value: object) -> str:
    """Accept the number of a region of alerts.in.ua, or an empty text."""
    region = str(value) if isinstance(value, int) and not isinstance(value, bool) else line(value)
    if region and region not in map(str, REGIONS):
        raise ValidatorError("must be the number of a region of alerts.in.ua, such as 31", "must-be-region")
    return region


def plan_queue(value: object) -> str:
    """Accept the queue of a supplier's plan, as `3.1`, or an empty text."""
    queue = line(value)
    if queue and not QUEUE.fullmatch(queue):
        raise ValidatorError("must be a queue such as 3.1", "must-be-queue")
    return queue


def several_names(value: object) -> str:
    """Accept names separated by commas, without duplicates; empty means any."""
    return ", ".join(dict.fromkeys(part.strip() for part in line(value).split(",") if part.strip()))


def clock_ranges(value: object) -> str:
    """Accept ranges of the day, as `10:00-22:00`, several separated by commas; stored as `write_ranges` does."""
    return " ".join(read_ranges([part.strip() for part in line(value).replace(",", " ").split()]))
