"""Idempotency keys: the order created by the first of repeated requests, and its response."""

from dataclasses import dataclass

from cafe.core.kernel import runs
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.runs import RunId

LIFETIME = 24 * 3600
"""Seconds for which a key is stored."""
ABANDONED_AFTER = 15
"""Seconds after which a request with an order but no answer counts as dead even if its process is alive."""


@dataclass(frozen=True, slots=True)
class RequestKey:
    """An idempotency key, scoped to a customer and a route."""

    customer_id: CustomerId
    route: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """An earlier request; `answer` is None until it is finished."""

    order_id: OrderId
    answer: str | None
    run_id: RunId | None
    """The process that handles it; None: from an earlier version."""
    created_at: int
    """When that process began to handle it, in Unix seconds; the key's lifetime counts from it."""


def find_request(conn: Connection, key: RequestKey, now: int) -> StoredRequest | None:
    """Find the request with this key within its lifetime."""
    row = conn.one(
        "SELECT order_id, answer, run_id, created_at FROM idempotency_keys "
        "WHERE customer_id = :customer AND route = :route AND key = :key AND created_at > :since",
        {**_params(key), "since": now - LIFETIME},
    )
    return None if row is None else StoredRequest(row["order_id"], row["answer"], row["run_id"], row["created_at"])


def find_order_of_key(conn: Connection, customer_id: CustomerId, key: str, now: int) -> OrderId | None:
    """Find the order of a customer's key, on any route."""
    row = conn.one(
        "SELECT order_id FROM idempotency_keys WHERE customer_id = :customer AND key = :key AND created_at > :since",
        {"customer": customer_id, "key": key, "since": now - LIFETIME},
    )
    return None if row is None else OrderId(row["order_id"])


def drop_if_expired(conn: Connection, key: RequestKey, now: int) -> None:
    """Make room for a key that was used before its lifetime."""
    conn.later(
        "idempotency_keys",
        "DELETE FROM idempotency_keys "
        "WHERE customer_id = :customer AND route = :route AND key = :key AND created_at <= :since",
        {**_params(key), "since": now - LIFETIME},
    )


def store_request(
    conn: Connection, key: RequestKey, order_id: OrderId, answer: str | None, run_id: RunId | None, now: int
) -> None:
    """Store the key with its order.

    `run_id` is the process that handles a request without an answer.
    """
    conn.later(
        "idempotency_keys",
        "INSERT INTO idempotency_keys (customer_id, route, key, order_id, answer, run_id, created_at) "
        "VALUES (:customer, :route, :key, :order_id, :answer, :run_id, :now)",
        {**_params(key), "order_id": order_id, "answer": answer, "run_id": run_id, "now": now},
    )


def delete_expired(conn: Connection, now: int, limit: int) -> int:
    """Delete expired keys; return their number."""
    return conn.run(
        "DELETE FROM idempotency_keys WHERE (customer_id, route, key) IN "
        "(SELECT customer_id, route, key FROM idempotency_keys WHERE created_at <= :since LIMIT :limit)",
        {"since": now - LIFETIME, "limit": limit},
    )


def is_alive(conn: Connection, request: StoredRequest, now: int) -> bool:
    """Whether another process still handles a request."""
    return now < request.created_at + ABANDONED_AFTER and runs.is_alive(conn, request.run_id, now)


def take_over(conn: Connection, key: RequestKey, dead: StoredRequest, run_id: RunId, now: int) -> bool:
    """Take over a request from a dead process; False if another process was faster."""
    taken = conn.run(
        "UPDATE idempotency_keys SET run_id = :run_id, created_at = :now "
        "WHERE customer_id = :customer AND route = :route AND key = :key AND answer IS NULL "
        "AND COALESCE(run_id, '') = :dead AND created_at = :began_at",
        {**_params(key), "run_id": run_id, "now": now, "dead": dead.run_id or "", "began_at": dead.created_at},
    )
    return taken > 0


def store_answer(conn: Connection, key: RequestKey, answer: str) -> str:
    """Store the answer unless there is one already, and return the stored one."""
    conn.run(
        "UPDATE idempotency_keys SET answer = :answer "
        "WHERE customer_id = :customer AND route = :route AND key = :key AND answer IS NULL",
        {**_params(key), "answer": answer},
    )
    row = conn.one(
        "SELECT answer FROM idempotency_keys WHERE customer_id = :customer AND route = :route AND key = :key",
        _params(key),
    )
    return answer if row is None else str(row["answer"])


def _params(key: RequestKey) -> dict[str, object]:
    return {"customer": key.customer_id, "route": key.route, "key": key.key}
