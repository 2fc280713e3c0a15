"""SQL for comparisons with the banks' lists, their differences, and our records of the payments."""

from collections.abc import Iterable, Mapping

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.ledger import UNDER_WAY
from cafe.core.money.payments.model import HRYVNIA
from cafe.core.money.statements.model import Comparison, Difference, KnownPayment, Side, StoredDifference, Totals
from cafe.core.money.statements.rules import LAG
from cafe.core.ordering.orders.model import order_number

_COMPARISON = (
    "provider, began_at, asked_at, compared_at, failing_since, failures, problem, since, "
    "payments, amount, returned, fee"
)
_SIDES = "here_amount, here_returned, here_currency, there_amount, there_returned, there_currency"
_DIFFERENCE = f"d.invoice_id, d.order_id, {_SIDES}, d.made_at"
_OPEN = "settled_at IS NULL"
_WENT_BACK = (
    "COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.payment_id = p.id AND r.way <> 'person' AND {which}), 0)"
)
_IS_DONE = "r.state = 'done'"
_IS_LATE = f"{_IS_DONE} AND r.finished_at > :lately"
_IS_OPEN = f"r.{UNDER_WAY}"
_KNOWN = (
    "SELECT i.invoice_id, i.order_id, p.paid_at, p.amount, p.currency, "
    f"{_WENT_BACK.format(which=_IS_DONE)} AS returned, {_WENT_BACK.format(which=_IS_LATE)} AS returned_lately, "
    f"{_WENT_BACK.format(which=_IS_OPEN)} AS pending, "
    "CASE WHEN i.reported_at / 1000 < i.created_at THEN i.reported_at / 1000 ELSE i.created_at END AS made_at "
    "FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id "
    "WHERE i.provider = :provider AND i.invoice_id IS NOT NULL"
)


def list_paid(conn: Connection, provider: ProviderName, since: int, until: int) -> list[KnownPayment]:
    """List the payments stored since a moment; a list up to `until` must include most of them.

    A page is paid after it is created, or it was created elsewhere and the bank's report is older than its row here.
    """
    params = {"provider": provider.value, "since": since, "lately": until - LAG}
    rows = conn.all(f"{_KNOWN} AND p.paid_at >= :since", params)
    return [_known(row, since, until) for row in rows]


def find_known(
    conn: Connection, provider: ProviderName, invoice_id: str, since: int, until: int
) -> KnownPayment | None:
    """Find an invoice, paid or not, by its bank's id."""
    params = {"provider": provider.value, "invoice_id": invoice_id, "lately": until - LAG}
    row = conn.one(f"{_KNOWN} AND i.invoice_id = :invoice_id ORDER BY p.paid_at IS NULL, i.id LIMIT 1", params)
    return None if row is None else _known(row, since, until)


def is_ours(conn: Connection, provider: ProviderName, reference: str) -> bool:
    """Whether a reference is one of ours."""
    params = {"provider": provider.value, "reference": reference}
    sql = "SELECT 1 FROM invoices WHERE provider = :provider AND reference = :reference LIMIT 1"
    return conn.one(sql, params) is not None


def list_comparisons(conn: Connection) -> list[Comparison]:
    return [_comparison(row) for row in conn.all(f"SELECT {_COMPARISON} FROM bank_comparisons ORDER BY provider DESC")]


def begin(conn: Connection, provider: ProviderName, now: int) -> None:
    """Store the beginning of the comparisons with a bank, unless they have begun before."""
    conn.run(
        "INSERT INTO bank_comparisons (provider, began_at) VALUES (:provider, :now) ON CONFLICT (provider) DO NOTHING",
        {"provider": provider.value, "now": now},
    )


def set_failed(conn: Connection, provider: ProviderName, problem: str, now: int) -> None:
    """Store that a bank returned no list."""
    conn.run(
        "UPDATE bank_comparisons SET asked_at = :now, failing_since = COALESCE(failing_since, :now), "
        "failures = failures + 1, problem = :problem WHERE provider = :provider",
        {"provider": provider.value, "now": now, "problem": problem},
    )


def set_compared(conn: Connection, provider: ProviderName, since: int, now: int, totals: Totals) -> None:
    """Store that a bank returned its list since a moment."""
    conn.run(
        "UPDATE bank_comparisons SET asked_at = :now, compared_at = :now, failing_since = NULL, failures = 0, "
        "problem = '', since = :since, payments = :payments, amount = :amount, returned = :returned, fee = :fee "
        "WHERE provider = :provider",
        {
            "provider": provider.value,
            "now": now,
            "since": since,
            "payments": totals.payments,
            "amount": totals.amount,
            "returned": totals.returned,
            "fee": totals.fee,
        },
    )


def set_fees(conn: Connection, provider: ProviderName, fees: Mapping[str, int]) -> None:
    """Store what a bank keeps of payments, in kopiykas, by its own ids of them."""
    conn.run_many(
        "UPDATE payments SET fee = :fee WHERE (fee IS NULL OR fee <> :fee) AND invoice_id IN "
        "(SELECT id FROM invoices WHERE provider = :provider AND invoice_id = :invoice_id)",
        [{"fee": fee, "provider": provider.value, "invoice_id": invoice_id} for invoice_id, fee in fees.items()],
    )


def replace_differences(
    conn: Connection, provider: ProviderName, found: Iterable[Difference], since: int, now: int
) -> None:
    """Store the differences of a list since a moment. A settled one reappears only if it has changed.

    A difference older than the list stays until somebody settles it.
    """
    params = {"provider": provider.value, "since": since}
    rows = conn.all(f"SELECT {_DIFFERENCE} FROM bank_differences d WHERE provider = :provider", params)
    stored = {str(row["invoice_id"]): _difference(row) for row in rows}
    for difference in found:
        if stored.pop(difference.invoice_id, None) != difference:
            _store(conn, provider, difference, now)
    for invoice_id in stored:
        conn.run(
            "DELETE FROM bank_differences WHERE provider = :provider AND invoice_id = :invoice_id "
            "AND (made_at >= :since OR settled_at IS NOT NULL)",
            params | {"invoice_id": invoice_id},
        )


def list_open(conn: Connection, limit: int) -> list[StoredDifference]:
    """List the unsettled differences, the newest first."""
    rows = conn.all(
        f"SELECT d.id, d.provider, d.found_at, o.sequence_number, {_DIFFERENCE} FROM bank_differences d "
        f"LEFT JOIN orders o ON o.id = d.order_id WHERE d.{_OPEN} ORDER BY d.made_at DESC, d.id DESC LIMIT {limit:d}"
    )
    return [
        StoredDifference(
            id=row["id"],
            provider=ProviderName(row["provider"]),
            order_number="" if row["order_id"] is None else order_number(row["order_id"], row["sequence_number"]),
            found_at=row["found_at"],
            difference=_difference(row),
        )
        for row in rows
    ]


def count_open(conn: Connection) -> int:
    """Count the unsettled differences."""
    row = conn.one(f"SELECT COUNT(*) AS count FROM bank_differences WHERE {_OPEN}")
    return 0 if row is None else int(row["count"])


def settle(conn: Connection, difference_id: int, actor: str, now: int) -> bool:
    """Mark a difference as settled; False if it does not exist any more."""
    params = {"id": difference_id, "actor": actor, "now": now}
    conn.run(f"UPDATE bank_differences SET settled_at = :now, settled_by = :actor WHERE id = :id AND {_OPEN}", params)
    return conn.one("SELECT 1 FROM bank_differences WHERE id = :id", {"id": difference_id}) is not None


def _store(conn: Connection, provider: ProviderName, difference: Difference, now: int) -> None:
    here, there = difference.here, difference.there
    conn.run(
        f"INSERT INTO bank_differences (provider, invoice_id, order_id, {_SIDES}, made_at, found_at) VALUES "
        "(:provider, :invoice_id, :order_id, :here_amount, :here_returned, :here_currency, :there_amount, "
        ":there_returned, :there_currency, :made_at, :now) ON CONFLICT (provider, invoice_id) DO UPDATE SET "
        + "".join(f"{column} = excluded.{column}, " for column in f"order_id, {_SIDES}, made_at, found_at".split(", "))
        + "settled_at = NULL, settled_by = NULL",
        {
            "provider": provider.value,
            "invoice_id": difference.invoice_id,
            "order_id": difference.order_id,
            "here_amount": here and here.amount,
            "here_returned": here and here.returned,
            "here_currency": here and here.currency,
            "there_amount": there and there.amount,
            "there_returned": there and there.returned,
            "there_currency": there and there.currency,
            "made_at": difference.made_at,
            "now": now,
        },
    )


def _known(row: Row, since: int, until: int) -> KnownPayment:
    is_paid = row["paid_at"] is not None
    return KnownPayment(
        invoice_id=row["invoice_id"],
        order_id=OrderId(row["order_id"]),
        is_paid=is_paid,
        amount=row["amount"] or 0,
        currency=row["currency"] or HRYVNIA,
        returned=int(row["returned"]),
        returned_lately=int(row["returned_lately"]),
        pending=int(row["pending"]),
        made_at=int(row["made_at"]),
        is_expected=is_paid and since <= row["made_at"] and row["paid_at"] <= until - LAG,
    )


def _side(row: Row, which: str) -> Side | None:
    amount = row[f"{which}_amount"]
    return None if amount is None else Side(amount, row[f"{which}_returned"], row[f"{which}_currency"])


def _difference(row: Row) -> Difference:
    order_id = row["order_id"]
    return Difference(
        invoice_id=row["invoice_id"],
        order_id=None if order_id is None else OrderId(order_id),
        here=_side(row, "here"),
        there=_side(row, "there"),
        made_at=row["made_at"],
    )


def _comparison(row: Row) -> Comparison:
    totals = Totals(row["payments"], row["amount"], row["returned"], row["fee"])
    return Comparison(
        provider=ProviderName(row["provider"]),
        began_at=row["began_at"],
        asked_at=row["asked_at"],
        compared_at=row["compared_at"],
        failing_since=row["failing_since"],
        failures=row["failures"],
        problem=row["problem"],
        since=row["since"],
        totals=totals,
    )
