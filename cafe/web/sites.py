"""The sites made of the pages, the menu's pictures and the health check."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from aiohttp import web
from yarl import URL

from cafe.core.kernel.texts import Texts
from cafe.core.kernel.urls import BOARD as BOARD_ADDRESS
from cafe.core.kernel.urls import DESK as DESK_ADDRESS
from cafe.core.kernel.urls import WEBAPP as WEBAPP_ADDRESS
from cafe.web.join import join_scripts, join_worker, without_worker
from cafe.web.json import json_response
from cafe.web.languages import page_texts
from cafe.web.pictures import Pictures
from cafe.web.security_headers import NOINDEX
from cafe.web.site import Site, read_page

PAGES = Path(__file__).with_name("pages")

WEBAPP_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' https://telegram.org; style-src 'self'; img-src 'self' https: data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self' https://web.telegram.org https://*.telegram.org"
    ),
    "Referrer-Policy": "no-referrer",
}
BOARD_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    **NOINDEX,
}
DESK_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' https://telegram.org; style-src 'self'; "
        "img-src 'self' https: data: blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors https://web.telegram.org https://*.telegram.org"
    ),
    "Referrer-Policy": "no-referrer",
    **NOINDEX,
}

Health = Callable[[], Awaitable[Mapping[str, Any]]]


def open_webapp(texts: Texts) -> Site:
    """Return the mini-app."""
    return _make_webapp(PAGES, texts)


@cache
def _make_webapp(folder: Path, texts: Texts) -> Site:
    """Each page is made once, however many cafes a process opens one after the other."""
    files = read_page(folder, "menu") | page_texts("menu", texts)
    scripts, worker = join_scripts(files), join_worker("menu", files)
    return Site(WEBAPP_ADDRESS, "menu/index.html", scripts, WEBAPP_HEADERS, worker, carries_parts=True)


@cache
def open_board(texts: Texts) -> Site:
    """Return the kitchen screen."""
    files = read_page(PAGES, "board") | page_texts("board", texts)
    return Site(BOARD_ADDRESS, "board/index.html", without_worker(files), BOARD_HEADERS, join_worker("board", files))


@cache
def open_desk(texts: Texts) -> Site:
    """Return the owner's desk."""
    files = read_page(PAGES, "desk") | page_texts("desk", texts)
    return Site(DESK_ADDRESS, "desk/index.html", files, DESK_HEADERS)


class PageHandlers:
    """Redirects to the pages, the menu's pictures and the health check."""

    def __init__(self, pictures: Pictures, health: Health) -> None:
        self._pictures = pictures
        self._health = health

    async def redirect(self, request: web.Request) -> web.Response:
        """GET / and /webapp: redirect to the mini-app, keeping the query (a tracking link or a table)."""
        query = request.rel_url.raw_query_string
        raise web.HTTPFound(URL(f"/webapp/?{query}" if query else "/webapp/", encoded=True))

    async def redirect_to_board(self, _request: web.Request) -> web.Response:
        """GET /board."""
        raise web.HTTPFound(BOARD_ADDRESS)

    async def redirect_to_desk(self, _request: web.Request) -> web.Response:
        """GET /desk."""
        raise web.HTTPFound(DESK_ADDRESS)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """GET /webapp/pictures/{name} and /webapp/pictures/{version}/{name}."""
        return self._pictures.respond(request, request.match_info["name"], request.match_info.get("version"))

    async def health(self, _request: web.Request) -> web.Response:
        """GET /healthz."""
        report = await self._health()
        return json_response(dict(report), status=200 if report["status"] == "ok" else 503)
