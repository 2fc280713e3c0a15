"""Browsers that subscribe to an order: their subscriptions, and the port that sends to them."""

import binascii
import re
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.outbox.port import Outcome


class SubscriptionInvalidError(CafeError):
    """A browser sent no valid subscription, or one to an unknown push service."""


MOST_BROWSERS = 5
"""The most browsers that subscribe to one order; the newest are kept."""
MAX_ENDPOINT = 2_000
KEY_BYTES, AUTH_BYTES = 65, 16
"""The lengths of an uncompressed point on the curve P-256, and of the secret."""
UNCOMPRESSED = 4
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
"""Prime and coefficient of P-256 (SEC 2, section 2.4.2)."""
HOST = re.compile(r"[a-z0-9.-]+")
LOCAL = {"localhost", "127.0.0.1", "::1"}
"""The hosts where browsers support push without https."""


@dataclass(frozen=True, slots=True)
class PushServices:
    """The push services that browsers use. Others are refused: the address could be inside our network."""

    hosts: frozenset[str] = frozenset({"fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"})
    domains: tuple[str, ...] = (".push.services.mozilla.com", ".notify.windows.com")
    origins: frozenset[str] = frozenset()
    """Further services, as `http://host:port`: stand-ins."""

    def accepts(self, endpoint: str) -> bool:
        """Whether an address belongs to one of them."""
        if len(endpoint) > MAX_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
            return False
        try:
            url = urlsplit(endpoint)
        except ValueError:
            return False
        if f"{url.scheme}://{url.netloc}" in self.origins:
            return True
        is_known = url.netloc in self.hosts or url.netloc.endswith(self.domains)
        return url.scheme == "https" and is_known and HOST.fullmatch(url.netloc) is not None


@dataclass(frozen=True, slots=True)
class Browser:
    """The address of a browser at its push service, and the keys to encrypt for it, in base64url."""

    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def read(cls, body: Mapping[str, Any], services: PushServices) -> "Browser | None":
        """Read a browser's `PushSubscription`; None if it is invalid, or its service unknown."""
        endpoint, keys = body.get("endpoint"), body.get("keys")
        if not isinstance(endpoint, str) or not isinstance(keys, dict) or not services.accepts(endpoint):
            return None
        p256dh, auth = _read_key(keys.get("p256dh"), KEY_BYTES), _read_key(keys.get("auth"), AUTH_BYTES)
        if p256dh is None or auth is None or not _is_on_curve(_decode(p256dh)):
            return None
        return cls(endpoint, p256dh, auth)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that gets messages about an order, in the language of its page."""

    id: int
    order_id: OrderId
    browser: Browser
    locale: Locale


class Pusher(Protocol):
    """Sends to browsers."""

    async def push(self, browser: Browser, payload: Mapping[str, str], topic: str) -> Outcome:
        """Send a message, which replaces an older one of its topic; `MessageGone` if the browser is no longer there."""
        ...


def is_for_push(address: str) -> bool:
    """Whether browsers support push on pages of this address."""
    url = urlsplit(address)
    return url.scheme == "https" or url.hostname in LOCAL


def _read_key(value: object, length: int) -> str | None:
    """Read a key of a length, in base64url."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,100}=*", value):
        return None
    bare = value.rstrip("=")
    try:
        return bare if len(_decode(bare)) == length else None
    except binascii.Error:
        return None


def _decode(bare: str) -> bytes:
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _is_on_curve(point: bytes) -> bool:
    """Whether an uncompressed point lies on P-256: y² = x³ − 3x + b, modulo p."""
    x, y = int.from_bytes(point[1:33]), int.from_bytes(point[33:])
    return point[0] == UNCOMPRESSED and max(x, y) < P and (y * y - x * x * x + 3 * x - B) % P == 0
