"""Access to the desk: a session by cookie or bearer token, its person's role, and whether the request is same-site."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import hdrs, web

from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.errors import CafeError
from cafe.core.people.staff.errors import ConfirmationNeededError, ForbiddenError, PasskeyError
from cafe.core.people.staff.model import COOKIE_SECONDS, Right, Session, SessionKind
from cafe.core.people.staff.port import Site
from cafe.core.services import Services
from cafe.web.cookies import TokenCookie
from cafe.web.desk.errors import desk_error_response
from cafe.web.desk.locale import locale_of
from cafe.web.identity import UNSAFE, Handler, is_cross_site, read_whole_body, start_request
from cafe.web.init_data import InitDataReader
from cafe.web.once import once

SCHEME = "bearer "


class DeskHandler(Protocol):
    """A request handler that receives the session."""

    async def __call__(self, request: web.Request, session: Session, /) -> web.StreamResponse: ...


def desk_cookie(*, is_secure: bool) -> TokenCookie:
    """Return the cookie with a session's token."""
    return TokenCookie("cafe_desk", COOKIE_SECONDS, is_secure)


@dataclass(frozen=True, slots=True)
class DeskAccess:
    """Wraps handlers of the desk: only signed-in people with the required role get in."""

    services: Services
    cookie: TokenCookie
    init_data: InitDataReader
    own_origin: str
    """As for customers (`identity.py`)."""

    def guard(self, handler: DeskHandler, *areas: Right, asks_again: bool = False, reads_body: bool = False) -> Handler:
        """Wrap a handler for people who may work in one of these areas; without any, for everybody who is signed in.

        Args:
            handler: called with the session.
            areas: one of them is enough.
            asks_again: for dangerous acts: the person must have confirmed their identity in the last ten minutes.
            reads_body: the handler reads the request's body itself, with a limit of its own, as it may be large. Such a
                request is not deduplicated (`once.py`): an upload is identified by its content.
        """

        async def handle(request: web.Request) -> web.StreamResponse:
            session = await self.session(request)
            if not session.member.may(*areas):
                raise ForbiddenError
            if asks_again and not session.is_confirmed(unix_now(self.services.clock)):
                raise ConfirmationNeededError
            if not reads_body:
                await _read_body(request)
            if reads_body or request.method not in UNSAFE:
                return await handler(request, session)
            return await once(self.services.acts, request, f"session {session.id}", lambda: handler(request, session))

        return self._guarded(handle, is_large=reads_body)

    def public(self, handler: Handler) -> Handler:
        """Wrap a handler of signing in."""

        async def handle(request: web.Request) -> web.StreamResponse:
            await _read_body(request)
            return await once(self.services.acts, request, "", lambda: handler(request))

        return self._guarded(handle)

    async def session(self, request: web.Request) -> Session:
        """Return the session of a request. A bearer token takes precedence over the cookie.

        Raises:
            SignedOutError: it has none, or one that has ended.
        """
        header = request.headers.get(hdrs.AUTHORIZATION, "")
        if header[: len(SCHEME)].lower() == SCHEME:
            token = header[len(SCHEME) :].strip()
            return await self.services.sessions.identify(token, SessionKind.BEARER)
        return await self.services.sessions.identify(self.cookie.read(request), SessionKind.COOKIE)

    def site(self, request: web.Request) -> Site:
        """Return the site that passkeys are bound to: the configured address, else the one that was asked.

        Raises:
            PasskeyError: it has no host.
        """
        origin = self.own_origin or f"{request.scheme}://{request.host}"
        host = urlsplit(origin).hostname
        if not host:
            raise PasskeyError
        return Site(host, origin)

    def _guarded(
        self, handler: Callable[[web.Request], Awaitable[web.StreamResponse]], *, is_large: bool = False
    ) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            start_request(request, is_large=is_large)
            if request.method in UNSAFE and is_cross_site(request, self.own_origin):
                raise web.HTTPForbidden
            try:
                return await handler(request)
            except CafeError as error:
                return desk_error_response(
                    error, self.services.texts, locale_of(request, self.services.texts.languages)
                )

        return handle


async def _read_body(request: web.Request) -> None:
    if request.body_exists and not request.content.is_eof():
        await read_whole_body(request)
