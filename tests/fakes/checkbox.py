"""A fake of Checkbox: cashier, shifts that open in a moment, receipts that are made once and must add up."""

import base64
import hmac
import json
import secrets
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Unpack
from uuid import UUID, uuid4

from aiohttp import web

from tests.fakes.service import FakeService, Options
from tests.vendors import description


@dataclass(frozen=True, slots=True)
class CheckboxTax:
    """A tax group as the cafe has registered it; the rates in percent are within the price."""

    code: int
    symbol: str
    rate: int
    extra_rate: int = 0

    def part(self, turnover: int) -> int:
        """The VAT within a turnover in kopiykas."""
        rest = turnover - _half_up(turnover * self.extra_rate, 100 + self.extra_rate)
        return _half_up(rest * self.rate, 100 + self.rate)


def _half_up(amount: int, by: int) -> int:
    return int((Decimal(amount) / Decimal(by)).quantize(Decimal(1), ROUND_HALF_UP))


TAXES = (CheckboxTax(1, "А", 20), CheckboxTax(2, "Б", 7), CheckboxTax(3, "В", 20, 5), CheckboxTax(4, "Г", 0))


@dataclass(slots=True)
class CheckboxShift:
    id: str
    opened_at: datetime
    reads_left: int
    status: str = "CREATED"
    report: dict[str, Any] | None = None
    """The Z report, once it is closed."""
    initial: int = 0
    """What was in the drawer when it was opened."""


@dataclass(frozen=True, slots=True)
class CheckboxCash:
    """A service receipt; `value` below 0: taken out."""

    id: str
    value: int
    shift_id: str

    @property
    def told(self) -> dict[str, Any]:
        kind = "SERVICE_IN" if self.value > 0 else "SERVICE_OUT"
        made = {"status": "DONE", "fiscal_code": "TEST-cash", "transaction": {"status": "DONE"}}
        return {"id": self.id, "type": kind, "total_sum": abs(self.value), **made}


@dataclass(slots=True)
class CheckboxReceipt:
    id: str
    sold: dict[str, Any]
    total: int
    shift_id: str
    status: str = "CREATED"
    reads_left: int = 1
    error: str = ""

    @property
    def kind(self) -> str:
        """`CASH` or `CASHLESS`."""
        return str(self.sold["payments"][0]["type"])

    @property
    def returns(self) -> str | None:
        """The receipt of the sale that this one is a return of."""
        related: str | None = self.sold.get("related_receipt_id")
        return related

    @property
    def turnovers(self) -> Counter[str | int]:
        """Kopiykas by the tax codes of its goods."""
        sums: Counter[str | int] = Counter()
        for line in self.sold["goods"]:
            for code in line["good"].get("tax", ()):
                sums[code] += _line_total(line)
        return sums

    @property
    def taxes(self) -> dict[str, tuple[int, int]]:
        """Turnover and VAT by the symbols of tax groups."""
        turnovers = self.turnovers
        sums = {tax.symbol: turnovers[tax.symbol] + turnovers[tax.code] for tax in TAXES}
        return {tax.symbol: (sums[tax.symbol], tax.part(sums[tax.symbol])) for tax in TAXES if sums[tax.symbol]}

    @property
    def told(self) -> dict[str, Any]:
        transaction = {"status": self.status, "response_error_message": self.error or None}
        return {
            "id": self.id,
            "type": "RETURN" if self.returns else "SELL",
            "status": self.status,
            "total_sum": self.total,
            "fiscal_code": "TEST-abc123" if self.status == "DONE" else None,
            "tax_url": f"https://cabinet.tax.gov.ua/cashregs/check?id={self.id}" if self.status == "DONE" else None,
            "transaction": transaction,
        }


@dataclass(slots=True)
class _Tokens:
    valid: set[str] = field(default_factory=set)


class FakeCheckbox(FakeService):
    """Gives `checkbox.receipts` and `.shifts`; sums in kopiykas."""

    description = description("checkbox")
    license_key = "test-license"
    pin = "1234567890"

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.receipts: dict[str, CheckboxReceipt] = {}
        self.moves: dict[str, CheckboxCash] = {}
        self.webhook_url = ""
        self.webhook_key = ""
        self.shifts: list[CheckboxShift] = []
        self.carries_cash = True  # whether a shift begins with what the one before left in the drawer
        self.reads_of_receipt = 1  # how often a new receipt is asked about before it is done
        self.reads_of_shift = 1  # how often a new shift is asked about before it is open
        self.taxes = TAXES
        self.is_offline = False  # when set, the tax office does not answer, and receipts are made without it
        self.refusal = ""  # when set, the tax service refuses receipts with this text
        self.refused_sale: tuple[int, str] | None = None  # when set, sales are answered with this status and code
        self._tokens = _Tokens()

    def routes(self) -> list[web.RouteDef]:
        base = "/api/v1"
        return [
            web.post(f"{base}/cashier/signinPinCode", self._sign_in),
            web.get(f"{base}/cashier/shift", self._current_shift),
            web.post(f"{base}/shifts", self._open_shift),
            web.get(f"{base}/shifts/{{id}}", self._get_shift),
            web.post(f"{base}/shifts/close", self._close_shift),
            web.post(f"{base}/webhook", self._set_webhook),
            web.post(f"{base}/receipts/sell", self._sell),
            web.post(f"{base}/receipts/service", self._move_cash),
            web.get(f"{base}/receipts/{{id}}", self._get_receipt),
            web.get("/{id}", self._show),
        ]

    # What a test does.

    def forget_tokens(self) -> None:
        """Sign every cashier out."""
        self._tokens.valid.clear()

    def age_shift(self, hours: int) -> None:
        """Let the open shift be that much older."""
        self.shifts[-1].opened_at -= timedelta(hours=hours)

    @property
    def open_shift(self) -> CheckboxShift | None:
        return next((shift for shift in self.shifts if shift.status not in {"CLOSED", "CLOSING"}), None)

    def signed(self, receipt_id: str) -> tuple[bytes, dict[str, str]]:
        """A call about a receipt: body and headers, to be sent once or more, at once or late."""
        body = json.dumps({"callback": "receipt", "receipt": self.receipts[receipt_id].told}).encode()
        return body, self.sign(body)

    def sign(self, body: bytes) -> dict[str, str]:
        """The headers of a call."""
        digest = hmac.digest(self.webhook_key.encode(), body, "sha256")
        return {"X-Request-Signature": base64.b64encode(digest).decode()}

    # What Checkbox does.

    async def _set_webhook(self, request: web.Request) -> web.Response:
        self._admit(request)
        self.webhook_url, self.webhook_key = (await request.json())["url"], secrets.token_hex(16)
        return web.json_response({"url": self.webhook_url, "secret_key": self.webhook_key})

    def _refuse(self, status: int, code: str, message: str) -> web.HTTPException:
        kinds: dict[int, type[web.HTTPClientError]] = {
            400: web.HTTPBadRequest,
            401: web.HTTPUnauthorized,
            403: web.HTTPForbidden,
            404: web.HTTPNotFound,
        }
        text = f'{{"code": "{code}", "message": "{message}"}}'
        return kinds[status](text=text, content_type="application/json")

    def _admit(self, request: web.Request) -> None:
        if request.headers.get("Authorization", "").removeprefix("Bearer ") not in self._tokens.valid:
            raise self._refuse(401, "base.credentials", "Не вірні облікові дані")
        if not request.headers.get("X-Client-Name"):
            raise self._refuse(400, "base.client_name", "X-Client-Name is required")

    async def _sign_in(self, request: web.Request) -> web.Response:
        if request.headers.get("X-License-Key") != self.license_key:
            raise self._refuse(401, "cash_register.invalid_license_key", "Невірний ключ ліцензії каси")
        if (await request.json()).get("pin_code") != self.pin:
            raise self._refuse(403, "cashier.invalid_credentials", "Невірний пін-код")
        token = secrets.token_urlsafe(16)
        self._tokens.valid.add(token)
        return web.json_response({"access_token": token, "token_type": "bearer"})

    async def _current_shift(self, request: web.Request) -> web.Response:
        self._admit(request)
        shift = self.open_shift
        if shift is not None:
            self._progress_shift(shift)
        return web.json_response(self._told(shift) if shift else None)

    async def _open_shift(self, request: web.Request) -> web.Response:
        self._admit(request)
        if request.headers.get("X-License-Key") != self.license_key:
            raise self._refuse(401, "cash_register.invalid_license_key", "Невірний ключ ліцензії каси")
        if self.open_shift is not None:
            raise self._refuse(400, "shift.already_opened", "Касир вже працює з даною касою")
        left = self.cash_in(self.shifts[-1]) if self.shifts and self.carries_cash else 0
        shift = CheckboxShift(id=str(uuid4()), opened_at=self._now(), reads_left=self.reads_of_shift, initial=left)
        self.shifts.append(shift)
        return web.json_response(self._told(shift), status=202)

    def _told(self, shift: CheckboxShift) -> dict[str, Any]:
        opened_at = shift.opened_at.isoformat()
        brought, taken = self._moved(shift)
        balance = {"initial": shift.initial, "balance": self.cash_in(shift)}
        balance |= {"service_in": brought, "service_out": taken}
        about = {"id": shift.id, "status": shift.status, "opened_at": opened_at}
        return about | {"balance": balance, "z_report": shift.report}

    def _moved(self, shift: CheckboxShift) -> tuple[int, int]:
        """What was brought in and taken out apart from sales."""
        values = [one.value for one in self.moves.values() if one.shift_id == shift.id]
        return sum(each for each in values if each > 0), -sum(each for each in values if each < 0)

    def cash_in(self, shift: CheckboxShift) -> int:
        """What is in the drawer of a shift."""
        made = [one for one in self.receipts.values() if one.shift_id == shift.id and one.status != "ERROR"]
        brought, taken = self._moved(shift)
        sums = sum(-one.total if one.returns else one.total for one in made if one.kind == "CASH")
        return shift.initial + brought - taken + sums

    def _spend(self, shift: CheckboxShift, amount: int) -> None:
        """Refuse to take more out than there is. The code is made up: no document says it."""
        if amount > self.cash_in(shift):
            raise self._refuse(400, "receipt.cash", "Недостатньо готівки в касі")

    @staticmethod
    def _progress_shift(shift: CheckboxShift) -> None:
        if shift.status == "CREATED":
            shift.reads_left -= 1
            if shift.reads_left < 0:
                shift.status = "OPENED"

    async def _get_shift(self, request: web.Request) -> web.Response:
        self._admit(request)
        shift = next((one for one in self.shifts if one.id == request.match_info["id"]), None)
        if shift is None:
            raise self._refuse(404, "shift.not_found", "Зміну не знайдено")
        self._progress_shift(shift)
        return web.json_response(self._told(shift))

    async def _close_shift(self, request: web.Request) -> web.Response:
        self._admit(request)
        shift = self.open_shift
        if shift is None or shift.status != "OPENED":
            raise self._refuse(400, "shift.not_opened", "Зміну не відкрито")
        shift.status, shift.report = "CLOSED", self._report_of(shift)
        return web.json_response(self._told(shift), status=202)

    def _report_of(self, shift: CheckboxShift) -> dict[str, Any]:
        """The sums of a shift's receipts by way of paying; what was refused is none."""
        made = [one for one in self.receipts.values() if one.shift_id == shift.id and one.status != "ERROR"]
        payments = [
            {
                "type": kind,
                "label": label,
                "sell_sum": sum(one.total for one in made if one.kind == kind and not one.returns),
                "return_sum": sum(one.total for one in made if one.kind == kind and one.returns),
            }
            | dict(zip(("service_in", "service_out"), self._moved(shift) if kind == "CASH" else (0, 0), strict=True))
            for kind, label in (("CASH", "Готівка"), ("CASHLESS", "Картка"))
        ]
        return {
            "id": str(uuid4()),
            "serial": self.shifts.index(shift) + 1,
            "is_z_report": True,
            "payments": payments,
            "taxes": [self._tax_of(tax, made) for tax in self.taxes],
            "sell_receipts_count": sum(not one.returns for one in made),
            "return_receipts_count": sum(bool(one.returns) for one in made),
        }

    def _tax_of(self, tax: CheckboxTax, made: list[CheckboxReceipt]) -> dict[str, Any]:
        """What a Z report says of a tax group."""
        sums = dict.fromkeys(("sales_turnover", "returns_turnover", "sell_sum", "return_sum"), 0)
        for one in made:
            turnover = sum(amount for code, amount in one.turnovers.items() if code in {tax.code, tax.symbol})
            sums["returns_turnover" if one.returns else "sales_turnover"] += turnover
            sums["return_sum" if one.returns else "sell_sum"] += tax.part(turnover)
        about = {"code": tax.code, "symbol": tax.symbol, "label": f"{tax.symbol} {tax.rate}%", "rate": tax.rate}
        return about | sums

    async def _sell(self, request: web.Request) -> web.Response:
        self._admit(request)
        if self.refused_sale is not None:
            status, code = self.refused_sale
            return web.json_response({"code": code, "message": "Спробуйте пізніше"}, status=status)
        sold = await request.json()
        receipt_id, shift = self._begin(sold["id"])
        total = _total(sold)
        if total <= 0 or sum(payment["value"] for payment in sold["payments"]) != total:
            raise self._refuse(400, "receipt.wrong_sum", "Сума оплат не дорівнює сумі чека")
        self._check_goods(sold)
        self._check_return(sold, total)
        if sold.get("related_receipt_id") and sold["payments"][0]["type"] == "CASH":
            self._spend(shift, total)
        receipt = CheckboxReceipt(
            id=receipt_id, sold=sold, total=total, shift_id=shift.id, reads_left=self.reads_of_receipt
        )
        self.receipts[receipt_id] = receipt
        return web.json_response(receipt.told, status=201)

    def _begin(self, asked_id: str) -> tuple[str, CheckboxShift]:
        """The id and the shift of a new receipt of any kind."""
        receipt_id = str(UUID(asked_id))
        if receipt_id in self.receipts or receipt_id in self.moves:
            raise self._refuse(400, "receipt.already_exists", "Чек вже існує")
        shift = self.open_shift
        if shift is None or shift.status != "OPENED":
            raise self._refuse(400, "shift.not_opened", "Зміну не відкрито")
        if self._now() - shift.opened_at > timedelta(hours=24):
            raise self._refuse(400, "shift.too_long", "Зміна триває понад 24 години")
        return receipt_id, shift

    async def _move_cash(self, request: web.Request) -> web.Response:
        self._admit(request)
        body = await request.json()
        move_id, shift = self._begin(body["id"])
        value = body["payment"]["value"]
        self._spend(shift, -value)
        self.moves[move_id] = CheckboxCash(move_id, value, shift.id)
        return web.json_response(self.moves[move_id].told, status=201)

    def _check_goods(self, sold: dict[str, Any]) -> None:
        """Refuse tax groups that nobody registered, and discounts beyond what goods cost."""
        known = {tax.code for tax in self.taxes} | {tax.symbol for tax in self.taxes}
        for line in sold["goods"]:
            for code in line["good"].get("tax", ()):
                if code not in known:
                    raise self._refuse(400, "receipt.tax_not_found", f"Податкову ставку {code} не знайдено")
            if _line_total(line) < 0:
                raise self._refuse(400, "receipt.wrong_discount", "Знижка перевищує вартість товару")

    def _check_return(self, sold: dict[str, Any], total: int) -> None:
        """Refuse to take back what was not sold, or more than was paid."""
        kinds = {line["is_return"] for line in sold["goods"]}
        related = sold.get("related_receipt_id")
        if kinds != {related is not None}:
            raise self._refuse(400, "receipt.wrong_goods", "Товари чека продажу й повернення змішано")
        if related is None:
            return
        sale = self.receipts.get(related)
        if sale is None or sale.status != "DONE":
            raise self._refuse(400, "receipt.related_not_found", "Чек продажу не знайдено")
        if self.returned(related) + total > sale.total:
            raise self._refuse(400, "receipt.wrong_sum", "Повернення перевищує суму чека продажу")

    def returned(self, sale_id: str) -> int:
        """What was taken back of a sale."""
        returns = [one for one in self.receipts.values() if one.returns == sale_id and one.status != "ERROR"]
        return sum(one.total for one in returns)

    async def _get_receipt(self, request: web.Request) -> web.Response:
        self._admit(request)
        if request.match_info["id"] in self.moves:
            return web.json_response(self.moves[request.match_info["id"]].told)
        receipt = self.receipts.get(request.match_info["id"])
        if receipt is None:
            raise self._refuse(404, "receipt.not_found", "Чек не знайдено")
        if receipt.status == "CREATED":
            receipt.reads_left -= 1
            if receipt.reads_left < 0:
                receipt.status, receipt.error = ("ERROR", self.refusal) if self.refusal else ("DONE", "")
        return web.json_response(receipt.told | {"is_created_offline": self.is_offline})

    async def _show(self, request: web.Request) -> web.Response:
        """The page that a guest opens; the real one lives on a host of its own."""
        receipt = self.receipts.get(request.match_info["id"])
        if receipt is None:
            raise web.HTTPNotFound
        lines = [f"{one['good']['name']} × {one['quantity'] / 1000:g}" for one in receipt.sold["goods"]]
        return web.Response(text="\n".join([*lines, f"Разом {receipt.total / 100:.2f} ₴", receipt.status]))


def _line_total(line: dict[str, Any]) -> int:
    """Return a line's kopiykas less its own discounts."""
    off = sum(discount["value"] for discount in line.get("discounts", ()))
    return int(line["good"]["price"] * line["quantity"] // 1000 - off)


def _total(sold: dict[str, Any]) -> int:
    """Return kopiykas, computed as the fiscal service does: unit price times thousandths, discounts off."""
    total = sum(map(_line_total, sold["goods"]))
    for discount in sold.get("discounts", []):
        sign = -1 if discount["type"] == "DISCOUNT" else 1
        total += sign * int(discount["value"])
    return int(total)
