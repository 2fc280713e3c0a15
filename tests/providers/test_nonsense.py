"""Whatever JSON a service answers, it is a failed service at worst, never a crash."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from uuid import uuid4

from cafe.core.money.payments.errors import ProviderError
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import FiscalError, Good, Sale
from cafe.providers.checkbox import Checkbox
from tests.fakes.service import Failure
from tests.providers.fiscal_harness import FiscalHarness, VchasnoHarness
from tests.providers.provider_harness import REQUEST, ProviderHarness

NASTY: list[object] = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "\x00",
    [],
    [[]],
    {},
    {"a": {}},
    "OPENED",
    "DONE",
    "CREATED",
    "success",
]
FIELDS = ["invoiceId", "pageUrl", "status", "amount", "ccy", "reference", "failureReason", "modifiedDate", "errCode"]
FIELDS += [
    "order_id",
    "currency",
    "err_code",
    "err_description",
    "end_date",
    "list",
    "data",
    "date",
    "profitAmount",
    "cancelList",
]
FISCAL_FIELDS = ["id", "status", "code", "message", "access_token", "transaction", "opened_at"]
FISCAL_FIELDS += ["res", "res_action", "errortxt", "tag", "task", "info"]


def answers(fields: list[str]) -> Iterator[str]:
    """Every nasty value alone, in each field alone, and in all of them together."""
    for value in NASTY:
        yield json.dumps(value)
        yield json.dumps(dict.fromkeys(fields, value))
        for field in fields:
            yield json.dumps({field: value})
        yield json.dumps({name: [dict.fromkeys(fields, value)] for name in ("list", "data")})
    yield "\ufeff{}"
    yield '{"a":' * 3000


async def test_any_answer_of_a_payment_company(harness: ProviderHarness) -> None:
    harness.service.fail(Failure.NONSENSE, times=100_000)
    for harness.service.nonsense in answers(FIELDS):
        with suppress(ProviderError):
            await harness.provider.get_invoice("p2_a")
        with suppress(ProviderError):
            await harness.provider.list_payments(harness.now(), harness.now())
        with suppress(ProviderError):
            await harness.provider.create_invoice(REQUEST)
        with suppress(ProviderError):
            await harness.provider.withdraw_invoice("p2_a")
        with suppress(ProviderError):
            await harness.provider.capture("p2_a", 100, ())
        with suppress(ProviderError):
            await harness.provider.release("p2_a", 100)


async def test_any_answer_of_a_fiscal_service(fiscal_harness: FiscalHarness) -> None:
    client, fake = fiscal_harness.client, fiscal_harness.fake
    fake.fail(Failure.NONSENSE, times=1_000_000)
    sale = Sale(str(uuid4()), (Good("1", "Лате", 1, 85_00),), 85_00, PaymentKind.CARD)
    for fake.nonsense in answers(FISCAL_FIELDS):
        for may_exist in (True, False):
            if isinstance(client, Checkbox):
                client._poll_seconds, client._token = 0, "known"
            with suppress(FiscalError):
                await client.make_receipt(replace(sale, may_exist=may_exist), date(2026, 3, 3))
        if isinstance(client, Checkbox):
            client._token = ""
        with suppress(FiscalError):
            await client.find_receipt(sale.receipt_id)
        with suppress(FiscalError):
            await client.close_shift()
        with suppress(FiscalError):
            await client.check_access()
    assert not fiscal_harness.documents()


NASTY_INFO = ["shift_status", "shift_dt", "fisid", "doccode", "docno", "receipt", "pays", "taxes"]


async def test_any_report_of_a_shift(vchasno_harness: VchasnoHarness) -> None:
    client, fake = vchasno_harness.client, vchasno_harness.fake
    fake.fail(Failure.NONSENSE, times=1_000_000)
    rows = [[dict.fromkeys(("type", "sum_p", "gr_code", "tax_lit", "base_sum_p"), value)] for value in NASTY]
    for value in [*NASTY, *rows]:
        for field in NASTY_INFO:
            fine = {"shift_status": 1, "docno": 1, "receipt": {"count_p": value}, "pays": rows[0], "taxes": rows[0]}
            fake.nonsense = json.dumps({"res": 0, "tag": "", "info": fine | {field: value}})
            with suppress(FiscalError):
                await client.close_shift()
            with suppress(FiscalError):
                await client.find_receipt(str(uuid4()))
    assert not fake.shifts
