"""Checks promo codes, and limits the failed attempts of a customer (`promo_attempts_per_minute`)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson

from cafe.core.catalogue.promo.model import PromoCode
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId
from cafe.core.ordering.checkout.errors import PromoInvalidError, PromoRefusal, TooManyAttemptsError

WINDOW_SECONDS = 60


def check_promo(promo: PromoCode | None, *, items_total: int, has_earlier_order: bool, now: int) -> PromoCode:
    """Return the code if it applies; the first failed check in the specification's order decides.

    Raises:
        PromoInvalidError: the code does not apply.
    """
    if promo is None or not promo.is_active:
        raise PromoInvalidError(PromoRefusal.UNKNOWN)
    if promo.is_expired(now):
        raise PromoInvalidError(PromoRefusal.EXPIRED)
    if promo.is_used_up:
        raise PromoInvalidError(PromoRefusal.USED_UP)
    if items_total < promo.min_order_amount:
        raise PromoInvalidError(PromoRefusal.BELOW_MINIMUM, promo.min_order_amount)
    if promo.first_order_only and has_earlier_order:
        raise PromoInvalidError(PromoRefusal.NOT_FIRST_ORDER)
    return promo


class PromoAttempts:
    """Counts the failed attempts of the last minute, in all processes together."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @asynccontextmanager
    async def counted(self, customer_id: CustomerId, limit: int) -> AsyncIterator[None]:
        """Count an attempt made inside the block unless it succeeds; a limit of 0 means no limit, and costs nothing.

        An attempt counts from its start, so that concurrent attempts are all counted.

        Raises:
            TooManyAttemptsError: the customer reached the limit within the last minute.
        """
        if not limit:
            yield
            return
        now = unix_now(self._clock)
        await self._database.write_relaxed(_add, customer_id, limit, now)
        try:
            yield
        except PromoInvalidError as error:
            if error.refusal is PromoRefusal.BLANK:
                await self._database.write_relaxed(_remove, customer_id, now)
            raise
        except BaseException:  # not because of the code
            await self._database.write_relaxed(_remove, customer_id, now)
            raise
        await self._database.write_relaxed(_remove, customer_id, now)


def delete_old(conn: Connection, now: int, limit: int) -> int:
    """Delete expired attempts; return the number of customers."""
    return conn.run(
        "DELETE FROM promo_attempts WHERE customer_id IN "
        "(SELECT customer_id FROM promo_attempts WHERE last_at < :before LIMIT :limit)",
        {"before": now - WINDOW_SECONDS, "limit": limit},
    )


def _add(conn: Connection, customer_id: CustomerId, limit: int, now: int) -> None:
    recent = [moment for moment in _lock_attempts(conn, customer_id, now) if moment > now - WINDOW_SECONDS]
    if len(recent) >= limit:
        raise TooManyAttemptsError
    _store(conn, customer_id, [*recent, now])


def _remove(conn: Connection, customer_id: CustomerId, moment: int) -> None:
    moments = _lock_attempts(conn, customer_id, moment)
    if moment in moments:
        moments.remove(moment)
    _store(conn, customer_id, moments)


def _lock_attempts(conn: Connection, customer_id: CustomerId, now: int) -> list[int]:
    """Return a customer's attempts, locked against concurrent counts until the transaction ends."""
    row = conn.one(
        "INSERT INTO promo_attempts (customer_id, moments, last_at) VALUES (:customer, '[]', :now) "
        "ON CONFLICT (customer_id) DO UPDATE SET last_at = excluded.last_at RETURNING moments",
        {"customer": customer_id, "now": now},
    )
    moments: list[int] = [] if row is None else orjson.loads(row["moments"])
    return moments


def _store(conn: Connection, customer_id: CustomerId, moments: list[int]) -> None:
    conn.run(
        "UPDATE promo_attempts SET moments = :moments WHERE customer_id = :customer",
        {"moments": orjson.dumps(moments).decode(), "customer": customer_id},
    )
