"""What can be added to a cart: a dish only during its serving hours; once added, it stays."""

from datetime import datetime

from cafe.core.catalogue.menu.errors import ProductNotFoundError
from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.menu.store import find_orderable
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.snapshot.cache import Offer
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import ProductId


def get_served(conn: Connection, product_id: ProductId, offer: Offer) -> Product:
    """Return a product that can be added now.

    Raises:
        ProductNotFoundError: it cannot be added.
    """
    product = find_orderable(conn, product_id, offer.now)
    if product is None or not is_served(conn, product, offer):
        raise ProductNotFoundError
    return product


def is_served(conn: Connection, product: Product, offer: Offer) -> bool:
    """Whether a product is served at this time of the day, in the modes that are on."""
    if product.id in offer.withheld:
        return False
    if product.is_always_served:
        return True
    settings = get_settings(conn)
    clock = datetime.fromtimestamp(offer.now, settings.zone).time()
    return product.is_served_at(clock, sells_alcohol=settings.sells_alcohol_at(clock))
