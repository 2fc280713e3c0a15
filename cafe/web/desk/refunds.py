"""Refunds at the desk: what can be returned, returning it, and outcomes found in the bank's dashboard."""

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderLineId
from cafe.core.kernel.lengths import REASON
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.money.payments.model import Money, StoredPayment
from cafe.core.money.refunds import errors
from cafe.core.money.refunds.model import Refund, RefundOffer, Selection, read_amount
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import Right, Role, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.desk.order_query import is_limited
from cafe.web.desk.orders_json import money_json
from cafe.web.json import id_of, json_response, path_id, read_body


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    refunds, guard = RefundHandlers(services), access.guard
    return [
        web.get("/api/desk/orders/{order_id:[0-9]+}/refunds", guard(refunds.offer, Right.ORDERS, Right.REFUNDS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/refunds", guard(refunds.add, Right.REFUNDS, asks_again=True)),
        web.post(
            "/api/desk/orders/{order_id:[0-9]+}/refunds/{refund_id:[0-9]+}/resolve",
            guard(refunds.resolve, Right.REFUNDS, asks_again=True),
        ),
        web.post(
            "/api/desk/orders/{order_id:[0-9]+}/refunds/{refund_id:[0-9]+}/resume",
            guard(refunds.resume, Right.REFUNDS, asks_again=True),
        ),
    ]


class RefundHandlers:
    """Staff may refund the orders that they see; the settings `refund_role` and `refund_limit` apply here, too."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def offer(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/orders/{order_id}/refunds."""
        return json_response(await self._offer(request, session))

    async def add(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/refunds."""
        await self._check_visible(request, session)
        body = await read_body(request)
        selection, seen = _read_selection(body), id_of(body.get("seen"))
        if seen is None:
            raise ProblemsError(Problem("seen", "desk-field-invalid"))
        reason = clean_text(str(body.get("reason") or "")) or ""
        if len(reason) > REASON:
            raise ProblemsError(Problem("reason", "desk-field-too-long", {"limit": REASON}))
        order_id, member = path_id(request, "order_id"), session.member
        try:
            await self._services.refunds.request(
                order_id,
                selection,
                seen=seen,
                reason=reason,
                actor=member.name,
                role=member.refund_role,
            )
        except errors.RefundForbiddenError:
            raise ForbiddenError from None
        except errors.RefundLimitError as error:
            return json_response({"error": "refund_limit", "limit": error.limit}, status=403)
        except errors.RefundTooLargeError as error:
            left = {"sum": str(Money(error.left))}
            raise ProblemsError(Problem("amount", "desk-refund-too-large", left)) from None
        except errors.RefundUnavailableError:
            return json_response({"error": "provider_unavailable"}, status=409)
        except errors.RefundError:
            return json_response({"error": "changed"} | await self._offer(request, session), status=409)
        return json_response(await self._offer(request, session))

    async def resolve(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/refunds/{refund_id}/resolve."""
        await self._check_visible(request, session)
        is_done = (await read_body(request)).get("done")
        if not isinstance(is_done, bool):
            raise ProblemsError(Problem("done", "desk-field-invalid"))
        refund_id, member = await self._refund_id(request), session.member
        try:
            await self._services.refunds.resolve(refund_id, member.name, is_done=is_done, role=member.refund_role)
        except errors.RefundForbiddenError:
            raise ForbiddenError from None
        return json_response(await self._offer(request, session))

    async def resume(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/refunds/{refund_id}/resume."""
        await self._check_visible(request, session)
        refund_id, member = await self._refund_id(request), session.member
        try:
            await self._services.refunds.resume(refund_id, member.name, role=member.refund_role)
        except errors.RefundForbiddenError:
            raise ForbiddenError from None
        return json_response(await self._offer(request, session))

    async def _refund_id(self, request: web.Request) -> int:
        """Return the refund in the path; it must belong to the order there."""
        offer = await self._services.refunds.offer(path_id(request, "order_id"))
        refund_id = path_id(request, "refund_id")
        if refund_id not in {refund.id for refund in offer.refunds}:
            raise NotFoundError
        return refund_id

    async def _offer(self, request: web.Request, session: Session) -> dict[str, Any]:
        await self._check_visible(request, session)
        offer = await self._services.refunds.offer(path_id(request, "order_id"))
        least = Role(self._services.settings.current.refund_role)
        return _offer_json(offer, locale_of(request, self._services.texts.languages)) | {
            "may_refund": session.member.may_refund(least)
        }

    async def _check_visible(self, request: web.Request, session: Session) -> None:
        """Raise unless the person may see the order."""
        await self._services.lookup.get(path_id(request, "order_id"), is_current=is_limited(session))


def _read_selection(body: Mapping[str, Any]) -> Selection:
    """Parse the selection.

    Raises:
        ProblemsError: it is not clear.
    """
    lines: dict[OrderLineId, int] = {}
    listed = body.get("lines") or []
    for at, line in enumerate(listed if isinstance(listed, list) else [None]):
        known = line if isinstance(line, dict) else {}
        line_id, pieces = id_of(known.get("id")), id_of(known.get("quantity"))
        if line_id is None or not pieces or line_id in lines:
            raise ProblemsError(Problem(f"lines.{at}", "desk-field-invalid"))
        lines[OrderLineId(line_id)] = pieces
    debt, amount = body.get("debt"), body.get("amount")
    is_in_parts = bool(lines) or body.get("delivery") is True
    if sum((is_in_parts, amount is not None, body.get("whole") is True)) > 1:
        raise ProblemsError(Problem("whole", "desk-refund-many-ways"))
    if debt is not None and id_of(debt) is None:
        raise ProblemsError(Problem("debt", "desk-field-invalid"))
    return Selection(
        lines=lines,
        delivery=body.get("delivery") is True,
        amount=None if amount is None else _read_amount(amount),
        is_whole=body.get("whole") is True,
        debt_id=id_of(debt),
        is_in_person=body.get("in_person") is True,
    )


def _read_amount(value: object) -> int:
    """Parse a sum in hryvnias, a number or its text, into kopiykas.

    Raises:
        ProblemsError: it is invalid.
    """
    amount = read_amount(str(value))
    if amount is None:
        raise ProblemsError(Problem("amount", "desk-field-invalid"))
    return amount


def _offer_json(offer: RefundOffer, locale: Locale) -> dict[str, Any]:
    names = {line.id: line.name_in(locale) for line in offer.order.lines}
    return {
        "seen": offer.seen,
        "limit": offer.limit,
        "lines": [
            {
                "id": line.line_id,
                "name": line.line.name_in(locale),
                "left": line.left,
                "amounts": [money_json(Money(amount)) for amount in line.amounts],
            }
            for line in offer.lines
        ],
        "delivery": money_json(Money(offer.delivery)) if offer.delivery else None,
        "whole": None if offer.own is None else _left_json(offer.own),
        "debts": [_left_json(debt) | {"id": debt.debt_id} for debt in offer.debts],
        "refunds": [_refund_json(refund, names) for refund in offer.refunds],
    }


def _left_json(payment: StoredPayment) -> dict[str, Any]:
    return {"money": money_json(Money(payment.left, payment.paid.currency)), "provider": payment.provider}


def _refund_json(refund: Refund, names: Mapping[OrderLineId | None, str]) -> dict[str, Any]:
    return {
        "id": refund.id,
        "money": money_json(refund.money),
        "state": refund.state,
        "way": refund.way,
        "reference": refund.reference,
        "reason": refund.reason,
        "actor": refund.actor,
        "problem": refund.problem,
        "lines": [
            {"id": line.line_id, "quantity": line.quantity, "name": names.get(line.line_id, "")}
            for line in refund.lines
        ],
        "has_delivery": bool(refund.delivery),
    }
