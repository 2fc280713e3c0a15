"""Couriers' cash at the desk: counting what is handed in, and, for those who may see the sums, deciding."""

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from cafe.core.delivery.cash.model import (
    MAX_CASH,
    CashError,
    CashMove,
    CashOverview,
    Decision,
    HandIn,
    Pocket,
)
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.lengths import NOTE
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.courier_cash import cash_refusal, read_counted
from cafe.web.desk.access import DeskAccess
from cafe.web.json import id_of, json_response, path_id, read_body


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    cash, guard = CashHandlers(services), access.guard
    return [
        web.get("/api/desk/cash", guard(cash.get, Right.ORDERS, Right.CASH)),
        web.post("/api/desk/cash/hand-ins", guard(cash.hand_in, Right.ORDERS, Right.CASH)),
        web.post("/api/desk/cash/hand-ins/{hand_in_id:[0-9]+}/decision", guard(cash.decide, Right.CASH)),
        web.post("/api/desk/cash/corrections", guard(cash.correct, Right.CASH)),
    ]


class CashHandlers:
    """Each answer is how things stand now; sums only for those who may see them, who do not count blind."""

    def __init__(self, services: Services) -> None:
        self._cash = services.courier_cash

    async def get(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/cash."""
        return await self._answer(session)

    async def hand_in(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/cash/hand-ins `{staff, counted}`: what was counted of all that a courier carries."""
        body = await read_body(request)
        counted = read_counted(body)
        try:
            hand_in = await self._cash.hand_in(
                id_of(body.get("staff")) or 0, counted, session.member.name, session.member.id
            )
        except CashError as error:
            return cash_refusal(error)
        return await self._answer(session, agrees=hand_in.difference == 0)

    async def decide(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/cash/hand-ins/{hand_in_id}/decision `{decision, reason}`."""
        body = await read_body(request)
        if body.get("decision") not in list(Decision):
            raise ProblemsError(Problem("decision", "desk-field-invalid"))
        decision, hand_in_id = Decision(body["decision"]), path_id(request, "hand_in_id")
        reason = _read_reason(body, is_needed=decision is Decision.WRITTEN_OFF)
        try:
            await self._cash.decide(hand_in_id, decision, reason, session.member.name)
        except CashError as error:
            return cash_refusal(error)
        return await self._answer(session)

    async def correct(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/cash/corrections `{staff, amount, reason}`: change given along, or taken back (below 0)."""
        body = await read_body(request)
        amount = body.get("amount")
        if not isinstance(amount, int) or isinstance(amount, bool) or not 0 < abs(amount) <= MAX_CASH:
            raise ProblemsError(Problem("amount", "cash-sum-invalid", {"most": MAX_CASH}))
        reason = _read_reason(body, is_needed=True)
        try:
            await self._cash.correct(id_of(body.get("staff")) or 0, amount, reason, session.member.name)
        except CashError as error:
            return cash_refusal(error)
        return await self._answer(session)

    async def _answer(self, session: Session, **about: object) -> web.Response:
        sees_sums = session.member.may(Right.CASH)
        return json_response({**about, **_overview_json(await self._cash.read(), sees_sums=sees_sums)})


def _read_reason(body: Mapping[str, Any], *, is_needed: bool) -> str:
    reason = body.get("reason", "")
    text = (clean_text(reason) or "") if isinstance(reason, str) else ""
    if (is_needed and not text) or len(text) > NOTE:
        raise ProblemsError(Problem("reason", "cash-reason-invalid", {"most": NOTE}))
    return text


def _overview_json(overview: CashOverview, *, sees_sums: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "couriers": [_pocket_json(each, sees_sums=sees_sums) for each in overview.pockets],
        "hand_ins": [_hand_in_json(each, sees_sums=sees_sums) for each in overview.hand_ins],
    }
    return found | {"moves": [_move_json(each) for each in overview.moves]} if sees_sums else found


def _pocket_json(pocket: Pocket, *, sees_sums: bool) -> dict[str, Any]:
    about = {"id": pocket.staff_id, "name": pocket.name, "is_on_shift": pocket.is_on_shift}
    return about | {"in_hand": pocket.in_hand} if sees_sums else about


def _hand_in_json(hand_in: HandIn, *, sees_sums: bool) -> dict[str, Any]:
    about = {
        "id": hand_in.id,
        "name": hand_in.name,
        "counted": hand_in.counted,
        "by": hand_in.counted_by,
        "at": hand_in.at,
        "agrees": hand_in.difference == 0,
        "is_open": hand_in.is_open,
        "decision": hand_in.decision,
    }
    if not sees_sums:
        return about
    decided = {"decided_by": hand_in.decided_by, "decided_at": hand_in.decided_at, "reason": hand_in.reason}
    return about | {"expected": hand_in.expected, "difference": hand_in.difference} | decided


def _move_json(move: CashMove) -> dict[str, Any]:
    return {
        "id": move.id,
        "name": move.name,
        "kind": move.kind,
        "amount": move.amount,
        "order": None if move.order_id is None else {"id": move.order_id, "number": move.number},
        "by": move.actor,
        "reason": move.reason,
        "at": move.at,
    }
