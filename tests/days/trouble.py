"""What goes wrong on a day: ends of the process, disks, outages, jumps of the clock, a bank's dashboard."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from tests.days.world import DayWorld
from tests.fakes.service import Failure
from tests.fakes.telegram import Fault

FAILURES = (
    Failure.SLOW,
    Failure.TOO_MANY_REQUESTS,
    Failure.SERVER_ERROR,
    Failure.HTML,
    Failure.NONSENSE,
    Failure.DROPPED,
    Failure.LOST_ANSWER,
)
TELEGRAM_FAULTS = (Fault.FLOOD, Fault.SERVER_ERROR, Fault.HTML, Fault.DROP, Fault.SLOW)
JUMPS = [timedelta(seconds=seconds) for seconds in (-3600, -60, 60, 600, 3600)]
ALWAYS = 1_000_000
MOST_WORKS = 400
"""On the disk, within which a kill that is planned comes."""


@dataclass(slots=True)
class Trouble:
    """Does harm until the day is over, and mends everything then."""

    world: DayWorld

    async def rage(self, longest_pause: float) -> None:
        chance = self.world.chance
        acts = {
            self.kill_at_a_work: 4,
            self.kill: 1,
            self.stop: 1,
            self.kill_at_start: 1,
            self.fill_disk: 2,
            self.interrupt: 3,
            self.jump: 1,
            self.break_services: 5,
            self.break_telegram: 2,
            self.break_webhooks: 4,
        }
        while not self.world.is_over:
            await asyncio.sleep(chance.uniform(10, longest_pause))
            if self.world.is_over:
                return
            act = chance.choices(list(acts), list(acts.values()))[0]
            self.world.tell("trouble", act.__name__)
            self.world.count(act.__name__)
            await act()

    # The process.

    async def kill_at_a_work(self) -> None:
        """Kill right before or right after one of its next works on the disk, wherever that is."""
        process, chance = self.world.program.process, self.world.chance
        if process is None:
            return
        process.dies_before, process.dies_in = chance.random() < 0.5, chance.randint(1, MOST_WORKS)
        for _ in range(60):
            await asyncio.sleep(5)
            if process.is_dead:
                break
        process.dies_in = 0
        await self.revive()

    async def kill(self) -> None:
        await self.world.program.kill()
        await asyncio.sleep(self.world.chance.uniform(0, 30))
        await self.revive()

    async def stop(self) -> None:
        await self.world.program.stop()
        await self.revive()

    async def kill_at_start(self) -> None:
        """Kill while it starts, right at one of its first works."""
        await self.world.program.kill()
        self.world.program.dies_at_start_in = self.world.chance.randint(1, 30)
        await self.revive()

    async def revive(self) -> None:
        """Start it unless it runs, until it listens, as a service manager does."""
        while self.world.program.app is None:
            if not await self.world.program.start():
                await asyncio.sleep(2)

    # The disk and the clock.

    async def fill_disk(self) -> None:
        process = self.world.program.process
        if process is None:
            return
        process.fill_disk()
        await asyncio.sleep(self.world.chance.uniform(5, 60))
        if self.world.chance.random() < 0.3:
            await self.world.program.kill()
        elif not process.is_dead:
            process.free_disk()
        await self.revive()

    async def interrupt(self) -> None:
        """Have one of the next works fail in the middle of a statement."""
        process = self.world.program.process
        if process is not None:
            process.is_interrupted_in = self.world.chance.randint(1, MOST_WORKS // 4)

    async def jump(self) -> None:
        self.world.has_jumped = True
        self.world.clock.moment = self.world.clock.now() + self.world.chance.choice(JUMPS)

    # Outside services.

    async def break_services(self) -> None:
        world, chance = self.world, self.world.chance
        for service in (world.bank, world.liqpay, world.fiscal):
            if chance.random() < 0.5:
                service.fail(
                    chance.choice(FAILURES), times=chance.choice([1, 2, ALWAYS]), seconds=chance.uniform(1, 20)
                )
        await asyncio.sleep(chance.uniform(5, 90))
        for service in (world.bank, world.liqpay, world.fiscal):
            service.recover()

    async def break_telegram(self) -> None:
        self.world.telegram.meet(self.world.chance.choice(TELEGRAM_FAULTS), seconds=self.world.chance.randint(1, 9))
        await asyncio.sleep(self.world.chance.uniform(5, 60))
        self.world.telegram.recover()

    async def break_webhooks(self) -> None:
        chance, banks = self.world.chance, (self.world.bank, self.world.liqpay)
        for bank in banks:
            bank.webhooks.is_silent = chance.random() < 0.4
            bank.webhooks.copies = chance.choice([1, 2, 3])
            bank.webhooks.is_reordered = chance.random() < 0.5
        await asyncio.sleep(chance.uniform(5, 120))
        self._mend_webhooks()

    def mend(self) -> None:
        for service in (self.world.bank, self.world.liqpay, self.world.fiscal):
            service.recover()
        self.world.telegram.recover()
        self._mend_webhooks()

    def _mend_webhooks(self) -> None:
        for bank in (self.world.bank, self.world.liqpay):
            bank.webhooks.is_silent, bank.webhooks.copies, bank.webhooks.is_reordered = False, 1, False


@dataclass(slots=True)
class Accountant:
    """Gives money back in a bank's dashboard; its webhook may be lost with all others of that moment."""

    world: DayWorld

    async def live(self, longest_pause: float) -> None:
        while not self.world.is_over:
            await asyncio.sleep(self.world.chance.uniform(60, longest_pause))
            if not self.world.is_over:
                with self.world.visit():
                    await self.give_back()

    async def give_back(self) -> None:
        world, chance = self.world, self.world.chance
        left = {
            invoice.id: invoice.left
            for invoice in world.bank.invoices.values()
            if invoice.status == "success" and invoice.left
        }
        left |= {
            payment.order_id: int((payment.amount - payment.refunded) * 100)
            for payment in world.liqpay.payments.values()
            if payment.status == "success" and payment.refunded < payment.amount
        }
        if not left:
            return
        invoice_id = chance.choice(list(left))
        amount = chance.choice([left[invoice_id], chance.randint(1, left[invoice_id])])
        world.in_dashboard[invoice_id] = world.in_dashboard.get(invoice_id, 0) + amount
        world.tell("dashboard", f"{Decimal(amount) / 100} of {invoice_id}")
        bank = world.bank if invoice_id in world.bank.invoices else world.liqpay
        await bank.refund(invoice_id, amount, settle=False)
