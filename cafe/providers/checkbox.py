"""Checkbox, the fiscal registrar: signs in, keeps a shift open for the day, issues each receipt once."""

import hashlib
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from aiohttp import ClientSession

from cafe.core.kernel.access import Access
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import (
    TAX_ZONE,
    CashMove,
    FiscalError,
    Good,
    NotEnoughCashError,
    OpenShift,
    ReceiptReport,
    ReceiptState,
    ReportedTax,
    Sale,
    ShiftReport,
    ShiftSums,
    TaxTurnover,
)
from cafe.providers.http import Answer, Calls, JsonApi

PUBLIC_API = "https://api.checkbox.ua"
PUBLIC_PAGES = "https://check.checkbox.ua"
"""Where customers see their receipts; a fake service in tests shows them under its own URL."""

_UNAUTHORIZED, _FORBIDDEN, _NOT_FOUND, _INVALID, _SERVER_ERROR = 401, 403, 404, 422, 500
_FINAL_CODES = {"organization.option_disabled"}
_RETRYABLE = {408, 425, 429}
_TURNOVER = ("sales_turnover", "returns_turnover", "sell_sum", "return_sum")
"""The amounts of a tax in a Z report: turnovers with the tax, then the tax itself."""
_FAILED_STATUSES = ("ERROR", "CANCELLED", "CANCELLATION")


class Checkbox:
    """The fiscal service. Pieces are converted to thousandths here only."""

    def __init__(
        self,
        session: ClientSession,
        *,
        license_key: str | None,
        pin: str | None,
        base_url: str,
        poll_seconds: float = 1,
        polls: int = 15,
        calls: Calls | None = None,
    ) -> None:
        self._license_key = license_key or ""
        self._pin = pin or ""
        self._pages = PUBLIC_PAGES if base_url.rstrip("/") == PUBLIC_API else base_url.rstrip("/")
        self._poll_seconds = poll_seconds
        self._polls = polls
        self._token = ""
        self._closed: str | None = None
        """The shift whose report was not read yet since it was closed."""
        self._api = JsonApi(
            session, base_url, name="checkbox", error=FiscalError, secrets=(self._license_key, self._pin), calls=calls
        )

    @property
    def is_configured(self) -> bool:
        """Whether a licence key is configured; without one no receipts are issued."""
        return bool(self._license_key)

    @property
    def account(self) -> str:
        """A digest of the licence key, whose register has the address."""
        return hashlib.blake2b(self._license_key.encode(), digest_size=8).hexdigest()

    async def set_webhook(self, url: str) -> str:
        """Have an address called about the register's receipts; return the key by which calls are signed.

        Raises:
            FiscalError: it is not stored.
        """
        answer = await self._call("POST", "/webhook", json={"url": url})
        if not answer.is_ok or not isinstance(answer["secret_key"], str):
            raise self._failure(answer)
        return str(answer["secret_key"])

    async def check_access(self) -> Access:
        """Sign in and request the shift."""
        answer = await self._request_token()
        if answer.is_ok and isinstance(answer["access_token"], str):
            self._token = answer["access_token"]
            answer = await self._send("GET", "/cashier/shift", None)
        if answer.is_ok:
            return Access(is_accepted=True, ahead=answer.ahead)
        if answer.status in {_UNAUTHORIZED, _FORBIDDEN}:
            return Access(is_accepted=False, ahead=answer.ahead, reason=str(self._failure(answer)))
        raise self._failure(answer)

    async def make_receipt(self, document: Sale | CashMove, day: date) -> ReceiptReport:
        """Issue the receipt in this day's shift, or report its state if it was issued before.

        Raises:
            NotEnoughCashError: the drawer has less than goes out.
            FiscalError: a temporary failure; a retry with the same id never issues a second receipt.
        """
        receipt_id = document.receipt_id
        receipt = await self._call("GET", f"/receipts/{receipt_id}")
        if not receipt.is_ok:  # not created yet
            await self._ensure_shift(day)
            if isinstance(document, Sale):
                receipt = await self._call("POST", "/receipts/sell", json=_sale_body(document))
            else:
                receipt = await self._call("POST", "/receipts/service", json=_move_body(document))
            if receipt["code"] == "receipt.already_exists":
                receipt = await self._call("GET", f"/receipts/{receipt_id}")
            elif not receipt.is_ok and await self._is_short_of(_cash_out(document)):
                raise NotEnoughCashError(str(self._failure(receipt)))
            elif _is_refusal(receipt):
                return ReceiptReport(ReceiptState.REFUSED, reason=_reason(receipt))
        return await self._follow(receipt_id, receipt)

    async def _is_short_of(self, amount: int) -> bool:
        """Whether the drawer has less than that; no document says by which code a receipt is refused then."""
        shift = await self._current_shift() if amount else None
        drawer = None if shift is None else _drawer(shift)
        return drawer is not None and drawer < amount

    async def find_receipt(self, receipt_id: str) -> ReceiptReport | None:
        """Report the state of a receipt that may have been issued before; None if it was not.

        Raises:
            FiscalError: a temporary failure.
        """
        receipt = await self._call("GET", f"/receipts/{receipt_id}")
        return None if receipt.status == _NOT_FOUND else await self._follow(receipt_id, receipt)

    async def _follow(self, receipt_id: str, receipt: Answer) -> ReceiptReport:
        """Wait, for a while, until an existing receipt is done or refused."""
        for _ in range(self._polls):
            if not receipt.is_ok or receipt["id"] != receipt_id:
                raise self._failure(receipt)
            if receipt["status"] == "DONE":
                number = receipt["fiscal_code"]
                url = f"{self._pages}/{receipt_id}"
                is_offline = receipt["is_created_offline"] is True
                told = number if isinstance(number, str) else None
                return ReceiptReport(ReceiptState.DONE, url, told, is_offline=is_offline)
            if receipt["status"] in _FAILED_STATUSES:
                return ReceiptReport(ReceiptState.REFUSED, reason=_reason(receipt))
            await self._api.clock.sleep(self._poll_seconds)
            receipt = await self._call("GET", f"/receipts/{receipt_id}")
        return ReceiptReport(ReceiptState.PENDING)

    async def find_shift(self) -> OpenShift | None:
        """Return the shift that is open, whatever its day.

        Raises:
            FiscalError: a temporary failure.
        """
        shift = await self._current_shift()
        return None if shift is None else _open_shift(shift)

    async def open_shift(self, day: date) -> OpenShift:
        """See to it that a shift of this day is open; a shift of another day is closed first.

        Raises:
            FiscalError: it is not open yet.
        """
        return _open_shift(await self._ensure_shift(day))

    async def close_shift(self) -> ShiftReport | None:
        """Close the open shift, if any, and return the day's report; None if no shift was open, or nothing is reported.

        Raises:
            FiscalError: the shift is not closed yet, or its report could not be read.
        """
        shift = await self._current_shift()
        if shift is not None:
            self._closed = str(shift["id"])  # before the call, whose answer may be lost
            answer = await self._call("POST", "/shifts/close", json={})
            if not answer.is_ok and answer["code"] != "shift.not_opened":
                raise self._failure(answer)
            await self._wait_until_closed()
        if self._closed is None:
            return None
        closed = self._parse_shift(await self._call("GET", f"/shifts/{self._closed}"))
        self._closed = None
        return _shift_report(closed.get("z_report"))

    async def _wait_until_closed(self) -> None:
        for _ in range(self._polls):
            if await self._current_shift() is None:
                return
            await self._api.clock.sleep(self._poll_seconds)
        raise FiscalError("checkbox: the shift is still closing")

    async def _ensure_shift(self, day: date) -> dict[str, Any]:
        """Wait until a shift of this day is open; a shift of another day is closed first."""
        shift = await self._current_shift()
        opened_at = None if shift is None else _moment(shift.get("opened_at"))
        if opened_at is not None and opened_at.date() != day:
            await self.close_shift()
            shift = None
        if shift is None:
            shift = self._parse_shift(await self._call("POST", "/shifts", json={}))
        for _ in range(self._polls):
            if shift["status"] == "OPENED":
                return shift
            await self._api.clock.sleep(self._poll_seconds)
            shift = self._parse_shift(await self._call("GET", f"/shifts/{shift['id']}"))
        raise FiscalError("checkbox: the shift does not open")

    async def _current_shift(self) -> dict[str, Any] | None:
        answer = await self._call("GET", "/cashier/shift")
        if answer.is_ok and answer.text.strip() in {"", "null"}:
            return None
        shift = self._parse_shift(answer)
        return None if shift["status"] == "CLOSED" else shift

    def _parse_shift(self, answer: Answer) -> dict[str, Any]:
        """Return the shift of a response; it has at least id and status."""
        if answer.is_ok and isinstance(answer["id"], str) and isinstance(answer["status"], str):
            return dict(answer.body)
        raise self._failure(answer)

    async def _call(self, method: str, path: str, *, json: object = None) -> Answer:
        """Call with the cashier's token; sign in if there is none or it has expired."""
        used = self._token
        answer = await self._send(method, path, json) if used else None
        if answer is None or answer.status == _UNAUTHORIZED:
            if self._token == used:
                await self._sign_in()
            answer = await self._send(method, path, json)
        if answer.status in {_UNAUTHORIZED, _FORBIDDEN, *_RETRYABLE} or answer.status >= _SERVER_ERROR:
            raise self._failure(answer)
        return answer

    async def _send(self, method: str, path: str, json: object) -> Answer:
        return await self._api.call(
            method,
            f"/api/v1{path}",
            headers={
                "Authorization": f"Bearer {self._token}",
                "X-License-Key": self._license_key,
                "X-Client-Name": "Cafe",
            },
            json=json,
        )

    async def _sign_in(self) -> None:
        answer = await self._request_token()
        if not answer.is_ok or not isinstance(answer["access_token"], str):
            raise self._failure(answer)
        self._token = answer["access_token"]

    async def _request_token(self) -> Answer:
        return await self._api.call(
            "POST",
            "/api/v1/cashier/signinPinCode",
            headers={"X-License-Key": self._license_key, "X-Client-Name": "Cafe"},
            json={"pin_code": self._pin},
        )

    def _failure(self, answer: Answer) -> Exception:
        return self._api.failure(answer, "code", "message")


def _sale_body(sale: Sale) -> dict[str, object]:
    """Return the body of `receipts/sell`; a return is a sale of returned goods."""
    is_return = sale.returns is not None
    body: dict[str, object] = {
        "id": sale.receipt_id,
        "goods": [_good(good, is_return=is_return) for good in sale.goods],
        "payments": [_payment(sale)],
    }
    if is_return:
        body["related_receipt_id"] = sale.returns
    return body


def _move_body(move: CashMove) -> dict[str, object]:
    """Return the body of `receipts/service`: below 0 is taken out."""
    return {"id": move.receipt_id, "payment": {"type": "CASH", "value": move.amount, "label": "Готівка"}}


def _shift_report(told: object) -> ShiftReport | None:
    """Return the sums of a Z report; None if it is none."""
    if not isinstance(told, dict) or not isinstance(told.get("serial"), int):
        return None
    sums = dict.fromkeys(("sold_cash", "sold_cashless", "returned_cash", "returned_cashless", "cash_in", "cash_out"), 0)
    payments = told.get("payments")
    for payment in payments if isinstance(payments, list) else ():
        if not isinstance(payment, dict):
            continue
        kind = "cash" if payment.get("type") == "CASH" else "cashless"
        sums[f"sold_{kind}"] += _whole(payment.get("sell_sum"))
        sums[f"returned_{kind}"] += _whole(payment.get("return_sum"))
        sums["cash_in"] += _whole(payment.get("service_in"))
        sums["cash_out"] += _whole(payment.get("service_out"))
    return ShiftReport(
        str(told["serial"]),
        ShiftSums(_whole(told.get("sell_receipts_count")), **sums),
        tuple(_reported_taxes(told.get("taxes"))),
    )


def _reported_taxes(told: object) -> Iterator[ReportedTax]:
    for tax in told if isinstance(told, list) else ():
        codes = [str(tax[key]) for key in ("symbol", "code") if tax.get(key)] if isinstance(tax, dict) else []
        if codes:
            amounts = (_whole(tax.get(key)) for key in _TURNOVER)
            yield ReportedTax(tuple(codes), TaxTurnover(*amounts))


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _payment(sale: Sale) -> dict[str, object]:
    if sale.way is PaymentKind.CASH:
        return {"type": "CASH", "value": sale.total, "label": "Готівка"}
    return {"type": "CASHLESS", "value": sale.total, "label": "Картка"}


def _good(good: Good, *, is_return: bool) -> dict[str, object]:
    described: dict[str, object] = {"code": good.code, "name": good.name[:128], "price": good.price}
    if good.fiscal.tax is not None:
        described["tax"] = [int(code) if (code := good.fiscal.tax.code).isdecimal() else code]
    described |= {key: text for key in ("uktzed", "barcode") if (text := getattr(good.fiscal, key))}
    if good.marks:
        described["excise_barcodes"] = list(good.marks)
    line: dict[str, object] = {"good": described, "quantity": good.quantity * 1000, "is_return": is_return}
    if good.discount:
        line["discounts"] = [{"type": "DISCOUNT", "mode": "VALUE", "value": good.discount, "name": "Знижка"}]
    return line


def _is_refusal(answer: Answer) -> bool:
    """Whether the sale is refused for good. Other failures may be temporary: a busy register, a closing shift."""
    code = str(answer["code"])
    is_final = code.startswith("receipt.") or code in _FINAL_CODES
    return answer.status == _INVALID or (400 <= answer.status < _SERVER_ERROR and is_final)  # noqa: PLR2004


def _reason(answer: Answer) -> str:
    """Return the service's error message."""
    transaction = answer["transaction"]
    error = transaction.get("response_error_message") if isinstance(transaction, dict) else None
    message = error or answer["message"] or answer["code"] or answer.text
    return " ".join(str(message).split())[:200]


def _moment(told: object) -> datetime | None:
    """Return a moment in the tax office's timezone."""
    if not isinstance(told, str):
        return None
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return None
    return moment.astimezone(TAX_ZONE) if moment.tzinfo else moment.replace(tzinfo=TAX_ZONE)


def _open_shift(shift: dict[str, Any]) -> OpenShift:
    opened_at = _moment(shift.get("opened_at"))
    return OpenShift(None if opened_at is None else int(opened_at.timestamp()), _drawer(shift))


def _drawer(shift: dict[str, Any]) -> int | None:
    """Return the kopiykas in a shift's drawer, if it says how many."""
    balance = shift.get("balance")
    amount = balance.get("balance") if isinstance(balance, dict) else None
    return amount if isinstance(amount, int) else None


def _cash_out(document: Sale | CashMove) -> int:
    """Return the kopiykas that go out of the drawer."""
    if isinstance(document, CashMove):
        return max(0, -document.amount)
    return document.total if document.returns is not None and document.way is PaymentKind.CASH else 0
