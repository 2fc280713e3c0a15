"""Machines that are lost under load: the database comes back from the continuous copy alone."""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import ClientError

from tests.chaos.audit import Findings, audit_orders, audit_sums
from tests.chaos.ledger import Accepted, Door, Wish
from tests.chaos.people import FORMS, PHONE, PRODUCTS
from tests.chaos.store import FileStore
from tests.chaos.world import World, open_world, read_stock, write_catalogue

MOST_SECONDS = 10
"""How far the copy may be behind."""
GUESTS = 5
COPY = "copy"


@dataclass(slots=True)
class Losses:
    """What a campaign came to."""

    findings: Findings = field(default_factory=Findings)
    counts: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    seconds: float = 0
    missing: int = 0
    """Acknowledged orders that went with their machine."""
    oldest: float = 0
    """Seconds between the answer to the oldest of them and the cut."""

    @property
    def cuts(self) -> int:
        return self.counts["machines lost"] + self.counts["killed"]


@dataclass(slots=True)
class Guests:
    """They order and pay in cash; whoever gets no answer goes away."""

    world: World
    answered: dict[str, float] = field(default_factory=dict)
    """When each order was acknowledged, by the name in it; seconds of a clock that never jumps."""

    async def live(self) -> None:
        chance = self.world.chance
        while not self.world.is_over:
            await self.world.opened()
            with suppress(ClientError, OSError, TimeoutError):
                await self._order()
            await asyncio.sleep(chance.uniform(0.02, 0.4))

    async def _order(self) -> None:
        world = self.world
        wish = world.ledger.wish(Door.WEB)
        async with world.session.get(f"{world.service.url}/api/products") as answer:
            ids = [each["id"] for each in await answer.json() if each["name"] in PRODUCTS]
        piece = {"product_id": world.chance.choice(ids), "quantity": 2}
        async with world.session.post(f"{world.service.url}/api/cart/items", json=piece) as answer:
            cookie = f"session={answer.cookies['session'].value}" if "session" in answer.cookies else ""
        form = {"name": wish.name, "phone": PHONE, "payment_method": "cash", "answers": {"adult": True}}
        kind = world.chance.choice(["pickup", "dine-in"])
        headers = {"Cookie": cookie, "Idempotency-Key": world.chance.randbytes(16).hex()}
        url = f"{world.service.url}/api/checkout/{kind}"
        async with world.session.post(url, json={**form, **FORMS[kind]}, headers=headers) as answer:
            if answer.status == 201:
                self._note(wish, await answer.json())

    def _note(self, wish: Wish, body: dict[str, str]) -> None:
        token = body["track_url"].rpartition("=")[2]
        accepted = Accepted(int(body["order_id"]), body["order_number"], int(body["total"]), token)
        self.world.ledger.accept(wish, accepted)
        self.answered[wish.name] = time.monotonic()


async def lose_machines(cuts: int, seed: int, cuts_a_round: int, report: Callable[[str], None]) -> Losses:
    """Run rounds until so many processes were killed."""
    losses, began = Losses(), time.monotonic()
    while losses.cuts < cuts:
        wanted = min(losses.cuts + cuts_a_round, cuts)
        with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
            await _run_round(losses, Path(folder), seed + losses.rounds, wanted)
        losses.rounds += 1
        findings = losses.findings
        report(
            f"round {losses.rounds}: {losses.cuts} cuts, {findings.orders} orders, {time.monotonic() - began:.0f} s, "
            f"{losses.missing} went with a machine, the oldest {losses.oldest:.1f} s old; "
            f"lost {len(findings.lost)}, doubled {len(findings.doubled)}, unexplained {len(findings.unexplained)}\n"
        )
        report("".join(f"  {text}\n" for text in (*findings.lost, *findings.doubled, *findings.unexplained)))
    losses.seconds = time.monotonic() - began
    return losses


async def _run_round(losses: Losses, folder: Path, seed: int, cuts: int) -> None:
    store = FileStore(folder)
    more = {"CAFE_COPY_TO": str(folder / COPY), "CAFE_BACKUPS_KEPT": "0"}
    async with open_world(folder, seed, store, more) as world:
        await world.service.command("load", str(write_catalogue(folder)))
        async with store.opened() as connection:
            world.ledger.stock = read_stock(connection)
        await world.service.start()
        guests = Guests(world)
        async with asyncio.TaskGroup() as people:
            for _ in range(GUESTS):
                people.create_task(guests.live())
            try:
                while losses.cuts < cuts:
                    await _cut(losses, world, store, guests)
            finally:
                world.is_over = True
                world.open()
        losses.findings.orders += len(guests.answered)


async def _cut(losses: Losses, world: World, store: FileStore, guests: Guests) -> None:
    """Mostly the machine is lost at any moment, sometimes after a stop; or the process alone is killed."""
    world.open()
    await asyncio.sleep(world.chance.choice([world.chance.uniform(0, 1), world.chance.uniform(1, 7)]))
    what = world.chance.choices(["machines lost", "killed", "machines lost after a stop"], [8, 2, 1])[0]
    cut_at = time.monotonic()
    if what == "machines lost after a stop":
        await world.service.stop()
        cut_at = time.monotonic()
    else:
        await world.service.kill()
    await world.closed()
    losses.counts[what] += 1
    if what != "killed":
        for path in world.folder.glob("cafe.*"):
            path.unlink()
        await world.service.command("restore", str(world.folder / COPY))
    async with store.opened() as connection:
        kept = {row[0] for row in connection.execute("SELECT name FROM orders")}
        for name in guests.answered.keys() - kept:
            age = cut_at - guests.answered.pop(name)
            losses.missing += 1
            losses.oldest = max(losses.oldest, age)
            world.ledger.wishes[name].accepted = None
            if age > MOST_SECONDS or what == "killed":
                losses.findings.lost.append(f"{name}, acknowledged {age:.1f} s before: {what}")
        found = Findings()
        audit_orders(found, connection, world.ledger)
        audit_sums(found, connection, world.ledger.stock)
        found.orders = 0
        losses.findings.add(found)
    await world.service.start()


def table(losses: Losses) -> str:
    findings = losses.findings
    lines = [
        f"{'cuts':<28}{losses.cuts:>6}   in {losses.rounds} rounds, {losses.seconds / 60:.1f} min",
        *(f"  {what:<26}{count:>6}" for what, count in sorted(losses.counts.items())),
        f"{'orders acknowledged':<28}{findings.orders:>6}",
        f"{'went with their machine':<28}{losses.missing:>6}   the oldest {losses.oldest:.1f} s before the cut",
        f"{'lost':<28}{len(findings.lost):>6}   acknowledged more than {MOST_SECONDS} s before",
        f"{'doubled':<28}{len(findings.doubled):>6}",
        f"{'unexplained':<28}{len(findings.unexplained):>6}",
    ]
    return "\n".join(lines) + "\n"
