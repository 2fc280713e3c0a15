"""Excise marks at the kitchen's screen and at the desk: what an order still needs, and scanning it."""

from collections.abc import Iterable
from typing import Any

from aiohttp import web

from cafe.core.catalogue.bottles.model import MarkError, MarksMissingError, MissingMark
from cafe.core.kernel.errors import CafeError
from cafe.core.services import Services
from cafe.web.json import json_response, path_id, read_body

MAX_BYTES = 1024 * 1024
"""A camera's picture of a mark, scaled down by the page."""


def missing_json(missing: Iterable[MissingMark]) -> list[dict[str, Any]]:
    """Return what is to be scanned: a drink's own bottles, or another bottle of an ingredient."""
    return [_missing_json(each) for each in missing]


def marks_of(error: CafeError) -> dict[str, Any]:
    """Return what a refusal has besides its code, if it is about excise marks."""
    return {"missing": missing_json(error.missing)} if isinstance(error, MarksMissingError) else {}


def refusal_of(error: MarkError) -> str:
    """Return the code of a refused mark."""
    return error.problem.replace("-", "_")


async def scan(services: Services, request: web.Request, actor: str) -> web.Response:
    """Take a mark for an order: `{"mark", "drink"}` or `{"mark", "ingredient"}`; answer what is missing still."""
    order_id, body = path_id(request, "order_id"), await read_body(request)
    drink, ingredient = (value if isinstance(value := body.get(key), str) else "" for key in ("drink", "ingredient"))
    try:
        missing = await services.bottles.scan_for_order(
            order_id, body.get("mark"), actor, drink=drink, ingredient=ingredient
        )
    except MarkError as error:
        missing = await services.bottles.list_missing(order_id)
        return json_response({"error": refusal_of(error), "missing": missing_json(missing)}, status=409)
    return json_response({"missing": missing_json(missing)})


async def read_code(services: Services, request: web.Request) -> web.Response:
    """Answer what the code in the picture of the body says, for browsers that cannot read it; null if there is none."""
    content = await request.read()
    if len(content) > MAX_BYTES:
        return json_response({"error": "too_large"}, status=413)
    return json_response({"text": await services.bottles.read_picture(content)})


def _missing_json(each: MissingMark) -> dict[str, Any]:
    about = {"name": each.name.uk, "name_en": each.name.en}
    if each.drink:
        return {**about, "drink": each.drink, "pieces": each.pieces}
    amounts = {"unit": each.unit, "remaining": each.remaining, "needed": each.needed}
    return {**about, "ingredient": each.ingredient, **amounts}
