"""JSON in and out: bodies of requests, and the specification's resources as it spells them."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from aiohttp import web

from cafe.core.values import MAX_ID, Cart, Locale, Order, OrderType

JSON_HEADERS = {"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"}
"""What is made for one caller is never for a cache to keep."""


def json_response(value: object, status: int = 200) -> web.Response:
    """A JSON answer."""
    return web.Response(body=orjson.dumps(value), status=status, headers=JSON_HEADERS)


async def read_body(request: web.Request) -> dict[str, Any]:
    """The JSON object of a request; anything else counts as an empty one."""
    try:
        body = orjson.loads(await request.read())
    except (orjson.JSONDecodeError, web.RequestPayloadError):  # not JSON, or not compressed as it says
        return {}
    return body if isinstance(body, dict) else {}


def path_id(request: web.Request, name: str) -> int:
    """A number of the path, which the route lets through; one too large for the database is like its largest."""
    digits = request.match_info[name].lstrip("0")
    return int(digits or 0) if len(digits) < len(str(MAX_ID)) else MAX_ID


def cart_json(cart: Cart) -> dict[str, Any]:
    """Specification, Cart envelope."""
    return {
        "items": [
            {
                "product_id": line.product_id,
                "name": line.name,
                "weight": line.weight,
                "image_url": line.image_url,
                "price": line.price,
                "quantity": line.quantity,
                "line_total": line.line_total,
            }
            for line in cart.lines
        ],
        "items_total": cart.items_total,
        "count": cart.count,
    }


def order_json(order: Order, status_label: str, locale: Locale, zone: ZoneInfo) -> dict[str, Any]:
    """Specification, Order."""
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
        "items": [
            {"name": line.name_in(locale), "quantity": line.quantity, "price": line.price} for line in order.lines
        ],
    }


def _wall_clock(moment: int | None, zone: ZoneInfo) -> str | None:
    """ISO 8601 without an offset, as the clock on the cafe's wall shows it."""
    return None if moment is None else datetime.fromtimestamp(moment, zone).replace(tzinfo=None).isoformat()
