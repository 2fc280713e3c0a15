"""The fiscal registrar: one receipt however often it is asked for, a shift for each day, sums to the kopiyka."""

from datetime import datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from aiohttp import ClientSession

from cafe.core.errors import FiscalError
from cafe.core.ports import InvoiceLine, ReceiptState, Sale
from cafe.providers.checkbox import Checkbox
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.service import Failure

SELL = "/receipts/sell"


def sale(total: int = 205) -> Sale:
    lines = (InvoiceLine("1", "Лате", 2, 85), InvoiceLine("delivery", "Доставка", 1, 60))
    return Sale(receipt_id=str(uuid4()), lines=lines, discount=25, total=total)


def today() -> datetime:
    return datetime.now(ZoneInfo("Europe/Kyiv"))


async def test_a_receipt_is_made_in_a_shift_that_is_opened_for_it(
    checkbox: Checkbox, fake_checkbox: FakeCheckbox
) -> None:
    wanted = sale()
    report = await checkbox.make_receipt(wanted, today().date())
    assert report.state is ReceiptState.DONE
    assert report.url == f"{fake_checkbox.base_url}/{wanted.receipt_id}"
    assert [shift.status for shift in fake_checkbox.shifts] == ["OPENED"]
    made = fake_checkbox.receipts[wanted.receipt_id]
    assert made.total == 20_500
    assert made.sold["payments"] == [{"type": "CASHLESS", "value": 20_500, "label": "Картка"}]


async def test_asking_again_makes_no_second_receipt(checkbox: Checkbox, fake_checkbox: FakeCheckbox) -> None:
    wanted = sale()
    reports = [await checkbox.make_receipt(wanted, today().date()) for _ in range(3)]
    assert {report.state for report in reports} == {ReceiptState.DONE}
    assert len(fake_checkbox.receipts) == 1
    assert len(fake_checkbox.shifts) == 1


async def test_a_lost_answer_is_found_again(checkbox: Checkbox, fake_checkbox: FakeCheckbox) -> None:
    wanted = sale()
    fake_checkbox.fail(Failure.LOST_ANSWER, path=SELL)
    with pytest.raises(FiscalError):
        await checkbox.make_receipt(wanted, today().date())
    assert (await checkbox.make_receipt(wanted, today().date())).state is ReceiptState.DONE
    assert len(fake_checkbox.calls_to(SELL)) == 1


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
@pytest.mark.parametrize("path", [SELL, "/signinPinCode", "/cashier/shift", "/shifts"])
async def test_a_failure_passes(checkbox: Checkbox, fake_checkbox: FakeCheckbox, failure: Failure, path: str) -> None:
    wanted = sale()
    fake_checkbox.fail(failure, path=path, times=2)
    for _ in range(3):
        try:
            report = await checkbox.make_receipt(wanted, today().date())
        except FiscalError as error:
            assert str(error).startswith("checkbox: ")  # noqa: PT017 - it need not fail
        else:
            break
    fake_checkbox.recover()
    report = await checkbox.make_receipt(wanted, today().date())
    assert report.state is ReceiptState.DONE
    assert len(fake_checkbox.receipts) == 1


async def test_a_forgotten_sign_in_is_repeated(checkbox: Checkbox, fake_checkbox: FakeCheckbox) -> None:
    await checkbox.make_receipt(sale(), today().date())
    fake_checkbox.forget_tokens()
    assert (await checkbox.make_receipt(sale(), today().date())).state is ReceiptState.DONE


async def test_wrong_credentials_are_said_without_them(fake_checkbox: FakeCheckbox, session: ClientSession) -> None:
    checkbox = Checkbox(
        session, license_key="test-license", pin="0000-secret", base_url=fake_checkbox.base_url, poll_seconds=0
    )
    with pytest.raises(FiscalError, match="invalid_credentials") as raised:
        await checkbox.make_receipt(sale(), today().date())
    assert "0000-secret" not in str(raised.value)


async def test_sums_that_do_not_add_up_are_refused(checkbox: Checkbox) -> None:
    report = await checkbox.make_receipt(sale(total=204), today().date())
    assert report.state is ReceiptState.REFUSED
    assert report.reason == "Сума оплат не дорівнює сумі чека"


async def test_the_tax_service_refuses(checkbox: Checkbox, fake_checkbox: FakeCheckbox) -> None:
    fake_checkbox.refusal = "Каса не зареєстрована"
    report = await checkbox.make_receipt(sale(), today().date())
    assert (report.state, report.reason) == (ReceiptState.REFUSED, "Каса не зареєстрована")


async def test_yesterdays_shift_is_closed_first(checkbox: Checkbox, fake_checkbox: FakeCheckbox) -> None:
    await checkbox.make_receipt(sale(), today().date())
    fake_checkbox.age_shift(25)
    assert (await checkbox.make_receipt(sale(), today().date())).state is ReceiptState.DONE
    assert [shift.status for shift in fake_checkbox.shifts] == ["CLOSED", "OPENED"]


async def test_closing_for_the_day(checkbox: Checkbox, fake_checkbox: FakeCheckbox) -> None:
    await checkbox.close_shift()
    assert not fake_checkbox.shifts
    await checkbox.make_receipt(sale(), today().date())
    await checkbox.close_shift()
    await checkbox.close_shift()
    assert [shift.status for shift in fake_checkbox.shifts] == ["CLOSED"]


async def test_a_receipt_that_takes_long_is_pending(fake_checkbox: FakeCheckbox, session: ClientSession) -> None:
    checkbox = Checkbox(
        session,
        license_key=fake_checkbox.license_key,
        pin=fake_checkbox.pin,
        base_url=fake_checkbox.base_url,
        poll_seconds=0,
        polls=3,
    )
    fake_checkbox.reads_of_receipt = 9
    wanted = sale()
    states = [(await checkbox.make_receipt(wanted, today().date())).state for _ in range(4)]
    assert states[0] is ReceiptState.PENDING
    assert states[-1] is ReceiptState.DONE
