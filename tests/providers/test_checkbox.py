"""What is Checkbox's own: its sign-in, ids of ours, what it does while it is asked again."""

import json
from uuid import uuid4

import pytest
from aiohttp import ClientSession

from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import FiscalError, Good, ReceiptState, Sale
from cafe.providers.checkbox import Checkbox
from tests.driver import MONDAY_NOON
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.service import Failure

SELL = "/receipts/sell"
TODAY = MONDAY_NOON.date()


def sale(total: int = 205, way: PaymentKind = PaymentKind.CARD) -> Sale:
    goods = (Good("1", "Лате", 2, 85_00, discount=25_00), Good("delivery", "Доставка", 1, 60_00))
    return Sale(receipt_id=str(uuid4()), goods=goods, total=total * 100, way=way)


async def test_a_receipt_is_made_in_a_shift_that_is_opened_for_it(checkbox: Checkbox, fiscal: FakeCheckbox) -> None:
    wanted = sale()
    report = await checkbox.make_receipt(wanted, TODAY)
    assert report.state is ReceiptState.DONE
    assert report.url == f"{fiscal.base_url}/{wanted.receipt_id}"
    assert [shift.status for shift in fiscal.shifts] == ["OPENED"]
    made = fiscal.receipts[wanted.receipt_id]
    assert made.total == 20_500
    assert made.sold["payments"] == [{"type": "CASHLESS", "value": 20_500, "label": "Картка"}]


async def test_a_forgotten_sign_in_is_repeated(checkbox: Checkbox, fiscal: FakeCheckbox) -> None:
    await checkbox.make_receipt(sale(), TODAY)
    fiscal.forget_tokens()
    assert (await checkbox.make_receipt(sale(), TODAY)).state is ReceiptState.DONE


async def test_the_tax_service_refuses(checkbox: Checkbox, fiscal: FakeCheckbox) -> None:
    fiscal.refusal = "Каса не зареєстрована"
    report = await checkbox.make_receipt(sale(), TODAY)
    assert (report.state, report.reason) == (ReceiptState.REFUSED, "Каса не зареєстрована")


async def test_a_receipt_that_takes_long_is_pending(fiscal: FakeCheckbox, session: ClientSession) -> None:
    checkbox = Checkbox(
        session,
        license_key=fiscal.license_key,
        pin=fiscal.pin,
        base_url=fiscal.base_url,
        poll_seconds=0,
        polls=3,
    )
    fiscal.reads_of_receipt = 9
    wanted = sale()
    states = [(await checkbox.make_receipt(wanted, TODAY)).state for _ in range(4)]
    assert states[0] is ReceiptState.PENDING
    assert states[-1] is ReceiptState.DONE


async def test_a_shift_that_does_not_open(fiscal: FakeCheckbox, session: ClientSession) -> None:
    checkbox = Checkbox(
        session, license_key=fiscal.license_key, pin=fiscal.pin, base_url=fiscal.base_url, poll_seconds=0, polls=3
    )
    fiscal.reads_of_shift = 9
    with pytest.raises(FiscalError, match="the shift does not open"):
        await checkbox.make_receipt(sale(), TODAY)
    assert not fiscal.receipts


@pytest.mark.parametrize("opened_at", ["soon", 7, None])
async def test_a_shift_that_says_no_day_is_taken_for_todays(
    checkbox: Checkbox, fiscal: FakeCheckbox, opened_at: object
) -> None:
    await checkbox.make_receipt(sale(), TODAY)
    fiscal.nonsense = json.dumps({"id": fiscal.shifts[0].id, "status": "OPENED", "opened_at": opened_at})
    fiscal.fail(Failure.NONSENSE, path="/cashier/shift")
    assert (await checkbox.make_receipt(sale(), TODAY)).state is ReceiptState.DONE
    assert len(fiscal.shifts) == 1
