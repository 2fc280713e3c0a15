"""The mini-app's files, the menu's pictures and the health check."""

import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import web
from yarl import URL

from cafe.web.cached_responses import FOREVER, CachedResponse
from cafe.web.join import join_scripts
from cafe.web.json import json_response
from cafe.web.minify import minify_page, minify_script, minify_stylesheet
from cafe.web.pictures import Pictures

WEBAPP = Path(__file__).parent / "webapp"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' https://telegram.org; style-src 'self'; img-src 'self' https: data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self' https://web.telegram.org https://*.telegram.org"
    ),
    "Referrer-Policy": "no-referrer",
}
STYLESHEET = "assets/cafe.css"
STYLE_PARTS = "assets/styles/"
STYLE_IMPORT = re.compile(rb'^@import "([^"]+)";\n', re.MULTILINE)

SERVED = {".css", ".html", ".js", ".svg"}
RELATIVE_ADDRESS = re.compile(r'(?<=\s)(href|src)="(?![a-z]+:|/|#)([^"]+)"')

Health = Callable[[], Awaitable[Mapping[str, Any]]]


class PageHandlers:
    """Serves static files. The mini-app's files have a versioned URL that changes with any of them."""

    def __init__(self, webapp: Path, pictures: Pictures, health: Health) -> None:
        self._pictures = pictures
        self._health = health
        files = {
            file.relative_to(webapp).as_posix(): file.read_bytes()
            for file in sorted(webapp.rglob("*"))
            if file.suffix in SERVED
        }
        digest = hashlib.sha256(b"".join(name.encode() + content for name, content in files.items()))
        self._version = digest.hexdigest()[:12]
        files = join_scripts(_join_styles(files))
        page = files.pop("index.html").decode()
        page = RELATIVE_ADDRESS.sub(rf'\1="/webapp/{self._version}/\2"', page)
        self._page = CachedResponse.make(minify_page(page.encode()), "text/html; charset=utf-8", extra=SECURITY_HEADERS)
        self._files = {
            name: CachedResponse.make(_as_sent(name, content), _content_type(name), FOREVER)
            for name, content in files.items()
        }

    async def page(self, request: web.Request) -> web.Response:
        """GET /webapp/."""
        return self._page.respond(request)

    async def redirect(self, request: web.Request) -> web.Response:
        """GET / and /webapp: redirect to the mini-app, keeping the query (a tracking link or a table)."""
        query = request.rel_url.raw_query_string
        raise web.HTTPFound(URL(f"/webapp/?{query}" if query else "/webapp/", encoded=True))

    async def file(self, request: web.Request) -> web.Response:
        """GET /webapp/{version}/{path}. A page loaded before an update gets the current files."""
        document = self._files.get(request.match_info["path"])
        if document is None:
            raise web.HTTPNotFound
        response = document.respond(request)
        if request.match_info["version"] != self._version:
            response.headers["Cache-Control"] = "no-cache"
        return response

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """GET /webapp/pictures/{name} and /webapp/pictures/{version}/{name}."""
        return self._pictures.respond(request, request.match_info["name"], request.match_info.get("version"))

    async def health(self, _request: web.Request) -> web.Response:
        """GET /healthz."""
        report = await self._health()
        return json_response(dict(report), status=200 if report["status"] == "ok" else 503)


def _join_styles(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Put the stylesheet's parts in the place of their imports, so that the page loads its look in one request."""
    whole = STYLE_IMPORT.sub(lambda part: files[f"assets/{part[1].decode()}"], files[STYLESHEET])
    others = {name: content for name, content in files.items() if not name.startswith(STYLE_PARTS)}
    return {**others, STYLESHEET: whole}


def _as_sent(name: str, content: bytes) -> bytes:
    if name.endswith(".js"):
        return minify_script(content)
    return minify_stylesheet(content) if name.endswith(".css") else content


def _content_type(name: str) -> str:
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".js"):
        guessed = "text/javascript"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
