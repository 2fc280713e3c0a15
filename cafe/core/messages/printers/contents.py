"""Reading what a page says, inside a transaction."""

from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.database import Connection
from cafe.core.messages.printers import store
from cafe.core.messages.printers.model import Job, Page, Printer
from cafe.core.messages.printers.port import Contents
from cafe.core.money.tills.store import find_day
from cafe.core.ordering.orders.store import find_order


def read_contents(
    conn: Connection, printer: Printer, job: Job, snapshot: Snapshot, public_url: str, now: int
) -> Contents | None:
    """Return what a job prints, as it is now; None if that is gone."""
    origin = store.find_printer(conn, job.origin_id) or printer
    order = receipt = day = None
    if job.page is Page.DAY:
        day = find_day(conn, job.subject_id)
        if day is None:
            return None
    elif job.page is not Page.TEST:
        order = find_order(conn, job.subject_id)
        if order is None:
            return None
        if job.page is Page.RECEIPT:
            receipt = store.find_receipt(conn, order.id)
            if receipt is None:
                return None
    return Contents(
        page=job.page,
        printer=printer,
        origin=origin,
        snapshot=snapshot,
        at=now,
        public_url=public_url,
        is_copy=job.is_copy,
        order=order,
        version=job.version,
        receipt=receipt,
        day=day,
    )
