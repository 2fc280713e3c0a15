"""Nothing that is drawn is cut off, however long it is."""

import re
from io import BytesIO
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from zxingcpp import read_barcodes

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.printing.blocks import GREAT, LINE, NORMAL, SMALL, Align, Banner, Code, Gap, Picture, Row, Rule, Text
from cafe.printing.draw import draw
from cafe.printing.letters import Letters
from cafe.printing.pages import draw_ticket
from cafe.printing.paper import Paper
from tests.printing.orders import SNAPSHOT, USUAL, an_order

NARROW, WIDE = Paper(58, Locale.UK), Paper(80, Locale.UK)
ALPHABET = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяАҐЇЄ WMQjy.,-/№₴×'’ «»0123456789"
words = st.text(ALPHABET, min_size=1, max_size=120)
papers = st.sampled_from([NARROW, WIDE])
sizes = st.sampled_from([SMALL, NORMAL, LINE])


def ink(picture: Image.Image) -> int:
    """How many dots are black."""
    return picture.histogram()[0]


def ink_of(lines: list[str], size: int, *, bold: bool) -> int:
    """How many dots these lines have where there is room enough."""
    face = Letters().face(size, bold=bold)
    total = 0
    for line in lines:
        canvas = Image.new("1", (4000, 400), 1)
        ImageDraw.Draw(canvas).text((200, 100), line, 0, face.font)
        total += ink(canvas)
    return total


@given(text=words, size=sizes, bold=st.booleans(), paper=papers)
def test_lines_have_all_letters_and_fit(text: str, size: int, paper: Paper, *, bold: bool) -> None:
    face = Letters().face(size, bold=bold)
    lines = face.wrap(text, paper.dots)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text)
    assert all(face.width(line) <= paper.dots for line in lines)


@settings(max_examples=40)
@given(text=words, size=sizes, paper=papers, align=st.sampled_from(Align), indent=st.sampled_from([0, 24]))
def test_every_dot_of_a_text_is_on_the_paper(text: str, size: int, paper: Paper, align: Align, indent: int) -> None:
    page = draw([Text(text, size, align=align, indent=indent)], paper)
    lines = Letters().face(size, bold=False).wrap(text, paper.dots - indent)
    assert ink(page) == ink_of(lines, size, bold=False)


@settings(max_examples=40)
@given(text=words, right=words, paper=papers)
def test_every_dot_of_a_row_is_on_the_paper(text: str, right: str, paper: Paper) -> None:
    page = draw([Row(text, right)], paper)
    face = Letters().face(NORMAL, bold=False)
    beside = paper.dots - face.width(right) - 14
    own = [right] if beside >= paper.dots * 0.4 else face.wrap(right, paper.dots)
    lines = face.wrap(text, beside if beside >= paper.dots * 0.4 else paper.dots)
    assert ink(page) == ink_of([*lines, *own], NORMAL, bold=False)


def test_words_stay_whole_where_they_fit() -> None:
    face = Letters().face(LINE, bold=True)
    assert face.wrap("Сирники з ґрунтовною сметаною", NARROW.dots) == ["Сирники з", "ґрунтовною", "сметаною"]


def test_a_word_longer_than_a_line_is_divided_at_its_own_marks_first() -> None:
    face = Letters().face(NORMAL, bold=False)
    link = "https://cafe.example/webapp/?track=k3XpQ9vTk3XpQ9vT"
    lines = face.wrap(link, NARROW.dots)
    assert "".join(lines) == link
    assert lines[0] == "https://cafe.example/"


def test_lines_that_the_guest_began_stay_lines() -> None:
    assert Letters().face(NORMAL, bold=False).wrap("одне\nдруге", 500) == ["одне", "друге"]


@pytest.mark.parametrize("letters", ["гґ", "иі", "іїї"])
def test_ukrainian_letters_have_shapes_of_their_own(letters: str) -> None:
    pictures = [draw([Text(letter, LINE)], WIDE).tobytes() for letter in dict.fromkeys(letters)]
    assert len(set(pictures)) == len(pictures)


def test_an_accent_typed_apart_is_the_same_letter() -> None:
    assert draw([Text("й ї")], WIDE).tobytes() == draw([Text("и\u0306 і\u0308")], WIDE).tobytes()


def test_what_the_font_lacks_is_named() -> None:
    letters = Letters()
    assert letters.readable("без 🥛, 👍🏽 ₴ № × «» – …") == "без (glass of milk), (thumbs up sign) ₴ № × «» – …"
    assert letters.readable("ok\u200d\ufe0f\u0007") == "ok"


def test_a_great_number_shrinks_to_a_line_and_then_wraps() -> None:
    short, long = (draw([Text(text, GREAT, bold=True, smallest=64)], NARROW) for text in ("№142", "#99999999"))
    assert long.height < short.height
    assert ink(draw([Text("9" * 60, GREAT, bold=True, smallest=64)], NARROW)) == ink_of(
        Letters().face(64, bold=True).wrap("9" * 60, NARROW.dots), 64, bold=True
    )


def test_bars_rules_and_gaps() -> None:
    assert draw([Gap(30)], WIDE).size == (576, 30)
    assert ink(draw([Gap(30)], WIDE)) == 0
    assert ink(draw([Rule(4)], WIDE)) == 4 * 576
    assert ink(draw([Rule(2, is_dashed=True)], WIDE)) == 576
    assert ink(draw([Banner("·")], WIDE)) > 2 * 6 * 576
    assert draw([], WIDE).size == (576, 1)


@pytest.mark.parametrize("paper", [NARROW, WIDE], ids=["58", "80"])
@pytest.mark.parametrize("length", [20, 400, 2000])
def test_codes_are_read_back(paper: Paper, length: int) -> None:
    data = "https://cafe.example/".ljust(length, "x")
    [code] = read_barcodes(draw([Code(data)], paper).convert("L"))
    assert code.text == data


def test_a_picture_is_scaled_and_what_is_clear_stays_white() -> None:
    logo = Image.new("RGBA", (800, 800), (0, 0, 0, 0))
    logo.paste((0, 0, 0, 255), (0, 0, 400, 800))
    page = draw([Picture(_file(logo))], NARROW)
    assert page.size == (384, 150)
    assert ink(page) == pytest.approx(75 * 150, rel=0.02)


def test_a_file_that_is_no_picture_prints_nothing(caplog: pytest.LogCaptureFixture) -> None:
    assert ink(draw([Picture(b"GIF89a nothing"), Gap(5)], NARROW)) == 0
    assert ink(draw([Picture(_file(Image.new("L", (5000, 2))))], NARROW)) == 0
    assert len(caplog.messages) == 2


def _file(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "WEBP", lossless=True)
    return file.getvalue()


def test_threads_draw_the_same_at_once() -> None:
    texts, orders = Texts(), [USUAL, an_order(USUAL.lines[:2])] * 3
    alone = [draw_ticket(order, NARROW, texts, SNAPSHOT).tobytes() for order in orders]
    beside: dict[int, bytes] = {}

    def work(number: int) -> None:
        beside[number] = draw_ticket(orders[number], NARROW, texts, SNAPSHOT).tobytes()

    threads = [Thread(target=work, args=(number,)) for number in range(len(orders))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [beside[number] for number in range(len(orders))] == alone
