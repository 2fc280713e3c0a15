"""Drawing a page: blocks one below the other, black on white, as long as they need."""

import logging
from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

from cafe.printing.blocks import Align, Banner, Block, Code, Gap, Picture, Row, Rule, Text
from cafe.printing.letters import Letters
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image

log = logging.getLogger(__name__)

WHITE, BLACK = 1, 0
LEADING = 1.16
"""The height of a line, by the size of its letters."""
BELOW = 0.08
"""What the last line's letters reach below that, likewise."""
LEAD_WITHIN = 0.35
"""How much of the paper's width may stand empty beneath a lead."""
GUTTER = 14
"""Between the words of a row and what is on its right."""
BAR = 6
CODE_WITHIN, MODULE, LARGEST_MODULE = 0.72, 3, 8
"""How much of the paper's width a QR code may take, and the dots of its squares; smaller ones are hard to scan."""
QUIET = 4
"""White squares around a QR code (ISO/IEC 18004)."""
LOGO_WIDTH, LOGO_HEIGHT = 0.6, 150
FORMATS = ("WEBP", "PNG", "JPEG")
LARGEST_PICTURE = 4096


def draw(blocks: Iterable[Block], paper: Paper) -> "Image.Image":
    """Draw blocks; the picture has one bit for each dot."""
    from PIL import Image  # noqa: PLC0415 - 60 ms that no start has to wait for

    drawing = _Drawing(paper.dots)
    strips = [drawing.strip(block) for block in blocks]
    page = Image.new("1", (paper.dots, max(1, sum(strip.height for strip in strips))), WHITE)
    top = 0
    for strip in strips:
        page.paste(strip, (0, top))
        top += strip.height
    return page


class _Drawing:
    """Draws each block as a strip as wide as the paper (dots)."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._letters = Letters()

    def strip(self, block: Block) -> "Image.Image":
        match block:
            case Text():
                strip = self._text(block)
            case Row():
                strip = self._row(block)
            case Banner():
                strip = self._banner(block)
            case Rule():
                strip = self._rule(block)
            case Code():
                strip = self._code(block)
            case Picture():
                strip = self._picture(block)
            case Gap():
                strip = self._blank(block.height)
        return strip

    def _blank(self, height: int) -> "Image.Image":
        from PIL import Image  # noqa: PLC0415 - as above

        return Image.new("1", (self._width, height), WHITE)

    def _text(self, block: Text) -> "Image.Image":
        from PIL import ImageDraw  # noqa: PLC0415 - as above

        size = self._size_of(block)
        face = self._letters.face(size, bold=block.bold)
        lead = f"{block.lead} " if block.lead else ""
        begin = block.indent + (face.width(lead) if lead else 0)
        words = self._letters.readable(block.text)
        if begin > self._width * LEAD_WITHIN:  # a lead this long is part of the words
            begin, words, lead = block.indent, lead + words, ""
        lines = face.wrap(words, self._width - begin)
        strip = self._blank(_height(size, len(lines)))
        brush = ImageDraw.Draw(strip)
        if lead:
            face.write(brush, (block.indent, 0), lead, BLACK)
        for number, line in enumerate(lines):
            left = begin
            if block.align is Align.CENTRE:
                left += (self._width - begin - face.width(line)) // 2
            face.write(brush, (left, _top(size, number)), line, BLACK)
        return strip

    def _size_of(self, block: Text) -> int:
        size = block.size
        while block.smallest is not None and size > block.smallest:
            face = self._letters.face(size, bold=block.bold)
            if len(face.wrap(self._letters.readable(block.text), self._width - block.indent)) == 1:
                break
            size = max(block.smallest, size * 7 // 8)
        return size

    def _row(self, block: Row) -> "Image.Image":
        from PIL import ImageDraw  # noqa: PLC0415 - as above

        face = self._letters.face(block.size, bold=block.bold)
        words = self._letters.readable(block.right)
        right = face.width(words)
        room = self._width - block.indent - right - GUTTER
        if room < self._width * 0.4:  # both are long: one below the other
            left = Text(block.left, block.size, block.bold, indent=block.indent)
            return _below(self._text(left), self._right(words, block))
        lines = face.wrap(self._letters.readable(block.left), room)
        strip = self._blank(_height(block.size, len(lines)))
        brush = ImageDraw.Draw(strip)
        for number, line in enumerate(lines):
            face.write(brush, (block.indent, _top(block.size, number)), line, BLACK)
        face.write(brush, (self._width - right, _top(block.size, len(lines) - 1)), words, BLACK)
        return strip

    def _right(self, words: str, block: Row) -> "Image.Image":
        from PIL import ImageDraw  # noqa: PLC0415 - as above

        face = self._letters.face(block.size, bold=block.bold)
        lines = face.wrap(words, self._width)
        strip = self._blank(_height(block.size, len(lines)))
        brush = ImageDraw.Draw(strip)
        for number, line in enumerate(lines):
            face.write(brush, (self._width - face.width(line), _top(block.size, number)), line, BLACK)
        return strip

    def _banner(self, block: Banner) -> "Image.Image":
        words = self._text(Text(block.text, block.size, bold=True, align=Align.CENTRE, smallest=block.size // 2))
        strip = self._blank(words.height + 4 * BAR)
        strip.paste(words, (0, 2 * BAR))
        for top in (0, strip.height - BAR):
            strip.paste(BLACK, (0, top, self._width, top + BAR))
        return strip

    def _rule(self, block: Rule) -> "Image.Image":
        strip = self._blank(block.thickness + 12)
        dash = 8 if block.is_dashed else self._width
        for left in range(0, self._width, 2 * dash):
            strip.paste(BLACK, (left, 6, min(left + dash, self._width), 6 + block.thickness))
        return strip

    def _code(self, block: Code) -> "Image.Image":
        import segno  # noqa: PLC0415 - as above
        from PIL import Image  # noqa: PLC0415 - as above

        code = segno.make_qr(block.data, error="m")
        side = int(code.symbol_size(border=QUIET)[0])
        least = min(MODULE, self._width // side)
        module = min(LARGEST_MODULE, max(least, int(self._width * CODE_WITHIN) // side))
        rows = b"".join(bytes(0 if dark else 255 for dark in row) for row in code.matrix_iter(border=QUIET))
        picture = Image.frombytes("L", (side, side), rows).convert("1", dither=Image.Dither.NONE)
        return self._in_the_middle(picture.resize((side * module, side * module), Image.Resampling.NEAREST))

    def _picture(self, block: Picture) -> "Image.Image":
        from PIL import Image  # noqa: PLC0415 - as above

        try:
            with Image.open(BytesIO(block.file), formats=FORMATS) as opened:
                if max(opened.size) > LARGEST_PICTURE:
                    log.warning("a picture of %s × %s dots is too large to be printed", *opened.size)
                    return self._blank(0)
                coloured = opened.convert("RGBA")
        except (OSError, Image.DecompressionBombError) as error:
            log.warning("a picture cannot be printed: %s", error)
            return self._blank(0)
        grey = Image.new("L", coloured.size, 255)
        grey.paste(coloured.convert("L"), mask=coloured.getchannel("A"))
        grey.thumbnail((int(self._width * LOGO_WIDTH), LOGO_HEIGHT), Image.Resampling.LANCZOS)
        return self._in_the_middle(grey.convert("1"))

    def _in_the_middle(self, picture: "Image.Image") -> "Image.Image":
        strip = self._blank(picture.height)
        strip.paste(picture, ((self._width - picture.width) // 2, 0))
        return strip


def _top(size: int, number: int) -> int:
    """Return where a line begins, of those of a size."""
    return round(size * LEADING) * number


def _height(size: int, lines: int) -> int:
    """Return the height of that many lines of a size, with what the last one's letters reach below it."""
    return _top(size, lines) + round(size * BELOW)


def _below(above: "Image.Image", under: "Image.Image") -> "Image.Image":
    from PIL import Image  # noqa: PLC0415 - as above

    both = Image.new("1", (above.width, above.height + under.height), WHITE)
    both.paste(above, (0, 0))
    both.paste(under, (0, above.height))
    return both
