"""Calls of a fiscal service about finished receipts: a call is only a hint to ask the service at once.

The address is registered with the service in force, if that calls anybody; the key of its answer is kept encrypted,
beside what it was registered for.
"""

import hmac
import logging
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import orjson

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.urls import FISCAL_WEBHOOK
from cafe.core.money.payments.errors import InvalidSignatureError
from cafe.core.money.receipts.port import FiscalError, FiscalServices

log = logging.getLogger(__name__)

NAME = "checkbox_webhook"
"""Of the stored key."""
SIGNATURE = "X-Request-Signature"
RETRY_SECONDS = 300


class Sealer(Protocol):
    """Encrypts what is stored."""

    def seal(self, name: str, value: str) -> str: ...
    def unseal(self, name: str, sealed: str) -> str | None: ...


class FiscalHooks:
    """Registers the address of this cafe, and takes the calls."""

    def __init__(
        self, database: Database, clock: Clock, fiscal: Callable[[], FiscalServices], sealer: Sealer, public_url: str
    ) -> None:
        self._database = database
        self._clock = clock
        self._fiscal = fiscal
        self._sealer = sealer
        self._url = public_url.rstrip("/") + FISCAL_WEBHOOK
        self._next_try = 0.0

    async def register(self) -> bool:
        """Have the service call this cafe, unless it does, or cannot: only an https address is called."""
        fiscal = self._fiscal()
        service = None if fiscal.in_force is None else fiscal.get(fiscal.in_force)
        if service is None or not service.account or not self._url.startswith("https://"):
            return False
        if self._clock.monotonic() < self._next_try:
            return False
        self._next_try = self._clock.monotonic() + RETRY_SECONDS
        for_what = {"url": self._url, "account": service.account}
        if (await self._read()).items() >= for_what.items():
            return False
        try:
            key = await service.set_webhook(self._url)
        except FiscalError as error:
            log.warning("the fiscal service does not call us yet: %s", error)
            return False
        sealed = self._sealer.seal(NAME, orjson.dumps({**for_what, "key": key}).decode())
        await self._database.write(_keep, sealed, unix_now(self._clock))
        return False

    async def take(self, body: bytes, headers: Mapping[str, str]) -> None:
        """Take a call: the receipt that it names is due now. Nothing else of it is believed.

        Raises:
            InvalidSignatureError: the signature is missing or does not verify.
        """
        key = (await self._read()).get("key", "")
        expected = b64encode(hmac.digest(key.encode(), body, "sha256")).decode()
        if not key or not hmac.compare_digest(expected.encode(), headers.get(SIGNATURE, "").encode(errors="replace")):
            raise InvalidSignatureError
        named = _named(body)
        if named:
            await self._database.write(_make_due, named, unix_now(self._clock))

    async def _read(self) -> dict[str, str]:
        """Return what is kept (`url`, `account`, `key`); nothing if another secret key sealed it."""
        sealed = await self._database.read(_find)
        value = None if sealed is None else self._sealer.unseal(NAME, sealed)
        return {} if value is None else dict(orjson.loads(value))


def is_registered(conn: Connection) -> bool:
    """Whether a service was told to call."""
    return _find(conn) is not None


def _named(body: bytes) -> str:
    """Return the id of the receipt that a call names, itself or within; empty: none."""
    try:
        told: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        return ""
    if isinstance(told, dict):
        told = told["receipt"] if isinstance(told.get("receipt"), dict) else told
        return told["id"] if isinstance(told.get("id"), str) else ""
    return ""


def _find(conn: Connection) -> str | None:
    row = conn.one("SELECT value FROM typed_keys WHERE name = :name", {"name": NAME})
    return None if row is None else str(row["value"])


def _keep(conn: Connection, sealed: str, now: int) -> None:
    conn.run(
        "INSERT INTO typed_keys (name, value, typed_at) VALUES (:name, :value, :now) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value, typed_at = excluded.typed_at",
        {"name": NAME, "value": sealed, "now": now},
    )


def _make_due(conn: Connection, receipt_id: str, now: int) -> None:
    for table in ("receipts", "cash_receipts"):
        conn.run(
            f"UPDATE {table} SET due_at = :now WHERE receipt_id = :id AND state = 'pending' AND due_at > :now",
            {"id": receipt_id, "now": now},
        )
