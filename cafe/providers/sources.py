"""The addresses that the owner gives for air alerts and plans of power cuts; the token goes to alerts.in.ua alone."""

from urllib.parse import parse_qsl, urlsplit

from aiohttp import ClientSession

from cafe.core.catalogue.disruptions.sources import SilentSourceError, SourceError, Trouble
from cafe.core.kernel.access import Access
from cafe.providers.http import Answer, Calls, JsonApi

ALERTS = "/v1/alerts/active.json"
_UNAUTHORIZED, _FORBIDDEN, _TOO_MANY = 401, 403, 429
_SECONDS = 10


class OwnersSources:
    def __init__(self, session: ClientSession, *, token: str | None, base_url: str, calls: Calls | None = None) -> None:
        """`base_url` is that of alerts.in.ua."""
        self._session = session
        self._token = token or ""
        self._base_url = base_url.rstrip("/")
        self._calls = calls

    async def fetch(self, address: str) -> str:
        """Return the text of an answer.

        Raises:
            SourceError: there is none.
        """
        answer = await self._get(address)
        if not answer.is_ok:
            raise SourceError(_trouble(answer.status))
        return answer.raw.decode("utf-8-sig", errors="replace")

    async def check_access(self) -> Access:
        """Ask alerts.in.ua with the token.

        Raises:
            SourceError: there is no answer.
        """
        answer = await self._get(self._base_url + ALERTS)
        if answer.is_ok:
            return Access(is_accepted=True, ahead=answer.ahead)
        if _trouble(answer.status) is Trouble.REFUSED:
            return Access(is_accepted=False, ahead=answer.ahead)
        raise SourceError(_trouble(answer.status))

    async def _get(self, address: str) -> Answer:
        is_ours = self._token and address.startswith(f"{self._base_url}/")
        headers = {"Authorization": f"Bearer {self._token}"} if is_ours else {}
        try:
            parts = urlsplit(address)
        except ValueError:
            raise SourceError(Trouble.FAILED) from None
        origin = f"{parts.scheme}://{parts.netloc}"
        query = dict(parse_qsl(parts.query, keep_blank_values=True))  # may hold a key, so it is not logged
        secrets = (self._token,)
        api = JsonApi(self._session, origin, name="source", error=SilentSourceError, secrets=secrets, calls=self._calls)
        return await api.call("GET", parts.path, seconds=_SECONDS, headers=headers, query=query)


def _trouble(status: int) -> Trouble:
    if status in {_UNAUTHORIZED, _FORBIDDEN}:
        return Trouble.REFUSED
    return Trouble.TOO_OFTEN if status == _TOO_MANY else Trouble.FAILED
