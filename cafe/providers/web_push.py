"""Web push: a message is encrypted for one browser (RFC 8291), signed (RFC 8292) and sent to its push service."""

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import urlsplit

import orjson
from aiohttp import ClientError, ClientSession
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from yarl import URL

from cafe.core.messages.outbox.port import Delivered, MessageGone, Outcome, Rejected, RetryAfter, TemporaryFailure
from cafe.core.messages.subscriptions.push import Browser
from cafe.providers.http import NO_TIMEOUT, Calls

KEEP_SECONDS = 4 * 3600
"""How long a push service keeps a message for a browser that is off; then the news is outdated."""
TOKEN_SECONDS = 12 * 3600
"""How long a signature is valid; a day at most."""
RECORD_SIZE = 4096
ORDER_OF_CURVE = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points on P-256; a private key is below it."""
NOT_FOUND, GONE, TOO_MANY = 404, 410, 429
WAIT_SECONDS = 60
"""The wait after a push service has refused too many messages without naming one."""


def derive_key(secret_key: str, instance_id: str) -> EllipticCurvePrivateKey:
    """Derive the signing key of this cafe from its secret and its database."""
    seed = hmac.digest(secret_key.encode(), f"cafe.push.{instance_id}".encode(), "sha256")
    # 64 bits more than the curve's order has, so that all keys are equally likely (FIPS 186-5, A.2.1).
    wide = HKDF(SHA256(), length=40, salt=None, info=b"p-256").derive(seed)
    return derive_private_key(int.from_bytes(wide) % (ORDER_OF_CURVE - 1) + 1, SECP256R1())


class WebPush:
    """Sends to browsers."""

    def __init__(
        self,
        session: ClientSession,
        key: EllipticCurvePrivateKey,
        *,
        contact: str,
        calls: Calls | None = None,
        seconds: float = 10,
    ) -> None:
        """`contact` is an https address at which push services can reach the cafe; empty if there is none."""
        self._session = session
        self._key = key
        self._contact = contact
        self._calls = calls or Calls()
        self._seconds = seconds
        self.public_key = encode(_point(key.public_key()))
        """The key that browsers subscribe with, in base64url."""

    async def push(self, browser: Browser, payload: Mapping[str, str], topic: str) -> Outcome:
        """Send a message, which replaces an older one of its topic; `MessageGone` if the browser is no longer there."""
        try:
            body = encrypt(orjson.dumps(payload), browser, generate_private_key(SECP256R1()), os.urandom(16))
        except ValueError:
            return MessageGone("its key is no key")
        headers = {
            "Authorization": f"vapid t={self._token(browser.endpoint)}, k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEEP_SECONDS),
            "Topic": topic,
            "Urgency": "high",
        }
        url = URL(browser.endpoint, encoded=True)
        post = self._session.post(url, data=body, headers=headers, timeout=NO_TIMEOUT, allow_redirects=False)
        try:
            async with self._calls.limited(self._seconds), post as response:
                return _outcome(response.status, response.headers.get("Retry-After"))
        except TimeoutError:
            return TemporaryFailure(f"no answer within {self._seconds:g} s")
        except (ClientError, OSError, ValueError) as failure:
            return TemporaryFailure(f"no connection ({type(failure).__name__})")

    def _token(self, endpoint: str) -> str:
        """Return a signed claim that the sender has the key that the browser subscribed with."""
        address = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(self._calls.clock.now().timestamp()) + TOKEN_SECONDS,
        }
        if self._contact:
            claims["sub"] = self._contact
        head = encode(orjson.dumps({"typ": "JWT", "alg": "ES256"}))
        signed = f"{head}.{encode(orjson.dumps(claims))}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        return f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"


def encrypt(message: bytes, browser: Browser, key: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Encrypt a message for a browser, with a key and a salt (16 bytes) used only once.

    Raises:
        ValueError: the browser's key is not a point of the curve.
    """
    theirs = decode(browser.p256dh)
    shared = key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs))
    ours = _point(key.public_key())
    secret = _hkdf(decode(browser.auth), shared, b"WebPush: info\0" + theirs + ours, 32)
    content_key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def encode(raw: bytes) -> str:
    """Return base64url without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _outcome(status: int, retry_after: str | None) -> Outcome:
    if 200 <= status < 300:  # noqa: PLR2004 - the class of HTTP successes
        return Delivered(0)
    if status in {NOT_FOUND, GONE}:
        return MessageGone(f"the push service says {status}")
    seconds = int(retry_after) if retry_after is not None and retry_after.isdecimal() else None
    if status == TOO_MANY or (status >= 500 and seconds is not None):  # noqa: PLR2004 - the class of server errors
        return RetryAfter(WAIT_SECONDS if seconds is None else seconds)
    if status >= 500:  # noqa: PLR2004
        return TemporaryFailure(f"the push service says {status}")
    return Rejected(f"the push service says {status}")
