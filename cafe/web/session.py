"""The guest session: a signed cookie with the guest id, valid for 31 days from the last visit."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta

from cafe.core.kernel.ids import GUEST_BASE, CustomerId

COOKIE = "session"
LIFETIME = int(timedelta(days=31).total_seconds())
DAY = int(timedelta(days=1).total_seconds())


@dataclass(frozen=True, slots=True)
class Visit:
    """A guest with a valid cookie; the first visit of each day is recorded."""

    guest_id: CustomerId
    is_first_today: bool


class GuestSession:
    """Reads and writes the session cookie: `<guest id>.<Unix seconds>.<HMAC-SHA-256 in Base64>`."""

    def __init__(self, secret_key: str, instance_id: str, *, is_secure: bool) -> None:
        """Derive the signing key.

        Args:
            secret_key: the application's secret.
            instance_id: the database's id, so that cookies of another database are invalid even with the same secret.
            is_secure: whether cookies are sent over https only.
        """
        key = hmac.digest(secret_key.encode(), f"cafe.guest.{instance_id}".encode(), "sha256")
        self._hmac = hmac.new(key, digestmod="sha256")
        secure = "; Secure" if is_secure else ""
        self._attributes = f"; HttpOnly; Max-Age={LIFETIME}; Path=/; SameSite=Lax{secure}"

    def read(self, header: str | None, now: int) -> Visit | None:
        """Return the visit of a `Cookie` header at `now` (Unix seconds); None if it has no valid session cookie."""
        if header is None or COOKIE not in header:
            return None
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            visit = self._visit(value.strip('"'), now) if name == COOKIE else None
            if visit is not None:
                return visit
        return None

    def header(self, guest_id: CustomerId, now: int) -> str:
        """Return a `Set-Cookie` header that extends the session by another 31 days."""
        signed = f"{guest_id}.{now}"
        return f"{COOKIE}={signed}.{self._signature(signed)}{self._attributes}"

    def _visit(self, value: str, now: int) -> Visit | None:
        signed, _, signature = value.rpartition(".")
        if not value.isascii() or not hmac.compare_digest(signature, self._signature(signed)):
            return None
        guest_id, seen_at = map(int, signed.split("."))
        if guest_id > -GUEST_BASE or now - seen_at > LIFETIME:
            return None
        return Visit(CustomerId(guest_id), seen_at // DAY != now // DAY)

    def _signature(self, signed: str) -> str:
        # Setting up the key once is faster, and `hmac.digest` releases the interpreter's lock each time.
        signature = self._hmac.copy()
        signature.update(signed.encode())
        return urlsafe_b64encode(signature.digest()).rstrip(b"=").decode()
