"""Headers of every response, including error pages.

Our own responses are built with them (`json.py`, `cached_responses.py`); the framework's get them at the end.
"""

from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

SERVER = "cafe"
"""Without versions, which would reveal known vulnerabilities."""
NOT_MODIFIED = 304
HSTS = "max-age=31536000"
GUARDS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""For responses without their own."""
NOINDEX = {"X-Robots-Tag": "noindex"}
"""For pages that search engines should ignore."""
ALWAYS = {hdrs.SERVER: SERVER, **GUARDS}
"""A response with our `Server` has all of these."""


def header_completer(*, is_https: bool) -> Callable[[web.BaseRequest, web.StreamResponse], Awaitable[None]]:
    """Return a signal handler that adds missing headers to each response before it is sent."""

    async def complete(_request: web.BaseRequest, response: web.StreamResponse) -> None:
        headers = response.headers
        is_ours = headers[hdrs.SERVER] == SERVER  # the framework sets its own otherwise
        headers[hdrs.SERVER] = SERVER
        if response.status == NOT_MODIFIED:  # a browser would replace its stored headers by these
            return
        if not is_ours:
            for name, value in GUARDS.items():
                headers.setdefault(name, value)
        if is_https:
            headers.setdefault("Strict-Transport-Security", HSTS)

    return complete
