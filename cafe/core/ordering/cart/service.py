"""Reading and changing carts."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.menu.store import find_orderable
from cafe.core.catalogue.options.errors import NoteInvalidError, NoteProblem
from cafe.core.catalogue.options.model import OptionGroups, Pieces
from cafe.core.catalogue.options.rules import choose
from cafe.core.catalogue.snapshot.cache import Offer, SnapshotCache
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CartLineId, CustomerId, ProductId
from cafe.core.kernel.lengths import NOTE
from cafe.core.ordering.cart import store
from cafe.core.ordering.cart.errors import (
    CartFullError,
    ItemNotInCartError,
    QuantityTooLargeError,
    QuantityTooSmallError,
)
from cafe.core.ordering.cart.model import Cart, LineChange, LineKey, NewLine, StoredLine
from cafe.core.ordering.cart.serving import get_served
from cafe.core.people.customers.store import ensure_customer


class CartService:
    """Reads and changes carts. The cart methods return the visible cart in its owner's language.

    A product's id refers to its plain line, else to its newest one.
    """

    def __init__(self, database: Database, clock: Clock, cache: SnapshotCache) -> None:
        self._database = database
        self._clock = clock
        self._cache = cache

    async def get(self, customer_id: CustomerId) -> Cart:
        return await self._database.read(store.get_cart, customer_id, self._cache.offer)

    async def list_versions(self, customer_ids: Collection[int]) -> Mapping[int, str]:
        """Return a short version text of each of these customers' carts, which changes with the contents."""
        return await self._database.read(_list_versions, customer_ids)

    async def add(
        self,
        customer_id: CustomerId,
        product_id: ProductId,
        quantity: int,
        pieces: Pieces | None = None,
        note: str = "",
    ) -> Cart:
        """Add a product, with a choice of options (`pieces`; None: the defaults) and a note for the kitchen.

        Raises:
            ProductNotFoundError: the product cannot be ordered; checked first.
            QuantityTooSmallError: `quantity` is below one.
            QuantityTooLargeError: the line would exceed its limit.
            CartFullError: there are too many lines with a choice or a note.
            OptionsInvalidError: the product cannot be had with this choice.
            NoteInvalidError: the product takes no note, or it is too long.
        """
        offer = self._cache.offer
        if pieces is None and not note and 1 <= quantity <= store.MAX_QUANTITY and product_id not in offer.withheld:
            # Most products have no options, so that one statement is enough.
            cart = await self._database.write_then_read(
                lambda conn: store.add_plain_line(conn, customer_id, product_id, quantity, offer.now),
                lambda conn, is_added: store.get_cart(conn, customer_id, offer) if is_added else None,
            )
            if cart is not None:
                return cart
        return await self.add_all(customer_id, [NewLine(product_id, quantity, pieces, note)])

    async def add_all(self, customer_id: CustomerId, lines: Sequence[NewLine]) -> Cart:
        """Add several products, all or none; see `add` for the errors."""
        return await self._database.write_relaxed(_add_all, customer_id, lines, self._cache.offer)

    async def set_quantity(self, customer_id: CustomerId, product_id: ProductId, quantity: int) -> Cart:
        """Set the quantity of a product's line; 0 or less removes the line.

        Raises:
            ItemNotInCartError: the cart has no such line.
            QuantityTooLargeError: `quantity` exceeds the limit of a line.
        """
        return await self._database.write_relaxed(_set_quantity, customer_id, product_id, quantity, self._cache.offer)

    async def set_line_quantity(self, customer_id: CustomerId, line_id: CartLineId, quantity: int) -> Cart:
        """Set a line's quantity; 0 or less removes the line.

        Raises:
            ItemNotInCartError: the cart has no such line.
            QuantityTooLargeError: `quantity` exceeds the limit of a line.
        """
        return await self._database.write_relaxed(_set_line_quantity, customer_id, line_id, quantity, self._cache.offer)

    async def change(self, customer_id: CustomerId, product_id: ProductId, change: LineChange) -> Cart:
        """Change the choice, note or quantity of a product's line; see `change_line`."""
        return await self._database.write_relaxed(_change, customer_id, product_id, change, self._cache.offer)

    async def change_line(self, customer_id: CustomerId, line_id: CartLineId, change: LineChange) -> Cart:
        """Change a line's choice, note or quantity; a line that becomes equal to another is merged with it.

        Raises:
            ItemNotInCartError: the cart has no such line.
            QuantityTooLargeError: the line would exceed its limit.
            CartFullError: there are too many lines with a choice or a note.
            OptionsInvalidError: the product cannot be had with this choice.
            NoteInvalidError: the product takes no note, or it is too long.
        """
        return await self._database.write_relaxed(_change_line, customer_id, line_id, change, self._cache.offer)

    async def remove(self, customer_id: CustomerId, product_id: ProductId) -> Cart:
        """Remove a product's line, if the cart has one."""
        return await self._database.write_relaxed(_remove, customer_id, product_id, self._cache.offer)

    async def remove_line(self, customer_id: CustomerId, line_id: CartLineId) -> Cart:
        """Remove a line, if the cart has it."""
        return await self._database.write_relaxed(_remove_line, customer_id, line_id, self._cache.offer)

    async def clear(self, customer_id: CustomerId) -> Cart:
        """Remove all lines."""
        return await self._database.write_relaxed(_clear, customer_id, self._cache.offer)

    async def check_product(self, product_id: ProductId) -> None:
        """Check that a product can be ordered.

        Raises:
            ProductNotFoundError: it cannot be ordered.
        """
        await self._database.read(get_served, product_id, self._cache.offer)


def _list_versions(conn: Connection, customer_ids: Collection[int]) -> Mapping[int, str]:
    held = {customer_id: blake2b(digest_size=8) for customer_id in customer_ids}
    for row in store.list_stored(conn, customer_ids):
        shown = repr([row[column] for column in row.keys()])  # noqa: SIM118 - no mapping
        held[row["customer_id"]].update(shown.encode())
    return {customer_id: digest.hexdigest() for customer_id, digest in held.items()}


def _add_all(conn: Connection, customer_id: CustomerId, lines: Sequence[NewLine], offer: Offer) -> Cart:
    for line in lines:
        _add_line(conn, customer_id, line, offer)
    return store.get_cart(conn, customer_id, offer)


def _add_line(conn: Connection, customer_id: CustomerId, line: NewLine, offer: Offer) -> None:
    key = read_key(conn, line, offer)
    ensure_customer(conn, customer_id, offer.now)  # a guest gets a row with the first line
    conn.lock("customers", customer_id)
    if not store.has_room(conn, customer_id, key):
        raise CartFullError
    if not store.add_line(conn, customer_id, key, line.quantity):
        raise QuantityTooLargeError


def read_key(conn: Connection, line: NewLine, offer: Offer) -> LineKey:
    """Check a line to add, and return its key; see `CartService.add` for the errors."""
    product = get_served(conn, line.product_id, offer)
    if line.quantity < 1:
        raise QuantityTooSmallError
    if line.quantity > store.MAX_QUANTITY:
        raise QuantityTooLargeError
    return LineKey(product.id, _choice_key(conn, product, line.pieces, offer), _checked_note(product, line.note))


def _choice_key(conn: Connection, product: Product, pieces: Pieces | None, offer: Offer) -> str:
    groups: OptionGroups = ()
    if product.has_options:
        groups = offer.cache.snapshot_in(conn, [product.id]).option_groups.get(product.id, ())
    return choose(groups, pieces, offer.now).key


def _checked_note(product: Product, note: str) -> str:
    if note and not product.takes_note:
        raise NoteInvalidError(NoteProblem.NOT_TAKEN)
    if len(note) > NOTE:
        raise NoteInvalidError(NoteProblem.TOO_LONG)
    return note


def _set_quantity(
    conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, offer: Offer
) -> Cart:
    if quantity < 1:
        is_changed = store.remove_product(conn, customer_id, product_id)
    else:
        is_changed = store.set_product(conn, customer_id, product_id, min(quantity, store.MAX_QUANTITY), offer)
    return _changed_cart(conn, customer_id, quantity, offer, is_changed=is_changed)


def _set_line_quantity(
    conn: Connection, customer_id: CustomerId, line_id: CartLineId, quantity: int, offer: Offer
) -> Cart:
    if quantity < 1:
        is_changed = store.remove_line(conn, customer_id, line_id)
    else:
        is_changed = store.set_line(conn, customer_id, line_id, min(quantity, store.MAX_QUANTITY), offer)
    return _changed_cart(conn, customer_id, quantity, offer, is_changed=is_changed)


def _changed_cart(conn: Connection, customer_id: CustomerId, quantity: int, offer: Offer, *, is_changed: bool) -> Cart:
    if not is_changed:
        raise ItemNotInCartError
    if quantity > store.MAX_QUANTITY:
        raise QuantityTooLargeError
    return store.get_cart(conn, customer_id, offer)


def _change(conn: Connection, customer_id: CustomerId, product_id: ProductId, change: LineChange, offer: Offer) -> Cart:
    conn.lock("customers", customer_id)
    line = store.find_line_of_product(conn, customer_id, product_id, offer)
    return _change_stored(conn, customer_id, line, change, offer)


def _change_line(
    conn: Connection, customer_id: CustomerId, line_id: CartLineId, change: LineChange, offer: Offer
) -> Cart:
    conn.lock("customers", customer_id)
    return _change_stored(conn, customer_id, store.find_line(conn, customer_id, line_id, offer), change, offer)


def _change_stored(
    conn: Connection, customer_id: CustomerId, line: StoredLine | None, change: LineChange, offer: Offer
) -> Cart:
    product = None if line is None else find_orderable(conn, line.key.product_id, offer.now)
    if line is None or product is None:
        raise ItemNotInCartError
    quantity = line.quantity if change.quantity is None else change.quantity
    if quantity < 1:
        return _remove_line(conn, customer_id, line.id, offer)
    choice_key = line.key.choice_key
    if change.pieces is not None:
        choice_key = _choice_key(conn, product, change.pieces, offer)
    note = line.key.note if change.note is None else _checked_note(product, change.note)
    key = LineKey(product.id, choice_key, note)
    twin = store.find_twin(conn, customer_id, key, line.id)
    if twin is not None:
        store.remove_line(conn, customer_id, twin.id)
        quantity += twin.quantity
    if quantity > store.MAX_QUANTITY:
        raise QuantityTooLargeError
    if line.key.is_plain and not store.has_room(conn, customer_id, key):
        raise CartFullError
    store.change_line(conn, customer_id, line.id, key, quantity)
    return store.get_cart(conn, customer_id, offer)


def _remove(conn: Connection, customer_id: CustomerId, product_id: ProductId, offer: Offer) -> Cart:
    store.remove_product(conn, customer_id, product_id)
    return store.get_cart(conn, customer_id, offer)


def _remove_line(conn: Connection, customer_id: CustomerId, line_id: CartLineId, offer: Offer) -> Cart:
    store.remove_line(conn, customer_id, line_id)
    return store.get_cart(conn, customer_id, offer)


def _clear(conn: Connection, customer_id: CustomerId, offer: Offer) -> Cart:
    store.clear_cart(conn, customer_id)
    return store.get_cart(conn, customer_id, offer)
