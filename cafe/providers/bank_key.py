"""A bank's published key: cached, and fetched anew, seldom, when a signature does not verify."""

import asyncio
import base64
import binascii
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from cafe.core.errors import ProviderError

log = logging.getLogger(__name__)

FETCHES_PER_MINUTE = 3


class BankKey:
    """Verifies signatures. Anyone can send bad ones, so they cost at most three fetches in any minute."""

    def __init__(self, fetch: Callable[[], Awaitable[str]], *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._fetch = fetch
        self._monotonic = monotonic
        self._key: EllipticCurvePublicKey | None = None
        self._fetched_at: deque[float] = deque(maxlen=FETCHES_PER_MINUTE)
        self._fetching = asyncio.Lock()

    async def has_signed(self, body: bytes, signature: str) -> bool:
        """Whether base64 text `signature` is the bank's ECDSA over SHA-256 of these bytes."""
        raw = _decode(signature)
        if raw is None:
            return False
        tried = self._key
        if tried is not None and _verifies(tried, raw, body):
            return True
        # Those who wait here together need one fetch together.
        async with self._fetching:
            if self._key is tried and not await self._renew():
                return False
        return self._key is not None and self._key is not tried and _verifies(self._key, raw, body)

    async def _renew(self) -> bool:
        """Fetch the key; whether it is another one now. The old one stays when the bank does not answer."""
        now = self._monotonic()
        if len(self._fetched_at) == FETCHES_PER_MINUTE and now - self._fetched_at[0] < 60:  # noqa: PLR2004
            return False
        self._fetched_at.append(now)
        try:
            fetched = _load(await self._fetch())
        except ProviderError as error:
            log.warning("the bank's key cannot be fetched: %s", error)
            return False
        if self._key is not None and fetched.public_numbers() == self._key.public_numbers():
            return False
        self._key = fetched
        return True


def _decode(signature: str) -> bytes | None:
    """Return the DER bytes, None when the text is no base64 of a DER signature."""
    try:
        raw = base64.b64decode(signature.strip(), validate=True)
        decode_dss_signature(raw)
    except (binascii.Error, ValueError):
        return None
    return raw


def _verifies(key: EllipticCurvePublicKey, raw: bytes, body: bytes) -> bool:
    try:
        key.verify(raw, body, ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def _load(published: str) -> EllipticCurvePublicKey:
    try:
        key = load_pem_public_key(base64.b64decode(published, validate=True))
    except (ValueError, UnsupportedAlgorithm):
        raise ProviderError("the published key is not a PEM key") from None
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise ProviderError("the published key is not on P-256")
    return key
