"""Validating Telegram's init data, which authenticates a Telegram user (specification, Authentication)."""

import hashlib
import hmac
from enum import StrEnum
from urllib.parse import parse_qsl

import orjson

from cafe.core.people.customers.model import TelegramUser

MAX_AGE = 24 * 3600
MAX_AHEAD = 5 * 60
MAX_USER_ID = 2**53


class InitDataProblem(StrEnum):
    """Why init data is rejected; the value of the `X-Init-Data-Status` header."""

    EXPIRED = "expired"
    INVALID = "invalid"


class InitDataReader:
    """Validates init data signed for one bot."""

    def __init__(self, bot_token: str | None) -> None:
        self.use(bot_token)

    def use(self, bot_token: str | None) -> None:
        """Validate for this bot from now on; without a token no init data is valid."""
        self._secret = bot_token and hmac.digest(b"WebAppData", bot_token.encode(), "sha256")

    def read(self, raw: str, now: float, *, max_age: int = MAX_AGE) -> TelegramUser | InitDataProblem:
        """Return the user, or why init data is rejected. Never raises, whatever the input.

        Args:
            raw: the header's value.
            now: Unix seconds.
            max_age: how old it may be, in seconds.
        """
        try:
            return self._read(raw, now, max_age)
        except (ValueError, RecursionError):  # not a query string, not text, not JSON, not numbers
            return InitDataProblem.INVALID

    def _read(self, raw: str, now: float, max_age: int) -> TelegramUser | InitDataProblem:
        pairs = parse_qsl(raw, keep_blank_values=True, strict_parsing=True)
        fields = dict(pairs)
        received = fields.pop("hash", "")
        if not self._secret or not received or len(fields) + 1 != len(pairs):
            return InitDataProblem.INVALID
        check_string = "\n".join(f"{key}={value}" for key, value in sorted(fields.items()))
        expected = hmac.new(self._secret, check_string.encode(), hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected.encode(), received.encode()):
            return InitDataProblem.INVALID
        age = now - int(fields["auth_date"]) if fields.get("auth_date", "").isdecimal() else None
        if age is None or age < -MAX_AHEAD:
            return InitDataProblem.INVALID
        if age > max_age:
            return InitDataProblem.EXPIRED
        return _read_user(orjson.loads(fields.get("user", "")))


def _read_user(user: object) -> TelegramUser | InitDataProblem:
    if not isinstance(user, dict):
        return InitDataProblem.INVALID
    user_id = user.get("id")
    if isinstance(user_id, str) and user_id.isdecimal():
        user_id = int(user_id)
    if isinstance(user_id, bool) or not isinstance(user_id, int) or not 0 < user_id < MAX_USER_ID:
        return InitDataProblem.INVALID
    return TelegramUser(
        user_id,
        _text(user.get("first_name")) or "",
        _text(user.get("username")),
        _text(user.get("language_code")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
