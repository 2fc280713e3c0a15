"""A push service as browsers use one: it reads what only the browser could, and misbehaves when told to."""

import asyncio
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.fakes.server import FakeServer

CURVE = ec.SECP256R1()


def encode(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class FakeBrowser:
    """A browser that subscribed."""

    id: str
    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    is_gone: bool = False
    received: list[dict[str, Any]] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, Any]:
        """What the browser's `PushSubscription` is as JSON."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encode(point), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message as RFC 8291 says, step by step."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size <= 4096
        ours = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        combined = _mac(_mac(self.auth, shared), b"WebPush: info\x00" + ours + theirs + b"\x01")
        pseudo_random = _mac(salt, combined)
        key = _mac(pseudo_random, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = _mac(pseudo_random, b"Content-Encoding: nonce\x00\x01")[:12]
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00").removesuffix(b"\x02")


def _mac(key: bytes, data: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA256())
    mac.update(data)
    return mac.finalize()


class FakePushService(FakeServer):
    """Delivers to its browsers at once. `answers` are given, first to last, in place of the right ones."""

    def __init__(self, *, port: int = 0) -> None:
        super().__init__(port=port)
        self.browsers: dict[str, FakeBrowser] = {}
        self.answers: deque[tuple[int, dict[str, str]]] = deque()
        self.calls: list[dict[str, str]] = []
        """The headers of every request."""
        self.slow_seconds = 0.0
        self.news = asyncio.Event()

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/push/{id}", self._push)
        return app

    def browser(self) -> FakeBrowser:
        """A browser that just subscribed."""
        name = encode(os.urandom(12))
        self.browsers[name] = FakeBrowser(name, f"{self.base_url}/push/{name}")
        return self.browsers[name]

    def fail(self, status: int, **headers: str) -> None:
        """Answer the next request so."""
        self.answers.append((status, {name.replace("_", "-"): value for name, value in headers.items()}))

    async def _push(self, request: web.Request) -> web.Response:
        self.calls.append(dict(request.headers))
        self.news.set()
        await asyncio.sleep(self.slow_seconds)
        if self.answers:
            status, headers = self.answers.popleft()
            return web.Response(status=status, headers=headers)
        browser = self.browsers.get(request.match_info["id"])
        if browser is None or browser.is_gone:
            return web.Response(status=410)
        claims = self._claims(request.headers["Authorization"])
        assert request.headers["Content-Encoding"] == "aes128gcm"
        assert int(request.headers["TTL"]) > 0
        browser.received.append({"claims": claims, **json.loads(browser.read(await request.read()))})
        return web.Response(status=201)

    def _claims(self, authorization: str) -> dict[str, Any]:
        """Verify who sends, as RFC 8292 says."""
        scheme, _, rest = authorization.partition(" ")
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid"
        signed, _, signature = fields["t"].rpartition(".")
        raw = decode(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(fields["k"]))
        numbers = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
        head, claims = (json.loads(decode(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == self.base_url
        return {**claims, "key": fields["k"]}
