"""Idempotency keys: which order a repeated request already made, and what was answered."""

from dataclasses import dataclass

from cafe.core.ports import Connection
from cafe.core.values import CustomerId, OrderId

LIFETIME = 24 * 3600
"""Seconds that a key is kept."""


@dataclass(frozen=True, slots=True)
class RequestKey:
    """A key belongs to one customer and one route."""

    customer_id: CustomerId
    route: str
    key: str


@dataclass(frozen=True, slots=True)
class KeptRequest:
    """What is known of a request that came before; `answer` is None while it is still worked on."""

    order_id: OrderId
    answer: str | None
    created_at: int


def find_request(conn: Connection, key: RequestKey, now: int) -> KeptRequest | None:
    """The request that used this key within its lifetime."""
    row = conn.one(
        "SELECT order_id, answer, created_at FROM idempotency_keys "
        "WHERE customer_id = :customer AND route = :route AND key = :key AND created_at > :since",
        {**_params(key), "since": now - LIFETIME},
    )
    return None if row is None else KeptRequest(row["order_id"], row["answer"], row["created_at"])


def keep_request(conn: Connection, key: RequestKey, order_id: OrderId, answer: str | None, now: int) -> None:
    """Keep the key with the order that it made; a key whose life is over is free again."""
    conn.run("DELETE FROM idempotency_keys WHERE created_at <= :since", {"since": now - LIFETIME})
    conn.run(
        "INSERT INTO idempotency_keys (customer_id, route, key, order_id, answer, created_at) "
        "VALUES (:customer, :route, :key, :order_id, :answer, :now)",
        {**_params(key), "order_id": order_id, "answer": answer, "now": now},
    )


def keep_answer(conn: Connection, key: RequestKey, answer: str) -> str:
    """Keep what was answered; the first answer stays. Returns the kept one."""
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
