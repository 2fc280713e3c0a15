"""Letters of a drawing: PT Sans, which was made for Cyrillic and is hinted for few dots."""

import re
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from cafe.printing.blocks import NORMAL

if TYPE_CHECKING:
    from PIL import ImageFont

LACKING = "\uffff"
"""No font has a shape for it."""
PICTURES = {"So", "Sm", "Sk", "Sc"}
"""Categories of characters whose names say what they show."""
FAMILY = files("fontpkg_pt_sans") / "files"
REGULAR, BOLD = "PT_Sans-Web-Regular.ttf", "PT_Sans-Web-Bold.ttf"
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
        self._fonts: dict[tuple[int, bool], ImageFont.FreeTypeFont] = {}

    def font(self, size: int, *, bold: bool) -> "ImageFont.FreeTypeFont":
        """Return the font of a size in dots."""
        from PIL import ImageFont  # noqa: PLC0415 - 60 ms that no start has to wait for

        key = size, bold
        if key not in self._fonts:
            file = str(FAMILY / (BOLD if bold else REGULAR))
            self._fonts[key] = ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
        return self._fonts[key]

    def readable(self, text: str) -> str:
        """Return a text with the names of what the font has no shape for: 'no 🥛' becomes 'no (glass of milk)'."""
        text = printable(text)
        return UNUSUAL.sub(lambda found: self._name(found[0]), text) if UNUSUAL.search(text) else text

    def _name(self, character: str) -> str:
        """Return a character's name if the font lacks it; without a name it is drawn as an empty box."""
        font = self.font(NORMAL, bold=False)
        if bytes(font.getmask(character)) != bytes(font.getmask(LACKING)):
            return character
        name = unicodedata.name(character, "") if unicodedata.category(character) in PICTURES else ""
        return f"({name.lower()})" if name else character


def width_of(font: "ImageFont.FreeTypeFont", text: str) -> int:
    """Return the dots that a text takes, with what a letter reaches beyond its place."""
    return max(round(font.getlength(text)), int(font.getbbox(text)[2])) + 1


def wrap(font: "ImageFont.FreeTypeFont", text: str, width: int) -> list[str]:
    """Divide a text into lines that fit: between words, within one only if it is longer than a line."""
    return [line for part in text.split("\n") for line in _wrap_one(font, part, width)]


def _wrap_one(font: "ImageFont.FreeTypeFont", text: str, width: int) -> Iterator[str]:
    line = ""
    for word in re.split(r"[ \t]+", text.strip(" \t")):
        longer = f"{line} {word}" if line else word
        if width_of(font, longer) <= width:
            line = longer
            continue
        if line:
            yield line
        *whole, line = _divide(font, word, width)
        yield from whole
    yield line


def _divide(font: "ImageFont.FreeTypeFont", word: str, width: int) -> list[str]:
    """Divide a word into pieces that fit, at its own marks where it has some."""
    if width_of(font, word) <= width:
        return [word]
    pieces = [""]
    for part in BREAKS.split(word):
        for piece in [part] if width_of(font, part) <= width else part:
            if pieces[-1] and width_of(font, pieces[-1] + piece) > width:
                pieces.append("")
            pieces[-1] += piece
    return pieces
