"""Finding an address's zone: by its pin, then by its street; what is uncertain is asked, never guessed (pure)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from cafe.core.catalogue.zones.addresses import Address, with_house
from cafe.core.catalogue.zones.houses import House, read_house
from cafe.core.catalogue.zones.model import Pin, Zone, ZoneSource
from cafe.core.catalogue.zones.streets import Likeness, Street, StreetName, read_name, read_street, town_key

MOST_SUGGESTED = 5
SIMILARITY = 0.74
"""From which on another spelling is offered: 'Городецка' for 'Городоцька', but not 'Лісова' for 'Лугова'."""
SHORTEST_BEGINNING = 3
"""Letters from which on the streets that begin with them are offered."""
CORNER = ("/", " ріг ", " кут ", " угол ", " corner of ")


@dataclass(frozen=True, slots=True)
class ZoneMatch:
    """The zone that was found, and how; without one, the streets that may have been meant."""

    zone: Zone | None = None
    by: ZoneSource | None = None
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    zone: int
    """Its place in the order of preference."""
    street: Street


@dataclass(frozen=True, slots=True)
class _Found:
    entry: _Entry
    name: StreetName
    likeness: Likeness
    is_present: bool
    """By its present name, not by an old one."""


class ZoneMap:
    """The zones in the order in which the owner prefers them."""

    def __init__(self, zones: Sequence[Zone], own_town: str) -> None:
        self.zones = tuple(zones)
        self._own_town = town_key(own_town)

    def find(self, zone_id: int | None) -> Zone | None:
        return next((zone for zone in self.zones if zone.id == zone_id), None)

    def match(self, address: Address, pin: Pin | None = None) -> ZoneMatch:
        """Find the zone of an address, of a pin, or of both: then the pin decides."""
        zone = None if pin is None else next((zone for zone in self.zones if zone.contains(pin)), None)
        if zone is not None:
            return ZoneMatch(zone, ZoneSource.PIN)
        return self._match_street(with_house(address))

    @cached_property
    def _entries(self) -> tuple[_Entry, ...]:
        return tuple(_Entry(place, read_street(text)) for place, zone in enumerate(self.zones) for text in zone.streets)

    def _entries_of(self, town: str) -> list[_Entry]:
        """List what is known of a town; entries without one are of the cafe's."""
        is_own = not town or not self._own_town or town == self._own_town
        return [each for each in self._entries if each.street.town == town or (is_own and not each.street.town)]

    def _match_street(self, address: Address) -> ZoneMatch:
        entries, house = self._entries_of(town_key(address.town)), read_house(address.house)
        typed = [read_name(name) for name in _streets_of(address.street) if name.strip()]
        found = [self._find(entries, name, house) for name in typed if name.words]
        places = {match.zone for match in found}
        if len(places) == 1 and found[0].zone is not None:
            return found[0]
        suggestions = [text for match in found for text in match.suggestions]
        if suggestions or any(self._is_known(entries, name) for name in typed):
            return ZoneMatch(suggestions=tuple(dict.fromkeys(suggestions))[:MOST_SUGGESTED])
        town = next((each.zone for each in entries if not each.street.names and typed), None)
        return ZoneMatch() if town is None else ZoneMatch(self.zones[town], ZoneSource.STREET)

    def _find(self, entries: Iterable[_Entry], typed: StreetName, house: House | None) -> ZoneMatch:
        found = list(_compare(entries, typed))
        same = [each for each in found if each.likeness > Likeness.OTHER_KIND]
        best = max(((each.is_present, each.likeness) for each in same), default=None)
        same = [each for each in same if (each.is_present, each.likeness) == best]
        if not same:
            return ZoneMatch(suggestions=tuple(self._suggest(entries, typed, found)))
        zones = {each.entry.zone for each in same if _has_house(each.entry.street, house)}
        if (
            len({each.name.identity for each in same}) > 1 and len(zones) > 1
        ):  # two streets that differ in what was left out
            return ZoneMatch(suggestions=_titles(same))
        if house is None and zones != {each.entry.zone for each in same}:
            return ZoneMatch()  # it depends on the house
        return ZoneMatch(self.zones[min(zones)], ZoneSource.STREET) if zones else ZoneMatch()

    def _is_known(self, entries: Iterable[_Entry], typed: StreetName) -> bool:
        """Whether the street is listed, if not with this house: then the rest of its town does not have it."""
        return any(each.likeness > Likeness.OTHER_KIND for each in _compare(entries, typed))

    def _suggest(self, entries: Iterable[_Entry], typed: StreetName, found: Iterable[_Found]) -> Iterable[str]:
        """List the streets that may be meant: of another kind, that begin so, that are spelt alike."""
        titles: dict[str, list[str]] = {}
        for entry in entries:
            for name in entry.street.names:
                titles.setdefault(name.text, []).append(entry.street.title)
        meant = [*_titles(found)]
        if len(typed.text) >= SHORTEST_BEGINNING:
            begun = (text for text in titles if any(word.startswith(typed.text) for word in text.split(" ")))
            meant += [title for text in begun for title in titles[text]]
        close = get_close_matches(typed.text, titles, MOST_SUGGESTED, SIMILARITY)
        return list(dict.fromkeys([*meant, *(title for text in close for title in titles[text])]))[:MOST_SUGGESTED]


def _compare(entries: Iterable[_Entry], typed: StreetName) -> Iterable[_Found]:
    """Yield the entries with this name, of whatever kind."""
    for entry in entries:
        for place, name in enumerate(entry.street.names):
            likeness = typed.likeness(name)
            if likeness is not Likeness.NONE:
                yield _Found(entry, name, likeness, is_present=place == 0)


def _has_house(street: Street, house: House | None) -> bool:
    """Whether an entry has a house; if it is not known, whether it has all houses."""
    if house is None:
        return not street.houses
    return not street.houses or any(houses.contains(house) for houses in street.houses)


def _titles(found: Iterable[_Found]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.entry.street.title for each in found))


def _streets_of(text: str) -> list[str]:
    """Split a corner into its streets."""
    streets = [text]
    for separator in CORNER:
        streets = [part for street in streets for part in street.split(separator)]
    return streets
