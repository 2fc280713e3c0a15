"""A fake of LiqPay: the checkout page made from a signed link, the status request, signed form callbacks."""

import base64
import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Unpack
from urllib.parse import parse_qs, urlencode, urlsplit

from aiohttp import ClientSession, web

from tests.fakes.payment_page import payment_page
from tests.fakes.service import Delivery, FakeService, Options
from tests.vendors import description

ARCHIVED = {"success", "failure", "reversed", "wait_reserve"}
FEE = Decimal("0.015")
GATEWAY_FORMAT = "%Y-%m-%d %H:%M:%S"


@dataclass(slots=True)
class LiqPayPayment:
    """A payment as LiqPay keeps it, from the moment the payer opens the page; `amount` in whole hryvnias."""

    order_id: str
    amount: Decimal
    currency: str
    description: str
    result_url: str
    server_url: str
    expires_at: datetime | None
    changed_at: int
    action: str = "pay"
    status: str = "wait_sender"
    refunded: Decimal = Decimal(0)
    paid_at: int = 0

    @property
    def told(self) -> dict[str, Any]:
        """The status answer, which is also the callback's data."""
        told: dict[str, Any] = {
            "result": "ok",
            "payment_id": 165629,
            "action": self.action,
            "status": self.status,
            "version": 3,
            "type": "buy",
            "paytype": "card",
            "public_key": "sandbox_i0",
            "order_id": self.order_id,
            "description": self.description,
            "amount": float(self.amount),
            "currency": self.currency,
            "create_date": self.changed_at - 1,
            "end_date": self.changed_at,
        }
        if self.refunded:
            told["refund_amount"] = float(self.refunded)
        if self.status == "failure":
            told |= {
                "err_code": "limit",
                "err_description": "Перевищено ліміт на суму або кількість платежів",
            }
        return told

    @property
    def was_let_go(self) -> bool:
        """Whether it was held and never taken."""
        return self.action == "hold" and not self.paid_at and self.status == "reversed"

    @property
    def line(self) -> dict[str, Any]:
        """Its line of the archive, which does not tell that a part of it went back."""
        return {
            "action": self.action,
            "status": "success" if self.status == "wait_reserve" else self.status,
            "version": 3,
            "type": "buy",
            "paytype": "card",
            "public_key": "sandbox_i0",
            "payment_id": 165629,
            "order_id": self.order_id,
            "description": self.description,
            "amount": float(self.amount),
            "currency": self.currency,
            "sender_commission": 0.0,
            "receiver_commission": float(round(self.amount * FEE, 2)),
            "sender_card_mask2": "444403*02",
            "create_date": self.changed_at - 1,
            "end_date": self.paid_at or self.changed_at,
        }


class FakeLiqPay(FakeService):
    """A payment exists once its page was opened: `open(page_url)`."""

    description = description("liqpay")
    public_key = "sandbox_i0"
    private_key = "sandbox_secret"

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.payments: dict[str, LiqPayPayment] = {}
        self.version = 3  # of the protocol that this shop speaks
        self.has_money = True  # whether the shop's account has enough for refunds
        self.waiting = Decimal(0)  # what waits for it
        self.unlisted: set[str] = set()  # payments that the archive leaves out
        self.lines: dict[str, dict[str, Any]] = {}  # what the archive says otherwise of a payment, or of another shop's
        self.refused_refund = ""  # when set, refunds are refused with this code
        self.refused_capture = ""  # the same of captures

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/3/checkout", self._checkout),
            web.post("/api/3/checkout", self._checkout),
            web.post("/api/request", self._request),
            web.get("/pay/{order_id}", self._show),
            web.post("/pay/{order_id}", self._decide),
        ]

    # What a test or a person does.

    async def open(self, page_url: str) -> None:
        """The payer opens the page."""
        async with ClientSession() as session, session.get(page_url) as answer:
            answer.raise_for_status()

    async def pay(self, order_id: str, *, settle: bool = True) -> None:
        """The payer pays, or has the sum held; with `settle`, wait until the callbacks are delivered or given up."""
        is_hold = self.payments[order_id].action == "hold"
        await self._change(order_id, "processing", "hold_wait" if is_hold else "success", settle=settle)

    async def decline(self, order_id: str, *, settle: bool = True) -> None:
        await self._change(order_id, "processing", "failure", settle=settle)

    async def refund(self, order_id: str, amount: int | None = None, *, settle: bool = True) -> None:
        """Somebody gives money back in the dashboard, all that is left unless said otherwise (kopiykas)."""
        payment = self.payments[order_id]
        if payment.status == "hold_wait":
            await self.end_hold(order_id, settle=settle)
            return
        if amount is None and (payment.refunded == payment.amount or payment.was_let_go):
            return
        given = payment.amount - payment.refunded if amount is None else Decimal(amount) / 100
        assert 0 < given <= payment.amount - payment.refunded, "LiqPay gives back no more than was paid"
        payment.refunded += given
        await self._change(order_id, _status_after(payment), settle=settle)

    async def end_hold(self, order_id: str, status: str = "reversed", *, settle: bool = True) -> None:
        """A hold ends without having been captured: by its time, or by a hand in the dashboard."""
        await self._change(order_id, status, settle=settle)

    async def finish_refund(self, order_id: str, *, settle: bool = True) -> None:
        """The account has money again, so that what waited for it goes back."""
        payment = self.payments[order_id]
        payment.refunded, self.waiting = payment.refunded + self.waiting, Decimal(0)
        await self._change(order_id, _status_after(payment), settle=settle)

    def name_of(self, path: str, body: bytes) -> str:
        """Its path and what it asks for: `/api/request#refund`."""
        data = parse_qs(body.decode("latin-1")).get("data", [""])[0]
        try:
            return f"{path}#{json.loads(base64.b64decode(data))['action']}"
        except (ValueError, KeyError, TypeError):
            return path

    def described(self, request: web.Request, body: bytes) -> tuple[str, object] | None:
        """The call's path and action, and what `data` holds."""
        if not request.path.startswith("/api/"):
            return None
        fields = parse_qs(body.decode("ascii")) if body else {name: [value] for name, value in request.query.items()}
        sent: dict[str, Any] = json.loads(base64.b64decode(fields["data"][0]))
        return f"{request.method} {request.path} {sent.get('action')}", sent

    def sign(self, data: str) -> str:
        """Return the signature over a base64 text."""
        signed = (self.private_key + data + self.private_key).encode()
        digest = hashlib.sha3_256(signed) if self.version == 7 else hashlib.sha1(signed, usedforsecurity=False)
        return base64.b64encode(digest.digest()).decode()

    def form(self, told: object) -> bytes:
        """Return the body of a rightly signed callback that says this."""
        return self.sign_raw(json.dumps(told, ensure_ascii=False).encode())

    def sign_raw(self, raw: bytes) -> bytes:
        """Return the body of a rightly signed callback around any bytes."""
        data = base64.b64encode(raw).decode()
        return urlencode({"data": data, "signature": self.sign(data)}).encode()

    # What LiqPay does.

    async def _change(self, order_id: str, *statuses: str, settle: bool) -> None:
        payment = self.payments[order_id]
        callbacks = []
        for status in statuses:
            payment.status = status
            if status == "success" and not payment.paid_at:
                payment.paid_at = int(self._now().timestamp() * 1000)
            payment.changed_at = max(payment.changed_at + 1, int(self._now().timestamp() * 1000))
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            self.describe_webhook(payment.told)
            callbacks.append(Delivery(payment.server_url, self.form(payment.told), headers))
        self.webhooks.post(callbacks)
        if settle:
            await self.webhooks.settled()

    async def _read_signed(self, request: web.Request) -> dict[str, Any]:
        fields = {**request.query, **await request.post()}
        data, signature = str(fields.get("data", "")), str(fields.get("signature", ""))
        if self.sign(data) != signature:
            raise web.HTTPBadRequest(text=_error("err_signature", "Невірна сигнатура"), content_type="application/json")
        said: dict[str, Any] = json.loads(base64.b64decode(data))
        if said.get("public_key") != self.public_key or int(said.get("version", 0)) != self.version:
            raise web.HTTPBadRequest(text=_error("err_access", "Немає доступу"), content_type="application/json")
        return said

    async def _checkout(self, request: web.Request) -> web.StreamResponse:
        said = await self._read_signed(request)
        order_id, amount = str(said["order_id"]), Decimal(str(said["amount"]))
        if amount <= 0 or said["currency"] not in {"UAH", "USD", "EUR"} or said["action"] not in {"pay", "hold"}:
            raise web.HTTPBadRequest(text="invalid payment")
        expires = said.get("expired_date")
        self.payments.setdefault(
            order_id,
            LiqPayPayment(
                order_id=order_id,
                amount=amount,
                currency=said["currency"],
                description=str(said.get("description", "")),
                result_url=str(said.get("result_url", "")),
                server_url=str(said.get("server_url", "")),
                expires_at=datetime.strptime(expires, GATEWAY_FORMAT).replace(tzinfo=UTC) if expires else None,
                changed_at=int(self._now().timestamp() * 1000),
                action=said["action"],
            ),
        )
        raise web.HTTPSeeOther(f"/pay/{order_id}")

    async def _request(self, request: web.Request) -> web.Response:
        said = await self._read_signed(request)
        if said.get("action") == "refund":
            return await self._refund(said)
        if said.get("action") == "hold_completion":
            return await self._complete_hold(said)
        if said.get("action") == "reports":
            return web.json_response({"result": "success", "data": self._archive(said)})
        if said.get("action") != "status":
            return web.Response(text=_error("unsupported_action", "unknown action"), content_type="application/json")
        payment = self.payments.get(str(said.get("order_id")))
        if payment is None:
            return web.Response(text=_error("payment_not_found", "Платіж не знайдено"), content_type="application/json")
        return web.json_response(payment.told)

    async def _complete_hold(self, said: dict[str, Any]) -> web.Response:
        payment = self.payments.get(str(said.get("order_id")))
        problem = self.refused_capture
        if payment is None or payment.status != "hold_wait":
            problem = "payment_not_found"
        elif not 0 < (amount := Decimal(str(said.get("amount", payment.amount)))) <= payment.amount:
            problem = "invalid_amount"
        if problem or payment is None:
            return web.Response(text=_error(problem, "Списання неможливе"), content_type="application/json")
        payment.amount = amount
        await self._change(payment.order_id, "success", settle=False)
        return web.json_response(payment.told)

    def _archive(self, said: dict[str, Any]) -> list[dict[str, Any]]:
        archived = {each.order_id: each.line for each in self.payments.values() if each.status in ARCHIVED}
        own = {order_id: line for order_id, line in archived.items() if order_id not in self.unlisted}
        lines = [own.get(each, {}) | self.lines.get(each, {}) for each in {**own, **self.lines}]
        return [line for line in lines if said["date_from"] <= line["end_date"] <= said["date_to"]]

    async def _refund(self, said: dict[str, Any]) -> web.Response:
        payment, amount = self.payments.get(str(said.get("order_id"))), Decimal(str(said.get("amount", 0)))
        problem = self.refused_refund
        if not problem and payment is not None and payment.status == "hold_wait":
            await self.end_hold(payment.order_id, settle=False)
            return web.json_response({"action": "refund", "result": "ok", "status": payment.status})
        if payment is None or payment.status != "success":
            problem = "payment_not_found"
        elif not 0 < amount <= payment.amount - payment.refunded:
            problem = "invalid_amount"
        if problem or payment is None:
            return web.Response(text=_error(problem, "Повернення неможливе"), content_type="application/json")
        if not self.has_money:
            self.waiting = amount
            payment.status = "wait_reserve"
            return web.json_response({"result": "ok", "status": "wait_reserve", "wait_amount": True})
        payment.refunded += amount
        await self._change(payment.order_id, _status_after(payment), settle=False)
        return web.json_response({"action": "refund", "result": "ok", "status": payment.status})

    def _is_open(self, payment: LiqPayPayment) -> bool:
        is_late = payment.expires_at is not None and payment.expires_at < self._now()
        return payment.status in {"wait_sender", "processing", "failure"} and not is_late

    async def _show(self, request: web.Request) -> web.Response:
        payment = self.payments.get(request.match_info["order_id"])
        if payment is None:
            raise web.HTTPNotFound
        return payment_page(
            bank="LiqPay (навчальний)",
            kopiykas=int(payment.amount * 100),
            purpose=payment.description,
            lines=[],
            action=urlsplit(str(request.url)).path if self._is_open(payment) else None,
            result="Оплачено · Paid" if payment.status == "success" else payment.status,
        )

    async def _decide(self, request: web.Request) -> web.Response:
        payment = self.payments.get(request.match_info["order_id"])
        if payment is None:
            raise web.HTTPNotFound
        decision = (await request.post()).get("decision")
        if self._is_open(payment):
            await (self.pay if decision == "pay" else self.decline)(payment.order_id, settle=False)
        raise web.HTTPSeeOther(payment.result_url or request.path)


def foreign_line(order_id: str, at: datetime, amount: float = 99) -> dict[str, Any]:
    """A line of another site of the shop."""
    moment = int(at.timestamp() * 1000)
    return {
        "action": "pay",
        "status": "success",
        "order_id": order_id,
        "amount": amount,
        "currency": "UAH",
        "receiver_commission": 0.0,
        "create_date": moment,
        "end_date": moment,
    }


def _status_after(payment: LiqPayPayment) -> str:
    return "reversed" if payment.refunded >= payment.amount else "success"


def _error(code: str, text: str) -> str:
    return json.dumps({"result": "error", "status": "error", "err_code": code, "err_description": text})
