"""Order routes (specification, Orders), tracking among them."""

from typing import Any

from aiohttp import web

from cafe.core.services import Services
from cafe.core.values import CustomerId, Locale, Order
from cafe.web.answers import cart_json, json_response, order_json, path_id


class OrderHandlers:
    """The caller's orders."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._labels = {
            locale: {status: services.texts.format(locale, f"status-{status}") for status in STATUSES}
            for locale in Locale
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
        return json_response(self._json(await self._services.orders.track(request.match_info["token"])))

    def _json(self, order: Order) -> dict[str, Any]:
        """In the language of the order's owner."""
        locale = order.customer_locale
        label = self._labels[locale][order.status.value]
        return order_json(order, label, locale, self._services.settings.current.zone)


STATUSES = ("new", "confirmed", "cooking", "ready", "courier", "completed", "cancelled")


def order_id_of(request: web.Request) -> int:
    """The order of the path."""
    return path_id(request, "order_id")
