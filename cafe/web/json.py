"""Reading JSON request bodies and serializing the specification's resources."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from aiohttp import web
from multidict import CIMultiDict

from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.ids import MAX_ID
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.cart.model import Cart, CartLine
from cafe.core.ordering.lookup.own import OwnDelivery, OwnOrder
from cafe.core.ordering.orders.model import Order, OrderLine, OrderStatus, OrderType, Prevention
from cafe.web.security_headers import ALWAYS

JSON_HEADERS = CIMultiDict({"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", **ALWAYS})
"""Responses for one customer must not be cached."""


def json_response(value: object, status: int = 200) -> web.Response:
    return web.Response(body=orjson.dumps(value), status=status, headers=JSON_HEADERS)


MAX_CONTAINERS = 500
"""Maximum lists and objects in a body; no form has more than a few dozen."""
MAX_VALUES = 5_000
"""Maximum commas and colons in a body: parsing eight megabytes of tiny values would block everybody for a second."""
MAX_BYTES, MAX_CONTAINERS_OF_EDITS, MAX_VALUES_OF_EDITS = 2 * 1024**2, 50_000, 250_000
"""The limits for ten thousand edits, which take a few milliseconds to parse."""


async def read_body(request: web.Request) -> dict[str, Any]:
    """Parse the JSON object of a request; anything else, or anything expensive to parse, counts as an empty one."""
    raw = await request.read()
    return {} if _is_costly(raw) else _object_in(raw)


async def read_large_body(request: web.Request) -> dict[str, Any]:
    """Parse the JSON object of a request that may have long lists, as its role was checked; else as `read_body`."""
    raw = await request.read()
    if len(raw) > MAX_BYTES or _is_costly(raw, MAX_CONTAINERS_OF_EDITS, MAX_VALUES_OF_EDITS):
        return {}
    return _object_in(raw)


def _object_in(raw: bytes) -> dict[str, Any]:
    try:
        body = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return {}
    return body if isinstance(body, dict) else {}


def _is_costly(raw: bytes, containers: int = MAX_CONTAINERS, values: int = MAX_VALUES) -> bool:
    """Whether a body has more structure than any form; counting bytes is cheap."""
    if len(raw) < containers:
        return False
    return raw.count(b"[") + raw.count(b"{") > containers or raw.count(b",") + raw.count(b":") > values


def path_id(request: web.Request, name: str) -> int:
    """Parse an id in the path, where the route allows only digits; too large ids become the largest possible one."""
    digits = request.match_info[name].lstrip("0")
    return int(digits or 0) if len(digits) < len(str(MAX_ID)) else MAX_ID


def id_of(value: Any) -> int | None:
    """Parse an integer or its decimal text as an id; None for anything else. Too large ids become the largest one."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value) if len(value) < len(str(MAX_ID)) else MAX_ID
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_ID:
        return None
    return value


def allergens_json(codes: Iterable[str], texts: Texts, locale: Locale) -> list[dict[str, str]]:
    """Serialize allergens (specification, Allergen); unknown codes are dropped."""
    return [
        {"code": each.code, "label": each.label(texts, locale), "emoji": each.emoji} for each in known_allergens(codes)
    ]


def diets_json(diets: Iterable[Diet], texts: Texts, locale: Locale) -> list[dict[str, str]]:
    """Serialize diets, in the given order."""
    return [{"code": diet.value, "label": texts.format(locale, diet.text_id)} for diet in diets]


def cart_json(cart: Cart, texts: Texts) -> dict[str, Any]:
    """Serialize a cart (specification, Cart envelope)."""
    return {
        "items": [_cart_line_json(line, texts, cart.locale) for line in cart.lines],
        "items_total": cart.items_total,
        "count": cart.count,
        **({"asks_age": True} if cart.asks_age else {}),
    }


def _cart_line_json(line: CartLine, texts: Texts, locale: Locale) -> dict[str, Any]:
    specified = {
        "product_id": line.product_id,
        "name": line.name,
        "weight": line.weight,
        "image_url": line.image_url,
        "price": line.price,
        "quantity": line.quantity,
        "line_total": line.line_total,
    }
    return specified if line.is_plain else specified | _choice_json(line, texts, locale)


def _choice_json(line: CartLine, texts: Texts, locale: Locale) -> dict[str, Any]:
    """Return the keys beyond the specification, for a line with a choice or a note."""
    keys: dict[str, Any] = {
        "line_id": line.id,
        "base_price": line.base_price,
        "options": [
            {
                "id": option.id,
                "name": option.name_in(locale),
                "quantity": option.quantity,
                "price_delta": option.price_delta,
            }
            for option in line.choice.options
        ],
        "note": line.note or None,
    }
    if line.allergens is not None:
        keys["allergens"] = allergens_json(line.allergens, texts, locale)
    if line.diets is not None:
        keys["diets"] = diets_json(line.diets, texts, locale)
    if line.unavailable:
        keys["unavailable"] = [name.in_locale(locale) for name in line.unavailable]
    return keys


def order_json(
    order: Order,
    status_label: str,
    locale: Locale,
    settings: Settings,
    *,
    cancel_reason: str | None,
    has_notes: bool,
) -> dict[str, Any]:
    """Serialize an order (specification, Order), with the staff's messages, if any.

    The customer's notes are only for people who prove to be the customer; `cancel_reason` is in their language.
    """
    items = [_order_line_json(line, locale, has_note=has_notes and bool(line.note)) for line in order.lines]
    zone = settings.zone
    return (
        _specified(order, status_label, zone)
        | {"items": items}
        | ({"zone": order.zone.name.in_locale(locale)} if order.zone else {})
        | _courier(order)
        | _scheduled(order, zone)
        | _from_staff(order, cancel_reason, settings)
        | _refunded(order)
        | _held(order)
        | _edited(order, locale, zone)
    )


def order_details_json(own: OwnOrder, order: Mapping[str, Any], zone: ZoneInfo) -> dict[str, Any]:
    """Serialize the details for the guest alone, around the `order` itself."""
    of_delivery = own.order if own.order.order_type is OrderType.DELIVERY else None
    pay_until = {} if own.pay_until is None else {"pay_until": _minute(own.pay_until, zone)}
    return {
        "order": order,
        **pay_until,
        "version": own.version.text,
        "times": {status.value: _minute(at, zone) for status, at in own.times.items()},
        "estimated_at": None if own.estimated_at is None else _minute(own.estimated_at, zone),
        "address_city": of_delivery and of_delivery.address_city,
        "address_apartment": of_delivery and of_delivery.address_apartment,
        "address_comment": of_delivery and of_delivery.address_comment,
        **({"answers": list(own.order.answers)} if own.order.answers else {}),
        "cash_change_for": own.order.cash_change_for,
        "is_declined": own.is_declined,
        "to_return": _hryvnias(own.to_return),
        "receipt_url": own.receipt_url,
        "track_url": own.order.track_path,
        **({"delivery": _delivery(own.delivery, own.order, zone)} if own.delivery else {}),
        **({"prevented": _prevention(own.prevention, own.order.customer_locale)} if own.prevention else {}),
    }


def _prevention(prevention: Prevention, locale: Locale) -> dict[str, Any]:
    """Serialize why an order for later cannot be made as ordered; without dishes its type is not taken."""
    dishes = () if prevention.type_is_off else prevention.dishes
    return {
        "modes": [mode.in_locale(locale) for mode in prevention.modes],
        "dishes": [dish.in_locale(locale) for dish in dishes],
    }


def _delivery(delivery: OwnDelivery, order: Order, zone: ZoneInfo) -> dict[str, Any]:
    """Serialize a delivery on its way; what is not known has no key."""
    window, place = delivery.window, delivery.place
    return {
        **({"code": delivery.code} if delivery.code else {}),
        **({"from": _minute(window.begins, zone), "to": _minute(window.ends, zone)} if window else {}),
        **({"is_late": True} if window and window.is_over else {}),
        **({"place": {"lat": place.lat, "lon": place.lon, "at": _minute(delivery.place_at, zone)}} if place else {}),
        **({"home": {"lat": order.pin.lat, "lon": order.pin.lon}} if place and order.pin else {}),
        "words": [
            {"by": "guest" if each.is_guests else "courier", "text": each.text, "at": _minute(each.at, zone)}
            for each in delivery.words
        ],
        "can_write": delivery.can_write,
    }


def _order_line_json(line: OrderLine, locale: Locale, *, has_note: bool) -> dict[str, Any]:
    keys: dict[str, Any] = {"name": line.name_in(locale), "quantity": line.quantity, "price": line.price}
    if not line.choice.is_plain or has_note:
        keys["options"] = [option.name_in(locale) for option in line.choice.options]
    if has_note:
        keys["note"] = line.note
    return keys


def _scheduled(order: Order, zone: ZoneInfo) -> dict[str, str]:
    """The time that the order was placed for: a key beyond the specification, only if there is one."""
    return {} if order.scheduled_for is None else {"scheduled_for": _minute(order.scheduled_for, zone)}


def _from_staff(order: Order, cancel_reason: str | None, settings: Settings) -> dict[str, str]:
    """The staff's messages to the customer: keys beyond the specification, only if there are any."""
    told: dict[str, str] = {}
    if order.ready_at is not None:
        told["promised_at"] = _minute(order.ready_at, settings.zone)
        if way := order.way_minutes(settings):
            told["arrives_at"] = _minute(order.ready_at + way * 60, settings.zone)
    if cancel_reason is not None:
        told["cancel_reason"] = cancel_reason
    return told


def _refunded(order: Order) -> dict[str, int | float]:
    """The sum returned to the customer, in UAH: a key beyond the specification, only if there is one."""
    return {"refunded_amount": _hryvnias(order.refunded)} if order.refunded else {}


def _hryvnias(kopiykas: int) -> int | float:
    whole, rest = divmod(kopiykas, 100)
    return kopiykas / 100 if rest else whole


def _courier(order: Order) -> dict[str, Any]:
    """Who brings it, and how far they are: keys of the operating contract, only where there is a courier."""
    if order.courier is None or order.status is OrderStatus.CANCELLED:
        return {}
    state = {"delivery_state": order.courier.state} if order.courier.is_under_way else {}
    return {"courier": {"name": order.courier.first_name}, **state}


def _held(order: Order) -> dict[str, bool]:
    """Whether the sum is blocked on the card and not charged yet: a key of the operating contract, only if so."""
    return {"is_held": True} if order.is_held else {}


def _edited(order: Order, locale: Locale, zone: ZoneInfo) -> dict[str, Any]:
    """What was changed after the order was placed, and what is still to pay for that: keys only if there is any."""
    keys: dict[str, Any] = {}
    if order.changes:
        keys["changes"] = [{"at": _minute(edit.at, zone), "text": edit.in_words(locale)} for edit in order.changes]
    if order.balance:
        keys["balance"] = order.balance
    return keys


def _specified(order: Order, status_label: str, zone: ZoneInfo) -> dict[str, Any]:
    is_delivery = order.order_type is OrderType.DELIVERY
    return {
        "id": order.id,
        "number": order.number,
        "order_type": order.order_type.value,
        "status": order.status.value,
        "status_label": status_label,
        "payment_method": order.payment_method.value if order.payment_method else None,
        "payment_status": order.payment_status.value,
        "items_total": order.items_total,
        "delivery_fee": order.delivery_fee,
        "discount_amount": order.discount_amount,
        "promo_code": order.promo_code,
        "promo_discount_amount": order.promo_discount_amount,
        "total": order.total,
        "created_at": _wall_clock(order.created_at, zone),
        "pickup_time": order.pickup_time if order.order_type is OrderType.PICKUP else None,
        "address_street": order.address_street if is_delivery else None,
        "address_house": order.address_house if is_delivery else None,
        "table_number": order.table_number if order.order_type is OrderType.DINE_IN else None,
        "can_cancel": order.can_cancel,
        "can_pay": order.can_pay,
    }


def _minute(moment: int, zone: ZoneInfo) -> str:
    """Format a time as `YYYY-MM-DDTHH:MM` in the cafe's local time."""
    return datetime.fromtimestamp(moment, zone).strftime("%Y-%m-%dT%H:%M")


def _wall_clock(moment: int | None, zone: ZoneInfo) -> str | None:
    """Format a time as ISO 8601 in the cafe's local time, without an offset."""
    return None if moment is None else datetime.fromtimestamp(moment, zone).replace(tzinfo=None).isoformat()
