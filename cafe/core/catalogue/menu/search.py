"""A forgiving search for dishes: matches by sound in either script, tolerates other endings and one typo.

The mini-app searches the same way by itself (`web/pages/shared/search.js`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from unicodedata import normalize

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.kernel.ids import OptionId

_SOUNDS = {
    **dict.fromkeys(range(ord("а"), ord("ґ") + 1)),
    **str.maketrans("абвгґдеєёэжзиіїйыклмнопрстуфхцчшщюя", "abvggdeeeejziiiiiklmnoprstufhkkssua"),
    **str.maketrans("yw", "iv"),
    **dict.fromkeys(map(ord, "'’ʼ`"), None),
}
_K = re.compile(r"c(?=h)|[cq]")
_DOUBLED = re.compile(r"(.)\1+")
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?:k[aeiu]|ok|[aio]mi|omu|ogo|[oe]i|[oe]u|iv|[aeiou]m|[ai]h|[aeiu]s|[aeiou]|s)$")
_MIN_STEM = 3
_MIN_PART = 4
"""Minimum letters to match inside a word: shorter parts occur in too many words."""
_MIN_WITH_SLIP = 5
STRICT, WITH_PARTS, WITH_SLIPS = 1, 2, 3
"""How tolerant a search is. Each step is tried only if the previous one found nothing, so 'late' does not match
'chocolate'.
"""

_LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_UKRAINIAN_KEYS = "йцукенгшщзхїфівапролджєячсмитьбю"
_OTHER_KEYS = str.maketrans(_LATIN_KEYS + _UKRAINIAN_KEYS, _UKRAINIAN_KEYS + _LATIN_KEYS)


@dataclass(frozen=True, slots=True)
class Found:
    """A dish that matches the words, and its options that they name."""

    dish: Product
    options: tuple[OptionId, ...]
    is_exact: bool
    """Whether all words match this dish and cover its whole name."""
    hits: int
    """How many of the words match."""


@lru_cache(4096)
def words_of(text: str) -> tuple[str, ...]:
    """Split a text into words in phonetic form: without accents, apostrophes and doubled letters, in one script."""
    sounds = normalize("NFD", text.lower().translate(_SOUNDS))
    plain = "".join(letter for letter in sounds if not "\u0300" <= letter <= "\u036f")
    return tuple(_WORD.findall(_DOUBLED.sub(r"\1", _K.sub("k", plain))))


def query_words(text: str) -> tuple[str, ...]:
    """Return the words of a query; single letters count only if there is nothing else."""
    words = words_of(text)
    return tuple(word for word in words if len(word) > 1) or words


def with_other_keys(text: str) -> str:
    """Return the text typed with the same keys in the other keyboard layout: 'kfnt' becomes 'лате'."""
    return text.lower().translate(_OTHER_KEYS)


@lru_cache(4096)
def stem(word: str) -> str:
    """Return a word (see `words_of`) without its ending."""
    short = _ENDING.sub("", word)
    return word if len(short) < _MIN_STEM else short


def find_dishes(menu: Menu, asked: Sequence[str], most: int = WITH_SLIPS, *, needs_all: bool = True) -> list[Found]:
    """Return the dishes that match the words, including sold-out ones, best first.

    Without `needs_all`, one matching word in a dish's name is enough.
    """
    if not asked:
        return []
    dishes = describe_dishes(menu)
    known = frozenset(word for each in dishes for word in each.words)
    for leniency in range(STRICT, most + 1):
        meant = [frozenset(word for word in known if matches(word, one, leniency)) for one in asked]
        found = [each for one in dishes if (each := one.find(meant, needs_all=needs_all))]
        if found:
            return sorted(found, key=lambda each: (not each.is_exact, -each.hits))
    return []


@dataclass(frozen=True, slots=True)
class DishWords:
    """The words that describe a dish, in phonetic form."""

    dish: Product
    names: tuple[tuple[str, ...], ...]
    """Its name in each language."""
    around: frozenset[str]
    options: tuple[tuple[OptionId, frozenset[str]], ...]

    @property
    def words(self) -> Iterable[str]:
        return chain(*self.names, self.around, *(words for _, words in self.options))

    def find(self, meant: Sequence[frozenset[str]], *, needs_all: bool) -> Found | None:
        """Return the dish if it matches. `meant` has, for each typed word, the words that it may stand for."""
        named, options, hits = 0, dict[OptionId, None](), 0
        for words in meant:
            if any(not words.isdisjoint(name) for name in self.names):
                named += 1
            elif option := next((each for each, of_option in self.options if of_option & words), None):
                options[option] = None
            elif needs_all and self.around & words:
                named += 1
            elif needs_all:
                return None
            else:
                continue
            hits += 1
        if not named:  # options alone do not make a match
            return None
        all_words = frozenset[str]().union(*meant)
        is_exact = needs_all and any(name and all_words.issuperset(name) for name in self.names)
        return Found(self.dish, tuple(options), is_exact, hits)


def describe_dishes(menu: Menu) -> list[DishWords]:
    """Return the words of all dishes, including sold-out ones."""
    return [_describe(menu, dish) for dish in (*menu.products, *menu.sold_out)]


def _describe(menu: Menu, dish: Product) -> DishWords:
    shelves = [f"{each.name.uk} {each.name.en}" for each in menu.categories if each.id == dish.category_id]
    offered = [option for group in menu.option_groups.get(dish.id, ()) for option in group.options]
    return DishWords(
        dish,
        (words_of(dish.name.uk), words_of(dish.name.en)),
        frozenset(words_of(" ".join([*shelves, dish.description.uk, dish.description.en]))),
        tuple((each.id, frozenset(words_of(f"{each.name.uk} {each.name.en}"))) for each in offered),
    )


def matches(word: str, asked: str, leniency: int) -> bool:
    """Whether a word of the menu may be the asked one; both in phonetic form."""
    if word.startswith(asked) or stem(word) == stem(asked):
        return True
    if leniency >= WITH_PARTS and len(asked) >= _MIN_PART and asked in word:
        return True
    return leniency >= WITH_SLIPS and _is_slip_of(word, asked)


def _is_slip_of(word: str, asked: str) -> bool:
    """Whether a word starts with the query word but for one wrong, missing, extra or swapped letter."""
    if len(asked) < _MIN_WITH_SLIP:
        return False
    same = next((at for at, pair in enumerate(zip(word, asked, strict=False)) if pair[0] != pair[1]), len(word))
    rest, after = asked[same:], word[same:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return after.startswith((rest[1:], swapped)) or after[1:].startswith((rest[1:], rest))
