"""Orders at the desk: search, one with its whole history, moving it on, files."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from aiohttp import web

from cafe.core.catalogue.bottles.model import MarksMissingError
from cafe.core.delivery.couriers.model import CourierError
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.lengths import REASON
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.messages.notifications.resend import AlreadySentError, NotResendableError, Resendable
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.errors import (
    AlreadyPromisedError,
    GivenBackError,
    IllegalTransitionError,
    NotPaidError,
    TooLateError,
)
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.rules import CANCEL_REASONS
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.desk.order_query import is_limited, read_order_cursor, read_order_query
from cafe.web.desk.orders_json import OrderWriter
from cafe.web.desk.orders_sheet import OrderSheet
from cafe.web.desk.sheets import FileFormat, file_name, sheet_response
from cafe.web.json import id_of, json_response, path_id, read_body
from cafe.web.marks import marks_of, scan
from cafe.web.order_couriers import list_assignable, read_courier, refusal_code

REFUSALS: dict[type[CafeError], str] = {
    IllegalTransitionError: "changed",
    TooLateError: "too_late",
    GivenBackError: "given_back",
    NotPaidError: "not_paid",
    AlreadyPaidError: "already_paid",
    AlreadyPromisedError: "already_promised",
    AlreadySentError: "already_sent",
    MarksMissingError: "marks_missing",
    NotResendableError: "not_resendable",
}
"""Why an action changed nothing."""

PROMISED_MINUTES = range(1, 241)

E = TypeVar("E", bound=StrEnum)
Act = Callable[[int, str], Awaitable[object]]
"""Gets the order's id, and its author."""

SEEING = (Right.ORDERS, Right.REFUNDS, Right.REPORTS)
"""The areas that have to do with orders."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    orders = OrderHandlers(services)
    return [
        web.get("/api/desk/orders", access.guard(orders.find, *SEEING)),
        web.get("/api/desk/orders/file", access.guard(orders.file, Right.REPORTS)),
        web.get("/api/desk/orders/{order_id:[0-9]+}", access.guard(orders.get, *SEEING)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/move", access.guard(orders.move, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/back", access.guard(orders.step_back, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/promise", access.guard(orders.promise, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/paid", access.guard(orders.complete_paid, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/cancel", access.guard(orders.cancel, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/courier", access.guard(orders.assign, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/resend", access.guard(orders.resend, Right.ORDERS)),
        web.post("/api/desk/orders/{order_id:[0-9]+}/marks", access.guard(orders.scan_mark, Right.ORDERS)),
    ]


class OrderHandlers:
    """Who may see reports sees all orders, others the open ones and those of today."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def find(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/orders."""
        query, before = read_order_query(request, session), read_order_cursor(request)
        page = await self._services.lookup.find(query, before)
        return json_response(self._writer(request).page(page))

    async def file(self, request: web.Request, session: Session) -> web.StreamResponse:
        """GET /api/desk/orders/file: all results of the same query."""
        query = read_order_query(request, session)
        file_format = _member(FileFormat, request.query, "format")
        settings, texts = self._services.settings.current, self._services.texts
        locale = locale_of(request, texts.languages)
        sheet = OrderSheet(texts, locale, settings.zone).sheet(self._services.lookup.batches(query))
        now = self._services.clock.now().astimezone(settings.zone)
        days = [day.isoformat() for day in (query.first_day, query.last_day) if day]
        name = file_name(settings.cafe_name, texts.format(locale, "orders-file"), "–".join(days) or _minute(now))
        return await sheet_response(request, file_format, name, [sheet])

    async def get(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/orders/{order_id}."""
        return json_response(await self._dossier(request, session))

    async def move(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/move."""
        body = await read_body(request)
        seen, to = _member(OrderStatus, body, "seen"), _member(OrderStatus, body, "to")
        staff_orders = self._services.staff_orders
        return await self._press(
            request, session, lambda at, by: staff_orders.advance(at, seen, to, by, asks_payment=True)
        )

    async def scan_mark(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/marks."""
        if is_limited(session):
            await self._dossier(request, session)  # not found, if the person may not see it
        return await scan(self._services, request, session.actor.name)

    async def step_back(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/back."""
        seen = _member(OrderStatus, await read_body(request), "seen")
        staff_orders = self._services.staff_orders
        return await self._press(request, session, lambda at, by: staff_orders.step_back(at, seen, by))

    async def promise(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/promise: in how many minutes it will be ready."""
        body = await read_body(request)
        seen, minutes = _member(OrderStatus, body, "seen"), id_of(body.get("minutes"))
        if minutes is None or minutes not in PROMISED_MINUTES:
            raise ProblemsError(Problem("minutes", "desk-field-invalid"))
        staff_orders = self._services.staff_orders
        return await self._press(request, session, lambda at, by: staff_orders.promise(at, seen, minutes, by))

    async def complete_paid(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/paid: complete an unpaid order, and store how it was paid."""
        body = await read_body(request)
        seen, payment = _member(OrderStatus, body, "seen"), _member(CounterPayment, body, "payment")
        counter = self._services.counter
        return await self._press(request, session, lambda at, by: counter.complete(at, seen, payment, by))

    async def cancel(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/cancel: for one of the usual reasons, or for a typed one."""
        body = await read_body(request)
        seen = _member(OrderStatus, body, "seen")
        reason, reason_id = self._read_reason(body)
        staff_orders = self._services.staff_orders
        return await self._press(request, session, lambda at, by: staff_orders.cancel(at, seen, reason, by, reason_id))

    async def assign(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/courier: who on shift is to bring it; null for nobody yet."""
        staff_id, couriers = read_courier(await read_body(request)), self._services.couriers
        return await self._press(request, session, lambda at, by: couriers.assign(at, staff_id, by))

    async def resend(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/orders/{order_id}/resend."""
        body = await read_body(request)
        seen, what = _member(OrderStatus, body, "seen"), _member(Resendable, body, "what")
        resend = self._services.resend
        return await self._press(request, session, lambda at, by: resend.resend(at, seen, what, by))

    def _read_reason(self, body: dict[str, Any]) -> tuple[str, str | None]:
        reason_id = body.get("reason_id")
        if reason_id in CANCEL_REASONS:
            return self._services.texts.format(Locale.UK, f"reason-{reason_id}"), reason_id
        reason = clean_text(body.get("reason"))
        if reason is None or reason_id is not None:
            raise ProblemsError(Problem("reason", "desk-field-needed"))
        if len(reason) > REASON:
            raise ProblemsError(Problem("reason", "desk-field-too-long", {"limit": REASON}))
        return reason, None

    async def _press(self, request: web.Request, session: Session, act: Act) -> web.Response:
        """Execute an action and return the order; a late one gets its current state."""
        if is_limited(session):
            await self._dossier(request, session)  # not found, if the person may not see it
        try:
            await act(path_id(request, "order_id"), session.actor.name)
        except CourierError as error:
            code, more = refusal_code(error), {}
        except tuple(REFUSALS) as error:
            code, more = REFUSALS[type(error)], marks_of(error)
        else:
            return json_response(await self._dossier(request, session))
        return json_response({"error": code, "order": await self._dossier(request, session), **more}, status=409)

    async def _dossier(self, request: web.Request, session: Session) -> dict[str, Any]:
        is_current = is_limited(session)
        dossier = await self._services.lookup.get(path_id(request, "order_id"), is_current=is_current)
        couriers = await list_assignable(self._services, dossier.order)
        printers = [{"id": each.id, "name": each.settings.name} for each in await self._services.printers.list_all()]
        order = self._writer(request).dossier(dossier, couriers, has_customer=not is_current)
        return order | ({"printers": printers} if printers else {})

    def _writer(self, request: web.Request) -> OrderWriter:
        return OrderWriter(
            self._services.texts,
            locale_of(request, self._services.texts.languages),
            self._services.settings.current.zone,
            self._services.cache.current.zones,
        )


def _member(kind: type[E], values: Any, name: str) -> E:
    """Parse a member of an enumeration.

    Raises:
        ProblemsError: there is no such member.
    """
    try:
        return kind(str(values.get(name)))
    except ValueError:
        raise ProblemsError(Problem(name, "desk-field-invalid")) from None


def _minute(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H.%M")
