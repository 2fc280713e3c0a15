"""Letters of a drawing: Fira Sans, whose strokes are strong and whose 3 is no 5 from afar."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from math import ceil
from typing import TYPE_CHECKING

from cafe.printing.blocks import NORMAL

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

LACKING = "\uffff"
"""No font has a shape for it."""
PICTURES = {"So", "Sm", "Sk", "Sc"}
"""Categories of characters whose names say what they show."""
FAMILY = files("fontpkg_fira_sans") / "files"
REGULAR, BOLD = "FiraSans-Regular.ttf", "FiraSans-Bold.ttf"
UNSEEN = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff]"
)
"""Characters without a shape of their own: controls, joiners, variants of emoji."""
BREAKS = re.compile(r"(?<=[-/,.;:@_])")
"""Where a word that is longer than a line is divided first."""


UNUSUAL = re.compile("[^\\n -\\u04ff\u2010-\u2044₴№−]")
"""Characters that the font may lack."""


def printable(text: str) -> str:
    """Return a text without what has no shape; letters with separate accents become one character."""
    return UNSEEN.sub("", unicodedata.normalize("NFC", text))


class Letters:
    """The fonts of one drawing: a font must not be used by two threads at once."""

    def __init__(self) -> None:
        self._faces: dict[tuple[int, bool], Face] = {}

    def face(self, size: int, *, bold: bool) -> "Face":
        """Return the letters of a size in dots."""
        from PIL import ImageFont  # noqa: PLC0415 - 60 ms that no start has to wait for

        key = size, bold
        if key not in self._faces:
            file = str(FAMILY / (BOLD if bold else REGULAR))
            self._faces[key] = Face(ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC))
        return self._faces[key]

    def readable(self, text: str) -> str:
        """Return a text with the names of what the font has no shape for: 'no 🥛' becomes 'no (glass of milk)'."""
        text = printable(text)
        return UNUSUAL.sub(lambda found: self._name(found[0]), text) if UNUSUAL.search(text) else text

    def _name(self, character: str) -> str:
        """Return a character's name if the font lacks it; without a name it is drawn as an empty box."""
        font = self.face(NORMAL, bold=False).font
        if bytes(font.getmask(character)) != bytes(font.getmask(LACKING)):
            return character
        name = unicodedata.name(character, "") if unicodedata.category(character) in PICTURES else ""
        return f"({name.lower()})" if name else character


class Face:
    """Measures, wraps and writes letters of one size and weight; all lengths in dots."""

    def __init__(self, font: "ImageFont.FreeTypeFont") -> None:
        self.font = font
        self._signs: dict[str, _Sign] = {}

    def width(self, text: str) -> int:
        """Return what a text takes, with what its letters reach beyond their places."""
        if not text:
            return 0
        signs = [self._sign(each) for each in text]
        return signs[0].before + round(sum(each.advance for each in signs)) + signs[-1].after + 1

    def write(self, brush: "ImageDraw.ImageDraw", place: tuple[int, int], text: str, colour: int) -> None:
        """Write a line with its upper left corner at a place."""
        before = self._sign(text[0]).before if text else 0
        brush.text((place[0] + before, place[1]), text, colour, self.font)

    def wrap(self, text: str, width: int) -> list[str]:
        """Divide a text into lines that fit: between words, within one only if it is longer than a line."""
        return [line for part in text.split("\n") for line in self._wrap(part, width)]

    def _wrap(self, text: str, width: int) -> Iterator[str]:
        line = ""
        for word in re.split(r"[ \t]+", text.strip(" \t")):
            longer = f"{line} {word}" if line else word
            if self.width(longer) <= width:
                line = longer
                continue
            if line:
                yield line
            *whole, line = self._divide(word, width)
            yield from whole
        yield line

    def _divide(self, word: str, width: int) -> list[str]:
        """Divide a word into pieces that fit, at its own marks where it has some."""
        pieces = [""]
        for part in [word] if self.width(word) <= width else BREAKS.split(word):
            for piece in [part] if self.width(part) <= width else part:
                if pieces[-1] and self.width(pieces[-1] + piece) > width:
                    pieces.append("")
                pieces[-1] += piece
        return pieces

    def _sign(self, character: str) -> "_Sign":
        if character not in self._signs:
            left, _, right, _ = self.font.getbbox(character, mode="1")
            advance = self.font.getlength(character, mode="1")
            self._signs[character] = _Sign(advance, max(0, -int(left)), max(0, ceil(right - advance)))
        return self._signs[character]


@dataclass(frozen=True, slots=True)
class _Sign:
    """How far the next character is, and what this one reaches beyond its place to the left and to the right."""

    advance: float
    before: int
    after: int
