"""Payment routes (specification, Orders: pay; Checkout: payment-status; Payment provider webhook)."""

import logging
from collections.abc import Awaitable, Callable

from aiohttp import web

from cafe.core.errors import WebhookError
from cafe.core.ports import ProviderName
from cafe.core.services import Services
from cafe.core.values import CustomerId
from cafe.web.answers import json_response
from cafe.web.errors import fixed_answer
from cafe.web.orders import order_id_of

log = logging.getLogger(__name__)


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

    def webhook(self, provider: ProviderName) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """POST /api/payments/{provider}/webhook: no customer, only the provider's signature."""

        async def take(request: web.Request) -> web.StreamResponse:
            body = await request.read()
            try:
                await self._services.payments.take_webhook(provider, body, request.headers)
            except WebhookError as error:
                log.info("a %s webhook is not taken: %s", provider, type(error).__name__)
                return fixed_answer(error) or web.Response(status=400)
            return json_response({"ok": True})

        return take
