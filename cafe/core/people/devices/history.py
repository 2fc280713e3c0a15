"""Tablets in the history of changes: nobody takes these back by a button, but everybody sees who let which one in."""

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem, Fields
from cafe.core.catalogue.changes.store import add_change
from cafe.core.kernel.database import Connection
from cafe.core.people.devices.model import Device

ENTITY = "devices"


def record_paired(conn: Connection, actor: Actor, device: Device, now: int) -> None:
    """Record a new device, by whoever gave its code."""
    add_change(conn, actor, [ChangedItem(ENTITY, str(device.id), device.name, None, _fields(device))], now)


def record_revoked(conn: Connection, actor: Actor, device: Device, now: int) -> None:
    add_change(conn, actor, [ChangedItem(ENTITY, str(device.id), device.name, _fields(device), None)], now)


def _fields(device: Device) -> Fields:
    return {"name": device.name}
