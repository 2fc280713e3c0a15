"""The cafe's public pages, cached as bytes until settings, menu or pictures change."""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from aiohttp import web

from cafe.core.catalogue.hours.week import MIDNIGHT
from cafe.core.catalogue.settings.theme import Theme, derive_theme
from cafe.core.catalogue.snapshot.model import FOREVER
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.urls import MENU
from cafe.core.services import Services
from cafe.web.cached_responses import CachedResponse
from cafe.web.languages import in_language
from cafe.web.pictures import Pictures
from cafe.web.security_headers import NOINDEX
from cafe.web.site import Site
from cafe.web.storefront.crawlers import robots, sitemap
from cafe.web.storefront.head import webapp_parts
from cafe.web.storefront.menu_page import menu_page
from cafe.web.storefront.print_page import Pair, print_page
from cafe.web.storefront.stylesheet import make_colours, make_print_stylesheet, make_stylesheet
from cafe.web.storefront.view import View, path_of

PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
"""A placeholder in the mini-app's page."""
PRIVATE = {"track", "order", "tgWebAppStartParam"}
"""Parameters of the mini-app that may lead to somebody's order."""
HTML = "text/html; charset=utf-8"
MENU_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
}
"""Nothing runs there; connections are for auditing tools, which read robots.txt from within the page."""


@dataclass(frozen=True, slots=True)
class _Edition:
    """The documents of one state of the data; each is built at its first request."""

    state: object
    pictures: str
    until: int
    """Unix seconds."""
    views: Mapping[Locale, View]
    theme: Theme
    style_version: str
    stylesheet: CachedResponse
    colours: CachedResponse
    print_stylesheet: CachedResponse
    documents: dict[tuple[str, Locale], CachedResponse] = field(default_factory=dict)


class Storefront:
    """Serves the mini-app's page, the menu without JavaScript, and what search engines read."""

    def __init__(self, services: Services, pictures: Pictures, site: Site, base_url: str) -> None:
        """`site` is the mini-app; `base_url` is empty if the public address is not configured."""
        self._services = services
        self._pictures = pictures
        self._site = site
        self._base_url = base_url
        self._robots = CachedResponse.make(robots(base_url).encode(), "text/plain; charset=utf-8")
        self._edition = self._new_edition()
        self._making = asyncio.Lock()
        """Pages of a large menu take a tenth of a second: they are made in a thread, one after the other."""

    async def webapp(self, request: web.Request) -> web.Response:
        """GET /webapp/; `?lang=en` in English."""
        # Parsing the URL takes longer than all the rest here, so skip it if there is no query.
        has_query = "?" in request.raw_path
        locale = self._locale(request) if has_query else self._default
        if not has_query or PRIVATE.isdisjoint(request.query):
            return (await self._document("webapp", self._webapp, locale)).respond(request)
        return (await self._document("private", self._private_webapp, locale)).respond(request)

    async def menu(self, request: web.Request) -> web.Response:
        """GET /menu/; `?lang=en` in English."""
        return (await self._document("menu", self._menu, self._locale(request))).respond(request)

    async def printed_menu(self, request: web.Request) -> web.Response:
        """GET /menu/print/, to be printed or saved as PDF; `?lang=en` has English above Ukrainian."""
        return (await self._document("print", self._print, self._locale(request))).respond(request)

    async def redirect_to_menu(self, request: web.Request) -> web.Response:
        """GET /menu."""
        raise web.HTTPFound(path_of(MENU, self._locale(request), self._default))

    async def stylesheet(self, request: web.Request) -> web.Response:
        """GET /menu/{version}/menu.css, colours.css, print.css. A page loaded before a change gets the current one."""
        edition = self._current()
        sheets = {"menu": edition.stylesheet, "colours": edition.colours, "print": edition.print_stylesheet}
        response = sheets[request.match_info["name"]].respond(request)
        if request.match_info["version"] != edition.style_version:
            response.headers["Cache-Control"] = "no-cache"
        return response

    async def robots(self, request: web.Request) -> web.Response:
        """GET /robots.txt."""
        return self._robots.respond(request)

    async def sitemap(self, request: web.Request) -> web.Response:
        """GET /sitemap.xml; it needs absolute URLs, so there is none without the public address."""
        if not self._base_url:
            raise web.HTTPNotFound
        return (await self._document("sitemap", self._sitemap, self._default)).respond(request)

    @property
    def _default(self) -> Locale:
        """The language that pages open in."""
        return self._services.texts.languages.of(self._services.settings.current.default_language)

    def _locale(self, request: web.Request) -> Locale:
        wanted = request.query.get("lang")
        return Locale(wanted) if wanted in self._services.texts.languages.locales else self._default

    async def _document(
        self, name: str, make: Callable[[_Edition, View], CachedResponse], locale: Locale
    ) -> CachedResponse:
        edition, key = self._current(), (name, locale)
        if key not in edition.documents:
            async with self._making:
                if key not in edition.documents:  # another request may have built it meanwhile
                    edition.documents[key] = await asyncio.to_thread(make, edition, edition.views[locale])
        return edition.documents[key]

    def _current(self) -> _Edition:
        edition = self._edition
        is_changed = (
            edition.state is not self._services.settings.state
            or edition.pictures != self._pictures.version
            or (edition.until < FOREVER and self._services.clock.now().timestamp() >= edition.until)
        )
        if is_changed:
            edition = self._edition = self._new_edition()
        return edition

    def _new_edition(self) -> _Edition:
        services, menu = self._services, self._services.cache.whole_menu
        settings, snapshot = services.settings.current, services.cache.current
        today = services.clock.now().astimezone(settings.zone).date()
        views = {
            locale: View(
                settings.in_locale(locale),
                menu,
                today,
                locale,
                services.texts,
                self._base_url,
                self._pictures.raster_of,
                snapshot.modes_at_second(menu.valid_from),
                snapshot.withheld_at(menu.valid_from),
            )
            for locale in services.texts.languages
        }
        until = min(menu.valid_until, services.cache.menu.valid_until) if snapshot.modes else menu.valid_until
        if settings.calendar.special_days:  # only coming ones are shown
            until = min(until, int(settings.hours.moment_of(today + timedelta(days=1), MIDNIGHT).timestamp()))
        theme = derive_theme(settings.accent)
        return _Edition(
            services.settings.state,
            self._pictures.version,
            until,
            views,
            theme,
            *make_stylesheet(theme),
            make_colours(theme),
            make_print_stylesheet(),
        )

    def _webapp(self, edition: _Edition, view: View) -> CachedResponse:
        return CachedResponse.make(self._webapp_page(edition, view), HTML, extra=self._site.headers)

    def _private_webapp(self, edition: _Edition, view: View) -> CachedResponse:
        return CachedResponse.make(self._webapp_page(edition, view), HTML, extra=self._site.headers | NOINDEX)

    def _webapp_page(self, edition: _Edition, view: View) -> bytes:
        parts = webapp_parts(view, f"{MENU}{edition.style_version}/colours.css", edition.pictures)
        html = in_language(self._site.html, view.locale, view.texts)
        return PLACEHOLDER.sub(lambda place: parts[place[1]], html).encode()

    def _sitemap(self, _edition: _Edition, view: View) -> CachedResponse:
        return CachedResponse.make(sitemap(view).encode(), "application/xml; charset=utf-8")

    def _menu(self, edition: _Edition, view: View) -> CachedResponse:
        stylesheet = f"{MENU}{edition.style_version}/menu.css"
        page = menu_page(view, stylesheet, edition.theme.accent)
        return CachedResponse.make(page.encode(), HTML, extra=MENU_HEADERS)

    def _print(self, edition: _Edition, view: View) -> CachedResponse:
        other = edition.views[Locale.EN if view.locale != Locale.EN else Locale.UK]
        page = print_page(Pair(view, other), f"{MENU}{edition.style_version}/print.css")
        return CachedResponse.make(page.encode(), HTML, extra=MENU_HEADERS | NOINDEX)
