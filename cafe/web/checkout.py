"""Checkout routes (specification, Checkout) and the customer's preferences."""

from typing import Any

from aiohttp import hdrs, web

from cafe.core.error_texts import error_text
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import CustomerId
from cafe.core.ordering.checkout.errors import PromoInvalidError
from cafe.core.ordering.checkout.form import read_form
from cafe.core.ordering.checkout.service import CheckoutResult
from cafe.core.ordering.orders.model import OrderType
from cafe.core.people.customers.model import GUEST_NAME
from cafe.core.services import Services
from cafe.web.cached_responses import accepts_gzip
from cafe.web.identity import LOCALE_HEADER, CustomerHandler
from cafe.web.json import json_response, read_body
from cafe.web.once import KEY_HEADER, invalid_key
from cafe.web.payments import with_app_link

SCHEDULABLE = {each.value: each for each in (OrderType.PICKUP, OrderType.DELIVERY)}
"""The order types with selectable times."""


class CheckoutHandlers:
    """Placing orders, promo codes, prefilled forms and the customer's language."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def place(self, order_type: OrderType) -> CustomerHandler:
        """POST /api/checkout/{delivery,pickup,dine-in}."""

        async def handle(request: web.Request, customer_id: CustomerId) -> web.Response:
            refusal = invalid_key(request)
            if refusal is not None:
                return refusal
            key = request.headers.get(KEY_HEADER)
            form = read_form(order_type, await read_body(request))
            result = await self._services.checkout.place_order(customer_id, form, key)
            return with_app_link(json_response(self._result_json(result), status=201), result.app_url)

        return handle

    async def validate_promo(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/checkout/promo/validate."""
        body = await read_body(request)
        try:
            quote = await self._services.checkout.quote_promo(customer_id, clean_text(body.get("code")))
        except PromoInvalidError as error:
            locale = await self._services.customers.get_locale(customer_id)
            message = error_text(self._services.texts, locale, error)
            return json_response({"valid": False, "message": message}, status=400)
        return json_response(
            {
                "valid": True,
                "code": quote.code,
                "discount_percent": quote.discount_percent,
                "discount_amount": quote.discount_amount,
            }
        )

    async def prefill(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/checkout/prefill."""
        prefill = await self._services.checkout.prefill(customer_id)
        latest, delivery = prefill.latest, prefill.latest_delivery
        return json_response(
            {
                "has_orders": latest is not None,
                "name": latest.name if latest and latest.name != GUEST_NAME else None,
                "phone": latest.phone or None if latest else None,
                "delivery": delivery
                and {
                    "address_city": delivery.address_city,
                    "address_street": delivery.address_street,
                    "address_house": delivery.address_house,
                    "address_apartment": delivery.address_apartment,
                },
            }
        )

    async def list_times(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/checkout/times (an addition to the specification)."""
        order_type = SCHEDULABLE.get(request.query.get("type", ""))
        if order_type is None:
            message = f"type must be {' or '.join(SCHEDULABLE)}"
            return json_response({"error": "validation", "message": message}, status=400)
        offered = await self._services.times.list(customer_id, order_type)
        times = [{"at": f"{time.at:%Y-%m-%dT%H:%M}", "is_full": time.is_full} for time in offered.times]
        response = json_response({"type": order_type.value, "asap_minutes": offered.asap_minutes, "times": times})
        if accepts_gzip(request.headers.get(hdrs.ACCEPT_ENCODING, "")):
            response.enable_compression(web.ContentCoding.gzip)  # a month of a cafe that never closes: 124 KB, then 3
        return response

    async def set_locale(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """PATCH /api/me/locale."""
        locale = self._services.texts.languages.of((await read_body(request)).get("locale"))
        await self._services.customers.set_locale(customer_id, locale)
        response = json_response({"locale": locale})
        response.headers[LOCALE_HEADER] = locale
        return response

    def _result_json(self, result: CheckoutResult) -> dict[str, Any]:
        unavailable = None
        if result.is_card_unavailable:
            unavailable = self._services.texts.format(result.locale, "card-unavailable")
        return {
            "order_id": result.order_id,
            "order_number": result.order_number,
            "total": result.total,
            "payment_method": result.payment_method.value,
            "pay_url": result.pay_url,
            "card_unavailable_message": unavailable,
            "track_url": result.track_url,
        }
