"""Zones of real streets: old and new names, houses, spelling; pins; what is offered when it isn't certain."""

import tomllib
from pathlib import Path

import pytest

from cafe.core.catalogue.zones.addresses import Address, read_address
from cafe.core.catalogue.zones.houses import read_house, read_houses
from cafe.core.catalogue.zones.matching import ZoneMap, ZoneMatch
from cafe.core.catalogue.zones.model import Pin, Polygon, Ring, Zone, ZoneSource
from cafe.core.catalogue.zones.streets import read_street
from cafe.core.kernel.ids import ZoneId
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.validators import ValidatorError

FILE = tomllib.loads((Path(__file__).parents[1] / "zones.toml").read_text())
ADDRESSES = [
    line.split("\t")
    for line in Path(__file__).with_name("kyiv_addresses.tsv").read_text().splitlines()
    if not line.startswith("#")
]
TOWNS = ("Київ", "Вишневе", "Чабани")


def zone(number: int, slug: str, streets: list[str], *shapes: Ring | Polygon) -> Zone:
    return Zone(ZoneId(number), slug, OwnText(slug, ""), 0, 0, 0, 0, (), 0, shapes, tuple(streets))


KYIV = ZoneMap([zone(number, each["slug"], each["streets"]) for number, each in enumerate(FILE["zones"])], "Київ")


def found(match: ZoneMatch) -> str:
    return match.zone.slug if match.zone else "-"


def match(text: str, zones: ZoneMap = KYIV) -> ZoneMatch:
    return zones.match(read_address(text, TOWNS))


def test_there_are_two_hundred_addresses() -> None:
    assert len(ADDRESSES) >= 200
    assert len({address for address, _ in ADDRESSES}) == len(ADDRESSES)


@pytest.mark.parametrize(("address", "expected"), ADDRESSES, ids=[address for address, _ in ADDRESSES])
def test_an_address_of_kyiv(address: str, expected: str) -> None:
    slug, _, offered = expected.partition(" ? ")
    matched = match(address)
    assert found(matched) == slug, matched
    if offered:
        assert offered in matched.suggestions
    if slug != "-":
        assert (matched.by, matched.suggestions) == (ZoneSource.STREET, ())


@pytest.mark.parametrize("title", [street for each in FILE["zones"] for street in each["streets"]])
def test_what_is_offered_is_understood(title: str) -> None:
    """A suggestion that is accepted is not asked about again."""
    street = read_street(title)
    town, _, name = street.title.rpartition(": ")
    houses = [str(each.first or 1) for each in street.houses] or ["1"]
    for house in houses:
        assert match(f"{town or 'Київ'}, {name}, {house}").zone is not None or not street.names


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("1-120", ["1", "120", "60а", "12/3", "12-А/3", "буд. 7"], ["121", "0"]),
        ("непарні", ["1", "13/4", "7 корп. 2"], ["2", "100"]),
        ("парні", ["2", "100"], ["1", "13"]),
        ("від 40", ["40", "4000"], ["39"]),
        ("40+", ["40", "400"], ["39"]),
        ("до 40", ["1", "40"], ["41"]),
        ("від 10 до 20", ["10", "20"], ["9", "21"]),
        ("1-39 непарні, 40, від 60", ["1", "39", "40", "61"], ["2", "38", "41", "59"]),
        ("12А", ["12а", "12-А", "12 А/5"], ["12", "12б"]),
        ("12", ["12", "12а", "12/5", "12к3"], ["13", "120"]),
        ("20-10", ["10", "20"], ["21"]),
        ("усі", ["1", "999"], []),
        ("парні від 40", ["40", "42"], ["41", "38"]),
        ("odd 1-9", ["1", "9"], ["2", "11"]),
    ],
)
def test_houses(text: str, inside: list[str], outside: list[str]) -> None:
    houses = read_houses(text)
    assert houses is not None
    for typed, is_inside in [*((each, True) for each in inside), *((each, False) for each in outside)]:
        house = read_house(typed)
        assert house is not None
        assert any(each.contains(house) for each in houses) is is_inside, typed


@pytest.mark.parametrize("text", ["", "Березня", "1-", "10 Травня", "від", "вул."])
def test_what_is_no_list_of_houses(text: str) -> None:
    assert read_houses(text) is None


@pytest.mark.parametrize("text", ["12", "усі", "()", "Брюховичі:", ": Шевченка", "(Леніна)", "—", "1-120"])
def test_what_is_no_street(text: str) -> None:
    with pytest.raises(ValidatorError):
        read_street(text)


@pytest.mark.parametrize(
    ("text", "town", "street", "house"),
    [
        ("Київ, вул. Хрещатик, 1, кв. 3", "Київ", "вул. Хрещатик", "1"),
        ("вул. Хрещатик 12-А/3, Київ", "Київ", "вул. Хрещатик", "12-А/3"),
        ("Бровари, Київська, 5", "Бровари", "Київська", "5"),
        ("8 Березня, 12", "", "8 Березня", "12"),
        ("вул. 8 Березня 12", "", "вул. 8 Березня", "12"),
        ("01001, Україна, Київська обл., м. Київ, Хрещатик 2, під'їзд 3, поверх 4", "м. Київ", "Хрещатик", "2"),
        ("Хрещатик\n№ 7", "", "Хрещатик", "7"),
        ("", "", "", ""),
    ],
)
def test_an_address_in_one_line(text: str, town: str, street: str, house: str) -> None:
    read = read_address(text, TOWNS)
    if not read.house:  # typed with the street
        assert match_house(read) == (street, house)
    else:
        assert (read.town, read.street, read.house) == (town, street, house)


def match_house(address: Address) -> tuple[str, str]:
    return address.street, address.house


SQUARE = Polygon((Pin(50, 30), Pin(50, 31), Pin(51, 31), Pin(51, 30)))
# A 'U': the middle of its opening is outside.
HORSESHOE = Polygon(
    (Pin(50, 30), Pin(50, 33), Pin(53, 33), Pin(53, 32), Pin(51, 32), Pin(51, 31), Pin(53, 31), Pin(53, 30))
)


@pytest.mark.parametrize(
    ("shape", "lat", "lon", "is_inside"),
    [
        (SQUARE, 50.5, 30.5, True),
        (SQUARE, 50.5, 31.5, False),
        (SQUARE, 49.9, 30.5, False),
        (SQUARE, 51.1, 30.5, False),
        (HORSESHOE, 52, 30.5, True),
        (HORSESHOE, 52, 31.5, False),
        (HORSESHOE, 50.5, 31.5, True),
        (Ring(Pin(50.45, 30.52), 2), 50.4679, 30.52, True),  # 1.99 km to the north
        (Ring(Pin(50.45, 30.52), 2), 50.4681, 30.52, False),
        (Ring(Pin(50.45, 30.52), 2), 50.45, 30.548, True),  # 1.98 km to the east
        (Ring(Pin(50.45, 30.52), 2), 50.45, 30.5485, False),
    ],
)
def test_a_pin(shape: Ring | Polygon, lat: float, lon: float, *, is_inside: bool) -> None:
    assert shape.contains(Pin(lat, lon)) is is_inside


def test_the_pin_comes_first_and_the_preferred_zone_before_others() -> None:
    zones = ZoneMap([zone(1, "near", ["Лісова"], Ring(Pin(50, 30), 2)), zone(2, "far", [], Ring(Pin(50, 30), 5))], "")
    assert zones.match(Address(), Pin(50, 30)).zone == zones.zones[0]
    assert zones.match(Address(street="Лісова"), Pin(50, 30.05)) == ZoneMatch(zones.zones[1], ZoneSource.PIN)
    assert zones.match(Address(street="Лісова"), Pin(51, 30)) == ZoneMatch(zones.zones[0], ZoneSource.STREET)
    assert zones.match(Address(), Pin(51, 30)) == ZoneMatch()


def test_two_streets_that_differ_in_the_first_name_are_asked_about() -> None:
    zones = ZoneMap([zone(1, "a", ["Тараса Шевченка"]), zone(2, "b", ["Петра Шевченка"])], "")
    assert match("Шевченка, 3", zones) == ZoneMatch(suggestions=("Тараса Шевченка", "Петра Шевченка"))
    assert found(match("П. Шевченка, 3", zones)) == "b"
    assert found(match("Тараса Шевченка, 3", zones)) == "a"


def test_a_street_in_two_zones_is_the_preferred_ones() -> None:
    zones = ZoneMap([zone(1, "a", ["Лісова 1-20"]), zone(2, "b", ["вул. Лісова"])], "")
    assert [found(match(f"Лісова, {house}", zones)) for house in (1, 20, 21)] == ["a", "a", "b"]
    assert match("Лісова", zones) == ZoneMatch()


def test_the_beginning_of_a_street_is_enough_to_be_offered() -> None:
    assert "Хрещатик" in match("Хрещ").suggestions
    assert match("Х").suggestions == ()


def test_a_present_name_outweighs_an_old_one() -> None:
    zones = ZoneMap([zone(1, "a", ["Нова (Лісова)"]), zone(2, "b", ["Лісова (Стара)"])], "")
    assert [found(match(f"{name}, 1", zones)) for name in ("Лісова", "Стара", "Нова")] == ["b", "b", "a"]


def test_long_nonsense_is_read_quickly_enough_to_be_refused() -> None:
    assert match("а" * 400).zone is None
    assert match("1-" * 200).zone is None
    assert match("вул. " * 90).zone is None
