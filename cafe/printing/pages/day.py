"""The closing of a till's day."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.texts import Texts
from cafe.core.money.tills.model import FACES, KOPIYKAS, Count, Figures, TillDay
from cafe.printing.blocks import LARGE, LINE, SMALL, Align, Block, Row, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.pages.wording import Wording, marks
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image

MOVES = ("opening_difference", "taken", "undone", "given_back", "handed_in", "brought", "out")
"""What cash is between the beginning and what should be there; left out where there was none."""
BACK = ("terminal_back", "card_back")


def draw_day(day: TillDay, paper: Paper, texts: Texts, settings: Settings, *, is_copy: bool = False) -> "Image.Image":
    """Draw a closed day of a till: its figures, what was counted, and who did it."""
    wording = Wording(texts, paper, settings)
    blocks = [
        *marks(wording, *(["paper-copy"] if is_copy else [])),
        Text(settings.in_locale(paper.locale).cafe_name, LARGE, bold=True, align=Align.CENTRE),
        Text(wording.say("paper-day", till=day.till, number=day.number), LINE, bold=True, align=Align.CENTRE),
        Text(wording.say("paper-day-opened", name=day.opened_by, moment=wording.moment(day.opened_at)), SMALL),
        *_closed(day, wording),
        *([] if day.figures is None else _figures(day.figures, wording)),
        *([] if day.closing is None else _counted(day.closing, wording)),
        *_reasons(day, wording),
    ]
    return draw(blocks, paper)


def _closed(day: TillDay, wording: Wording) -> Iterable[Block]:
    if day.closed_at is not None:
        yield Text(wording.say("paper-day-closed", name=day.closed_by, moment=wording.moment(day.closed_at)), SMALL)


def _figures(figures: Figures, wording: Wording) -> Iterable[Block]:
    def row(name: str, amount: int) -> Row:
        return Row(wording.say(f"paper-figure-{name.replace('_', '-')}"), wording.kopiykas(amount))

    yield Rule()
    yield row("left", figures.left)
    yield from (row(name, getattr(figures, name)) for name in MOVES if getattr(figures, name))
    yield Row(wording.say("paper-figure-expected"), wording.kopiykas(figures.expected), LARGE, bold=True)
    yield Rule()
    yield row("cash", figures.taken + figures.undone)
    yield row("terminal", figures.terminal)
    yield row("card", figures.card)
    yield from (row(name, getattr(figures, name)) for name in BACK if getattr(figures, name))


def _counted(closing: Count, wording: Wording) -> Iterable[Block]:
    yield Rule()
    for face in FACES:
        count = closing.pieces.get(str(face), 0)
        if count:
            yield Row(f"{wording.uah(face)} × {count}", wording.uah(face * count), SMALL)
    coins = closing.pieces.get(KOPIYKAS, 0)
    if coins:
        yield Row(wording.say("paper-coins"), wording.kopiykas(coins), SMALL)
    yield Row(wording.say("paper-counted"), wording.kopiykas(closing.counted), LARGE, bold=True)
    difference = wording.kopiykas(closing.difference)
    yield Row(wording.say("paper-difference"), difference, LARGE, bold=True)


def _reasons(day: TillDay, wording: Wording) -> Iterable[Block]:
    for text_id, reason in (
        ("paper-reason-opening", day.opening_reason),
        ("paper-reason-closing", day.closing_reason),
    ):
        if reason:
            yield Text(wording.say(text_id, reason=reason))
