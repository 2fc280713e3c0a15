"""A fake of monobank acquiring: invoices, a pay page, signed webhooks, a key that can be rotated."""

import base64
import json
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Unpack

from aiohttp import web
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.fakes.payment_page import payment_page
from tests.fakes.service import Delivery, FakeService, Options
from tests.vendors import description

OPEN = ("created", "processing", "failure")
CARD = "444403******1902"
FEE = 13  # per mille
LONGEST_STATEMENT = 31 * 86_400
HOLD_LASTS = timedelta(days=9)


@dataclass(slots=True)
class MonobankRefund:
    """A cancellation as the bank keeps it; `ext_ref` is empty for one made in the dashboard."""

    amount: int
    ext_ref: str
    created_at: datetime
    status: str = "success"

    @property
    def told(self) -> dict[str, Any]:
        moment = self.created_at.strftime("%Y-%m-%dT%H:%M:%SZ")
        told = {"status": self.status, "amount": self.amount, "ccy": 980, "createdDate": moment, "modifiedDate": moment}
        return told | ({"extRef": self.ext_ref} if self.ext_ref else {})


@dataclass(slots=True)
class MonobankInvoice:
    """An invoice as the bank keeps it; `amount` in kopiykas."""

    id: str
    amount: int
    ccy: int
    reference: str
    destination: str
    basket: list[dict[str, Any]]
    redirect_url: str
    webhook_url: str
    created_at: datetime
    modified_at: datetime
    expires_at: datetime
    is_hold: bool = False
    held_at: datetime | None = None
    taken: int | None = None  # what was captured of a hold
    status: str = "created"
    error: tuple[str, str] | None = None
    done_at: datetime | None = None
    refunds: list[MonobankRefund] = field(default_factory=list)

    @property
    def paid(self) -> int:
        """What was taken, or will be on a page that holds nothing."""
        return self.taken or 0 if self.is_hold else self.amount

    @property
    def was_let_go(self) -> bool:
        """Whether it was held and never taken."""
        return self.is_hold and not self.taken and self.status == "reversed"

    @property
    def returned(self) -> int:
        """What went back."""
        return sum(refund.amount for refund in self.refunds if refund.status == "success")

    @property
    def left(self) -> int:
        """What can still go back."""
        return self.paid - sum(refund.amount for refund in self.refunds if refund.status != "failure")

    @property
    def line(self) -> dict[str, Any]:
        """Its line of the statement, where what went back is told beside the payment."""
        told: dict[str, Any] = {
            "invoiceId": self.id,
            "status": "success" if self.status == "reversed" else self.status,
            "maskedPan": CARD,
            "date": _told(self.done_at or self.modified_at),
            "paymentScheme": "full",
            "amount": self.paid or self.amount,
            "profitAmount": (self.paid or self.amount) - (self.paid or self.amount) * FEE // 1000,
            "ccy": self.ccy,
            "reference": self.reference,
            "destination": self.destination,
        }
        cancelled = [
            {"amount": refund.amount, "ccy": 980, "date": _told(refund.created_at), "maskedPan": CARD}
            for refund in self.refunds
            if refund.status == "success"
        ]
        if self.was_let_go:
            cancelled = [{"amount": self.amount, "ccy": 980, "date": _told(self.modified_at), "maskedPan": CARD}]
        return told | ({"cancelList": cancelled} if cancelled else {})

    @property
    def body(self) -> bytes:
        """The status answer, which is also the webhook's body: compact, Cyrillic unescaped."""
        told: dict[str, Any] = {
            "invoiceId": self.id,
            "status": self.status,
            "payMethod": "pan",
            "amount": self.amount,
            "ccy": self.ccy,
            "createdDate": self.created_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "modifiedDate": self.modified_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "reference": self.reference,
            "destination": self.destination,
        }
        if self.refunds:
            told["cancelList"] = [refund.told for refund in self.refunds]
        if self.status == "success":
            told["finalAmount"] = self.paid - self.returned
            told["paymentInfo"] = {
                "maskedPan": CARD,
                "paymentSystem": "visa",
                "paymentMethod": "pan",
                "terminal": "MI001088",
                "rrn": "060189181768",
            }
        if self.error is not None:
            told["errCode"], told["failureReason"] = self.error
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


class FakeMonobank(FakeService):
    """Gives `bank.invoices`, `await bank.pay(id)` and more."""

    description = description("monobank")
    token = "mono-test-token"

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.invoices: dict[str, MonobankInvoice] = {}
        self.refund_status = "success"  # how a refund that is taken stands at first
        self.unlisted: set[str] = set()  # payments that the statement leaves out
        self.lines: dict[
            str, dict[str, Any]
        ] = {}  # what the statement says otherwise of a payment, or of another shop's
        self.refused_refund: tuple[int, str] | None = None  # when set, refunds are answered with this status and code
        self.refused_finalize: tuple[int, str] | None = None  # the same of captures
        self.app_url: str | None = "https://mbnk.app/or/{id}"  # None where there is no app to lead to
        self._key = ec.generate_private_key(ec.SECP256R1())

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/merchant/invoice/create", self._create),
            web.get("/api/merchant/invoice/status", self._status),
            web.post("/api/merchant/invoice/remove", self._remove),
            web.post("/api/merchant/invoice/cancel", self._cancel),
            web.post("/api/merchant/invoice/finalize", self._finalize),
            web.get("/api/merchant/statement", self._statement),
            web.get("/api/merchant/pubkey", self._pubkey),
            web.get("/api/merchant/details", self._details),
            web.get("/pay/{id}", self._show),
            web.post("/pay/{id}", self._decide),
        ]

    # What a test or a person does.

    async def pay(self, invoice_id: str, *, settle: bool = True) -> None:
        """The payer pays, or has the sum held; with `settle`, wait until the webhooks are delivered or given up."""
        invoice = self.invoices[invoice_id]
        if invoice.is_hold:
            invoice.held_at = self._now()
        told = [self._change(invoice, "processing"), self._change(invoice, "hold" if invoice.is_hold else "success")]
        self.webhooks.post(told)
        if settle:
            await self.webhooks.settled()

    async def decline(self, invoice_id: str, *, settle: bool = True) -> None:
        """The payer's bank declines; the invoice may be tried again."""
        invoice = self.invoices[invoice_id]
        told = [self._change(invoice, "processing")]
        invoice.error = ("59", "Недостатньо коштів на картці")
        told.append(self._change(invoice, "failure"))
        self.webhooks.post(told)
        if settle:
            await self.webhooks.settled()

    async def refund(self, invoice_id: str, amount: int | None = None, *, settle: bool = True) -> None:
        """Somebody gives money back in the bank's dashboard, all that is left unless said otherwise."""
        invoice = self.invoices[invoice_id]
        if invoice.status == "hold":
            await self.end_hold(invoice_id, settle=settle)
            return
        if amount is None and not invoice.left:
            return
        refund = MonobankRefund(invoice.left if amount is None else amount, "", self._now())
        assert 0 < refund.amount <= invoice.left, "the bank gives back no more than was paid"
        invoice.refunds.append(refund)
        self.webhooks.post([self._change(invoice, self._status_after(invoice))])
        if settle:
            await self.webhooks.settled()

    async def finish_refunds(self, invoice_id: str, status: str = "success", *, settle: bool = True) -> None:
        """What the bank took and worked on ends."""
        invoice = self.invoices[invoice_id]
        for refund in invoice.refunds:
            if refund.status == "processing":
                refund.status = status
        self.webhooks.post([self._change(invoice, self._status_after(invoice))])
        if settle:
            await self.webhooks.settled()

    async def end_hold(self, invoice_id: str, status: str = "reversed", *, settle: bool = True) -> None:
        """A hold ends without having been captured: by its time, or by a hand in the dashboard."""
        self.webhooks.post([self._change(self.invoices[invoice_id], status)])
        if settle:
            await self.webhooks.settled()

    async def capture(self, invoice_id: str, amount: int | None = None, *, settle: bool = True) -> None:
        """Somebody finalizes a hold in the dashboard."""
        invoice = self.invoices[invoice_id]
        invoice.taken = invoice.amount if amount is None else amount
        self.webhooks.post([self._change(invoice, "success")])
        if settle:
            await self.webhooks.settled()

    def expire(self, invoice_id: str) -> None:
        """The validity runs out; the bank sends no webhook for it."""
        self._change(self.invoices[invoice_id], "expired")

    def rotate_key(self) -> None:
        """Sign with a new key from now on, and publish it."""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def sign(self, body: bytes) -> str:
        """Return the `X-Sign` of these bytes."""
        return base64.b64encode(self._key.sign(body, ec.ECDSA(hashes.SHA256()))).decode()

    # What the bank does.

    def _change(self, invoice: MonobankInvoice, status: str) -> Delivery:
        if invoice.status != status and status in {"success", "hold"} and invoice.done_at is None:
            invoice.done_at = self._now()
        invoice.status = status
        invoice.modified_at = max(self._now(), invoice.modified_at + timedelta(seconds=1))
        if status != "failure":
            invoice.error = None
        body = invoice.body
        self.describe_webhook(json.loads(body))
        headers = {"X-Sign": self.sign(body), "Content-Type": "application/json"}
        return Delivery(invoice.webhook_url, body, headers)

    def _refusal(self, status: int, code: str, text: str) -> web.Response:
        return web.json_response({"errCode": code, "errText": text}, status=status)

    def _is_stranger(self, request: web.Request) -> bool:
        return request.headers.get("X-Token") != self.token

    async def _details(self, request: web.Request) -> web.Response:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        return web.json_response({"merchantId": "12o4Vv7EWy", "merchantName": "ФОП Кав’ярня", "edrpou": "4242424242"})

    async def _create(self, request: web.Request) -> web.Response:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        wanted = await request.json()
        amount = wanted.get("amount")
        if not isinstance(amount, int) or amount <= 0:
            return self._refusal(400, "BAD_REQUEST", "invalid 'amount'")
        about = wanted.get("merchantPaymInfo", {})
        basket = about.get("basketOrder", [])
        if basket and _basket_total(about) != amount:
            return self._refusal(400, "INVALID_MERCHANT_PAYM_INFO", "basket total differs from amount")
        now = self._now()
        invoice_id = f"p2_{secrets.token_urlsafe(9)}"
        self.invoices[invoice_id] = MonobankInvoice(
            id=invoice_id,
            amount=amount,
            ccy=wanted.get("ccy", 980),
            reference=about.get("reference", ""),
            destination=about.get("destination", ""),
            basket=basket,
            redirect_url=wanted.get("redirectUrl", ""),
            webhook_url=wanted.get("webHookUrl", ""),
            created_at=now,
            modified_at=now,
            expires_at=now + timedelta(seconds=wanted.get("validity", 86400)),
            is_hold=wanted.get("paymentType") == "hold",
        )
        told = {"invoiceId": invoice_id, "pageUrl": f"{self.base_url}/pay/{invoice_id}"}
        if wanted.get("withAppUrl") and self.app_url is not None:
            told["appUrl"] = self.app_url.format(id=invoice_id)
        return web.json_response(told)

    async def _status(self, request: web.Request) -> web.Response:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        invoice = self.invoices.get(request.query.get("invoiceId", ""))
        if invoice is None:
            return self._refusal(404, "NOT_FOUND", "invoice not found")
        if invoice.status == "created" and invoice.expires_at < self._now():
            self.expire(invoice.id)
        self._end_old_hold(invoice)
        return web.Response(body=invoice.body, content_type="application/json")

    async def _remove(self, request: web.Request) -> web.Response:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        invoice = self.invoices.get((await request.json()).get("invoiceId", ""))
        if invoice is None:
            return self._refusal(404, "NOT_FOUND", "invoice not found")
        if invoice.status not in OPEN:
            return self._refusal(400, "BAD_REQUEST", "invoice cannot be removed")
        self.expire(invoice.id)
        return web.Response()

    async def _cancel(self, request: web.Request) -> web.Response:
        wanted = await request.json()
        invoice = self.invoices.get(wanted.get("invoiceId", ""))
        if invoice is not None and invoice.status == "hold" and not self._is_stranger(request):
            return await self._let_go(wanted, invoice)
        refusal = self._refuse_cancel(request, wanted, invoice)
        if refusal is not None or invoice is None:
            return refusal or self._refusal(404, "NOT_FOUND", "invoice not found")
        amount = wanted.get("amount", invoice.left)
        refund = MonobankRefund(amount, wanted.get("extRef", ""), self._now(), self.refund_status)
        invoice.refunds.append(refund)
        self.webhooks.post([self._change(invoice, self._status_after(invoice))])
        moment = self._now().strftime("%Y-%m-%dT%H:%M:%SZ")
        return web.json_response({"status": refund.status, "createdDate": moment, "modifiedDate": moment})

    async def _let_go(self, wanted: dict[str, Any], invoice: MonobankInvoice) -> web.Response:
        if self.refused_refund is not None:
            status, code = self.refused_refund
            return self._refusal(status, code, "Скасування неможливе")
        if wanted.get("amount", invoice.amount) != invoice.amount:
            return self._refusal(400, "HOLD_INVOICE_NOT_FINALIZED", "hold is not finalized")
        await self.end_hold(invoice.id, settle=False)
        moment = _told(self._now())
        return web.json_response({"status": "success", "createdDate": moment, "modifiedDate": moment})

    async def _finalize(self, request: web.Request) -> web.Response:
        wanted = await request.json()
        invoice = self.invoices.get(wanted.get("invoiceId", ""))
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        if invoice is None:
            return self._refusal(404, "NOT_FOUND", "invoice not found")
        if self.refused_finalize is not None:
            status, code = self.refused_finalize
            return self._refusal(status, code, "Списання неможливе")
        self._end_old_hold(invoice)
        amount, items = wanted.get("amount", invoice.amount), wanted.get("items", [])
        is_sum = isinstance(amount, int) and 0 < amount <= invoice.amount
        if invoice.status != "hold" or not is_sum:
            return self._refusal(400, "BAD_REQUEST", "invoice cannot be finalized")
        if items and sum(round(item["qty"] * item["sum"]) for item in items) != amount:
            return self._refusal(400, "BAD_REQUEST", "items differ from amount")
        await self.capture(invoice.id, amount, settle=False)
        return web.json_response({"status": "success"})

    def _end_old_hold(self, invoice: MonobankInvoice) -> None:
        """What nobody has finalized for nine days is let go, without a word."""
        if invoice.status == "hold" and invoice.held_at is not None and invoice.held_at + HOLD_LASTS <= self._now():
            self._change(invoice, "reversed")

    def _refuse_cancel(
        self, request: web.Request, wanted: dict[str, Any], invoice: MonobankInvoice | None
    ) -> web.Response | None:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        if invoice is not None and self.refused_refund is not None:
            status, code = self.refused_refund
            return self._refusal(status, code, "Повернення неможливе")
        if invoice is None:
            return None
        if invoice.status != "success":
            return self._refusal(500, "CANCEL_NOT_AVAILABLE", "nothing to cancel")
        amount, items = wanted.get("amount", invoice.left), wanted.get("items", [])
        is_amount = isinstance(amount, int) and 0 < amount <= invoice.left
        if not is_amount or (items and sum(round(item["qty"] * item["sum"]) for item in items) != amount):
            return self._refusal(400, "WRONG_CANCEL_AMOUNT", "wrong amount")
        return None

    @staticmethod
    def _status_after(invoice: MonobankInvoice) -> str:
        return "reversed" if invoice.returned >= invoice.paid else "success"

    async def _statement(self, request: web.Request) -> web.Response:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        since, until = int(request.query["from"]), int(request.query.get("to", self._now().timestamp()))
        if not 0 <= until - since <= LONGEST_STATEMENT:
            return self._refusal(400, "BAD_REQUEST", "invalid period")
        tried = [each for each in self.invoices.values() if each.status not in {"created", "expired"}]
        own = {each.id: each.line for each in tried if each.id not in self.unlisted}
        lines = [own.get(each, {}) | self.lines.get(each, {}) for each in {**own, **self.lines}]
        within = [line for line in lines if since <= datetime.fromisoformat(line["date"]).timestamp() <= until]
        return web.json_response({"list": sorted(within, key=lambda line: str(line["date"]), reverse=True) or None})

    async def _pubkey(self, request: web.Request) -> web.Response:
        if self._is_stranger(request):
            return self._refusal(403, "FORBIDDEN", "forbidden")
        pem = self._key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return web.json_response({"key": base64.b64encode(pem).decode()})

    async def _show(self, request: web.Request) -> web.Response:
        invoice = self.invoices.get(request.match_info["id"])
        if invoice is None:
            raise web.HTTPNotFound
        said = {
            "success": "Оплачено · Paid",
            "hold": "Заблоковано · Held",
            "expired": "Рахунок закрито · This invoice is closed",
        }
        return payment_page(
            bank="monobank (навчальний)",
            kopiykas=invoice.amount,
            purpose=invoice.destination,
            lines=_lines(invoice),
            action=f"/pay/{invoice.id}" if invoice.status in OPEN else None,
            result=said.get(invoice.status, invoice.status),
        )

    async def _decide(self, request: web.Request) -> web.Response:
        invoice = self.invoices.get(request.match_info["id"])
        if invoice is None:
            raise web.HTTPNotFound
        decision = (await request.post()).get("decision")
        if invoice.status in OPEN:
            await (self.pay if decision == "pay" else self.decline)(invoice.id, settle=False)
        raise web.HTTPSeeOther(invoice.redirect_url or f"/pay/{invoice.id}")


def foreign_line(invoice_id: str, at: datetime, amount: int = 9_900) -> dict[str, Any]:
    """A line of another shop of the merchant."""
    return {
        "invoiceId": invoice_id,
        "status": "success",
        "maskedPan": CARD,
        "date": _told(at),
        "paymentScheme": "full",
        "amount": amount,
        "profitAmount": amount,
        "ccy": 980,
        "reference": f"other-{invoice_id}",
    }


def _told(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _lines(invoice: MonobankInvoice) -> list[tuple[str, int]]:
    """Names and sums of what is paid for, with what is taken off."""
    lines = [(f"{line['name']} × {line['qty']:g}", int(line["total"])) for line in invoice.basket]
    discount = sum(total for _, total in lines) - invoice.amount
    return [*lines, ("Знижка", -discount)] if lines and discount else lines


def _basket_total(about: dict[str, Any]) -> int:
    """Return kopiykas: lines less discounts, and check each line's own product."""
    total = 0
    for line in about["basketOrder"]:
        if round(line["qty"] * line["sum"]) != line["total"]:
            return -1
        total += int(line["total"])
    for discount in about.get("discounts", []):
        sign = -1 if discount["type"] == "DISCOUNT" else 1
        total += sign * round(discount["value"])
    return total
