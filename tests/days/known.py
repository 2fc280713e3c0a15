"""What days have found that is still to be mended; each with a seed that shows it.

When it is mended, its seed shows it no more, a test says so, and the line goes from here.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Known(NamedTuple):
    seed: int
    text: str


KNOWN: Mapping[str, Known] = {
    "N1": Known(0, "a refund in a bank's dashboard whose webhook is lost is never learnt"),
    "N2": Known(0, "after a restore, refunds made since the copy can be paid a second time"),
    "N3": Known(0, "deleting a used promo code and undoing that gives its uses back"),
    "N4": Known(0, "a payment in person vanishes when a late card payment came too"),
    "N6": Known(0, "a dish that was deleted and put back has gone from carts"),
    "N7": Known(0, "a stock count while orders are open is shifted by what becomes of them"),
    "N8": Known(0, "a payment for an invoice that a restored copy does not know reaches nobody"),
    "N9": Known(0, "after a reversal, cash that was taken at the door cannot be noted"),
    "S1": Known(
        0, "of two payments of an order one went back in the dashboard, and the other is still owed as a whole"
    ),
}
