"""monobank acquiring: invoices over its HTTP API, and webhooks signed by the bank."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

import orjson
from aiohttp import ClientSession

from cafe.core.kernel.access import Access
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments.bank_keys import KeyStore
from cafe.core.money.payments.errors import InvalidSignatureError, MissingInvoiceIdError, ProviderError
from cafe.core.money.payments.port import (
    LIST_PATIENCE,
    MAX_AMOUNT,
    PATIENCE,
    REFUND_PATIENCE,
    CreatedInvoice,
    InvoiceLine,
    InvoiceReport,
    InvoiceRequest,
    InvoiceStatus,
    ListedPayment,
    PayWay,
    RefundReport,
    RefundRequest,
    RefundStatus,
)
from cafe.providers.http import MAX_LIST, Answer, Calls, JsonApi

if TYPE_CHECKING:
    from cafe.providers.bank_key import BankKey

_STATUSES = {
    "processing": InvoiceStatus.PROCESSING,
    "hold": InvoiceStatus.HELD,
    "success": InvoiceStatus.PAID,
    "failure": InvoiceStatus.FAILED,
    "reversed": InvoiceStatus.REVERSED,
    "expired": InvoiceStatus.EXPIRED,
}
_REFUND_STATUSES = {
    "processing": RefundStatus.PROCESSING,
    "success": RefundStatus.DONE,
    "failure": RefundStatus.REFUSED,
}
_NOT_NOW = {401, 403, 408, 425, 429}
"""Statuses of a refund request that was not accepted: a wrong token, too many requests."""
_BUSY = "ORDER_IN_PROGRESS"
"""The code of a refund that was not accepted because another operation on the payment is running."""
_REFUSED = {400, 401, 403}
_SERVER_ERROR = 500
_REFUSALS = {"CANCEL_NOT_AVAILABLE"}
"""Codes that are final although sent with a server error."""
_HRYVNIA = 980
_CURRENCIES = {_HRYVNIA: "UAH", 840: "USD", 978: "EUR", 985: "PLN", 826: "GBP"}
_MAX_NAME = 128
_APP_URL = re.compile(r"(https|monobank)://[!-~]{1,500}")
"""App links that are safe in a header and on a guest's phone."""


class Monobank:
    """The provider `monobank`. Whole UAH are converted to kopiykas here only."""

    name = ProviderName.MONOBANK
    ways = (PayWay.CARD, PayWay.APPLE_PAY, PayWay.GOOGLE_PAY, PayWay.MONOBANK)

    def __init__(
        self,
        session: ClientSession,
        *,
        token: str | None,
        base_url: str,
        calls: Calls | None = None,
        keys: KeyStore | None = None,
    ) -> None:
        """`keys` stores the bank's public key; None: in this process only."""
        self._token = token
        self._api = JsonApi(
            session, base_url, name="monobank", error=ProviderError, secrets=(token or "",), calls=calls
        )
        self._keys = keys

    @cached_property
    def _key(self) -> "BankKey":
        """The bank's key, loaded with the first signature: its cryptography takes 7 MB."""
        from cafe.providers.bank_key import BankKey, MemoryKeys  # noqa: PLC0415 - see above

        return BankKey(self._fetch_key, self._keys or MemoryKeys(self._api.clock))

    @property
    def is_configured(self) -> bool:
        """Whether a token is configured."""
        return bool(self._token)

    async def check_access(self) -> Access:
        """Request the shop's details."""
        answer = await self._send("GET", "/api/merchant/details")
        if answer.is_ok and isinstance(answer["merchantId"], str):
            return Access(is_accepted=True, ahead=answer.ahead)
        failure = self._api.failure(answer, "errCode", "errText")
        if answer.status in _REFUSED:
            return Access(is_accepted=False, ahead=answer.ahead, reason=str(failure))
        raise failure

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Create a payment page. The API has no idempotency keys, so this is never retried automatically."""
        answer = await self._call("POST", "/api/merchant/invoice/create", json=_invoice(request))
        invoice_id, page_url = answer["invoiceId"], answer["pageUrl"]
        if not (_is_text(invoice_id) and _is_text(page_url) and re.match(r"https?://", page_url)):
            raise ProviderError(self._api.error_text("no invoice in the answer"))
        app_url = answer["appUrl"]
        is_app_url = isinstance(app_url, str) and _APP_URL.fullmatch(app_url)
        return CreatedInvoice(invoice_id, page_url, app_url if is_app_url else None)

    async def get_invoice(self, invoice_id: str, *, seconds: float = PATIENCE) -> InvoiceReport:
        """Request the status of an invoice."""
        query = {"invoiceId": invoice_id}
        answer = await self._call("GET", "/api/merchant/invoice/status", seconds=seconds, query=query)
        if answer["invoiceId"] not in (invoice_id, None) or not _is_text(answer["status"]):
            raise ProviderError(self._api.error_text("no status of that invoice in the answer"))
        return _report(answer.body | {"invoiceId": invoice_id})

    async def list_payments(self, since: datetime, until: datetime) -> list[ListedPayment]:
        """Request the statement, including other shops of the merchant; an empty one may lack `list`."""
        query = {"from": str(int(since.timestamp())), "to": str(int(until.timestamp()))}
        path = "/api/merchant/statement"
        answer = await self._call("GET", path, seconds=LIST_PATIENCE, query=query, most=MAX_LIST)
        listed = answer["list"]
        if answer.body in ({}, {"list": None}):
            return []
        lines = [_listed(line) for line in listed] if isinstance(listed, list) else [None]
        known = [line for line in lines if line is not None]
        if len(known) < len(lines):
            raise ProviderError(self._api.error_text("no statement in the answer"))
        return known

    async def withdraw_invoice(self, invoice_id: str) -> bool:
        """Remove an unpaid invoice; the bank refuses if it is paid or no longer exists.

        The bank sends nothing or an object. Anything else, such as a proxy's page, is not its response.
        """
        answer = await self._call("POST", "/api/merchant/invoice/remove", json={"invoiceId": invoice_id})
        if answer.text.strip() and not isinstance(answer.body, dict):
            raise ProviderError(self._api.error_text("no answer to the removal"))
        return True

    async def capture(self, invoice_id: str, amount: int, lines: tuple[InvoiceLine, ...]) -> str | None:
        """Finalize a hold, perhaps for less."""
        body: dict[str, object] = {"invoiceId": invoice_id, "amount": amount}
        if lines:
            body["items"] = [_good(line) for line in lines]
        return await self._end_hold("/api/merchant/invoice/finalize", body)

    async def release(self, invoice_id: str, amount: int) -> str | None:  # noqa: ARG002 - a hold is released as a whole
        """Cancel a hold. Without a sum, all of it is cancelled."""
        return await self._end_hold("/api/merchant/invoice/cancel", {"invoiceId": invoice_id})

    async def _end_hold(self, path: str, body: dict[str, object]) -> str | None:
        answer = await self._send("POST", path, seconds=REFUND_PATIENCE, json=body)
        status = _REFUND_STATUSES.get(str(answer["status"])) if answer.is_ok else None
        if status is not None:
            return "failure" if status is RefundStatus.REFUSED else None
        if answer.status in _NOT_NOW or answer["errCode"] == _BUSY or not _is_final(answer):
            raise self._api.failure(answer, "errCode", "errText")
        return str(answer["errText"] or answer["errCode"])[:200]

    async def refund(self, request: RefundRequest) -> RefundReport:
        """Cancel a payment or a part of it. The bank stores our reference as `extRef`."""
        body = _cancellation(request)
        answer = await self._send("POST", "/api/merchant/invoice/cancel", seconds=REFUND_PATIENCE, json=body)
        status = _REFUND_STATUSES.get(str(answer["status"])) if answer.is_ok else None
        if status is not None:
            return RefundReport(status, request.reference, request.amount)
        failure = self._api.failure(answer, "errCode", "errText")
        if answer.status in _NOT_NOW or answer["errCode"] == _BUSY:
            return RefundReport(RefundStatus.POSTPONED, reason=str(failure))
        if not _is_final(answer):
            raise failure
        return RefundReport(RefundStatus.REFUSED, reason=str(answer["errText"] or answer["errCode"])[:200])

    async def get_refund(self, request: RefundRequest) -> RefundReport:
        """Find a refund in the payment's `cancelList`, by our reference; without one, by its amount.

        A listed refund without a reference may have been made in the bank's dashboard.
        """
        report = await self.get_invoice(request.invoice_id)
        if found := next((one for one in report.refunds if one.reference == request.reference), None):
            return found
        if report.status is InvoiceStatus.REVERSED:
            return RefundReport(RefundStatus.DONE, request.reference, request.amount)
        nameless = [one for one in report.refunds if not one.reference and one.amount == request.amount]
        is_more = (report.returned or 0) >= request.returned_before + request.amount
        if nameless and is_more:
            return RefundReport(RefundStatus.DONE, request.reference, request.amount)
        return RefundReport(RefundStatus.NOT_FOUND)

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:
        """Verify `X-Sign` of the raw bytes before parsing them.

        Raises:
            InvalidSignatureError: the signature is missing, malformed or not the bank's.
            MissingInvoiceIdError: signed, but not JSON, not an object or without `invoiceId`.
        """
        signature = next((value for name, value in headers.items() if name.lower() == "x-sign"), "")
        if not await self._key.has_signed(body, signature):
            raise InvalidSignatureError
        try:
            payload = orjson.loads(body)
        except orjson.JSONDecodeError:
            raise MissingInvoiceIdError from None
        if not isinstance(payload, dict) or not _is_text(payload.get("invoiceId")):
            raise MissingInvoiceIdError
        return _report(payload)

    async def _fetch_key(self) -> str:
        """Fetch the public key as published: a PEM text in base64."""
        answer = await self._call("GET", "/api/merchant/pubkey", seconds=5)
        if not _is_text(answer["key"]):
            raise ProviderError(self._api.error_text("no key in the answer"))
        return str(answer["key"])

    async def _call(self, method: str, path: str, *, seconds: float = PATIENCE, **options: Any) -> Answer:
        answer = await self._send(method, path, seconds=seconds, **options)
        if not answer.is_ok:
            raise self._api.failure(answer, "errCode", "errText")
        return answer

    async def _send(self, method: str, path: str, *, seconds: float = PATIENCE, **options: Any) -> Answer:
        if not self._token:
            raise ProviderError("monobank: no token is configured")
        return await self._api.call(method, path, seconds=seconds, headers={"X-Token": self._token}, **options)


def _invoice(request: InvoiceRequest) -> dict[str, object]:
    """Return the body of `invoice/create`; the basket adds up to the amount."""
    payment_info: dict[str, object] = {
        "reference": request.reference,
        "destination": request.description,
        "basketOrder": [
            _good(line) | {"total": line.total * 100, "unit": line.fiscal.unit or "шт."} for line in request.lines
        ],
    }
    if request.discount:
        payment_info["discounts"] = [{"type": "DISCOUNT", "mode": "VALUE", "value": request.discount * 100}]
    return {
        "amount": request.total * 100,
        "ccy": _HRYVNIA,
        "merchantPaymInfo": payment_info,
        "redirectUrl": request.redirect_url,
        "webHookUrl": request.webhook_url,
        "validity": int(request.valid_for.total_seconds()),
        "paymentType": "hold" if request.is_hold else "debit",
        "withAppUrl": True,
    }


def _cancellation(request: RefundRequest) -> dict[str, object]:
    """Return the body of `invoice/cancel`; the bank's own fiscal return needs items that add up to the amount."""
    body: dict[str, object] = {
        "invoiceId": request.invoice_id,
        "extRef": request.reference,
        "amount": request.amount,
    }
    if request.lines:
        body["items"] = [_good(line) for line in request.lines]
    return body


def _good(line: InvoiceLine) -> dict[str, object]:
    """Return goods as the bank's own receipt has them; it knows tax groups by their numbers alone."""
    good = {"name": line.name[:_MAX_NAME], "qty": line.quantity, "sum": line.price * 100, "code": line.code}
    told = {key: text for key in ("uktzed", "barcode") if (text := getattr(line.fiscal, key))}
    tax = line.fiscal.tax
    return good | told | ({"tax": [int(tax.code)]} if tax is not None and tax.code.isdecimal() else {})


def _is_final(answer: Answer) -> bool:
    """Whether an error response is final: the bank has understood the request and refuses it."""
    return isinstance(answer["errCode"], str) and (
        400 <= answer.status < _SERVER_ERROR or answer["errCode"] in _REFUSALS  # noqa: PLR2004 - HTTP's classes
    )


def _listed(line: object) -> ListedPayment | None:
    """Parse a line of the statement; None if it is invalid. Data about the payer's card is ignored."""
    if not isinstance(line, dict):
        return None
    invoice_id, status, currency = line.get("invoiceId"), line.get("status"), _currency(line.get("ccy"))
    amount, profit, at = (
        _kopiykas(line.get("amount")),
        _kopiykas(line.get("profitAmount")),
        _parse_time(line.get("date")),
    )
    returned = _sum_cancelled(line.get("cancelList") or [])
    if not (_is_text(invoice_id) and isinstance(status, str)) or amount is None or at is None:
        return None
    if currency is None or returned is None:
        return None
    return ListedPayment(
        invoice_id=str(invoice_id),
        status=_STATUSES.get(status, InvoiceStatus.PENDING),
        amount=amount,
        currency=currency,
        at=at,
        reference=line["reference"] if _is_text(line.get("reference")) else None,
        fee=None if profit is None else amount - profit,
        returned=returned,
    )


def _sum_cancelled(listed: object) -> int | None:
    """Sum the cancellations in a statement, which lists completed ones; None if they are invalid."""
    cancelled = listed if isinstance(listed, list) else [None]
    amounts = [_kopiykas(one.get("amount")) if isinstance(one, dict) else None for one in cancelled]
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None


def _currency(code: object) -> str | None:
    return _CURRENCIES.get(code, str(code)) if isinstance(code, int) else None


def _report(payload: dict[str, Any]) -> InvoiceReport:
    status, amount, returned = _read_amounts(payload)
    return InvoiceReport(
        invoice_id=payload["invoiceId"],
        status=status,
        amount=amount,
        currency=_currency(payload.get("ccy")),
        reference=payload["reference"] if _is_text(payload.get("reference")) else None,
        reason=payload["failureReason"] if _is_text(payload.get("failureReason")) else None,
        changed_at=_parse_time(payload.get("modifiedDate")),
        returned=returned,
        refunds=_refunds(payload),
    )


def _read_amounts(payload: dict[str, Any]) -> tuple[InvoiceStatus, int | None, int | None]:
    """Return an invoice's status, what was charged, and what was returned of it: REVERSED if that is all of it.

    `finalAmount` shrinks with every refund, and of a hold it is what was captured less what was returned.
    """
    text, amount, final = payload.get("status"), _kopiykas(payload.get("amount")), _kopiykas(payload.get("finalAmount"))
    status = _STATUSES.get(text, InvoiceStatus.PENDING) if isinstance(text, str) else InvoiceStatus.PENDING
    if status not in {InvoiceStatus.PAID, InvoiceStatus.REVERSED}:
        return status, amount, None
    returned = sum(one.amount or 0 for one in _refunds(payload) if one.status is RefundStatus.DONE)
    if status is InvoiceStatus.PAID and final is not None:
        amount = final if not returned or amount is None else min(amount, final + returned)
    elif not returned and amount and final and final < amount:
        returned = amount - final
    if not returned or amount is None:
        return status, amount, None
    return (InvoiceStatus.REVERSED if returned >= amount else InvoiceStatus.PAID), amount, returned


def _refunds(payload: dict[str, Any]) -> tuple[RefundReport, ...]:
    listed = payload.get("cancelList")
    return tuple(
        RefundReport(
            _REFUND_STATUSES.get(str(one.get("status")), RefundStatus.PROCESSING),
            one["extRef"] if _is_text(one.get("extRef")) else "",
            _kopiykas(one.get("amount")),
        )
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, dict)
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _kopiykas(value: object) -> int | None:
    """Return an amount in kopiykas; None if the value is not an amount."""
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_AMOUNT else None


def _parse_time(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
