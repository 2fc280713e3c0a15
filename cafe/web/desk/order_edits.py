"""Edits of orders at the desk: at once, or proposed to the guest."""

from aiohttp import web

from cafe.core.money.refunds.errors import RefundForbiddenError, RefundLimitError
from cafe.core.ordering.order_edits.model import Author
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import Right, Role, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.desk.order_query import is_limited
from cafe.web.json import json_response, path_id, read_body
from cafe.web.order_edits import planned_json, read_wanted


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    edits = DeskEditHandlers(services)
    return [web.post("/api/desk/orders/{order_id:[0-9]+}/edits", access.guard(edits.edit, Right.ORDERS))]


class DeskEditHandlers:
    """Staff may edit the orders that they see; where money goes back, `refund_role` and `refund_limit` apply."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def edit(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/edits: tell what it would come to (`preview`), or do it.

        What the guest has to agree to is proposed, unless they have already (`is_agreed`).
        """
        order_id, body = path_id(request, "order_id"), await read_body(request)
        await self._services.lookup.get(order_id, is_current=is_limited(session))  # not found, if they may not see it
        wanted, edits = read_wanted(body), self._services.order_edits
        if body.get("preview") is True:
            locale = locale_of(request, self._services.texts.languages)
            return json_response(planned_json(await edits.preview(order_id, wanted), locale))
        role = session.member.refund_role
        author = Author(session.actor.name, role or Role.STAFF, may_return=role is not None)
        try:
            result = await edits.edit(order_id, wanted, author, is_agreed=body.get("is_agreed") is True)
        except RefundForbiddenError:
            raise ForbiddenError from None
        except RefundLimitError as error:
            return json_response({"error": "refund_limit", "limit": error.limit}, status=403)
        return json_response({"is_proposed": result.is_proposed, "total": result.order.total})
