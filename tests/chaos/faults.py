"""What goes wrong, one thing after the other; outages overlap with everything else."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.chaos.audit import Findings, audit_copy
from tests.chaos.service import ServiceProcess
from tests.chaos.store import FileStore
from tests.chaos.world import World, read_stock, write_catalogue
from tests.fakes.service import Failure
from tests.fakes.telegram import Fault

FAILURES = (
    Failure.SERVER_ERROR,
    Failure.DROPPED,
    Failure.LOST_ANSWER,
    Failure.HTML,
    Failure.NONSENSE,
    Failure.TOO_MANY_REQUESTS,
    Failure.SLOW,
)
TELEGRAM_FAULTS = (Fault.SERVER_ERROR, Fault.HTML, Fault.DROP, Fault.DROP_AFTER, Fault.FLOOD, Fault.SLOW)
ALWAYS = 10**9
JUMPS = (-3600, -600, -45, 0, 0, 45, 600, 5400)
PAGE = 4096


Act = tuple[int, Callable[[], Awaitable[None]]]


@dataclass(slots=True)
class Saboteur:
    world: World
    findings: Findings
    copies: int = 0
    loads: int = 0
    _outages: list[Callable[[], None]] = field(default_factory=list)

    async def prepare(self) -> None:
        """Kill the migration of the former database and the first load, until each has come to its end."""
        world = self.world
        for _ in range(2 // len(world.serving)):
            await self._kill_migration()
        catalogue = str(write_catalogue(world.folder))
        for _ in range(2):
            if await world.service.killed_command(world.chance.uniform(0.3, 0.8), "load", catalogue):
                world.count("killed while loading")
        await world.service.command("load", catalogue)
        async with world.store.opened() as connection:
            world.ledger.stock = read_stock(connection)
        for process in world.serving:
            await process.start()

    async def rage(self, kills: int) -> None:
        """Do harm until so many processes were killed."""
        acts = [
            (14, self.kill),
            (6, self.kill_at_start),
            (1, self.stop),
            (3, self.kill_load),
            (2, self.switch_provider),
            *self.own_acts(),
        ]
        if self.world.clock.can_jump:
            acts.append((2, self.jump))
        first = [act for _, act in acts]  # each at least once
        self.world.chance.shuffle(first)
        weights, choices = [weight for weight, _ in acts], [act for _, act in acts]
        while self.world.kills < kills:
            self._change_outages()
            await (first.pop() if first else self.world.chance.choices(choices, weights)[0])()
        self.end_outages()

    def own_acts(self) -> list[Act]:
        """What can be done to this kind of database alone, each with a weight."""
        return [
            (3, self.kill_backup),
            (1, self.back_up),
            (2, self.serve_twice),
            (2, self.fill_disk),
            (1, self.restore),
        ]

    async def kill(self) -> None:
        """Kill under load."""
        process = self._anyone()
        await self.pause()
        await process.kill()
        self.world.count("killed under load")
        await process.start()

    async def kill_at_start(self) -> None:
        process = self._anyone()
        await process.kill()
        self.world.count("killed under load")
        for _ in range(2):
            await process.spawn()
            await asyncio.sleep(self.world.chance.uniform(0.1, 1.5))
            await process.kill()
            self.world.count("killed at start")
        await process.start()

    async def stop(self) -> None:
        """SIGTERM under load."""
        process = self._anyone()
        await self.pause()
        await process.stop()
        self.world.count("stopped by SIGTERM")
        await process.start()

    async def kill_load(self) -> None:
        """A catalogue file changes two settings together, or neither."""
        self.loads += 1
        file = self.world.folder / "change.toml"
        text = f"Зміна {self.loads}"
        file.write_text(f'[settings]\nannouncement_message = "{text}"\naddress = "{text}"\n', encoding="utf-8")
        if await self.world.service.killed_command(self.world.chance.uniform(0.3, 0.9), "load", str(file)):
            self.world.count("killed while loading")

    async def kill_backup(self) -> None:
        copy = self.world.folder / "killed-copy.db"
        if await self.world.service.killed_command(self.world.chance.uniform(0.3, 0.9), "backup", str(copy)):
            self.world.count("killed while backing up")

    async def back_up(self) -> None:
        """A copy made under load holds what was promised before, and adds up by itself."""
        promised = self.world.ledger.promised()
        self.copies += 1
        copy = self.world.folder / f"copy-{self.copies}.db"
        await self.world.service.command("backup", str(copy))
        audit_copy(self.findings, copy, promised, self.world.ledger.stock)
        copy.unlink()
        self.world.count("copies examined")

    async def restore(self) -> None:
        """Kill, copy the dead file by `backup`, serve the copy. Nobody is promised anything meanwhile."""
        world = self.world
        self.end_outages()
        await world.closed()
        await world.second.kill()
        await world.service.kill()
        world.count("killed under load")
        copy = world.folder / "restored.db"
        await world.service.command("backup", str(copy))
        self._file.replace(copy)
        world.count("restored")
        await world.service.start()
        world.open()

    async def serve_twice(self) -> None:
        """A second process over the same file, for the length of one or two kills."""
        world = self.world
        await world.second.start()
        world.count("second processes")
        await self.pause()
        either = world.chance.choice([world.service, world.second])
        await either.kill()
        world.count("killed beside another")
        if not world.service.is_running:
            await self.pause()
            await world.service.start()
        await world.second.stop()

    async def switch_provider(self) -> None:
        provider = self.world.chance.choice(["liqpay", "monobank"])
        await self.world.service.command("settings", f"payment_provider={provider}")
        self.world.count("providers switched")

    async def jump(self) -> None:
        self.world.clock.jump(self.world.chance.choice(JUMPS))
        self.world.count("clock jumps")
        await self.pause()

    async def fill_disk(self) -> None:
        """The database's log cannot grow for a while; at times the process is killed then."""
        world = self.world
        world.service.limit_files(max(0, self._file.log_size()) + world.chance.randint(1, 4) * PAGE)
        world.count("full disks")
        await self.pause()
        if world.chance.random() < 0.4:
            await world.service.kill()
            world.count("killed on a full disk")
            await world.service.start()
        world.service.limit_files(-1)

    def end_outages(self) -> None:
        while self._outages:
            self._outages.pop()()

    @property
    def _file(self) -> FileStore:
        assert isinstance(self.world.store, FileStore)
        return self.world.store

    def _anyone(self) -> ServiceProcess:
        return self.world.chance.choice(self.world.serving)

    async def pause(self) -> None:
        """Let them order for a moment."""
        await asyncio.sleep(self.world.chance.uniform(0.2, 3.2))

    def _change_outages(self) -> None:
        """Begin or end an outage of a bank, of Checkbox, of Telegram; the first is one of all of them."""
        world, chance = self.world, self.world.chance
        likely = 0.5 if world.ledger.counts["outages"] else 1
        if chance.random() < likely:
            self.end_outages()
        if chance.random() >= likely:
            return
        for service in (world.bank, world.liqpay, world.fiscal):
            if chance.random() < likely:
                service.fail(chance.choice(FAILURES), times=ALWAYS, seconds=2)
                self._outages.append(service.recover)
        if chance.random() < likely:
            world.telegram.meet(chance.choice(TELEGRAM_FAULTS), seconds=1)
            self._outages.append(world.telegram.recover)
        if chance.random() < likely:
            for bank in (world.bank, world.liqpay):
                bank.webhooks.is_silent = chance.random() < 0.5
                bank.webhooks.copies = chance.choice([1, 2, 3])
                bank.webhooks.is_reordered = chance.random() < 0.5
            self._outages.append(self._mend_webhooks)
        world.count("outages")

    def _mend_webhooks(self) -> None:
        for bank in (self.world.bank, self.world.liqpay):
            bank.webhooks.is_silent, bank.webhooks.copies, bank.webhooks.is_reordered = False, 1, False

    async def _kill_migration(self) -> None:
        """Start over the former database, and kill as soon as anything is written or at some other moment."""
        world = self.world
        before = await world.store.written()
        for process in world.serving:
            await process.spawn()
        async with asyncio.timeout(20):
            while world.service.is_running and await world.store.written() == before:  # noqa: ASYNC110 - from outside
                await asyncio.sleep(0.001)
        await asyncio.sleep(world.chance.choice([0, 0, 0.002, 0.01, 0.03]))
        for process in world.serving:
            await process.kill()
            world.count("killed while migrating")
