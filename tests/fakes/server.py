"""A fake as a server on loopback, in a test or in a program."""

from collections.abc import Mapping
from typing import Any, Self

from aiohttp import web
from aiohttp.test_utils import TestServer

SERVER_OPTIONS: Mapping[str, Any] = {"access_log": None, "shutdown_timeout": 0.2}


class FakeServer:
    """Stands in for an outside service; subclasses give the web application, and hold what the service knows.

    A test has it listen by the fixture `listen`, a program by `async with`.
    """

    def __init__(self, *, port: int = 0) -> None:
        self.base_url = ""
        """`http://127.0.0.1:PORT`, once it listens."""
        self._port = port
        self._server: TestServer | None = None

    def app(self) -> web.Application:
        """Build what listens; what runs beside it ends with it."""
        raise NotImplementedError

    def listens_on(self, server: TestServer) -> None:
        """Learn the address."""
        self.base_url = str(server.make_url("")).removesuffix("/")

    async def __aenter__(self) -> Self:
        self._server = TestServer(self.app(), port=self._port)
        await self._server.start_server(**SERVER_OPTIONS)
        self.listens_on(self._server)
        return self

    async def __aexit__(self, *_exc: object) -> None:
        if self._server is not None:
            await self._server.close()
