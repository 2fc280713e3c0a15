"""Option groups, options, and a guest's choice of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.taxes.model import NO_DATA, FiscalData
from cafe.core.kernel.ids import OptionGroupId, OptionId
from cafe.core.kernel.locale import Locale, OwnText

Pieces = Mapping[OptionId, int]
"""The wanted number of pieces by option."""

DEFAULTS = ""
"""The key of a product's default choice."""
NOTHING = "-"
"""The key of an empty choice for a product that has defaults."""
WITHOUT = OwnText("без", "no")
"""Precedes the defaults that were left out."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option to choose. `price_delta` in whole UAH, may be negative; `stopped_until` in Unix seconds."""

    id: OptionId
    slug: str
    name: OwnText
    price_delta: int
    max_quantity: int
    is_default: bool
    is_active: bool
    stopped_until: int
    allergens: tuple[str, ...] = ()
    """Codes of `menu.allergens` that it adds to the dish."""
    without: tuple[str, ...] = ()
    """Codes that it removes from the dish."""
    diets: tuple[Diet, ...] = ()
    """What it is by itself, with what follows from that."""
    fiscal: FiscalData = NO_DATA
    """Where it has any, it is goods of its own on receipts, beside its dish."""

    def is_available(self, now: int) -> bool:
        """Whether it can be chosen now. `now` in Unix seconds."""
        return self.is_active and self.stopped_until <= now


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of one kind as offered by a product: from `min` to `max` pieces are chosen."""

    id: OptionGroupId
    slug: str
    name: OwnText
    min: int
    max: int
    options: tuple[Option, ...]
    makes: tuple[Diet, ...] = ()
    """What the product is once what is chosen here is so, with what follows from that."""

    @property
    def defaults(self) -> tuple[Option, ...]:
        """The options chosen by default, a piece of each."""
        return tuple(option for option in self.options if option.is_default and option.is_active)


OptionGroups = tuple[OptionGroup, ...]
"""The groups of one product, in its order."""


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """Chosen pieces of an option. `price_delta` of one piece in whole UAH."""

    id: OptionId
    name_uk: str
    name_en: str
    quantity: int
    price_delta: int

    def name_in(self, locale: Locale) -> str:
        """Return the name in a language, Ukrainian if there is no English one."""
        return self.name_uk if locale == Locale.UK else self.name_en or self.name_uk


@dataclass(frozen=True, slots=True)
class Choice:
    """The options chosen for one dish; `without` are the defaults left out and not replaced."""

    options: tuple[ChosenOption, ...] = ()
    without: tuple[ChosenOption, ...] = ()
    is_plain: bool = True
    """Whether it is the product's default, which needs no description."""

    @property
    def key(self) -> str:
        """A text that is the same for equal choices."""
        return DEFAULTS if self.is_plain else key_of({option.id: option.quantity for option in self.options})

    @property
    def pieces(self) -> Pieces:
        """How many pieces of each option a dish has."""
        return {option.id: option.quantity for option in self.options}

    def price(self, base_price: int) -> int:
        """Return the price of one dish with this choice, in whole UAH; never below 0."""
        return max(0, base_price + sum(option.price_delta * option.quantity for option in self.options))


PLAIN = Choice()
"""The choice of a product without options."""


def key_of(pieces: Pieces) -> str:
    """Return the text form in which choices are stored and compared."""
    return ",".join(f"{option_id}:{quantity}" for option_id, quantity in sorted(pieces.items())) or NOTHING


def pieces_of(key: str) -> Pieces:
    """Parse a stored choice into pieces."""
    if key in {DEFAULTS, NOTHING}:
        return {}
    pairs = (part.split(":") for part in key.split(","))
    return {OptionId(int(option_id)): int(quantity) for option_id, quantity in pairs}


def choice_words(choice: Choice, locale: Locale) -> list[str]:
    """Describe each part of a choice, what was left out last: '400 мл', 'шот ×2', 'без: цукор'."""
    if choice.is_plain:
        return []
    words = [
        _within(option.name_in(locale)) + (f" ×{option.quantity}" if option.quantity > 1 else "")
        for option in choice.options
    ]
    if choice.without:
        left_out = ", ".join(_within(option.name_in(locale)) for option in choice.without)
        words.append(f"{WITHOUT.in_locale(locale)}: {left_out}")
    return words


def describe_line(name: str, choice: Choice, locale: Locale) -> str:
    """Describe a dish with its choice: 'Лате (400 мл, вівсяне, шот ×2, без: цукор)'. Used wherever one is shown."""
    words = choice_words(choice, locale)
    return f"{name} ({', '.join(words)})" if words else name


def _within(name: str) -> str:
    """Return an option's name for the middle of a sentence; abbreviations keep their capitals."""
    is_word = len(name) > 1 and name[1].islower()
    return name[0].lower() + name[1:] if is_word else name


def option_key(group: str, option: str) -> str:
    """Return the key of an option in the history of changes, from two slugs."""
    return f"{group}/{option}"


def option_name(group: str, option: str) -> str:
    """Return the name of an option together with its group's."""
    return f"{group}: {option}"
