"""monobank acquiring: invoices over its HTTP interface, webhooks signed with its published key."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from aiohttp import ClientSession

from cafe.core.errors import InvalidSignatureError, MissingInvoiceIdError, ProviderError
from cafe.core.ports import (
    INVOICE_VALIDITY,
    MAX_AMOUNT,
    CreatedInvoice,
    InvoiceReport,
    InvoiceRequest,
    InvoiceStatus,
    ProviderName,
)
from cafe.providers.bank_key import BankKey
from cafe.providers.http import Answer, JsonApi

_STATUSES = {
    "success": InvoiceStatus.PAID,
    "failure": InvoiceStatus.FAILED,
    "reversed": InvoiceStatus.REVERSED,
    "expired": InvoiceStatus.EXPIRED,
}
_HRYVNIA = 980
_CURRENCIES = {_HRYVNIA: "UAH", 840: "USD", 978: "EUR", 985: "PLN", 826: "GBP"}
_MAX_NAME = 128


class Monobank:
    """The provider `monobank`. Whole UAH become kopiykas here and nowhere else."""

    name = ProviderName.MONOBANK

    def __init__(self, session: ClientSession, *, token: str | None, base_url: str) -> None:
        self._token = token
        self._api = JsonApi(session, base_url, name="monobank", error=ProviderError, secrets=(token or "",))
        self._key = BankKey(self._fetch_key)

    @property
    def is_configured(self) -> bool:
        """Whether there is a token."""
        return bool(self._token)

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Ask for a payment page. The bank knows no idempotency key, so this is never repeated by itself."""
        answer = await self._call("POST", "/api/merchant/invoice/create", json=_invoice(request))
        invoice_id, page_url = answer["invoiceId"], answer["pageUrl"]
        if not (_is_text(invoice_id) and _is_text(page_url) and re.match(r"https?://", page_url)):
            raise ProviderError(self._api.told("no invoice in the answer"))
        return CreatedInvoice(invoice_id, page_url)

    async def get_invoice(self, invoice_id: str) -> InvoiceReport:
        """Ask what became of an invoice."""
        answer = await self._call("GET", "/api/merchant/invoice/status", query={"invoiceId": invoice_id})
        if answer["invoiceId"] not in (invoice_id, None) or not _is_text(answer["status"]):
            raise ProviderError(self._api.told("no status of that invoice in the answer"))
        return _report(answer.body | {"invoiceId": invoice_id})

    async def withdraw_invoice(self, invoice_id: str) -> bool:
        """Remove an unpaid invoice; the bank refuses for one that is paid or gone."""
        await self._call("POST", "/api/merchant/invoice/remove", json={"invoiceId": invoice_id})
        return True

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:
        """Verify `X-Sign` over the raw bytes, and only then look into them.

        Raises:
            InvalidSignatureError: the signature is missing, malformed or not the bank's.
            MissingInvoiceIdError: signed, but not JSON, not an object or without `invoiceId`.
        """
        signature = next((value for name, value in headers.items() if name.lower() == "x-sign"), "")
        if not await self._key.has_signed(body, signature):
            raise InvalidSignatureError
        try:
            said = orjson.loads(body)
        except orjson.JSONDecodeError:
            raise MissingInvoiceIdError from None
        if not isinstance(said, dict) or not _is_text(said.get("invoiceId")):
            raise MissingInvoiceIdError
        return _report(said)

    async def _fetch_key(self) -> str:
        """Return the published key as the bank gives it: base64 of a PEM text."""
        answer = await self._call("GET", "/api/merchant/pubkey", seconds=5)
        if not _is_text(answer["key"]):
            raise ProviderError(self._api.told("no key in the answer"))
        return str(answer["key"])

    async def _call(self, method: str, path: str, *, seconds: float = 10, **what: Any) -> Answer:
        if not self._token:
            raise ProviderError("monobank: no token is configured")
        answer = await self._api.call(method, path, seconds=seconds, headers={"X-Token": self._token}, **what)
        if not answer.is_ok:
            raise self._api.failure(answer, "errCode", "errText")
        return answer


def _invoice(request: InvoiceRequest) -> dict[str, object]:
    """Return the body of `invoice/create`; the basket adds up to the amount."""
    about: dict[str, object] = {
        "reference": request.reference,
        "destination": request.description,
        "basketOrder": [
            {
                "name": line.name[:_MAX_NAME],
                "qty": line.quantity,
                "sum": line.price * 100,
                "total": line.price * line.quantity * 100,
                "unit": "шт.",
                "code": line.code,
            }
            for line in request.lines
        ],
    }
    if request.discount:
        about["discounts"] = [{"type": "DISCOUNT", "mode": "VALUE", "value": request.discount * 100}]
    return {
        "amount": request.total * 100,
        "ccy": _HRYVNIA,
        "merchantPaymInfo": about,
        "redirectUrl": request.redirect_url,
        "webHookUrl": request.webhook_url,
        "validity": int(INVOICE_VALIDITY.total_seconds()),
        "paymentType": "debit",
    }


def _report(said: dict[str, Any]) -> InvoiceReport:
    status, currency = said.get("status"), said.get("ccy")
    final = said.get("finalAmount")
    return InvoiceReport(
        invoice_id=said["invoiceId"],
        status=_STATUSES.get(status, InvoiceStatus.PENDING) if isinstance(status, str) else InvoiceStatus.PENDING,
        amount=_whole(final) if final is not None else _whole(said.get("amount")),
        currency=_CURRENCIES.get(currency, str(currency)) if isinstance(currency, int) else None,
        reference=said["reference"] if _is_text(said.get("reference")) else None,
        reason=said["failureReason"] if _is_text(said.get("failureReason")) else None,
        changed_at=_moment(said.get("modifiedDate")),
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _whole(value: object) -> int | None:
    """Return kopiykas, None for what is no amount."""
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_AMOUNT else None


def _moment(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
