"""Each write of an order fails once, statement by statement and at the commit.

Whoever asked gets an error, nothing is half done, and the repeat comes to the same end as if nothing had failed.
"""

import asyncio
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest

from cafe.app import USUAL_PACE
from tests.conftest import POSTGRES, SQLITE, copy_database
from tests.driver import MONDAY_NOON, Cafe, FakeClock, config_for, open_cafe
from tests.failing_writes import COMMIT, Faults, Loss, failing_writes
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.postgres import PostgresServer
from tests.web.order_acts import ACTS, Act, World

Dump = dict[str, list[str]]
Figures = list[tuple[str, str, int, int, int]]
"""Act, engine, and how many statements, commits and connections at a commit were made to fail."""
REPORT = Path(__file__).parents[2] / "test-output" / "failing-writes.md"

QUIET = replace(USUAL_PACE, money=2, catalogue=60, pictures=60, streams=60, moments=60)
VARYING = ("url", "key", "token", "tracking_token", "reference", "payload", "page_url", "answer", "attempts", "checks")
"""Columns with something random, or that count attempts; ids vary, too, and times but for whether there is one."""
LOGGED = re.compile("the [a-z]+ loop failed and is restarted|the receipt of order 1 failed")
OF_PROCESSES = ("process_runs", "sqlite_sequence", "meta", "promo_attempts")
"""Tables that the end is not compared in: who lives, what was counted, and the versions of what is held in memory."""


@pytest.fixture
def faults() -> Iterator[Faults]:
    with failing_writes() as faults:
        yield faults


@pytest.fixture(scope="module")
def figures() -> Iterator[Figures]:
    """Told at the end, for people."""
    figures: Figures = []
    yield figures
    if not figures:
        return
    heads = ("act", "engine", "statements failed", "commits failed", "connections lost at a commit")
    _, _, *columns = zip(*figures, strict=True)
    totals = ("all", "", *(sum(map(int, column)) for column in columns))
    lines = [" | ".join(map(str, row)) for row in (heads, ["---"] * len(heads), *figures, totals)]
    table = "".join(f"| {line} |\n" for line in lines)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(table, encoding="utf-8")
    print(f"\n{table}")  # noqa: T201 - shown by `pytest -s`


@dataclass(slots=True)
class Lab:
    """Opens the cafe again and again as it was when an act was prepared."""

    engine: str
    folder: Path
    bank: FakeMonobank
    liqpay: FakeLiqPay
    fiscal: FakeCheckbox
    clock: FakeClock
    postgres: PostgresServer | None
    template: Any
    """A file, or the name of a PostgreSQL database."""
    monkeypatch: pytest.MonkeyPatch
    known: dict[str, Any] = field(default_factory=dict)
    _banks: Any = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    async def prepare(self, act: Act) -> None:
        async with self._open(self.template, "prepared", keeps=True) as (cafe, where):
            await act.prepare(self._world(cafe))
        self.template = where
        self._banks = deepcopy((self.bank.invoices, self.liqpay.payments))

    @asynccontextmanager
    async def world(self) -> AsyncIterator[World]:
        self.bank.invoices, self.liqpay.payments = deepcopy(self._banks)
        self.fiscal.receipts.clear()
        self.fiscal.shifts.clear()
        self.bank.recover()
        async with self._open(self.template, "token") as (cafe, _):
            yield self._world(cafe)

    def _world(self, cafe: Cafe) -> World:
        return World(cafe, self.bank, self.liqpay, self.fiscal, self.known)

    @asynccontextmanager
    async def _open(self, template: Any, token: str, *, keeps: bool = False) -> AsyncIterator[tuple[Cafe, Any]]:
        folder = self.folder / str(next(self._numbers))
        folder.mkdir()
        url, where = await self._copy(template, folder)
        config = config_for(
            folder,
            database_url=url,
            bot_token=None,
            debug=True,
            monobank_token=self.bank.token,
            monobank_api_url=self.bank.base_url,
            liqpay_public_key=self.liqpay.public_key,
            liqpay_private_key=self.liqpay.private_key,
            liqpay_api_url=self.liqpay.base_url,
            checkbox_license_key=self.fiscal.license_key,
            checkbox_pin=self.fiscal.pin,
            checkbox_api_url=self.fiscal.base_url,
        )
        numbers, uuids = count(1), count(1)
        self.monkeypatch.setattr(secrets, "token_urlsafe", lambda *_: f"{token}-{next(numbers)}")
        self.monkeypatch.setattr("cafe.core.money.payments.service.uuid4", lambda: UUID(int=next(uuids)))
        self.clock.moment = MONDAY_NOON
        async with open_cafe(config, clock=self.clock, catalogue=None, pace=QUIET) as cafe:
            await asyncio.sleep(0.1)  # the first rounds of the loops
            yield cafe, where
        if keeps:
            return
        shutil.rmtree(folder)
        if self.postgres is not None:
            await asyncio.to_thread(self.postgres.drop_database, url)

    async def _copy(self, template: Any, folder: Path) -> tuple[str, Any]:
        """Copy a template; return the copy's address, and the copy as a template."""
        if self.postgres is None:
            file = folder / "cafe.db"
            copy_database(template, file)
            return f"sqlite:///{file}", file
        url = await asyncio.to_thread(self.postgres.create_database, template)
        return url, url.rpartition("/")[2]


@pytest.fixture
def lab(
    engine: str,
    tmp_path: Path,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    fiscal: FakeCheckbox,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Lab:
    bank.webhooks.is_silent = liqpay.webhooks.is_silent = True
    server = request.getfixturevalue("postgres") if engine == POSTGRES else None
    template = request.getfixturevalue("prepared_database" if engine == SQLITE else "prepared_template")
    return Lab(engine, tmp_path, bank, liqpay, fiscal, clock, server, template, monkeypatch)


async def rows_of(cafe: Cafe) -> dict[str, list[dict[str, Any]]]:
    """Everything that the database holds, by table."""
    tables = await cafe.tables()
    if cafe.app.config.is_shared:  # a server is asked once for all of them, which is much quicker
        selects = (f"SELECT '{table}' AS name, to_jsonb(t)::text AS row FROM {table} t" for table in tables)  # noqa: S608
        found: dict[str, list[dict[str, Any]]] = {table: [] for table in tables}
        for row in await cafe.rows(" UNION ALL ".join(selects)):
            found[row["name"]].append(orjson.loads(row["row"]))
        return found
    return {table: await cafe.rows(f"SELECT * FROM {table}") for table in tables}  # noqa: S608 - no value in it


async def dump(cafe: Cafe) -> Dump:
    return {table: sorted(map(repr, rows)) for table, rows in (await rows_of(cafe)).items()}


def shown(engine: str, row: dict[str, Any]) -> str:
    """A row without what differs from one run to the next."""
    left_out = {"id", *VARYING}
    if engine == POSTGRES:
        left_out.add("sequence_number")  # a sequence keeps the gap of a transaction that was rolled back
    kept = {name: value for name, value in row.items() if name not in left_out and not name.endswith(("_id", "_hash"))}
    times = {name: value is not None for name, value in kept.items() if name.endswith(("_at", "_since"))}
    return repr(kept | times)


async def ends(world: World, engine: str, without: Sequence[str]) -> Dump:
    """What it has come to: here, at the banks and at the fiscal service."""
    found = {
        table: sorted(shown(engine, row) for row in rows)
        for table, rows in (await rows_of(world.cafe)).items()
        if table not in {*OF_PROCESSES, *without}
    }
    paid = [invoice for invoice in world.bank.invoices.values() if "invoices" not in without or invoice.returned]
    found["monobank"] = sorted(f"{each.status} {each.amount} {[r.amount for r in each.refunds]}" for each in paid)
    found["LiqPay"] = sorted(f"{each.status} {each.amount} {each.refunded}" for each in world.liqpay.payments.values())
    found["fiscal"] = sorted(f"{each.total}" for each in world.fiscal.receipts.values())
    return found


def assert_same(expected: Dump, found: Dump) -> None:
    for table, rows in found.items():
        assert rows == expected[table], table


@dataclass(slots=True)
class Trial:
    """An act, and what became of it when nothing failed."""

    lab: Lab
    faults: Faults
    act: Act
    caplog: pytest.LogCaptureFixture
    steps: list[str] = field(default_factory=list)
    status: int = 0
    end: Dump = field(default_factory=dict)
    end_later: Dump = field(default_factory=dict)
    """When the loops have done what was left, too."""
    stages: dict[int, Dump] = field(default_factory=dict)
    """What the database holds when so many transactions are committed, to the last column: tokens and time do not vary.

    Of those after the first it is what the first fault in the next one leaves, before anything of that was done.
    """

    async def go_well(self) -> None:
        async with self._world() as world:
            self.stages[0] = await dump(world.cafe)
            self.faults.arm()
            answer = await self.act.perform(world)
            self.faults.disarm()
            assert answer is None or answer.status in {200, 201}, answer
            self.steps, self.status = list(self.faults.steps), 0 if answer is None else answer.status
            self.end = await self._end(world)
            await world.look_later(*self.act.later)
            self.end_later = await self._end(world)

    async def fail(self, at: int, loss: Loss | None = None) -> None:
        async with self._world() as world:
            self.faults.arm(at, loss)
            answer = await self.act.perform(world)
            self.faults.disarm()
            assert self.faults.has_failed
            if answer is None:
                assert LOGGED.search(self.caplog.text)
                self.caplog.clear()
            else:
                assert answer.status == 500, answer
                if loss is not Loss.AFTER:
                    found = await dump(world.cafe)
                    assert_same(self.stages.setdefault(self.faults.commits, found), found)
                await self._repeat(world, loss)
            if await self._end(world) != self.end:
                await world.look_later(*self.act.later)
                assert_same(self.end_later, await self._end(world))

    async def _repeat(self, world: World, loss: Loss | None) -> None:
        answer = await self.act.perform(world)
        assert answer is not None
        if answer.status == 429:  # an attempt at a promo code was counted although nobody was told: for a minute
            assert loss is Loss.AFTER
            await world.look_later(60)
            answer = await self.act.perform(world)
            assert answer is not None
        is_late = self.faults.commits > 0 or loss is Loss.AFTER
        assert answer.status in {self.status, *(self.act.late if is_late else ())}, answer

    @asynccontextmanager
    async def _world(self) -> AsyncIterator[World]:
        async with self.lab.world() as world:
            if self.act.happens is not None:
                await self.act.happens(world)
            yield world

    async def _end(self, world: World) -> Dump:
        return await ends(world, self.lab.engine, self.act.many)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
async def test_each_write_fails_once(
    lab: Lab, faults: Faults, act: Act, figures: Figures, caplog: pytest.LogCaptureFixture
) -> None:
    await lab.prepare(act)
    trial = Trial(lab, faults, act, caplog)
    await trial.go_well()
    for at, step in enumerate(trial.steps):
        await trial.fail(at)
        if step == COMMIT and lab.engine == POSTGRES:
            for loss in Loss:
                await trial.fail(at, loss)
    commits = trial.steps.count(COMMIT)
    lost = 2 * commits if lab.engine == POSTGRES else 0
    figures.append((act.name, lab.engine, len(trial.steps) - commits, commits, lost))
