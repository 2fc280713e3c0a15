"""LiqPay: payment pages by signed links, status requests, and form callbacks signed with the private key."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlencode

import orjson
from aiohttp import ClientSession

from cafe.core.kernel.access import Access
from cafe.core.kernel.ids import ProviderName
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

_HASHES = {3: "sha1", 7: "sha3_256"}
"""The hash of the signature by protocol version."""
_STATUSES = {
    "success": InvoiceStatus.PAID,
    "wait_accept": InvoiceStatus.PAID,  # the money is charged, the shop is still being verified
    "wait_compensation": InvoiceStatus.PAID,  # the money is charged, payout is once a day
    "failure": InvoiceStatus.FAILED,
    "error": InvoiceStatus.FAILED,
    "try_again": InvoiceStatus.FAILED,
    "reversed": InvoiceStatus.REVERSED,
    "hold_wait": InvoiceStatus.HELD,
}
_IN_PROGRESS = {
    "prepared",
    "processing",
    "cash_wait",
    "invoice_wait",
    "wait_card",
    "wait_lc",
    "wait_reserve",
    "wait_secure",
}
"""Plus all statuses that wait for the payer's confirmation, such as `otp_verify`."""
_REFUND_REFUSALS = {"error", "failure", "try_again"}
_PAYING = {"pay", "hold", None}
"""Types of listed operations that bring money; others are subscriptions, donations, card checks."""
_NO_PAYMENT = "cafe-check"
_NOT_NOW = {408, 425, 429}
"""Statuses of a refund request that was not accepted."""


class LiqPay:
    """The provider `liqpay`. Our reference is its `order_id` and also the invoice id."""

    name = ProviderName.LIQPAY
    ways = (PayWay.CARD, PayWay.APPLE_PAY, PayWay.GOOGLE_PAY, PayWay.PRIVAT24)

    def __init__(
        self,
        session: ClientSession,
        *,
        public_key: str | None,
        private_key: str | None,
        base_url: str,
        version: int = 3,
        calls: Calls | None = None,
    ) -> None:
        """`version` is the protocol's, 3 or 7, which differ in the signature."""
        self._version = version
        self._public_key = public_key or ""
        self._private_key = private_key or ""
        self._base_url = base_url.rstrip("/")
        self._api = JsonApi(
            session, base_url, name="liqpay", error=ProviderError, secrets=(self._private_key,), calls=calls
        )
        # In test mode nobody really pays, so `sandbox` counts as paid only with a test key.
        is_test = self._public_key.startswith("sandbox_")
        self._statuses = _STATUSES | ({"sandbox": InvoiceStatus.PAID} if is_test else {})

    @property
    def is_configured(self) -> bool:
        """Whether both keys are configured."""
        return bool(self._public_key and self._private_key)

    async def check_access(self) -> Access:
        """Request a payment that does not exist; only valid keys get that answer."""
        answer = await self._api.call("POST", "/api/request", form=self._sign(action="status", order_id=_NO_PAYMENT))
        if answer["err_code"] == "payment_not_found" or (answer.is_ok and answer["order_id"] == _NO_PAYMENT):
            return Access(is_accepted=True, ahead=answer.ahead)
        failure = self._api.failure(answer, "err_code", "err_description")
        if isinstance(answer["err_code"], str):
            return Access(is_accepted=False, ahead=answer.ahead, reason=str(failure))
        raise failure

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Build the link to a payment page without a call; LiqPay knows it once the payer opens it."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        expires = (self._api.clock.now().astimezone(UTC) + request.valid_for).strftime("%Y-%m-%d %H:%M:%S")
        signed = self._sign(
            action="hold" if request.is_hold else "pay",
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

    async def get_invoice(self, invoice_id: str, *, seconds: float = PATIENCE) -> InvoiceReport:
        """Request the status of a payment; one whose page was never opened is pending."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        answer = await self._request_status(invoice_id, seconds)
        if answer["err_code"] == "payment_not_found":
            return InvoiceReport(invoice_id, InvoiceStatus.PENDING)
        return self._report(answer.body)

    async def list_payments(self, since: datetime, until: datetime) -> list[ListedPayment]:
        """Request the archive of payments. It shows a refund only if all of the payment was returned."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        signed = self._sign(
            action="reports",
            date_from=int(since.timestamp()) * 1000,
            date_to=int(until.timestamp()) * 1000,
            resp_format="json",
        )
        answer = await self._api.call("POST", "/api/request", seconds=LIST_PATIENCE, form=signed, most=MAX_LIST)
        listed = answer["data"]
        if not answer.is_ok or not isinstance(listed, list):
            raise self._api.failure(answer, "err_code", "err_description")
        lines = [self._listed(line) for line in listed if not _is_other(line)]
        known = [line for line in lines if line is not None]
        if len(known) < len(lines):
            raise ProviderError(self._api.error_text("a line of the list cannot be read"))
        return known

    async def withdraw_invoice(self, invoice_id: str) -> bool:  # noqa: ARG002 - part of the protocol
        """Return False: a link cannot be withdrawn, it expires by itself."""
        return False

    async def capture(
        self,
        invoice_id: str,
        amount: int,
        lines: tuple[InvoiceLine, ...],  # noqa: ARG002 - part of the protocol
    ) -> str | None:
        """Complete a hold, perhaps for less."""
        return await self._end_hold("hold_completion", invoice_id, amount)

    async def release(self, invoice_id: str, amount: int) -> str | None:
        """Release a hold, which LiqPay treats as a refund."""
        return await self._end_hold("refund", invoice_id, amount)

    async def _end_hold(self, action: str, invoice_id: str, amount: int) -> str | None:
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        signed = self._sign(action=action, order_id=invoice_id, amount=_hryvnias(amount))
        answer = await self._api.call("POST", "/api/request", seconds=REFUND_PATIENCE, form=signed)
        if not answer.is_ok or not isinstance(answer["status"], str):
            raise self._api.failure(answer, "err_code", "err_description")
        return _refusal(answer) if answer["status"] in _REFUND_REFUSALS else None

    async def refund(self, request: RefundRequest) -> RefundReport:
        """Refund a payment. LiqPay has no reference for refunds, so a repetition would be a second refund."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        signed = self._sign(action="refund", order_id=request.invoice_id, amount=_hryvnias(request.amount))
        answer = await self._api.call("POST", "/api/request", seconds=REFUND_PATIENCE, form=signed)
        if answer.status in _NOT_NOW:
            return RefundReport(RefundStatus.POSTPONED, reason=str(self._api.failure(answer)))
        if not answer.is_ok or not isinstance(answer["status"], str):
            raise self._api.failure(answer, "err_code", "err_description")
        if answer["status"] in _REFUND_REFUSALS:
            return RefundReport(RefundStatus.REFUSED, reason=_refusal(answer))
        is_waiting = str(answer["wait_amount"]).lower() == "true" or answer["status"] in _IN_PROGRESS
        return RefundReport(RefundStatus.PROCESSING if is_waiting else RefundStatus.DONE, amount=request.amount)

    async def get_refund(self, request: RefundRequest) -> RefundReport:
        """Compare the returned sum in the payment's status with the sum returned before."""
        if not self.is_configured:
            raise ProviderError("liqpay: no keys are configured")
        answer = await self._request_status(request.invoice_id)
        if answer["order_id"] != request.invoice_id:
            return RefundReport(RefundStatus.UNCLEAR)
        report = self._report(answer.body)
        if report.status is InvoiceStatus.REVERSED:
            return RefundReport(RefundStatus.DONE, amount=request.amount)
        if answer["status"] == "wait_reserve":
            return RefundReport(RefundStatus.PROCESSING)
        if report.status is not InvoiceStatus.PAID:
            return RefundReport(RefundStatus.UNCLEAR)
        if report.returned is not None and report.returned >= request.returned_before + request.amount:
            return RefundReport(RefundStatus.DONE, amount=request.amount)
        # A payment returned as a whole would be `reversed`. For a part, it is certain only if the status states a sum.
        is_whole = request.returned_before + request.amount >= request.paid
        has_sum = report.returned is not None
        return RefundReport(RefundStatus.NOT_FOUND if is_whole or has_sum else RefundStatus.UNCLEAR)

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:  # noqa: ARG002 - part of the protocol
        """Verify `signature` of the base64 text `data` before parsing it.

        Raises:
            InvalidSignatureError: the signature is missing or wrong.
            MissingInvoiceIdError: signed, but not JSON, not an object, without `order_id` or, as our own payment links,
                without `status`.
        """
        try:
            fields = parse_qs(body.decode("ascii"), max_num_fields=20)
        except ValueError:
            raise InvalidSignatureError from None
        data, signature = fields.get("data", [""])[0], fields.get("signature", [""])[0]
        if not self.is_configured or not data or not self._has_signed(data, signature):
            raise InvalidSignatureError
        try:
            payload = orjson.loads(base64.b64decode(data))
        except (binascii.Error, ValueError):
            raise MissingInvoiceIdError from None
        if not (isinstance(payload, dict) and _text(payload.get("order_id")) and "status" in payload):
            raise MissingInvoiceIdError
        return self._report(payload)

    async def _request_status(self, invoice_id: str, seconds: float = PATIENCE) -> Answer:
        signed = self._sign(action="status", order_id=invoice_id)
        answer = await self._api.call("POST", "/api/request", seconds=seconds, form=signed)
        is_about_it = answer.is_ok and answer["order_id"] == invoice_id
        if not is_about_it and answer["err_code"] != "payment_not_found":
            raise self._api.failure(answer, "err_code", "err_description")
        return answer

    def _sign(self, **payload: object) -> dict[str, str]:
        """Return the two form fields of every request."""
        payload |= {"public_key": self._public_key, "version": self._version}
        data = base64.b64encode(orjson.dumps(payload)).decode()
        return {"data": data, "signature": self._signature(data, self._version)}

    def _signature(self, data: str, version: int) -> str:
        """Return LiqPay's signature of a base64 text."""
        signed = (self._private_key + data + self._private_key).encode()
        return base64.b64encode(hashlib.new(_HASHES[version], signed, usedforsecurity=False).digest()).decode()

    def _has_signed(self, data: str, signature: str) -> bool:
        """Whether LiqPay has signed it by either hash: for callbacks, its documents name one, its examples another."""
        return any(hmac.compare_digest(self._signature(data, each).encode(), signature.encode()) for each in _HASHES)

    def _read_status(self, status: str) -> InvoiceStatus:
        if status in _IN_PROGRESS or status.endswith("_verify"):
            return InvoiceStatus.PROCESSING
        return self._statuses.get(status, InvoiceStatus.PENDING)

    def _listed(self, line: object) -> ListedPayment | None:
        """Parse a line of the archive; None if it is invalid. Data about the payer is ignored."""
        if not isinstance(line, dict):
            return None
        order_id, amount, currency = line.get("order_id"), _kopiykas(line.get("amount")), _text(line.get("currency"))
        at = _parse_time(line.get("end_date")) or _parse_time(line.get("create_date"))
        if not _text(order_id) or amount is None or currency is None or at is None:
            return None
        status, returned = self._read_status(_text(line.get("status")) or ""), _kopiykas(line.get("refund_amount"))
        return ListedPayment(
            invoice_id=str(order_id),
            status=status,
            amount=amount,
            currency=currency,
            at=at,
            reference=str(order_id),
            fee=_kopiykas(line.get("receiver_commission")),
            returned=amount if status is InvoiceStatus.REVERSED else returned,
        )

    def _report(self, payload: dict[str, Any]) -> InvoiceReport:
        """Parse a status; a partly refunded payment counts as paid."""
        status, amount = self._read_status(_text(payload.get("status")) or ""), _kopiykas(payload.get("amount"))
        is_over = status in {InvoiceStatus.PAID, InvoiceStatus.REVERSED}
        returned = _kopiykas(payload.get("refund_amount")) if is_over else None
        if returned and amount:
            status = InvoiceStatus.REVERSED if returned >= amount else InvoiceStatus.PAID
        return InvoiceReport(
            invoice_id=payload["order_id"],
            status=status,
            amount=amount,
            currency=_text(payload.get("currency")),
            reference=payload["order_id"],
            reason=_text(payload.get("err_description")),
            changed_at=_parse_time(payload.get("end_date")),
            returned=returned,
        )


def _is_other(line: object) -> bool:
    return isinstance(line, dict) and line.get("action") not in _PAYING


def _refusal(answer: Answer) -> str:
    return str(answer["err_description"] or answer["err_code"] or answer["status"])[:200]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _hryvnias(kopiykas: int) -> float | int:
    """Format an amount for LiqPay: exact, since two decimals survive a float."""
    whole, rest = divmod(kopiykas, 100)
    return kopiykas / 100 if rest else whole


def _kopiykas(value: object) -> int | None:
    """Convert an amount in hryvnias to exact kopiykas; None if it is not an amount."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        kopiykas = Decimal(str(value)) * 100
        return int(kopiykas) if abs(kopiykas) < MAX_AMOUNT and kopiykas == int(kopiykas) else None
    except (ArithmeticError, ValueError):
        return None


def _parse_time(value: object) -> datetime | None:
    """Parse a timestamp in milliseconds."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    try:
        return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None
