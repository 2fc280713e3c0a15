"""The words by which an order in free text is read, in Ukrainian, English and Russian."""

import re
from collections.abc import Iterator, Sequence

from cafe.core.catalogue.menu.search import WITH_SLIPS, matches, stem, words_of

LEAST = 2
"""Words of so few letters are ignored: too many others begin with them."""
_LEAST_ROOT = 4
_LEAST_COMMON_ROOT = 5
_LONGEST_ENDING = 3
_BESIDE_DIGITS = re.compile(r"(?<=\d)(?=[^\W\d])|(?<=[^\W\d])(?=\d)")
_PARTS = re.compile(r"[,;:.!?()\n]+|[^\s,;:.!?()]+")


def words(text: str) -> frozenset[str]:
    """Return the words of a text in phonetic form."""
    return frozenset(words_of(text))


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text."""
    return frozenset(map(stem, words_of(text)))


STOP_WORDS = words(
    "мені мене нам нас будь ласка буде би дай дайте давай візьму беру треба потрібно додай додайте покажи покажіть "
    "скажіть підкажіть щось на по для чи або це вас ви ти там тут ось як маєте скільки коштує ціна мій моя моє мої "
    "хочу хотів хотіла хотілося ваш ваша ваше ваші "
    "вже уже нема дуже смачно сьогодні зараз собою мл грн шт штуки штук порції порція порцію "
    "чашку чашка склянку чашки "
    "please can could may would have get give me us some an the with on do is are you your for show tell something "
    "there to of in at how much price cost my will it be ml pcs pieces portion portions cup cups "
    "хочу хотел хотела хочется "
    "мне нам пожалуйста пожалуста будет дай дайте давайте возьму надо нужно добавь добавьте покажи скажите есть "
    "что это вас вы там тут как сколько стоит цена мой моя моё мои очень сейчас с собой ещё порцию порции чашку"
)
"""Ignored as whole words, not as stems, since 'мене' and 'меню' differ only in their endings."""
POLITE = stems(
    "дякую дяка дякуємо спасибі thanks thank thx спасибо привіт вітаю вітання добрий доброго день дня вечір вечора "
    "ранок ранку hello hi hey good morning evening afternoon здравствуйте привет добрый вечер утро "
    "замовити замовлю зробити нове можна want like make place order new заказать закажу сделать можно"
)


def is_ignored(sound: str) -> bool:
    """Whether a word, in phonetic form, says nothing of what is wanted."""
    return sound in STOP_WORDS or stem(sound) in POLITE


WITHOUT = words("без without no")
JOINING = words("та плюс ще також and plus also ещё еще") | {"i"}
"""'і' in both Cyrillic languages; what follows is something else, unless it completes the name."""
LEADING = words("із зі на with со")
"""Before what comes with the dish. Single letters are not words: see `LEADING_LETTERS`."""
LEADING_LETTERS = frozenset("зсцzs")
TIMES = frozenset({"x", "х", "×", "*"})
PIECES = stems("шт штук штуки порції порція порцію pcs pieces portions piece")
NUMBERS = {
    word: number
    for number, names in enumerate(
        (
            "один одна одне одну одного одно one single",
            "два дві двоє двох двома двум двумя пару пара две two couple double",
            "три троє трьох трьома трое three",
            "чотири четверо четыре four",
            "п'ять пять five",
            "шість шесть six",
            "сім семь seven",
            "вісім восемь eight",
            "дев'ять девять nine",
            "десять ten",
        ),
        start=1,
    )
    for word in words_of(names)
}
LARGEST = stems("велике великий велика велику великого великі large big большой большое большая большую больших")
SMALLEST = stems("мале малий мала маленьке маленький маленька маленьку small little маленькое маленькая маленького")
MIDDLE = stems("середнє середній середня medium regular средний средняя среднее")
SYNONYMS = (
    ("овсян", "вівсян"),
    ("миндал", "мигдал"),
    ("сахар", "цук"),
    ("сливк", "вершк"),
    ("куриц", "курк"),
    ("курин", "куряч"),
    ("черн", "чорн"),
    ("чёрн", "чорн"),
    ("греческ", "грецьк"),
    ("яблочн", "яблучн"),
    ("яблок", "яблук"),
    ("медовик", "медівник"),
    ("облепих", "обліпих"),
    ("тыкв", "гарбуз"),
    ("картош", "картопл"),
    ("ветчин", "шинк"),
    ("свекл", "буряк"),
    ("семг", "лосос"),
    ("сёмг", "лосос"),
    ("горяч", "гаряч"),
    ("ягодн", "ягідн"),
    ("чеснок", "часник"),
    ("чесноч", "часник"),
    ("жидк", "рідк"),
    ("лапш", "локшин"),
    ("киевск", "київськ"),
    ("сок", "фреш"),
    ("сік", "фреш"),
    ("лёд", "лід"),
    ("borsch", "борщ"),
    ("kiev", "kyiv"),
)
"""Beginnings of Russian words and of other spellings, with what they stand for: a beginning of the menu's word."""


def split_text(text: str) -> Iterator[list[tuple[str, str]]]:
    """Split a text at its punctuation, each part into words as written and as they sound."""
    part: list[tuple[str, str]] = []
    for raw in _PARTS.findall(_BESIDE_DIGITS.sub(" ", text)):
        if raw[0] in ",;:.!?()\n":
            yield part
            part = []
            continue
        if raw == "+":
            part.append((raw, "i"))
            continue
        part += [(raw, sound) for sound in words_of(_in_ukrainian(raw))] or [(raw, raw)]
    yield part


def _in_ukrainian(raw: str) -> str:
    word = raw.lower()
    return next((ours for theirs, ours in SYNONYMS if word.startswith(theirs)), word)


def said_in_one(name: Sequence[str]) -> Sequence[str]:
    """Return the words of a name, and its first two as one: 'flatwhite'."""
    return (*name, "".join(name[:2])) if len(name) > 1 else name


def is_whole_name(name: Sequence[str], sounds: Sequence[str]) -> bool:
    """Whether these words are the whole of a name, perhaps written as one word."""
    if any(stem(sound) == stem("".join(name)) for sound in sounds):
        return True
    return bool(name) and all(any(matches(word, sound, WITH_SLIPS) for sound in sounds) for word in _content(name))


def has_same_root(word: str, sound: str) -> bool:
    """Whether two words have a root in common: 'losos' and 'lososem', 'migdalnii' and 'migdalem'."""
    shorter = min(len(word), len(sound))
    root = next((at for at, (one, other) in enumerate(zip(word, sound, strict=False)) if one != other), shorter)
    least = _LEAST_ROOT if root == len(word) else _LEAST_COMMON_ROOT
    return root >= least and max(len(word), len(sound)) - root <= _LONGEST_ENDING


def _content(name: Sequence[str]) -> list[str]:
    """Return the words of a name without those that join them."""
    return [word for word in name if len(word) > LEAST] or list(name)


def size_of(sound: str) -> str:
    """Return 'large', 'small' or 'middle'; empty for any other word."""
    sizes = (("large", LARGEST), ("small", SMALLEST), ("middle", MIDDLE))
    return next((size for size, said in sizes if stem(sound) in said), "")
