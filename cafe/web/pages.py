"""The mini-app's files, the menu's pictures, and the health of the service."""

import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from aiohttp import web
from yarl import URL

from cafe.web.answers import json_response
from cafe.web.documents import FOREVER, Document

WEBAPP = Path(__file__).parent / "webapp"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' https://telegram.org; style-src 'self'; img-src 'self' https: data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self' https://web.telegram.org https://*.telegram.org"
    ),
    "Referrer-Policy": "no-referrer",
}
PICTURE_HEADERS = {
    "Cache-Control": "public, max-age=3600",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
}
COMMENT_LINE = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/)[^\n])*\*/)[ \t]*\n", re.MULTILINE)
"""A line that is a comment and nothing else; comments are for those who read the source, not for phones."""

RELATIVE_ADDRESS = re.compile(r'(?<=\s)(href|src)="(?![a-z]+:|/|#)([^"]+)"')

Health = Callable[[], Awaitable[Mapping[str, str]]]


class PageHandlers:
    """Serves what the browser loads. The mini-app's files live under an address that changes with any of them."""

    def __init__(self, webapp: Path, pictures: Path, health: Health) -> None:
        self._pictures = pictures
        self._health = health
        files = {
            file.relative_to(webapp).as_posix(): file.read_bytes()
            for file in sorted(webapp.rglob("*"))
            if file.is_file() and file.suffix != ".py" and not file.name.startswith(".")
        }
        digest = hashlib.sha256(b"".join(name.encode() + content for name, content in files.items()))
        self._version = digest.hexdigest()[:12]
        page = files.pop("index.html", b"").decode()
        page = RELATIVE_ADDRESS.sub(rf'\1="/webapp/{self._version}/\2"', page)
        self._page = Document.make(page.encode(), "text/html; charset=utf-8", extra=SECURITY_HEADERS)
        self._files = {
            name: Document.make(_without_comments(name, content), _content_type(name), FOREVER)
            for name, content in files.items()
        }

    async def page(self, request: web.Request) -> web.Response:
        """GET /webapp/."""
        return self._page.respond(request)

    async def redirect(self, request: web.Request) -> web.Response:
        """GET / and /webapp: to the mini-app, with the query, which may be a tracking link or a table."""
        query = request.rel_url.raw_query_string
        raise web.HTTPFound(URL(f"/webapp/?{query}" if query else "/webapp/", encoded=True))

    async def file(self, request: web.Request) -> web.Response:
        """GET /webapp/{version}/{path}. A page from before an update still gets the files of now."""
        document = self._files.get(request.match_info["path"])
        if document is None:
            raise web.HTTPNotFound
        response = document.respond(request)
        if request.match_info["version"] != self._version:
            response.headers["Cache-Control"] = "no-cache"
        return response

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """GET /webapp/pictures/{name}."""
        path = self._pictures / request.match_info["name"]
        if not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=PICTURE_HEADERS)

    async def health(self, _request: web.Request) -> web.Response:
        """GET /healthz."""
        report = await self._health()
        return json_response(dict(report), status=200 if report["status"] == "ok" else 503)


def _without_comments(name: str, content: bytes) -> bytes:
    return COMMENT_LINE.sub(b"", content) if name.endswith((".js", ".css")) else content


def _content_type(name: str) -> str:
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".js"):
        guessed = "text/javascript"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
