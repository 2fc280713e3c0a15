"""The continuous copy: cut at any moment it gives back what was committed ten seconds before, and tells of trouble."""

import asyncio
import errno
import random
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cafe.app import examine
from cafe.backups import copy_folder, generation
from cafe.backups.copy_folder import CopyFolder, rebuild
from cafe.backups.generation import read_records
from cafe.backups.records import DamagedError
from cafe.config import Config
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.pages import Changes, LostPlaceError
from cafe.core.kernel.texts import read_texts
from cafe.core.upkeep.backups import copying
from cafe.core.upkeep.backups.copying import Copier
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.backups.port import BackupError
from cafe.core.upkeep.checks.model import Check, Finding, State
from cafe.db import log_follower
from cafe.db.log_follower import LogFollower
from tests.bot.conversation import STAFF, eventually
from tests.driver import Cafe, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.telegram import FakeTelegram
from tests.test_cli import Cli
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture

NOON = 1_781_500_000_000
ROUND = 3_000
TEN_SECONDS = 10_000


class Till:
    """A database that somebody writes to, its copy, and what was in it at each moment."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.database = folder / "cafe.db"
        self.copies = folder / "copy"
        self.chance = random.Random(seed)  # noqa: S311 - not for secrets
        self.now = NOON
        self.history: dict[tuple[int, int], int] = {}
        """When each state came to be."""
        self.writers = [self._open(), self._open()]
        self.writers[0].execute("CREATE TABLE sales (id INTEGER PRIMARY KEY, data BLOB, sum INTEGER)")
        self.writers[0].execute("CREATE TABLE sums (sales INTEGER, total INTEGER)")
        self.writers[0].execute("INSERT INTO sums VALUES (0, 0)")
        self._note()
        self.start()

    def start(self) -> None:
        """A process begins to copy."""
        self.log = LogFollower(self.database)
        self.storage = CopyFolder(self.copies)
        self.copier = Copier(self.log, self.storage, lambda: self.now)

    def kill(self) -> None:
        """The process that copies is gone; another one begins."""
        self.log.close()
        self.start()

    def copy(self) -> None:
        assert self.copier.copy()

    def sell(self) -> None:
        """A transaction, sometimes a large one, sometimes one that is rolled back, until one was committed."""
        known = len(self.history)
        while len(self.history) == known:
            self._try_to_sell()

    def _try_to_sell(self) -> None:
        raw = self.chance.choice(self.writers)
        raw.execute("BEGIN IMMEDIATE")
        for _ in range(self.chance.choice([1, 3, 20])):
            total = self.chance.randrange(1, 1000)
            data = self.chance.randbytes(self.chance.randrange(400))
            raw.execute("INSERT INTO sales (data, sum) VALUES (?, ?)", (data, total))
            raw.execute("UPDATE sums SET sales = sales + 1, total = total + ?", (total,))
        if self.chance.random() < 0.2:
            row = raw.execute("SELECT COUNT(*), SUM(sum) FROM sales WHERE id % 3 = 0").fetchone()
            raw.execute("DELETE FROM sales WHERE id % 3 = 0")
            raw.execute("UPDATE sums SET sales = sales - ?, total = total - ?", (row[0], row[1] or 0))
        raw.execute("ROLLBACK" if self.chance.random() < 0.2 else "COMMIT")
        self._note()

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds

    def restored(self, until: int | None = None) -> tuple[int, int]:
        """What the copy gives back, after it was looked at from all sides."""
        target = self.folder / "restored.db"
        found = rebuild(self.copies, target, until)
        assert found is not None
        with closing(sqlite3.connect(target)) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            state: tuple[int, int] = raw.execute("SELECT sales, total FROM sums").fetchone()
            assert raw.execute("SELECT COUNT(*), COALESCE(SUM(sum), 0) FROM sales").fetchone() == state
        return state

    def state(self) -> tuple[int, int]:
        """What is in the database now."""
        found: tuple[int, int] = self.writers[0].execute("SELECT sales, total FROM sums").fetchone()
        return found

    def generations(self) -> list[str]:
        return copy_folder.list_generations(self.copies)

    def newest(self) -> Path:
        return self.copies / self.generations()[-1]

    def close(self) -> None:
        self.log.close()
        for raw in self.writers:
            raw.close()

    def _open(self) -> sqlite3.Connection:
        raw = sqlite3.connect(self.database, isolation_level=None, timeout=0)
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute("PRAGMA wal_autocheckpoint = 60")
        return raw

    def _note(self) -> None:
        self.history.setdefault(self.state(), self.now)


@pytest.fixture
def till(tmp_path: Path) -> Till:
    return Till(tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_two_hundred_cuts_lose_ten_seconds_at_most(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kills, rival checkpoints, half-written files, generations that end, files that are joined: 50 cuts each."""
    monkeypatch.setattr(log_follower, "LONG", 60)
    monkeypatch.setattr(generation, "JOINED", 8)
    monkeypatch.setattr(copy_folder, "LARGE", 1 << 15)
    till, chance = Till(tmp_path, seed), random.Random(seed)  # noqa: S311 - not for secrets
    for _ in range(50):
        for _ in range(chance.randint(1, 8)):
            for _ in range(chance.randint(0, 3)):
                till.sell()
                till.wait(chance.randint(0, 900))
            if chance.random() < 0.2:
                till.writers[1].execute(f"PRAGMA wal_checkpoint({chance.choice(['PASSIVE', 'RESTART', 'TRUNCATE'])})")
            if chance.random() < 0.2:
                till.kill()
            till.copy()
            till.wait(ROUND - 2_000)
        for _ in range(chance.randint(0, 2)):
            till.sell()
        (till.newest() / ".0000009999.pages.part").write_bytes(b"cafe copy 1\nhalf")
        state = till.restored()
        following = [at for other, at in till.history.items() if at > till.history[state]]
        assert not following or till.now - min(following) <= TEN_SECONDS
    assert 1 < len(till.generations()) < 40, "it mostly goes on"
    till.close()


def test_a_killed_process_goes_on_where_it_was(till: Till) -> None:
    till.copy()
    for _ in range(20):
        till.sell()
        till.copy()
        till.sell()
        till.kill()
        till.sell()
        till.copy()
        assert till.restored() == till.state()
    assert len(till.generations()) == 1


def test_after_a_log_that_is_gone_the_copy_begins_anew(till: Till) -> None:
    till.copy()
    till.sell()
    till.copy()
    till.log.close()
    till.sell()
    till.writers[0].execute("PRAGMA wal_checkpoint(TRUNCATE)")
    till.sell()
    till.start()
    till.copy()
    assert len(till.generations()) == 2
    assert till.restored() in till.history


def test_any_moment_can_be_restored(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation, "JOINED", 5)
    states: dict[int, tuple[int, int]] = {}
    for step in range(40):
        till.sell()
        till.copy()
        states[till.now] = till.state()
        till.wait(ROUND)
        if step == 20:
            till.log.let_go()  # a new generation
    for moment, state in states.items():
        assert till.restored(moment) == state
        assert till.restored(moment + 2_999) == state
    assert rebuild(till.copies, till.folder / "early.db", NOON - 1) is None
    names = [path.name for path in till.newest().glob("*-*.pages")]
    assert names == ["0000000000-0000000004.pages", "0000000005-0000000009.pages"]


def test_nothing_is_applied_beyond_a_gap(till: Till) -> None:
    states = []
    for _ in range(6):
        till.sell()
        till.copy()
        states.append(till.state())
        till.wait(ROUND)
    files = sorted(till.newest().glob("*.pages"))
    assert [record.record.number for record in read_records(till.newest())] == [0, 1, 2, 3, 4, 5]
    whole = files[4].read_bytes()
    files[4].write_bytes(whole[:-1])
    found = rebuild(till.copies, till.folder / "restored.db")
    assert found is not None
    assert "0000000004.pages" in found.problem
    assert till.restored() == states[3]
    files[4].write_bytes(whole[:70] + bytes([whole[70] ^ 1]) + whole[71:])
    assert till.restored() == states[3]
    files[4].unlink()
    found = rebuild(till.copies, till.folder / "restored.db")
    assert found is not None
    assert "change 4 is missing" in found.problem
    with pytest.raises(DamagedError):
        list(read_records(till.newest()))


def test_a_damaged_beginning_leaves_the_generation_before(till: Till) -> None:
    till.sell()
    till.copy()
    before = till.state()
    till.log.let_go()
    till.sell()
    till.copy()
    with (till.newest() / "cafe.db").open("r+b") as file:
        file.seek(5_000)
        file.write(b"rot")
    assert till.restored() == before


def test_old_generations_go(till: Till) -> None:
    for _ in range(6):
        till.copy()
        till.sell()
        till.wait(86_400_000)
    assert len(till.generations()) == 5, "what began before the third day is needed for it"
    till.restored(till.now - 3 * 86_400_000)


def test_while_a_generation_begins_the_one_before_goes_on(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_follower, "PAGES", 2)
    for _ in range(10):
        till.sell()
        till.copy()
    till.wait(86_400_000)
    copy, states = till.log.copy, []

    def copy_slowly(target: Path, between: Callable[[], None]) -> None:
        def sell() -> None:
            till.sell()
            till.wait(ROUND)
            between()
            assert len(till.generations()) == 1
            assert till.restored() == till.state()
            states.append((till.now, till.state()))

        copy(target, sell)

    monkeypatch.setattr(till.log, "copy", copy_slowly)
    till.copy()
    assert len(states) > 3
    assert len(till.generations()) == 2
    assert till.restored() == states[-1][1]
    assert [till.restored(moment) for moment, _ in states] == [state for _, state in states]
    till.sell()
    till.copy()
    assert till.restored() == till.state()


def test_a_generation_that_cannot_begin_leaves_the_one_before(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    till.copy()
    till.wait(86_400_000)
    with monkeypatch.context() as patch:
        patch.setattr(generation.Generation, "begin", no_room)
        for _ in range(5):
            till.sell()
            till.copy()
            till.wait(ROUND)
    assert till.restored() in till.history
    till.wait(600_000)
    till.copy()
    assert len(till.generations()) == 2
    assert till.restored() == till.state()


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "no space left")


def test_two_services_do_not_share_a_folder(till: Till, tmp_path: Path) -> None:
    till.copy()
    other = Till(tmp_path / "other")
    other.storage = CopyFolder(till.copies)
    other.copier = Copier(other.log, other.storage, lambda: till.now)
    other.copy()
    till.sell()
    for _ in range(3):
        with pytest.raises(BackupError, match="another service copies into this folder"):
            till.copy()
    assert till.restored() == other.state()


def test_two_processes_do_not_copy_at_once(till: Till) -> None:
    till.copy()
    second = Copier(LogFollower(till.database), CopyFolder(till.copies), lambda: till.now)
    assert not second.copy()
    till.log.close()
    assert second.copy()


def test_a_folder_that_fails_does_not_let_the_log_grow(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_follower, "LONG", 60)
    monkeypatch.setattr(copying, "MOST_LOG", 400_000)
    till.copy()
    till.copies.rename(till.folder / "away")
    till.copies.write_text("something else")
    log = till.database.with_name("cafe.db-wal")
    for _ in range(120):
        till.sell()
        till.wait(ROUND)
        with pytest.raises(BackupError) as failure:
            till.copy()
        assert failure.value.problem is Problem.NOT_WRITABLE
    assert log.stat().st_size < 800_000
    till.copies.unlink()
    (till.folder / "away").rename(till.copies)
    till.wait(600_000)
    till.copy()
    assert len(till.generations()) == 2
    assert till.restored() == till.state()


def test_a_folder_that_answers_late_costs_no_commit(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs, the log grows too long and is let go; when it answers the copy begins anew."""
    till.copy()
    write_new: Callable[[Path, bytes], None] = generation.write_new

    def hang(path: Path, data: bytes) -> None:
        till.log.let_go()
        write_new(path, data)

    till.sell()
    with monkeypatch.context() as patch:
        patch.setattr(generation, "write_new", hang)
        till.copy()
    assert len(till.generations()) == 2
    assert till.restored() == till.state()


def test_a_place_that_is_gone_is_noticed(till: Till) -> None:
    place = till.log.begin()
    till.log.let_go()
    with pytest.raises(LostPlaceError):
        till.log.read()
    till.writers[0].execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with pytest.raises(LostPlaceError):
        till.log.resume(place)
    till.sell()
    with pytest.raises(LostPlaceError):
        till.log.resume(place)


# The whole cafe.


@pytest.fixture
def config(tmp_path: Path, telegram: FakeTelegram) -> Config:
    telegram.group(STAFF)
    return config_for(tmp_path, bot_api_url=telegram.url, staff_chat_id=STAFF, copy_to=tmp_path / "copy")


@asynccontextmanager
async def copied(config: Config, clock: FakeClock) -> AsyncIterator[Cafe]:
    async with open_cafe(config, clock=clock) as cafe:
        await eventually(lambda: bool(copy_folder.list_generations(config.copy_to or Path())))
        yield cafe


async def test_an_order_is_in_the_copy_within_ten_seconds(
    config: Config, clock: FakeClock, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config.copy_to is not None
    lost = tmp_path / "lost"
    async with copied(config, clock) as cafe:
        placed = await cafe.guest().places("latte")
        await asyncio.sleep(10)
        shutil.copytree(config.copy_to, lost)
        before = clock.now()
        await asyncio.sleep(60)
        later = await cafe.guest().places("cake")
    assert {path.stat().st_mode & 0o077 for path in config.copy_to.rglob("*")} == {0}
    monkeypatch.setenv("CAFE_UPLOADS", str(tmp_path / "uploads"))
    for folder, at in ((lost, None), (config.copy_to, before)):
        monkeypatch.setenv("CAFE_DATABASE_URL", f"sqlite:///{tmp_path / 'elsewhere' / 'cafe.db'}")
        more = [] if at is None else ["--at", f"{at.astimezone():%Y-%m-%dT%H:%M:%S}"]
        said = await asyncio.to_thread(cli, "restore", folder, *more)
        assert (said.code, said.err) == (0, "")
        assert "the continuous copy has everything up to 2026-06-15" in said.out
        assert f"the newest {placed['order_number']} of 2026-06-15" in said.out
    assert not list((tmp_path / "elsewhere").glob(".rebuilt-*"))
    async with open_cafe(config_for(tmp_path / "elsewhere"), clock=clock, catalogue=None) as again:
        assert await again.value("SELECT COUNT(*) FROM orders") == 1
        following = await again.guest().places("cake")
        assert following["order_id"] > later["order_id"] + 500, "numbers that were given out are not given out again"


async def test_a_stop_copies_what_is_left(config: Config, clock: FakeClock, tmp_path: Path) -> None:
    assert config.copy_to is not None
    async with copied(config, clock) as cafe:
        placed = await cafe.guest().places("latte")
    assert rebuild(config.copy_to, tmp_path / "rebuilt.db") is not None
    with closing(sqlite3.connect(tmp_path / "rebuilt.db")) as raw:
        assert raw.execute("SELECT id FROM orders").fetchall() == [(placed["order_id"],)]
        assert raw.execute("SELECT COUNT(*) FROM process_runs").fetchone() == (0,)


async def test_a_stop_copies_what_a_round_under_way_has_missed(
    config: Config, clock: FakeClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config.copy_to is not None
    loop, is_writing, may_write = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
    add, end = CopyFolder.add, copying.ContinuousCopy.end

    def add_when_asked(self: CopyFolder, at: int, changes: Changes) -> None:
        loop.call_soon_threadsafe(is_writing.set)
        may_write.wait()
        add(self, at, changes)

    async def end_at_last(self: copying.ContinuousCopy) -> None:
        may_write.set()
        await end(self)

    async with copied(config, clock) as cafe:
        await cafe.guest().places("latte")
        monkeypatch.setattr(CopyFolder, "add", add_when_asked)
        monkeypatch.setattr(copying.ContinuousCopy, "end", end_at_last)
        await cafe.guest().places("latte")
        await is_writing.wait()  # no time goes by while the thread waits
        await cafe.guest().places("cake")
    assert rebuild(config.copy_to, tmp_path / "rebuilt.db") is not None
    with closing(sqlite3.connect(tmp_path / "rebuilt.db")) as raw:
        assert raw.execute("SELECT COUNT(*) FROM orders").fetchone() == (3,)


def test_a_moment_is_for_the_continuous_copy(
    cli: Cli, till: Till, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAFE_DATABASE_URL", f"sqlite:///{tmp_path / 'new' / 'cafe.db'}")
    till.copy()
    early = datetime.fromtimestamp(NOON / 1000, UTC) - timedelta(days=1)
    assert cli("restore", till.copies, "--at", f"{early:%Y-%m-%dT%H:%M}").code == 1
    assert cli("restore", till.copies, "--at", "yesterday").code == 2
    said = cli("restore", till.database, "--at", "2026-06-15T12:00")
    assert (said.code, "CAFE_COPY_TO" in said.err) == (1, True)
    assert cli("restore", till.copies).code == 1, "no database of a cafe"
    assert not list((tmp_path / "new").glob("*cafe.db*"))
    till.close()


async def test_the_staff_hear_once_of_a_copy_that_stands_still(
    config: Config, clock: FakeClock, telegram: FakeTelegram
) -> None:
    assert config.copy_to is not None
    seat = telegram.person(701, "Тарас").at(telegram.world.chats[STAFF])
    async with copied(config, clock) as cafe:
        await cafe.guest().places("latte")
        assert await state_of(cafe) == (State.OK, "ok")
        config.copy_to.rename(config.copy_to.with_name("away"))
        config.copy_to.write_text("no folder")
        await seat.sees("Безперервна копія бази даних зупинилася: у її теку не вдається писати", seconds=120)
        assert (await cafe.get("/healthz")).status == 200
        await cafe.guest().places("latte")
        await asyncio.sleep(100)
        assert (await state_of(cafe))[0] is State.FAILED
        config.copy_to.unlink()
        config.copy_to.with_name("away").rename(config.copy_to)
        await seat.sees("знову не відстає", seconds=600)
        assert await state_of(cafe) == (State.OK, "ok")
        await two_rounds()
    assert sum("зупинилася" in message.text for message in seat.inbox) == 1
    findings = await examine(config, clock=clock)
    assert [(each.state, each.reason) for each in findings if each.check is Check.COPY] == [(State.OK, "ended")]


async def state_of(cafe: Cafe) -> tuple[State, str]:
    finding: Finding = next(each for each in await cafe.app.checks.run() if each.check is Check.COPY)
    return finding.state, finding.reason


def test_each_problem_has_its_words() -> None:
    for locale in (Locale.UK, Locale.EN):
        texts = {read_texts().format(locale, "staff-copy-stopped", problem=each.value) for each in Problem}
        assert len(texts) == len(Problem)


def test_the_copy_is_for_sqlite(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"CAFE_COPY_TO: is for SQLite.*operator's guide"):
        config_for(tmp_path, database_url="postgresql://cafe@localhost/cafe", copy_to=tmp_path / "copy")
    with pytest.raises(ValueError, match="CAFE_COPY_TO: must be another folder"):
        config_for(tmp_path, copy_to=tmp_path / "backups")
