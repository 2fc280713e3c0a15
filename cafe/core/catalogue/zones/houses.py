"""House numbers, and the houses of a street that a zone has (pure)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

LETTER = "a-zа-яіїєґ"
HOUSE = re.compile(rf"(\d{{1,4}})(?:\s*-?\s*([{LETTER}])(?![{LETTER}\d]))?")
PART = re.compile(
    rf"(?:(?P<start>від|от|from)\s+)?(?P<first>\d{{1,4}})(?P<letter>[{LETTER}])?(?![{LETTER}])"
    rf"(?:(?P<plus>\+)|\s*[-–—]\s*(?P<last>\d{{1,4}})[{LETTER}]?(?![{LETTER}]))?"
    r"|(?:до|to)\s+(?P<until>\d{1,4})"
    r"|(?P<odd>непарн[іиа]|нечетные|odd)|(?P<even>парн[іиа]|четные|even)|(?P<all>усі|всі|все|all)\b"
)
SEPARATOR = re.compile(r"[\s.]*")


@dataclass(frozen=True, slots=True)
class House:
    """A house's number: of `12-А/3` the first, since the second belongs to the other street of the corner."""

    number: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Houses:
    """Some houses of a street: from `first` to `last` (None: to its end), all or one side, with a letter or any."""

    first: int = 0
    last: int | None = None
    parity: int | None = None
    """1: only odd numbers, 0: only even ones."""
    letter: str = ""

    def contains(self, house: House) -> bool:
        is_within = self.first <= house.number and (self.last is None or house.number <= self.last)
        is_on_side = self.parity is None or house.number % 2 == self.parity
        return is_within and is_on_side and self.letter in {"", house.letter}


ALL = Houses()


def read_house(text: str) -> House | None:
    """Read a typed number, such as `буд. 12-А/3` or `12 корп. 2`; None if there is none."""
    found = HOUSE.search(text.casefold())
    return None if found is None else House(int(found[1]), found[2] or "")


def read_houses(text: str) -> tuple[Houses, ...] | None:
    """Read a list such as `1-39 непарні, 40, від 60`; None if the text is something else."""
    houses: list[Houses] = []
    for part in re.split("[,;]", text.casefold()):
        found = _read_part(part.strip())
        if found is None:
            return None
        houses += found
    return tuple(houses)


def _read_part(text: str) -> Iterable[Houses] | None:
    """Read what stands between two commas: ranges, the side that all of them are on, or only a side."""
    ranges: list[Houses] = []
    parity, position, is_whole = None, 0, False
    while position < len(text):
        found = PART.match(text, position)
        if found is None:
            return None
        if found["odd"] or found["even"]:
            parity = 1 if found["odd"] else 0
        elif found["until"]:
            begun = ranges.pop() if ranges and ranges[-1].last is None else ALL
            ranges.append(Houses(begun.first, int(found["until"])))
        elif found["first"]:
            ranges.append(_range(found))
        is_whole = is_whole or bool(found["all"])
        position = SEPARATOR.match(text, found.end()).end()  # type: ignore[union-attr]  # it matches nothing, too
    if not ranges and (is_whole or parity is not None):
        ranges = [ALL]
    return [Houses(each.first, each.last, parity, each.letter) for each in ranges] or None


def _range(found: re.Match[str]) -> Houses:
    first = int(found["first"])
    if found["start"] or found["plus"]:
        return Houses(first)
    if found["last"]:
        least, most = sorted((first, int(found["last"])))
        return Houses(least, most)
    return Houses(first, first, letter=found["letter"] or "")
