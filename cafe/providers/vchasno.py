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

_PATH = "/api/v3/fiscal/execute"
_SOURCE = "cafe"
_SECONDS = 30
"""A call may take that long: theirs may take 20 while the tax office is away."""
_SETTLING = 60.0
"""Seconds after a call without an answer, or after our start, in which a receipt may still come about."""

_UNAUTHORIZED, _FORBIDDEN = 401, 403
_UNKNOWN_TAG = 1058
_WRONG_TOKEN = {1083, 2001}
_FINAL = {1063, 1064, 1065, 1097, 1101, 1102, 1107, 1108, 1109, 1110, 1111}
"""Faults of a receipt itself: sums, goods, tax groups, ways of paying. Others may pass."""
_SHORT = 1077
"""The drawer has less cash than goes out."""
_MAY_REPEAT = (1, 2)
"""The `res_action` of a task that was not done, and that they advise to repeat under its tag."""
_CLOSED, _OPEN, _BLOCKED = 0, 1, 2
_CASH, _CARD = 0, 2


class _Task(IntEnum):
    OPEN_SHIFT = 0
    SALE = 1
    RETURN = 2
    CASH_IN = 3
    CASH_OUT = 4
    CLOSE_SHIFT = 11
    STATUS = 18


_DOCUMENTS = (_Task.SALE, _Task.RETURN, _Task.CASH_IN, _Task.CASH_OUT)


@dataclass(frozen=True, slots=True)
class _Shift:
    """The open shift: what our tag for its report is, when it was opened and the kopiykas in its drawer if it says."""

    report_tag: str
    opened_at: datetime | None
    drawer: int | None

    @property
    def told(self) -> OpenShift:
        return OpenShift(None if self.opened_at is None else int(self.opened_at.timestamp()), self.drawer)


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

    @property
    def account(self) -> str:
        """Nothing: it calls nobody."""
        return ""

    async def set_webhook(self, url: str) -> str:
        raise FiscalError(f"vchasno: does not call {url}")

    async def check_access(self) -> Access:
        """Request the register's state."""
        answer = await self._send({"fiscal": {"task": _Task.STATUS}})
        if answer["res"] == 0 and answer.is_ok:
            return Access(is_accepted=True, ahead=answer.ahead)
        if answer.status in {_UNAUTHORIZED, _FORBIDDEN} or _code(answer) in _WRONG_TOKEN:
            return Access(is_accepted=False, ahead=answer.ahead, reason=str(self._failure(answer)))
        raise self._failure(answer)

    async def make_receipt(self, document: Sale | CashMove, day: date) -> ReceiptReport:
        """Issue the receipt in this day's shift, or report its state if it was issued before.

        Raises:
            NotEnoughCashError: the drawer has less than goes out.
            FiscalError: a temporary failure, or it is unknown whether the receipt exists: then none is issued.
        """
        async with self._turn:
            tag = document.receipt_id
            if document.may_exist:
                found = await self._find(tag)
                if found is not None:
                    return found
            await self._ensure_shift(day)
            self._unanswered[tag] = self._api.clock.monotonic()
            answer = await self._execute(*_task_of(document), tag=tag)
            report = self._report_on(tag, answer)
            if report is None:
                is_short = _code(answer) == _SHORT
                raise NotEnoughCashError(str(self._failure(answer))) if is_short else self._failure(answer)
            return report

    async def find_receipt(self, receipt_id: str) -> ReceiptReport | None:
        """Report the state of a receipt that may have been issued before; None if it was not.

        Raises:
            FiscalError: a temporary failure, or it is unknown whether the receipt exists.
        """
        async with self._turn:
            return await self._find(receipt_id)

    async def find_shift(self) -> OpenShift | None:
        """Return the shift that is open, whatever its day.

        Raises:
            FiscalError: a temporary failure.
        """
        async with self._turn:
            shift = await self._current_shift()
            return None if shift is None else shift.told

    async def open_shift(self, day: date) -> OpenShift:
        """See to it that a shift of this day is open; a shift of another day is closed first.

        Raises:
            FiscalError: it is not open yet.
        """
        async with self._turn:
            return (await self._ensure_shift(day)).told

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
        if answer["tag"] == tag and answer["task"] in _DOCUMENTS:
            report = self._report_on(tag, answer)
            if report is not None:
                return report
            if _code(answer) != 0 and (_code(answer) == _SHORT or answer["res_action"] in _MAY_REPEAT):
                return None
        raise self._failure(answer)

    def _report_on(self, tag: str, answer: Answer) -> ReceiptReport | None:
        """Read the outcome of a receipt's task; None if it is neither done nor refused for good."""
        code = _code(answer)
        number = _info(answer).get("doccode")
        if code == 0 and isinstance(number, str) and number:
            self._unanswered.pop(tag, None)
            is_offline, url = _info(answer).get("isoffline") is True, f"{self._pages}/check-viewer/{number}"
            return ReceiptReport(ReceiptState.DONE, url, number, is_offline=is_offline)
        if code in _FINAL:
            self._unanswered.pop(tag, None)
            text = answer["errortxt"]
            return ReceiptReport(ReceiptState.REFUSED, reason=" ".join(str(text or code).split())[:200])
        return None

    async def _ensure_shift(self, day: date) -> _Shift:
        """See to it that a shift of this day is open; a shift of another day is closed first."""
        shift = await self._current_shift()
        if shift is not None and shift.opened_at is not None and shift.opened_at.date() != day:
            await self._close_shift()
            shift = await self._current_shift()
        if shift is None:
            answer = await self._execute(_Task.OPEN_SHIFT)
            shift = await self._current_shift()
            if shift is None:
                raise self._failure(answer)
        return shift

    async def _current_shift(self) -> _Shift | None:
        answer = await self._execute(_Task.STATUS)
        info = _info(answer)
        status, safe = info.get("shift_status"), info.get("safe")
        if _code(answer) != 0 or isinstance(status, bool) or status not in (_CLOSED, _OPEN, _BLOCKED):
            raise self._failure(answer)
        if status == _CLOSED:
            return None
        opened_at = info.get("shift_dt")
        tag = f"z-{info.get('fisid')}-{opened_at}" if isinstance(opened_at, str) else str(uuid4())
        return _Shift(tag, _moment(opened_at), _kopiykas(safe) if isinstance(safe, int | float) else None)

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

    async def _execute(self, task: _Task, about: Mapping[str, object] | None = None, *, tag: str = "") -> Answer:
        fiscal = {"task": task, **(about or {})}
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


def _task_of(document: Sale | CashMove) -> tuple[_Task, dict[str, object]]:
    """Return the task of a receipt, and what it says."""
    if isinstance(document, Sale):
        return _Task.SALE if document.returns is None else _Task.RETURN, {"receipt": _receipt(document)}
    task = _Task.CASH_IN if document.amount > 0 else _Task.CASH_OUT
    return task, {"cash": {"type": _CASH, "sum": _hryvnias(abs(document.amount))}}


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
    brought, taken = _cash_moves(info.get("money"))
    told = ShiftSums(count, **sums, cash_in=brought, cash_out=taken)
    return ShiftReport(str(number), told, tuple(_reported_taxes(info.get("taxes"))))


def _cash_moves(told: object) -> tuple[int | None, int | None]:
    """Return what was brought in and taken out. No text that we have names the field: without it, both are unknown."""
    if not isinstance(told, list):
        return None, None
    cash = [each for each in told if isinstance(each, dict) and each.get("type") == _CASH]
    return sum(_kopiykas(each.get("sum_p")) for each in cash), sum(_kopiykas(each.get("sum_m")) for each in cash)


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


def _moment(told: object) -> datetime | None:
    """Return a moment that is told in the tax office's time, as on receipts."""
    try:
        return datetime.strptime(str(told), "%Y%m%d%H%M%S").replace(tzinfo=TAX_ZONE)
    except ValueError:
        return None
