"""Tax groups from the owner's file to the receipt of a guest's order, which keeps what was true when it was placed."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.ordering.orders.model import OrderStatus
from tests.driver import CATALOGUE, Cafe, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox

GROUPS = """
[[tax_groups]]
code = "А"
name = "ПДВ 20 %"
rate = 20

[[tax_groups]]
code = "В"
name = "ПДВ 20 % і акциз 5 %"
rate = 20
excise_rate = 5
sort_order = 10
"""
DISHES = """
[[option_groups]]
slug = "spirit"
name = "Міцне"
min = 0
max = 2

[[option_groups.options]]
slug = "liqueur"
name = "Лікер"
price_delta = 45
max_quantity = 2
tax = "В"
uktzed = "2208701000"
unit = "порція"

[[products]]
slug = "latte"
options = ["spirit"]
barcode = "4820000000017"
unit = "чашка"
"""


@pytest.fixture
async def bar(tmp_path: Path, database_url: str, clock: FakeClock, fiscal: FakeCheckbox) -> AsyncIterator[Cafe]:
    """A cafe that pays VAT and makes receipts for cash."""
    config = config_for(
        tmp_path,
        database_url=database_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
    )
    async with open_cafe(config, clock=clock, catalogue=CATALOGUE) as cafe:
        await cafe.load(GROUPS + DISHES)
        await cafe.configure(receipts="cash")
        yield cafe


async def hand_over(bar: Cafe, order_id: int) -> None:
    await bar.execute("UPDATE orders SET status = 'courier' WHERE id = :id", id=order_id)
    await bar.app.services.staff_orders.advance(order_id, OrderStatus.COURIER, OrderStatus.COMPLETED, "Ірина")
    for _ in range(2):
        await two_rounds()


def goods(fiscal: FakeCheckbox) -> list[tuple[Any, ...]]:
    [receipt] = fiscal.receipts.values()
    told = [line["good"] for line in receipt.sold["goods"]]
    return [(good["name"], good["tax"], good.get("uktzed")) for good in told]


async def order_of_latte_with_liqueur(bar: Cafe, **changes: Any) -> int:
    guest = bar.guest()
    liqueur = {"id": await bar.value("SELECT id FROM options WHERE slug = 'liqueur'"), "quantity": 2}
    added = await guest.post(
        "/api/cart/items", {"product_id": bar.products["latte"], "quantity": 1, "options": [liqueur]}
    )
    assert added.status == 201, added.json
    order = await guest.orders("delivery", payment_method="cash", **changes)
    assert order.status == 201, order.json
    return int(order.json["order_id"])


async def test_an_order_keeps_the_taxes_that_it_was_placed_with(bar: Cafe, fiscal: FakeCheckbox) -> None:
    order = await order_of_latte_with_liqueur(bar)
    await bar.load(
        """
        [[tax_groups]]
        code = "Г"
        name = "Без ПДВ"
        rate = 0
        sort_order = -1
        """
    )
    await hand_over(bar, order)
    assert goods(fiscal) == [
        ("Лате (лікер ×2)", ["А"], None),
        ("Лікер", ["В"], "2208701000"),
        ("Доставка", ["А"], None),
    ]
    rows = await bar.rows("SELECT code, rate, excise_rate FROM receipt_taxes ORDER BY code")
    assert rows == [{"code": "А", "rate": 20, "excise_rate": 0}, {"code": "В", "rate": 20, "excise_rate": 5}]


async def test_a_file_has_what_it_was_loaded_with(bar: Cafe) -> None:
    dumped = await bar.app.services.catalogue.dump()
    assert 'code = "В"' in dumped
    assert 'uktzed = "2208701000"' in dumped
    await bar.load(dumped)
    assert await bar.app.services.catalogue.dump() == dumped


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[[tax_groups]]\ncode = "Д"\nname = "ПДВ"', "[[tax_groups]] Д: rate: missing"),
        ('[[tax_groups]]\ncode = "Д"\nrate = 101', "rate: must be a whole number from 0 to 100"),
        ('[[tax_groups]]\ncode = "ПДВ двадцять"\nname = "ПДВ"\nrate = 20', "code: at most 10 characters"),
        ('[[products]]\nslug = "latte"\ntax = "Ю"', "[[products]] latte: tax: no tax group Ю"),
        ('[[products]]\nslug = "latte"\nuktzed = "22A"', "uktzed: must be 4 to 10 digits"),
        ('[[products]]\nslug = "latte"\nbarcode = "12"', "barcode: must be 8 to 14 digits"),
        ('[[products]]\nslug = "latte"\nexcise = 1', "excise: must be true or false"),
    ],
)
async def test_a_wrong_file_changes_nothing(bar: Cafe, toml: str, said: str) -> None:
    before = await bar.app.services.catalogue.dump()
    with pytest.raises(CatalogueError) as refused:
        await bar.load(toml)
    assert said in str(refused.value)
    assert await bar.app.services.catalogue.dump() == before
