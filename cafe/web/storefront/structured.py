"""The cafe and its menu in schema.org's terms (JSON-LD)."""

from typing import Any

from cafe.core.catalogue.menu.model import Category, Product
from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.options.model import DEFAULTS
from cafe.core.catalogue.options.rules import read_choice
from cafe.core.kernel.urls import MENU, WEBAPP
from cafe.web.storefront.hours import schema_hours
from cafe.web.storefront.view import View

CONTEXT = {"@context": "https://schema.org"}
COUNTRY = "UA"
CURRENCY = "UAH"
SCHEMA_DIETS = {
    Diet.VEGAN: "VeganDiet",
    Diet.VEGETARIAN: "VegetarianDiet",
    Diet.GLUTEN_FREE: "GlutenFreeDiet",
    Diet.LACTOSE_FREE: "LowLactoseDiet",
}


def restaurant(view: View) -> dict[str, Any]:
    """Describe the cafe; its menu is a page of its own."""
    return CONTEXT | _restaurant(view) | {"hasMenu": view.absolute(view.path(MENU))}


def restaurant_with_menu(view: View) -> dict[str, Any]:
    """Describe the cafe with everything on its menu."""
    menu = {
        "@type": "Menu",
        "name": view.text("page-menu-title", cafe=view.name),
        "url": view.absolute(view.path(MENU)),
        "inLanguage": view.locale,
        "hasMenuSection": [_section(view, category) for category in view.menu.categories],
    }
    return CONTEXT | _restaurant(view) | {"hasMenu": menu}


def price_of(view: View, product: Product) -> int:
    """Return a product's price with its default options, in whole UAH."""
    return read_choice(view.menu.option_groups.get(product.id, ()), DEFAULTS).price(product.price)


def products_of(view: View, category: Category) -> list[Product]:
    return [product for product in view.menu.products if product.category_id == category.id]


def _restaurant(view: View) -> dict[str, Any]:
    settings, picture = view.settings, view.picture
    home = view.absolute(WEBAPP)
    prices = [price_of(view, product) for product in view.menu.products]
    said = {
        "@type": "Restaurant",
        "@id": home,
        "name": view.name,
        "url": view.absolute(view.path(WEBAPP)),
        "logo": view.absolute(settings.logo_url),
        "image": picture and view.absolute(picture),
        "telephone": settings.phone,
        "address": settings.address
        and {"@type": "PostalAddress", "streetAddress": settings.address, "addressCountry": COUNTRY},
        "hasMap": settings.maps_url,
        "openingHoursSpecification": schema_hours(view),
        "priceRange": f"{min(prices)}–{max(prices)} {CURRENCY}" if prices else None,
        "currenciesAccepted": CURRENCY,
        "sameAs": settings.instagram_url and [settings.instagram_url],
    }
    return {key: value for key, value in said.items() if value}


def _section(view: View, category: Category) -> dict[str, Any]:
    items = [_item(view, product) for product in products_of(view, category)]
    return {"@type": "MenuSection", "name": category.name.in_locale(view.locale), "hasMenuItem": items}


def _item(view: View, product: Product) -> dict[str, Any]:
    picture = view.raster(product.image_url)
    diets = product.diets_of(view.menu.option_groups.get(product.id, ()))
    item = {
        "@type": "MenuItem",
        "name": product.name.in_locale(view.locale),
        "description": product.description.in_locale(view.locale),
        "image": picture and view.absolute(picture),
        "suitableForDiet": [f"https://schema.org/{SCHEMA_DIETS[diet]}" for diet in diets],
        "offers": {
            "@type": "Offer",
            "price": price_of(view, product),
            "priceCurrency": CURRENCY,
            "availability": f"https://schema.org/{'InStock' if view.is_available(product) else 'SoldOut'}",
        },
    }
    return {key: value for key, value in item.items() if value}
