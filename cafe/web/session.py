"""The guest's session: a signed cookie that holds the guest id for about 31 days from the last visit."""

import hmac
from datetime import timedelta

from itsdangerous import BadData, Signer
from itsdangerous.signer import SigningAlgorithm

from cafe.core.ports import Clock
from cafe.core.values import GUEST_BASE, CustomerId

COOKIE = "session"
LIFETIME = int(timedelta(days=31).total_seconds())


class _Hmac(SigningAlgorithm):
    """HMAC with one key, prepared once. Not `hmac.digest`: that lets go of the interpreter's lock each time."""

    def __init__(self, key: bytes) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")

    def get_signature(self, key: bytes, value: bytes) -> bytes:  # noqa: ARG002 - the prepared one is the same
        signature = self._keyed.copy()
        signature.update(value)
        return signature.digest()


class GuestSession:
    """Reads and writes the session cookie: `<guest id>.<Unix seconds>.<signature>`."""

    def __init__(self, secret_key: str, instance_id: str, clock: Clock, *, is_secure: bool) -> None:
        """Take what signs the cookies.

        Args:
            secret_key: the application's secret.
            instance_id: the database's own id: another database's guests are not ours, even under the same secret.
            clock: says how old a cookie is.
            is_secure: whether cookies may travel over https only.
        """
        key = hmac.digest(secret_key.encode(), f"cafe.guest.{instance_id}".encode(), "sha256")
        self._signer = Signer(key, key_derivation="none", algorithm=_Hmac(key))
        self._clock = clock
        secure = "; Secure" if is_secure else ""
        self._attributes = f"; HttpOnly; Max-Age={LIFETIME}; Path=/; SameSite=Lax{secure}"

    def read(self, header: str | None) -> CustomerId | None:
        """The guest of a `Cookie` header; None when it holds none that we signed."""
        if header is None or COOKIE not in header:
            return None
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            guest_id = self._guest_id(value.strip('"')) if name == COOKIE else None
            if guest_id is not None:
                return guest_id
        return None

    def header(self, guest_id: CustomerId) -> str:
        """The `Set-Cookie` header that makes the guest known for another 31 days."""
        return f"{COOKIE}={self._signer.sign(f'{guest_id}.{self._now()}').decode()}{self._attributes}"

    def _guest_id(self, value: str) -> CustomerId | None:
        try:
            text, _, moment = self._signer.unsign(value).decode().partition(".")
            guest_id, age = int(text), self._now() - int(moment)
        except (BadData, ValueError):  # forged, cut short, or not even text
            return None
        return CustomerId(guest_id) if guest_id <= -GUEST_BASE and age <= LIFETIME else None

    def _now(self) -> int:
        return int(self._clock.now().timestamp())
