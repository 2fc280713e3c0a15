"""monobank acquiring: invoices over its HTTP API, and webhooks signed by the bank."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from aiohttp import ClientSession

from cafe.core.kernel.errors import InvalidSignatureError, MissingInvoiceIdError, ProviderError
from cafe.core.kernel.ids import ProviderName
from cafe.core.payments.bank_keys import KeyStore
from cafe.core.payments.port import (
    INVOICE_VALIDITY,
    MAX_AMOUNT,
    CreatedInvoice,
    InvoiceReport,
    InvoiceRequest,
    InvoiceStatus,
)
from cafe.providers.bank_key import BankKey
from cafe.providers.http import Answer, Calls, JsonApi

_STATUSES = {
    "processing": InvoiceStatus.PROCESSING,
    "hold": InvoiceStatus.PROCESSING,
    "success": InvoiceStatus.PAID,
    "failure": InvoiceStatus.FAILED,
    "reversed": InvoiceStatus.REVERSED,
    "expired": InvoiceStatus.EXPIRED,
}
_HRYVNIA = 980
_CURRENCIES = {_HRYVNIA: "UAH", 840: "USD", 978: "EUR", 985: "PLN", 826: "GBP"}
_MAX_NAME = 128


class Monobank:
    """The provider `monobank`. Only here whole UAH are converted to kopiykas."""

    name = ProviderName.MONOBANK

    def __init__(
        self,
        session: ClientSession,
        *,
        token: str | None,
        base_url: str,
        calls: Calls | None = None,
        keys: KeyStore | None = None,
    ) -> None:
        """`keys` keeps the bank's public key; in this process alone if it is None."""
        self._token = token
        self._api = JsonApi(
            session, base_url, name="monobank", error=ProviderError, secrets=(token or "",), calls=calls
        )
        self._key = BankKey(self._fetch_key, keys)

    @property
    def is_configured(self) -> bool:
        """Whether a token is configured."""
        return bool(self._token)

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Create a payment page. The API has no idempotency keys, so this is never retried automatically."""
        answer = await self._call("POST", "/api/merchant/invoice/create", json=_invoice(request))
        invoice_id, page_url = answer["invoiceId"], answer["pageUrl"]
        if not (_is_text(invoice_id) and _is_text(page_url) and re.match(r"https?://", page_url)):
            raise ProviderError(self._api.error_text("no invoice in the answer"))
        return CreatedInvoice(invoice_id, page_url)

    async def get_invoice(self, invoice_id: str) -> InvoiceReport:
        """Request the status of an invoice."""
        answer = await self._call("GET", "/api/merchant/invoice/status", query={"invoiceId": invoice_id})
        if answer["invoiceId"] not in (invoice_id, None) or not _is_text(answer["status"]):
            raise ProviderError(self._api.error_text("no status of that invoice in the answer"))
        return _report(answer.body | {"invoiceId": invoice_id})

    async def withdraw_invoice(self, invoice_id: str) -> bool:
        """Remove an unpaid invoice; the bank refuses if it is paid or no longer exists.

        It answers with nothing, or an object. Anything else, such as some proxy's page, is not the bank's word.
        """
        answer = await self._call("POST", "/api/merchant/invoice/remove", json={"invoiceId": invoice_id})
        if answer.text.strip() and not isinstance(answer.body, dict):
            raise ProviderError(self._api.error_text("no answer to the removal"))
        return True

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

    async def _call(self, method: str, path: str, *, seconds: float = 10, **options: Any) -> Answer:
        if not self._token:
            raise ProviderError("monobank: no token is configured")
        answer = await self._api.call(method, path, seconds=seconds, headers={"X-Token": self._token}, **options)
        if not answer.is_ok:
            raise self._api.failure(answer, "errCode", "errText")
        return answer


def _invoice(request: InvoiceRequest) -> dict[str, object]:
    """Return the body of `invoice/create`; the basket adds up to the amount."""
    payment_info: dict[str, object] = {
        "reference": request.reference,
        "destination": request.description,
        "basketOrder": [
            {
                "name": line.name[:_MAX_NAME],
                "qty": line.quantity,
                "sum": line.price * 100,
                "total": line.total * 100,
                "unit": "шт.",
                "code": line.code,
            }
            for line in request.lines
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
        "validity": int(INVOICE_VALIDITY.total_seconds()),
        "paymentType": "debit",
    }


def _report(payload: dict[str, Any]) -> InvoiceReport:
    status, currency = payload.get("status"), payload.get("ccy")
    final = payload.get("finalAmount")
    return InvoiceReport(
        invoice_id=payload["invoiceId"],
        status=_STATUSES.get(status, InvoiceStatus.PENDING) if isinstance(status, str) else InvoiceStatus.PENDING,
        amount=_kopiykas(final) if final is not None else _kopiykas(payload.get("amount")),
        currency=_CURRENCIES.get(currency, str(currency)) if isinstance(currency, int) else None,
        reference=payload["reference"] if _is_text(payload.get("reference")) else None,
        reason=payload["failureReason"] if _is_text(payload.get("failureReason")) else None,
        changed_at=_parse_time(payload.get("modifiedDate")),
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
