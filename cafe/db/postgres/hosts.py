"""Connecting to one of the hosts of an address: the first that answers in time and takes writes."""

import asyncio
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from cafe.db.postgres.errors import NOT_THERE

WAIT_SECONDS = 5.0
"""How long connecting is tried, so that a restart of the server is a delay and no failure."""
HOST_SECONDS = 2.0
"""How long one of several hosts is waited for: a machine that is gone answers nothing at all."""
COMMAND_SECONDS = 60.0
"""The longest statement; what takes longer has lost its server."""
STATEMENTS = 500
"""Statements kept prepared in each connection."""

SETTINGS = {
    "jit": "off",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "60000",  # a process that hangs must not hold its locks for ever
    "tcp_keepalives_idle": "30",
}
SET = "; ".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items())
"""Told once connected: PgBouncer refuses a connection that asks for any of them at its start."""

Raw = asyncpg.Connection


@dataclass(frozen=True, slots=True)
class Host:
    """A host of an address; a `port` of None is the usual one."""

    name: str
    port: int | None


async def connect(url: str) -> Raw:
    """Open a connection. Errors may hold the address.

    Of several hosts each is tried in turn, and one that is a standby is left out unless the address says otherwise.
    """
    hosts = hosts_of(url)
    if len(hosts) < 2:  # noqa: PLR2004
        return await _open(url, timeout=WAIT_SECONDS)
    attributes = None if "target_session_attrs" in parse_qs(urlsplit(url).query) else "read-write"
    failure: BaseException | None = None
    for host in hosts:
        try:
            return await _open(
                url, host=host.name, port=host.port, target_session_attrs=attributes, timeout=HOST_SECONDS
            )
        except NOT_THERE as error:
            failure = error
    assert failure is not None  # noqa: S101 - for the type checker
    raise failure


def hosts_of(url: str) -> list[Host]:
    """List the hosts of an address, in `//one:1,two:2/` or in `?host=one,two&port=1,2`.

    Raises:
        ValueError: the address is not one.
    """
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    named = parts.netloc.rpartition("@")[2]
    hosts = [unquote(name) for name in named.split(",")] if named else query.get("host", [""])[0].split(",")
    ports = query.get("port", [""])[0].split(",")
    if len(ports) == 1:
        ports *= len(hosts)
    return [_host(name, port) for name, port in zip(hosts, ports, strict=True) if name]


def _host(name: str, port: str) -> Host:
    """Read `one`, `one:1`, `[::1]`, `[::1]:1` or a socket's folder."""
    if not name.startswith("/") and (name.count(":") == 1 or "]:" in name):
        name, _, port = name.rpartition(":")
    return Host(name.strip("[]"), int(port) if port else None)


async def _open(url: str, *, timeout: float, **chosen: Any) -> Raw:  # noqa: ASYNC109 - asyncpg's own, for its part
    async with asyncio.timeout(timeout):
        raw: Raw = await asyncpg.connect(
            url,
            command_timeout=COMMAND_SECONDS,
            statement_cache_size=STATEMENTS,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": "cafe"},
            timeout=timeout,
            **chosen,
        )
        try:
            await raw.execute(SET)
        except BaseException as error:
            raw.terminate()
            if isinstance(error, asyncpg.InterfaceError):
                raise asyncpg.ConnectionDoesNotExistError("lost as soon as it was there") from None
            raise
    return raw
