"""What each bank took in a period, and kept for it."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments.model import HRYVNIA
from cafe.core.money.reports.model import BankSums


def sum_banks(conn: Connection, since: int, until: int) -> tuple[BankSums, ...]:
    """Sum the payments of a period by bank, in hryvnias."""
    rows = conn.all(
        "SELECT i.provider, COUNT(*) AS payments, SUM(p.amount) AS taken, SUM(COALESCE(p.fee, 0)) AS fee, "
        "SUM(CASE WHEN p.fee IS NULL THEN 1 ELSE 0 END) AS unknown "
        "FROM payments p JOIN invoices i ON i.id = p.invoice_id "
        "WHERE p.paid_at >= :since AND p.paid_at < :until AND p.currency = :currency "
        "GROUP BY i.provider ORDER BY i.provider",
        {"since": since, "until": until, "currency": HRYVNIA},
    )
    return tuple(
        BankSums(ProviderName(row["provider"]), *(int(row[name]) for name in ("payments", "taken", "fee", "unknown")))
        for row in rows
    )
