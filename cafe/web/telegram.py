"""Telegram's webhook: passes updates to the bot (operating contract, Additions to the HTTP interface)."""

import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import orjson
from aiohttp import web

log = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name

TakeUpdate = Callable[[dict[str, Any]], Awaitable[bool]]
"""Handles an update; False if Telegram should send it again later."""


def webhook_secret(secret_key: str) -> str:
    """Derive the secret that Telegram sends with each update; it stays the same after a restart."""
    return hmac.new(secret_key.encode(), b"telegram-webhook", hashlib.sha256).hexdigest()


@dataclass(slots=True)
class TelegramWebhook:
    """The webhook route; closed while `take` is None: without a bot, or when the bot polls."""

    secret: str
    take: TakeUpdate | None = None

    def open(self, take: TakeUpdate) -> None:
        """Pass updates to `take` from now on."""
        self.take = take

    async def post(self, request: web.Request) -> web.Response:
        """POST /telegram/webhook: 401 without the secret, 503 if Telegram should send the update again later."""
        given = request.headers.get(SECRET_HEADER, "")
        if self.take is None or not hmac.compare_digest(given.encode(errors="surrogateescape"), self.secret.encode()):
            log.warning("an update is refused: %s", "nobody takes updates" if self.take is None else "wrong secret")
            return web.json_response({"error": "unauthorized"}, status=401)
        try:
            update = orjson.loads(await request.read())
        except orjson.JSONDecodeError:
            update = None
        if not isinstance(update, dict):
            return web.json_response({"error": "not an update"}, status=400)
        if not await self.take(update):
            return web.json_response({"error": "busy"}, status=503)
        return web.json_response({"ok": True})
