"""Delivery zones: what a delivery costs where, and how much longer it takes. Money in whole UAH."""

import math
import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Self

from cafe.core.catalogue.hours.week import Ranges
from cafe.core.catalogue.hours.windows import is_within
from cafe.core.kernel.ids import ZoneId
from cafe.core.kernel.locale import OwnText

EARTH_KM = 6371.0088
MAX_LATITUDE, MAX_LONGITUDE = 90, 180


class ZoneSource(StrEnum):
    """How an order's zone was found; the values are stored."""

    PIN = "pin"
    STREET = "street"
    CHOICE = "choice"
    """The guest named it."""
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class Pin:
    """A place on the map, in degrees."""

    lat: float
    lon: float

    @classmethod
    def read(cls, lat: str | None, lon: str | None) -> Self | None:
        """Read typed numbers; None if neither is given.

        Raises:
            ValueError: they are not a place.
        """
        if lat is None and lon is None:
            return None
        pin = cls(float(lat or "nan"), float(lon or "nan"))
        if not (abs(pin.lat) <= MAX_LATITUDE and abs(pin.lon) <= MAX_LONGITUDE):
            raise ValueError(lat, lon)
        return pin

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the stored form."""
        lat, lon = text.split(",")
        return cls(float(lat), float(lon))

    def __str__(self) -> str:
        """Format for the database and for links to maps; six digits are ten centimetres."""
        return f"{self.lat:.6f},{self.lon:.6f}"

    def km_to(self, other: "Pin") -> float:
        """Return the distance in a straight line."""
        lat, other_lat = math.radians(self.lat), math.radians(other.lat)
        half = math.sin((other_lat - lat) / 2) ** 2
        half += math.cos(lat) * math.cos(other_lat) * math.sin(math.radians(other.lon - self.lon) / 2) ** 2
        return 2 * EARTH_KM * math.asin(min(1.0, math.sqrt(half)))


@dataclass(frozen=True, slots=True)
class Ring:
    """Everything within some kilometres of a place."""

    centre: Pin
    km: float

    def contains(self, pin: Pin) -> bool:
        return self.centre.km_to(pin) <= self.km


@dataclass(frozen=True, slots=True)
class Polygon:
    """An area by its corners."""

    corners: tuple[Pin, ...]

    def contains(self, pin: Pin) -> bool:
        """Whether a ray from the place to the north crosses the border an odd number of times."""
        is_inside, former = False, self.corners[-1]
        for corner in self.corners:
            if (corner.lon > pin.lon) != (former.lon > pin.lon):
                share = (pin.lon - corner.lon) / (former.lon - corner.lon)
                if pin.lat < corner.lat + share * (former.lat - corner.lat):
                    is_inside = not is_inside
            former = corner
        return is_inside


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the town with terms of its own."""

    id: ZoneId
    slug: str
    name: OwnText
    fee: int
    min_amount: int
    """The least that the goods must cost; 0: anything."""
    free_from: int
    """From what the goods cost on delivery is free; 0: never."""
    extra_minutes: int
    """How much longer the way takes than usual."""
    hours: Ranges
    """When deliveries go there, in local time; empty: whenever the cafe takes orders."""
    paused_until: int
    """Unix seconds."""
    shapes: tuple[Ring | Polygon, ...]
    streets: tuple[str, ...]

    def fee_for(self, items_total: int) -> int:
        """Return what delivery costs with goods at this price."""
        return 0 if 0 < self.free_from <= items_total else self.fee

    def contains(self, pin: Pin) -> bool:
        return any(shape.contains(pin) for shape in self.shapes)

    def is_paused_at(self, at: datetime) -> bool:
        return at.timestamp() < self.paused_until

    def is_open_at(self, local: datetime) -> bool:
        """Whether deliveries go there at a moment on the cafe's clock."""
        return not self.is_paused_at(local) and is_within(self.hours, local.time())


ZONE_ID = re.compile(r"[0-9]{1,18}")


def read_zone_id(text: str | None) -> ZoneId | None:
    """Read a typed id; None if it is none, or cannot be one."""
    return ZoneId(int(text)) if text is not None and ZONE_ID.fullmatch(text) else None
