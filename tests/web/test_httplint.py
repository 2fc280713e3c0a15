"""What a linter of HTTP says of every kind of answer, to guests and to the owner: pages, files, JSON, errors."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import pytest
import yaml
from aiohttp import ClientSession, ClientTimeout
from httplint import HttpRequestLinter, HttpResponseLinter, levels
from yarl import URL

from tests.driver import Cafe

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "openapi.yaml"
PAGES = (
    *("/", "/webapp/", "/menu/", "/menu/en/", "/desk/", "/board/", "/nothing", "/robots.txt", "/sitemap.xml"),
    *("/favicon.ico", "/webapp/manifest.webmanifest", "/webapp/service-worker.js", "/board/service-worker.js"),
)
FILES = re.compile(r"""(?:src|href)=["']([^"'#?]+\.(?:js|css))["']""")
FORMS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("GET", {}),
    ("HEAD", {}),
    ("GET", {"Accept-Encoding": "gzip"}),
    ("OPTIONS", {}),
    ("POST", {"Content-Type": "application/json"}),
)
KNOWN = {
    "CREATED_WITHOUT_LOCATION": "a code or a link that is told this once has no address of its own",
    "STATUS_BAD_REQUEST": "said of every answer with 400",
    "STORE_PUBLIC_UNNECESSARY": "said of files that never change under their names, to caches that ask for it",
}
"""What the linter says and is meant so, with the reason."""


class Asked(NamedTuple):
    """A request and the answer to it."""

    method: str
    url: URL
    sent: Mapping[str, str]
    status: int
    reason: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def notes(self) -> Iterator[str]:
        """Yield the names of what is wrong or doubtful."""
        request = HttpRequestLinter()
        request.process_request_topline(self.method.encode(), str(self.url).encode(), b"1.1")
        request.process_headers([(name.encode(), value.encode()) for name, value in self.sent.items()])
        request.finish_content(complete=True)
        linter = HttpResponseLinter()
        linter.request, linter.base_uri = request, str(self.url)
        linter.is_head_response = self.method == "HEAD"
        linter.process_response_topline(b"1.1", str(self.status).encode(), self.reason.encode())
        linter.process_headers(list(self.headers))
        linter.feed_content(self.body)
        linter.finish_content(complete=True)
        for note in linter.notes:
            if note.level in {levels.BAD, levels.WARN}:
                yield type(note).__name__

    def told(self, name: bytes) -> str:
        """The value of a header."""
        return next((value.decode() for found, value in self.headers if found.lower() == name), "")


def _paths() -> list[str]:
    """Every documented path, each of its parameters 1; streams never end."""
    paths = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))["paths"]
    return [re.sub(r"\{\w+\}", "1", path) for path in paths if not path.endswith("/stream")]


@pytest.fixture(params=["guest", "owner"])
async def session(request: pytest.FixtureRequest, cafe: Cafe) -> AsyncIterator[ClientSession]:
    """One who asks; no cookie of an answer is kept, so that each is asked for like the first."""
    cookie = (await cafe.desk("owner")).cookie if request.param == "owner" else None
    headers = {"Cookie": cookie, "Origin": cafe.url} if cookie else {}
    async with ClientSession(headers=headers, auto_decompress=False, timeout=ClientTimeout(30)) as session:
        yield session


async def _ask(session: ClientSession, cafe: Cafe, method: str, path: str, sent: Mapping[str, str]) -> Asked:
    url = URL(cafe.url + path, encoded=True)
    plain = {"Accept-Encoding": "identity", **sent}
    async with session.request(method, url, headers=plain, allow_redirects=False) as answer:
        body = await answer.read()
        return Asked(method, url, plain, answer.status, answer.reason or "", answer.raw_headers, body)


async def test_answers_are_good_http(cafe: Cafe, session: ClientSession) -> None:
    paths = [*PAGES, *_paths()]
    for page in ("/webapp/", "/menu/", "/desk/", "/board/"):
        text = (await _ask(session, cafe, "GET", page, {})).body.decode()
        files = FILES.findall(text)
        assert files, page
        paths += [urljoin(page, file) for file in files[:3]]
    wrong: dict[str, set[str]] = {}
    unchanged = 0
    for path in dict.fromkeys(paths):
        for method, sent in FORMS:
            asked = [await _ask(session, cafe, method, path, sent)]
            if method == "GET" and (tag := asked[0].told(b"etag")):
                asked.append(await _ask(session, cafe, method, path, {**sent, "If-None-Match": tag}))
                unchanged += asked[1].status == 304
            for each in asked:
                for note in set(each.notes()) - KNOWN.keys():
                    wrong.setdefault(note, set()).add(f"{method} {path} {each.status}")
    assert wrong == {}
    assert unchanged > 10
