"""Subscribing to an order: additions to the specification."""

from collections.abc import Callable

from aiohttp import web

from cafe.core.kernel.ids import CustomerId
from cafe.core.services import Services
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.web.json import json_response, read_body
from cafe.web.orders import order_id_of

SILENT = {BotState.OFF, BotState.REFUSED}
"""The states in which the bot does not answer."""


class SubscriptionHandlers:
    def __init__(
        self, services: Services, bot_state: Callable[[], BotState], push_key: Callable[[], str | None]
    ) -> None:
        self._services = services
        self._bot_state = bot_state
        self._push_key = push_key

    async def ways(self, _request: web.Request) -> web.Response:
        """GET /api/follow: the ways to follow an order, a key for each."""
        ways: dict[str, str] = {}
        bot = None if self._bot_state() in SILENT else await self._services.sign_in_codes.bot_name()
        if bot is not None:
            ways["bot"] = bot
        push_key = self._push_key()
        if push_key is not None:
            ways["push_key"] = push_key
        return json_response(ways)

    async def subscribe(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/push: the browser's `PushSubscription`, with the page's `locale`."""
        body = await read_body(request)
        locale = self._services.texts.languages.of(body.get("locale"))
        is_subscribed = await self._services.push.subscribe(customer_id, order_id_of(request), body, locale)
        return json_response({"subscribed": is_subscribed})

    async def unsubscribe(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """DELETE /api/orders/{order_id}/push."""
        await self._services.push.unsubscribe(customer_id, order_id_of(request))
        return json_response({"subscribed": False})
