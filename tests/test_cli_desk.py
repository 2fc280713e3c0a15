"""The command that lets people in at the desk, and the link that a fresh cafe prints by itself."""

import asyncio
import io
import re
import sqlite3
import sys
from contextlib import AsyncExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.driver import DeskVisitor, FakeClock, config_for, open_cafe
from tests.qr_reader import read_printed_qr
from tests.test_cli import Cli
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture
from tests.test_cli import filled as filled  # noqa: PLC0414 - a fixture

LINK = re.compile(r"http://127\.0\.0\.1:8080/desk/#link=([\w-]{22})\n")


def people(folder: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(folder / "cafe.db")) as connection:
        return connection.execute("SELECT name, role, is_active FROM staff ORDER BY id").fetchall()


def test_it_prints_the_address_and_nothing_else(filled: Cli, tmp_path: Path) -> None:
    said = filled("desk-link", "--name", "Олена")
    found = LINK.fullmatch(said.out)
    assert (said.code, said.err) == (0, "")
    assert found
    with closing(sqlite3.connect(tmp_path / "cafe.db")) as connection:
        assert found[1] not in "\n".join(connection.iterdump())


def test_the_public_address(filled: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAFE_BASE_URL", "https://cafe.example/")
    assert filled("desk-link").out.startswith("https://cafe.example/desk/#link=")


def test_whom_it_lets_in(filled: Cli, tmp_path: Path) -> None:
    filled("desk-link")
    assert people(tmp_path) == [("Власник", "owner", 1)]
    filled("desk-link", "--name", "Олена", "--role", "manager")
    filled("desk-link", "--name", " олена ")
    filled("desk-link", "--name", "Олег")
    filled("desk-link")
    assert people(tmp_path) == [("Власник", "owner", 1), ("Олена", "manager", 1), ("Олег", "owner", 1)]
    filled("desk-link", "--name", "Олена", "--role", "staff")
    filled("desk-link", "--role", "staff")
    assert people(tmp_path)[1:] == [("Олена", "staff", 1), ("Олег", "owner", 1), ("Персонал", "staff", 1)]


def test_who_left_comes_back(filled: Cli, tmp_path: Path) -> None:
    filled("desk-link", "--name", "Олена", "--role", "manager")
    with closing(sqlite3.connect(tmp_path / "cafe.db")) as connection:
        connection.execute("UPDATE staff SET is_active = 0")
        connection.commit()
    filled("desk-link", "--name", "Олена")
    assert people(tmp_path) == [("Олена", "manager", 1)]


def test_the_last_owner_stays_one(filled: Cli, tmp_path: Path) -> None:
    filled("desk-link", "--name", "Олена")
    said = filled("desk-link", "--name", "Олена", "--role", "staff")
    assert (said.code, said.out) == (1, "")
    assert said.error == "cafe: --role: this is the last owner: make somebody else one first"
    assert people(tmp_path) == [("Олена", "owner", 1)]


@pytest.mark.parametrize("name", ["", "  ", "я" * 61])
def test_a_name_that_is_none(filled: Cli, tmp_path: Path, name: str) -> None:
    said = filled("desk-link", "--name", name)
    assert (said.code, said.error) == (1, "cafe: --name: must be a name of at most 60 characters")
    assert people(tmp_path) == []


def test_an_unknown_role(filled: Cli) -> None:
    assert filled("desk-link", "--role", "boss").code == 2
    assert filled("desk-link", "extra").code == 2


def test_before_the_first_start(cli: Cli, tmp_path: Path) -> None:
    assert LINK.fullmatch(cli("desk-link", "--name", "Олена").out)
    assert people(tmp_path) == [("Олена", "owner", 1)]


async def test_a_service_that_runs_takes_the_link(filled: Cli, tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path), clock=FakeClock(datetime.now(UTC)), catalogue=None) as cafe:
        said = await asyncio.to_thread(filled, "desk-link", "--name", "Олена")
        token = LINK.fullmatch(said.out)
        assert token
        answer = await DeskVisitor(cafe).post("/api/desk/session/link", {"token": token[1]})
        assert (answer.status, answer.json["name"]) == (200, "Олена")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_phone_reads_the_link_from_the_terminal(filled: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAFE_BASE_URL", "https://cafe.example")
    terminal = Terminal()
    monkeypatch.setattr("cafe.cli.sys.stdout", terminal)
    filled("desk-link")
    address, *code = terminal.getvalue().splitlines()
    assert read_printed_qr(code) == address


def test_an_address_that_only_this_machine_opens_has_no_code(filled: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("cafe.cli.sys.stdout", terminal)
    filled("desk-link")
    assert LINK.fullmatch(terminal.getvalue())


async def test_a_fresh_cafe_prints_a_link_until_somebody_came_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal alone: a log is read by others too."""
    caplog.set_level("INFO")
    tokens = []
    for _ in range(2):
        caplog.clear()
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", terminal)
            stack = AsyncExitStack()
            cafe = await stack.enter_async_context(open_cafe(config_for(tmp_path)))
        printed = terminal.getvalue()
        async with stack:
            found = re.fullmatch(
                rf"the owner's desk, good once and for 10 minutes: {cafe.url}/desk/#link=([\w-]{{22}})\n", printed
            )
            assert found, printed
            tokens.append(found[1])
            assert tokens[-1] not in caplog.text
            assert await cafe.rows("SELECT * FROM staff") == []
            if len(tokens) == 2:
                answer = await DeskVisitor(cafe).post("/api/desk/session/link", {"token": tokens[1]})
                assert (answer.json["name"], answer.json["role"]) == ("Власник", "owner")
                other = await DeskVisitor(cafe).post("/api/desk/session/link", {"token": tokens[0]})
                assert other.status == 400
    caplog.clear()
    async with open_cafe(config_for(tmp_path)) as cafe:
        assert "desk-link" not in caplog.text


async def test_the_log_of_a_fresh_cafe_names_the_command(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with open_cafe(config_for(tmp_path)) as cafe:
        assert f"{sys.executable} -m cafe desk-link" in caplog.text
        assert "#link=" not in caplog.text
        assert await cafe.rows("SELECT * FROM staff_links") == []
