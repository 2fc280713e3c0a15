"""Answers that are the same for everybody: made once, kept as bytes, also compressed, and revalidated by ETag."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from aiohttp import web
from multidict import CIMultiDict

REVALIDATE = "no-cache"
"""Caches may keep it but must ask each time; a 304 costs next to nothing."""

FOREVER = "public, max-age=31536000, immutable"
"""For addresses that change with their content."""

WORTH_COMPRESSING = 512


@dataclass(frozen=True, slots=True)
class Document:
    """Bytes ready to be sent."""

    body: bytes
    headers: CIMultiDict[str]
    compressed: bytes | None
    compressed_headers: CIMultiDict[str]
    etag: str

    @classmethod
    def make(
        cls, body: bytes, content_type: str, cache_control: str = REVALIDATE, extra: dict[str, str] | None = None
    ) -> Self:
        """Prepare bytes for sending."""
        told = body + repr(sorted((extra or {}).items())).encode()
        etag = f'"{hashlib.sha256(told).hexdigest()[:24]}"'
        headers = CIMultiDict(
            {
                "Content-Type": content_type,
                "Cache-Control": cache_control,
                "ETag": etag,
                "Vary": "Accept-Encoding",
                "X-Content-Type-Options": "nosniff",
                **(extra or {}),
            }
        )
        compressed = gzip.compress(body, 9, mtime=0) if len(body) >= WORTH_COMPRESSING else None
        if compressed is not None and len(compressed) >= len(body):
            compressed = None
        return cls(body, headers, compressed, CIMultiDict(headers, **{"Content-Encoding": "gzip"}), etag)

    def respond(self, request: web.Request) -> web.Response:
        """Answer with the bytes, or with 304 when the caller has them."""
        asked = request.headers
        known = asked.get("If-None-Match")
        if known is not None and _matches(known, self.etag):
            return web.Response(
                status=304, headers={name: self.headers[name] for name in ("ETag", "Cache-Control", "Vary")}
            )
        if self.compressed is not None and _accepts_gzip(asked.get("Accept-Encoding", "")):
            return web.Response(body=self.compressed, headers=self.compressed_headers)
        return web.Response(body=self.body, headers=self.headers)


def _matches(header: str, etag: str) -> bool:
    return any(tag.strip().removeprefix("W/") in {etag, "*"} for tag in header.split(","))


@lru_cache(maxsize=256)
def _accepts_gzip(header: str) -> bool:
    """Whether `gzip` is among the codings accepted, and not refused by `q=0`."""
    if "gzip" not in header:
        return False
    for coding in header.split(","):
        name, _, weight = coding.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
