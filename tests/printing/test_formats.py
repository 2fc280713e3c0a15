"""What printers are sent: the same picture, whatever they take."""

from io import BytesIO

import pytest
from PIL import Image

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.printing.formats import Extras, star_headers, to_epos, to_escpos, to_png
from cafe.printing.pages import draw_ticket
from cafe.printing.paper import Paper
from tests.printing.orders import SNAPSHOT, USUAL
from tests.printing.printer import Printed, print_epos, print_escpos

ALL = Extras(cuts=True, opens_drawer=True, buzzes=True)
NOTHING = Extras(cuts=False)


@pytest.fixture(params=[58, 80])
def page(request: pytest.FixtureRequest) -> Image.Image:
    return draw_ticket(USUAL, Paper(request.param, Locale.UK), Texts(), SNAPSHOT)


def same(page: Image.Image, printed: Printed) -> bool:
    return page.size == printed.page.size and page.tobytes() == printed.page.tobytes()


def test_escpos_prints_the_picture_in_bands_and_cuts(page: Image.Image) -> None:
    printed = print_escpos(to_escpos(page))
    assert same(page, printed)
    assert printed.did == ["cut"]
    assert printed.tallest == 512


def test_escpos_opens_the_drawer_first(page: Image.Image) -> None:
    printed = print_escpos(to_escpos(page, ALL))
    assert same(page, printed)
    assert printed.did == ["drawer 0: 100 ms", "buzzer: 2", "cut"]


def test_without_a_knife_the_paper_goes_on(page: Image.Image) -> None:
    assert print_escpos(to_escpos(page, NOTHING)).did == ["feed: 4"]
    assert print_epos(to_epos(page, NOTHING)).did == ["feed: 4"]
    assert star_headers(NOTHING)["X-Star-Cut"] == "none; feed=true"


def test_epos_prints_the_same(page: Image.Image) -> None:
    printed = print_epos(to_epos(page, ALL))
    assert same(page, printed)
    assert printed.did == ["drawer_1", "buzzer: 1", "cut"]
    assert print_epos(to_epos(page)).did == ["cut"]


def test_a_png_has_one_bit_for_each_dot(page: Image.Image) -> None:
    read = Image.open(BytesIO(to_png(page)))
    assert (read.mode, read.size) == ("1", page.size)
    assert read.tobytes() == page.tobytes()


def test_star_is_told_by_headers_what_a_png_cannot_say() -> None:
    assert star_headers() == {"X-Star-Cut": "partial; feed=true", "X-Star-ImageDitherPattern": "none"}
    assert star_headers(ALL) == {
        "X-Star-Cut": "partial; feed=true",
        "X-Star-ImageDitherPattern": "none",
        "X-Star-CashDrawer": "start",
        "X-Star-Buzzerstartpattern": "1",
    }
