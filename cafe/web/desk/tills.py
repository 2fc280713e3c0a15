"""The cash day at the desk: counting blind, opening and closing; figures for those who may see them."""

from collections.abc import Awaitable, Mapping
from dataclasses import asdict
from typing import Any

from aiohttp import web

from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.lengths import NOTE
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.money.tills.model import FACES, Count, Figures, Move, MoveKind, TillDay, TillError, TillState
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import id_of, json_response, path_id, read_body

COUNTS = (Right.ORDERS, Right.CASH)
"""Who counts, and brings or takes cash."""
SEES = (Right.CASH, Right.REPORTS)
"""Who sees the figures of a day that is open, and of closed ones."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    tills, guard = TillHandlers(services), access.guard
    return [
        web.get("/api/desk/tills", guard(tills.get, *COUNTS, *SEES)),
        web.post("/api/desk/tills", guard(tills.add, Right.CASH)),
        web.patch("/api/desk/tills/{till_id:[0-9]+}", guard(tills.change, Right.CASH)),
        web.post("/api/desk/tills/counts", guard(tills.count, *COUNTS)),
        web.post("/api/desk/tills/openings", guard(tills.open, *COUNTS)),
        web.post("/api/desk/tills/closings", guard(tills.close, *COUNTS)),
        web.post("/api/desk/tills/moves", guard(tills.move, *COUNTS)),
        web.get("/api/desk/tills/days/{day_id:[0-9]+}", guard(tills.get_day, *SEES)),
    ]


class TillHandlers:
    """Each answer is how things stand now. Sums in kopiykas."""

    def __init__(self, services: Services) -> None:
        self._tills = services.tills
        self._directory = services.staff

    async def get(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/tills."""
        return await self._answer(session)

    async def get_day(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/tills/days/{day_id}: a closed day with its counts and moves."""
        try:
            closed = await self._tills.get_day(path_id(request, "day_id"))
        except TillError as error:
            return _refusal(error)
        counts, moves = [_count_json(each) for each in closed.counts], [_move_json(each) for each in closed.moves]
        return json_response(_day_json(closed.day) | {"counts": counts, "moves": moves})

    async def add(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/tills `{name}`."""
        body = await read_body(request)
        return await self._done(session, self._tills.add(body.get("name")))

    async def change(self, request: web.Request, session: Session) -> web.Response:
        """PATCH /api/desk/tills/{till_id} `{name, people}`: who works at it, by their ids."""
        body = await read_body(request)
        listed = body.get("people")
        people = [id_of(each) for each in listed] if isinstance(listed, list) else [None]
        if not all(people):
            raise ProblemsError(Problem("people", "desk-field-invalid"))
        act = self._tills.change(path_id(request, "till_id"), body.get("name"), [each for each in people if each])
        return await self._done(session, act)

    async def count(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/tills/counts `{till, pieces}`: what was counted, for opening or closing the day.

        `till` may be null where there is none yet. Only the answer says what was expected.
        """
        body = await read_body(request)
        till = body.get("till")
        if till is not None and id_of(till) is None:
            raise ProblemsError(Problem("till", "desk-field-invalid"))
        try:
            count = await self._tills.count(id_of(till), body.get("pieces"), session.member.name)
        except TillError as error:
            return _refusal(error)
        return await self._answer(session, count=_count_json(count))

    async def open(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/tills/openings `{count, reason}`."""
        body = await read_body(request)
        act = self._tills.open(id_of(body.get("count")) or 0, _read_reason(body), session.member.name)
        return await self._done(session, act)

    async def close(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/tills/closings `{count, reason}`."""
        body = await read_body(request)
        act = self._tills.close(id_of(body.get("count")) or 0, _read_reason(body), session.member.name)
        return await self._done(session, act)

    async def move(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/tills/moves `{till, kind, amount, reason}`: `kind` is `in` or `out`, `amount` above 0."""
        body = await read_body(request)
        if body.get("kind") not in [MoveKind.IN, MoveKind.OUT]:
            raise ProblemsError(Problem("kind", "desk-field-invalid"))
        kind, till = MoveKind(body["kind"]), id_of(body.get("till")) or 0
        act = self._tills.move(till, kind, body.get("amount"), _read_reason(body), session.member.name)
        return await self._done(session, act)

    async def _done(self, session: Session, act: Awaitable[object]) -> web.Response:
        try:
            await act
        except TillError as error:
            return _refusal(error)
        return await self._answer(session)

    async def _answer(self, session: Session, **about: object) -> web.Response:
        states, days = await self._tills.read()
        sees = session.member.may(*SEES)
        found: dict[str, Any] = {
            **about,
            "faces": FACES,
            "tills": [_state_json(each, session, sees=sees) for each in states],
        }
        if session.member.may(Right.CASH):
            people = await self._directory.list_all()
            found["people"] = [{"id": each.id, "name": each.name} for each in people if each.is_active]
        return json_response(found | {"days": [_day_json(each) for each in days]} if sees else found)


def _refusal(error: TillError) -> web.Response:
    """Answer why nothing was done."""
    return json_response({"error": error.problem.replace("-", "_")}, status=409)


def _read_reason(body: Mapping[str, Any]) -> str:
    reason = body.get("reason", "")
    text = (clean_text(reason) or "") if isinstance(reason, str) else ""
    if len(text) > NOTE:
        raise ProblemsError(Problem("reason", "cash-reason-invalid", {"most": NOTE}))
    return text


def _state_json(state: TillState, session: Session, *, sees: bool) -> dict[str, Any]:
    """Return how a till stands; who sees no figures sees their own count, and what they brought or took."""
    till, day, count = state.till, state.day, state.count
    is_own = count is not None and count.counted_by == session.member.name
    about = {
        "id": till.id,
        "name": till.name,
        "people": till.people,
        "closed_today": state.closed_today,
        "day": day and {"id": day.id, "number": day.number, "day": day.day, "by": day.opened_by, "at": day.opened_at},
        "count": _count_json(count) if count is not None and (sees or is_own) else None,
    }
    by_hand = {MoveKind.IN, MoveKind.OUT}
    shown = [each for each in state.moves if sees or (each.kind in by_hand and each.actor == session.member.name)]
    about["moves"] = [_move_json(each) for each in shown]
    return about | {"figures": state.figures and asdict(state.figures)} if sees else about


def _count_json(count: Count) -> dict[str, Any]:
    return {
        "id": count.id,
        "till": count.till_id,
        "purpose": count.purpose,
        "counted": count.counted,
        "pieces": count.pieces,
        "expected": count.expected,
        "difference": count.difference,
        "by": count.counted_by,
        "at": count.at,
    }


def _day_json(day: TillDay) -> dict[str, Any]:
    figures: Figures | None = day.figures
    return {
        "id": day.id,
        "till": day.till,
        "number": day.number,
        "day": day.day,
        "opened_by": day.opened_by,
        "opened_at": day.opened_at,
        "opening_reason": day.opening_reason,
        "closed_by": day.closed_by,
        "closed_at": day.closed_at,
        "closing_reason": day.closing_reason,
        "counted": day.closing and day.closing.counted,
        "difference": day.closing and day.closing.difference,
        "pieces": day.closing and day.closing.pieces,
        "figures": figures and asdict(figures),
    }


def _move_json(move: Move) -> dict[str, Any]:
    return {
        "id": move.id,
        "kind": move.kind,
        "amount": move.amount,
        "order": None if move.order_id is None else {"id": move.order_id, "number": move.number},
        "by": move.actor,
        "reason": move.reason,
        "at": move.at,
    }
