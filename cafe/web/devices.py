"""Pairing devices, and recognising them by cookie."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from aiohttp import hdrs, web

from cafe.core.kernel.errors import CafeError
from cafe.core.people.devices.model import Device
from cafe.core.services import Services
from cafe.web.cookies import TokenCookie
from cafe.web.errors import untranslated_response
from cafe.web.identity import UNSAFE, Handler, is_cross_site, read_whole_body, start_request
from cafe.web.json import json_response, read_body
from cafe.web.once import once

LIFETIME = 365 * 86_400
"""Seconds since the screen was last opened."""


class DeviceHandler(Protocol):
    """A request handler that receives the device."""

    async def __call__(self, request: web.Request, device: Device, /) -> web.StreamResponse: ...


def device_cookie(*, is_secure: bool) -> TokenCookie:
    """Return the cookie with a device's token."""
    return TokenCookie("cafe_board", LIFETIME, is_secure)


@dataclass(frozen=True, slots=True)
class DeviceResolver:
    """Wraps handlers of the kitchen screen: only paired devices get in."""

    services: Services
    cookie: TokenCookie
    own_origin: str
    """As for customers (`identity.py`)."""

    def device(self, handler: DeviceHandler) -> Handler:
        """Wrap a handler that acts for a paired device; 401 for all others."""

        async def handle(request: web.Request) -> web.StreamResponse:
            device = await self.services.devices.identify(self.cookie.read(request))
            if request.method not in UNSAFE:
                return await handler(request, device)
            return await once(self.services.acts, request, f"device {device.id}", lambda: handler(request, device))

        return self._guarded(handle)

    def pairing(self) -> Handler:
        """Return the handler of `POST /api/board/pair`."""

        async def handle(request: web.Request) -> web.StreamResponse:
            return await once(self.services.acts, request, "", lambda: self._pair(request))

        return self._guarded(handle)

    async def _pair(self, request: web.Request) -> web.StreamResponse:
        """POST /api/board/pair: pair a device by a code or its link."""
        body, devices = await read_body(request), self.services.devices
        code, link = body.get("code"), body.get("token")
        if isinstance(link, str):
            token = await devices.pair_by_link(link)
        else:
            token = await devices.pair(code if isinstance(code, str) else "")
        response = json_response({"ok": True})
        response.headers[hdrs.SET_COOKIE] = self.cookie.header(token)
        return response

    def _guarded(self, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            start_request(request)
            if request.method in UNSAFE and is_cross_site(request, self.own_origin):
                raise web.HTTPForbidden
            if request.body_exists and not request.content.is_eof():
                await read_whole_body(request)
            try:
                return await handler(request)
            except CafeError as error:
                response = untranslated_response(error)
                if response is None:
                    raise
                return response

        return handle
