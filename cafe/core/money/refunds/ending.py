"""How a refund ends, whatever the cause. The caller has locked its order, and records the facts."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Fact
from cafe.core.money.refunds import store
from cafe.core.money.refunds.facts import RefundDone, RefundRefused
from cafe.core.money.refunds.model import Refund, RefundState
from cafe.core.ordering.orders.model import Order


def end(
    conn: Connection,
    order: Order,
    refund: Refund,
    state: RefundState,
    now: int,
    *,
    problem: str | None = None,
    note: str | None = None,
) -> list[Fact]:
    """End an open refund; only the first end has an effect. `note` is stored in the place of a problem."""
    if not store.finish(conn, refund.id, state, problem if note is None else note, now):
        return []
    if state is RefundState.DONE:
        return [RefundDone(at=now, order=order, refund=refund)]
    return [RefundRefused(at=now, order=order, refund=refund, problem=problem or "")]


def end_late(conn: Connection, order: Order, refund: Refund, now: int) -> list[Fact]:
    """Accept that a refused refund happened after all; nothing if it is stored as one from the dashboard."""
    return [RefundDone(at=now, order=order, refund=refund)] if store.revive(conn, refund, now) else []
