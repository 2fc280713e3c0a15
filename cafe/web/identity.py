"""Who is calling: a platform user by init data, else a guest by cookie. Nobody is ever rejected."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from aiohttp import web

from cafe.core.errors import CafeError, CustomerGoneError
from cafe.core.services import Services
from cafe.core.trace import request_id
from cafe.core.values import CustomerId, Locale, PlatformUser
from cafe.web.errors import fixed_answer, translated_answer
from cafe.web.init_data import MAX_USER_ID, InitDataProblem, InitDataReader
from cafe.web.session import GuestSession

log = logging.getLogger(__name__)

INIT_DATA_HEADER = "X-Platform-Init-Data"
STATUS_HEADER = "X-Init-Data-Status"
LOCALE_HEADER = "Content-Language"
PREVIEW = 120
MAX_BODY = 8 * 1024 * 1024

_numbers = count(1)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class CustomerHandler(Protocol):
    """A handler that knows who is calling."""

    async def __call__(self, request: web.Request, customer_id: CustomerId, /) -> web.StreamResponse:
        """Answer."""
        ...


@dataclass(frozen=True, slots=True)
class Doorkeeper:
    """Wraps handlers: finds out who calls, and puts refusals into their language."""

    services: Services
    init_data: InitDataReader
    session: GuestSession
    is_debug: bool

    def public(self, handler: Handler) -> Handler:
        """A handler that nobody needs to be anybody for."""

        async def handle(request: web.Request) -> web.StreamResponse:
            _begin(request)
            if request.body_exists and request.content_length is None:
                await _read_unannounced(request)
            try:
                return await handler(request)
            except CafeError as error:
                return fixed_answer(error) or translated_answer(error, self.services.texts, Locale.UK)

        return handle

    def customer(self, handler: CustomerHandler) -> Handler:
        """A handler that acts for the caller."""

        async def handle(request: web.Request) -> web.StreamResponse:
            _begin(request)
            if request.body_exists and request.content_length is None:
                await _read_unannounced(request)
            customer_id, locale, problem = await self._identify(request)
            try:
                response = await self._answer(handler, request, customer_id)
            except CustomerGoneError:
                # A cookie of ours, but its guest is not in the database any more: they start anew.
                customer_id = (await self.services.customers.create_guest()).id
                response = await self._answer(handler, request, customer_id)
            if customer_id < 0:
                response.headers["Set-Cookie"] = self.session.header(customer_id)
            if locale is not None:
                response.headers.setdefault(LOCALE_HEADER, locale.value)
            if problem is not None:
                response.headers[STATUS_HEADER] = problem.value
            return response

        return handle

    async def _answer(
        self, handler: CustomerHandler, request: web.Request, customer_id: CustomerId
    ) -> web.StreamResponse:
        try:
            return await handler(request, customer_id)
        except CustomerGoneError:
            raise
        except CafeError as error:
            answer = fixed_answer(error)
            if answer is not None:
                return answer
            locale = await self.services.customers.get_locale(customer_id)
            return translated_answer(error, self.services.texts, locale)

    async def _identify(self, request: web.Request) -> tuple[CustomerId, Locale | None, InitDataProblem | None]:
        """The caller; their stored language where it is known anyway, for a platform user's new device."""
        problem = None
        raw = request.headers.get(INIT_DATA_HEADER)
        user = None
        if raw is not None:
            read = self.init_data.read(raw, self.services.clock.now().timestamp())
            if isinstance(read, PlatformUser):
                user = read
            else:
                problem = read
                log.info(
                    "init data %s: path=%s length=%d preview=%r user-agent=%r",
                    problem.value,
                    request.path,
                    len(raw),
                    raw[:PREVIEW],
                    request.headers.get("User-Agent", ""),
                )
        if user is None and self.is_debug:
            user = _dev_user(request.query.get("dev_user_id"))
        if user is not None:
            customer = await self.services.customers.identify(user)
            return customer.id, customer.locale, problem
        guest_id = self.session.read(request.headers.get("Cookie"))
        if guest_id is None:
            guest_id = (await self.services.customers.create_guest()).id
        return guest_id, None, problem


def _begin(request: web.Request) -> None:
    """Name the request for the logs, and refuse what is too large even where nobody would read it."""
    request_id.set(next(_numbers))
    if request.body_exists and (request.content_length or 0) > MAX_BODY:
        raise web.HTTPRequestEntityTooLarge(MAX_BODY, request.content_length or 0)


async def _read_unannounced(request: web.Request) -> None:
    """Read a body that did not tell its length, which refuses it when it is too large."""
    with suppress(web.RequestPayloadError):  # who reads it will see
        await request.read()


def _dev_user(text: str | None) -> PlatformUser | None:
    """The debug bypass (specification, Customer authentication, step 3)."""
    try:
        user_id = int(text or "")
    except ValueError:
        return None
    return PlatformUser(user_id, "Dev", None, None) if 0 < user_id < MAX_USER_ID else None
