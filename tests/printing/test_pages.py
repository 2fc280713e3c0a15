"""What stands on each page, read back from its picture: on both papers, in both languages."""

from dataclasses import replace

import pytest

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.goods import Bill
from cafe.core.money.receipts.port import Good
from cafe.core.money.tills.model import Count, Figures, Purpose, TillDay
from cafe.core.ordering.orders.model import (
    OrderStatus,
    OrderType,
    PaymentMethod,
    PaymentStatus,
)
from cafe.printing.pages import (
    draw_bill,
    draw_cancelled,
    draw_changes,
    draw_day,
    draw_receipt,
    draw_test,
    draw_ticket,
)
from cafe.printing.paper import Paper
from tests.printing.orders import (
    DRINKS,
    FOOD,
    NOON,
    SETTINGS,
    SNAPSHOT,
    USUAL,
    WORDS,
    an_order,
    edited,
    longest,
)
from tests.printing.reader import missing, needs_tesseract, read_codes, share_of

TEXTS = Texts()
NARROW, WIDE = Paper(58, Locale.UK), Paper(80, Locale.UK)
NARROW_ENGLISH, WIDE_ENGLISH = Paper(58, Locale.EN), Paper(80, Locale.EN)
ENGLISH_WORDS = "seven warm cheesecakes with cream and thyme tea under the green porch "
GUEST = ("Львів вулиця Франка 12", "45", "Олена Ґалаґан", "Домофон зламаний", "380671234589", "142 ₴")

pytestmark = needs_tesseract


@pytest.mark.parametrize("paper", [NARROW, WIDE], ids=["58", "80"])
def test_a_ticket_in_ukrainian(paper: Paper) -> None:
    page = draw_ticket(USUAL, paper, TEXTS, SNAPSHOT, is_copy=True)
    lines = ("2 х Лате", "3 х Сирники з ґрунтовною сметаною", "10 х Чай із чебрецем", "Усього 15 шт")
    of_lines = ("вівсяне молоко", "шот х2", "без цукор", "Дуже гаряче без пінки", "Алергени Молоко Яйця")
    words = ("КОПІЯ", "НА 12 35", "Доставка", "ВЗЯТИ", "1440 ₴", "Решта з", "560 ₴", "Замовлено 27 11 2026 12 00")
    assert missing(page, *GUEST, *lines, *of_lines, *words) == []


@pytest.mark.parametrize("paper", [NARROW_ENGLISH, WIDE_ENGLISH], ids=["58", "80"])
def test_a_ticket_in_english(paper: Paper) -> None:
    page = draw_ticket(USUAL, paper, TEXTS, SNAPSHOT, is_copy=True)
    lines = ("2 x Flat white", "3 x Cheesecakes with cream", "10 x Thyme tea", "In all 15 pcs")
    of_lines = ("oat milk", "shot x2", "no sugar", "Дуже гаряче без пінки", "Allergens Milk Eggs")
    words = ("COPY", "FOR 12 35", "Delivery", "TAKE", "1440 ₴", "Change from", "560 ₴", "Ordered 27 11 2026 12 00")
    assert missing(page, *GUEST, *lines, *of_lines, *words) == []


@pytest.mark.parametrize(
    ("paper", "words", "language"), [(NARROW, WORDS, "ukr"), (WIDE_ENGLISH, ENGLISH_WORDS, "eng")], ids=["58", "80"]
)
def test_the_longest_order(paper: Paper, words: str, language: str) -> None:
    order = longest(words)
    [line] = order.lines
    texts = [order.name, order.phone, order.address_comment, order.address_city, order.address_street, line.note]
    texts += [line.product_name.uk, *(option.name_uk for option in line.choice.options)]
    expected = " ".join(text or "" for text in texts)
    assert len(expected) > 2_000
    page = draw_ticket(order, paper, TEXTS, SNAPSHOT)
    # Tesseract misses a letter now and then; that none is cut off, test_draw.py says.
    assert share_of(page, f"{expected} #99999999 10000 x", language) > 0.98


def test_a_station_gets_what_it_makes_and_hears_of_the_rest() -> None:
    page = draw_ticket(USUAL, WIDE, TEXTS, SNAPSHOT, stations={FOOD})
    assert missing(page, "3 х Сирники", "Усього 3 шт", "Решту готують інші 12 шт") == []
    assert missing(page, "Лате", "Чай") == ["Лате", "Чай"]
    whole = draw_ticket(USUAL, WIDE, TEXTS, SNAPSHOT, stations={FOOD, DRINKS})
    assert whole.tobytes() == draw_ticket(USUAL, WIDE, TEXTS, SNAPSHOT).tobytes()


def test_a_ticket_of_a_table_for_another_day() -> None:
    order = replace(
        USUAL,
        order_type=OrderType.DINE_IN,
        table_number="7",
        address_comment=None,
        ready_at=NOON + 86_400,
        payment_method=PaymentMethod.CARD,
        payment_status=PaymentStatus.PAID,
        balance=45,
    )
    page = draw_ticket(order, NARROW, TEXTS, SNAPSHOT)
    assert missing(page, "НА 12 00 28 11", "У закладі Столик 7", "ОПЛАЧЕНО", "ДОПЛАТИТИ", "45 ₴") == []
    assert missing(page, "380671234589", "Франка") == ["380671234589", "Франка"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"payment_method": PaymentMethod.CARD}, "НЕ ОПЛАЧЕНО"),
        ({"payment_status": PaymentStatus.PENDING}, "КАРТКА, СУМУ"),
        ({"cash_change_for": 1440}, "Без решти"),
        ({"cash_change_for": 1000}, "не вистачить"),
    ],
)
def test_how_an_order_is_paid(changes: dict[str, object], words: str) -> None:
    page = draw_ticket(replace(an_order(()), total=1440, **changes), WIDE, TEXTS, SNAPSHOT)  # type: ignore[arg-type]
    assert missing(page, words) == []


@pytest.mark.parametrize("paper", [NARROW, WIDE], ids=["58", "80"])
def test_a_slip_says_what_changed_alone(paper: Paper) -> None:
    after = replace(edited(), ready_at=NOON + 45 * 60, address_comment="Дзвоніть двічі", address_house="14")
    page = draw_changes(USUAL, after, paper, TEXTS, SNAPSHOT)
    assert page is not None
    lines = ("1 х Лате", "10 х Чай із чебрецем", "2 х Сирники з ґрунтовною сметаною")
    words = ("ЗМІНЕНО", "142 ₴", "Час 12 45 замість 12 35", "Коментар Дзвоніть двічі", "Адреса Львів вулиця Франка 14")
    assert missing(page, *lines, *words) == []
    assert missing(page, "Усього", "3 х Сирники") == ["Усього", "3 х Сирники"]


def test_a_slip_for_a_station_in_english() -> None:
    after = replace(USUAL, lines=(*USUAL.lines[:2], replace(USUAL.lines[2], quantity=1)))
    page = draw_changes(USUAL, after, WIDE_ENGLISH, TEXTS, SNAPSHOT, stations={DRINKS}, is_copy=True)
    assert page is not None
    assert missing(page, "COPY", "CHANGED", "9 x Thyme tea") == []


def test_a_cancelled_order() -> None:
    order = replace(USUAL, status=OrderStatus.CANCELLED, cancel_reason="Закінчилися продукти")
    page = draw_cancelled(order, NARROW, TEXTS, SNAPSHOT, stations={DRINKS})
    assert missing(page, "СКАСОВАНО", "142 ₴", "Закінчилися продукти", "2 х Лате", "10 х Чай із чебрецем") == []
    assert missing(page, "Сирники") == ["Сирники"]
    again = draw_cancelled(replace(order, cancel_reason=None), WIDE_ENGLISH, TEXTS, SNAPSHOT, is_copy=True)
    assert missing(again, "COPY", "CANCELLED", "3 x Cheesecakes with cream") == []


LINK = "https://cafe.example/webapp/?track=k3XpQ9vT"


@pytest.mark.parametrize("paper", [NARROW, WIDE], ids=["58", "80"])
def test_a_bill(paper: Paper) -> None:
    order = replace(
        USUAL,
        payment_method=PaymentMethod.CARD,
        discount_amount=138,
        promo_code="ЛІТО",
        promo_discount_amount=100,
        total=1202,
        refunded=5050,
    )
    page = draw_bill(order, paper, TEXTS, SETTINGS, link=LINK)
    head = ("Кав’ярня «Ґанок»", "вул Зелена 17 Львів", "380 44 111 22 33", "Рахунок", "142 ₴", "27 11 2026 12 00")
    lines = ("2 х Лате", "290 ₴", "вівсяне молоко шот х2 без цукор", "540 ₴", "10 х Чай із чебрецем", "550 ₴")
    sums = ("Знижка", "138 ₴", "Промокод ЛІТО", "100 ₴", "60 ₴", "РАЗОМ", "1202 ₴", "50,50 ₴", "До сплати карткою")
    assert missing(page, *head, *lines, *sums, "Оплатити на телефоні", "Дякуємо") == []
    assert read_codes(page) == [LINK]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "To pay"),
        ({"payment_status": PaymentStatus.PAID, "balance": 45}, "To pay in addition"),
        ({"payment_status": PaymentStatus.PENDING}, "held on the card"),
        ({"status": OrderStatus.COMPLETED, "payment_status": PaymentStatus.PAID}, "Paid"),
    ],
)
def test_a_bill_says_what_is_to_pay(changes: dict[str, object], words: str) -> None:
    page = draw_bill(replace(an_order(()), total=1440, **changes), WIDE_ENGLISH, TEXTS, SETTINGS)  # type: ignore[arg-type]
    assert missing(page, "Porch coffee", "TOTAL", words) == []
    assert read_codes(page) == []


@pytest.mark.parametrize("paper", [NARROW, WIDE_ENGLISH], ids=["58", "80"])
def test_a_receipt(paper: Paper) -> None:
    url = "https://check.checkbox.ua/1d1a9e5e-3b1c-4f57-9a55-0d7e1f1f2a3b"
    goods = (Good("1", "Лате вівсяне молоко", 2, 14_500), Good("delivery", "Доставка", 1, 6_050))
    contents = Bill(goods, 1_000, 34_050)
    page = draw_receipt(
        "№142", contents, PaymentKind.TERMINAL, paper, TEXTS, SETTINGS, at=NOON, url=url, fiscal_number="TEST-4000123"
    )
    sums = ("290 ₴", "145 ₴", "60,50 ₴", "10 ₴", "340,50 ₴", "4000123 ₴", "27 11 2026 12 00")
    assert missing(page, "Лате вівсяне молоко", *sums) == []
    assert read_codes(page) == [url]
    back = draw_receipt(
        "№142", contents, PaymentKind.CASH, paper, TEXTS, SETTINGS, at=NOON, url=url, is_return=True, is_copy=True
    )
    titles = {"uk": ("КОПІЯ", "Чек повернення", "Готівкою"), "en": ("COPY", "Return receipt", "In cash")}
    assert missing(back, *titles[paper.locale]) == []


@pytest.mark.parametrize("paper", [NARROW, WIDE_ENGLISH], ids=["58", "80"])
def test_the_closing_of_a_day(paper: Paper) -> None:
    opening = Count(1, 1, Purpose.OPENING, 100_000, {"500": 2}, 100_000, "Bella", NOON)
    pieces = {"1000": 4, "50": 1, "kopiykas": 75}
    closing = Count(2, 1, Purpose.CLOSING, 405_075, pieces, 406_000, "Bella", NOON + 36_000)
    figures = Figures(100_000, 0, 100_000, 350_000, -14_000, 0, 0, 0, -30_000, 406_000, 410_000, 88_050, 0, -1_500)
    day = TillDay(
        id=3,
        till_id=1,
        till="Каса",
        number=31,
        day="2026-11-27",
        opening=opening,
        opened_by="Bella",
        opened_at=NOON,
        opening_reason="",
        closing=closing,
        closed_by="Anton",
        closed_at=NOON + 36_000,
        closing_reason="розміняли",
        figures=figures,
    )
    page = draw_day(day, paper, TEXTS, SETTINGS, is_copy=True)
    sums = ("1000 ₴", "3500 ₴", "140 ₴", "300 ₴", "4060 ₴", "3360 ₴", "4100 ₴", "880,50 ₴", "15 ₴", "4050,75 ₴")
    people = ("Каса", "31 ₴", "Bella", "Anton 27 11 2026 22 00", "розміняли", "9,25 ₴")
    words = {
        "uk": (
            "КОПІЯ",
            "На початку",
            "Від гостей",
            "Взято",
            "Має бути в касі",
            "Виторг готівкою",
            "Пораховано",
            "Різниця",
        ),
        "en": (
            "COPY",
            "At the beginning",
            "From guests",
            "Taken out",
            "Should be in the till",
            "Counted",
            "Difference",
        ),
    }
    assert missing(page, *sums, *people, *words[paper.locale]) == []
    absent = {"uk": "Від кур’єрів", "en": "From couriers"}[paper.locale]
    assert missing(page, absent) == [absent]


@pytest.mark.parametrize("paper", [NARROW_ENGLISH, WIDE], ids=["58", "80"])
def test_the_test_page(paper: Paper) -> None:
    address = "https://cafe.example/desk/"
    page = draw_test("Кухня", paper, TEXTS, SETTINGS, at=NOON, address=address)
    assert missing(page, "Кухня", f"{paper.width} ₴", f"{paper.dots} ₴", "0123456789 ₴", "27 11 2026 12 00") == []
    assert read_codes(page) == [address]
