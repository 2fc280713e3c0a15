"""What the buttons of the bot carry. Anything that does not read as one of these is an outdated or forged press."""

from typing import Annotated

from aiogram.filters.callback_data import CallbackData
from annotated_types import Ge, Le

Id = Annotated[int, Ge(0), Le(2**53)]
Page = Annotated[int, Ge(0), Le(10_000)]


class Go(CallbackData, prefix="go"):
    """To a screen that needs nothing more."""

    to: str


class CategoryPress(CallbackData, prefix="cat"):
    """To a page of a category."""

    id: Id
    page: Page = 0


class DishPress(CallbackData, prefix="dish"):
    """To a product; `add` pieces of it first."""

    id: Id
    add: Annotated[int, Ge(-1), Le(1)] = 0


class CartPress(CallbackData, prefix="cart"):
    """Change a line of the cart; `act` is add, less, drop, empty, emptied, promo or nopromo."""

    act: str
    id: Id = 0
    page: Page = 0


class OrderPress(CallbackData, prefix="order"):
    """Do something with one of one's orders: show, pay, repeat, cancel, cancelled."""

    act: str
    id: Id


class LanguagePress(CallbackData, prefix="lang"):
    """Choose a language."""

    to: str


class FormPress(CallbackData, prefix="form"):
    """A button of the order form."""

    act: str
    arg: str = ""


class CardPress(CallbackData, prefix="card"):
    """A button of the staff's card; `seen` is the state it was drawn for."""

    act: str
    id: Id
    seen: str = ""
    arg: str = ""


class StopPress(CallbackData, prefix="stop"):
    """A button of the stop-list: a category (`page`), a product (`dish`), or switch one."""

    act: str
    id: Id = 0


class PausePress(CallbackData, prefix="pause"):
    """Pause for a time (`30`, `60`, `120`, `today`, `open`), or resume."""

    to: str


class WalkInPress(CallbackData, prefix="walk"):
    """A button of a walk-in order."""

    act: str
    id: Id = 0
    page: Page = 0


class StockPress(CallbackData, prefix="stock"):
    """A button of the stock list."""

    act: str
    id: Id = 0
