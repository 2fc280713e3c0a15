"""Edits of orders: what is asked for, what it comes to, and the routes for the orders' customers."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from aiohttp import web

from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import CustomerId, OrderLineId, ProductId, ZoneId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.cart.model import NewLine
from cafe.core.ordering.order_edits.model import MOST_ADDED, MOST_CHANGED, EditInvalidError, PlannedEdit, WantedEdit
from cafe.core.ordering.orders.model import Order, OrderType, describe_edit
from cafe.core.services import Services
from cafe.web.cart import read_pieces
from cafe.web.json import id_of, json_response, path_id, read_body


class OrderEditHandlers:
    """A customer's edits of their own order, and their answers to what the staff propose (additions)."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def edit(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/edits: tell what it would come to (`preview`), or do it."""
        body, order_id = await read_body(request), path_id(request, "order_id")
        wanted = read_wanted(body)
        if body.get("preview") is True:
            planned = await self._services.order_edits.preview_own(customer_id, order_id, wanted)
            return json_response(planned_json(planned, planned.order.customer_locale))
        order = await self._services.order_edits.edit_own(customer_id, order_id, wanted)
        return json_response(_done(order))

    async def agree(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/edits/{number}/agree."""
        return await self._answer(request, customer_id, agrees=True)

    async def decline(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/orders/{order_id}/edits/{number}/decline."""
        return await self._answer(request, customer_id, agrees=False)

    async def _answer(self, request: web.Request, customer_id: CustomerId, *, agrees: bool) -> web.Response:
        order_id, number = path_id(request, "order_id"), path_id(request, "number")
        return json_response(
            _done(await self._services.order_edits.answer(customer_id, order_id, number, agrees=agrees))
        )


def read_wanted(body: Mapping[str, Any]) -> WantedEdit:
    """Read what is wanted: `seen`, `lines` with their new quantities, `items` to add, `add_cart`, `expected_total`.

    Of the staff also `zone_id`.

    Raises:
        EditInvalidError: something of it cannot be read.
        OptionsInvalidError: the options of an item cannot.
    """
    seen, lines, items = body.get("seen"), body.get("lines", []), body.get("items", [])
    total, takes_cart, zone_id = body.get("expected_total"), body.get("add_cart", False), body.get("zone_id")
    if not _is_whole(seen) or not isinstance(lines, list) or not isinstance(items, list):
        raise EditInvalidError
    if len(lines) > MOST_CHANGED or len(items) > MOST_ADDED:
        raise EditInvalidError
    if not isinstance(takes_cart, bool) or not all(value is None or _is_whole(value) for value in (total, zone_id)):
        raise EditInvalidError
    quantities: dict[OrderLineId, int] = {}
    for line in lines:
        line_id, quantity = (line.get("id"), line.get("quantity")) if isinstance(line, dict) else (None, None)
        if not _is_whole(line_id) or not _is_whole(quantity) or line_id in quantities:
            raise EditInvalidError
        quantities[OrderLineId(line_id)] = quantity
    zone = None if zone_id is None else ZoneId(zone_id)
    return WantedEdit(seen, quantities, tuple(_item(item) for item in items), takes_cart, total, zone)


def _item(item: Any) -> NewLine:
    known = item if isinstance(item, dict) else {}
    product_id, quantity = id_of(known.get("product_id")), known.get("quantity", 1)
    if product_id is None or not _is_whole(quantity):
        raise EditInvalidError
    return NewLine(
        ProductId(product_id), quantity, read_pieces(known.get("options")), clean_text(known.get("note")) or ""
    )


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 2**53


def planned_json(planned: PlannedEdit, locale: Locale) -> dict[str, Any]:
    """Serialize what an edit would come to; sums in whole UAH."""
    return {
        "changes": describe_edit(planned.gone, planned.added, planned.zone_move, locale),
        "total_before": planned.order.total,
        "total": planned.total,
        "balance": planned.balance,
        "to_return": planned.to_return,
    }


def editable_json(order: Order, locale: Locale, zones: Sequence[Zone] = ()) -> dict[str, Any]:
    """Serialize the lines of an order for somebody who may edit it, with the version that they see.

    `zones` are those that a delivery may be put into.
    """
    is_delivery = order.order_type is OrderType.DELIVERY
    offered = [{"id": zone.id, "name": zone.name.in_locale(locale), "fee": zone.fee} for zone in zones]
    return {
        "seen": order.version,
        **({"zones": offered, "zone_id": order.zone.id if order.zone else None} if offered and is_delivery else {}),
        "lines": [
            {
                "id": line.id,
                "product_id": line.product_id,
                "name": line.name_in(locale),
                "quantity": line.quantity,
                "price": line.price,
            }
            for line in order.lines
        ],
    }


def proposal_json(order: Order, locale: Locale) -> dict[str, Any]:
    """Serialize the edit that waits for the customer's answer: a key only if there is one."""
    proposal = order.proposal
    if proposal is None:
        return {}
    return {
        "proposal": {
            "number": proposal.number,
            "text": proposal.in_words(locale),
            "total_before": proposal.total_before,
            "total": proposal.total,
        }
    }


def _done(order: Order) -> dict[str, Any]:
    return {"total": order.total, "version": order.version}
