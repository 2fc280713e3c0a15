"""Missing texts of a dish, as guests see it."""

from enum import StrEnum

from cafe.core.catalogue.menu.model import Product


class Missing(StrEnum):
    """Something still to be written about a dish."""

    TRANSLATION = "translation"
    """A text exists in Ukrainian only."""
    PICTURE = "picture"
    ALLERGENS = "allergens"
    """Nothing is stated about its allergens, not even that there are none."""


def list_missing(product: Product) -> tuple[Missing, ...]:
    """List what is missing from a dish."""
    texts = (
        (product.name.uk, product.name.en),
        (product.description.uk, product.description.en),
        (product.weight.uk, product.weight.en),
    )
    lacks = {
        Missing.TRANSLATION: any(uk and not en for uk, en in texts),
        Missing.PICTURE: not product.image_url,
        Missing.ALLERGENS: not product.states_allergens,
    }
    return tuple(missing for missing, is_missing in lacks.items() if is_missing)
