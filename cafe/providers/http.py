"""HTTP calls to external services: with a timeout, JSON responses, clear errors and no secrets in messages."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import orjson
from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, hdrs

from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock
from cafe.core.kernel.errors import CafeError
from cafe.providers.pacer import Pacer

log = logging.getLogger(__name__)

MAX_RESPONSE = 1_000_000
"""Bytes; longer responses are treated as errors."""

NO_TIMEOUT = ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)
"""`Calls` limits the whole call."""

MAX_LIST = 20_000_000
"""The limit for a list of many days' payments: a line of LiqPay's has some 2 KB."""

MAX_MESSAGE = 200
"""Maximum characters kept of a service's own error message."""


def open_session() -> ClientSession:
    """Open the connection pool shared by all external services; the caller closes it."""
    return ClientSession(cookie_jar=DummyCookieJar())


class Calls:
    """The pending calls to all external services, which end early when the program stops."""

    def __init__(self, clock: Clock = SYSTEM_CLOCK) -> None:
        self.clock = clock
        """Which the services wait through."""
        self._under_way: set[asyncio.Timeout] = set()
        self._deadline = math.inf

    def end_within(self, seconds: float) -> None:
        """Limit all calls from now on; those cut off fail as if there was no response."""
        self._deadline = self.clock.monotonic() + seconds
        for timeout in self._under_way:
            timeout.reschedule(min(timeout.when() or math.inf, self._deadline))

    @asynccontextmanager
    async def limited(self, seconds: float) -> AsyncIterator[None]:
        """Limit the duration of a call.

        Raises:
            TimeoutError: the time is over.
        """
        when = min(self.clock.monotonic() + seconds, self._deadline)
        async with asyncio.timeout_at(when) as timeout:
            self._under_way.add(timeout)
            try:
                yield
            finally:
                self._under_way.discard(timeout)


@dataclass(frozen=True, slots=True)
class Answer:
    """A service's response: `body` is the parsed JSON, or None if it was not JSON."""

    status: int
    body: Any
    text: str
    ahead: float | None = None
    """Seconds by which our clock is ahead of the service's, if its response has a time."""
    raw: bytes = b""

    @property
    def is_ok(self) -> bool:
        """Whether the status is a success."""
        return 200 <= self.status < 300  # noqa: PLR2004 - the class of HTTP successes

    def __getitem__(self, field: str) -> Any:
        """Return a field of a JSON object; None if the body is not an object or has no such field."""
        return self.body.get(field) if isinstance(self.body, dict) else None


class JsonApi:
    """An external JSON service. `error` is raised if it cannot be reached; `secrets` are redacted from messages."""

    def __init__(
        self,
        session: ClientSession,
        base_url: str,
        *,
        name: str,
        error: type[CafeError],
        secrets: tuple[str, ...] = (),
        calls: Calls | None = None,
    ) -> None:
        """`calls` is shared by all services of a program that stops."""
        self._session = session
        self._calls = calls or Calls()
        self._pacer = Pacer(self._calls.clock)
        self._base_url = base_url.rstrip("/")
        self._name = name
        self._error = error
        self._secrets = tuple(secret for secret in secrets if secret)

    @property
    def clock(self) -> Clock:
        """The clock for timeouts."""
        return self._calls.clock

    async def call(
        self,
        method: str,
        path: str,
        *,
        seconds: float = 10,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        json: object = None,
        form: Mapping[str, str] | None = None,
        most: int = MAX_RESPONSE,
    ) -> Answer:
        """Make one request with a total timeout of `seconds`, and return the response, whatever its status.

        `most` limits its size in bytes.

        Raises:
            CafeError: the configured class, if there was no response or it was too long.
        """
        request_headers = dict(headers or {})
        data: Any = form
        if json is not None:
            data, request_headers["Content-Type"] = orjson.dumps(json), "application/json"
        try:
            async with self._calls.limited(seconds):
                await self._pacer.wait()
                async with self._session.request(
                    method,
                    self._base_url + path,
                    headers=request_headers,
                    params=query,
                    data=data,
                    timeout=NO_TIMEOUT,
                    allow_redirects=False,  # a redirect would leak the credentials
                ) as response:
                    raw = await _read(response.content, most + 1)
                    status, ahead = response.status, _ahead_of(response.headers.get(hdrs.DATE))
                    log.debug("%s: %s %s: %d", self._name, method, path, status)
        except TimeoutError:
            raise self._error(f"{self._name}: no answer within {seconds:g} s") from None
        except (ClientError, OSError, ValueError) as failure:
            raise self._error(self.error_text(f"no connection ({type(failure).__name__})")) from None
        if len(raw) > most:
            raise self._error(f"{self._name}: the answer is too long")
        return Answer(status, _parse(raw), raw[: MAX_MESSAGE * 4].decode(errors="replace"), ahead, raw)

    def failure(self, answer: Answer, *fields: str) -> CafeError:
        """Build the error for a failed response: its status with these fields, or with its text."""
        values = [str(answer[field]) for field in fields if isinstance(answer[field], str | int)]
        message = " ".join(values) if values else answer.text
        return self._error(self.error_text(f"{answer.status} {message}"))

    def error_text(self, text: str) -> str:
        """Format a message for logs and errors: with the service's name, on one line, short, secrets redacted."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return f"{self._name}: {' '.join(text.split())[:MAX_MESSAGE]}"


async def _read(content: Any, limit: int) -> bytes:
    """Read a body up to the limit."""
    chunks = bytearray()
    async for chunk in content.iter_any():
        chunks += chunk
        if len(chunks) >= limit:
            break
    return bytes(chunks)


def _parse(raw: bytes) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None


def _ahead_of(date: str | None) -> float | None:
    """Compare this machine's clock with the header `Date`, which has whole seconds; None without one."""
    try:
        return SYSTEM_CLOCK.now().timestamp() - parsedate_to_datetime(date or "").timestamp()
    except ValueError:
        return None
