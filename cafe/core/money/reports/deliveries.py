"""Deliveries of a period by zone and by courier: how many, how punctual, and what was collected."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cafe.core.kernel.locale import OwnText
from cafe.core.money.reports.store import DeliverySum, HandInSum

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Deliveries:
    """A zone's or a courier's deliveries; `name` is empty for those without one. Money in whole UAH."""

    key: str
    name: OwnText
    orders: int = 0
    revenue: int = 0
    delivered: int = 0
    late: int = 0
    """Handed over after the promised time."""
    promised_minutes: int | None = None
    """On average, from the order to the door, of those that were wanted at once; None without any."""
    taken_minutes: int | None = None
    collected: int = 0
    """In cash."""
    handed_in: int = 0
    difference: int = 0
    """What was handed in short (below 0) or over, unless the courier owes it after all."""


def by_zone(sums: Iterable[DeliverySum]) -> tuple[Deliveries, ...]:
    """Sum by zone; empty if no order has one."""
    return _grouped([(each.zone.uk if each.zone else "", each.zone, each) for each in sums])


def by_courier(sums: Iterable[DeliverySum], hand_ins: Iterable[HandInSum]) -> tuple[Deliveries, ...]:
    """Sum by courier, with what they handed in; empty if no order has one and nothing was handed in."""
    found = {each.key: each for each in _grouped([(str(each.courier_id or ""), each.courier, each) for each in sums])}
    for each in hand_ins:
        key = str(each.courier_id)
        known = found.get(key, Deliveries(key, OwnText(each.name, "")))
        found[key] = replace(known, handed_in=each.counted, difference=each.difference)
    return tuple(sorted(found.values(), key=_place))


def _grouped(sums: list[tuple[str, OwnText | None, DeliverySum]]) -> tuple[Deliveries, ...]:
    if all(name is None for _, name, _ in sums):
        return ()
    names = {key: name or OwnText("", "") for key, name, _ in sums}
    found = [_sum(key, name, [each for at, _, each in sums if at == key]) for key, name in names.items()]
    return tuple(sorted(found, key=_place))


def _place(each: Deliveries) -> tuple[bool, int, str]:
    return (not each.key, -each.orders, each.name.uk)


def _sum(key: str, name: OwnText, sums: list[DeliverySum]) -> Deliveries:
    timed = sum(each.timed for each in sums)
    return Deliveries(
        key,
        name,
        orders=sum(each.orders for each in sums),
        revenue=sum(each.revenue for each in sums),
        delivered=sum(each.delivered for each in sums),
        late=sum(each.late for each in sums),
        promised_minutes=_minutes(sum(each.promised for each in sums), timed),
        taken_minutes=_minutes(sum(each.taken for each in sums), timed),
        collected=sum(each.collected for each in sums),
    )


def _minutes(seconds: int, orders: int) -> int | None:
    return round(seconds / orders / MINUTE) if orders else None
