"""SQL for cart lines."""

from collections.abc import Collection

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.menu.store import ALWAYS_SERVED, HAS_OPTIONS, ORDERABLE
from cafe.core.catalogue.options.model import OptionGroups
from cafe.core.catalogue.options.rules import list_unavailable, unknown_ids
from cafe.core.catalogue.options.store import name_options
from cafe.core.catalogue.snapshot.cache import Offer
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.database import Connection, Row, listed
from cafe.core.kernel.ids import CartLineId, CustomerId, OrderId, ProductId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.meta import CATALOGUE_VERSION
from cafe.core.ordering.cart.model import Cart, CartLine, LineKey, StoredLine, TakenCart, WantedLine
from cafe.core.people.customers.store import add_missing_customer

MAX_QUANTITY = 10_000
"""The most pieces in one line (operating contract)."""
MOST_SPECIAL_LINES = 100
"""The most lines of a cart with a choice or a note: each note makes a line, and every response has the whole cart."""

OF_PRODUCT = (
    "(SELECT l.id FROM cart_lines l WHERE l.customer_id = :customer AND l.product_id = :product "
    "ORDER BY l.choice <> '' OR l.note <> '', l.added DESC, l.id DESC LIMIT 1)"
)
"""Selects a product's line by the product's id: the plain one, else the newest."""
_PLAIN_PRODUCT = (
    "FROM products p JOIN categories c ON c.id = p.category_id "
    f"WHERE p.id = :product AND {ORDERABLE} AND {ALWAYS_SERVED} AND NOT {HAS_OPTIONS}"
)
IS_ORDERABLE = (
    "product_id IN (SELECT p.id FROM products p JOIN categories c ON c.id = p.category_id "
    f"WHERE p.id = cart_lines.product_id AND {ORDERABLE})"
)


def get_cart(conn: Connection, customer_id: CustomerId, offer: Offer) -> Cart:
    """Return the cart in its owner's language, without products that cannot be ordered now.

    Products outside their serving hours stay: they may be ordered for later.
    """
    rows = conn.all(
        "SELECT cu.locale, l.id, l.product_id, l.quantity, l.choice, l.note, "
        f"{CATALOGUE_VERSION} AS version FROM customers cu LEFT JOIN cart_lines l ON l.customer_id = cu.id "
        "WHERE cu.id = :customer ORDER BY l.id",
        {"customer": customer_id},
    )
    if not rows:
        return Cart(())
    locale = Locale(rows[0]["locale"])
    wanted = {ProductId(row["product_id"]) for row in rows if row["id"] is not None}
    snapshot = offer.cache.snapshot_in(conn, wanted, int(rows[0]["version"]))
    products = snapshot.find_orderable(wanted, offer.now)
    visible = [(row, products[row["product_id"]]) for row in rows if row["product_id"] in products]
    return Cart(tuple(_line(conn, row, product, snapshot, locale, offer.now) for row, product in visible), locale)


def _line(conn: Connection, row: Row, product: Product, snapshot: Snapshot, locale: Locale, now: int) -> CartLine:
    dish = snapshot.read_dish(product, row["choice"], locale)
    unavailable: tuple[OwnText, ...] = ()
    if not dish.is_available(now):
        unavailable = unavailable_parts(conn, snapshot.option_groups.get(product.id, ()), row["choice"], now)
    return CartLine(
        row["id"],
        product.id,
        dish.name,
        dish.weight,
        product.image_url,
        dish.price,
        row["quantity"],
        product.price,
        dish.choice,
        row["note"],
        unavailable,
        dish.allergens,
        dish.diets,
        is_alcohol=dish.is_alcohol,
    )


def unavailable_parts(conn: Connection, groups: OptionGroups, choice_key: str, now: int) -> tuple[OwnText, ...]:
    """Return the options and groups of a stored choice that cannot be ordered at `now` (Unix seconds)."""
    unknown = unknown_ids(groups, choice_key)
    return list_unavailable(groups, choice_key, now, name_options(conn, unknown) if unknown else {})


def add_plain_line(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, now: int) -> bool:
    """Add pieces of an orderable product that has no options and is served all day, and the customer if missing.

    Returns:
        False if the product is not such a one, or the line would be too large.
    """
    params = {"customer": customer_id, "product": product_id, "now": now}
    add_missing_customer(conn, customer_id, now, f"EXISTS (SELECT 1 {_PLAIN_PRODUCT})", params)
    row = conn.one(
        "INSERT INTO cart_lines (customer_id, product_id, quantity) "
        f"SELECT CAST(:customer AS BIGINT), p.id, :quantity {_PLAIN_PRODUCT} "
        "ON CONFLICT (customer_id, product_id, choice, note) "
        "DO UPDATE SET quantity = cart_lines.quantity + excluded.quantity "
        "WHERE cart_lines.quantity + excluded.quantity <= :most RETURNING quantity",
        {**params, "quantity": quantity, "most": MAX_QUANTITY},
    )
    return row is not None


def has_room(conn: Connection, customer_id: CustomerId, key: LineKey) -> bool:
    """Whether such a line exists or may be added; plain lines are limited by the number of products."""
    if key.is_plain:
        return True
    row = conn.one(
        "SELECT COUNT(*) AS lines, COUNT(CASE WHEN product_id = :product AND choice = :choice AND note = :note "
        "THEN 1 END) AS such FROM cart_lines WHERE customer_id = :customer AND (choice <> '' OR note <> '')",
        _params(customer_id, key),
    )
    return row is None or row["such"] > 0 or row["lines"] < MOST_SPECIAL_LINES


def add_line(conn: Connection, customer_id: CustomerId, key: LineKey, quantity: int) -> bool:
    """Add pieces of a product known to be orderable; False if the line would be too large."""
    row = conn.one(
        "INSERT INTO cart_lines (customer_id, product_id, choice, note, added, quantity) "
        f"VALUES (:customer, :product, :choice, :note, {_added(key)}, :quantity) "
        "ON CONFLICT (customer_id, product_id, choice, note) "
        "DO UPDATE SET quantity = cart_lines.quantity + excluded.quantity, added = excluded.added "
        "WHERE cart_lines.quantity + excluded.quantity <= :most RETURNING quantity",
        {**_params(customer_id, key), "quantity": quantity, "most": MAX_QUANTITY},
    )
    return row is not None


def add_line_capped(conn: Connection, customer_id: CustomerId, key: LineKey, quantity: int) -> None:
    """Add pieces of a product known to be orderable, up to the limit of a line."""
    conn.run(
        "INSERT INTO cart_lines (customer_id, product_id, choice, note, added, quantity) "
        f"VALUES (:customer, :product, :choice, :note, {_added(key)}, :quantity) "
        "ON CONFLICT (customer_id, product_id, choice, note) DO UPDATE SET added = excluded.added, quantity = "
        "CASE WHEN cart_lines.quantity + excluded.quantity > :most THEN :most "
        "ELSE cart_lines.quantity + excluded.quantity END",
        {**_params(customer_id, key), "quantity": quantity, "most": MAX_QUANTITY},
    )


def set_product(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, offer: Offer) -> bool:
    """Set the quantity of a product's line; False if the visible cart has none."""
    is_visible, params = _visible(offer)
    changed = conn.run(
        f"UPDATE cart_lines SET quantity = :quantity WHERE id = {OF_PRODUCT} AND {is_visible}",
        {"customer": customer_id, "product": product_id, "quantity": quantity, **params},
    )
    return changed == 1


def set_line(conn: Connection, customer_id: CustomerId, line_id: CartLineId, quantity: int, offer: Offer) -> bool:
    """Set a line's quantity; False if the visible cart has no such line."""
    is_visible, params = _visible(offer)
    changed = conn.run(
        f"UPDATE cart_lines SET quantity = :quantity WHERE id = :line AND customer_id = :customer AND {is_visible}",
        {"customer": customer_id, "line": line_id, "quantity": quantity, **params},
    )
    return changed == 1


def remove_product(conn: Connection, customer_id: CustomerId, product_id: ProductId) -> bool:
    """Remove a product's line; False if there was none."""
    removed = conn.run(
        f"DELETE FROM cart_lines WHERE id = {OF_PRODUCT}", {"customer": customer_id, "product": product_id}
    )
    return removed == 1


def remove_line(conn: Connection, customer_id: CustomerId, line_id: CartLineId) -> bool:
    """Remove a line; False if there was none."""
    removed = conn.run(
        "DELETE FROM cart_lines WHERE id = :line AND customer_id = :customer",
        {"customer": customer_id, "line": line_id},
    )
    return removed == 1


def find_line(conn: Connection, customer_id: CustomerId, line_id: CartLineId, offer: Offer) -> StoredLine | None:
    """Find a line of the visible cart."""
    is_visible, params = _visible(offer)
    return _stored(
        conn.one(
            f"SELECT * FROM cart_lines WHERE id = :line AND customer_id = :customer AND {is_visible}",
            {"customer": customer_id, "line": line_id, **params},
        )
    )


def find_line_of_product(
    conn: Connection, customer_id: CustomerId, product_id: ProductId, offer: Offer
) -> StoredLine | None:
    """Find a product's line in the visible cart."""
    is_visible, params = _visible(offer)
    return _stored(
        conn.one(
            f"SELECT * FROM cart_lines WHERE id = {OF_PRODUCT} AND {is_visible}",
            {"customer": customer_id, "product": product_id, **params},
        )
    )


def _visible(offer: Offer) -> tuple[str, dict[str, object]]:
    """Return the condition for a line to be in the visible cart, with its parameters."""
    withheld = offer.withheld
    if not withheld:
        return IS_ORDERABLE, {"now": offer.now}
    ids, params = listed(withheld)
    return f"{IS_ORDERABLE} AND product_id NOT IN ({ids})", {"now": offer.now, **params}


def find_twin(conn: Connection, customer_id: CustomerId, key: LineKey, line_id: CartLineId) -> StoredLine | None:
    """Find another line of the same product, choice and note."""
    return _stored(
        conn.one(
            "SELECT * FROM cart_lines WHERE customer_id = :customer AND product_id = :product AND choice = :choice "
            "AND note = :note AND id <> :line",
            {**_params(customer_id, key), "line": line_id},
        )
    )


def change_line(conn: Connection, customer_id: CustomerId, line_id: CartLineId, key: LineKey, quantity: int) -> None:
    """Store a line's new key and quantity; no other line may have this key."""
    conn.run(
        "UPDATE cart_lines SET choice = :choice, note = :note, quantity = :quantity, "
        f"added = {_added(key)} WHERE id = :line AND customer_id = :customer AND product_id = :product",
        {**_params(customer_id, key), "line": line_id, "quantity": quantity},
    )


def take_cart(conn: Connection, customer_id: CustomerId) -> TakenCart:
    """Empty the cart and return its contents; of two concurrent callers only one gets the lines."""
    rows = conn.all(
        "DELETE FROM cart_lines WHERE customer_id = :customer RETURNING id, product_id, choice, note, quantity, "
        "(SELECT cu.locale FROM customers cu WHERE cu.id = customer_id) AS locale, "
        f"{CATALOGUE_VERSION} AS version, {conn.next_id('orders')} AS order_id",
        {"customer": customer_id},
    )
    if not rows:
        return TakenCart((), Locale.UK, None, None)
    lines = tuple(
        WantedLine(LineKey(row["product_id"], row["choice"], row["note"]), row["quantity"])
        for row in sorted(rows, key=lambda row: int(row["id"]))
    )
    return TakenCart(lines, Locale(rows[0]["locale"]), int(rows[0]["version"]), OrderId(rows[0]["order_id"]))


def clear_cart(conn: Connection, customer_id: CustomerId) -> None:
    conn.run("DELETE FROM cart_lines WHERE customer_id = :customer", {"customer": customer_id})


def list_stored(conn: Connection, customer_ids: Collection[int]) -> list[Row]:
    """List the stored lines of these customers' carts."""
    if not customer_ids:
        return []
    ids, params = listed(customer_ids)
    return conn.all(
        "SELECT customer_id, id, product_id, quantity, choice, note FROM cart_lines "
        f"WHERE customer_id IN ({ids}) ORDER BY id",
        params,
    )


def _added(key: LineKey) -> str:
    """Return the SQL for a line's rank by age; plain lines need none."""
    newest = "(SELECT COALESCE(MAX(l.added), 0) + 1 FROM cart_lines l WHERE l.customer_id = :customer)"
    return "0" if key.is_plain else newest


def _params(customer_id: CustomerId, key: LineKey) -> dict[str, object]:
    return {"customer": customer_id, "product": key.product_id, "choice": key.choice_key, "note": key.note}


def _stored(row: Row | None) -> StoredLine | None:
    if row is None:
        return None
    return StoredLine(LineKey(row["product_id"], row["choice"], row["note"]), row["quantity"], row["id"])
