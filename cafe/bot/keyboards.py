"""Rows and pages of buttons."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from cafe.core.ports import Button, Keyboard

T = TypeVar("T")

PAGE = 8
"""Things on one page of a list."""


def rows_of(buttons: Sequence[Button], in_row: int) -> Keyboard:
    """Buttons in rows of so many."""
    return tuple(tuple(buttons[start : start + in_row]) for start in range(0, len(buttons), in_row))


def page_of(things: Sequence[T], page: int, size: int = PAGE) -> tuple[Sequence[T], int]:
    """The things on a page, and its number; a page past the end is the last one."""
    page = max(0, min(page, (len(things) - 1) // size))
    return things[page * size : (page + 1) * size], page


def turning_row(count: int, page: int, action: Callable[[int], str], size: int = PAGE) -> Keyboard:
    """A row to turn pages; none when everything is on one."""
    last = max(0, (count - 1) // size)
    if last == 0:
        return ()
    before, after = (page - 1) % (last + 1), (page + 1) % (last + 1)
    here = Button(f"{page + 1}/{last + 1}", action(page))
    return ((Button("◀️", action(before)), here, Button("▶️", action(after))),)
