"""When to request a bank's list, and how it differs from our records (pure)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cafe.core.kernel.cleaning import CONTROL_CHARACTERS
from cafe.core.money.payments.model import HRYVNIA
from cafe.core.money.payments.port import InvoiceStatus, ListedPayment
from cafe.core.money.statements.model import Comparison, Difference, KnownPayment, Side, Totals
from cafe.core.upkeep.backups.rules import night_of, retry_after

LOOKS_BACK = timedelta(days=14)
"""The period of each list: as long as single payments are checked. Most payments are compared fourteen times."""
LAG = 3_600
"""Seconds in which a payment or refund known here may be missing from the list."""
AFTER_BACKUP = timedelta(hours=1)
"""Delay after the nightly backup: banks are asked at five in the morning."""
MAX_ID = 255
"""Characters stored of an id in a list: other shops choose theirs freely."""

_PAID = {InvoiceStatus.PAID, InvoiceStatus.REVERSED}
_UNFINISHED = {InvoiceStatus.PENDING, InvoiceStatus.PROCESSING, InvoiceStatus.HELD}


def is_due(comparison: Comparison, now: datetime, zone: ZoneInfo) -> bool:
    """Whether a bank's list is due: once each morning, and again after a while if the bank did not answer."""
    good_at = datetime.fromtimestamp(comparison.good_at, UTC)
    if night_of(good_at - AFTER_BACKUP, zone) == night_of(now - AFTER_BACKUP, zone):
        return False
    if not comparison.failures or comparison.asked_at is None:
        return True
    waited = now - datetime.fromtimestamp(comparison.asked_at, UTC)
    return not timedelta(0) <= waited < retry_after(comparison.failures)


def by_invoice(listed: Iterable[ListedPayment]) -> dict[str, list[ListedPayment]]:
    """Group a list's lines by invoice; other shops' ids may have characters that no database accepts."""
    found: dict[str, list[ListedPayment]] = {}
    for line in listed:
        found.setdefault(CONTROL_CHARACTERS.sub("", line.invoice_id)[:MAX_ID], []).append(line)
    return found


def find_differences(
    listed: Mapping[str, list[ListedPayment]], known: Mapping[str, KnownPayment]
) -> Iterator[Difference]:
    """Yield the payments on which the two sides differ.

    A payment unfinished in the list is no difference yet: tomorrow's list decides.
    """
    for invoice_id, lines in listed.items():
        own, paid = known.get(invoice_id), [line for line in lines if line.status in _PAID]
        if not paid:
            continue
        there = _side(paid)
        here = Side(own.amount, own.returned, own.currency) if own is not None and own.is_paid else None
        if own is None or not _agree(own, there):
            made_at = int(paid[-1].at.timestamp())
            yield Difference(invoice_id, None if own is None else own.order_id, here, there, made_at)
    for own in known.values():
        lines = listed.get(own.invoice_id, [])
        is_there = any(line.status in _PAID or line.status in _UNFINISHED for line in lines)
        if own.is_paid and own.is_expected and not is_there:
            here = Side(own.amount, own.returned, own.currency)
            yield Difference(own.invoice_id, own.order_id, here, None, own.made_at)


def sum_up(listed: Mapping[str, list[ListedPayment]], known: Mapping[str, KnownPayment]) -> Totals:
    """Sum our payments in the list, those in hryvnias."""
    ours = [
        line
        for invoice_id, lines in listed.items()
        for line in lines
        if invoice_id in known and line.status in _PAID and line.currency == HRYVNIA
    ]
    fees = [line.fee for line in ours if line.fee is not None]
    return Totals(
        payments=len(ours),
        amount=sum(line.amount for line in ours),
        returned=sum(_returned(line) or 0 for line in ours),
        fee=sum(fees) if len(fees) == len(ours) else None,
    )


def fees_of(listed: Mapping[str, list[ListedPayment]], known: Collection[str]) -> dict[str, int]:
    """Return the fees of our payments in the list, as far as it states all of a payment's."""
    fees: dict[str, int] = {}
    for invoice_id, lines in listed.items():
        stated = [line.fee for line in lines if line.status in _PAID and line.currency == HRYVNIA]
        whole = [fee for fee in stated if fee is not None]
        if invoice_id in known and stated and len(whole) == len(stated):
            fees[invoice_id] = sum(whole)
    return fees


def _side(paid: list[ListedPayment]) -> Side:
    """Return the list's total for an invoice: two payments count twice."""
    returned = [_returned(line) for line in paid]
    known = [each for each in returned if each is not None]
    foreign = [line.currency for line in paid if line.currency != HRYVNIA]
    return Side(
        sum(line.amount for line in paid),
        sum(known) if len(known) == len(returned) else None,
        foreign[0] if foreign else HRYVNIA,
    )


def _returned(line: ListedPayment) -> int | None:
    return line.amount if line.status is InvoiceStatus.REVERSED else line.returned


def _agree(own: KnownPayment, there: Side) -> bool:
    if not own.is_paid:  # paid and fully returned before we heard of it: nothing is missing
        return there.returned == there.amount
    if (own.amount, own.currency) != (there.amount, there.currency):
        return False
    if there.returned is None:  # the list would still show a full return
        return own.returned - own.returned_lately < own.amount
    return own.returned - own.returned_lately <= there.returned <= own.returned + own.pending
