"""Menu routes (specification, Menu)."""

from collections.abc import Callable
from typing import Any

import orjson
from aiohttp import web

from cafe.core.allergens import known_allergens
from cafe.core.menu import MenuService
from cafe.core.snapshot import Menu
from cafe.core.values import Locale
from cafe.web.documents import Document


class MenuHandlers:
    """Answers with ready-made documents, made anew when the menu changes."""

    def __init__(self, menu: MenuService) -> None:
        self._menu = menu
        self._made_of: Menu | None = None
        self._documents: dict[str, Document] = {}

    async def list_categories(self, request: web.Request) -> web.Response:
        """GET /api/categories."""
        return self._document("categories", _categories, request)

    async def list_products(self, request: web.Request) -> web.Response:
        """GET /api/products."""
        return self._document("products", _products, request)

    def _document(
        self, name: str, make: Callable[[Menu, Locale], list[dict[str, Any]]], request: web.Request
    ) -> web.Response:
        menu = self._menu.get()
        if menu is not self._made_of:
            self._documents.clear()
            self._made_of = menu
        # Parsing the address takes longer than all the rest here, so it is looked at before.
        locale = Locale.of(request.query.get("locale")) if "?" in request.raw_path else Locale.UK
        document = self._documents.get(name + locale)
        if document is None:
            document = Document.make(orjson.dumps(make(menu, locale)), "application/json; charset=utf-8")
            self._documents[name + locale] = document
        return document.respond(request)


def _categories(menu: Menu, locale: Locale) -> list[dict[str, Any]]:
    return [
        {
            "id": category.id,
            "name": category.name(locale),
            "slug": category.slug,
            "sort_order": category.sort_order,
        }
        for category in menu.categories
    ]


def _products(menu: Menu, locale: Locale) -> list[dict[str, Any]]:
    return [
        {
            "id": product.id,
            "category_id": product.category_id,
            "name": product.name(locale),
            "description": product.description(locale),
            "weight": product.weight(locale),
            "price": product.price,
            "image_url": product.image_url,
            "allergens": [
                {"code": allergen.code, "label": allergen.label(locale), "emoji": allergen.emoji}
                for allergen in known_allergens(product.allergens)
            ],
        }
        for product in menu.products
    ]
