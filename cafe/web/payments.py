"""Payment routes (specification, Orders: pay; Checkout: payment-status; Payment provider webhook)."""

from aiohttp import web

from cafe.core.kernel.ids import CustomerId, ProviderName
from cafe.core.services import Services
from cafe.web.identity import Handler
from cafe.web.json import json_response
from cafe.web.orders import order_id_of

PAYMENT_HEADER = "X-Cafe-Payment"
"""`declined` if the bank refused the last card; the invoice may be paid with another one."""
APP_HEADER = "X-Cafe-Pay-App"
"""Opens the payment in the bank's app on a phone; only if the bank gave such a link."""


def with_app_link(response: web.Response, app_url: str | None) -> web.Response:
    """Add the link to the bank's app, if there is one."""
    if app_url is not None:
        response.headers[APP_HEADER] = app_url
    return response


class PaymentHandlers:
    """Card payments: payment page, payment status and providers' webhooks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def pay(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/pay."""
        page = await self._services.payments.pay(customer_id, order_id_of(request))
        return with_app_link(json_response({"pay_url": page.url}), page.app_url)

    async def payment_status(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/checkout/payment-status/{order_id}."""
        order_id = order_id_of(request)
        is_paid = await self._services.payments.is_paid(customer_id, order_id)
        response = json_response({"paid": is_paid})
        if not is_paid and await self._services.payments.is_declined(order_id):
            response.headers[PAYMENT_HEADER] = "declined"
        return response

    def webhook(self, provider: ProviderName) -> Handler:
        """POST /api/payments/{bank,monobank,liqpay}/webhook."""

        async def handle(request: web.Request) -> web.Response:
            await self._services.payments.handle_webhook(provider, await request.read(), request.headers)
            return json_response({"ok": True})

        return handle

    async def take_fiscal_call(self, request: web.Request) -> web.Response:
        """POST /api/fiscal/checkbox/webhook."""
        await self._services.fiscal_hooks.take(await request.read(), request.headers)
        return json_response({"ok": True})
