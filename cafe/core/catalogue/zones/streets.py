"""Names of streets: those of a zone's list, and whether a typed one is the same (pure).

Names are compared in Latin letters, so that it makes no difference in which alphabet, with which kind of apostrophe or
with how much of a person's name they are typed. What is only similar is never taken for the same: it is offered.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from cafe.core.catalogue.zones.houses import Houses, read_houses
from cafe.core.kernel.romanised import romanise
from cafe.core.kernel.validators import ValidatorError

STREET = "street"
KINDS_TYPED = {
    STREET: "вулиця вулиці вул ул улица st str street vul vulytsia vulitsya",
    "avenue": "проспект просп пр ave avenue prospekt prosp",
    "boulevard": "бульвар бульв бул boulevard blvd bulvar",
    "square": "площа пл площадь майдан square sq ploshcha maidan",
    "embankment": "набережна наб набережная embankment naberezhna",
    "highway": "шосе шоссе highway shose",
    "lane": "провулок пров пер переулок lane provulok",
    "descent": "узвіз спуск descent uzviz",
    "road": "дорога road rd doroha",
    "alley": "алея аллея alley",
    "passage": "проїзд проезд passage",
    "blind alley": "тупик",
    "quarter": "квартал мікрорайон масив",
    "complex": "жк",
    "line": "лінія линия",
}
USUALLY_LEFT_OUT = frozenset({STREET, "avenue", "boulevard", "square", "embankment", "highway"})
"""The kinds that people leave out: 'Свободи 12' for 'проспект Свободи, 12'. A lane is said to be one."""
SHORTENED = (
    (re.compile(r"\bб-р\b"), "бульвар"),
    (re.compile(r"\bпр-к?т\b"), "проспект"),
    (re.compile(r"\bм(?:кр)?-н\b|\bмкрн?\b"), "мікрорайон"),
    (re.compile(r"\bж/м\b"), "масив"),
)
LEFT_OUT = "ім імені им имени"
TITLES = (
    "академіка акад ак академика професора проф генерала ген гетьмана маршала полковника капітана сотника отамана "
    "князя княгині короля святого святої св доктора лікаря архітектора арх героя героїв митрополита"
)
GIVEN_NAMES = (
    "андрія анатолія антона артема богдана бориса валентина василя віктора віталія владислава володимира всеволода "
    "в'ячеслава гната георгія григорія данила дмитра євгена єфрема івана ігоря йосипа каленика кирила климента "
    "костянтина левка леся лесі леоніда любомира людмили максима марка марії миколи мирослава михайла назарія нестора "
    "олега олекси олександра олени олеся ольги остапа павла панаса пантелеймона петра пилипа раїси романа ростислава "
    "савви святослава семена сергія сидора симона софії станіслава степана тараса тимофія устима федора філарета "
    "християна християни христини юліана юлії юрія якова ярослава"
)
APOSTROPHE = re.compile("['’ʼ`´‘′\"«»“”]")
RUSSIAN = str.maketrans({"ы": "и", "э": "е", "ё": "е", "ъ": ""})
WORD = re.compile(r"[^\W_]+")
DOUBLED = re.compile(r"([a-z])\1+")
RUSSIAN_ENDING = re.compile(r"(?<=[a-z]{3})aia$")
OLD_NAMES = re.compile(r"\(([^()]*)\)")
FORMERLY = re.compile(r"^(?:кол|колишня|колишній|був|була|ex|стара назва|раніше)\b[.:]?\s*", re.IGNORECASE)
TOWN_KIND = re.compile(r"^(?:(?:місто|село|селище|смт|м|с)\.?\s+|[мс]\.)", re.IGNORECASE)
MAX_LENGTH = 200
"""Characters of an entry."""


@lru_cache(maxsize=8_192)
def key_of(word: str) -> str:
    """Return a word in the form in which names are compared."""
    latin = DOUBLED.sub(r"\1", romanise(word.translate(RUSSIAN)).replace("y", "i"))
    return RUSSIAN_ENDING.sub("a", latin)


def _keys(words: str) -> frozenset[str]:
    return frozenset(key_of(APOSTROPHE.sub("", word)) for word in words.split())


KINDS = {key: kind for kind, words in KINDS_TYPED.items() for key in _keys(words)}
NOISE = _keys(LEFT_OUT)
TITLE_WORDS, FIRST_NAMES = _keys(TITLES), _keys(GIVEN_NAMES)


class Likeness(IntEnum):
    """How much a typed name is like a listed one; from `KIND_LEFT_OUT` on it is the same street."""

    NONE = 0
    OTHER_KIND = 1
    """The name is the same, but one may be a lane and the other the street."""
    KIND_LEFT_OUT = 2
    PARTLY = 3
    """One of them leaves out the person's first name or title."""
    WHOLE = 4


@dataclass(frozen=True, slots=True)
class StreetName:
    """A name of a street, in words to compare."""

    kind: str
    words: frozenset[str]
    first: frozenset[str] = frozenset()
    """First names and initials, which may be left out."""
    titles: frozenset[str] = frozenset()
    """Likewise."""

    @property
    def text(self) -> str:
        """The words, for finding similar names."""
        return " ".join(sorted(self.words))

    @property
    def identity(self) -> tuple[str, frozenset[str], frozenset[str]]:
        """What tells it from other names."""
        return self.kind or STREET, self.words, self.first | self.titles

    def likeness(self, listed: "StreetName") -> Likeness:
        """Compare a typed name with a listed one."""
        are_same_people = _fit(self.titles, listed.titles) and _fit(self.first, listed.first)
        if self.words != listed.words or not are_same_people:
            return Likeness.NONE
        if (self.kind or STREET) == (listed.kind or STREET):
            return Likeness.WHOLE if self.identity[2] == listed.identity[2] else Likeness.PARTLY
        is_left_out = not self.kind and listed.kind in USUALLY_LEFT_OUT
        return Likeness.KIND_LEFT_OUT if is_left_out else Likeness.OTHER_KIND


@dataclass(frozen=True, slots=True)
class Street:
    """An entry of a zone's list. Without names: everything in the town."""

    title: str
    """The present name as the owner wrote it."""
    names: tuple[StreetName, ...]
    """The present name, then old ones."""
    houses: tuple[Houses, ...] = ()
    """Empty: all."""
    town: str = ""
    """To compare; empty: the cafe's own."""


def read_name(text: str) -> StreetName:
    """Read a name such as `вул. Героїв УПА`, `Horodotska st.` or `пр-т Т. Шевченка`."""
    folded = APOSTROPHE.sub("", text.casefold())
    for pattern, word in SHORTENED:
        folded = pattern.sub(word, folded)
    kind, words = _split_kind([word for word in WORD.findall(folded) if key_of(word) not in NOISE])
    keys = [(key_of(word), len(word) == 1 and word.isalpha()) for word in words]
    every = frozenset(key for key, _ in keys) - {""}
    first = frozenset(key for key, is_initial in keys if is_initial or key in FIRST_NAMES)
    rest = every - first - TITLE_WORDS
    return StreetName(kind, rest, first, every & TITLE_WORDS) if rest else StreetName(kind, every)


def split_houses(text: str) -> tuple[str, str]:
    """Split `Зелена 1-40, 51` into the name and the list of houses; the latter is empty if there is none."""
    for boundary in re.finditer(r"[\s,]+", text):
        name, rest = text[: boundary.start()], text[boundary.end() :]
        if name and rest and read_houses(rest) is not None:
            return name, rest
    return text, ""


def read_street(text: str) -> Street:
    """Read an entry such as `Зелена (Червоної Калини) від 40` or `Брюховичі: усі`.

    Raises:
        ValidatorError: it names no street.
    """
    town, colon, rest = text.rpartition(":")
    old = [name for found in OLD_NAMES.findall(rest) for name in found.split(",")]
    before, bracket, after = rest.partition("(")
    tail = OLD_NAMES.sub(" ", bracket + after).strip() if bracket else ""
    name, houses = (before.strip(), tail) if tail else split_houses(before.strip(" ,"))
    read = read_houses(houses) if houses else ()
    if not houses and read_houses(name) is not None:
        if not town.strip():
            raise _not_a_street(text)
        return Street(town.strip(), (), (), town_key(town))
    present = read_name(name)
    former = (read_name(FORMERLY.sub("", each.strip())) for each in old)
    names = (present, *(replace(each, kind=each.kind or present.kind) for each in former))
    if read is None or not all(each.words for each in names) or (colon and not town.strip()):
        raise _not_a_street(text)
    title = f"{town.strip()}: {name.strip()}" if colon else name.strip()
    return Street(title, names, read, town_key(town))


def _not_a_street(text: str) -> ValidatorError:
    return ValidatorError(f'{text}: must be a street such as "Зелена 1-40 парні"', "must-be-street", street=text)


def town_key(text: str) -> str:
    """Return a town's name in the form in which towns are compared."""
    return " ".join(
        key_of(word) for word in WORD.findall(APOSTROPHE.sub("", TOWN_KIND.sub("", text.strip().casefold())))
    )


def is_kind(word: str) -> bool:
    """Whether a word says that a street is named: 'вул.', 'просп.'."""
    return key_of(word) in KINDS


def _split_kind(words: list[str]) -> tuple[str, list[str]]:
    """Take the word for the kind from the beginning or the end; 'вул. Площа Ринок' is a square."""
    kind = ""
    while len(words) > 1 and (found := KINDS.get(key_of(words[0]))) and kind in {"", STREET}:
        kind, words = found, words[1:]
    if len(words) > 1 and not kind and (found := KINDS.get(key_of(words[-1]))):
        kind, words = found, words[:-1]
    return kind, words


def _fit(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two first names or titles may be of the same person: one is left out, or shortens the other."""
    one, other = frozenset(one), frozenset(other)
    shorter, longer = sorted((one, other), key=len)
    return all(any(a.startswith(b) or b.startswith(a) for b in longer) for a in shorter)
