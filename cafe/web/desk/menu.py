"""The menu at the desk: all of it at a glance, copies of dishes, and many prices at once."""

from fractions import Fraction
from typing import Any

from aiohttp import web

from cafe.core.catalogue.edits.overview import Dish
from cafe.core.catalogue.edits.prices import PriceRule, Rounding, Selection
from cafe.core.catalogue.menu.allergens import ALLERGENS
from cafe.core.catalogue.menu.model import Category
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.stock.portions import PortionCost, read_priced_portions
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.validators import MAX_UAH
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.rights import MONEY, shown_fields
from cafe.web.json import json_response, read_body, read_large_body

STEPS = (1, 5, 10)
"""Whole UAH that prices may be rounded to."""
MIN_PERCENT, MAX_PERCENT = -100, 1_000


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    menu = MenuHandlers(services)
    return [
        web.get("/api/desk/menu", access.guard(menu.get)),
        web.get("/api/desk/menu/dish", access.guard(menu.get_dish, Right.MENU)),
        web.post("/api/desk/menu/costs/look", access.guard(menu.look_at_costs, MONEY)),
        web.post("/api/desk/menu/copy", access.guard(menu.copy, Right.MENU)),
        web.post("/api/desk/menu/prices", access.guard(menu.preview_prices, Right.MENU)),
    ]


class MenuHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/menu: what the list shows; one dish with everything is an item of the catalogue."""
        overview, texts = await self._services.overview.read(), self._services.texts
        response = json_response(
            {
                "categories": [_category_json(category) for category in overview.categories],
                "products": [_dish_json(dish) for dish in overview.dishes],
                "allergens": [
                    {
                        "code": each.code,
                        "name": each.label(texts, Locale.UK),
                        "name_en": each.label(texts, Locale.EN),
                        "emoji": each.emoji,
                    }
                    for each in ALLERGENS.values()
                ],
                "now": int(overview.now.timestamp()),
                "opens_at": overview.opens_at and int(overview.opens_at.timestamp()),
            }
        )
        response.enable_compression()  # a large menu is a megabyte
        return response

    async def get_dish(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/menu/dish: a complete dish (no `slug`: a new one), and what may be chosen for it."""
        slug, edits = request.query.get("slug"), self._services.edits
        dish = None if slug is None else await edits.find_item("products", slug)
        if slug is not None and dish is None:
            raise NotFoundError
        return json_response(
            {
                "dish": dish,
                "ingredients": [
                    shown_fields(session.member, "ingredients", item) for item in await edits.list_items("ingredients")
                ],
                "option_groups": await edits.list_items("option_groups"),
                "tax_groups": await edits.list_items("tax_groups"),
            }
        )

    async def look_at_costs(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/menu/costs/look: what portions as typed cost and leave; stores nothing."""
        portions = read_priced_portions(await read_large_body(request))
        costs = await self._services.inventory.cost_portions(portions)
        return json_response({"portions": [_portion_json(each) for each in costs]})

    async def copy(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/menu/copy: add a copy of a dish, hidden for now."""
        slug = (await read_body(request)).get("slug")
        item = await self._services.edits.copy_product(session.actor, slug if isinstance(slug, str) else "")
        return json_response({"item": item}, status=201)

    async def preview_prices(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/menu/prices: the new prices by a rule; applying them is an edit."""
        selection, rule = _read_rule(await read_large_body(request))
        prices = await self._services.prices.preview(selection, rule)
        wrong = next((each for each in prices if not 0 <= each.new_price <= MAX_UAH), None)
        if wrong is not None:
            text = "prices-below-zero" if wrong.new_price < 0 else "prices-too-high"
            raise ProblemsError(Problem("amount", text, {"name": wrong.name}))
        return json_response(
            {
                "prices": [
                    {"slug": each.slug, "category": each.category, "price": each.price, "new_price": each.new_price}
                    for each in prices
                ]
            }
        )


def _portion_json(portion: PortionCost) -> dict[str, Any]:
    cost, amount, permille = portion.margin.cost, portion.margin.amount, portion.margin.permille
    return {
        "cost": None if cost is None else cost / 100,
        "margin": None if amount is None else amount / 100,
        "percent": None if permille is None else permille / 10,
        "missing": portion.missing,
        "has_recipe": portion.has_recipe,
    }


def _category_json(category: Category) -> dict[str, Any]:
    return {
        "slug": category.slug,
        "name": category.name.uk,
        "name_en": category.name.en,
        "sort_order": category.sort_order,
        "active": category.is_active,
        "available": [str(window) for window in category.windows],
    }


def _dish_json(dish: Dish) -> dict[str, Any]:
    product = dish.product
    return {
        "slug": product.slug,
        "category": dish.category,
        "name": product.name.uk,
        "name_en": product.name.en,
        "price": product.price,
        "image_url": product.image_url,
        "sort_order": product.sort_order,
        "active": product.is_active,
        "stopped_until": min(product.stopped_until, ENDLESS),
        "missing": dish.missing,
    }


def _read_rule(body: dict[str, Any]) -> tuple[Selection, PriceRule]:
    """Parse which prices change, and how.

    Raises:
        ProblemsError: with every problem.
    """
    problems = []
    percent, amount = _percent_of(body.get("percent")), body.get("amount", 0)
    if "percent" in body and percent is None:
        problems.append(Problem("percent", "prices-percent"))
    if isinstance(amount, bool) or not isinstance(amount, int) or abs(amount) > MAX_UAH:
        problems.append(Problem("amount", "prices-amount"))
    if body.get("step", 1) not in STEPS:
        problems.append(Problem("step", "prices-step"))
    if body.get("rounding", Rounding.NEAREST) not in list(Rounding):
        problems.append(Problem("rounding", "prices-step"))
    selection = Selection(_slugs(body.get("categories")), _slugs(body.get("products")), body.get("all") is True)
    if not (selection.categories or selection.products or selection.is_all):
        problems.append(Problem("selection", "prices-selection"))
    problems += [
        Problem(name, "desk-field-invalid")
        for name in ("categories", "products")
        if not isinstance(body.get(name, []), list)
    ]
    if problems:
        raise ProblemsError(*problems)
    rounding = Rounding(body.get("rounding", Rounding.NEAREST))
    return selection, PriceRule(percent, amount, body.get("step", 1), rounding)


def _percent_of(value: object) -> Fraction | None:
    """Parse a percentage exactly as written: 7.1 is 71/10."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not MIN_PERCENT <= value <= MAX_PERCENT:
        return None
    return Fraction(str(value))


def _slugs(value: object) -> frozenset[str]:
    return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else frozenset()
