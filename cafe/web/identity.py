"""Identifying the customer: a Telegram user by init data, otherwise a guest by cookie. Nobody is ever rejected."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from multidict import istr

from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.request_id import begin_request
from cafe.core.people.customers.model import TelegramUser
from cafe.core.services import Services
from cafe.web.errors import translated_response, untranslated_response
from cafe.web.init_data import MAX_USER_ID, InitDataProblem, InitDataReader
from cafe.web.session import GuestSession

log = logging.getLogger(__name__)

INIT_DATA_HEADER = istr("X-Platform-Init-Data")
STATUS_HEADER = "X-Init-Data-Status"
LOCALE_HEADER = "Content-Language"
MAX_BODY = 8 * 1024 * 1024
BODY_SECONDS = 10
MAX_LOGGED = 200
"""Maximum characters of a stranger's input in a log line."""
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class VisitorHandler(Protocol):
    """A request handler that receives the customer, if there is one."""

    async def __call__(self, request: web.Request, customer_id: CustomerId | None, /) -> web.StreamResponse: ...


class CustomerHandler(Protocol):
    """A request handler that receives the customer."""

    async def __call__(self, request: web.Request, customer_id: CustomerId, /) -> web.StreamResponse: ...


@dataclass(frozen=True, slots=True)
class CustomerResolver:
    """Wraps handlers: identifies the customer and turns core errors into responses in their language."""

    services: Services
    init_data: InitDataReader
    session: GuestSession
    is_debug: bool
    own_origin: str
    """The public address; empty if not configured: then only the `Host` header identifies our own page."""

    def public(self, handler: Handler) -> Handler:
        """Wrap a handler that needs no customer."""

        async def handle(request: web.Request) -> web.StreamResponse:
            start_request(request)
            if request.body_exists and not request.content.is_eof():
                await read_whole_body(request)
            try:
                return await handler(request)
            except CafeError as error:
                return untranslated_response(error) or translated_response(error, self.services.texts, Locale.UK)

        return handle

    def customer(self, handler: CustomerHandler) -> Handler:
        """Wrap a handler that acts for the customer."""

        async def handle(request: web.Request) -> web.StreamResponse:
            start_request(request)
            if request.method in UNSAFE and is_cross_site(request, self.own_origin):
                raise web.HTTPForbidden
            if request.body_exists and not request.content.is_eof():
                await read_whole_body(request)
            now = unix_now(self.services.clock)
            customer_id, locale, problem = await self._identify(request, now)
            response = await self._call(handler, request, customer_id)
            if customer_id < 0:
                response.headers.setdefault(hdrs.SET_COOKIE, self.session.header(customer_id, now))
            if locale is not None:
                response.headers.setdefault(LOCALE_HEADER, locale)
            if problem is not None:
                response.headers[STATUS_HEADER] = problem.value
            return response

        return handle

    def visitor(self, handler: VisitorHandler) -> Handler:
        """Wrap a handler that only reads: an unknown visitor gets no id, cookie or row."""

        async def handle(request: web.Request) -> web.StreamResponse:
            return await handler(request, await self._find(request))

        return self.public(handle)

    async def _find(self, request: web.Request) -> CustomerId | None:
        user, _ = self._telegram_user(request)
        if user is not None:
            return CustomerId(user.id)
        visit = self.session.read(request.headers.get(hdrs.COOKIE), unix_now(self.services.clock))
        is_known = visit is not None and await self.services.customers.is_issued(visit.guest_id)
        return visit.guest_id if visit is not None and is_known else None

    def _telegram_user(self, request: web.Request) -> tuple[TelegramUser | None, InitDataProblem | None]:
        """Return the user of the init data, or of the debug bypass, and what is wrong with the init data."""
        problem = None
        raw = request.headers.get(INIT_DATA_HEADER)
        if raw is not None:
            read = self.init_data.read(raw, self.services.clock.now().timestamp())
            if isinstance(read, TelegramUser):
                return read, None
            problem = read
            log.info(
                "init data %s: path=%s length=%d user-agent=%r",
                problem.value,
                request.path,
                len(raw),
                request.headers.get("User-Agent", "")[:MAX_LOGGED],
            )
        return (_dev_user(request.query.get("dev_user_id")) if self.is_debug else None), problem

    async def _call(
        self, handler: CustomerHandler, request: web.Request, customer_id: CustomerId
    ) -> web.StreamResponse:
        try:
            return await handler(request, customer_id)
        except CafeError as error:
            response = untranslated_response(error)
            if response is not None:
                return response
            locale = await self.services.customers.get_locale(customer_id)
            return translated_response(error, self.services.texts, locale)

    async def _identify(
        self, request: web.Request, now: int
    ) -> tuple[CustomerId, Locale | None, InitDataProblem | None]:
        """Return the customer, a Telegram user's stored language (for a new device), and any problem with init data."""
        user, problem = self._telegram_user(request)
        if user is not None:
            customer = await self.services.customers.identify(user)
            return customer.id, customer.locale, problem
        return await self._guest(request.headers.get(hdrs.COOKIE), now), None, problem

    async def _guest(self, cookie: str | None, now: int) -> CustomerId:
        """Return the cookie's guest, who may have no row in the database, or a new one."""
        customers = self.services.customers
        visit = self.session.read(cookie, now)
        if visit is None or not await customers.is_issued(visit.guest_id):
            return await customers.new_guest()
        if visit.is_first_today:
            await customers.record_visit(visit.guest_id)
        return visit.guest_id


def start_request(request: web.Request, *, is_large: bool = False) -> None:
    """Set the request id for the logs, and reject large or compressed bodies even if no handler would read them.

    With `is_large` the handler has a limit of its own.
    """
    begin_request()
    if not request.body_exists:
        return
    if not is_large and (request.content_length or 0) > MAX_BODY:
        raise web.HTTPRequestEntityTooLarge(MAX_BODY, request.content_length or 0)
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise web.HTTPUnsupportedMediaType(text="bodies must not be compressed")


async def read_whole_body(request: web.Request) -> None:
    """Wait a bounded time for a body that is still arriving; aiohttp rejects it if it is too large."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ConnectionError, web.RequestPayloadError):
        log.info("a body was cut off: path=%s", request.path)
        raise web.HTTPBadRequest from None


def is_cross_site(request: web.Request, own_origin: str) -> bool:
    """Whether a browser's headers say that another site sent this request; other clients send neither header."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    origin = request.headers.get(hdrs.ORIGIN)
    if origin is None:
        return False
    try:
        return origin != own_origin and urlsplit(origin).netloc != request.host
    except ValueError:  # browsers send valid ones
        return True


def _dev_user(text: str | None) -> TelegramUser | None:
    """Parse the user of the debug bypass (specification, Customer authentication, step 3)."""
    try:
        user_id = int(text or "")
    except ValueError:
        return None
    return TelegramUser(user_id, "Dev", None, None) if 0 < user_id < MAX_USER_ID else None
