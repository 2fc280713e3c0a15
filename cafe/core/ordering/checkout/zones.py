"""The zone of a delivery: found by its pin or street, else as the guest chose it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cafe.core.catalogue.settings.pause import pause_end
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.catalogue.zones.addresses import Address
from cafe.core.catalogue.zones.matching import ZoneMatch
from cafe.core.catalogue.zones.model import Pin, Zone, ZoneSource, read_zone_id
from cafe.core.kernel.clock import Clock
from cafe.core.ordering.checkout.errors import ZoneProblem, ZoneUnavailableError
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.orders.model import OrderType


@dataclass(frozen=True, slots=True)
class FoundZone:
    """The zone of a delivery; None while it is not known. `problem` is why it cannot be delivered to then."""

    zone: Zone | None
    by: ZoneSource | None
    problem: ZoneUnavailableError | None = None


class ZoneService:
    """Tells zones and finds those of addresses; changes nothing."""

    def __init__(self, cache: SnapshotCache, clock: Clock) -> None:
        self._cache = cache
        self._clock = clock

    def list_now(self) -> tuple[tuple[Zone, bool], ...]:
        """List the zones, the preferred first, and whether they are delivered to now."""
        return self._cache.current.zones_at(self._clock.now())

    def find(self, zone_id: int | None) -> Zone | None:
        return self._cache.current.zone_map.find(zone_id)

    def match(self, address: Address, pin: Pin | None = None) -> ZoneMatch:
        """Find the zone of an address, of a pin, or of both."""
        return self._cache.current.zone_map.match(address, pin)

    def known_towns(self) -> list[str]:
        """Return the towns that an address may begin with."""
        settings = self._cache.current.settings
        return [*([settings.city] if settings.city else []), *settings.towns]


def find_zone(snapshot: Snapshot, form: CheckoutForm, moment: datetime) -> FoundZone | None:
    """Find the zone of a form's address for a delivery at a moment; None if the cafe has no zones."""
    if form.order_type is not OrderType.DELIVERY or not snapshot.zones:
        return None
    try:
        pin = form.pin
    except ValueError:  # refused by a check of its own
        pin = None
    match = snapshot.zone_map.match(address_of(form), pin)
    zone, by = match.zone, match.by
    if zone is None and form.zone_id is not None:
        zone, by = snapshot.zone_map.find(read_zone_id(form.zone_id)), ZoneSource.CHOICE
        if zone is None:
            return FoundZone(None, None, ZoneUnavailableError(ZoneProblem.UNKNOWN))
    return FoundZone(zone, by, None if zone is None else _problem(zone, moment, snapshot))


def address_of(form: CheckoutForm) -> Address:
    return Address(form.address_city or "", form.address_street or "", form.address_house or "")


def zone_columns(found: FoundZone | None, form: CheckoutForm) -> Mapping[str, Any]:
    """Return what an order keeps of its zone, by column."""
    zone = found.zone if found else None
    if found is None or zone is None:
        return {}
    return {**columns_of(zone, found.by or ZoneSource.CHOICE), "pin": str(form.pin) if form.pin else None}


def columns_of(zone: Zone, by: ZoneSource) -> Mapping[str, Any]:
    return {
        "zone_id": zone.id,
        "zone_name": zone.name.uk,
        "zone_name_en": zone.name.en,
        "zone_minutes": zone.extra_minutes,
        "zone_by": by.value,
    }


def _problem(zone: Zone, moment: datetime, snapshot: Snapshot) -> ZoneUnavailableError | None:
    local = moment.astimezone(snapshot.settings.zone)
    if zone.is_open_at(local):
        return None
    if zone.is_paused_at(local):
        pause = pause_end(zone.paused_until, moment, snapshot.settings.zone)
        return ZoneUnavailableError(ZoneProblem.PAUSED, zone.name, pause=pause)
    return ZoneUnavailableError(ZoneProblem.CLOSED, zone.name, hours=", ".join(map(str, zone.hours)))
