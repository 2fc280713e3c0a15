"""What somebody means by what they write, told by a small table of words: there is no more cleverness here."""

from collections.abc import Iterable
from enum import Enum, auto

from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.menu.search import STRICT, Found, find_dishes, query_words, stem, with_other_keys

LONGEST = 200
"""Characters: a longer text is no order, and not worth the search."""
MOST = 8
"""Words that are looked for."""
LEAST = 2
"""Letters of a word that tells nothing: too many begin with them."""


class Wish(Enum):
    """What is meant, if it is no dish."""

    PERSON = auto()
    """To speak with somebody."""
    ORDERS = auto()
    """To know how an order stands."""
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
_SMALL = frozenset(
    query_words(
        "мені мене нам нас будь ласка буде би дай дайте давай візьму беру треба потрібно додай додайте покажи покажіть "
        "скажіть підкажіть щось ще та із зі на до по для чи або це вас ви ти там тут ось як маєте один одна одну одне "
        "два дві три please can could may would have get give me us some an the with and on do is are you your for one "
        "two show tell something to of in at скільки коштує ціна how much price cost без without no"
    )
)
"""Words that tell nothing; whole ones, since 'мене' and 'меню' differ by their ending alone."""
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
    (Wish.CART, _stems("кошик корзина cart basket")),
    (Wish.CHECKOUT, _stems("оформити оформлення checkout")),
    (Wish.HOURS, _stems("години графік відчинено відчинені відкрито відкриті працюєте зачиняєтеся hours open close")),
    (Wish.ADDRESS, _stems("адреса знаходитесь розташовані доїхати address located location")),
    (Wish.MENU, _stems("меню menu асортимент")),
)


def understand(text: str, menu: Menu) -> Wish | list[Found] | None:
    """Return what is meant: a wish, or the dishes of the menu, sold-out ones too, the likeliest first.

    Typed in the wrong keyboard layout, it is understood, too. None when nothing is.
    """
    if len(text) > LONGEST:
        return None
    for each in (text, with_other_keys(text)):
        if meant := _meant(menu, query_words(each)):
            return meant
    return None


def _meant(menu: Menu, asked: tuple[str, ...]) -> Wish | list[Found] | None:
    if exact := [each for each in find_dishes(menu, asked[:MOST], STRICT) if each.is_exact]:
        return exact
    stems = frozenset(map(stem, asked))
    words = _telling(asked)
    left = frozenset(map(stem, words))
    return (
        _plain_wish(stems, left)
        or find_dishes(menu, words)
        or next((wish for wish, meant in _OTHERS if left & meant), None)
        or find_dishes(menu, words, STRICT, needs_all=False)
        or _courtesy(stems)
    )


def _telling(asked: Iterable[str]) -> tuple[str, ...]:
    """Return the words that tell what is wanted: no small ones, and not what it shall be without."""
    told, is_without = [], False
    for word in asked:
        is_telling = (len(word) > LEAST or word.isdigit()) and word not in _SMALL and stem(word) not in _COURTESY
        if is_telling and not is_without:
            told.append(word)
        is_without = word in _WITHOUT
    return tuple(told[:MOST])


def _plain_wish(stems: frozenset[str], left: frozenset[str]) -> Wish | None:
    """Return the wish that the words leave no doubt about; `left` are those that are not mere politeness."""
    if left & _PERSON:
        return Wish.PERSON
    if stems & _ABOUT_ORDER or (stems & _ORDER and stems & _HOW) or (stems & _WHERE and stems & _MINE):
        return Wish.ORDERS
    if stems & _NEW and left <= _ORDER:
        return Wish.MENU
    if stems & _ORDER and left <= _ORDER:
        return Wish.ORDERS
    if left:
        return next((wish for wish, meant in _OTHERS if left <= meant), None)
    return _courtesy(stems)


def _courtesy(stems: frozenset[str]) -> Wish | None:
    if stems & _THANKS:
        return Wish.THANKS
    return Wish.GREETING if stems & _GREETING else None
