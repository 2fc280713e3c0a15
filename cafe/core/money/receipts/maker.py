"""Issues fiscal receipts in the background, retried until done or refused: one for each sale and each return."""

import logging
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from cafe.core.catalogue.bottles.pouring import is_poured
from cafe.core.catalogue.bottles.store import list_poured
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.loops import backoff
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.model import Money
from cafe.core.money.receipts import cash, days_store, shifts, store
from cafe.core.money.receipts.cash import CashReceipt
from cafe.core.money.receipts.facts import (
    CashUntold,
    DrawerShort,
    ReceiptDelayed,
    ReceiptMade,
    ReceiptRefused,
    ReturnReceiptMade,
    ReturnReceiptRefused,
)
from cafe.core.money.receipts.goods import bill_of, with_marks
from cafe.core.money.receipts.model import StoredReceipt
from cafe.core.money.receipts.port import (
    TAX_ZONE,
    CashMove,
    FiscalError,
    FiscalName,
    FiscalServices,
    NotEnoughCashError,
    ReceiptReport,
    ReceiptState,
    Sale,
)
from cafe.core.money.receipts.shifts import ShiftAct, Wish
from cafe.core.money.receipts.taxes import sum_taxes
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.rules import MADE

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 3
LONGEST_GAP = 300
BATCH_SIZE = 10

TOO_FAR = 2 * LONGEST_GAP
"""A receipt due in more seconds than that was postponed before the clock was set back."""
REPORT_DELAY_AFTER = 3 * 3600
GIVE_UP = 24 * 3600
"""Seconds after a payment."""

CLOSING_TIME = time(23, 50)
"""When the day's shift is closed: a shift must not last past its calendar day. A later sale opens another one."""


class ReceiptMaker:
    """Issues receipts one at a time: a fiscal registrar has one cashier with one shift."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        texts: Texts,
        fiscal: FiscalServices,
        record: Recorder,
    ) -> None:
        self._database = database
        self._clock = clock
        self._texts = texts
        self._fiscal = fiscal
        self._record = record
        self._next_closing: dict[FiscalName, float] = {}
        self._problems: dict[FiscalName, str] = {}
        """Why the last closing failed."""

    async def resume(self) -> bool:
        """Make all unfinished receipts due now, after a restart."""
        for make_due in (store.make_all_due, cash.make_all_due):
            await self._database.write(make_due, unix_now(self._clock))
        return False

    async def work(self) -> bool:
        """Close the shift of a past day, and issue the due receipts; return whether more may be due.

        A shift that lasts past its day accepts no receipts, so it is closed first.
        """
        await self._close_shifts(self._local().date().isoformat())
        due = await self._database.read(_list_due, unix_now(self._clock))
        for receipt in due:
            if isinstance(receipt, CashReceipt):
                await self._make_cash(receipt)
                continue
            try:
                await self._make(receipt)
            except Exception as error:  # one impossible receipt must not block the others
                log.exception("the receipt of order %s failed", receipt.order_id)
                await self._put_off(receipt, type(error).__name__)
        if not due and self._local().time() >= CLOSING_TIME:
            await self._close_shifts(self._tomorrow())
        if len(due) < BATCH_SIZE:
            await self._grant_wishes()
        return len(due) == BATCH_SIZE

    async def _make(self, receipt: StoredReceipt) -> None:
        in_force = self._fiscal.in_force
        if in_force is None:
            return
        if await self._database.read(_lacks_marks, receipt):
            await self._wait_for_marks(receipt)
            return
        sent = await self._database.write(store.mark_sent, receipt, in_force, unix_now(self._clock))
        if sent is None:
            return
        service, may_exist = sent
        sale, is_wanted = await self._database.read(self._read_sale, receipt)
        try:
            report = await self._report_on(service, replace(sale, may_exist=may_exist), is_wanted=is_wanted)
        except NotEnoughCashError as error:
            await self._database.write(_report_short, self._record, receipt, Money(sale.total), unix_now(self._clock))
            await self._put_off(receipt, str(error))
            return
        except FiscalError as error:
            kind = "return" if receipt.is_return else "sale"
            log.warning("no %s receipt yet for order %s: %s", kind, receipt.order_id, error)
            await self._put_off(receipt, str(error))
            return
        if report is None:
            await self._database.write(store.drop, receipt, None, unix_now(self._clock))
        elif report.state is ReceiptState.PENDING:
            await self._put_off(receipt, "")
        else:
            await self._database.write(_finish, self._record, receipt, report, unix_now(self._clock), sale)

    async def _report_on(self, service: FiscalName, sale: Sale, *, is_wanted: bool) -> ReceiptReport | None:
        """Issue a receipt. For a sale that ended after an attempt, only find the outcome of that; None: no receipt.

        Raises:
            FiscalError: a temporary failure.
        """
        fiscal = self._fiscal.get(service)
        if not is_wanted:
            return await fiscal.find_receipt(sale.receipt_id)
        return await fiscal.make_receipt(sale, await self._begin_day(service))

    async def _begin_day(self, service: FiscalName) -> date:
        """Return today; if it has no shift yet, first tell a new one what open tills hold."""
        day = self._local().date()
        carried = await self._database.write(_open_day, day.isoformat(), service, unix_now(self._clock))
        if carried is not None:
            await self._make_cash(carried)
        return day

    async def _make_cash(self, receipt: CashReceipt) -> None:
        """Make a receipt of cash; what it says is stored before the call, so that a repeat says the same."""
        service = receipt.service or self._fiscal.in_force
        if service is None:
            return
        try:
            report = await self._report_on_cash(service, receipt)
        except NotEnoughCashError as error:
            await self._put_cash_off(receipt, str(error), is_short=True)
        except FiscalError as error:
            log.warning("cash of a till is not told yet: %s", error)
            await self._put_cash_off(receipt, str(error))
        except Exception as error:  # as above
            log.exception("the receipt %s of cash failed", receipt.id)
            await self._put_cash_off(receipt, type(error).__name__)
        else:
            if report is not None and report.state is ReceiptState.PENDING:
                await self._put_cash_off(receipt, "")
            elif report is not None:
                await self._database.write(_finish_cash, self._record, receipt, report, unix_now(self._clock))

    async def _report_on_cash(self, service: FiscalName, receipt: CashReceipt) -> ReceiptReport | None:
        """Make a receipt of cash; None: it is pending no more."""
        fiscal, told, now = self._fiscal.get(service), receipt.told, unix_now(self._clock)
        is_late = receipt.attempts == 0 and now - receipt.created_at > GIVE_UP  # no service was connected then
        if is_late or not (receipt.amount or receipt.receipted):
            return ReceiptReport(ReceiptState.DONE)
        day = await self._begin_day(service)
        if told is None:
            drawer = (await fiscal.open_shift(day)).drawer
            told = cash.amount_to_tell(receipt.kind, receipt.amount, drawer, receipt.receipted)
        if not await self._database.write(cash.set_told, receipt, service, told, now):
            return None
        if told == 0:
            return ReceiptReport(ReceiptState.DONE)
        return await fiscal.make_receipt(CashMove(receipt.receipt_id, told, receipt.may_exist), day)

    async def _put_cash_off(self, receipt: CashReceipt, reason: str, *, is_short: bool = False) -> None:
        """Postpone a receipt of cash; after a day the staff have to see to it themselves."""
        now = unix_now(self._clock)
        if now - receipt.created_at > GIVE_UP:
            report = ReceiptReport(ReceiptState.REFUSED, reason=reason)
            await self._database.write(_finish_cash, self._record, receipt, report, now)
            return
        gap = backoff(receipt.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_GAP)
        await self._database.write(cash.put_off, receipt, reason, now + gap)
        if is_short:
            await self._database.write(_report_short, self._record, receipt, Money(abs(receipt.amount)), now)

    async def _wait_for_marks(self, receipt: StoredReceipt) -> None:
        """Wait until the drinks are poured; if they should be, it is a failure that the staff have to know of."""
        order = await self._database.read(orders.get_order, receipt.order_id)
        if order.status in MADE:
            await self._put_off(receipt, self._texts.format(Locale.UK, "receipt-lacks-marks"))
        else:
            await self._database.write(store.wait, receipt, unix_now(self._clock) + LONGEST_GAP)

    async def _put_off(self, receipt: StoredReceipt, reason: str) -> None:
        """Postpone a receipt: the staff are notified after some hours, and have to issue it themselves after a day."""
        now = unix_now(self._clock)
        if now - receipt.created_at > GIVE_UP:
            report = ReceiptReport(ReceiptState.REFUSED, reason=reason)
            await self._database.write(_finish, self._record, receipt, report, now)
            return
        gap = backoff(receipt.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_GAP)
        await self._database.write(store.put_off, receipt, now + gap)
        if now - receipt.created_at > REPORT_DELAY_AFTER:
            await self._database.write(_report_delay, self._record, receipt, reason, now)

    async def _close_shifts(self, today: str) -> None:
        """Close the shifts of the days before `today`; after downtime they may be long past."""
        for service, day in (await self._database.read(days_store.list_open_days)).items():
            if day < today and self._fiscal.is_connected(service):
                await self._close_shift(service, day, today)

    async def _grant_wishes(self) -> None:
        """Open and close the shifts that somebody wants to be so, and keep why it could not be done."""
        for wish in await self._database.read(shifts.list_wishes):
            problem = ""
            if self._fiscal.is_connected(wish.service):
                try:
                    problem = await self._grant(wish)
                except FiscalError as error:
                    problem = str(error)
            await self._database.write(shifts.end_wish, wish, problem, unix_now(self._clock))

    async def _grant(self, wish: Wish) -> str:
        if wish.act is ShiftAct.OPEN:
            await self._fiscal.get(wish.service).open_shift(await self._begin_day(wish.service))
            return ""
        open_day = (await self._database.read(days_store.list_open_days)).get(wish.service)
        if open_day is None and await self._fiscal.get(wish.service).find_shift() is None:
            return ""
        return await self._close_shift(wish.service, open_day or self._local().date().isoformat(), self._tomorrow())

    async def _close_shift(self, service: FiscalName, day: str, today: str) -> str:
        """Close a shift and keep its report; return why it could not be done."""
        if self._clock.monotonic() < self._next_closing.get(service, 0):
            return self._problems[service]
        try:
            report = await self._fiscal.get(service).close_shift()
        except FiscalError as error:
            log.warning("the fiscal shift of %s is not closed yet: %s", day, error)
            self._next_closing[service] = self._clock.monotonic() + 60
            self._problems[service] = str(error)
            return str(error)
        closed = (date.fromisoformat(today) - timedelta(days=1)).isoformat()
        began = datetime.combine(date.fromisoformat(day), time(), TAX_ZONE)
        await self._database.write(
            days_store.close_days, service, closed, report, int(began.timestamp()), unix_now(self._clock)
        )
        return ""

    def _read_sale(self, conn: Connection, receipt: StoredReceipt) -> tuple[Sale, bool]:
        """Read a receipt's contents, and whether it is still wanted."""
        way, returns, kept = store.find_contents(conn, receipt.id)
        bill = kept or bill_of(orders.get_order(conn, receipt.order_id), self._texts)
        goods = with_marks(bill.discounted, list_poured(conn, receipt.order_id))
        sale = Sale(receipt.receipt_id, goods, bill.total, way, returns)
        return sale, store.is_wanted(conn, receipt)

    def _tomorrow(self) -> str:
        return (self._local() + timedelta(days=1)).date().isoformat()

    def _local(self) -> datetime:
        return self._clock.now().astimezone(TAX_ZONE)


def _list_due(conn: Connection, now: int) -> list[StoredReceipt | CashReceipt]:
    """List the due receipts of all kinds in the order of their moves; within a second, what takes cash out is last."""
    found: list[StoredReceipt | CashReceipt] = [*store.list_due(conn, now, TOO_FAR, BATCH_SIZE)]
    found += cash.list_due(conn, now, TOO_FAR, BATCH_SIZE)
    return sorted(found, key=_turn)[:BATCH_SIZE]


def _turn(receipt: StoredReceipt | CashReceipt) -> tuple[int, int, int, int]:
    rank = 1 if isinstance(receipt, StoredReceipt) else 0 if receipt.amount > 0 else 2
    return receipt.attempts, receipt.due_at, rank, receipt.id


def _open_day(conn: Connection, day: str, service: FiscalName, now: int) -> CashReceipt | None:
    return cash.carry_cash(conn, service, now) if days_store.open_day(conn, day, service) else None


def _finish_cash(conn: Connection, record: Recorder, receipt: CashReceipt, report: ReceiptReport, now: int) -> None:
    reason = report.reason or ""
    if cash.finish(conn, receipt, report.state, reason, now) and report.state is ReceiptState.REFUSED:
        money = Money(abs(receipt.told or receipt.amount))
        record(conn, CashUntold(at=now, money=money, is_out=receipt.amount < 0, reason=reason))


def _report_short(
    conn: Connection, record: Recorder, receipt: StoredReceipt | CashReceipt, money: Money, now: int
) -> None:
    """Tell the staff, once, that the register has too little cash for a receipt."""
    if isinstance(receipt, CashReceipt):
        if cash.note_short(conn, receipt, now):
            record(conn, DrawerShort(at=now, order=None, money=money))
        return
    conn.lock("orders", receipt.order_id)
    if store.note_short(conn, receipt, now):
        record(conn, DrawerShort(at=now, order=orders.get_order(conn, receipt.order_id), money=money))


def _finish(
    conn: Connection,
    record: Recorder,
    receipt: StoredReceipt,
    report: ReceiptReport,
    now: int,
    sale: Sale | None = None,
) -> None:
    """Store the result, with the taxes of the sale if it is done; only the first report is recorded as a fact."""
    conn.lock("orders", receipt.order_id)
    order = orders.get_order(conn, receipt.order_id)
    is_return, reason = receipt.is_return, report.reason or ""
    if report.state is ReceiptState.REFUSED and not store.is_wanted(conn, receipt):
        store.drop(conn, receipt, reason, now)
        return
    if not store.finish(conn, receipt, report, now):
        return
    if report.state is ReceiptState.DONE and sale is not None:
        store.add_taxes(conn, receipt, sum_taxes(sale.goods))
    if report.state is ReceiptState.REFUSED and is_return:
        _, _, bill = store.find_contents(conn, receipt.id)
        money = Money(0 if bill is None else bill.total)
        record(conn, ReturnReceiptRefused(at=now, order=order, money=money, reason=reason))
    elif report.state is ReceiptState.REFUSED:
        record(conn, ReceiptRefused(at=now, order=order, reason=reason))
        for waiting in store.list_unsent_returns(conn, receipt.id):
            _finish(conn, record, waiting, report, now)
    elif report.url and is_return:
        record(conn, ReturnReceiptMade(at=now, order=order, url=report.url))
    elif report.url:
        record(conn, ReceiptMade(at=now, order=order, url=report.url))


def _lacks_marks(conn: Connection, receipt: StoredReceipt) -> bool:
    """Whether a sale's receipt has to wait for excise marks; one that may exist does not, a return's waits for it."""
    if receipt.is_return or store.was_asked(conn, receipt):
        return False
    return not is_poured(conn, orders.get_order(conn, receipt.order_id))


def _report_delay(conn: Connection, record: Recorder, receipt: StoredReceipt, reason: str, now: int) -> None:
    conn.lock("orders", receipt.order_id)
    if store.mark_delay_reported(conn, receipt, now):
        record(conn, ReceiptDelayed(at=now, order=orders.get_order(conn, receipt.order_id), reason=reason))
