"""A page with its scripts, styles and pictures, minified, under an address that changes with any of them."""

import asyncio
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import orjson
from aiohttp import web

from cafe.web.cached_responses import FOREVER, CachedResponse
from cafe.web.inline import allow_parts, write_parts
from cafe.web.minify import minify_page, minify_script, minify_stylesheet
from cafe.web.published import write_in

STYLE_IMPORT = re.compile(rb'^@import "([^"]+)";\n', re.MULTILINE)
RELATIVE_ADDRESS = re.compile(r'(?<=\s)(href|src)="(?![a-z]+:|[/#?])([^"]+)"')
REFERENCE = re.compile(rb'(?:from |import |href=)"(\.{1,2}/[^"]+)"')
"""How pages, scripts and stylesheets name files that they need."""
SERVED = {".css", ".html", ".js", ".svg"}
WORKER_HEADERS = {"Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'"}
"""They hold for what the worker itself fetches."""


def read_page(root: Path, page: str) -> dict[str, bytes]:
    """Read what is served of a page's folder, and each file outside it that these refer to, by path from the root."""
    waiting = [file.relative_to(root).as_posix() for file in sorted((root / page).rglob("*"))]
    files: dict[str, bytes] = {}
    for name in waiting:
        if name in files or PurePosixPath(name).suffix not in SERVED:
            continue
        content = (root / name).read_bytes()
        files[name] = write_in(content) if name.endswith(".js") else content
        folder = posixpath.dirname(name)
        waiting += [posixpath.normpath(f"{folder}/{found.decode()}") for found in REFERENCE.findall(files[name])]
    return files


class Site:
    """Serves one page. Each of its files has a versioned URL that changes with any of them."""

    def __init__(
        self,
        address: str,
        page: str,
        files: Mapping[str, bytes],
        headers: dict[str, str],
        worker: bytes = b"",
        *,
        carries_parts: bool = False,
    ) -> None:
        """Prepare everything.

        Args:
            address: where the page is served, with a slash at its end; the files are below it.
            page: the page's name among the files. Addresses in it are relative to its folder.
            files: what is served by name; scripts find each other by these names.
            headers: the page's own.
            worker: the script of its service worker, if it has one.
            carries_parts: whether its stylesheets and plain scripts travel within it.
        """
        digest = hashlib.sha256(b"".join(name.encode() + content for name, content in files.items()) + worker)
        self.version = digest.hexdigest()[:12]
        served = _join_styles(files)
        folder = PurePosixPath(page).parent
        base = f"{address}{self.version}/{'' if str(folder) == '.' else f'{folder}/'}"
        html = minify_page(served.pop(page)).decode()
        if carries_parts:
            html = write_parts(html, lambda name: _as_sent(name, served.pop(f"{folder}/{name}")).decode())
        self.html = RELATIVE_ADDRESS.sub(rf'\1="{base}\2"', html)
        self.headers = allow_parts(headers, self.html)
        self._worker = _make_worker(worker, address, self.version, sorted(served))
        self._contents = served
        self._files: dict[str, CachedResponse] = {}
        """Those that were asked for: to minify them all would take a quarter of the start."""

    async def worker(self, request: web.Request) -> web.Response:
        """GET the service worker, which is asked for beside the page: that is how far it reaches."""
        return self._worker.respond(request)

    async def file(self, request: web.Request) -> web.Response:
        """GET …{version}/{path}. A page loaded before an update gets the current files."""
        name = request.match_info["path"]
        if name not in self._contents:
            raise web.HTTPNotFound
        if name not in self._files:
            self._files[name] = await asyncio.to_thread(_make_file, name, self._contents[name])
        response = self._files[name].respond(request)
        if request.match_info["version"] != self.version:
            response.headers["Cache-Control"] = "no-cache"
        return response


def _make_worker(script: bytes, address: str, version: str, files: list[str]) -> CachedResponse:
    """Put before the worker's script what it has to know of the page."""
    site = {"home": address, "base": f"{address}{version}/", "version": version, "files": files}
    body = b"self.SITE=%b;%b" % (orjson.dumps(site), minify_script(script))
    return CachedResponse.make(body, "text/javascript; charset=utf-8", extra=WORKER_HEADERS)


def _join_styles(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Put stylesheets' parts in the place of their imports, so that the page loads its look in one request."""
    joined, parts = dict(files), set[str]()

    def take(name: str) -> bytes:
        parts.add(name)
        return files[name]

    for name in [name for name in files if name.endswith(".css")]:
        folder = PurePosixPath(name).parent
        joined[name] = STYLE_IMPORT.sub(lambda part: take(posixpath.normpath(folder / part[1].decode())), files[name])  # noqa: B023 - called at once
    return {name: content for name, content in joined.items() if name not in parts}


def _make_file(name: str, content: bytes) -> CachedResponse:
    return CachedResponse.make(_as_sent(name, content), _content_type(name), FOREVER)


def _as_sent(name: str, content: bytes) -> bytes:
    if name.endswith(".js"):
        return minify_script(content)
    return minify_stylesheet(content) if name.endswith(".css") else content


def _content_type(name: str) -> str:
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".js"):
        guessed = "text/javascript"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
