"""Buttons, and rows and pages of them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from aiogram.filters.callback_data import CallbackData

from cafe.bot.chat.translator import Translator
from cafe.bot.telegram.callbacks import Go, Section
from cafe.core.messages.outbox.port import Button, Keyboard, Tone

T = TypeVar("T")

PAGE = 8
"""Items on one page of a list."""


def button(text: str, data: CallbackData, tone: Tone | None = None) -> Button:
    """Return a button that sends this data to the bot."""
    return Button(text, data.pack(), tone=tone)


def section_button(say: Translator, section: Section) -> Button:
    """Return the button that opens a section of the bot."""
    tone = Tone.SUCCESS if section is Section.CHECKOUT else None
    return button(say(f"button-{section}"), Go(to=section), tone)


def rows_of(buttons: Sequence[Button], in_row: int) -> Keyboard:
    return tuple(tuple(buttons[start : start + in_row]) for start in range(0, len(buttons), in_row))


def page_of(things: Sequence[T], page: int, size: int = PAGE) -> tuple[Sequence[T], int]:
    """Return the items on a page, and its number; a page past the end is the last one."""
    page = max(0, min(page, (len(things) - 1) // size))
    return things[page * size : (page + 1) * size], page


def next_page(count: int, page: int, data: Callable[[int], CallbackData], size: int) -> tuple[Button, ...]:
    """Return a button to the next page, from the last one to the first; none if everything is on one."""
    pages = max(1, -(-count // size))
    return (button(f"{page + 1}/{pages} ▶️", data((page + 1) % pages)),) if pages > 1 else ()


def paging_row(count: int, page: int, data: Callable[[int], CallbackData], size: int = PAGE) -> Keyboard:
    """Return a row to turn pages; none if everything is on one. `data` returns the data of the button to a page."""
    last = max(0, (count - 1) // size)
    if last == 0:
        return ()
    before, after = (page - 1) % (last + 1), (page + 1) % (last + 1)
    here = button(f"{page + 1}/{last + 1}", data(page))
    return ((button("◀️", data(before)), here, button("▶️", data(after))),)
