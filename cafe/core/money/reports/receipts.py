"""Fiscal receipts of a period: sums by way of paying, and the list to compare with the tax office's."""

from dataclasses import fields

from cafe.core.catalogue.taxes.model import Tax
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import ShiftSums
from cafe.core.money.receipts.store import AMOUNT, OF_ORDERS
from cafe.core.money.receipts.taxes import TaxSum
from cafe.core.money.reports.model import ClosedShift, ReceiptLine, ReceiptSums, ReportedTaxSums, TaxSums
from cafe.core.ordering.orders.model import order_number

_AT = "COALESCE(r.finished_at, r.created_at)"
_FROM = f"{OF_ORDERS} WHERE {_AT} >= :since AND {_AT} < :until AND r.state <> 'dropped'"


def sum_receipts(conn: Connection, since: int, until: int) -> tuple[ReceiptSums, ...]:
    """Sum the receipts that were made in a period, or wait or were refused since, by way of paying."""
    sale, back = "r.state = 'done' AND r.sale_id IS NULL", "r.state = 'done' AND r.sale_id IS NOT NULL"
    rows = conn.all(
        f"SELECT r.way, SUM(CASE WHEN {sale} THEN 1 ELSE 0 END) AS sales, "
        f"SUM(CASE WHEN {sale} THEN {AMOUNT} ELSE 0 END) AS sold, SUM(CASE WHEN {back} THEN 1 ELSE 0 END) AS returns, "
        f"SUM(CASE WHEN {back} THEN {AMOUNT} ELSE 0 END) AS returned, "
        f"SUM(CASE WHEN r.state = 'done' THEN 0 ELSE 1 END) AS missing {_FROM} GROUP BY r.way ORDER BY r.way",
        {"since": since, "until": until},
    )
    return tuple(ReceiptSums(PaymentKind(row["way"]), *(int(row[name]) for name in _SUMS)) for row in rows)


_SUMS = ("sales", "sold", "returns", "returned", "missing")


def list_shifts(conn: Connection, since: int, until: int) -> tuple[ClosedShift, ...]:
    """List the shifts that were closed in a period."""
    rows = conn.all(
        "SELECT * FROM fiscal_reports WHERE closed_at >= :since AND closed_at < :until ORDER BY id",
        {"since": since, "until": until},
    )
    names = [each.name for each in fields(ShiftSums)]
    return tuple(
        ClosedShift(
            int(row["closed_at"]),
            row["number"],
            ShiftSums(**{name: row[name] for name in names}),
            ShiftSums(**{name: row[f"own_{name}"] for name in names}),
        )
        for row in rows
    )


def sum_taxes(conn: Connection, since: int, until: int) -> tuple[TaxSums, ...]:
    """Sum the taxes of the receipts that were made in a period, by tax group."""
    sign = "CASE WHEN r.sale_id IS NULL THEN 1 ELSE -1 END"
    rows = conn.all(
        "SELECT x.code, x.rate, x.excise_rate, SUM(CASE WHEN r.sale_id IS NULL THEN x.turnover ELSE 0 END) AS sold, "
        "SUM(CASE WHEN r.sale_id IS NULL THEN 0 ELSE x.turnover END) AS returned, "
        f"SUM({sign} * x.vat) AS vat, SUM({sign} * x.excise) AS excise "
        f"FROM receipts r JOIN receipt_taxes x ON x.receipt_id = r.id WHERE {_AT} >= :since AND {_AT} < :until "
        "GROUP BY x.code, x.rate, x.excise_rate ORDER BY x.code, x.rate, x.excise_rate",
        {"since": since, "until": until},
    )
    return tuple(
        TaxSums(_tax(row), *(int(row[name]) for name in ("sold", "returned", "vat", "excise"))) for row in rows
    )


def sum_reported_taxes(conn: Connection, since: int, until: int) -> dict[str, ReportedTaxSums]:
    """Sum what the shifts that were closed in a period reported of each tax group."""
    rows = conn.all(
        "SELECT x.code, SUM(x.sold - x.returned) AS turnover, SUM(x.sold_vat - x.returned_vat) AS vat "
        "FROM fiscal_reports f JOIN fiscal_report_taxes x ON x.report_id = f.id "
        "WHERE f.closed_at >= :since AND f.closed_at < :until GROUP BY x.code",
        {"since": since, "until": until},
    )
    return {row["code"]: ReportedTaxSums(int(row["turnover"]), int(row["vat"])) for row in rows}


def _taxes_of(conn: Connection, since: int, until: int) -> dict[int, dict[str, TaxSum]]:
    """Return the taxes of the receipts of a period by receipt and code, below 0 for a return."""
    found: dict[int, dict[str, TaxSum]] = {}
    rows = conn.all(
        "SELECT r.id, r.sale_id, x.code, x.rate, x.excise_rate, x.turnover, x.vat, x.excise "
        f"FROM receipts r JOIN receipt_taxes x ON x.receipt_id = r.id WHERE {_AT} >= :since AND {_AT} < :until",
        {"since": since, "until": until},
    )
    for row in rows:
        sign = 1 if row["sale_id"] is None else -1
        amounts = (sign * row[name] for name in ("turnover", "vat", "excise"))
        found.setdefault(row["id"], {})[row["code"]] = TaxSum(_tax(row), *amounts)
    return found


def _tax(row: Row) -> Tax:
    return Tax(row["code"], row["rate"], row["excise_rate"])


def list_receipts(conn: Connection, since: int, until: int) -> list[ReceiptLine]:
    """List these receipts, in the order in which they were made."""
    taxes = _taxes_of(conn, since, until)
    rows = conn.all(
        f"SELECT {_AT} AS at, r.id AS receipt, o.id, o.sequence_number, r.sale_id, r.way, {AMOUNT} AS amount, r.state, "
        f"r.is_offline, r.fiscal_number, r.url {_FROM} ORDER BY {_AT}, r.id",
        {"since": since, "until": until},
    )
    return [
        ReceiptLine(
            at=int(row["at"]),
            order_number=order_number(OrderId(row["id"]), row["sequence_number"]),
            is_return=row["sale_id"] is not None,
            way=PaymentKind(row["way"]),
            amount=int(row["amount"]) * (1 if row["sale_id"] is None else -1),
            state="offline" if row["is_offline"] else str(row["state"]),
            fiscal_number=row["fiscal_number"] or "",
            url=row["url"] or "",
            taxes=taxes.get(row["receipt"], {}),
        )
        for row in rows
    ]
