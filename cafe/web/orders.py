"""Order routes, including tracking (specification, Orders)."""

from typing import Any

from aiohttp import web

from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.orders.model import Order, OrderStatus, OrderType
from cafe.core.orders.rules import status_text
from cafe.core.services import Services
from cafe.web.json import cart_json, json_response, order_json, path_id


class OrderHandlers:
    """The customer's orders."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._labels = {
            (locale, order_type, status): services.texts.format(locale, status_text(order_type, status))
            for locale in Locale
            for order_type in OrderType
            for status in OrderStatus
        }

    async def list(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/orders."""
        orders = await self._services.orders.list(customer_id)
        return json_response([self._json(order) for order in orders])

    async def cancel(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/cancel."""
        order = await self._services.orders.cancel(customer_id, order_id_of(request))
        return json_response(self._json(order))

    async def repeat(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/repeat."""
        repeated = await self._services.orders.repeat(customer_id, order_id_of(request))
        return json_response({"cart": cart_json(repeated.cart), "skipped": list(repeated.skipped)})

    async def track(self, request: web.Request) -> web.Response:
        """GET /api/checkout/track/{token}."""
        order = await self._services.orders.track(request.match_info["token"])
        return json_response(self._json(order, has_notes=False))

    def _json(self, order: Order, *, has_notes: bool = True) -> dict[str, Any]:
        """Serialize an order in its customer's language."""
        locale = order.customer_locale
        label = self._labels[locale, order.order_type, order.status]
        return order_json(order, label, locale, self._services.settings.current.zone, has_notes=has_notes)


def order_id_of(request: web.Request) -> int:
    return path_id(request, "order_id")
