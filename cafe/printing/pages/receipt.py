"""A fiscal receipt on paper: what it says, and the code under which the tax office has it."""

from typing import TYPE_CHECKING

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.goods import Bill
from cafe.printing.blocks import LARGE, LINE, SMALL, Align, Block, Code, Row, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.pages.bill import letterhead
from cafe.printing.pages.wording import Wording, marks
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image


def draw_receipt(
    order_number: str,
    contents: Bill,
    way: PaymentKind,
    paper: Paper,
    texts: Texts,
    settings: Settings,
    *,
    at: int,
    url: str,
    fiscal_number: str | None = None,
    is_return: bool = False,
    is_copy: bool = False,
) -> "Image.Image":
    """Draw a receipt.

    Args:
        order_number: of the order that it is for.
        contents: its goods and sums.
        way: how the money came, or went back.
        paper: of the printer.
        texts: of all languages.
        settings: the cafe's.
        at: when it was made, in Unix seconds.
        url: where the fiscal service shows it.
        fiscal_number: the tax office's.
        is_return: whether it takes a sale back.
        is_copy: whether it may have been printed before.
    """
    wording = Wording(texts, paper, settings)
    title = wording.say("paper-receipt", kind="return" if is_return else "sale")
    blocks: list[Block] = [
        *marks(wording, *(["paper-copy"] if is_copy else [])),
        *letterhead(wording),
        Text(title, LINE, bold=True, align=Align.CENTRE),
        Text(wording.say("paper-order", number=order_number), align=Align.CENTRE),
        Rule(),
    ]
    for good in contents.goods:
        blocks.append(Row(good.name, wording.kopiykas(good.price * good.quantity)))
        if good.quantity > 1:
            text = f"{good.quantity}\u00a0× {wording.kopiykas(good.price)}"
            blocks.append(Text(text, SMALL, indent=20))
    blocks.append(Rule())
    if contents.discount:
        blocks.append(Row(wording.say("paper-discount"), wording.kopiykas(-contents.discount)))
    blocks += [
        Row(wording.say("paper-total"), wording.kopiykas(contents.total), LINE, bold=True),
        Row(wording.say("paper-way", way=way.value), wording.kopiykas(contents.total), LARGE),
        Rule(1, is_dashed=True),
    ]
    if fiscal_number:
        blocks.append(Text(wording.say("paper-fiscal-number", number=fiscal_number)))
    blocks += [Text(wording.moment(at), SMALL), Code(url), Text(url, SMALL, align=Align.CENTRE)]
    return draw(blocks, paper)
