"""The kitchen's ticket: what to make until when, read from a metre."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.board.model import BoardLine
from cafe.core.ordering.board.rules import contents_of, due_at
from cafe.core.ordering.orders.address import address_text
from cafe.core.ordering.orders.answers import comment_for_staff
from cafe.core.ordering.orders.model import Order, OrderType, PaymentMethod, PaymentStatus
from cafe.printing.blocks import GREAT, LARGE, LINE, NORMAL, SMALL, TITLE, Align, Block, Gap, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.pages.wording import Wording, is_made_at, marks
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image

INDENT = 24


def draw_ticket(
    order: Order,
    paper: Paper,
    texts: Texts,
    snapshot: Snapshot,
    *,
    stations: Collection[CategoryId] | None = None,
    is_copy: bool = False,
) -> "Image.Image":
    """Draw the ticket of an order.

    Args:
        order: as it is now.
        paper: of the printer.
        texts: of all languages.
        snapshot: the catalogue, for allergens and settings.
        stations: the categories that are made where it is printed; of the rest it says how much there is.
        is_copy: whether it may have been printed before.
    """
    wording = Wording(texts, paper, snapshot.settings)
    lines = [contents_of(line, snapshot) for line in order.lines]
    here = [each for each in lines if is_made_at(each.category_id, stations)]
    blocks = [
        *marks(wording, *(["paper-copy"] if is_copy else [])),
        *heading(order, wording),
        *_guest(order, wording),
        Rule(4),
        *(block for each in here for block in line_blocks(each, wording)),
        Rule(4),
        *_sums(lines, here, wording),
        *_handing_over(order, wording),
    ]
    return draw(blocks, paper)


def heading(order: Order, wording: Wording) -> Iterable[Block]:
    """Return number, time and place of an order."""
    due = due_at(order, wording.settings)
    is_today = wording.day(due) == wording.day(order.created_at or due)
    time = wording.clock(due)
    yield Text(order.number, GREAT, bold=True, align=Align.CENTRE, smallest=TITLE)
    text = (
        wording.say("paper-due", time=time)
        if is_today
        else wording.say("paper-due-day", time=time, day=f"{wording.day(due):%d.%m}")
    )
    yield Text(text, TITLE, bold=True, align=Align.CENTRE, smallest=LINE)
    yield Text(wording.place(order), LINE, bold=True, align=Align.CENTRE)


def line_blocks(each: BoardLine, wording: Wording, sign: str = "") -> Iterable[Block]:
    """Return a line with its choice, allergens and note; `sign` says that it came or went."""
    line = each.line
    yield Text(wording.name(line.product_name), LINE, bold=True, lead=f"{sign}{line.quantity}\u00a0×", smallest=None)
    for words in wording.choice(line):
        yield Text(words, LARGE, indent=INDENT, lead="–", bold=True)
    if each.allergens:
        names = ", ".join(wording.allergen(known) for known in known_allergens(each.allergens))
        yield Text(wording.say("paper-allergens", names=names), NORMAL, indent=INDENT)
    if each.diets:
        names = ", ".join(wording.say(diet.text_id) for diet in each.diets)
        yield Text(wording.say("paper-diets", names=names), NORMAL, indent=INDENT, bold=True)
    if line.note:
        yield Text(line.note, LARGE, indent=INDENT, lead="!", bold=True)
    yield Gap(10)


def _sums(lines: Sequence[BoardLine], here: Sequence[BoardLine], wording: Wording) -> Iterable[Block]:
    made = _pieces(here)
    yield Text(wording.say("paper-pieces", count=made), LARGE, bold=True)
    elsewhere = _pieces(lines) - made
    if elsewhere:
        yield Text(wording.say("paper-elsewhere", count=elsewhere), NORMAL)


def _pieces(lines: Iterable[BoardLine]) -> int:
    return sum(each.line.quantity for each in lines)


def _guest(order: Order, wording: Wording) -> Iterable[Block]:
    """Return where a delivery goes, who gets it, and what they wrote."""
    address = address_text(wording.say, order)
    if address:
        yield Text(address, LARGE, bold=True, align=Align.CENTRE)
    if order.name:
        yield Text(order.name, LARGE, align=Align.CENTRE)
    comment = comment_for_staff(wording.texts, order, wording.locale)
    if comment:
        yield Text(comment, LARGE, lead="!", bold=True)


def _handing_over(order: Order, wording: Wording) -> Iterable[Block]:
    """Return what who hands it over has to know."""
    if order.phone and order.order_type is not OrderType.DINE_IN:
        yield Text(order.phone)
    if order.zone:
        yield Text(wording.say("paper-zone", zone=wording.name(order.zone.name)))
    if order.courier:
        yield Text(wording.say("paper-courier", name=order.courier.name))
    yield from _payment(order, wording)
    if order.created_at is not None:
        yield Text(wording.say("paper-created", time=wording.moment(order.created_at)), SMALL)


def _payment(order: Order, wording: Wording) -> Iterable[Block]:
    """Return whether an order is paid, and what is to take."""
    if order.payment_status is PaymentStatus.PAID:
        yield Text(wording.say("paper-paid"), LARGE, bold=True)
    elif order.is_held:
        yield Text(wording.say("paper-held"), LARGE, bold=True)
    elif order.payment_method is PaymentMethod.CARD:
        yield Text(wording.say("paper-unpaid", sum=wording.uah(order.total)), LARGE, bold=True)
    else:
        yield Text(wording.say("paper-cash", sum=wording.uah(order.total)), LARGE, bold=True)
        if order.cash_change_for:
            yield Text(_change(order.cash_change_for, order.total, wording))
    if order.balance:
        yield Text(wording.say("paper-balance", sum=wording.uah(order.balance)), LARGE, bold=True)


def _change(note: int, total: int, wording: Wording) -> str:
    """Return what change a guest who pays cash gets; `note` is what they have ready."""
    if note == total:
        return wording.say("paper-no-change")
    if note < total:
        return wording.say("paper-too-little", sum=wording.uah(note))
    return wording.say("paper-change", sum=wording.uah(note), change=wording.uah(note - total))
