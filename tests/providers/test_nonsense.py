"""Whatever JSON a service answers, it is a failed service at worst, never a crash."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from uuid import uuid4

from cafe.core.money.payments.errors import ProviderError
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import FiscalError, Good, Sale
from cafe.providers.checkbox import Checkbox
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.service import Failure
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


async def test_any_answer_of_the_fiscal_service(checkbox: Checkbox, fiscal: FakeCheckbox) -> None:
    checkbox._poll_seconds = 0
    fiscal.fail(Failure.NONSENSE, times=100_000)
    sale = Sale(str(uuid4()), (Good("1", "Лате", 1, 85_00),), 85_00, PaymentKind.CARD)
    for fiscal.nonsense in answers(FISCAL_FIELDS):
        checkbox._token = "known"
        with suppress(FiscalError):
            await checkbox.make_receipt(sale, date(2026, 3, 3))
        checkbox._token = ""
        with suppress(FiscalError):
            await checkbox.close_shift()
