"""The intent of a free text, recognised by a small table of words."""

from collections.abc import Iterable
from enum import Enum, auto

from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.menu.search import STRICT, Found, find_dishes, query_words, stem, with_other_keys

LONGEST = 200
"""Characters: a longer text is not searched."""
MOST = 8
"""Words to search for."""
LEAST = 2
"""Words of so few letters are ignored: too many others begin with them."""


class Intent(Enum):
    """The meaning of a text that names no dish."""

    PERSON = auto()
    """Contact with a person."""
    ORDERS = auto()
    """The status of an order."""
    CART = auto()
    CHECKOUT = auto()
    HOURS = auto()
    ADDRESS = auto()
    MENU = auto()
    THANKS = auto()
    GREETING = auto()


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, query_words(text)))


_THANKS = _stems("дякую дяка дякуємо спасибі thanks thank thx")
_GREETING = _stems("привіт вітаю вітання добрий доброго день дня вечір вечора ранок ранку hello hi hey good morning")
_NEW = _stems("замовити замовлю зробити нове хочу хотів хотіла можна want like make place new how")
_STOP_WORDS = frozenset(
    query_words(
        "мені мене нам нас будь ласка буде би дай дайте давай візьму беру треба потрібно додай додайте покажи покажіть "
        "скажіть підкажіть щось ще та із зі на до по для чи або це вас ви ти там тут ось як маєте один одна одну одне "
        "два дві три please can could may would have get give me us some an the with and on do is are you your for one "
        "two show tell something to of in at скільки коштує ціна how much price cost без without no"
    )
)
"""Ignored as whole words, not as stems, since 'мене' and 'меню' differ only in their endings."""
_WITHOUT = frozenset(query_words("без without no"))
_COURTESY = _THANKS | _GREETING | _NEW
_PERSON = _stems(
    "оператор людина менеджер адміністратор подзвонити подзвоніть зателефонувати зателефонуйте телефон контакт "
    "зв'язок зв'язатися скарга поскаржитися operator human manager phone telephone call contact complaint support"
)
_ORDER = _stems("замовлення order orders")
_ABOUT_ORDER = _stems("кур'єр courier статус status скасувати cancel оплатити pay")
_HOW = _stems("де коли довго скоро моє мого моїм готове where when my ready")
_MINE = _stems("мій моя моє мої my")
_WHERE = _stems("де where")
_OTHERS = (
    (Intent.CART, _stems("кошик корзина cart basket")),
    (Intent.CHECKOUT, _stems("оформити оформлення checkout")),
    (Intent.HOURS, _stems("години графік відчинено відчинені відкрито відкриті працюєте зачиняєтеся hours open close")),
    (Intent.ADDRESS, _stems("адреса знаходитесь розташовані доїхати address located location")),
    (Intent.MENU, _stems("меню menu асортимент")),
)


def understand(text: str, menu: Menu) -> Intent | list[Found] | None:
    """Return an intent, or the matching dishes of the menu, including sold-out ones, the likeliest first.

    A text typed in the wrong keyboard layout is understood, too. None if there is no match.
    """
    if len(text) > LONGEST:
        return None
    for each in (text, with_other_keys(text)):
        if meant := _meant(menu, query_words(each)):
            return meant
    return None


def _meant(menu: Menu, asked: tuple[str, ...]) -> Intent | list[Found] | None:
    if exact := [each for each in find_dishes(menu, asked[:MOST], STRICT) if each.is_exact]:
        return exact
    stems = frozenset(map(stem, asked))
    words = _key_words(asked)
    left = frozenset(map(stem, words))
    return (
        _clear_intent(stems, left)
        or find_dishes(menu, words)
        or next((intent for intent, meant in _OTHERS if left & meant), None)
        or find_dishes(menu, words, STRICT, needs_all=False)
        or _courtesy(stems)
    )


def _key_words(asked: Iterable[str]) -> tuple[str, ...]:
    """Return the significant words: no stop words, and not the word after a 'without'."""
    found, is_without = [], False
    for word in asked:
        is_key = (len(word) > LEAST or word.isdigit()) and word not in _STOP_WORDS and stem(word) not in _COURTESY
        if is_key and not is_without:
            found.append(word)
        is_without = word in _WITHOUT
    return tuple(found[:MOST])


def _clear_intent(stems: frozenset[str], left: frozenset[str]) -> Intent | None:
    """Return an unambiguous intent of the words; `left` are those without courtesies."""
    if left & _PERSON:
        return Intent.PERSON
    if stems & _ABOUT_ORDER or (stems & _ORDER and stems & _HOW) or (stems & _WHERE and stems & _MINE):
        return Intent.ORDERS
    if stems & _NEW and left <= _ORDER:
        return Intent.MENU
    if stems & _ORDER and left <= _ORDER:
        return Intent.ORDERS
    if left:
        return next((intent for intent, meant in _OTHERS if left <= meant), None)
    return _courtesy(stems)


def _courtesy(stems: frozenset[str]) -> Intent | None:
    if stems & _THANKS:
        return Intent.THANKS
    return Intent.GREETING if stems & _GREETING else None
