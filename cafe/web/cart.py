"""Cart routes (specification, Cart)."""

from collections.abc import Collection, Mapping
from typing import Any

from aiohttp import web

from cafe.core.catalogue.menu.errors import ProductNotFoundError
from cafe.core.catalogue.options.errors import OptionsInvalidError, OptionsProblem
from cafe.core.catalogue.options.model import Pieces
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import CartLineId, CustomerId, OptionId, ProductId
from cafe.core.ordering.cart.model import Cart, LineChange
from cafe.core.services import Services
from cafe.web.json import cart_json, id_of, json_response, path_id, read_body
from cafe.web.streams import Streams, Version

MAX_STREAMS = 500
MAX_STREAMS_EACH = 4
"""Streams of one customer: an open mini-app has one."""


class CartHandlers:
    """The customer's cart; every response is the cart envelope."""

    def __init__(self, services: Services, heartbeat: float) -> None:
        self._cart = services.cart
        self._texts = services.texts
        self.streams = Streams(
            "carts",
            self._read_versions,
            services.clock,
            most=MAX_STREAMS,
            most_of_one=MAX_STREAMS_EACH,
            heartbeat=heartbeat,
        )

    async def get(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/cart."""
        return self._answer(await self._cart.get(customer_id))

    async def stream(self, request: web.Request, customer_id: CustomerId | None) -> web.StreamResponse:
        """GET /api/cart/stream (an addition to the specification). An unknown visitor gets no events."""
        if customer_id is None:
            return web.Response(status=204)
        return await self.streams.listen(request, customer_id, customer_id)

    async def add(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/cart/items. An unavailable product is reported before an invalid quantity or choice."""
        body = await read_body(request)
        product_id = _product_id(body.get("product_id"))
        try:
            quantity = int(body.get("quantity", 1))
            pieces = read_pieces(body.get("options"))
        except (TypeError, ValueError, OverflowError, OptionsInvalidError):
            await self._cart.check_product(product_id)
            raise
        note = clean_text(body.get("note")) or ""
        return self._answer(await self._cart.add(customer_id, product_id, quantity, pieces, note), status=201)

    async def set_quantity(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """PATCH /api/cart/items/{product_id}."""
        body = await read_body(request)
        product_id = ProductId(path_id(request, "product_id"))
        if change := _change(body):
            return self._answer(await self._cart.change(customer_id, product_id, change))
        return self._answer(await self._cart.set_quantity(customer_id, product_id, int(body.get("quantity", 1))))

    async def set_line_quantity(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """PATCH /api/cart/lines/{line_id}."""
        body = await read_body(request)
        line_id = CartLineId(path_id(request, "line_id"))
        try:
            change, quantity = _change(body), int(body.get("quantity", 1))
        except (TypeError, ValueError, OverflowError):  # only the specification's own routes respond 500
            return json_response({"error": "quantity must be an integer"}, status=400)
        if change:
            return self._answer(await self._cart.change_line(customer_id, line_id, change))
        return self._answer(await self._cart.set_line_quantity(customer_id, line_id, quantity))

    async def remove(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """DELETE /api/cart/items/{product_id}."""
        product_id = ProductId(path_id(request, "product_id"))
        return self._answer(await self._cart.remove(customer_id, product_id))

    async def remove_line(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """DELETE /api/cart/lines/{line_id}."""
        return self._answer(await self._cart.remove_line(customer_id, CartLineId(path_id(request, "line_id"))))

    async def clear(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """DELETE /api/cart."""
        return self._answer(await self._cart.clear(customer_id))

    def _answer(self, cart: Cart, status: int = 200) -> web.Response:
        return json_response(cart_json(cart, self._texts), status)

    async def _read_versions(self, customer_ids: Collection[int]) -> Mapping[int, Version]:
        versions = await self._cart.list_versions(customer_ids)
        return {customer_id: Version(version) for customer_id, version in versions.items()}


def _change(body: Mapping[str, Any]) -> LineChange | None:
    """Parse a change of choice or note; None if the body has only a quantity.

    Without a quantity, such a change keeps the current one.
    """
    pieces = read_pieces(body.get("options"))
    note = body.get("note")
    is_note = isinstance(note, str | int | float) and not isinstance(note, bool)
    if pieces is None and not is_note:
        return None
    quantity = int(body["quantity"]) if "quantity" in body else None
    return LineChange(quantity, pieces, (clean_text(note) or "") if is_note else None)


def read_pieces(value: Any) -> Pieces | None:
    """Parse `[{id, quantity}]`; None if it is absent. Duplicates are added up.

    Raises:
        OptionsInvalidError: it is something else.
    """
    if value is None:
        return None
    if not isinstance(value, list):
        raise OptionsInvalidError(OptionsProblem.UNKNOWN)
    pieces: dict[OptionId, int] = {}
    for entry in value:
        option_id, quantity = _piece(entry)
        pieces[option_id] = pieces.get(option_id, 0) + quantity
    return pieces


def _piece(entry: Any) -> tuple[OptionId, int]:
    option_id = id_of(entry.get("id")) if isinstance(entry, dict) else None
    quantity = entry.get("quantity", 1) if isinstance(entry, dict) else None
    if option_id is None or not isinstance(quantity, int) or isinstance(quantity, bool) or quantity < 1:
        raise OptionsInvalidError(OptionsProblem.UNKNOWN)
    return OptionId(option_id), quantity


def _product_id(value: Any) -> ProductId:
    """Parse a product's id; anything else is an unknown product."""
    product_id = id_of(value)
    if product_id is None:
        raise ProductNotFoundError
    return ProductId(product_id)
