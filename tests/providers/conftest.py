"""The fakes, and our clients pointed at them."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from cafe.providers.checkbox import Checkbox
from cafe.providers.http import open_session
from tests.driver import FakeClock
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.vchasno import FakeVchasno
from tests.providers.fiscal_harness import CheckboxHarness, FiscalHarness, VchasnoHarness
from tests.providers.provider_harness import LiqPayHarness, MonobankHarness, ProviderHarness


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with open_session() as session:
        yield session


@pytest.fixture
def monobank_harness(bank: FakeMonobank, session: ClientSession, clock: FakeClock) -> MonobankHarness:
    return MonobankHarness(bank, session, clock)


@pytest.fixture
def liqpay_harness(liqpay: FakeLiqPay, session: ClientSession, clock: FakeClock) -> LiqPayHarness:
    return LiqPayHarness(liqpay, session, clock)


@pytest.fixture(params=["monobank", "liqpay"])
def harness(request: pytest.FixtureRequest) -> ProviderHarness:
    """Each payment company in turn."""
    chosen: ProviderHarness = request.getfixturevalue(f"{request.param}_harness")
    return chosen


@pytest.fixture
def checkbox(fiscal: FakeCheckbox, session: ClientSession) -> Checkbox:
    return Checkbox(
        session,
        license_key=fiscal.license_key,
        pin=fiscal.pin,
        base_url=fiscal.base_url,
        poll_seconds=0.01,
    )


@pytest.fixture
def checkbox_harness(fiscal: FakeCheckbox, session: ClientSession) -> CheckboxHarness:
    return CheckboxHarness(fiscal, session)


@pytest.fixture
async def vchasno_harness(vchasno: FakeVchasno, session: ClientSession) -> VchasnoHarness:
    return VchasnoHarness(vchasno, session)


@pytest.fixture(params=["checkbox", "vchasno"])
def fiscal_harness(request: pytest.FixtureRequest) -> FiscalHarness:
    """Each fiscal service in turn."""
    chosen: FiscalHarness = request.getfixturevalue(f"{request.param}_harness")
    return chosen
