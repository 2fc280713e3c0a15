"""The note of a walk-in order: dishes with their choices, as somebody of the staff picks them."""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from cafe.bot.chat.choice import groups_of
from cafe.bot.chat.menu import find_dish
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.model import describe_line
from cafe.core.catalogue.options.rules import list_unavailable, read_choice, unknown_ids
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.cart.model import LineKey, WantedLine

MAX_PIECES = 99

Note = dict[str, int]
"""Pieces by line, which is stored as a text: the product's id, the key of its choice, and its note."""


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A line of a note as it is offered now. `price` of a piece in whole UAH."""

    mark: str
    """Identifies the line on its buttons."""
    dish: Product
    name: str
    """The dish's name with the choice."""
    quantity: int
    price: int
    note: str
    lacking: tuple[str, ...]
    """The unavailable options of the choice."""

    @property
    def total(self) -> int:
        """Whole UAH."""
        return self.price * self.quantity


def text_of(key: LineKey) -> str:
    """Return a line as it is stored; a plain one is the product's id alone."""
    return str(key.product_id) if key.is_plain else f"{key.product_id}|{key.choice_key}|{key.note}"


def add_line(note: Note, key: LineKey, pieces: int = 1) -> None:
    """Add or remove pieces of a line; a line without pieces is deleted."""
    _set(note, text_of(key), note.get(text_of(key), 0) + pieces)


def change_line(note: Note, mark: str, pieces: int) -> bool:
    """Add or remove pieces of a button's line; False if there is none."""
    text = next((text for text in note if _mark(text) == mark), None)
    if text is None:
        return False
    _set(note, text, note[text] + pieces)
    return True


def lines_of(menu: Menu, note: Note, now: int) -> list[NoteLine]:
    """Return the lines whose dishes are on the menu, in Ukrainian. `now` in Unix seconds."""
    found = ((text, _key(text), quantity) for text, quantity in note.items())
    return [
        _line(menu, dish, text, key, quantity, now)
        for text, key, quantity in found
        if (dish := find_dish(menu, key.product_id)) is not None
    ]


def wanted_lines(note: Note) -> Sequence[WantedLine]:
    return [WantedLine(_key(text), quantity) for text, quantity in note.items()]


def total_of(menu: Menu, note: Note, now: int) -> int:
    """Return the total of the note, in whole UAH."""
    return sum(line.total for line in lines_of(menu, note, now))


def pieces_of_dish(note: Note, product_id: int) -> int:
    """Return how many pieces of a dish are on the note, however they were chosen."""
    return sum(quantity for text, quantity in note.items() if _key(text).product_id == product_id)


def _line(menu: Menu, dish: Product, text: str, key: LineKey, quantity: int, now: int) -> NoteLine:
    groups = groups_of(menu, dish.id)
    choice = read_choice(groups, key.choice_key)
    lacking = tuple(name.uk for name in list_unavailable(groups, key.choice_key, now, {}))
    if not lacking and unknown_ids(groups, key.choice_key):
        lacking = (dish.name.uk,)
    name = describe_line(dish.name.uk, choice, Locale.UK)
    return NoteLine(_mark(text), dish, name, quantity, choice.price(dish.price), key.note, lacking)


def _key(text: str) -> LineKey:
    product_id, _, rest = text.partition("|")
    choice_key, _, note = rest.partition("|")
    return LineKey(ProductId(int(product_id)), choice_key, note)


def _mark(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def _set(note: Note, text: str, pieces: int) -> None:
    if pieces > 0:
        note[text] = min(pieces, MAX_PIECES)
    else:
        note.pop(text, None)
