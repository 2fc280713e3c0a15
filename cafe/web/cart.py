"""Cart routes (specification, Cart)."""

from typing import Any

from aiohttp import web

from cafe.core.cart import CartService
from cafe.core.errors import ProductNotFoundError
from cafe.core.values import MAX_ID, Cart, CustomerId, ProductId
from cafe.web.answers import cart_json, json_response, path_id, read_body


class CartHandlers:
    """The caller's cart; every answer is the cart envelope."""

    def __init__(self, cart: CartService) -> None:
        self._cart = cart

    async def get(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """GET /api/cart."""
        return _answer(await self._cart.get(customer_id))

    async def add(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/cart/items. A product that cannot be ordered is reported before a strange quantity."""
        body = await read_body(request)
        product_id = _product_id(body.get("product_id"))
        try:
            quantity = int(body.get("quantity", 1))
        except (TypeError, ValueError, OverflowError):
            await self._cart.check_product(product_id)
            raise
        return _answer(await self._cart.add(customer_id, product_id, quantity), status=201)

    async def set_quantity(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """PATCH /api/cart/items/{product_id}."""
        body = await read_body(request)
        quantity = int(body.get("quantity", 1))
        return _answer(await self._cart.set_quantity(customer_id, _path_id(request), quantity))

    async def remove(self, request: web.Request, customer_id: CustomerId) -> web.Response:
        """DELETE /api/cart/items/{product_id}."""
        return _answer(await self._cart.remove(customer_id, _path_id(request)))

    async def clear(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """DELETE /api/cart."""
        return _answer(await self._cart.clear(customer_id))


def _answer(cart: Cart, status: int = 200) -> web.Response:
    return json_response(cart_json(cart), status)


def _path_id(request: web.Request) -> ProductId:
    return ProductId(path_id(request, "product_id"))


def _product_id(value: Any) -> ProductId:
    """An integer or its decimal text; anything else names no product."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value) if len(value) <= len(str(MAX_ID)) else MAX_ID
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_ID:
        raise ProductNotFoundError
    return ProductId(value)
