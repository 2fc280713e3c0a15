"""The banks' own lists of payments at the desk: comparisons with ours, and their differences."""

from typing import Any

from aiohttp import web

from cafe.core.money.payments.model import Money
from cafe.core.money.statements.model import Comparison, Side, Statements, StoredDifference
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.orders_json import money_json
from cafe.web.json import json_response, path_id


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    statements, guard = StatementHandlers(services), access.guard
    return [
        web.get("/api/desk/statements", guard(statements.get, Right.REPORTS)),
        web.post("/api/desk/statements/compare", guard(statements.compare, Right.REPORTS)),
        web.post("/api/desk/statements/{difference_id:[0-9]+}/settle", guard(statements.settle, Right.REPORTS)),
    ]


class StatementHandlers:
    """For people who may see the reports."""

    def __init__(self, services: Services) -> None:
        self._statements = services.statements

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/statements: stored results, without requests to banks."""
        return await self._answer()

    async def compare(self, _request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/statements/compare: requests each bank's list now, which may take almost a minute."""
        await self._statements.compare_all()
        return await self._answer()

    async def settle(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/statements/{difference_id}/settle: mark a difference as settled."""
        await self._statements.settle(path_id(request, "difference_id"), session.member.name)
        return await self._answer()

    async def _answer(self) -> web.Response:
        return json_response(_statements_json(await self._statements.get()))


def _statements_json(statements: Statements) -> dict[str, Any]:
    return {
        "banks": [_comparison_json(comparison) for comparison in statements.comparisons],
        "differences": [_difference_json(stored) for stored in statements.differences],
        "count": statements.count,
    }


def _comparison_json(comparison: Comparison) -> dict[str, Any]:
    totals = comparison.totals
    return {
        "provider": comparison.provider,
        "began_at": comparison.began_at,
        "compared_at": comparison.compared_at,
        "failing_since": comparison.failing_since,
        "problem": comparison.problem,
        "since": comparison.since,
        "payments": totals.payments,
        "amount": money_json(Money(totals.amount)),
        "returned": money_json(Money(totals.returned)),
        "fee": None if totals.fee is None else money_json(Money(totals.fee)),
    }


def _difference_json(stored: StoredDifference) -> dict[str, Any]:
    difference = stored.difference
    order = {"id": difference.order_id, "number": stored.order_number}
    return {
        "id": stored.id,
        "provider": stored.provider,
        "invoice_id": difference.invoice_id,
        "kind": difference.kind,
        "order": None if difference.order_id is None else order,
        "here": _side_json(difference.here),
        "there": _side_json(difference.there),
        "made_at": difference.made_at,
        "found_at": stored.found_at,
    }


def _side_json(side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    returned = None if side.returned is None else money_json(Money(side.returned, side.currency))
    return {"paid": money_json(Money(side.amount, side.currency)), "returned": returned}
