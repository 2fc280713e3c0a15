"""What is in force at a moment, and what it does (pure).

Nothing is switched on or off: the end of an alert cannot lift a pause that somebody made by hand, nor the other way.
"""

from collections.abc import Iterable, Sequence

from cafe.core.catalogue.disruptions.model import (
    ALL_ORDERS,
    DELIVERY,
    MODE,
    NOTHING,
    PAUSE_ALL,
    PAUSE_DELIVERY,
    Cut,
    Disruption,
    DisruptionKind,
    Effects,
)

NEVER = 2**62
"""The end of a disruption that nobody knows the end of; later than any real time in Unix seconds."""


def in_force(disruptions: Iterable[Disruption], effects: Effects, at: int) -> list[Disruption]:
    """List what is in force and has an effect: of each kind the one that lasts longest."""
    lasting: dict[DisruptionKind, Disruption] = {}
    for each in disruptions:
        known = lasting.get(each.kind)
        if each.is_at(at) and effects[each.kind] != NOTHING and (known is None or end_of(each) > end_of(known)):
            lasting[each.kind] = each
    return [lasting[kind] for kind in DisruptionKind if kind in lasting]


def end_of(disruption: Disruption) -> int:
    return NEVER if disruption.until_at is None else disruption.until_at


def paused_by(effect: str) -> str | None:
    """Return what an effect pauses: an order type or `ALL_ORDERS`; None: nothing."""
    return {PAUSE_ALL: ALL_ORDERS, PAUSE_DELIVERY: DELIVERY}.get(effect)


def mode_of(effect: str) -> str | None:
    """Return the slug of the mode that an effect switches on."""
    return effect.removeprefix(MODE) if effect.startswith(MODE) else None


def modes_of(disruptions: Iterable[Disruption], effects: Effects, at: int) -> frozenset[str]:
    """Return the slugs of the modes that disruptions switch on at a moment."""
    modes = (mode_of(effects[each.kind]) for each in in_force(disruptions, effects, at))
    return frozenset(mode for mode in modes if mode)


def mode_until(disruptions: Iterable[Disruption], effects: Effects, slug: str, at: int) -> int:
    """Return until when disruptions have a mode on; 0: they do not."""
    found = (each for each in in_force(disruptions, effects, at) if mode_of(effects[each.kind]) == slug)
    return max(map(end_of, found), default=0)


def pausing(disruptions: Iterable[Disruption], effects: Effects, order_type: str, at: int) -> Disruption | None:
    """Return the disruption that prevents orders of a type, or all (`ALL_ORDERS`): the one that lasts longest."""
    found = [
        each for each in in_force(disruptions, effects, at) if paused_by(effects[each.kind]) in {ALL_ORDERS, order_type}
    ]
    return max(found, key=end_of, default=None)


def merge(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Return cuts in their order, those that touch as one."""
    merged: list[Cut] = []
    for cut in sorted(cuts, key=lambda each: (each.from_at, each.until_at)):
        if merged and cut.from_at <= merged[-1].until_at:
            merged[-1] = Cut(merged[-1].from_at, max(merged[-1].until_at, cut.until_at))
        else:
            merged.append(cut)
    return tuple(merged)


def after(cuts: Sequence[Cut], moment: int) -> list[Cut]:
    """Return what is left of cuts after a moment."""
    return [Cut(max(each.from_at, moment), each.until_at) for each in cuts if each.until_at > moment]
