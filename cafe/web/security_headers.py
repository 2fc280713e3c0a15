"""Headers that every answer carries, error pages too.

Answers of ours are made with them (`json.py`, `cached_responses.py`); what the framework makes gets them at the end.
"""

from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

SERVER = "cafe"
"""No versions: they would tell which holes to try."""
NOT_MODIFIED = 304
HSTS = "max-age=31536000"
GUARDS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""For answers that have none of their own."""
NOINDEX = {"X-Robots-Tag": "noindex"}
"""For what search engines have no business with."""
ALWAYS = {hdrs.SERVER: SERVER, **GUARDS}
"""Whoever sends its own `Server` sends all of these."""


def header_completer(*, is_https: bool) -> Callable[[web.BaseRequest, web.StreamResponse], Awaitable[None]]:
    """Return what is called with each answer before it is sent, and adds what it lacks."""

    async def complete(_request: web.BaseRequest, response: web.StreamResponse) -> None:
        headers = response.headers
        is_ours = headers[hdrs.SERVER] == SERVER  # the framework has set its own by now
        headers[hdrs.SERVER] = SERVER
        if response.status == NOT_MODIFIED:  # a browser would put these in the place of what it keeps
            return
        if not is_ours:
            for name, value in GUARDS.items():
                headers.setdefault(name, value)
        if is_https:
            headers.setdefault("Strict-Transport-Security", HSTS)

    return complete
