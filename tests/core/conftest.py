"""Fixtures of the core's tests."""

from collections.abc import AsyncIterator

import pytest

from cafe.core.kernel.database import Database
from tests.core.payments_harness import PaymentsHarness, open_payments
from tests.driver import FakeClock
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank


@pytest.fixture
def makes_receipts() -> bool:
    """Whether the cafe has a licence of the fiscal service."""
    return True


@pytest.fixture
async def harness(
    database: Database,
    clock: FakeClock,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    fiscal: FakeCheckbox,
    *,
    makes_receipts: bool,
) -> AsyncIterator[PaymentsHarness]:
    async with open_payments(database, clock, bank, liqpay, fiscal, makes_receipts=makes_receipts) as harness:
        yield harness
