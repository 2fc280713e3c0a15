"""SQL for the days whose shift must be closed, and for the reports of closed shifts."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict

from cafe.core.kernel.database import Connection
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.cash import sum_cash
from cafe.core.money.receipts.port import FiscalName, ReportedTax, ShiftReport, ShiftSums, TaxTurnover
from cafe.core.money.receipts.store import AMOUNT, OF_ORDERS


def open_day(conn: Connection, day: str, service: FiscalName) -> bool:
    """Store that this day needs a shift at a service; False if it has one."""
    opened = conn.run(
        "INSERT INTO fiscal_days (day, service) VALUES (:day, :service) "
        "ON CONFLICT (day, service) DO UPDATE SET closed_at = NULL WHERE fiscal_days.closed_at IS NOT NULL",
        {"day": day, "service": service.value},
    )
    return opened == 1


def list_open_days(conn: Connection) -> dict[FiscalName, str]:
    """Return the earliest day whose shift is not closed yet, of each service that has one."""
    rows = conn.all("SELECT service, MIN(day) AS day FROM fiscal_days WHERE closed_at IS NULL GROUP BY service")
    return {FiscalName(row["service"]): str(row["day"]) for row in rows}


def close_days(
    conn: Connection, service: FiscalName, day: str, report: ShiftReport | None, began: int, now: int
) -> None:
    """Mark the shifts of a day and of all days before it as closed, and keep what was reported beside our own sums.

    The shift `began` then at the earliest, and not before the service's one before it was closed.
    """
    conn.run(
        "UPDATE fiscal_days SET closed_at = :now WHERE closed_at IS NULL AND day <= :day AND service = :service",
        {"day": day, "now": now, "service": service.value},
    )
    last = conn.one(
        "SELECT MAX(closed_at) AS at FROM fiscal_reports WHERE service = :service", {"service": service.value}
    )
    since = max(began, 0 if last is None else last["at"] or 0)
    told, own = asdict(report.sums if report else ShiftSums()), asdict(sum_shift(conn, service, since, now))
    values = {"closed_at": now, "service": service.value, "number": report and report.number, **told}
    values |= {f"own_{name}": amount for name, amount in own.items()}
    kept = sum_cash(conn, service, since, now)[2]
    values["own_drawer"] = max(0, kept + own["sold_cash"] - own["returned_cash"])
    names = ", ".join(values)
    row = conn.one(f"INSERT INTO fiscal_reports ({names}) VALUES (:{names.replace(', ', ', :')}) RETURNING id", values)
    own_taxes = sum_shift_taxes(conn, service, since, now)
    reported = match_taxes(report.taxes if report else (), own_taxes)
    rows = [
        {"report_id": row and row["id"], "code": code}
        | asdict(reported.get(code, TaxTurnover()))
        | {f"own_{name}": amount for name, amount in asdict(own_taxes.get(code, TaxTurnover())).items()}
        for code in dict.fromkeys([*own_taxes, *reported])
    ]
    if rows:
        conn.insert("fiscal_report_taxes", rows)


def sum_shift(conn: Connection, service: FiscalName, since: int, until: int) -> ShiftSums:
    """Sum a service's receipts that were done after a moment and up to another."""
    brought, taken, _ = sum_cash(conn, service, since, until)
    rows = conn.all(
        f"SELECT r.way, r.sale_id IS NOT NULL AS is_return, COUNT(*) AS receipts, SUM({AMOUNT}) AS amount {OF_ORDERS} "
        "WHERE r.state = 'done' AND r.service = :service AND COALESCE(r.finished_at, r.created_at) > :since "
        "AND COALESCE(r.finished_at, r.created_at) <= :until GROUP BY r.way, r.sale_id IS NOT NULL",
        {"service": service.value, "since": since, "until": until},
    )
    sums: Counter[str] = Counter()
    for row in rows:
        kind = "cash" if row["way"] == PaymentKind.CASH else "cashless"
        sums[f"{'returned' if row['is_return'] else 'sold'}_{kind}"] += int(row["amount"])
        sums["sales"] += 0 if row["is_return"] else int(row["receipts"])
    return ShiftSums(**sums, cash_in=brought, cash_out=taken)


def sum_shift_taxes(conn: Connection, service: FiscalName, since: int, until: int) -> dict[str, TaxTurnover]:
    """Sum the taxes of the same receipts, by the code of their group."""
    rows = conn.all(
        "SELECT x.code, r.sale_id IS NOT NULL AS is_return, SUM(x.turnover) AS turnover, SUM(x.vat) AS vat "
        "FROM receipts r JOIN receipt_taxes x ON x.receipt_id = r.id WHERE r.state = 'done' AND r.service = :service "
        "AND COALESCE(r.finished_at, r.created_at) > :since AND COALESCE(r.finished_at, r.created_at) <= :until "
        "GROUP BY x.code, r.sale_id IS NOT NULL ORDER BY x.code",
        {"service": service.value, "since": since, "until": until},
    )
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        side = "returned" if row["is_return"] else "sold"
        sums.setdefault(row["code"], {}).update({side: int(row["turnover"]), f"{side}_vat": int(row["vat"])})
    return {code: TaxTurnover(**values) for code, values in sums.items()}


def match_taxes(reported: Iterable[ReportedTax], codes: Collection[str]) -> dict[str, TaxTurnover]:
    """Return what was reported by our codes, which may be a group's letter or its number; else by its own."""
    return {next((code for code in each.codes if code in codes), each.codes[0]): each.turnover for each in reported}
