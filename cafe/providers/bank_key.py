"""A bank's public key: cached, and refetched (rate-limited) when a signature does not verify."""

import asyncio
import base64
import binascii
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from cafe.core.kernel.clock import Clock
from cafe.core.money.payments.bank_keys import FETCHES_PER_MINUTE, MINUTE, KeyStore
from cafe.core.money.payments.errors import ProviderError

log = logging.getLogger(__name__)


class BankKey:
    """Verifies signatures. Anyone can send invalid ones, so they cause at most three fetches in any minute."""

    def __init__(self, fetch: Callable[[], Awaitable[str]], keys: KeyStore) -> None:
        self._fetch = fetch
        self._keys = keys
        self._key: EllipticCurvePublicKey | None = None
        self._fetching = asyncio.Lock()

    async def has_signed(self, body: bytes, signature: str) -> bool:
        """Whether `signature` (base64) is the bank's ECDSA signature (SHA-256) of `body`."""
        raw = _decode_signature(signature)
        if raw is None:
            return False
        cached = self._key
        if cached is not None and _verifies(cached, raw, body):
            return True
        # Concurrent callers that wait here share one fetch.
        async with self._fetching:
            if self._key is cached:
                await self._refresh(raw, body)
        return self._key is not None and self._key is not cached and _verifies(self._key, raw, body)

    async def _refresh(self, raw: bytes, body: bytes) -> None:
        """Use the stored key if it verifies this signature; otherwise fetch it.

        A key stored by another process, or before a restart, may be older than the bank's current one. The old one
        stays if the bank does not respond.
        """
        kept = await self._keys.find()
        if kept is not None and _verifies(_parse_key(kept), raw, body):
            self._key = _parse_key(kept)
            return
        if not await self._keys.may_fetch():
            return
        try:
            published = await self._fetch()
            key = _parse_key(published)
        except ProviderError as error:
            log.warning("the bank's key cannot be fetched: %s", error)
            return
        if self._key is None or key.public_numbers() != self._key.public_numbers():
            self._key = key
            await self._keys.keep(published)


class MemoryKeys:
    """Stores the key in this process only."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._published: str | None = None
        self._fetched_at: deque[float] = deque(maxlen=FETCHES_PER_MINUTE)

    async def find(self) -> str | None:
        return self._published

    async def may_fetch(self) -> bool:
        now = self._clock.monotonic()
        if len(self._fetched_at) == FETCHES_PER_MINUTE and now - self._fetched_at[0] < MINUTE:
            return False
        self._fetched_at.append(now)
        return True

    async def keep(self, published: str) -> None:
        self._published = published


def _decode_signature(signature: str) -> bytes | None:
    """Return the DER bytes; None if the text is not a DER signature in base64."""
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


def _parse_key(published: str) -> EllipticCurvePublicKey:
    try:
        key = load_pem_public_key(base64.b64decode(published, validate=True))
    except (ValueError, UnsupportedAlgorithm):
        raise ProviderError("the published key is not a PEM key") from None
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise ProviderError("the published key is not on P-256")
    return key
