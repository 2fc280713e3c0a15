"""What receipts say of goods and taxes: it adds up to the kopiyka, and to what the fiscal service reports."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.options.model import Choice, ChosenOption
from cafe.core.catalogue.taxes.model import FiscalData, LineFiscal, Tax
from cafe.core.kernel.ids import OptionId
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.texts import read_texts
from cafe.core.money.receipts.goods import Bill, bill_of, part_of
from cafe.core.money.receipts.port import Good
from cafe.core.money.receipts.taxes import sum_taxes
from cafe.core.ordering.orders.model import OrderLine
from tests.core.bar import add_liqueur, new_marks, pour_drinks
from tests.core.bills import bill
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_fiscal_reports import night_falls
from tests.core.test_receipts_in_person import hand_over, want, work
from tests.core.test_refunds import give_back, of_lines

A, B, V = Tax("А", 20), Tax("2", 7), Tax("В", 20, 5)
LATTE = OrderLine(
    None, OwnText("Лате", "Latte"), 2, 85, fiscal=LineFiscal(FiscalData(A, "2101110000", "4820000000017"))
)
BOOK = OrderLine(None, OwnText("Книга", "Book"), 1, 107, fiscal=LineFiscal(FiscalData(B)))
LIQUEUR = ChosenOption(OptionId(5), "Лікер", "Liqueur", 2, 21)
IRISH = OrderLine(
    None,
    OwnText("Кава", "Coffee"),
    3,
    62,
    Choice((LIQUEUR,), is_plain=False),
    fiscal=LineFiscal(FiscalData(A), {OptionId(5): FiscalData(V, "2208701000", excise=True)}),
)


@pytest.mark.parametrize(
    ("tax", "turnover", "vat", "excise"),
    [
        (A, 120_00, 20_00, 0),
        (A, 85_01, 14_17, 0),  # 14.1683
        (A, 3, 1, 0),  # 0.5 is rounded up
        (B, 107_00, 7_00, 0),
        (V, 126_00, 20_00, 6_00),
        (Tax("Г", 0), 50_00, 0, 0),
    ],
)
def test_a_tax_is_part_of_the_price(tax: Tax, turnover: int, vat: int, excise: int) -> None:
    [found] = sum_taxes([Good("1", "Лате", 1, turnover, fiscal=FiscalData(tax))])
    assert (found.turnover, found.vat, found.excise) == (turnover, vat, excise)


def test_taxes_are_rounded_once_for_each_group() -> None:
    goods = [Good(str(number), "Цукерка", 1, 1, fiscal=FiscalData(A)) for number in range(6)]
    [found] = sum_taxes([*goods, Good("free", "Пакет", 1, 100)])
    assert (found.turnover, found.vat) == (6, 1)


def test_an_option_with_a_tax_of_its_own_is_goods_beside_its_dish() -> None:
    goods = bill_of(bill((IRISH,), fee=0), read_texts()).discounted
    assert [(each.code.partition("-")[0], each.name, each.quantity, each.price) for each in goods] == [
        ("0", "Кава (лікер ×2)", 3, 20_00),
        ("o5", "Лікер", 6, 21_00),
    ]
    assert [each.fiscal.tax for each in goods] == [A, V]
    assert sum(each.total for each in goods) == IRISH.total * 100


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 999_99)), min_size=1, max_size=8),
    st.integers(0, 100),
    st.sampled_from([[], [Good("delivery", "Доставка", 1, 60_00)]]),
)
def test_a_discount_is_spread_over_goods_but_not_over_delivery(
    lines: list[tuple[int, int]], percent: int, delivery: list[Good]
) -> None:
    goods = [Good(str(number), "Лате", *line) for number, line in enumerate(lines)]
    whole = sum(good.total for good in goods)
    discount = whole * percent // 100
    told = Bill((*goods, *delivery), discount, whole + sum(each.total for each in delivery) - discount).discounted
    assert sum(good.discount for good in told) == discount
    for good in told:
        fair = 0 if good.code == "delivery" else discount * good.price * good.quantity / whole
        assert abs(good.discount - fair) < 1
        assert good.total >= 0


def test_a_part_of_an_order_has_the_taxes_of_the_whole() -> None:
    order = bill((LATTE, BOOK), fee=0)
    goods = part_of(order, 100_01, read_texts()).discounted
    assert [(good.fiscal.tax, good.total) for good in goods] == [(A, 61_38), (B, 38_63)]
    assert [good.code for good in goods] == ["part-А", "part-2"]


async def taxes_of(harness: PaymentsHarness) -> list[tuple[Any, ...]]:
    rows = await harness.rows("SELECT * FROM receipt_taxes ORDER BY receipt_id, code")
    return [(row["code"], row["turnover"], row["vat"], row["excise"]) for row in rows]


async def test_a_receipt_names_taxes_codes_and_each_goods_discount(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    await harness.database.write(add_liqueur)
    order = await hand_over(harness, lines=(LATTE, BOOK, IRISH), discount=46)
    await pour_drinks(harness, order, new_marks())
    [receipt] = await work(harness)
    goods = [
        (
            line["good"].get("tax"),
            line["good"].get("uktzed"),
            line["good"].get("barcode"),
            [off["value"] for off in line.get("discounts", ())],
        )
        for line in receipt.sold["goods"]
    ]
    assert goods == [
        (["А"], "2101110000", "4820000000017", [16_89]),
        ([2], None, None, [10_63]),
        (["А"], None, None, [5_96]),
        (["В"], "2208701000", None, [12_52]),
    ]
    assert receipt.total == 417_00
    assert await taxes_of(harness) == [("2", 96_37, 6_30, 0), ("А", 207_15, 34_53, 0), ("В", 113_48, 18_01, 5_40)]


async def test_a_return_takes_its_taxes_back_and_the_shift_agrees(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    order = await hand_over(harness, lines=(LATTE, BOOK), discount=27)
    await work(harness)
    await give_back(harness, order, await of_lines(harness, order, Лате=1))
    await work(harness)
    await give_back(harness, order)
    await work(harness)
    taxes = await taxes_of(harness)
    by_code = {code: [turnover for name, turnover, *_ in taxes if name == code] for code in ("А", "2")}
    assert {code: (sold, sum(back)) for code, (sold, *back) in by_code.items()} == {
        "А": (153_43, 153_43),
        "2": (96_57, 96_57),
    }
    await night_falls(harness)
    rows = await harness.rows("SELECT * FROM fiscal_report_taxes ORDER BY code")
    names = ("sold", "returned", "sold_vat", "returned_vat")
    assert [row["code"] for row in rows if row["sold"] or row["own_sold"]] == ["2", "А"]
    for row in rows:
        assert [row[name] for name in names] == [row[f"own_{name}"] for name in names]


async def test_a_group_that_is_not_registered_is_refused_with_its_word(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    unknown = LineFiscal(FiscalData(Tax("Ю", 20)))
    await hand_over(harness, lines=(OrderLine(None, OwnText("Лате", "Latte"), 1, 85, fiscal=unknown),))
    await work(harness)
    [row] = await harness.rows("SELECT state, reason FROM receipts")
    assert (row["state"], row["reason"]) == ("refused", "Податкову ставку Ю не знайдено")
    assert await taxes_of(harness) == []
