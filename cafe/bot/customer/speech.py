"""The intent of a free text, recognised by a small table of words."""

from enum import Enum, auto

from cafe.core.catalogue.menu.diets import read_diets, suit_order
from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.menu.order_text import LONGEST, Doubt, WrittenOrder, read_order
from cafe.core.catalogue.menu.order_words import LEAST, is_ignored, stems
from cafe.core.catalogue.menu.search import STRICT, Found, find_dishes, query_words, stem, with_other_keys
from cafe.core.catalogue.options.diets import Diet

MOST = 8
"""Words to search for."""


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


_THANKS = stems("дякую дяка дякуємо спасибі thanks thank thx спасибо")
_GREETING = stems(
    "привіт вітаю вітання добрий доброго день дня вечір вечора ранок ранку hello hi hey good morning "
    "здравствуйте привет вечер утро"
)
_NEW = stems(
    "замовити замовлю зробити нове хочу хотів хотіла можна want like make place new how "
    "заказать закажу сделать хотел хотела можно"
)
_PERSON = stems(
    "оператор людина менеджер адміністратор подзвонити подзвоніть зателефонувати зателефонуйте телефон контакт "
    "зв'язок зв'язатися скарга поскаржитися operator human manager phone telephone call contact complaint support "
    "человек администратор позвонить позвоните связаться жалоба"
)
_ORDER = stems("замовлення замовлень order orders заказ заказы заказа")
_ABOUT_ORDER = stems("кур'єр courier статус status скасувати cancel оплатити pay курьер отменить оплатить")
_HOW = stems("де коли довго скоро моє мого моїм готове where when my ready где когда долго мой готово готов")
_WHEN = stems("коли довго скоро готове чекати when ready wait когда долго готово ждать")
"""On their own, too, they ask for an order."""
_MINE = stems("мій моя моє мої my мой мои")
_WHERE = stems("де where где")
_ANYTHING = stems("що є what маєте вас есть что")
_OTHERS = (
    (Intent.CART, stems("кошик кошику корзина cart basket")),
    (Intent.CHECKOUT, stems("оформити оформлення checkout оформить")),
    (
        Intent.HOURS,
        stems(
            "години графік роботи відчинено відчинені відкрито відкриті працюєте зачиняєтеся hours open opening close "
            "часы открыто открыты работаете работы закрываетесь котрої скольки скількох"
        ),
    ),
    (
        Intent.ADDRESS,
        stems("адреса знаходитесь розташовані доїхати address located location адрес находитесь доехать"),
    ),
    (Intent.MENU, stems("меню menu асортимент")),
)


Meaning = Intent | WrittenOrder | tuple[Diet, ...]


def understand(text: str, menu: Menu) -> Meaning | None:
    """Return an intent, the dishes that are ordered, or the diets that dishes are wanted for.

    A text typed in the wrong keyboard layout is understood, too. None if there is no match.
    """
    if len(text) > LONGEST:
        return None
    for each in (text, with_other_keys(text)):
        if meant := _meant(menu, each):
            return meant
    return None


def _meant(menu: Menu, text: str) -> Meaning | None:
    asked = query_words(text)
    order, diets = read_order(menu, text), read_diets(text)
    if diets and order.lines:
        order = suit_order(menu, order, diets)
    has_order = bool(order.lines or order.doubts or order.sold_out)
    if has_order and any(each.is_exact for each in find_dishes(menu, asked[:MOST], STRICT)):
        return order
    said = frozenset(map(stem, asked))
    left = frozenset(stem(word) for word in asked if not is_ignored(word) and len(word) > LEAST)
    if clear := _diets(order, diets) or _clear_intent(said, left):
        return clear
    if has_order:
        return order
    words = tuple(word for word in asked if not is_ignored(word) and len(word) > LEAST)[:MOST]
    if found := find_dishes(menu, words):
        return _choice(text, found)
    if intent := next((intent for intent, meant in _OTHERS if left & meant), None):
        return intent
    return _choice(text, found) if (found := find_dishes(menu, words, STRICT, needs_all=False)) else _courtesy(said)


def _diets(order: WrittenOrder, diets: tuple[Diet, ...]) -> tuple[Diet, ...]:
    """Return the diets that dishes are wanted for, if no dish is named."""
    return () if order.lines else diets


def _choice(text: str, found: list[Found]) -> WrittenOrder:
    """Return what may be meant by words of descriptions and sections."""
    return WrittenOrder((), (Doubt(text, 1, tuple(each.dish for each in found)),), (), ())


def _clear_intent(said: frozenset[str], left: frozenset[str]) -> Intent | None:
    """Return an unambiguous intent of the words; `left` are those without courtesies."""
    if left & _PERSON:
        return Intent.PERSON
    if said & _ABOUT_ORDER or (said & _ORDER and said & _HOW) or (said & _WHERE and said & _MINE):
        return Intent.ORDERS
    if said & _NEW and left <= _ORDER:
        return Intent.MENU
    if left and left <= _ORDER | _WHEN:
        return Intent.ORDERS
    if left:
        return next((intent for intent, meant in _OTHERS if left & meant and left <= meant | _WHERE | _ORDER), None)
    return _alone(said) or _courtesy(said)


def _alone(said: frozenset[str]) -> Intent | None:
    """Return what short questions mean that have nothing but small words: 'коли?', 'де ви?', 'що є?'."""
    if said & _WHEN:
        return Intent.ORDERS
    if said & _WHERE:
        return Intent.ADDRESS
    return Intent.MENU if said <= _ANYTHING and len(said) > 1 else None


def _courtesy(said: frozenset[str]) -> Intent | None:
    if said & _THANKS:
        return Intent.THANKS
    return Intent.GREETING if said & _GREETING else None
