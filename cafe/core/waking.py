"""A database that says when something durable was written, so that the outbox need not wait for its next look."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from cafe.core.ports import Connection, Database

P = ParamSpec("P")
T = TypeVar("T")


class WakingDatabase:
    """The core's `Database`, passing everything on and calling `wake` after durable writes."""

    def __init__(self, database: Database, wake: Callable[[], None]) -> None:
        self._database = database
        self._wake = wake

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """See `Database.read`."""
        return await self._database.read(work, *args, **kwargs)

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """See `Database.write`."""
        try:
            return await self._database.write(work, *args, **kwargs)
        finally:
            self._wake()

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """See `Database.write_relaxed`."""
        return await self._database.write_relaxed(work, *args, **kwargs)
