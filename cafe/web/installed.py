"""The mini-app on a phone's home screen: the manifest, and icons in the cafe's colours."""

import orjson
from aiohttp import web

from cafe.core.catalogue.pictures.brand import APPLE_ICON, FAVICON, LARGE_ICON, MASKABLE_ICON, SMALL_ICON, Brand
from cafe.core.kernel.urls import WEBAPP
from cafe.core.services import Services
from cafe.web.cached_responses import FOREVER, REVALIDATE, CachedResponse

ICONS = "/webapp/icons/"
ICON_NAME = f"{SMALL_ICON}|{LARGE_ICON}|{MASKABLE_ICON}".replace(".", "[.]")
BACKGROUND = "#faf5ee"
"""Behind the icon while the mini-app starts: the page's own background."""
SHORT_NAME = 12
"""Characters that fit under an icon."""


class InstalledHandlers:
    """Responds with documents made from the current settings, and rebuilt when they change."""

    def __init__(self, services: Services) -> None:
        self._settings = services.settings
        self._icons = services.icons
        self._manifest: tuple[Brand | None, CachedResponse | None] = None, None
        self._drawn: tuple[Brand | None, dict[str, CachedResponse]] = None, {}

    async def manifest(self, request: web.Request) -> web.Response:
        """GET /webapp/manifest.webmanifest."""
        brand = self._brand()
        made_of, document = self._manifest
        if document is None or made_of != brand:
            body = orjson.dumps(_manifest(brand))
            document = CachedResponse.make(body, "application/manifest+json; charset=utf-8")
            self._manifest = brand, document
        return document.respond(request)

    async def icon(self, request: web.Request) -> web.Response:
        """GET /webapp/icons/{version}/{name}; for an outdated icon, responds with the current one."""
        brand = self._brand()
        response = await self._respond(request, brand, request.match_info["name"])
        response.headers["Cache-Control"] = FOREVER if request.match_info["version"] == brand.version else REVALIDATE
        return response

    async def favicon(self, request: web.Request) -> web.Response:
        """GET /favicon.ico, the browsers' default."""
        return await self._respond(request, self._brand(), FAVICON)

    async def apple_icon(self, request: web.Request) -> web.Response:
        """GET /apple-touch-icon.png, the default of iPhones."""
        return await self._respond(request, self._brand(), APPLE_ICON)

    def _brand(self) -> Brand:
        public = self._settings.get_public()
        settings, theme = public.settings, public.theme
        return Brand(settings.cafe_name, theme.accent.lower(), theme.accent_ink, settings.logo_url)

    async def _respond(self, request: web.Request, brand: Brand, name: str) -> web.Response:
        if self._drawn[0] != brand:
            icons = await self._icons.get(brand)
            kinds = {each: "image/x-icon" if each == FAVICON else "image/png" for each in icons}
            self._drawn = brand, {each: CachedResponse.make(body, kinds[each]) for each, body in icons.items()}
        return self._drawn[1][name].respond(request)


def _manifest(brand: Brand) -> dict[str, object]:
    icons = ICONS + brand.version
    return {
        "id": WEBAPP,
        "name": brand.name,
        "short_name": _short(brand.name),
        "lang": "uk",
        "start_url": WEBAPP,
        "scope": WEBAPP,
        "display": "standalone",
        "theme_color": brand.colour,
        "background_color": BACKGROUND,
        "categories": ["food"],
        "icons": [
            {"src": f"{icons}/{SMALL_ICON}", "sizes": "192x192", "type": "image/png"},
            {"src": f"{icons}/{LARGE_ICON}", "sizes": "512x512", "type": "image/png"},
            {"src": f"{icons}/{MASKABLE_ICON}", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }


def _short(name: str) -> str:
    """Return as many of the name's first words as fit; a long first word is left to the phone to cut."""
    words = name.split()
    while len(words) > 1 and len(" ".join(words)) > SHORT_NAME:
        words.pop()
    return " ".join(words)
