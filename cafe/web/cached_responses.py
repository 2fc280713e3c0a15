"""Responses that are the same for all clients: built once, stored compressed, and revalidated by ETag."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from aiohttp import hdrs, web
from multidict import CIMultiDict

from cafe.web.security_headers import ALWAYS

REVALIDATE = "no-cache"
"""Caches may store the response but must revalidate it each time; a 304 costs very little."""

FOREVER = "public, max-age=31536000, immutable"
"""For URLs that change with their content."""

MIN_COMPRESSED_SIZE = 512
"""Bytes; smaller bodies are sent uncompressed."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A prepared response body with its headers, plain and compressed."""

    body: bytes
    headers: CIMultiDict[str]
    compressed: bytes | None
    compressed_headers: CIMultiDict[str]

    @classmethod
    def make(
        cls, body: bytes, content_type: str, cache_control: str = REVALIDATE, extra: dict[str, str] | None = None
    ) -> Self:
        hashed = body + repr(sorted((extra or {}).items())).encode()
        tag = hashlib.sha256(hashed).hexdigest()[:24]
        headers = CIMultiDict(
            {
                "Content-Type": content_type,
                "Cache-Control": cache_control,
                "ETag": f'"{tag}"',
                "Vary": "Accept-Encoding",
                **ALWAYS,
                **(extra or {}),
            }
        )
        compressed = gzip.compress(body, 9, mtime=0) if len(body) >= MIN_COMPRESSED_SIZE else None
        if compressed is not None and len(compressed) >= len(body):
            compressed = None
        # A different representation needs a different strong tag (RFC 9110, section 8.8.3.3).
        compressed_headers = headers.copy()
        compressed_headers.update({"Content-Encoding": "gzip", "ETag": f'"{tag}-gzip"'})
        return cls(body, headers, compressed, compressed_headers)

    def respond(self, request: web.Request) -> web.Response:
        """Respond with the body, or with 304 if the client already has it."""
        body, headers = self.body, self.headers
        if self.compressed is not None and accepts_gzip(request.headers.get(hdrs.ACCEPT_ENCODING, "")):
            body, headers = self.compressed, self.compressed_headers
        if_none_match = request.headers.get(hdrs.IF_NONE_MATCH)
        if if_none_match is not None and self._is_known(if_none_match):
            return web.Response(status=304, headers={name: headers[name] for name in ("ETag", "Cache-Control", "Vary")})
        return web.Response(body=body, headers=headers)

    def _is_known(self, if_none_match: str) -> bool:
        """Whether the client has either representation, since both have the same content."""
        known = {self.headers["ETag"], self.compressed_headers["ETag"], "*"}
        return any(tag.strip().removeprefix("W/") in known for tag in if_none_match.split(","))


@lru_cache(maxsize=256)
def accepts_gzip(header: str) -> bool:
    """Whether an `Accept-Encoding` header accepts gzip (listed, and not with `q=0`)."""
    if "gzip" not in header:
        return False
    for coding in header.split(","):
        name, _, weight = coding.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
