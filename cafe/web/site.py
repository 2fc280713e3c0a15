"""A page with its scripts, styles and pictures, minified, under an address that changes with any of them."""

import hashlib
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from aiohttp import web

from cafe.web.cached_responses import FOREVER, CachedResponse
from cafe.web.minify import minify_page, minify_script, minify_stylesheet

STYLE_IMPORT = re.compile(rb'^@import "([^"]+)";\n', re.MULTILINE)
RELATIVE_ADDRESS = re.compile(r'(?<=\s)(href|src)="(?![a-z]+:|/|#)([^"]+)"')
SERVED = {".css", ".html", ".js", ".svg"}


def read_files(root: Path, *patterns: str) -> dict[str, bytes]:
    """Read what may be served of the files below a root that match, by path from the root."""
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for pattern in patterns
        for file in sorted(root.glob(pattern))
        if file.suffix in SERVED
    }


class Site:
    """Serves one page. Each of its files has a versioned URL that changes with any of them."""

    def __init__(self, address: str, page: str, files: Mapping[str, bytes], headers: dict[str, str]) -> None:
        """Prepare everything.

        Args:
            address: where the page is served, with a slash at its end; the files are below it.
            page: the page's name among the files. Addresses in it are relative to its folder.
            files: what is served by name; scripts find each other by these names.
            headers: the page's own.
        """
        digest = hashlib.sha256(b"".join(name.encode() + content for name, content in files.items()))
        self.version = digest.hexdigest()[:12]
        served = _join_styles(files)
        folder = PurePosixPath(page).parent
        base = f"{address}{self.version}/{'' if str(folder) == '.' else f'{folder}/'}"
        html = RELATIVE_ADDRESS.sub(rf'\1="{base}\2"', served.pop(page).decode())
        self._page = CachedResponse.make(minify_page(html.encode()), "text/html; charset=utf-8", extra=headers)
        self._files = {
            name: CachedResponse.make(_as_sent(name, content), _content_type(name), FOREVER)
            for name, content in served.items()
        }

    async def page(self, request: web.Request) -> web.Response:
        """GET the page."""
        return self._page.respond(request)

    async def file(self, request: web.Request) -> web.Response:
        """GET …{version}/{path}. A page loaded before an update gets the current files."""
        document = self._files.get(request.match_info["path"])
        if document is None:
            raise web.HTTPNotFound
        response = document.respond(request)
        if request.match_info["version"] != self.version:
            response.headers["Cache-Control"] = "no-cache"
        return response


def _join_styles(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Put stylesheets' parts in the place of their imports, so that the page loads its look in one request."""
    joined, parts = dict(files), set[str]()

    def take(name: str) -> bytes:
        parts.add(name)
        return files[name]

    for name in [name for name in files if name.endswith(".css")]:
        folder = PurePosixPath(name).parent
        joined[name] = STYLE_IMPORT.sub(lambda part: take((folder / part[1].decode()).as_posix()), files[name])  # noqa: B023 - called at once
    return {name: content for name, content in joined.items() if name not in parts}


def _as_sent(name: str, content: bytes) -> bytes:
    if name.endswith(".js"):
        return minify_script(content)
    return minify_stylesheet(content) if name.endswith(".css") else content


def _content_type(name: str) -> str:
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".js"):
        guessed = "text/javascript"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
