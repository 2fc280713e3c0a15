"""LiqPay: payment pages by a signed link, status requests, form callbacks signed with the private key."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlencode

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
from cafe.providers.http import JsonApi

_VERSION = 3
_STATUSES = {
    "success": InvoiceStatus.PAID,
    "wait_accept": InvoiceStatus.PAID,  # the money is taken, the shop's own verification is under way
    "wait_compensation": InvoiceStatus.PAID,  # likewise, settled once a day
    "failure": InvoiceStatus.FAILED,
    "error": InvoiceStatus.FAILED,
    "try_again": InvoiceStatus.FAILED,
    "reversed": InvoiceStatus.REVERSED,
}


class LiqPay:
    """The provider `liqpay`. Our reference is its `order_id`, and so the invoice's id."""

    name = ProviderName.LIQPAY

    def __init__(
        self,
        session: ClientSession,
        *,
        public_key: str | None,
        private_key: str | None,
        base_url: str,
        now: Callable[[], datetime],
    ) -> None:
        self._public_key = public_key or ""
        self._private_key = private_key or ""
        self._base_url = base_url.rstrip("/")
        self._now = now
        self._api = JsonApi(session, base_url, name="liqpay", error=ProviderError, secrets=(self._private_key,))
        # In test mode nobody pays, so only a key that is a test key may call that paid.
        is_test = self._public_key.startswith("sandbox_")
        self._statuses = _STATUSES | ({"sandbox": InvoiceStatus.PAID} if is_test else {})

    @property
    def is_configured(self) -> bool:
        """Whether both keys are there."""
        return bool(self._public_key and self._private_key)

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Make the link to a payment page; LiqPay learns of it when the payer opens it."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        expires = (self._now().astimezone(UTC) + INVOICE_VALIDITY).strftime("%Y-%m-%d %H:%M:%S")
        signed = self._sign(
            action="pay",
            amount=request.total,
            currency="UAH",
            description=request.description,
            order_id=request.reference,
            result_url=request.redirect_url,
            server_url=request.webhook_url,
            language=request.locale,
            expired_date=expires,
        )
        return CreatedInvoice(request.reference, f"{self._base_url}/api/3/checkout?{urlencode(signed)}")

    async def get_invoice(self, invoice_id: str) -> InvoiceReport:
        """Ask what became of a payment; one that nobody opened yet is pending."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        signed = self._sign(action="status", order_id=invoice_id)
        answer = await self._api.call("POST", "/api/request", form=signed)
        if answer["err_code"] == "payment_not_found":
            return InvoiceReport(invoice_id, InvoiceStatus.PENDING)
        if not answer.is_ok or answer["order_id"] != invoice_id:
            raise self._api.failure(answer, "err_code", "err_description")
        return self._report(answer.body)

    async def withdraw_invoice(self, invoice_id: str) -> bool:  # noqa: ARG002 - the port's
        """Say that a link cannot be called back; it expires by itself."""
        return False

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:  # noqa: ARG002 - the port's
        """Verify `signature` over the base64 text `data`, and only then look into it.

        Raises:
            InvalidSignatureError: the signature is missing or wrong.
            MissingInvoiceIdError: signed, but not JSON, not an object or without `order_id`.
        """
        try:
            fields = parse_qs(body.decode("ascii"), max_num_fields=20)
        except ValueError:
            raise InvalidSignatureError from None
        data, signature = fields.get("data", [""])[0], fields.get("signature", [""])[0]
        expected = self._signature(data)
        if not self.is_configured or not data or not hmac.compare_digest(expected.encode(), signature.encode()):
            raise InvalidSignatureError
        try:
            said = orjson.loads(base64.b64decode(data))
        except (binascii.Error, ValueError):
            raise MissingInvoiceIdError from None
        if not isinstance(said, dict) or not _text(said.get("order_id")):
            raise MissingInvoiceIdError
        return self._report(said)

    def _sign(self, **said: object) -> dict[str, str]:
        """Return the two form fields that every request consists of."""
        said |= {"public_key": self._public_key, "version": _VERSION}
        data = base64.b64encode(orjson.dumps(said)).decode()
        return {"data": data, "signature": self._signature(data)}

    def _signature(self, data: str) -> str:
        """Return LiqPay's signature of a base64 text; its scheme prescribes SHA-1."""
        signed = (self._private_key + data + self._private_key).encode()
        return base64.b64encode(hashlib.sha1(signed, usedforsecurity=False).digest()).decode()

    def _report(self, said: dict[str, Any]) -> InvoiceReport:
        return InvoiceReport(
            invoice_id=said["order_id"],
            status=self._statuses.get(_text(said.get("status")) or "", InvoiceStatus.PENDING),
            amount=_kopiykas(said.get("amount")),
            currency=_text(said.get("currency")),
            reference=said["order_id"],
            reason=_text(said.get("err_description")),
            changed_at=_moment(said.get("end_date")),
        )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _kopiykas(value: object) -> int | None:
    """Return the exact kopiykas of an amount in hryvnias, None when it is no amount."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        kopiykas = Decimal(str(value)) * 100
        return int(kopiykas) if abs(kopiykas) < MAX_AMOUNT and kopiykas == int(kopiykas) else None
    except (ArithmeticError, ValueError):
        return None


def _moment(value: object) -> datetime | None:
    """Return the moment of a count of milliseconds."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    try:
        return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None
