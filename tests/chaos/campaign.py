"""Rounds of a campaign: each is a cafe of its own that lives through some kills, comes to rest, and is examined."""

import asyncio
import math
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.audit import Findings, audit_orders, audit_sums
from tests.chaos.audit_messages import WAITING, audit_messages
from tests.chaos.audit_money import audit_payments, audit_receipts
from tests.chaos.chats import Chatters
from tests.chaos.faults import Saboteur
from tests.chaos.people import WebCustomer
from tests.chaos.place import STAFF_CHAT
from tests.chaos.shared_faults import SharedSaboteur
from tests.chaos.store import FileStore, ServerStore, Store
from tests.chaos.world import World, open_world
from tests.postgres import PostgresServer, postgres_server

ROUND_SECONDS = 1200
QUIET_SECONDS = 300
"""How long nothing may move while something still waits."""
RESTART_SECONDS = 40
"""While the staff chat's limit holds messages up, a new process may send as many again. One that brought nothing on is
followed by a longer wait: on a busy machine half a minute passes until the bot is loaded."""

LEFT_OUT = (
    "on PostgreSQL left out: a second process over one file (here are always two), a full disk (the files are the "
    "server's), and a restore"
)
UNMADE = """
SELECT order_id FROM receipts JOIN orders ON orders.id = order_id WHERE state = 'pending' AND status <> 'cancelled'
"""
PAID_BY_CARD = "SELECT i.provider, i.invoice_id FROM payments p JOIN invoices i ON i.id = p.invoice_id"
KINDS = """
WITH ours AS (SELECT * FROM orders WHERE created_at > 1)
SELECT 'as ' || order_type, COUNT(*) FROM ours GROUP BY order_type
UNION ALL SELECT 'by chat', COUNT(*) FROM ours WHERE customer_id >= 90000
UNION ALL SELECT 'at the counter', COUNT(*) FROM ours WHERE customer_id = -1
UNION ALL
SELECT 'paid by ' || COALESCE(i.provider, p.kind), COUNT(DISTINCT p.order_id) FROM payments p
LEFT JOIN invoices i ON i.id = p.invoice_id GROUP BY 1
UNION ALL SELECT 'with a promo code', COUNT(*) FROM ours WHERE promo_code IS NOT NULL
UNION ALL SELECT 'cancelled', COUNT(*) FROM ours WHERE status = 'cancelled'
UNION ALL
SELECT 'moved by the staff', COUNT(DISTINCT order_id) FROM order_events WHERE kind = 'status' AND created_at > 1
UNION ALL SELECT 'with money to return', COUNT(DISTINCT order_id) FROM outbox WHERE kind = 'staff-money-to-return'
"""


@dataclass(slots=True)
class Result:
    """What a campaign came to."""

    findings: Findings = field(default_factory=Findings)
    counts: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    """By what there is to tell of them."""
    rounds: int = 0
    seconds: float = 0
    notes: list[str] = field(default_factory=list)
    """What could not be tried on this machine."""

    @property
    def kills(self) -> int:
        return sum(count for what, count in self.counts.items() if what.startswith("killed"))


async def run_campaign(
    kills: int,
    seed: int,
    kills_a_round: int,
    report: Callable[[str], None] = lambda _: None,
    *,
    is_shared: bool = False,
) -> Result:
    """Run rounds until so many processes were killed. Round n has the seed `seed + n`.

    When the database `is_shared`, two processes serve one of PostgreSQL; else one serves a file.
    """
    with postgres_server() if is_shared else nullcontext() as server:
        result = await _run_rounds(kills, seed, kills_a_round, report, server)
    if server is not None:
        result.notes.append(LEFT_OUT)
    return result


async def _run_rounds(
    kills: int, seed: int, kills_a_round: int, report: Callable[[str], None], server: PostgresServer | None
) -> Result:
    result, began = Result(), time.monotonic()
    while result.kills < kills:
        wanted = min(kills_a_round, kills - result.kills)
        found = Findings()
        with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
            if server is None:
                await run_round(result, found, Path(folder), seed + result.rounds, wanted, FileStore(Path(folder)))
            else:
                url = await asyncio.to_thread(server.create_database)
                store = ServerStore(server, url)
                await run_round(result, found, Path(folder), seed + result.rounds, wanted, store)
                await asyncio.to_thread(server.drop_database, url)
        result.findings.add(found)
        result.rounds += 1
        report(
            f"round {result.rounds} (seed {seed + result.rounds - 1}): {result.kills} kills, "
            f"{result.findings.orders} orders, {time.monotonic() - began:.0f} s, "
            f"lost {len(result.findings.lost)}, doubled {len(result.findings.doubled)}, "
            f"unexplained {len(result.findings.unexplained)}\n"
        )
        report("".join(f"  {text}\n" for text in (*found.lost, *found.doubled, *found.unexplained)))
    result.seconds = time.monotonic() - began
    return result


async def run_round(result: Result, findings: Findings, folder: Path, seed: int, kills: int, store: Store) -> None:
    """One cafe from a former database to its audit."""
    async with open_world(folder, seed, store) as world:
        if not world.clock.can_jump and not result.notes:
            result.notes.append("no libfaketime here (`make chaos` unpacks Debian's): the clock did not jump")
        try:
            async with asyncio.timeout(ROUND_SECONDS):
                await _live(world, findings, kills)
                await _rest(world, findings)
        except (AssertionError, TimeoutError, ExceptionGroup) as failure:
            tails = "\n".join(process.tail() for process in world.serving)
            findings.unexplained.append(f"the round did not end: {failure!r}\n{tails}")
        for process in world.serving:
            await process.stop()
        async with store.opened() as connection:
            examine(findings, world, connection)
            result.orders.update(dict(connection.execute(KINDS).fetchall()))
    for texts in (findings.lost, findings.doubled, findings.unexplained):
        texts[:] = [f"seed {seed}: {text}" for text in texts]
    result.counts += world.ledger.counts


async def _live(world: World, findings: Findings, kills: int) -> None:
    """Everybody orders, pays and presses while the saboteur does harm."""
    store = world.store
    saboteur = (
        SharedSaboteur(world, findings, store=store) if isinstance(store, ServerStore) else Saboteur(world, findings)
    )
    await saboteur.prepare()
    chatters = Chatters(world)
    for user_id in (701, 702):
        world.telegram.person(user_id, "Дар'я").chat.is_started = True
    async with asyncio.TaskGroup() as people:
        for user_id in (701, 702, 0, 0):
            people.create_task(WebCustomer(world, user_id).live())
        people.create_task(chatters.live(chatters.order, 5))
        people.create_task(chatters.live(chatters.ring_up, 8))
        people.create_task(chatters.live(chatters.press_cards, 1.5))
        world.open()
        try:
            await saboteur.rage(kills)
            world.open()
            while not world.ledger.payments:  # between the kills of a slow machine nobody may have got so far
                await saboteur.pause()
        finally:
            world.is_over = True
            world.open()


async def _rest(world: World, findings: Findings) -> None:
    """With everything mended, wait until all payments are known, all receipts made and all messages sent."""
    world.clock.jump(0)
    for bank in (world.bank, world.liqpay):
        await bank.webhooks.settled()
    until, restart_at, restarts = time.monotonic() + QUIET_SECONDS, 0.0, 0
    waiting: list[str] = []
    fewest = math.inf
    while time.monotonic() < until:
        if time.monotonic() > restart_at:
            for process in world.serving:
                await process.stop()
            for process in world.serving:
                await process.start()
            restarts += 1
            restart_at = time.monotonic() + RESTART_SECONDS * restarts
        waiting = await _waiting(world)
        if not waiting:
            return
        if len(waiting) < fewest:
            fewest, until, restarts = len(waiting), time.monotonic() + QUIET_SECONDS, 1
        await asyncio.sleep(0.3)
    findings.lost.append(f"nothing moves for {QUIET_SECONDS} s: {waiting}")
    findings.lost += [f"the end of its log:\n{process.tail()}" for process in world.serving]


async def _waiting(world: World) -> list[str]:
    """Messages, receipts and payments that are not settled yet."""
    async with world.store.opened() as connection:
        messages = [str(tuple(row)) for row in connection.execute(WAITING)]
        receipts = [f"receipt of order {row[0]}" for row in connection.execute(UNMADE)]
        rows = connection.execute(PAID_BY_CARD).fetchall()
    known = {(row["provider"], row["invoice_id"]) for row in rows}
    payments = world.ledger.payments.keys() - world.ledger.reversed - known
    return [*messages, *receipts, *map(str, payments)]


def examine(findings: Findings, world: World, connection: sqlite3.Connection) -> None:
    """The whole audit, of a service that has stopped."""
    audit_orders(findings, connection, world.ledger)
    audit_sums(findings, connection, world.ledger.stock)
    audit_payments(findings, connection, world.ledger)
    audit_receipts(findings, connection, world.fiscal.receipts)
    audit_messages(findings, connection, world.telegram.sent, world.telegram.edited, STAFF_CHAT)
