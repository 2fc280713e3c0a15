"""The cart: one per customer, shared by mini-app, chat and browser."""

from cafe.core.errors import ItemNotInCartError, ProductNotFoundError, QuantityTooLargeError, QuantityTooSmallError
from cafe.core.ports import Clock, Connection, Database
from cafe.core.store import carts as store
from cafe.core.store.customers import get_locale
from cafe.core.store.menu import find_orderable
from cafe.core.values import Cart, CustomerId, ProductId


class CartService:
    """Reads and changes carts. Every method returns the cart as its owner sees it, in their language.

    Each may raise `CustomerGoneError`.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, customer_id: CustomerId) -> Cart:
        """The cart."""
        return await self._database.read(store.get_cart, customer_id, self._now())

    async def add(self, customer_id: CustomerId, product_id: ProductId, quantity: int) -> Cart:
        """Add pieces to the line of a product.

        Raises:
            ProductNotFoundError: it cannot be ordered; checked first.
            QuantityTooSmallError: fewer than one piece.
            QuantityTooLargeError: the line would pass its limit.
        """
        return await self._database.write_relaxed(_add, customer_id, product_id, quantity, self._now())

    async def set_quantity(self, customer_id: CustomerId, product_id: ProductId, quantity: int) -> Cart:
        """Set the pieces of a line; 0 or less takes it out.

        Raises:
            ItemNotInCartError: there is no such line.
            QuantityTooLargeError: over the limit of a line.
        """
        return await self._database.write_relaxed(_set_quantity, customer_id, product_id, quantity, self._now())

    async def remove(self, customer_id: CustomerId, product_id: ProductId) -> Cart:
        """Take a line out, if it is there."""
        return await self._database.write_relaxed(_remove, customer_id, product_id, self._now())

    async def clear(self, customer_id: CustomerId) -> Cart:
        """Take every line out."""
        return await self._database.write_relaxed(_clear, customer_id, self._now())

    async def check_product(self, product_id: ProductId) -> None:
        """See that a product can be ordered.

        Raises:
            ProductNotFoundError: it cannot.
        """
        if await self._database.read(find_orderable, product_id, self._now()) is None:
            raise ProductNotFoundError

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _add(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, now: int) -> Cart:
    if 1 <= quantity <= store.MAX_QUANTITY and store.add_line(conn, customer_id, product_id, quantity, now):
        return store.get_cart(conn, customer_id, now)
    get_locale(conn, customer_id)  # raises CustomerGoneError
    if find_orderable(conn, product_id, now) is None:
        raise ProductNotFoundError
    if quantity < 1:
        raise QuantityTooSmallError
    raise QuantityTooLargeError


def _set_quantity(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, now: int) -> Cart:
    if quantity < 1:
        is_done = store.remove_line(conn, customer_id, product_id)
    else:
        is_done = store.set_line(conn, customer_id, product_id, min(quantity, store.MAX_QUANTITY), now)
    if not is_done:
        get_locale(conn, customer_id)  # raises CustomerGoneError
        raise ItemNotInCartError
    if quantity > store.MAX_QUANTITY:
        raise QuantityTooLargeError
    return store.get_cart(conn, customer_id, now)


def _remove(conn: Connection, customer_id: CustomerId, product_id: ProductId, now: int) -> Cart:
    store.remove_line(conn, customer_id, product_id)
    return store.get_cart(conn, customer_id, now)


def _clear(conn: Connection, customer_id: CustomerId, now: int) -> Cart:
    store.take_lines(conn, customer_id)
    return store.get_cart(conn, customer_id, now)
