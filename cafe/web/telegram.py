"""Telegram's webhook: hands updates to the bot (operating contract, Additions to the HTTP interface)."""

import hashlib
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import orjson
from aiohttp import web

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name

TakeUpdate = Callable[[dict[str, Any]], Awaitable[None]]


def webhook_secret(secret_key: str) -> str:
    """The secret that the platform sends along; the same after every restart."""
    return hmac.new(secret_key.encode(), b"telegram-webhook", hashlib.sha256).hexdigest()


@dataclass(slots=True)
class UpdateDoor:
    """Where updates come in; shut while `take` is None, as without a bot or when it polls."""

    secret: str
    take: TakeUpdate | None = None

    def open(self, take: TakeUpdate) -> None:
        """Let updates in from now on."""
        self.take = take

    async def post(self, request: web.Request) -> web.Response:
        """POST /telegram/webhook: 401 for whoever does not know the secret."""
        given = request.headers.get(SECRET_HEADER, "")
        if self.take is None or not hmac.compare_digest(given.encode(errors="surrogateescape"), self.secret.encode()):
            return web.json_response({"error": "unauthorized"}, status=401)
        try:
            update = orjson.loads(await request.read())
        except orjson.JSONDecodeError:
            update = None
        if not isinstance(update, dict):
            return web.json_response({"error": "not an update"}, status=400)
        await self.take(update)
        return web.json_response({"ok": True})
