"""Customers at the desk: finding them by phone, and forgetting them."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from aiohttp import web

from cafe.core.kernel.lengths import SEARCH
from cafe.core.ordering.lookup.customer_model import CustomerCursor, CustomerEntry
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.order_query import cursor_text, read_cursor
from cafe.web.json import json_response, path_id


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    customers = CustomerHandlers(services)
    guard = access.guard
    return [
        web.get("/api/desk/customers", guard(customers.find, Right.REPORTS)),
        web.get("/api/desk/customers/{customer_id:[0-9]+}", guard(customers.get, Right.REPORTS)),
        web.post(
            "/api/desk/customers/{customer_id:[0-9]+}/forget", guard(customers.forget, Right.PEOPLE, asks_again=True)
        ),
    ]


class CustomerHandlers:
    """A customer is identified by one of their orders, so that no phone appears in a URL or log."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def find(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/customers."""
        cursor = read_cursor(request)
        before = None if cursor is None else CustomerCursor(*cursor)
        page = await self._services.customer_lookup.find(request.query.get("text", "")[:SEARCH], before)
        following = page.following
        answer = {
            "customers": [self._json(customer) for customer in page.customers],
            "after": None if following is None else cursor_text(following.last_visit, following.last_order),
            "total": page.total,
        }
        return json_response(answer)

    async def get(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/customers/{customer_id}."""
        return json_response(self._json(await self._services.customer_lookup.get(path_id(request, "customer_id"))))

    async def forget(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/customers/{customer_id}/forget."""
        forgotten = await self._services.privacy.forget_phone_of(path_id(request, "customer_id"))
        return json_response({"orders": forgotten.orders, "open_orders": forgotten.open_orders})

    def _json(self, customer: CustomerEntry) -> dict[str, Any]:
        zone = self._services.settings.current.zone
        return {
            "id": customer.id,
            "name": customer.name,
            "phone": customer.phone,
            "usernames": customer.usernames,
            "orders": customer.orders,
            "completed": customer.completed,
            "cancelled": customer.cancelled,
            "spent": customer.spent,
            "first_visit": _local(customer.first_visit, zone),
            "last_visit": _local(customer.last_visit, zone),
            "last_order": {"id": customer.last_order, "number": customer.last_number},
        }


def _local(moment: int, zone: ZoneInfo) -> str:
    """Format a time as `YYYY-MM-DDTHH:MM` on the cafe's clock."""
    return datetime.fromtimestamp(moment, zone).strftime("%Y-%m-%dT%H:%M")
