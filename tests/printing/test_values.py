"""What pages say, told from values: no picture is read."""

from dataclasses import replace

from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.orders.model import EditState
from cafe.printing.pages import draw_changes, draw_ticket
from cafe.printing.pages.changes import as_it_was
from cafe.printing.pages.wording import Wording, without_pictures
from cafe.printing.paper import Paper
from tests.printing.orders import DRINKS, FOOD, OAT, SETTINGS, SNAPSHOT, USUAL, edited

TEXTS = Texts()
NARROW, WIDE, WIDE_ENGLISH = Paper(58, Locale.UK), Paper(80, Locale.UK), Paper(80, Locale.EN)


def test_an_order_as_it_was() -> None:
    before = as_it_was(edited(), 0)
    assert [(each.product_name.en, each.choice.key, each.quantity) for each in before.lines] == [
        ("Flat white", OAT.key, 2),
        ("Cheesecakes with cream", "", 3),
        ("Thyme tea", "", 10),
    ]
    assert as_it_was(edited(), 1).lines == edited().lines
    declined = replace(edited(), edits=(replace(edited().edits[0], state=EditState.DECLINED),))
    assert as_it_was(declined, 0).lines == declined.lines


def test_sums_and_names_in_words() -> None:
    uk, en = (Wording(TEXTS, paper, SETTINGS) for paper in (WIDE, WIDE_ENGLISH))
    assert uk.kopiykas(-123_456_705) == "−1\u00a0234\u00a0567,05\u00a0₴"
    assert en.kopiykas(123_456_705) == "₴1,234,567.05"
    assert en.uah(-5) == "−₴5"
    assert without_pictures("☕ Лате  🥛") == "Лате"
    assert without_pictures("☕") == "☕"
    assert uk.name(OwnText("Чай 🍵", "")) == "Чай"


def test_a_picture_is_as_wide_as_the_paper() -> None:
    pages = [draw_ticket(USUAL, paper, TEXTS, SNAPSHOT) for paper in (NARROW, WIDE)]
    assert [(page.width, page.mode) for page in pages] == [(384, "1"), (576, "1")]


def test_a_slip_is_only_for_whom_it_concerns() -> None:
    assert draw_changes(USUAL, USUAL, WIDE, TEXTS, SNAPSHOT) is None
    less_tea = replace(USUAL, lines=(*USUAL.lines[:2], replace(USUAL.lines[2], quantity=1)))
    assert draw_changes(USUAL, less_tea, WIDE, TEXTS, SNAPSHOT, stations={FOOD}) is None
    assert draw_changes(USUAL, less_tea, WIDE, TEXTS, SNAPSHOT, stations={DRINKS}) is not None
    later = replace(USUAL, ready_at=(USUAL.ready_at or 0) + 600)
    assert draw_changes(USUAL, later, WIDE, TEXTS, SNAPSHOT, stations={FOOD}) is not None
    before, after = (replace(order, lines=order.lines[:1]) for order in (USUAL, later))
    assert draw_changes(before, after, WIDE, TEXTS, SNAPSHOT, stations={FOOD}) is None
