"""Slips that follow a ticket: what changed about its order, or that it is not to be made."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.board.rules import contents_of, due_at
from cafe.core.ordering.orders.address import address_text
from cafe.core.ordering.orders.answers import comment_for_staff
from cafe.core.ordering.orders.model import Order, OrderLine
from cafe.printing.blocks import LARGE, LINE, Align, Block, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.pages.ticket import heading, line_blocks
from cafe.printing.pages.wording import Wording, is_made_at, marks
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image

ADDED, GONE = "+", "−"


def draw_changes(
    before: Order,
    after: Order,
    paper: Paper,
    texts: Texts,
    snapshot: Snapshot,
    *,
    stations: Collection[CategoryId] | None = None,
    is_copy: bool = False,
) -> "Image.Image | None":
    """Draw what changed about an order; None if nothing that a station has to know.

    `before` is the order as it was last printed, see `as_it_was`; the rest as for `draw_ticket`.
    """
    lines = [contents_of(line, snapshot) for line in (*before.lines, *after.lines)]
    if not any(is_made_at(each.category_id, stations) for each in lines):
        return None
    wording = Wording(texts, paper, snapshot.settings)
    changes = [*_other_lines(before, after, wording, snapshot, stations), *_other_words(before, after, wording)]
    if not changes:
        return None
    blocks = [
        *marks(wording, *(["paper-copy"] if is_copy else []), "paper-changed"),
        *heading(after, wording),
        Rule(4),
        *changes,
    ]
    return draw(blocks, paper)


def draw_cancelled(
    order: Order,
    paper: Paper,
    texts: Texts,
    snapshot: Snapshot,
    *,
    stations: Collection[CategoryId] | None = None,
    is_copy: bool = False,
) -> "Image.Image":
    """Draw that an order is cancelled, with what is not to be made; arguments as for `draw_ticket`."""
    wording = Wording(texts, paper, snapshot.settings)
    lines = [contents_of(line, snapshot) for line in order.lines]
    blocks = [
        *marks(wording, *(["paper-copy"] if is_copy else []), "paper-cancelled"),
        *heading(order, wording),
        *([Text(order.cancel_reason, LARGE, align=Align.CENTRE)] if order.cancel_reason else []),
        Rule(4),
        *(
            block
            for each in lines
            if is_made_at(each.category_id, stations)
            for block in line_blocks(each, wording, GONE)
        ),
    ]
    return draw(blocks, paper)


def as_it_was(order: Order, version: int) -> Order:
    """Return an order with the lines that it had at an earlier version, before the edits that came after it."""
    lines = list(order.lines)
    for edit in reversed([each for each in order.changes if each.number > version]):
        for gone in edit.added:
            lines = _less(lines, gone)
        for added in edit.gone:
            lines = _more(lines, added)
    return replace(order, lines=tuple(lines), version=version)


def _key(line: OrderLine) -> tuple[object, ...]:
    return line.product_id, line.product_name, line.choice.key, line.note


def _less(lines: Sequence[OrderLine], gone: OrderLine) -> list[OrderLine]:
    left, rest = gone.quantity, []
    for line in reversed(lines):
        taken = min(left, line.quantity) if _key(line) == _key(gone) else 0
        left -= taken
        if line.quantity > taken:
            rest.append(replace(line, quantity=line.quantity - taken))
    return rest[::-1]


def _more(lines: Sequence[OrderLine], added: OrderLine) -> list[OrderLine]:
    for place, line in enumerate(lines):
        if _key(line) == _key(added):
            return [*lines[:place], replace(line, quantity=line.quantity + added.quantity), *lines[place + 1 :]]
    return [*lines, added]


def _other_lines(
    before: Order, after: Order, wording: Wording, snapshot: Snapshot, stations: Collection[CategoryId] | None
) -> Iterable[Block]:
    """Return the pieces that went, then those that came; another choice or note is both."""
    counts: dict[tuple[object, ...], tuple[OrderLine, int]] = {}
    for order, sign in ((before, -1), (after, 1)):
        for line in order.lines:
            _, count = counts.get(_key(line), (line, 0))
            counts[_key(line)] = line, count + sign * line.quantity
    for line, count in sorted(counts.values(), key=lambda each: each[1]):
        each = contents_of(replace(line, quantity=abs(count)), snapshot)
        if count and is_made_at(each.category_id, stations):
            yield from line_blocks(each, wording, ADDED if count > 0 else GONE)


def _other_words(before: Order, after: Order, wording: Wording) -> Iterable[Block]:
    """Return the new time, place and words of the guest, where they are other ones."""
    old_due, due = due_at(before, wording.settings), due_at(after, wording.settings)
    if old_due != due:
        text = wording.say("paper-time-was", before=wording.clock(old_due), after=wording.clock(due))
        yield Text(text, LINE, bold=True)
    for text_id, old, new in (
        ("paper-place-was", wording.place(before), wording.place(after)),
        ("paper-address-was", address_text(wording.say, before), address_text(wording.say, after)),
        ("paper-words-was", _comment(before, wording), _comment(after, wording)),
        ("paper-name-was", f"{before.name} {before.phone}", f"{after.name} {after.phone}"),
    ):
        if old != new:
            yield Text(wording.say(text_id, text=new or "—"), LARGE, bold=True)


def _comment(order: Order, wording: Wording) -> str:
    return comment_for_staff(wording.texts, order, wording.locale)
