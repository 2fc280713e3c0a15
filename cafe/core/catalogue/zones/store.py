"""SQL for delivery zones."""

import orjson

from cafe.core.catalogue.hours.week import parse_ranges
from cafe.core.catalogue.zones.model import Pin, Polygon, Ring, Zone
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import ZoneId
from cafe.core.kernel.locale import OwnText


def list_zones(conn: Connection) -> list[Zone]:
    """List the active zones, the preferred first."""
    return [_zone(row) for row in conn.all("SELECT * FROM zones WHERE is_active = 1 ORDER BY sort_order, id")]


def _zone(row: Row) -> Zone:
    rings = (Ring(Pin(ring["lat"], ring["lon"]), ring["km"]) for ring in orjson.loads(row["rings"]))
    polygons = (Polygon(tuple(Pin(*corner) for corner in corners)) for corners in orjson.loads(row["polygons"]))
    return Zone(
        ZoneId(row["id"]),
        row["slug"],
        OwnText(row["name"], row["name_en"]),
        row["fee"],
        row["min_amount"],
        row["free_from"],
        row["extra_minutes"],
        parse_ranges(row["hours"]),
        row["paused_until"],
        (*rings, *polygons),
        tuple(orjson.loads(row["streets"])),
    )
