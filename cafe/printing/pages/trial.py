"""The page that shows whether a printer prints all that it should."""

from typing import TYPE_CHECKING

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.texts import Texts
from cafe.printing.blocks import LARGE, LINE, NORMAL, SMALL, TITLE, Align, Code, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.pages.wording import Wording
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image

LETTERS = (
    "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz",
)


def draw_test(name: str, paper: Paper, texts: Texts, settings: Settings, *, at: int, address: str) -> "Image.Image":
    """Draw the test page of a printer: its name, every letter, and an address as a code; `at` in Unix seconds."""
    wording = Wording(texts, paper, settings)
    return draw(
        [
            Text(wording.say("paper-test"), TITLE, bold=True, align=Align.CENTRE, smallest=LINE),
            Text(name, LINE, bold=True, align=Align.CENTRE),
            Text(settings.in_locale(paper.locale).cafe_name, align=Align.CENTRE),
            Rule(4),
            *(Text(letters, size) for letters, size in zip(LETTERS, (LARGE, NORMAL), strict=True)),
            Text("0123456789 ₴ № × − · « » ’", LARGE, bold=True),
            Rule(1, is_dashed=True),
            Text(wording.say("paper-test-width", width=paper.width, dots=paper.dots)),
            Text(wording.moment(at), SMALL),
            Rule(4),
            Code(address),
        ],
        paper,
    )
