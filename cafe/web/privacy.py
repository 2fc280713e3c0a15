"""Forgetting the caller: an addition to the specification."""

from aiohttp import web

from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.ids import CustomerId
from cafe.core.services import Services
from cafe.web.json import json_response
from cafe.web.session import GuestSession


class PrivacyHandlers:
    """Handles requests to be forgotten."""

    def __init__(self, services: Services, session: GuestSession) -> None:
        self._services = services
        self._session = session

    async def forget(self, _request: web.Request, customer_id: CustomerId) -> web.Response:
        """POST /api/me/forget. A guest is also signed out: the cookie becomes a new guest's."""
        forgotten = await self._services.privacy.forget(customer_id)
        response = json_response({"forgotten": forgotten.orders})
        if customer_id < 0:
            new_guest = await self._services.customers.new_guest()
            response.headers["Set-Cookie"] = self._session.header(new_guest, unix_now(self._services.clock))
        return response
