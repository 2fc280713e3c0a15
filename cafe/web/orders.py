"""Order routes, including tracking (specification, Orders), and the streams of orders' pages."""

from collections.abc import Collection, Mapping
from typing import Any

from aiohttp import web

from cafe.core.delivery.couriers.model import CourierError
from cafe.core.kernel.ids import CustomerId
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType
from cafe.core.ordering.orders.rules import status_text
from cafe.core.services import Services
from cafe.web.json import cart_json, json_response, order_details_json, order_json, path_id, read_body
from cafe.web.order_couriers import refusal_code
from cafe.web.order_edits import editable_json, proposal_json
from cafe.web.streams import Streams, Version

MAX_STREAMS = 500
MAX_STREAMS_EACH = 4
"""Streams of an order, for its customer and everybody with its link: an open page has one."""


class OrderHandlers:
    """The customer's orders."""

    def __init__(self, services: Services, heartbeat: float) -> None:
        self._services = services
        self._labels = {
            (locale, order_type, status): services.texts.format(locale, status_text(order_type, status))
            for locale in services.texts.languages
            for order_type in OrderType
            for status in OrderStatus
        }
        self.streams = Streams(
            "orders' pages",
            self._read_versions,
            services.clock,
            most=MAX_STREAMS,
            most_of_one=MAX_STREAMS_EACH,
            heartbeat=heartbeat,
        )

    async def list(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/orders."""
        orders = await self._services.orders.list(customer_id)
        return json_response([self._json(order) for order in orders])

    async def details(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/orders/{order_id}/details (an addition to the specification)."""
        own = await self._services.own_orders.get(customer_id, order_id_of(request))
        locale = own.order.customer_locale
        details = order_details_json(own, self._json(own.order), self._services.settings.current.zone)
        if own.order.can_cancel:
            details["edit"] = editable_json(own.order, locale)
        return json_response(details | proposal_json(own.order, locale))

    async def write(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/words (an addition to the specification): write to the courier."""
        body = await read_body(request)
        try:
            await self._services.words.write_as_guest(customer_id, order_id_of(request), body.get("text"))
        except CourierError as error:
            locale = (await self._services.orders.get(customer_id, order_id_of(request))).customer_locale
            message = self._services.texts.format(locale, error.problem.value)
            return json_response({"error": refusal_code(error), "message": message}, status=409)
        return await self.details(request, customer_id)

    async def stream(self, request: web.Request, customer_id: CustomerId) -> web.StreamResponse:
        """GET /api/orders/{order_id}/stream (an addition to the specification)."""
        order = await self._services.orders.get(customer_id, order_id_of(request))
        return await self._listen(request, order)

    async def stream_tracked(self, request: web.Request) -> web.StreamResponse:
        """GET /api/checkout/track/{token}/stream (an addition to the specification)."""
        return await self._listen(request, await self._services.orders.track(request.match_info["token"]))

    async def cancel(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/cancel."""
        order = await self._services.orders.cancel(customer_id, order_id_of(request))
        return json_response(self._json(order))

    async def switch_to_cash(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/cash (an addition to the specification)."""
        order = await self._services.payments.switch_to_cash(customer_id, order_id_of(request))
        return json_response(self._json(order))

    async def repeat(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/repeat."""
        repeated = await self._services.orders.repeat(customer_id, order_id_of(request))
        return json_response(
            {"cart": cart_json(repeated.cart, self._services.texts), "skipped": list(repeated.skipped)}
        )

    async def track(self, request: web.Request) -> web.Response:
        """GET /api/checkout/track/{token}."""
        order = await self._services.orders.track(request.match_info["token"])
        return json_response(self._json(order, has_notes=False))

    async def _listen(self, request: web.Request, order: Order) -> web.StreamResponse:
        """Respond with the order's stream; a finished order has none, which keeps a browser from reconnecting."""
        version = (await self._read_versions([order.id])).get(order.id)
        if version is None or version.is_last:
            return web.Response(status=204)
        return await self.streams.listen(request, order.id, order.id)

    async def _read_versions(self, order_ids: Collection[int]) -> Mapping[int, Version]:
        versions = await self._services.own_orders.list_versions(order_ids)
        return {order_id: Version(version.text, version.is_final) for order_id, version in versions.items()}

    def _json(self, order: Order, *, has_notes: bool = True) -> dict[str, Any]:
        """Serialize an order in its customer's language."""
        locale = order.customer_locale
        label = self._labels[locale, order.order_type, order.status]
        reason, settings = self._cancel_reason(order), self._services.settings.current
        return order_json(order, label, locale, settings, cancel_reason=reason, has_notes=has_notes)

    def _cancel_reason(self, order: Order) -> str | None:
        """Return why the staff cancelled: a usual reason in the customer's language, otherwise the typed one."""
        text_id = f"customer-reason-{order.cancel_reason_id}"
        if order.staff_cancel_reason is None or not self._services.texts.has(text_id):
            return order.staff_cancel_reason
        return self._services.texts.format(order.customer_locale, text_id)


def order_id_of(request: web.Request) -> int:
    return path_id(request, "order_id")
