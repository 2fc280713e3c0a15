"""Validators of the fields of a delivery zone."""

from collections.abc import Mapping
from typing import Any

from cafe.core.catalogue.hours.week import read_ranges
from cafe.core.catalogue.zones.model import MAX_LATITUDE, MAX_LONGITUDE
from cafe.core.catalogue.zones.streets import MAX_LENGTH, read_street
from cafe.core.kernel.validators import Validator, ValidatorError, filled_line, flag, line, uah, whole

MAX_SHAPES, MAX_CORNERS, MAX_STREETS = 50, 500, 2_000
LEAST_CORNERS = 3
MAX_KM = 100


def _list(value: object, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise ValidatorError("must be a list", "must-be-list")
    if len(value) > most:
        raise ValidatorError(f"must be at most {most}", "too-many", most=most)
    return value


def _number(value: object, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValidatorError(
            f"must be a number from {least} to {most}", "must-be-number", least=str(least), most=str(most)
        )
    return value


def _lat(value: object) -> float:
    return _number(value, -MAX_LATITUDE, MAX_LATITUDE)


def _lon(value: object) -> float:
    return _number(value, -MAX_LONGITUDE, MAX_LONGITUDE)


def _km(value: object) -> float:
    return _number(value, 0.05, MAX_KM)


RING: Mapping[str, Validator] = {"lat": _lat, "lon": _lon, "km": _km}


def _rings(value: object) -> list[dict[str, float]]:
    """Read circles, each a centre and its kilometres."""
    rings = []
    for number, ring in enumerate(_list(value, MAX_SHAPES), start=1):
        if not isinstance(ring, dict) or ring.keys() != RING.keys():
            raise ValidatorError("must be rings such as { lat = 49.84, lon = 24.03, km = 2.5 }", "must-be-rings")
        try:
            rings.append({key: read(ring[key]) for key, read in RING.items()})
        except ValidatorError as error:
            raise error.within(str(number)) from None
    return rings


def _polygons(value: object) -> list[list[list[float]]]:
    """Read areas by their corners; a border that is closed by repeating its first corner is taken, too."""
    polygons = []
    for number, corners in enumerate(_list(value, MAX_SHAPES), start=1):
        try:
            polygons.append(_corners(corners))
        except ValidatorError as error:
            raise error.within(str(number)) from None
    return polygons


def _corners(value: object) -> list[list[float]]:
    corners = []
    for corner in _list(value, MAX_CORNERS):
        match corner:
            case [lat, lon]:
                corners.append([_lat(lat), _lon(lon)])
            case _:
                raise ValidatorError("must be corners such as [49.84, 24.03]", "must-be-corners")
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    if len(corners) < LEAST_CORNERS:
        raise ValidatorError(f"must be at least {LEAST_CORNERS} corners", "too-few-corners", least=LEAST_CORNERS)
    return corners


def _streets(value: object) -> list[str]:
    """Read entries such as `Зелена 1-40 парні`; blank ones are left out."""
    streets = [text for text in map(line, _list(value, MAX_STREETS)) if text]
    for text in streets:
        if len(text) > MAX_LENGTH:
            raise ValidatorError(f"at most {MAX_LENGTH} characters", "desk-field-too-long", limit=MAX_LENGTH)
        read_street(text)
    return list(dict.fromkeys(streets))


ZONE: Mapping[str, Validator] = {
    "slug": filled_line,
    "name": filled_line,
    "name_en": line,
    "fee": uah,
    "min_amount": uah,
    "free_from": uah,
    "extra_minutes": whole(0, 1_440),
    "sort_order": whole(-(10**9), 10**9),
    "active": flag,
    "hours": read_ranges,
    "rings": _rings,
    "polygons": _polygons,
    "streets": _streets,
}
"""The keys of `[[zones]]`."""
