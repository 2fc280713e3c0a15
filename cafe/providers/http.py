"""Calls of an outside service over HTTP: one time limit, JSON or a clear error, no secret in what is said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar

from cafe.core.errors import CafeError

MAX_ANSWER = 1_000_000
"""Bytes; a longer answer is nonsense."""

MAX_SAID = 200
"""Characters of a service's own words that are kept."""


def open_session() -> ClientSession:
    """Return the connection pool that all outside services share; the caller closes it."""
    return ClientSession(cookie_jar=DummyCookieJar())


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service answered: `body` is parsed JSON, or None when there was none."""

    status: int
    body: Any
    text: str

    @property
    def is_ok(self) -> bool:
        """Whether the service did what it was asked."""
        return 200 <= self.status < 300  # noqa: PLR2004 - the class of HTTP successes

    def __getitem__(self, field: str) -> Any:
        """Return a field of a JSON object, None when the answer is no object or has no such field."""
        return self.body.get(field) if isinstance(self.body, dict) else None


class JsonApi:
    """One outside service. `error` is raised when it cannot be reached; `secrets` never get into texts."""

    def __init__(
        self,
        session: ClientSession,
        base_url: str,
        *,
        name: str,
        error: type[CafeError],
        secrets: tuple[str, ...] = (),
    ) -> None:
        self._session = session
        self._base_url = base_url.rstrip("/")
        self._name = name
        self._error = error
        self._secrets = tuple(secret for secret in secrets if secret)

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
    ) -> Answer:
        """Make one request, at most `seconds` long with everything, and return any answer that came.

        Raises:
            CafeError: of the class given, when no answer came or one that is too long.
        """
        sent = dict(headers or {})
        data: Any = form
        if json is not None:
            data, sent["Content-Type"] = orjson.dumps(json), "application/json"
        try:
            async with self._session.request(
                method,
                self._base_url + path,
                headers=sent,
                params=query,
                data=data,
                timeout=ClientTimeout(ceil_threshold=3600, total=seconds),
                allow_redirects=False,  # a redirect would carry the credentials elsewhere
            ) as response:
                raw = await _read(response.content, MAX_ANSWER + 1)
                status = response.status
        except TimeoutError:
            raise self._error(f"{self._name}: no answer within {seconds:g} s") from None
        except (ClientError, OSError, ValueError) as failure:
            raise self._error(self.told(f"no connection ({type(failure).__name__})")) from None
        if len(raw) > MAX_ANSWER:
            raise self._error(f"{self._name}: the answer is too long")
        return Answer(status, _parse(raw), raw[: MAX_SAID * 4].decode(errors="replace"))

    def failure(self, answer: Answer, *fields: str) -> CafeError:
        """Return the error that says what the service said: its status and these fields, or its text."""
        words = [str(answer[field]) for field in fields if isinstance(answer[field], str | int)]
        said = " ".join(words) if words else answer.text
        return self._error(self.told(f"{answer.status} {said}"))

    def told(self, text: str) -> str:
        """Return a text fit for logs and errors: named, one line, short, without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return f"{self._name}: {' '.join(text.split())[:MAX_SAID]}"


async def _read(content: Any, limit: int) -> bytes:
    """Read a body, but never more than the limit."""
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
