"""Uploading a picture: the request's body is the picture itself."""

import asyncio
import logging

from aiohttp import web

from cafe.core.catalogue.pictures.model import PictureProblem, PictureRefusedError
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response

log = logging.getLogger(__name__)

MAX_BYTES = 15 * 1024 * 1024
UPLOAD_SECONDS = 120
"""Timeout of an upload: a phone in a cellar is slow."""
AT_ONCE = 4
"""Simultaneous uploads, which are kept in memory; more have to wait."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    pictures = PictureHandlers(services)
    return [web.post("/api/desk/pictures", access.guard(pictures.add, Right.MENU, Right.SETTINGS, reads_body=True))]


class PictureHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._room = asyncio.Semaphore(AT_ONCE)

    async def add(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/pictures."""
        try:
            async with self._room:
                picture = await self._services.pictures.add(await _read(request))
        except PictureRefusedError as error:
            values = {"limit": error.limit} if error.limit else {}
            raise ProblemsError(Problem("picture", f"picture-{error.problem.value}", values)) from None
        return json_response(
            {"sha256": picture.sha256, "url": picture.url, "width": picture.width, "height": picture.height}, status=201
        )


async def _read(request: web.Request) -> bytes:
    """Read a body up to the limit; larger ones are refused before they have arrived."""
    if (request.content_length or 0) > MAX_BYTES:
        raise PictureRefusedError(PictureProblem.SIZE, MAX_BYTES // 1024**2)
    content = bytearray()
    try:
        async with asyncio.timeout(UPLOAD_SECONDS):
            async for chunk in request.content.iter_any():
                content += chunk
                if len(content) > MAX_BYTES:
                    raise PictureRefusedError(PictureProblem.SIZE, MAX_BYTES // 1024**2)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ConnectionError, web.RequestPayloadError):
        log.info("a picture was cut off on its way")
        raise web.HTTPBadRequest from None
    return bytes(content)
