"""SQL for how an order is paid: by card, held, in cash, or not yet."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.orders.store import OPEN

_AWAITS_PAYMENT = (
    f"{OPEN} AND status IN ('new', 'confirmed') AND payment_method = 'card' AND payment_status = 'unpaid' "
    "AND EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = orders.id AND i.invoice_id IS NOT NULL)"
)
"""The condition for an order that is cancelled if it stays unpaid: not in preparation, with a payment page."""


def list_unpaid_unwarned(conn: Connection, placed_before: int, limit: int) -> list[OrderId]:
    """List unpaid orders placed by a moment (Unix seconds) whose guests were not warned yet."""
    condition = f"{_AWAITS_PAYMENT} AND pay_warned_at IS NULL AND created_at <= :placed_before"
    rows = conn.all(
        f"SELECT id FROM orders WHERE {condition} ORDER BY id LIMIT {limit:d}", {"placed_before": placed_before}
    )
    return [OrderId(row["id"]) for row in rows]


def list_unpaid_warned(conn: Connection, warned: tuple[int, int], placed_before: int, limit: int) -> list[OrderId]:
    """List unpaid orders whose guests were warned between two moments (Unix seconds)."""
    after, before = warned
    rows = conn.all(
        f"SELECT id FROM orders WHERE {_AWAITS_PAYMENT} AND pay_warned_at > :after AND pay_warned_at <= :before "
        f"AND created_at <= :placed_before ORDER BY id LIMIT {limit:d}",
        {"after": after, "before": before, "placed_before": placed_before},
    )
    return [OrderId(row["id"]) for row in rows]


def mark_pay_warned(conn: Connection, order_id: OrderId, now: int) -> bool:
    """Store that an order's guest is warned of its end; False if they were warned before."""
    changed = conn.run(
        "UPDATE orders SET pay_warned_at = :now WHERE id = :id AND pay_warned_at IS NULL", {"now": now, "id": order_id}
    )
    return changed == 1


def claim_payment(conn: Connection, order_id: int) -> bool:
    """Mark an order as paid; True only for the caller whose update changed it."""
    changed = conn.run(
        "UPDATE orders SET payment_status = 'paid' WHERE id = :id AND payment_status <> 'paid'", {"id": order_id}
    )
    return changed == 1


def claim_card_payment(conn: Connection, order_id: int) -> bool:
    """Mark an order as paid by card; False if it was paid before, perhaps in cash when handed over.

    A page may be paid although the guest switched to cash: then it becomes a card order again.
    """
    changed = conn.run(
        "UPDATE orders SET payment_status = 'paid', payment_method = 'card' WHERE id = :id "
        "AND payment_status <> 'paid' AND NOT (status = 'completed' AND COALESCE(payment_method, 'card') = 'cash')",
        {"id": order_id},
    )
    return changed == 1


def claim_hold(conn: Connection, order_id: int) -> bool:
    """Mark an open order as held on a card; False if it is paid, held or finished already.

    A page may be used although the guest switched to cash: then it becomes a card order again.
    """
    changed = conn.run(
        "UPDATE orders SET payment_status = 'pending', payment_method = 'card' "
        f"WHERE id = :id AND payment_status = 'unpaid' AND {OPEN}",
        {"id": order_id},
    )
    return changed == 1


def drop_hold(conn: Connection, order_id: int) -> bool:
    """Mark a held order as unpaid; True only for the caller whose update changed it."""
    changed = conn.run(
        "UPDATE orders SET payment_status = 'unpaid', balance = 0 WHERE id = :id AND payment_status = 'pending'",
        {"id": order_id},
    )
    return changed == 1


def set_balance(conn: Connection, order_id: int, balance: int) -> None:
    """Store how much (whole UAH) is still to take in person for an order that is paid."""
    conn.run("UPDATE orders SET balance = :balance WHERE id = :id", {"id": order_id, "balance": balance})


def clear_balance(conn: Connection, order_id: int) -> None:
    """Store that the rest of a paid order was taken."""
    set_balance(conn, order_id, 0)


def switch_to_cash(conn: Connection, order_id: int) -> bool:
    """Switch an open, unpaid card order to cash; True only for the caller whose update changed it."""
    changed = conn.run(
        "UPDATE orders SET payment_method = 'cash' "
        f"WHERE id = :id AND payment_method = 'card' AND payment_status = 'unpaid' AND {OPEN}",
        {"id": order_id},
    )
    return changed == 1
