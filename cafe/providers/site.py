"""The service's own addresses, requested from outside."""

from aiohttp import ClientSession

from cafe.core.upkeep.checks.port import SiteAnswer, UnreachableError
from cafe.providers.http import Calls, JsonApi

SECONDS = 8


async def get(session: ClientSession, url: str, calls: Calls | None = None) -> SiteAnswer:
    """Get an address.

    Raises:
        UnreachableError: there is no answer.
    """
    api = JsonApi(session, url, name=url, error=UnreachableError, calls=calls)
    answer = await api.call("GET", "", seconds=SECONDS)
    return SiteAnswer(answer.status, answer.body)
