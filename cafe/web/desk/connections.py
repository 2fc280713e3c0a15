"""The keys of outside services, for owners: which are set, typing them, and an order that tries the bank out."""

from typing import Any

from aiohttp import web

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.core.upkeep.connections.model import KEYS, Connection, ConnectionState
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response, read_body


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    connections = ConnectionHandlers(services)
    guard, area = access.guard, Right.SETTINGS
    return [
        web.get("/api/desk/connections", guard(connections.list, area)),
        web.post("/api/desk/connections/{connection}", guard(connections.connect, area, asks_again=True)),
        web.delete("/api/desk/connections/{connection}", guard(connections.disconnect, area, asks_again=True)),
        web.post("/api/desk/test-order", guard(connections.order, area)),
    ]


class ConnectionHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/connections: what is set and where; never a key."""
        states = await self._services.connections.list()
        bot = await self._services.sign_in_codes.bot_name()
        return json_response({"connections": [_json(state) for state in states], "bot": None if not bot else f"@{bot}"})

    async def connect(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/connections/{connection}: try keys out and, if they are accepted, use them from now on."""
        connection = _connection_of(request)
        body = await read_body(request)
        wrong = [name for name in body if name not in KEYS[connection]]
        wrong += [name for name in KEYS[connection] if not isinstance(body.get(name, ""), str)]
        if wrong:
            raise ProblemsError(*(Problem(name, "desk-field-invalid") for name in wrong))
        await self._services.connections.connect(connection, body, session.actor)
        return await self.list(request, session)

    async def disconnect(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/connections/{connection}: forget its keys."""
        await self._services.connections.disconnect(_connection_of(request), session.actor)
        return await self.list(request, session)

    async def order(self, _request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/test-order: an order for 1 UAH with its payment page, to pay and to give back."""
        order = await self._services.trial_orders.place(session.member.name)
        page = await self._services.payments.open_invoice(order.id)
        answer = {"order_id": order.id, "number": order.number, "pay_url": page.page_url}
        return json_response(answer, status=201)


def _connection_of(request: web.Request) -> Connection:
    name = request.match_info["connection"]
    if name not in list(Connection):
        raise NotFoundError
    return Connection(name)


def _json(state: ConnectionState) -> dict[str, Any]:
    return {"name": state.connection.value, "source": state.source, "is_readable": state.is_readable}
