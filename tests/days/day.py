"""One day of a cafe, from a seed: everybody lives, things go wrong, all comes to rest and is judged."""

import asyncio
import copy
import logging
import sqlite3
import tempfile
import time
import traceback
from collections import Counter as Counts
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cafe.backups import apart
from cafe.engines import back_up_in_thread
from tests.chaos.audit import opened
from tests.chaos.audit_messages import WAITING
from tests.chaos.campaign import PAID_BY_CARD, UNMADE
from tests.chaos.chats import Chatters
from tests.chaos.people import GaveUpError, WebCustomer
from tests.chaos.world import write_catalogue
from tests.days.couriers import COURIERS, Counter, Courier, hire
from tests.days.guests import Planner
from tests.days.judge import NEW, Finding, check_step, gave_back, gone_again, judge, let_go, list_returned
from tests.days.loop import PROCESS, DayLoop
from tests.days.staff import Manager
from tests.days.tills import TillKeeper
from tests.days.trouble import Accountant, Trouble
from tests.days.world import Chronicle, DayWorld, open_world, seeded
from tests.driver import FakeClock, config_for, open_cafe

DAY_SECONDS = 3600
"""Of an ordinary day; what a longer one has is more of the same."""
REST_SECONDS = 6 * 3600
"""After which everything must have come to rest: retries are five minutes apart by then, looks at refunds an hour."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a disk that costs nothing, where there is one


@dataclass(frozen=True, slots=True)
class Day:
    """What became of a seed."""

    seed: int
    findings: tuple[Finding, ...]
    digest: str
    history: tuple[str, ...]
    counts: Counts[str]
    seconds: float
    """Of real time."""

    @property
    def new(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.code == NEW]


def run_day(seed: int, prepared: Path) -> Day:
    """Play a day over a copy of a prepared database; the same seed is the same day."""
    began = time.monotonic()
    folder = MEMORY if MEMORY.is_dir() else None
    chronicle = Chronicle()
    with (
        tempfile.TemporaryDirectory(prefix="day-", dir=folder) as name,
        seeded(seed),
        _quiet(),
        asyncio.Runner(loop_factory=lambda: DayLoop(seed)) as runner,
    ):
        try:
            findings = runner.run(_live(seed, Path(name), prepared, chronicle))
        except Exception:  # noqa: BLE001 - told as what the day came to
            findings = [Finding(NEW, f"the day did not end:\n{traceback.format_exc()}")]
    return Day(
        seed,
        tuple(findings),
        chronicle.digest(),
        tuple(chronicle.lines),
        chronicle.counts,
        time.monotonic() - began,
    )


async def prepare(file: Path) -> None:
    """Make the database that every day begins with."""
    with tempfile.TemporaryDirectory() as name, _quiet():
        folder = Path(name)
        config = config_for(folder, database_url=f"sqlite:///{file}")
        async with open_cafe(config, clock=FakeClock(), catalogue=None) as cafe:
            await cafe.load(write_catalogue(folder).read_text(encoding="utf-8"))
            await cafe.load(DAY_SETTINGS)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


DAY_SETTINGS = """
[settings]
schedule_days = 1

[[slots]]
order_type = "pickup"
every_minutes = 15
max_orders = 3
"""


async def _live(seed: int, folder: Path, prepared: Path, chronicle: Chronicle) -> list[Finding]:
    async with open_world(folder, seed, prepared, chronicle) as world:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, DayLoop)
        loop.set_exception_handler(_note_unhandled(world))
        with opened(world.database) as connection:
            world.ledger.stock = dict(connection.execute("SELECT code, stock FROM ingredients").fetchall())
        loop.after_works = partial(_look, world)
        if seed % 2:
            _set(world, unpaid_minutes="5")  # card orders that nobody pays end by themselves
        if seed % 3 == 0:
            _set(world, hold_payments="true", hold_minutes="5")
        if seed % 2 == 0:
            _set(world, receipts='"card,cash,terminal"')
            _charge_taxes(world)
        if seed % 4 == 0:
            hire(world)
        world.has_tills = seed % 4 < 2
        trouble = Trouble(world)
        await trouble.revive()
        await _pass(world, trouble, DAY_SECONDS)
        if world.chance.random() < 0.25:
            await _lose_the_disk(world, trouble)
        await _rest(world, trouble)
        await world.program.stop()
        chronicle.close(world, loop.works)
        return judge(world)


def _set(world: DayWorld, **settings: str) -> None:
    """Have the cafe live by these settings, as some cafes do."""
    with closing(sqlite3.connect(world.database)) as connection, connection:
        connection.executemany("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", settings.items())


def _charge_taxes(world: DayWorld) -> None:
    """Have the cafe pay VAT, and excise tax on a dish and on options."""
    with closing(sqlite3.connect(world.database)) as connection, connection:
        connection.executemany(
            "INSERT INTO tax_groups (code, name, rate, excise_rate, sort_order) VALUES (?, ?, ?, ?, ?)",
            [("А", "ПДВ 20 %", 20, 0, 0), ("В", "ПДВ 20 % і акциз 5 %", 20, 5, 10)],
        )
        connection.execute("UPDATE products SET tax = 'В', excise = 1 WHERE slug = 'cake'")
        connection.execute("UPDATE options SET tax = 'В' WHERE price_delta > 0")


def _look(world: DayWorld) -> None:
    for broken in check_step(world):
        if broken not in world.ledger.unexplained:
            world.tell("judge", broken)
            world.ledger.unexplained.append(broken)


async def _pass(world: DayWorld, trouble: Trouble, seconds: float) -> None:
    """Let everybody live for so long, and end what they have begun."""
    chatters = Chatters(world)
    for user_id in (701, 702):
        world.telegram.person(user_id, "Дар'я").chat.is_started = True
    world.is_over = False
    world.open()
    async with asyncio.TaskGroup() as people:
        for user_id in (701, 702, 0, 0):
            people.create_task(WebCustomer(world, user_id, longest_pause=1000).live())
        people.create_task(Planner(world).live(1600))
        people.create_task(chatters.live(chatters.order, 1600))
        people.create_task(chatters.live(chatters.ring_up, 1600))
        people.create_task(chatters.live(chatters.press_cards, 90))
        people.create_task(Manager(world).live(130))
        if world.has_couriers:
            people.create_task(Counter(world).live(400))
            people.create_task(WebCustomer(world, longest_pause=200, kinds=("delivery",)).live())
            for telegram_id, name in COURIERS:
                people.create_task(Courier(world, telegram_id, name).live(40))
        if world.has_tills:
            people.create_task(TillKeeper(world).live(300))
        people.create_task(Accountant(world).live(1400))
        people.create_task(trouble.rage(400))
        await asyncio.sleep(seconds)
        world.is_over = True
    await trouble.revive()


async def _lose_the_disk(world: DayWorld, trouble: Trouble) -> None:
    """A copy is made; then, after some more acts, it takes the place of the database."""
    trouble.mend()
    kept = world.folder / "copy.db"
    await _copy(world, kept)
    ledger = copy.deepcopy(world.ledger)
    invoices = _known_invoices(world)
    evening = WebCustomer(world)
    manager = Manager(world)
    with world.visit():
        await manager.is_signed_in()
        for _ in range(3):
            await manager.refund()
        try:
            await evening.order()
        except GaveUpError:
            world.count("gave up")
    await world.bank.webhooks.settled()
    await world.liqpay.webhooks.settled()
    await world.program.kill()
    await world.program.restore(kept)
    world.tell("trouble", "a copy is restored")
    world.count("restored")
    paid = {key: payment for key, payment in world.ledger.payments.items() if key[1] in invoices}
    for payment in world.ledger.payments.values():
        if payment.invoice_id not in invoices:
            world.tell("bank", f"nobody knows {payment} any more")
    ledger.payments, ledger.counts = paid, world.ledger.counts
    ledger.reversed = {key for key in world.ledger.reversed if key in paid}
    world.ledger, world.is_restored = ledger, True
    await trouble.revive()
    manager = Manager(world)
    if await manager.is_signed_in():
        for meant in list(world.meant[-3:]):
            before, back = len(world.meant), gave_back(world, meant.order_id)
            told = await manager.refund_of(meant.order_id)
            if gave_back(world, meant.order_id, told=told) < back:
                del world.meant[before:]  # she would not have, had she been told of what was made since the copy
    await _pay_lost_invoices(world, invoices)


async def _pay_lost_invoices(world: DayWorld, invoices: set[str]) -> None:
    """Somebody pays on a page that was opened after the copy."""
    for invoice in world.bank.invoices.values():
        if invoice.id not in invoices and invoice.status == "created":
            await world.bank.pay(invoice.id)
            if not invoice.is_hold and not _knows_reference(
                world, invoice.reference
            ):  # else it is a payment of that order
                world.orphans[invoice.id] = invoice.amount
            world.tell("guest", f"paid {invoice.id}")


def _knows_reference(world: DayWorld, reference: str) -> bool:
    with opened(world.database) as connection:
        return connection.execute("SELECT 1 FROM invoices WHERE reference = ?", (reference,)).fetchone() is not None


def _known_invoices(world: DayWorld) -> set[str]:
    with opened(world.database) as connection:
        return {row[0] for row in connection.execute("SELECT invoice_id FROM invoices WHERE invoice_id IS NOT NULL")}


async def _copy(world: DayWorld, target: Path) -> None:
    """As `cafe backup` does."""
    await apart.run_apart(lambda keep_going: back_up_in_thread(world.program.config, world.clock, target, keep_going))


async def _rest(world: DayWorld, trouble: Trouble) -> None:
    """With everything mended, let time go by until nothing is left to do."""
    trouble.mend()
    world.clock.moment = world.outside.now()  # machines ask for the time now and then
    if world.program.process is not None:
        world.program.process.is_interrupted_in = 0
    for bank in (world.bank, world.liqpay):
        await bank.webhooks.settled()
    manager = Manager(world)
    with world.visit():
        if await manager.is_signed_in():
            await manager.pour_what_is_paid()
    for _ in range(REST_SECONDS // 300):
        await asyncio.sleep(300)
        if not waiting(world):
            break
    else:
        world.tell("rest", f"still waiting: {waiting(world)}")
    await asyncio.sleep(4000)
    if world.has_tills:
        await TillKeeper(world).close_all()
    with world.visit():
        if await manager.is_signed_in():
            await manager.ask("POST", "/api/desk/statements/compare")


def waiting(world: DayWorld) -> list[str]:
    """Messages, receipts, payments and refunds that are not settled yet."""
    with opened(world.database) as connection:
        messages = [str(tuple(row)) for row in connection.execute(WAITING)]
        receipts = [f"receipt of order {row[0]}" for row in connection.execute(UNMADE)]
        rows = connection.execute(PAID_BY_CARD).fetchall()
        returns = [invoice_id for _, invoice_id, amount, known in list_returned(world, connection) if amount != known]
    known = {(row["provider"], row["invoice_id"]) for row in rows}
    return [
        *messages,
        *receipts,
        *(f"what went back of {invoice_id}" for invoice_id in returns),
        *map(str, world.ledger.payments.keys() - world.ledger.reversed - gone_again(world) - let_go(world) - known),
    ]


@contextmanager
def _quiet() -> Iterator[None]:
    """Faults are the point: what the program logs of them is not shown."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _note_unhandled(world: DayWorld) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    def note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        process = PROCESS.get()
        if process is None or not process.is_dead:
            world.ledger.unexplained.append(f"unhandled: {context.get('message')} {context.get('exception')!r}")

    return note
