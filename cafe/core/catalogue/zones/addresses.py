"""A typed address: its town, street and house (pure)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.catalogue.zones.houses import read_house
from cafe.core.catalogue.zones.streets import TOWN_KIND, is_kind, town_key

LEFT_OUT = re.compile(
    r"^(?:кв(?:артира)?|під['’ʼ]?їзд|поверх|офіс|оф|apt|flat|floor|україна|ukraine|.*\bобл(?:асть)?\b|.*\bр-н\b|\d{5}$)",
    re.IGNORECASE,
)
"""Parts of an address that say neither town nor street nor house: a flat, a region, a post code."""
LONGEST = 500
HOUSE_WORD = re.compile(r"^(?:буд(?:инок)?|дом|д|№|house)\.?\s*(?=\d)", re.IGNORECASE)
HOUSE_AT_END = re.compile(
    r"(?P<street>.*[^\W\d_]{2,}\.?)[\s,]+(?P<house>(?:буд\.?|№)?\s*\d{1,4}(?:\s*-?\s*[^\W\d_])?(?:\s*/\s*\d+\s*-?[^\W\d_]?)?)"
)
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a delivery goes, as typed; parts that are not known are empty."""

    town: str = ""
    street: str = ""
    house: str = ""


def read_address(text: str, towns: Iterable[str]) -> Address:
    """Read an address in one line, such as `Львів, вул. Городоцька, 12-А, кв. 3`; `towns` are those of the cafe."""
    known = {town_key(town) for town in towns}
    town, streets, house = "", [], ""
    for part in map(str.strip, re.split(r"[,;\n]", text[:LONGEST])):
        if not part or LEFT_OUT.match(part):
            continue
        if not town and (town_key(part) in known or (TOWN_KIND.match(part) and not _has_street(part))):
            town = part
        elif part[0].isdigit() or HOUSE_WORD.match(part):
            if _is_house(part) and not house:
                house = HOUSE_WORD.sub("", part)
            elif not _is_house(part):
                streets.append(part)
        else:
            streets.append(part)
    if not town and len(streets) > 1 and not HOUSE_AT_END.fullmatch(streets[0]) and not _has_street(streets[0]):
        town = streets.pop(0)
    return with_house(Address(town, streets[0] if streets else "", house))


def with_house(address: Address) -> Address:
    """Take the house out of the street where it was typed there, if it is not known otherwise."""
    found = HOUSE_AT_END.fullmatch(address.street.strip())
    return Address(address.town, found["street"], address.house or found["house"]) if found else address


def _is_house(part: str) -> bool:
    """Whether a part that begins with a digit is a house, not a street such as `8 Березня`."""
    return read_house(part) is not None and all(len(word) <= len("корпус") for word in WORD.findall(part)[:2])


def _has_street(part: str) -> bool:
    return any(is_kind(word) for word in WORD.findall(part.casefold()))
