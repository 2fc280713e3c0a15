"""What a page consists of, from top to bottom. Lengths in dots, 8 to a millimetre."""

from dataclasses import dataclass
from enum import StrEnum

SMALL, NORMAL, LARGE, LINE, TITLE, GREAT = 24, 28, 34, 46, 64, 140
"""Sizes of letters: 24 is read in the hand, 46 from a metre, 140 from across the kitchen."""


class Align(StrEnum):
    LEFT = "left"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class Text:
    """Words that wrap."""

    text: str
    size: int = NORMAL
    bold: bool = False
    align: Align = Align.LEFT
    indent: int = 0
    lead: str = ""
    """Stands before the first line; the others begin beneath the words, not beneath it."""
    smallest: int | None = None
    """The size down to which letters may shrink so that all fits in one line."""


@dataclass(frozen=True, slots=True)
class Row:
    """Words on the left that wrap, and on the right what belongs to them, as a price."""

    left: str
    right: str
    size: int = NORMAL
    bold: bool = False
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Banner:
    """Large words between two bars, which nobody overlooks."""

    text: str
    size: int = TITLE


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""

    thickness: int = 2
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code."""

    data: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a file's bytes: WebP, PNG or JPEG."""

    file: bytes


@dataclass(frozen=True, slots=True)
class Gap:
    height: int = 12


Block = Text | Row | Banner | Rule | Code | Picture | Gap
