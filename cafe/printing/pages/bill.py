"""The guest's bill: what they ordered, what it costs, and where their order is on the web."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.orders.model import Order, PaymentMethod, PaymentStatus
from cafe.printing.blocks import LARGE, LINE, SMALL, Align, Block, Code, Gap, Picture, Row, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.pages.wording import Wording, marks
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image

INDENT = 20


def draw_bill(
    order: Order,
    paper: Paper,
    texts: Texts,
    settings: Settings,
    *,
    link: str | None = None,
    logo: bytes | None = None,
    is_copy: bool = False,
) -> "Image.Image":
    """Draw the bill of an order.

    Args:
        order: as it is now.
        paper: of the printer.
        texts: of all languages.
        settings: the cafe's.
        link: the order's own page, where it can be paid if that is still to be done by card.
        logo: the file of the cafe's logo.
        is_copy: whether it may have been printed before.
    """
    wording = Wording(texts, paper, settings)
    blocks = [
        *marks(wording, *(["paper-copy"] if is_copy else [])),
        *letterhead(wording, logo),
        Text(wording.say("paper-bill", number=order.number), LINE, bold=True, align=Align.CENTRE),
        Text(wording.place(order), align=Align.CENTRE),
        *([Text(wording.moment(order.created_at), SMALL, align=Align.CENTRE)] if order.created_at else []),
        Rule(),
        *_lines(order, wording),
        Rule(),
        *_sums(order, wording),
        *_link(order, wording, link),
        Text(wording.say("paper-thanks"), align=Align.CENTRE),
    ]
    return draw(blocks, paper)


def letterhead(wording: Wording, logo: bytes | None = None) -> Iterable[Block]:
    """Return the cafe's logo, name, address and phone."""
    own = wording.settings.in_locale(wording.locale)
    if logo is not None:
        yield Picture(logo)
    yield Text(own.cafe_name, LARGE, bold=True, align=Align.CENTRE)
    for text in (own.address, own.phone):
        if text:
            yield Text(text, SMALL, align=Align.CENTRE)
    yield Gap()


def _lines(order: Order, wording: Wording) -> Iterable[Block]:
    for line in order.lines:
        yield Row(f"{line.quantity}\u00a0× {wording.name(line.product_name)}", wording.uah(line.total), bold=True)
        words = wording.choice(line)
        if words:
            yield Text(", ".join(words), SMALL, indent=INDENT)
        if line.quantity > 1:
            yield Text(wording.say("paper-each", sum=wording.uah(line.price)), SMALL, indent=INDENT)


def _sums(order: Order, wording: Wording) -> Iterable[Block]:
    if order.items_total != order.total:
        yield Row(wording.say("paper-items"), wording.uah(order.items_total))
    if order.discount_amount:
        yield Row(wording.say("paper-discount"), wording.uah(-order.discount_amount))
    if order.promo_discount_amount:
        yield Row(wording.say("paper-promo", code=order.promo_code or ""), wording.uah(-order.promo_discount_amount))
    if order.delivery_fee:
        yield Row(wording.say("paper-delivery-fee"), wording.uah(order.delivery_fee))
    yield Row(wording.say("paper-total"), wording.uah(order.total), LINE, bold=True)
    if order.refunded:
        yield Row(wording.say("paper-refunded"), wording.kopiykas(-order.refunded))
    yield from _state(order, wording)


def _state(order: Order, wording: Wording) -> Iterable[Block]:
    """Return whether it is paid, or what is to pay."""
    if order.payment_status is PaymentStatus.PAID:
        yield Text(wording.say("paper-bill-paid"), LARGE, bold=True)
    elif order.is_held:
        yield Text(wording.say("paper-bill-held"), LARGE, bold=True)
    elif order.status.is_final:
        return
    elif order.payment_method is PaymentMethod.CARD:
        yield Row(wording.say("paper-to-pay-card"), wording.uah(order.total), LARGE, bold=True)
    else:
        yield Row(wording.say("paper-to-pay"), wording.uah(order.total), LARGE, bold=True)
    if order.balance:
        yield Row(wording.say("paper-to-pay-more"), wording.uah(order.balance), LARGE, bold=True)


def _link(order: Order, wording: Wording, link: str | None) -> Iterable[Block]:
    if link is None:
        return
    yield Rule(1, is_dashed=True)
    yield Text(wording.say("paper-link", state="pay" if order.can_pay else "see"), align=Align.CENTRE)
    yield Code(link)
