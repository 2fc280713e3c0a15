"""The cart and its lines."""

from dataclasses import dataclass

from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.options.model import DEFAULTS, PLAIN, Choice, Pieces
from cafe.core.kernel.ids import CartLineId, OrderId, ProductId
from cafe.core.kernel.locale import Locale, OwnText


@dataclass(frozen=True, slots=True)
class LineKey:
    """Identifies a line within a customer's cart; see `options.model` for the choice's key."""

    product_id: ProductId
    choice_key: str = DEFAULTS
    note: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it has neither a choice nor a note."""
        return self.choice_key == DEFAULTS and not self.note


@dataclass(frozen=True, slots=True)
class WantedLine:
    """Pieces of a product with a choice and a note."""

    key: LineKey
    quantity: int


@dataclass(frozen=True, slots=True)
class NewLine:
    """Pieces of a product to add, with a choice of options (None: the defaults) and a note for the kitchen."""

    product_id: ProductId
    quantity: int
    pieces: Pieces | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class StoredLine(WantedLine):
    """A line as it is stored."""

    id: CartLineId


@dataclass(frozen=True, slots=True)
class LineChange:
    """Changes to a line; None leaves a value as it is. `pieces` replace the whole choice."""

    quantity: int | None = None
    pieces: Pieces | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class CartLine:
    """A product in a cart, with its choice. `price` and `base_price`, the price before the choice, in whole UAH."""

    id: CartLineId
    product_id: ProductId
    name: str
    """The product's name with the choice."""
    weight: str
    image_url: str
    price: int
    quantity: int
    base_price: int
    choice: Choice = PLAIN
    note: str = ""
    unavailable: tuple[OwnText, ...] = ()
    """The parts of the choice that cannot be ordered now."""
    allergens: tuple[str, ...] | None = None
    """Codes of `menu.allergens` with the choice; None: the product's own."""
    diets: tuple[Diet, ...] | None = None
    """What it is with the choice; None: what the product is."""
    is_alcohol: bool = False

    @property
    def line_total(self) -> int:
        """Whole UAH."""
        return self.price * self.quantity

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to show beyond the product."""
        return self.choice.is_plain and not self.note and not self.unavailable


@dataclass(frozen=True, slots=True)
class Cart:
    """A customer's visible cart: only products that can be ordered now; in `locale`."""

    lines: tuple[CartLine, ...]
    locale: Locale = Locale.UK

    @property
    def items_total(self) -> int:
        """Whole UAH."""
        return sum(line.line_total for line in self.lines)

    @property
    def count(self) -> int:
        """The number of pieces, not of lines."""
        return sum(line.quantity for line in self.lines)

    @property
    def asks_age(self) -> bool:
        """Whether the guest has to confirm that they are of age."""
        return any(line.is_alcohol for line in self.lines)


@dataclass(frozen=True, slots=True)
class TakenCart:
    """The cart's contents taken by a checkout: lines, oldest first."""

    lines: tuple[WantedLine, ...]
    locale: Locale
    """The customer's language; `uk` if the cart was empty."""
    catalogue_version: int | None
    """Version of the catalogue and settings at that moment; None if the cart was empty."""
    order_id: OrderId | None
    """The id for an order of it; None if the cart was empty."""
