"""Payment routes (specification, Orders: pay; Checkout: payment-status; Payment provider webhook)."""

from aiohttp import web

from cafe.core.ports import ProviderName
from cafe.core.services import Services
from cafe.core.values import CustomerId
from cafe.web.answers import json_response
from cafe.web.identity import Handler
from cafe.web.orders import order_id_of


class PaymentHandlers:
    """Paying for an order by card."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pay(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/pay."""
        return json_response({"pay_url": await self._services.payments.pay(customer_id, order_id_of(request))})

    async def payment_status(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/checkout/payment-status/{order_id}."""
        return json_response({"paid": await self._services.payments.is_paid(customer_id, order_id_of(request))})

    def webhook(self, provider: ProviderName) -> Handler:
        """POST /api/payments/{bank,monobank,liqpay}/webhook."""

        async def handle(request: web.Request) -> web.Response:
            try:
                body = await request.read()
            except web.RequestPayloadError:  # not compressed as it says: nothing that anybody signed
                body = b""
            await self._services.payments.take_webhook(provider, body, request.headers)
            return json_response({"ok": True})

        return handle
