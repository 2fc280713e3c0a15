"""Suggestions on the menu (an addition to the specification)."""

from typing import Any

from aiohttp import web

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.options.model import DEFAULTS, OptionGroups
from cafe.core.catalogue.options.rules import read_choice
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.services import Services
from cafe.web.json import json_response


class SuggestionHandlers:
    def __init__(self, services: Services) -> None:
        self._cache = services.cache
        self._languages = services.texts.languages
        self._suggestions = services.suggestions

    async def get(self, request: web.Request, customer_id: CustomerId | None) -> web.Response:
        """GET /api/menu/suggestions."""
        locale = self._languages.of(request.query.get("locale"))
        suggestions = await self._suggestions.get(customer_id)
        menu = self._cache.menu
        return json_response(
            {
                "again": suggestions.again,
                "popular": suggestions.popular,
                "sold_out": [_sold_out(each, menu.option_groups.get(each.id, ()), locale) for each in menu.sold_out],
            }
        )


def _sold_out(product: Product, groups: OptionGroups, locale: Locale) -> dict[str, Any]:
    return {
        "id": product.id,
        "category_id": product.category_id,
        "name": product.name.in_locale(locale),
        "weight": product.weight.in_locale(locale),
        "price": read_choice(groups, DEFAULTS).price(product.price),
        "image_url": product.image_url,
    }
