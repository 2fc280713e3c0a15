"""Checkout routes (specification, Checkout) and the customer's preferences."""

from typing import Any

from aiohttp import hdrs, web

from cafe.core.catalogue.zones.addresses import Address, read_address
from cafe.core.catalogue.zones.model import Pin, read_zone_id
from cafe.core.error_texts import error_text
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.lengths import LINE
from cafe.core.ordering.checkout.errors import FieldProblem, InvalidFieldError, PromoInvalidError
from cafe.core.ordering.checkout.form import read_form
from cafe.core.ordering.checkout.service import CheckoutResult
from cafe.core.ordering.orders.model import Order, OrderType
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
                    **self._known_zone(delivery),
                },
            }
        )

    def _known_zone(self, order: Order) -> dict[str, int]:
        """The zone of an earlier delivery: a key only while the cafe has that zone."""
        zone = self._services.zones.find(order.zone.id) if order.zone else None
        return {"zone_id": zone.id} if zone else {}

    async def find_zone(self, request: web.Request) -> web.Response:
        """POST /api/checkout/zone (an addition to the specification): in which zone an address or a pin is.

        Raises:
            InvalidFieldError: the pin is no place.
        """
        body = await read_body(request)
        typed = {name: clean_text(body.get(name)) or "" for name in ("address_city", "address_street", "address_house")}
        address = Address(*(text[:LINE] for text in typed.values()))
        if line := clean_text(body.get("address")):
            address = read_address(line, self._services.zones.known_towns())
        try:
            pin = Pin.read(clean_text(body.get("lat")), clean_text(body.get("lon")))
        except ValueError:
            raise InvalidFieldError(FieldProblem.PIN) from None
        match = self._services.zones.match(address, pin)
        return json_response(
            {
                "zone_id": match.zone.id if match.zone else None,
                "by": match.by.value if match.by else None,
                "suggestions": match.suggestions,
            }
        )

    async def list_times(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/checkout/times (an addition to the specification)."""
        order_type = SCHEDULABLE.get(request.query.get("type", ""))
        if order_type is None:
            message = f"type must be {' or '.join(SCHEDULABLE)}"
            return json_response({"error": "validation", "message": message}, status=400)
        zone_id = read_zone_id(request.query.get("zone"))
        offered = await self._services.times.list(customer_id, order_type, zone_id)
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
