"""What goes wrong where two processes serve one database of a server."""

import asyncio
from dataclasses import dataclass, field

from tests.chaos.faults import Act, Saboteur
from tests.chaos.store import ServerStore


@dataclass(slots=True)
class SharedSaboteur(Saboteur):
    store: ServerStore = field(kw_only=True)

    def own_acts(self) -> list[Act]:
        return [
            (6, self.kill_and_leave),
            (3, self.kill_both),
            (3, self.crash_server),
            (4, self.cut_connections),
            (3, self.freeze),
            (2, self.kill_backup),
            (1, self.back_up),
        ]

    async def kill_and_leave(self) -> None:
        """The other serves alone for a while, and leads."""
        process = self._anyone()
        await self.pause()
        await process.kill()
        self.world.count("killed beside another")
        await self.pause()
        await process.start()

    async def kill_both(self) -> None:
        """At the same moment, and perhaps the server with them."""
        await self.pause()
        for process in self.world.serving:
            await process.kill()
            self.world.count("killed together")
        if self.world.chance.random() < 0.5:
            await self._crash(0)
        await asyncio.gather(*(process.start() for process in self.world.serving))

    async def crash_server(self) -> None:
        """Sometimes for longer than a connection is waited for."""
        await self.pause()
        await self._crash(self.world.chance.choice([0, 0.5, 2, 7]))
        await self.pause()

    async def cut_connections(self) -> None:
        """Some or all of both processes, that of the leader perhaps among them."""
        for _ in range(self.world.chance.randint(1, 4)):
            await self.pause()
            await self.store.cut(self.world.chance.choice([0.2, 0.5, 1]))
            self.world.count("connections cut")

    async def freeze(self) -> None:
        """A process hangs and is cut off, so that the other leads; then it goes on as if nothing had been."""
        process = self._anyone()
        await self.pause()
        process.freeze()
        try:
            await self.store.cut(1)
            await self.pause()
        finally:
            process.thaw()
        self.world.count("frozen")
        await self.pause()

    async def _crash(self, seconds: float) -> None:
        await self.store.crash(seconds)
        self.world.count("server crashes")
