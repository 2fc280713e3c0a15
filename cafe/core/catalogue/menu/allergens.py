"""The 14 allergens that must be declared (EU 1169/2011 Annex II, Ukrainian law 2639-VIII Annex 1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts


@dataclass(frozen=True, slots=True)
class Allergen:
    """An allergen of the fixed list; never show the emoji without the label."""

    code: str
    emoji: str

    @property
    def text_id(self) -> str:
        return f"allergen-{self.code}"

    def label(self, texts: Texts, locale: Locale) -> str:
        return texts.format(locale, self.text_id)


ALLERGENS = {
    allergen.code: allergen
    for allergen in (
        Allergen("gluten", "🌾"),
        Allergen("crustaceans", "🦐"),
        Allergen("eggs", "🥚"),
        Allergen("fish", "🐟"),
        Allergen("peanuts", "🥜"),
        Allergen("soy", "🌱"),
        Allergen("milk", "🥛"),
        Allergen("nuts", "🌰"),
        Allergen("celery", "🥬"),
        Allergen("mustard", "🌭"),
        Allergen("sesame", "🥯"),
        Allergen("sulphites", "🍷"),
        Allergen("lupin", "🌸"),
        Allergen("molluscs", "🦪"),
    )
}


def known_allergens(codes: Iterable[str]) -> tuple[Allergen, ...]:
    """Return the allergens with these codes, in the given order, ignoring unknown codes (specification, Allergen)."""
    return tuple(ALLERGENS[code] for code in codes if code in ALLERGENS)
