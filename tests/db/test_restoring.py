"""A restore that is killed at any of its steps leaves the old database or the new one, or is mended by another."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cafe.db.copies import COPIED_AT
from cafe.db.restoring import CopyFacts, restore_file
from tests.conftest import copy_database

KILLED = """
import os, signal, sys
from pathlib import Path
from cafe.db.restoring import restore_file

left = int(sys.argv[3])

def dying(call):
    def run(*arguments, **options):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **options)
    return run

for name in ("link", "fsync", "replace", "mkdir", "unlink"):
    setattr(os, name, dying(getattr(os, name)))
restore_file(Path(sys.argv[1]), Path(sys.argv[2]), lambda facts: None)
"""
OLD, NEW = "the old one", "the new one"


def named(path: Path, name: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES ('cafe_name', ?)", (name,))
        connection.commit()


def name_in(path: Path) -> str:
    with closing(sqlite3.connect(f"file:{path}?mode=rw", uri=True)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        return str(connection.execute("SELECT value FROM settings WHERE key = 'cafe_name'").fetchone()[0])


@pytest.fixture
def copy(tmp_path: Path, prepared_database: Path) -> Path:
    copy_database(prepared_database, tmp_path / "copy.db")
    named(tmp_path / "copy.db", NEW)
    return tmp_path / "copy.db"


@pytest.fixture
def left(tmp_path: Path, prepared_database: Path) -> Path:
    """A database as a killed service leaves it: the newest part of it is in the log."""
    (tmp_path / "serving").mkdir()
    serving = tmp_path / "serving" / "cafe.db"
    copy_database(prepared_database, serving)
    with closing(sqlite3.connect(serving)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES ('cafe_name', ?)", (OLD,))
        connection.commit()
        shutil.copytree(tmp_path / "serving", tmp_path / "left")
    assert (tmp_path / "left" / "cafe.db-wal").stat().st_size > 0
    return tmp_path / "left"


def kill_at(step: int, copy: Path, database: Path) -> bool:
    """Run a restore that is killed at a step; whether it came so far."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", KILLED, str(copy), str(database), str(step)], check=False
    )
    assert done.returncode in {0, -signal.SIGKILL}
    return done.returncode != 0


def restore(copy: Path, database: Path) -> CopyFacts:
    told: list[CopyFacts] = []
    restore_file(copy, database, told.append)
    return told[0]


def test_killed_at_any_step_it_is_the_old_one_or_the_new_one(tmp_path: Path, copy: Path, left: Path) -> None:
    seen, step = set(), 0
    while True:
        folder = tmp_path / f"step{step}"
        shutil.copytree(left, folder)
        if not kill_at(step, copy, folder / "cafe.db"):
            break
        seen.add(name_in(folder / "cafe.db"))
        kept = restore(copy, folder / "cafe.db").kept
        assert name_in(folder / "cafe.db") == NEW
        assert kept
        assert OLD in {name_in(path / "cafe.db") for path in folder.glob("replaced-*")}
        assert {path.name for path in folder.iterdir()} - {"cafe.db-lock"} <= {"cafe.db", *names(folder, "replaced-*")}
        step += 1
    assert seen == {OLD, NEW}
    assert step > 5


def names(folder: Path, pattern: str) -> set[str]:
    return {path.name for path in folder.glob(pattern)}


def test_a_damaged_database_is_replaced_and_kept_byte_by_byte(tmp_path: Path, copy: Path) -> None:
    rubbish = {"cafe.db": b"half of it is gone" * 500, "cafe.db-wal": b"no log" * 50, "cafe.db-shm": b"?" * 32768}
    step = 0
    while True:
        folder = tmp_path / f"step{step}"
        folder.mkdir()
        for name, content in rubbish.items():
            (folder / name).write_bytes(content)
        is_killed = kill_at(step, copy, folder / "cafe.db")
        if is_killed:
            restore(copy, folder / "cafe.db")
        assert name_in(folder / "cafe.db") == NEW
        kept = {(path.name, path.read_bytes()) for path in folder.glob("replaced-*/*")}
        assert kept >= set(rubbish.items())
        if not is_killed:
            break
        step += 1
    assert step > 5


def test_a_copy_made_by_other_means_is_marked_and_brings_its_log(left: Path, tmp_path: Path) -> None:
    """As somebody copies the three files by hand."""
    before = {path.name: path.read_bytes() for path in left.iterdir()}
    facts = restore(left / "cafe.db", tmp_path / "data" / "cafe.db")
    assert name_in(tmp_path / "data" / "cafe.db") == OLD
    assert {path.name: path.read_bytes() for path in left.iterdir()} == before
    assert facts.kept is None
    with closing(sqlite3.connect(tmp_path / "data" / "cafe.db")) as connection:
        made_at = connection.execute("SELECT value FROM meta WHERE key = ?", (COPIED_AT,)).fetchone()
    assert made_at == (str(facts.made_at),)
