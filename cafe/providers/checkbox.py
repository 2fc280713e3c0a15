"""Checkbox, the fiscal registrar: signs in, keeps a shift open for the day, makes each receipt once."""

import asyncio
from datetime import date, datetime
from typing import Any

from aiohttp import ClientSession

from cafe.core.errors import FiscalError
from cafe.core.ports import TAX_ZONE, InvoiceLine, ReceiptReport, ReceiptState, Sale
from cafe.providers.http import Answer, JsonApi

PUBLIC_API = "https://api.checkbox.ua"
PUBLIC_PAGES = "https://check.checkbox.ua"
"""Where guests see their receipts; a stand-in of the service shows them under its own address."""

_UNAUTHORIZED, _FORBIDDEN, _FAULT = 401, 403, 500
_PASSING = {408, 425, 429}
_FINAL = ("ERROR", "CANCELLED", "CANCELLATION")


class Checkbox:
    """The fiscal service. Whole UAH become kopiykas, and pieces thousandths, here and nowhere else."""

    def __init__(
        self,
        session: ClientSession,
        *,
        license_key: str | None,
        pin: str | None,
        base_url: str,
        poll_seconds: float = 1,
        polls: int = 15,
    ) -> None:
        self._license_key = license_key or ""
        self._pin = pin or ""
        self._pages = PUBLIC_PAGES if base_url.rstrip("/") == PUBLIC_API else base_url.rstrip("/")
        self._poll_seconds = poll_seconds
        self._polls = polls
        self._token = ""
        self._api = JsonApi(
            session, base_url, name="checkbox", error=FiscalError, secrets=(self._license_key, self._pin)
        )

    @property
    def is_configured(self) -> bool:
        """Whether there is a licence; without one no receipts are made."""
        return bool(self._license_key)

    async def make_receipt(self, sale: Sale, day: date) -> ReceiptReport:
        """Make the receipt in the shift of this day, or say what became of it when it was made before.

        Raises:
            FiscalError: it failed for now; a repetition with the same id never makes a second receipt.
        """
        known = await self._call("GET", f"/receipts/{sale.receipt_id}")
        if not known.is_ok:  # not known there yet
            await self._see_to_shift(day)
            known = await self._call("POST", "/receipts/sell", json=_sold(sale))
            if known["code"] == "receipt.already_exists":
                known = await self._call("GET", f"/receipts/{sale.receipt_id}")
            elif _is_refusal(known):
                return ReceiptReport(ReceiptState.REFUSED, reason=_reason(known))
        for _ in range(self._polls):
            if not known.is_ok or known["id"] != sale.receipt_id:
                raise self._failure(known)
            if known["status"] == "DONE":
                return ReceiptReport(ReceiptState.DONE, url=f"{self._pages}/{sale.receipt_id}")
            if known["status"] in _FINAL:
                return ReceiptReport(ReceiptState.REFUSED, reason=_reason(known))
            await asyncio.sleep(self._poll_seconds)
            known = await self._call("GET", f"/receipts/{sale.receipt_id}")
        return ReceiptReport(ReceiptState.PENDING)

    async def close_shift(self) -> None:
        """Close the open shift, if any, for the day's report.

        Raises:
            FiscalError: it is not closed yet.
        """
        if await self._current_shift() is None:
            return
        answer = await self._call("POST", "/shifts/close", json={})
        if not answer.is_ok and answer["code"] != "shift.not_opened":
            raise self._failure(answer)
        for _ in range(self._polls):
            if await self._current_shift() is None:
                return
            await asyncio.sleep(self._poll_seconds)
        raise FiscalError("checkbox: the shift is still closing")

    async def _see_to_shift(self, day: date) -> None:
        """Return when a shift of this day is open: one of another day is closed first."""
        shift = await self._current_shift()
        if shift is not None and _day(shift.get("opened_at")) not in {day, None}:
            await self.close_shift()
            shift = None
        if shift is None:
            shift = self._shift_in(await self._call("POST", "/shifts", json={}))
        for _ in range(self._polls):
            if shift["status"] == "OPENED":
                return
            await asyncio.sleep(self._poll_seconds)
            shift = self._shift_in(await self._call("GET", f"/shifts/{shift['id']}"))
        raise FiscalError("checkbox: the shift does not open")

    async def _current_shift(self) -> dict[str, Any] | None:
        answer = await self._call("GET", "/cashier/shift")
        if answer.is_ok and answer.text.strip() in {"", "null"}:
            return None
        shift = self._shift_in(answer)
        return None if shift["status"] == "CLOSED" else shift

    def _shift_in(self, answer: Answer) -> dict[str, Any]:
        """Return the shift of an answer: at least its id and status."""
        if answer.is_ok and isinstance(answer["id"], str) and isinstance(answer["status"], str):
            return dict(answer.body)
        raise self._failure(answer)

    async def _call(self, method: str, path: str, *, json: object = None) -> Answer:
        """Call with the cashier's token, and sign in when there is none or it is no longer good."""
        used = self._token
        answer = await self._send(method, path, json) if used else None
        if answer is None or answer.status == _UNAUTHORIZED:
            if self._token == used:
                await self._sign_in()
            answer = await self._send(method, path, json)
        if answer.status in {_UNAUTHORIZED, _FORBIDDEN} or answer.status in _PASSING or answer.status >= _FAULT:
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
        answer = await self._api.call(
            "POST",
            "/api/v1/cashier/signinPinCode",
            headers={"X-License-Key": self._license_key, "X-Client-Name": "Cafe"},
            json={"pin_code": self._pin},
        )
        if not answer.is_ok or not isinstance(answer["access_token"], str):
            raise self._failure(answer)
        self._token = answer["access_token"]

    def _failure(self, answer: Answer) -> Exception:
        return self._api.failure(answer, "code", "message")


def _sold(sale: Sale) -> dict[str, object]:
    """Return the body of `receipts/sell`."""
    sold: dict[str, object] = {
        "id": sale.receipt_id,
        "goods": [_good(line) for line in sale.lines],
        "payments": [{"type": "CASHLESS", "value": sale.total * 100, "label": "Картка"}],
    }
    if sale.discount:
        sold["discounts"] = [{"type": "DISCOUNT", "mode": "VALUE", "value": sale.discount * 100, "name": "Знижка"}]
    return sold


def _good(line: InvoiceLine) -> dict[str, object]:
    good = {"code": line.code, "name": line.name[:128], "price": line.price * 100}
    return {"good": good, "quantity": line.quantity * 1000, "is_return": False}


def _is_refusal(answer: Answer) -> bool:
    """Whether this sale will never be taken, as opposed to not now: a shift that just closed opens again."""
    return 400 <= answer.status < _FAULT and not str(answer["code"]).startswith("shift.")  # noqa: PLR2004


def _reason(answer: Answer) -> str:
    """Return what the service said, in its own words."""
    transaction = answer["transaction"]
    said = transaction.get("response_error_message") if isinstance(transaction, dict) else None
    words = said or answer["message"] or answer["code"] or answer.text
    return " ".join(str(words).split())[:200]


def _day(opened_at: object) -> date | None:
    """Return the tax day on which a shift was opened."""
    if not isinstance(opened_at, str):
        return None
    try:
        moment = datetime.fromisoformat(opened_at)
    except ValueError:
        return None
    return moment.astimezone(TAX_ZONE).date() if moment.tzinfo else moment.date()
