"""The 14 allergens that must be declared (EU 1169/2011 Annex II, Ukrainian law 2639-VIII Annex 1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.kernel.locale import Locale


@dataclass(frozen=True, slots=True)
class Allergen:
    """An allergen of the fixed list; never show the emoji without the label."""

    code: str
    uk: str
    en: str
    emoji: str

    def label(self, locale: Locale) -> str:
        return locale.choose(self.uk, self.en)


ALLERGENS = {
    allergen.code: allergen
    for allergen in (
        Allergen("gluten", "Злаки, що містять глютен", "Cereals containing gluten", "🌾"),
        Allergen("crustaceans", "Ракоподібні", "Crustaceans", "🦐"),
        Allergen("eggs", "Яйця", "Eggs", "🥚"),
        Allergen("fish", "Риба", "Fish", "🐟"),
        Allergen("peanuts", "Арахіс", "Peanuts", "🥜"),
        Allergen("soy", "Соя", "Soybeans", "🌱"),
        Allergen("milk", "Молоко (у т. ч. лактоза)", "Milk (incl. lactose)", "🥛"),
        Allergen("nuts", "Горіхи", "Tree nuts", "🌰"),
        Allergen("celery", "Селера", "Celery", "🥬"),
        Allergen("mustard", "Гірчиця", "Mustard", "🌭"),
        Allergen("sesame", "Кунжут", "Sesame", "🥯"),
        Allergen("sulphites", "Діоксид сірки та сульфіти", "Sulphur dioxide and sulphites", "🍷"),
        Allergen("lupin", "Люпин", "Lupin", "🌸"),
        Allergen("molluscs", "Молюски", "Molluscs", "🦪"),
    )
}


def known_allergens(codes: Iterable[str]) -> tuple[Allergen, ...]:
    """Return the allergens with these codes, in the given order, without unknown codes (specification, Allergen)."""
    return tuple(ALLERGENS[code] for code in codes if code in ALLERGENS)
