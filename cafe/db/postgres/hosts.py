"""Connects to the first host of an address that responds in time and accepts writes."""

import asyncio
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from cafe.db.postgres.errors import NOT_THERE

WAIT_SECONDS = 5.0
"""Total timeout of connecting, so that a restart of the server is a delay and not a failure."""
HOST_SECONDS = 2.0
"""Timeout of one of several hosts: a dead machine does not respond at all."""
COMMAND_SECONDS = 60.0
"""Timeout of a statement; one that takes longer has lost its server."""
STATEMENTS = 500
"""Maximum prepared statements of each connection that keeps them."""

SETTINGS = {
    "jit": "off",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "60000",  # a hanging process must not hold its locks forever
    "tcp_keepalives_idle": "30",
}
SET = "; ".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items())
"""Sent after connecting: PgBouncer refuses a connection with any of them in its start message."""

Raw = asyncpg.Connection


@dataclass(frozen=True, slots=True)
class Host:
    """A host of an address; a `port` of None is the usual one."""

    name: str
    port: int | None


async def connect(url: str, first: str = "", *, prepares: bool = False) -> Raw:
    """Open a connection and run the statement `first`. Errors may contain the address.

    `prepares` keeps statements prepared, which takes a session of the connection's own (see `is_behind_pool`).

    Hosts are tried in turn, and standbys are skipped unless the address says otherwise.
    """
    statements = STATEMENTS if prepares else 0
    hosts = hosts_of(url)
    if len(hosts) < 2:  # noqa: PLR2004
        return await _open(url, first, statements, timeout=WAIT_SECONDS)
    attributes = None if "target_session_attrs" in parse_qs(urlsplit(url).query) else "read-write"
    failure: BaseException | None = None
    for host in hosts:
        try:
            return await _open(
                url,
                first,
                statements,
                host=host.name,
                port=host.port,
                target_session_attrs=attributes,
                timeout=HOST_SECONDS,
            )
        except NOT_THERE as error:
            failure = error
    assert failure is not None  # noqa: S101 - for the type checker
    raise failure


async def is_behind_pool(raw: Raw) -> bool:
    """Whether a connection's session is another's: a pool (PgBouncer) introduces itself by a number of its own.

    It may lend a session to many connections in turn. Their prepared statements have the same names, so that one's
    would be executed for another.
    """
    return bool(raw.get_server_pid() != await raw.fetchval("SELECT pg_backend_pid()"))


def hosts_of(url: str) -> list[Host]:
    """List the hosts of an address, in `//one:1,two:2/` or in `?host=one,two&port=1,2`.

    Raises:
        ValueError: the address is not valid.
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
    """Parse `one`, `one:1`, `[::1]`, `[::1]:1` or a socket's folder."""
    if not name.startswith("/") and (name.count(":") == 1 or "]:" in name):
        name, _, port = name.rpartition(":")
    return Host(name.strip("[]"), int(port) if port else None)


async def _open(url: str, first: str, statements: int, *, timeout: float, **chosen: Any) -> Raw:  # noqa: ASYNC109 - asyncpg's own, for its part
    async with asyncio.timeout(timeout):
        raw: Raw = await asyncpg.connect(
            url,
            command_timeout=COMMAND_SECONDS,
            statement_cache_size=statements,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": "cafe"},
            timeout=timeout,
            **chosen,
        )
        try:
            await raw.execute(f"{SET}; {first}")
        except BaseException as error:
            raw.terminate()
            if isinstance(error, asyncpg.InterfaceError):
                raise asyncpg.ConnectionDoesNotExistError("lost as soon as it was there") from None
            raise
    return raw
