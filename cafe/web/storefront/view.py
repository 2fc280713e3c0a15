"""The cafe's public data in one language, with its URLs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.kernel.urls import MENU, WEBAPP


@dataclass(frozen=True, slots=True)
class View:
    """One version of settings and menu in a language."""

    settings: Settings
    """With their texts in the language."""
    menu: Menu
    today: date
    locale: Locale
    texts: Texts
    base_url: str
    """The public address; empty if not configured: then texts that need it are left out."""
    raster: Callable[[str], str | None]
    """Returns for a picture the path or URL of a format that clients without SVG can show."""
    modes: tuple[Mode, ...] = ()
    """The modes of the menu that are on."""
    withheld: frozenset[ProductId] = frozenset()
    """What they withhold."""

    def text(self, text_id: str, /, **values: FluentValue) -> str:
        return self.texts.format(self.locale, text_id, **values)

    def price(self, amount: int) -> str:
        """Write whole UAH as the language does."""
        grouped = f"{amount:,}".replace(",", self.text("language-thousands"))
        return self.text("page-price", amount=grouped)

    @property
    def mode_lines(self) -> list[str]:
        """What guests are told of the modes that are on."""
        return [text for mode in self.modes if (text := mode.message.in_locale(self.locale))]

    def is_available(self, product: Product) -> bool:
        """Whether a product is neither stopped nor withheld now."""
        return product.stopped_until <= self.menu.valid_from and product.id not in self.withheld

    @property
    def others(self) -> list[Locale]:
        """The other languages that the page can be read in."""
        return [each for each in self.texts.languages if each != self.locale]

    def path(self, page: str, locale: Locale | None = None) -> str:
        """Return the address of a page in a language, this one unless another is named."""
        return path_of(page, locale or self.locale, self.settings.default_language)

    def addresses(self, page: str) -> dict[str, str]:
        """Return the address of a page in each language, and for people of any other, for others to open."""
        paths = {str(each): self.path(page, each) for each in self.texts.languages} | {"x-default": page}
        return {lang: self.absolute(path) for lang, path in paths.items()}

    def absolute(self, path: str) -> str:
        """Return an absolute URL; without the public address, the path itself."""
        return f"{self.base_url}{path}" if path.startswith("/") else path

    @property
    def name(self) -> str:
        return self.settings.cafe_name

    @property
    def picture(self) -> str | None:
        """The picture that represents the cafe: its logo, or the first dish's."""
        pictures = (self.settings.logo_url, *(product.image_url for product in self.menu.products))
        return next(filter(None, map(self.raster, pictures)), None)


PAGES = (WEBAPP, MENU)
"""The pages listed for search engines."""


def path_of(page: str, locale: Locale, default: str) -> str:
    """Return the address of a page in a language; the one that it opens in needs no parameter."""
    return page if locale == default else f"{page}?lang={locale}"


def phone_link(phone: str) -> str:
    """Return a phone number in dialling format."""
    return "tel:" + "".join(each for each in phone if each.isdigit() or each == "+")


def sentences(parts: Iterable[str | None]) -> str:
    """Join the non-empty parts, each with a capital and a full stop."""
    said = (part[:1].upper() + part[1:] for part in parts if part)
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in said)


def facts(parts: Iterable[str | None]) -> str:
    """Join the non-empty parts in a line."""
    return " · ".join(part for part in parts if part)


def unbroken(text: str) -> str:
    """Keep a text such as a phone number from breaking across lines."""
    return text.replace(" ", "\u00a0")
