"""Nightly copies: each night one, whole and servable, as many as are to be kept; and what the staff hear of trouble."""

import asyncio
import errno
import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cafe.app import examine
from cafe.backups import apart
from cafe.backups.folder import BackupFolder
from cafe.config import Config
from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import read_texts
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.backups.port import BackupError
from cafe.engines import back_up_in_thread
from tests.bot.conversation import STAFF, StaffSeat, eventually
from tests.driver import MONDAY_NOON, Cafe, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.telegram import FakeTelegram
from tests.uploads.photos import photo

MONDAY, TUESDAY, WEDNESDAY, THURSDAY = "2026-06-15", "2026-06-16", "2026-06-17", "2026-06-18"
NIGHT = MONDAY_NOON.date()


@pytest.fixture
def config(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> Config:
    telegram.group(STAFF)
    return config_for(
        tmp_path, database_url=database_url, backups_kept=3, bot_api_url=telegram.url, staff_chat_id=STAFF
    )


@pytest.fixture
async def cafe(config: Config, clock: FakeClock) -> AsyncIterator[Cafe]:
    async with leading(config, clock) as cafe:
        yield cafe


@asynccontextmanager
async def leading(config: Config, clock: FakeClock) -> AsyncIterator[Cafe]:
    """The cafe once its process does what one of several does for all."""
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:

        async def leads() -> bool:
            return "disks" in (await cafe.get("/healthz")).json

        await eventually(leads)
        yield cafe


async def looks() -> None:
    """Wait until the loops have looked at the clock, several times."""
    await two_rounds()


def nights(config: Config) -> list[str]:
    """Everything in the folder, hidden or not."""
    return sorted(path.name for path in config.backups.iterdir()) if config.backups.is_dir() else []


async def has_made(config: Config, night: str) -> Path:
    """Wait for the copy of a night."""
    await eventually((config.backups / night / "cafe.db").exists)
    return config.backups / night


async def passes(clock: FakeClock, config: Config, night: str, **span: float) -> Path:
    """Let time go by until there is a copy of the night, and nothing is left to do."""
    clock.advance(**span)
    return await has_made(config, night)


@asynccontextmanager
async def restored(night: Path, folder: Path) -> AsyncIterator[Cafe]:
    """The cafe as it is after its machine was lost."""
    shutil.copytree(night, folder)
    async with open_cafe(config_for(folder), catalogue=None) as cafe:
        yield cafe


async def test_a_night_has_everything_and_can_be_served(
    cafe: Cafe, config: Config, clock: FakeClock, tmp_path: Path
) -> None:
    placed = await cafe.guest().places("latte")
    picture = await cafe.app.services.pictures.add(photo())
    (config.uploads / f".{'a' * 64}-320.webp.x.part").write_bytes(b"half a picture")
    night = await passes(clock, config, MONDAY, minutes=2)
    assert nights(config) == [MONDAY]
    assert sorted(path.name for path in night.iterdir()) == ["cafe.db", "uploads"]
    modes = {path.name: path.stat().st_mode & 0o777 for path in (config.backups, night, night / "cafe.db")}
    assert modes == {"backups": 0o700, MONDAY: 0o700, "cafe.db": 0o600}
    files = sorted(path.name for path in (night / "uploads").iterdir())
    assert len(files) == 5
    assert all((night / "uploads" / name).samefile(config.uploads / name) for name in files), "they take no room"
    async with restored(night, tmp_path / "elsewhere") as again:
        assert (await again.get(picture.url)).status == 200
        assert await again.value("SELECT COUNT(*) FROM orders WHERE id = :id", id=placed["order_id"]) == 1
        await again.guest().places("latte")


async def test_each_night_has_one_copy_and_the_oldest_go(cafe: Cafe, config: Config, clock: FakeClock) -> None:
    others = ["2026-02-30", "before-upgrade.db", "notes", "2020-01-01.tar"]
    config.backups.mkdir()
    for name in others:
        (config.backups / name).mkdir()
    (config.backups / "2019-01-01").write_text("a file")
    others.append("2019-01-01")
    (config.backups / "2026-06-01" / "uploads").mkdir(parents=True)
    first = await passes(clock, config, MONDAY, minutes=2)
    made = (first / "cafe.db").stat().st_ino
    picture = await cafe.app.services.pictures.add(photo())
    second = await passes(clock, config, TUESDAY, days=1)
    assert not list((first / "uploads").iterdir())
    assert any(picture.sha256 in path.name for path in (second / "uploads").iterdir())
    assert nights(config) == sorted([*others, "2026-06-01", MONDAY, TUESDAY])
    await passes(clock, config, WEDNESDAY, days=1)
    await eventually(lambda: nights(config) == sorted([*others, MONDAY, TUESDAY, WEDNESDAY]))
    assert (first / "cafe.db").stat().st_ino == made, "made once"
    await passes(clock, config, THURSDAY, days=1)
    await eventually(lambda: nights(config) == sorted([*others, TUESDAY, WEDNESDAY, THURSDAY]))


async def test_a_night_begins_at_four_on_the_cafes_clock(cafe: Cafe, config: Config, clock: FakeClock) -> None:
    await passes(clock, config, MONDAY, minutes=2)
    clock.moment = MONDAY_NOON.replace(day=16, hour=0, minute=59)  # 03:59 in Kyiv
    await cafe.get("/healthz")
    await looks()  # the loop has looked
    assert nights(config) == [MONDAY]
    await passes(clock, config, TUESDAY, minutes=2)


async def test_a_machine_that_is_off_at_night_makes_up_for_it(config: Config, clock: FakeClock) -> None:
    async with leading(config, clock):
        await passes(clock, config, MONDAY, minutes=2)
    clock.moment = MONDAY_NOON.replace(day=18, hour=23)  # 02:00 of the 19th in Kyiv: still the night of the 18th
    async with leading(config, clock):
        clock.advance(seconds=50)
        await looks()  # the loop has looked
        assert nights(config) == [MONDAY], "a start is left alone for a minute"
        await passes(clock, config, THURSDAY, seconds=10)
        assert nights(config) == [MONDAY, THURSDAY]


async def test_no_copies_where_none_are_wanted(config: Config, clock: FakeClock) -> None:
    async with leading(config.model_copy(update={"backups_kept": 0}), clock) as cafe:
        clock.advance(days=2)
        await looks()  # a loop would have looked
        assert "backups" not in (await cafe.get("/healthz")).json
    assert nights(config) == []


async def test_what_a_killed_copy_left_is_cleared_away(config: Config, clock: FakeClock) -> None:
    left = config.backups / ".2026-06-14.k3_x9.part"
    (left / "uploads").mkdir(parents=True)
    (left / "cafe.db").write_bytes(b"half a database")
    (config.backups / ".2026-06-01.old.part" / "uploads").mkdir(parents=True)
    (config.backups / ".mine.part").mkdir()
    async with leading(config, clock):
        await passes(clock, config, MONDAY, minutes=2)
    assert nights(config) == [".mine.part", MONDAY]


def staff_of(telegram: FakeTelegram) -> StaffSeat:
    person = telegram.person(701, "Тарас")
    return StaffSeat(person.world, person.user, telegram.world.chats[STAFF])


def told(seat: StaffSeat) -> list[str]:
    return [message.text for message in seat.inbox]


async def test_a_failure_is_told_once_a_night_and_its_end_once(
    config: Config, clock: FakeClock, telegram: FakeTelegram
) -> None:
    config.backups.write_text("a file where the folder should be")
    taras = staff_of(telegram)
    async with leading(config, clock) as cafe:
        clock.advance(minutes=2)
        await taras.sees("⚠️ Нічну резервну копію не зроблено: у теку для копій не вдається писати")
        assert (await cafe.get("/healthz")).status == 200, "a warning, not an outage"
        clock.advance(minutes=16)
        await looks()  # it was tried again
        assert len(told(taras)) == 1
    async with leading(config, clock):
        clock.advance(minutes=2)
        await looks()  # and again after a restart
        assert len(told(taras)) == 1
        clock.advance(days=1)
        await eventually(lambda: len(told(taras)) == 2)
        config.backups.unlink()
        clock.advance(minutes=10)
        await looks()
        assert nights(config) == [], "not before its time"
        await passes(clock, config, TUESDAY, hours=1)
        await taras.sees("✅ Нічні резервні копії знову робляться.")
        await passes(clock, config, WEDNESDAY, days=1)
        await looks()
    assert len(told(taras)) == 3, "that all goes on well is no news"


async def test_a_disk_that_is_nearly_full_is_told_of_once_a_day(
    config: Config, clock: FakeClock, telegram: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = {"now": 900_500_000}
    usage = shutil._ntuple_diskusage
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12 - free["now"], free["now"]))
    taras = staff_of(telegram)
    async with leading(config, clock):
        found = await taras.sees("лишилося 900", "завантажені фото", "резервні копії")
        assert ("база даних" in found.text) is not config.is_shared, "a server's disk is looked after there"
        clock.advance(hours=23)
        await looks()  # it was looked at again
        assert len(told(taras)) == 1
    async with leading(config, clock):
        await looks()
        assert len(told(taras)) == 1, "nor after a restart"
        free["now"] = 50_000_000
        clock.advance(hours=1)
        urgent = await taras.sees("лишилося 50")
        assert ("інакше замовлення не прийматимуться" in urgent.text) is not config.is_shared
        free["now"] = 5_000_000_000
        clock.advance(days=1)
        await looks()
    assert len(told(taras)) == 2


@pytest.mark.parametrize("locale", [Locale.UK, Locale.EN])
@pytest.mark.parametrize("problem", list(Problem))
def test_each_problem_has_its_words(locale: Locale, problem: Problem) -> None:
    words = {each: read_texts().format(locale, "staff-backup-failed", problem=each.value) for each in Problem}
    assert [each for each in Problem if words[each] == words[problem]] == [problem]


# The folder alone.


def write_copy(target: Path, _keep_going: Callable[[], None]) -> None:
    """A small database in place of the cafe's."""
    with sqlite3.connect(target) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER)")
    connection.close()


def folder_in(tmp_path: Path, copy: Callable[[Path, Callable[[], None]], None] = write_copy) -> BackupFolder:
    (tmp_path / "uploads").mkdir(exist_ok=True)
    return BackupFolder(tmp_path / "backups", tmp_path / "uploads", copy)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), Problem.NO_ROOM),
        (sqlite3.OperationalError("database or disk is full"), Problem.NO_ROOM),
        (OSError(errno.EROFS, "Read-only file system"), Problem.NOT_WRITABLE),
        (sqlite3.DatabaseError("file is not a database"), Problem.UNREADABLE),
        (sqlite3.DatabaseError("database disk image is malformed"), Problem.UNREADABLE),
        (OSError(errno.EIO, "Input/output error"), Problem.OTHER),
        (sqlite3.OperationalError("disk I/O error"), Problem.OTHER),
    ],
)
async def test_a_copy_that_fails_half_way_leaves_nothing(tmp_path: Path, error: Exception, problem: Problem) -> None:
    await folder_in(tmp_path).make(NIGHT.replace(day=14), 1)

    def fail(target: Path, _keep_going: Callable[[], None]) -> None:
        target.write_bytes(b"half a database")
        raise error

    with pytest.raises(BackupError) as failed:
        await folder_in(tmp_path, fail).make(NIGHT, 2)
    assert failed.value.problem is problem
    assert [path.name for path in (tmp_path / "backups").iterdir()] == ["2026-06-14"]


async def test_a_database_that_cannot_be_read(tmp_path: Path) -> None:
    """Both what SQLite refuses to copy, and what it copies with its damage."""
    config = config_for(tmp_path)

    def copy(target: Path, keep_going: Callable[[], None]) -> None:
        back_up_in_thread(config, SYSTEM_CLOCK, target, keep_going)

    for content in (None, b"no database at all" * 100, b""):
        if content is not None:
            config.database_path.write_bytes(content)
        with pytest.raises(BackupError) as failed:
            await folder_in(tmp_path, copy).make(NIGHT, 1)
        assert failed.value.problem is Problem.UNREADABLE

    def damage(target: Path, keep_going: Callable[[], None]) -> None:
        with sqlite3.connect(target) as connection:
            connection.execute("CREATE TABLE orders (id INTEGER, name TEXT)")
            connection.executemany("INSERT INTO orders VALUES (?, ?)", [(n, "x" * 500) for n in range(100)])
        connection.close()
        with target.open("r+b") as file:
            file.seek(3 * 4096)
            file.write(b"\xff" * 4096)
        keep_going()

    with pytest.raises(BackupError) as failed:
        await folder_in(tmp_path, damage).make(NIGHT, 1)
    assert failed.value.problem is Problem.UNREADABLE
    assert list((tmp_path / "backups").iterdir()) == []


async def test_pictures_on_another_disk_are_copied_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, uploads, backups = folder_in(tmp_path), tmp_path / "uploads", tmp_path / "backups"
    link = os.link

    def link_on_one_disk(source: Path, target: Path) -> None:
        if Path(source).is_relative_to(uploads):
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        link(source, target)

    monkeypatch.setattr(os, "link", link_on_one_disk)
    (uploads / "one.webp").write_bytes(b"one")
    await folder.make(NIGHT, 1)
    (uploads / "two.webp").write_bytes(b"two")
    await folder.make(NIGHT.replace(day=16), 2)
    first, second = (backups / night / "uploads" for night in (MONDAY, TUESDAY))
    assert (second / "one.webp").samefile(first / "one.webp")
    assert not (first / "one.webp").samefile(uploads / "one.webp")
    assert {path.name: path.read_bytes() for path in second.iterdir()} == {"one.webp": b"one", "two.webp": b"two"}
    last = await folder.find_last()
    assert last is not None
    assert (last.made_at, last.size) == (2, (second.parent / "cafe.db").stat().st_size + 6)


async def test_a_stop_ends_a_copy_and_clears_it_away(tmp_path: Path) -> None:
    has_begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def copy(target: Path, keep_going: Callable[[], None]) -> None:
        target.write_bytes(b"half a database")
        loop.call_soon_threadsafe(has_begun.set)
        while True:
            keep_going()

    making = asyncio.create_task(folder_in(tmp_path, copy).make(NIGHT, 1))
    await has_begun.wait()
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert list((tmp_path / "backups").iterdir()) == []


@pytest.mark.real_time  # a thread that hangs would hold virtual time for ever
async def test_a_disk_that_hangs_does_not_hold_up_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "STOP_SECONDS", 0.1)
    has_begun, is_free, has_ended = asyncio.Event(), threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def copy(_target: Path, keep_going: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(has_begun.set)
        is_free.wait(30)
        loop.call_soon_threadsafe(has_ended.set)
        keep_going()

    making = asyncio.create_task(folder_in(tmp_path, copy).make(NIGHT, 1))
    await has_begun.wait()
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert not has_ended.is_set()
    is_free.set()
    await eventually(lambda: list((tmp_path / "backups").iterdir()) == [])


# What the operator sees.


@pytest.mark.real_time  # a thread that hangs would hold virtual time for ever
async def test_a_disk_that_hangs_is_looked_at_once_and_holds_nobody_up(
    config: Config, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cafe.core.upkeep.checks.service.SECONDS", 0.5)
    monkeypatch.setattr("cafe.metrics.FOLDER_SECONDS", 0.1)
    is_free, looked = threading.Event(), []

    def hang(_folder: BackupFolder) -> None:
        looked.append(1)
        is_free.wait(30)

    monkeypatch.setattr(BackupFolder, "_find_last", hang)
    async with leading(config.model_copy(update={"metrics_port": 0}), clock) as cafe:
        for _ in range(3):
            async with cafe.session.get(cafe.app.metrics_url) as answer:
                text = await answer.text()
                assert "cafe_orders_open" in text
                assert "cafe_backup" not in text
        owner = await cafe.desk()
        checks = (await owner.get("/api/desk/checks", **{"Accept-Language": "en"})).json["checks"]
        [check] = [each for each in checks if each["check"] == "backups"]
        assert (check["state"], "does not answer (no answer within" in check["text"]) == ("failed", True)
        assert looked == [1]
        is_free.set()


async def look(config: Config, clock: FakeClock) -> tuple[str, str]:
    [finding] = [each for each in await examine(config, clock=clock) if each.check.value == "backups"]
    return finding.state.value, finding.reason


async def test_doctor_tells_of_the_last_copy(config: Config, clock: FakeClock) -> None:
    assert await look(config.model_copy(update={"backups_kept": 0}), clock) == ("warning", "off")
    assert await look(config, clock) == ("warning", "none")
    async with leading(config, clock) as cafe:
        await passes(clock, config, MONDAY, minutes=2)
        assert await look(config, clock) == ("ok", "ok")
        owner = await cafe.desk()
        checks = (await owner.get("/api/desk/checks", **{"Accept-Language": "en"})).json["checks"]
        [check] = [each for each in checks if each["check"] == "backups"]
        assert (check["name"], check["state"]) == ("backups", "ok")
        assert "15.06.2026 12:02" in check["text"]
    clock.advance(hours=37)
    assert await look(config, clock) == ("warning", "old")
    shutil.rmtree(config.backups)
    config.backups.write_text("a file where the folder should be")
    assert await look(config, clock) == ("failed", "read-only")
    within = config.model_copy(update={"backups": config.backups / "deeper" / "down"})
    assert await look(within, clock) == ("failed", "read-only")
