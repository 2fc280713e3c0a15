"""What pages are given of languages: their own texts in each, the list of all, and the one to open in."""

import html
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import orjson
from aiohttp import web

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.services import Services
from cafe.web.cached_responses import CachedResponse
from cafe.web.site import Site

TEXTS = re.compile(rb"^export const texts = \{\n(.*)^\};\n", re.MULTILINE | re.DOTALL)
ROOT = '<html lang="uk">'
HTML = "text/html; charset=utf-8"


LATER = "later.js"
"""The file of a page's texts that its first screen does not need."""


def page_texts(page: str, texts: Texts) -> dict[str, bytes]:
    """Read a page's texts by the names that it imports them by: one file a language, and one more for later texts."""
    found = {}
    for locale in texts.languages:
        folder = texts.folder / locale / "pages"
        files = sorted((folder / page).glob("*.js")) or [folder / f"{page}.js"]
        found[f"{page}/texts/{locale}.js"] = _joined(file for file in files if file.name != LATER)
        if (later := folder / page / LATER) in files:
            found[f"{page}/texts/{locale}-{LATER}"] = _joined([later])
    return found


def _joined(files: Iterable[Path]) -> bytes:
    return b"export const texts = {\n%b};\n" % b"".join(_entries(file) for file in files)


def _entries(file: Path) -> bytes:
    found = TEXTS.search(file.read_bytes())
    if found is None:
        raise ValueError(f"{file} exports no texts")
    return found[1]


def in_language(page: str, locale: Locale, texts: Texts) -> str:
    """Have a page open in a language, with its texts fetched early where they are, and know of all others."""
    root = f'<html lang="{locale}" data-languages="{html.escape(_described(texts))}">'
    return page.replace(ROOT, root, 1).replace("/texts/uk.js", f"/texts/{locale}.js", 1)


def _described(texts: Texts) -> str:
    return orjson.dumps([_language(locale, texts) for locale in texts.languages]).decode()


def _language(locale: Locale, texts: Texts) -> Mapping[str, str]:
    return {
        "code": locale,
        "name": texts.format(locale, "language-name"),
        "short": texts.format(locale, "language-name-short"),
        "region": texts.format(locale, "language-region"),
        "money": texts.format(locale, "language-money", amount="{amount}"),
    }


class StaffPage:
    """Serves a page that is the same for everybody; it opens in the language that the owner chose."""

    def __init__(self, site: Site, services: Services) -> None:
        self._site = site
        self._services = services
        self._pages: dict[str, CachedResponse] = {}

    async def get(self, request: web.Request) -> web.Response:
        """GET the page."""
        texts = self._services.texts
        locale = texts.languages.of(self._services.settings.current.default_language)
        if locale not in self._pages:
            page = in_language(self._site.html, locale, texts)
            self._pages[locale] = CachedResponse.make(page.encode(), HTML, extra=self._site.headers)
        return self._pages[locale].respond(request)
