"""Menu routes (specification, Menu)."""

import asyncio
from collections.abc import Callable
from typing import Any

import orjson
from aiohttp import web

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.model import DEFAULTS, Option, OptionGroup, OptionGroups
from cafe.core.catalogue.options.rules import read_choice
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.services import Services
from cafe.web.cached_responses import CachedResponse
from cafe.web.json import allergens_json, diets_json

Make = Callable[[Menu, Texts, Locale], list[dict[str, Any]]]


class MenuHandlers:
    """Responds with cached documents, which are rebuilt when the menu changes: in a thread, as a menu may be large."""

    def __init__(self, services: Services) -> None:
        self._cache = services.cache
        self._texts = services.texts
        self._source: Menu | None = None
        self._documents: dict[str, CachedResponse] = {}
        self._making = asyncio.Lock()

    async def list_categories(self, request: web.Request) -> web.Response:
        """GET /api/categories."""
        return await self._respond("categories", _categories, request)

    async def list_products(self, request: web.Request) -> web.Response:
        """GET /api/products."""
        return await self._respond("products", _products, request)

    async def _respond(self, name: str, make: Make, request: web.Request) -> web.Response:
        menu = self._cache.menu
        if menu is not self._source:
            self._documents, self._source = {}, menu
        documents = self._documents
        # Parsing the URL takes longer than all the rest here, so skip it if there is no query.
        locale = self._texts.languages.of(request.query.get("locale")) if "?" in request.raw_path else Locale.UK
        key = name + locale
        if key not in documents:
            async with self._making:
                if key not in documents:  # else somebody had it made meanwhile
                    documents[key] = await asyncio.to_thread(_document, make, menu, self._texts, locale)
        return documents[key].respond(request)


def _document(make: Make, menu: Menu, texts: Texts, locale: Locale) -> CachedResponse:
    return CachedResponse.make(orjson.dumps(make(menu, texts, locale)), "application/json; charset=utf-8")


def _categories(menu: Menu, _texts: Texts, locale: Locale) -> list[dict[str, Any]]:
    return [
        {
            "id": category.id,
            "name": category.name.in_locale(locale),
            "slug": category.slug,
            "sort_order": category.sort_order,
        }
        for category in menu.categories
    ]


def _products(menu: Menu, texts: Texts, locale: Locale) -> list[dict[str, Any]]:
    return [
        _product(product, texts, locale)
        | _additions(product, menu.option_groups.get(product.id, ()), texts, locale, menu.valid_from)
        for product in menu.products
    ]


def _product(product: Product, texts: Texts, locale: Locale) -> dict[str, Any]:
    return {
        "id": product.id,
        "category_id": product.category_id,
        "name": product.name.in_locale(locale),
        "description": product.description.in_locale(locale),
        "weight": product.weight.in_locale(locale),
        "price": product.price,
        "image_url": product.image_url,
        "allergens": allergens_json(product.allergens, texts, locale),
    }


def _additions(product: Product, groups: OptionGroups, texts: Texts, locale: Locale, now: int) -> dict[str, Any]:
    """Return the keys beyond the specification: marks, what is chosen for the product, and what the defaults change."""
    keys: dict[str, Any] = {"notes": True} if product.takes_note else {}
    if product.no_allergens:
        keys["no_allergens"] = True
    if product.marks:
        keys["marks"] = product.marks
    if groups:
        keys["price"] = read_choice(groups, DEFAULTS).price(product.price)
        keys["option_groups"] = [_group(group, texts, locale, now) for group in groups]
    if (allergens := product.allergens_of(groups)) != product.allergens:
        keys["allergens"] = allergens_json(allergens, texts, locale)
        keys["base_allergens"] = allergens_json(product.allergens, texts, locale)
    if diets := product.diets_of(groups):
        keys["diets"] = diets_json(diets, texts, locale)
    if product.own_diets != diets:
        keys["base_diets"] = diets_json(product.own_diets, texts, locale)
    return keys


def _group(group: OptionGroup, texts: Texts, locale: Locale, now: int) -> dict[str, Any]:
    keys: dict[str, Any] = {
        "id": group.id,
        "name": group.name.in_locale(locale),
        "min": group.min,
        "max": group.max,
        "options": [_option(option, texts, locale, now) for option in group.options],
    }
    if group.makes:
        keys["makes"] = diets_json(group.makes, texts, locale)
    return keys


def _option(option: Option, texts: Texts, locale: Locale, now: int) -> dict[str, Any]:
    keys: dict[str, Any] = {
        "id": option.id,
        "name": option.name.in_locale(locale),
        "price_delta": option.price_delta,
        "is_default": option.is_default,
        "is_available": option.is_available(now),
        "max_quantity": option.max_quantity,
    }
    if option.allergens:
        keys["allergens"] = allergens_json(option.allergens, texts, locale)
    if option.without:
        keys["without"] = allergens_json(option.without, texts, locale)
    if option.diets:
        keys["diets"] = diets_json(option.diets, texts, locale)
    return keys
