"""Receipts of the running cafe: of what the owner's setting names."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cafe.core.ordering.orders.model import OrderStatus
from tests.driver import Cafe, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank


@pytest.fixture
async def selling(
    tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank, fiscal: FakeCheckbox
) -> AsyncIterator[Cafe]:
    """The cafe with a bank and a fiscal service."""
    config = config_for(
        tmp_path,
        database_url=database_url,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


@pytest.mark.parametrize(
    ("receipts", "types"),
    [
        ("card", ["CASHLESS"]),
        ("card,cash", ["CASHLESS", "CASH"]),
        ("cash", ["CASH"]),
        ("", []),
    ],
)
async def test_receipts_are_made_for_what_the_setting_names(
    selling: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox, receipts: str, types: list[str]
) -> None:
    await selling.configure(receipts=receipts)
    guest = selling.guest()
    await guest.places("latte", kind="pickup", payment_method="card")
    await bank.pay(next(iter(bank.invoices)))
    order = await guest.places("latte", kind="pickup", payment_method="cash")
    await selling.execute("UPDATE orders SET status = 'ready' WHERE id = :id", id=order["order_id"])
    staff = selling.app.services.staff_orders
    await staff.advance(order["order_id"], OrderStatus.READY, OrderStatus.COMPLETED, "Ірина")
    for _ in types:
        await two_rounds()  # one is made after the other, each asked about until it is done
    await two_rounds()
    assert [made.sold["payments"][0]["type"] for made in fiscal.receipts.values()] == types
