"""Вчасно.Каса, a fiscal registrar: one address for all tasks, a shift for the day, each receipt once.

It documents no idempotency. What makes a repeat safe is the `tag` that we give to a task: a call with a tag and no task
answers with that task's outcome. So a receipt that may exist is looked for by its tag, and sent again only if the
service says that it knows none, and after a while in which an earlier call may still have been on its way.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum
from typing import Any
from uuid import uuid4

from aiohttp import ClientSession

from cafe.core.kernel.access import Access
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import (
    FiscalError,
    Good,
    ReceiptReport,
    ReceiptState,
    ReportedTax,
    Sale,
    ShiftReport,
    ShiftSums,
    TaxTurnover,
)
from cafe.providers.http import Answer, Calls, JsonApi

_PATH = "/api/v3/fiscal/execute"
_SOURCE = "cafe"
_SECONDS = 30
"""A call may take that long: theirs may take 20 while the tax office is away."""
_SETTLING = 60.0
"""Seconds after a call without an answer, or after our start, in which a receipt may still come about."""

_UNAUTHORIZED, _FORBIDDEN = 401, 403
_UNKNOWN_TAG = 1058
_WRONG_TOKEN = {1083, 2001}
_FINAL = {1063, 1064, 1065, 1077, 1097, 1101, 1102, 1107, 1108, 1109, 1110, 1111}
"""Faults of a receipt itself: sums, goods, tax groups, ways of paying, too little cash. Others may pass."""
_MAY_REPEAT = (1, 2)
"""The `res_action` of a task that was not done, and that they advise to repeat under its tag."""
_CLOSED, _OPEN, _BLOCKED = 0, 1, 2
_CASH, _CARD = 0, 2


class _Task(IntEnum):
    OPEN_SHIFT = 0
    SALE = 1
    RETURN = 2
    CLOSE_SHIFT = 11
    STATUS = 18


@dataclass(frozen=True, slots=True)
class _Shift:
    """The open shift: what our tag for its report is, and its day if it says one."""

    report_tag: str
    day: date | None


class Vchasno:
    """The fiscal service. Kopiykas are converted to hryvnias here only."""

    def __init__(self, session: ClientSession, *, token: str | None, base_url: str, calls: Calls | None = None) -> None:
        self._token = token or ""
        self._pages = base_url.rstrip("/")
        self._api = JsonApi(session, base_url, name="vchasno", error=FiscalError, secrets=(self._token,), calls=calls)
        self._began = self._api.clock.monotonic()
        self._unanswered: dict[str, float] = {}
        """The tags of receipts whose outcome is unknown, with the moment of the last call."""
        self._closing: str | None = None
        """The tag of a shift's report that was not read yet."""
        self._turn = asyncio.Lock()

    @property
    def is_configured(self) -> bool:
        """Whether a register's token is configured; without one no receipts are issued."""
        return bool(self._token)

    async def check_access(self) -> Access:
        """Request the register's state."""
        answer = await self._send({"fiscal": {"task": _Task.STATUS}})
        if answer["res"] == 0 and answer.is_ok:
            return Access(is_accepted=True, ahead=answer.ahead)
        if answer.status in {_UNAUTHORIZED, _FORBIDDEN} or _code(answer) in _WRONG_TOKEN:
            return Access(is_accepted=False, ahead=answer.ahead, reason=str(self._failure(answer)))
        raise self._failure(answer)

    async def make_receipt(self, sale: Sale, day: date) -> ReceiptReport:
        """Issue the receipt in this day's shift, or report its state if it was issued before.

        Raises:
            FiscalError: a temporary failure, or it is unknown whether the receipt exists: then none is issued.
        """
        async with self._turn:
            if sale.may_exist:
                found = await self._find(sale.receipt_id)
                if found is not None:
                    return found
            await self._ensure_shift(day)
            self._unanswered[sale.receipt_id] = self._api.clock.monotonic()
            task = _Task.SALE if sale.returns is None else _Task.RETURN
            answer = await self._execute(task, tag=sale.receipt_id, receipt=_receipt(sale))
            report = self._report_on(sale.receipt_id, answer)
            if report is None:
                raise self._failure(answer)
            return report

    async def find_receipt(self, receipt_id: str) -> ReceiptReport | None:
        """Report the state of a receipt that may have been issued before; None if it was not.

        Raises:
            FiscalError: a temporary failure, or it is unknown whether the receipt exists.
        """
        async with self._turn:
            return await self._find(receipt_id)

    async def close_shift(self) -> ShiftReport | None:
        """Close the open shift, if any, and return the day's report; None if no shift was open, or nothing is reported.

        Raises:
            FiscalError: the shift is not closed yet.
        """
        async with self._turn:
            return await self._close_shift()

    async def _find(self, tag: str) -> ReceiptReport | None:
        """Ask for the outcome of a receipt's task; None if it was not done, and nothing is on its way."""
        answer = await self._call({"tag": tag})
        if _code(answer) == _UNKNOWN_TAG:
            last = max(self._began, self._unanswered.get(tag, self._began))
            if self._api.clock.monotonic() < last + _SETTLING:
                return ReceiptReport(ReceiptState.PENDING)
            self._unanswered.pop(tag, None)
            return None
        if answer["tag"] == tag and answer["task"] in (_Task.SALE, _Task.RETURN):
            report = self._report_on(tag, answer)
            if report is not None:
                return report
            if _code(answer) != 0 and answer["res_action"] in _MAY_REPEAT:
                return None
        raise self._failure(answer)

    def _report_on(self, tag: str, answer: Answer) -> ReceiptReport | None:
        """Read the outcome of a receipt's task; None if it is neither done nor refused for good."""
        code = _code(answer)
        number = _info(answer).get("doccode")
        if code == 0 and isinstance(number, str) and number:
            self._unanswered.pop(tag, None)
            return ReceiptReport(ReceiptState.DONE, f"{self._pages}/check-viewer/{number}", number)
        if code in _FINAL:
            self._unanswered.pop(tag, None)
            text = answer["errortxt"]
            return ReceiptReport(ReceiptState.REFUSED, reason=" ".join(str(text or code).split())[:200])
        return None

    async def _ensure_shift(self, day: date) -> None:
        """See to it that a shift of this day is open; a shift of another day is closed first."""
        shift = await self._current_shift()
        if shift is not None and shift.day not in {day, None}:
            await self._close_shift()
            shift = await self._current_shift()
        if shift is None:
            answer = await self._execute(_Task.OPEN_SHIFT)
            if _code(answer) != 0 and await self._current_shift() is None:
                raise self._failure(answer)

    async def _current_shift(self) -> _Shift | None:
        answer = await self._execute(_Task.STATUS)
        info = _info(answer)
        status = info.get("shift_status")
        if _code(answer) != 0 or isinstance(status, bool) or status not in (_CLOSED, _OPEN, _BLOCKED):
            raise self._failure(answer)
        if status == _CLOSED:
            return None
        opened_at = info.get("shift_dt")
        tag = f"z-{info.get('fisid')}-{opened_at}" if isinstance(opened_at, str) else str(uuid4())
        return _Shift(tag, _day(opened_at))

    async def _close_shift(self) -> ShiftReport | None:
        shift = await self._current_shift()
        if shift is not None:
            self._closing = shift.report_tag  # before the call, whose answer may be lost
            answer = await self._execute(_Task.CLOSE_SHIFT, tag=shift.report_tag)
            if _code(answer) == 0:
                self._closing = None
                return _shift_report(_info(answer))
            if await self._current_shift() is not None:
                raise self._failure(answer)
        if self._closing is None:
            return None
        answer = await self._call({"tag": self._closing})
        is_it = _code(answer) == 0 and answer["tag"] == self._closing
        self._closing = None
        return _shift_report(_info(answer)) if is_it else None

    async def _execute(self, task: _Task, *, tag: str = "", receipt: object = None) -> Answer:
        fiscal: dict[str, object] = {"task": task}
        if receipt is not None:
            fiscal["receipt"] = receipt
        return await self._call({"tag": tag, "fiscal": fiscal} if tag else {"fiscal": fiscal})

    async def _call(self, body: Mapping[str, object]) -> Answer:
        """Call, and return an answer with a code.

        Raises:
            FiscalError: there is none.
        """
        answer = await self._send(body)
        if answer.status in {_UNAUTHORIZED, _FORBIDDEN} or not isinstance(answer["res"], int):
            raise self._failure(answer)
        return answer

    async def _send(self, body: Mapping[str, object]) -> Answer:
        headers = {"Authorization": self._token}
        return await self._api.call("POST", _PATH, seconds=_SECONDS, headers=headers, json={"source": _SOURCE, **body})

    def _failure(self, answer: Answer) -> Exception:
        return self._api.failure(answer, "res", "errortxt")


def _receipt(sale: Sale) -> dict[str, object]:
    """Return `fiscal.receipt`. A line that costs nothing is left out: the service refuses it."""
    total = _hryvnias(sale.total)
    way = _CASH if sale.way is PaymentKind.CASH else _CARD
    rows = [_row(good) for good in sale.goods if good.total]
    return {"sum": total, "rows": rows, "pays": [{"type": way, "sum": total}]}


def _row(good: Good) -> dict[str, object]:
    row: dict[str, object] = {
        "code": good.code,
        "name": good.name[:128],
        "cnt": good.quantity,
        "price": _hryvnias(good.price),
        "disc": _hryvnias(good.discount),
        "disc_type": 0,
    }
    if good.fiscal.tax is not None:
        code = good.fiscal.tax.code
        row["taxgrp"] = int(code) if code.isdecimal() else code
    if good.marks:
        row |= {"code_a": good.marks[0]} if len(good.marks) == 1 else {"code_aa": list(good.marks)}
    return row | {key: text for key, text in (("code1", good.fiscal.barcode), ("code2", good.fiscal.uktzed)) if text}


def _shift_report(info: Mapping[str, Any]) -> ShiftReport | None:
    """Return the sums of a Z report; None if it is none."""
    number, receipts, pays = info.get("docno"), info.get("receipt"), info.get("pays")
    if not isinstance(number, int | str) or not isinstance(receipts, dict):
        return None
    sums = dict.fromkeys(("sold_cash", "sold_cashless", "returned_cash", "returned_cashless"), 0)
    for pay in pays if isinstance(pays, list) else ():
        if isinstance(pay, dict):
            kind = "cash" if pay.get("type") == _CASH else "cashless"
            sums[f"sold_{kind}"] += _kopiykas(pay.get("sum_p"))
            sums[f"returned_{kind}"] += _kopiykas(pay.get("sum_m"))
    sales = receipts.get("count_p")
    count = sales if isinstance(sales, int) else 0
    return ShiftReport(str(number), ShiftSums(count, **sums), tuple(_reported_taxes(info.get("taxes"))))


def _reported_taxes(told: object) -> Iterator[ReportedTax]:
    for tax in told if isinstance(told, list) else ():
        codes = [str(tax[key]) for key in ("tax_lit", "gr_code") if tax.get(key)] if isinstance(tax, dict) else []
        if codes:
            amounts = (_kopiykas(tax.get(key)) for key in ("base_sum_p", "base_sum_m", "tax_sum_p", "tax_sum_m"))
            yield ReportedTax(tuple(codes), TaxTurnover(*amounts))


def _code(answer: Answer) -> int | None:
    code = answer["res"]
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _info(answer: Answer) -> Mapping[str, Any]:
    info = answer["info"]
    return info if isinstance(info, dict) else {}


def _hryvnias(kopiykas: int) -> float:
    return round(kopiykas / 100, 2)


def _kopiykas(hryvnias: object) -> int:
    return round(hryvnias * 100) if isinstance(hryvnias, int | float) else 0


def _day(opened_at: object) -> date | None:
    """Return the tax day on which a shift was opened."""
    try:
        return datetime.strptime(str(opened_at), "%Y%m%d%H%M%S").date()  # noqa: DTZ007 - Kyiv's time, as on receipts
    except ValueError:
        return None
