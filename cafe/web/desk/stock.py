"""Ingredients at the desk: stock, deliveries, write-offs and counts."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiohttp import web

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock.errors import StockChangedError
from cafe.core.catalogue.stock.form import read_stock_form
from cafe.core.catalogue.stock.model import MoveKind, StockEntry, StockLevel, StockMove
from cafe.core.catalogue.stock.rules import value_of
from cafe.core.kernel.validators import MILLION
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess, DeskHandler
from cafe.web.desk.rights import MONEY
from cafe.web.json import id_of, json_response, read_large_body

PAGE = 50
"""Moves per page."""
KOPIYKAS = 100
"""Of a hryvnia."""

Move = Callable[[Sequence[StockEntry], str, Actor], Awaitable[list[StockMove]]]


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    stock, guard = StockHandlers(services), access.guard
    inventory = services.inventory
    deliver = stock.moving(MoveKind.DELIVERY, inventory.receive)
    write_off = stock.moving(MoveKind.WRITE_OFF, inventory.write_off)
    count = stock.moving(MoveKind.COUNT, inventory.take_stock_count)
    return [
        web.get("/api/desk/stock", guard(stock.list, Right.STOCK, Right.MENU)),
        web.get("/api/desk/stock/moves", guard(stock.list_moves, Right.STOCK)),
        web.get("/api/desk/stock/uses", guard(stock.list_uses, Right.STOCK, Right.MENU)),
        web.post("/api/desk/stock/deliveries", guard(deliver, Right.STOCK)),
        web.post("/api/desk/stock/write-offs", guard(write_off, Right.STOCK)),
        web.post("/api/desk/stock/counts", guard(count, Right.STOCK)),
        web.post("/api/desk/stock/counts/look", guard(stock.preview_count, Right.STOCK)),
    ]


class StockHandlers:
    def __init__(self, services: Services) -> None:
        self._inventory = services.inventory

    async def list(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/stock."""
        levels, has_costs = await self._inventory.list_levels(), session.member.may(MONEY)
        return json_response({"ingredients": [_level_json(level, has_costs=has_costs) for level in levels]})

    async def list_moves(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/stock/moves?code=&before=: newest first; `next` is the `before` of the next page."""
        code, before = request.query.get("code"), id_of(request.query.get("before"))
        moves = await self._inventory.list_moves(code, before=before, limit=PAGE + 1)
        shown = moves[:PAGE]
        following = shown[-1].id if len(moves) > PAGE else None
        return json_response({"moves": _moves_json(shown, session), "next": following})

    async def list_uses(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/stock/uses?code=: the dishes and options whose recipes have an ingredient."""
        uses = await self._inventory.list_uses(request.query.get("code", ""))
        return json_response(
            {
                "uses": [
                    {
                        "name": use.name,
                        "name_en": use.name_en,
                        "amount": use.amount,
                        "product": use.product,
                        "group": use.group,
                    }
                    for use in uses
                ]
            }
        )

    async def preview_count(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/stock/counts/look: preview a count's changes; stores nothing."""
        form = read_stock_form(MoveKind.COUNT, await read_large_body(request))
        differences = await self._inventory.compare_count(form.entries)
        return json_response(
            {
                "differences": [
                    {
                        "code": each.ingredient.code,
                        "stock": each.ingredient.stock,
                        "counted": each.counted,
                        "change": each.change,
                        **({"shelf": each.shelf} if each.shelf != each.ingredient.stock else {}),
                    }
                    for each in differences
                ]
            }
        )

    def moving(self, kind: MoveKind, move: Move) -> DeskHandler:
        """Return the handler of `POST …/deliveries`, `…/write-offs` or `…/counts`."""

        async def handle(request: web.Request, session: Session) -> web.Response:
            form = read_stock_form(kind, await read_large_body(request))
            if any(entry.paid is not None for entry in form.entries) and not session.member.may(MONEY):
                raise ForbiddenError
            try:
                moves = await move(form.entries, form.note, session.actor)
            except StockChangedError as error:
                return json_response({"error": "changed", "moves": _moves_json(error.moves, session)}, status=409)
            return json_response({"moves": _moves_json(moves, session)}, status=201)

        return handle


def _level_json(level: StockLevel, *, has_costs: bool) -> dict[str, Any]:
    ingredient = level.ingredient
    value = value_of(ingredient.stock, ingredient.cost)
    return {
        "code": ingredient.code,
        "name": ingredient.name,
        "unit": ingredient.unit,
        "stock": ingredient.stock,
        "low_stock": ingredient.low_stock,
        "is_low": ingredient.is_low,
        "last_move": level.last_move,
        **({"held": level.held} if level.held else {}),
        **({"bottle": ingredient.bottle} if ingredient.bottle else {}),
        **(
            {"cost": ingredient.cost / MILLION, "value": value / KOPIYKAS}
            if has_costs and ingredient.cost is not None and value is not None
            else {}
        ),
    }


def _moves_json(moves: Sequence[StockMove], session: Session) -> list[dict[str, Any]]:
    has_costs = session.member.may(MONEY)
    return [_move_json(move) | (_money_json(move) if has_costs else {}) for move in moves]


def _money_json(move: StockMove) -> dict[str, Any]:
    """What was paid for a delivery, and what else came or went was worth."""
    if move.paid is not None:
        return {"paid": move.paid / KOPIYKAS}
    value = value_of(abs(move.change), move.cost_before)
    return {} if value is None or move.kind is MoveKind.DELIVERY else {"value": value / KOPIYKAS}


def _move_json(move: StockMove) -> dict[str, Any]:
    return {
        "id": move.id,
        "kind": move.kind.value,
        "code": move.code,
        "name": move.name,
        "unit": move.unit,
        "change": move.change,
        "before": move.stock_before,
        "after": move.stock_after,
        "note": move.note,
        "by": move.actor.name,
        "at": move.at,
    }
