"""The fakes, and our clients pointed at them."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from cafe.providers.checkbox import Checkbox
from cafe.providers.http import open_session
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.providers.desk import Desk, LiqPayDesk, MonobankDesk


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with open_session() as session:
        yield session


@pytest.fixture
async def monobank(session: ClientSession) -> AsyncIterator[MonobankDesk]:
    async with FakeMonobank() as bank:
        yield MonobankDesk(bank, session)


@pytest.fixture
async def liqpay(session: ClientSession) -> AsyncIterator[LiqPayDesk]:
    async with FakeLiqPay() as fake:
        yield LiqPayDesk(fake, session)


@pytest.fixture(params=["monobank", "liqpay"])
def desk(request: pytest.FixtureRequest) -> Desk:
    """Each payment company in turn."""
    chosen: Desk = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture
async def fake_checkbox() -> AsyncIterator[FakeCheckbox]:
    async with FakeCheckbox() as fake:
        yield fake


@pytest.fixture
def checkbox(fake_checkbox: FakeCheckbox, session: ClientSession) -> Checkbox:
    return Checkbox(
        session,
        license_key=fake_checkbox.license_key,
        pin=fake_checkbox.pin,
        base_url=fake_checkbox.base_url,
        poll_seconds=0.01,
    )
