"""The commands around the kitchen screen's tablets."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.test_cli import Cli, Said
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture
from tests.test_cli import filled as filled  # noqa: PLC0414 - a fixture


def test_a_code_for_a_tablet_with_the_address_to_type_it_at(filled: Cli, tmp_path: Path) -> None:
    said = filled("board-code", "--name", "Бар")
    assert (said.code, said.err) == (0, "")
    address, line, link = said.out.splitlines()
    assert address == "http://127.0.0.1:8080/board/"
    assert re.fullmatch(r"http://127\.0\.0\.1:8080/board/#pair=[\w-]{22}", link)
    found = re.fullmatch(r"code for 'Бар', good once and for 10 minutes: ([0-9]{4}) ([0-9]{4})", line)
    assert found, line
    assert filled("board-code").out.splitlines()[1].startswith("code for 'Кухня'")
    with closing(sqlite3.connect(tmp_path / "cafe.db")) as connection:
        stored = "\n".join(connection.iterdump())
    assert found[1] + found[2] not in stored


@pytest.mark.parametrize(("command", "path"), [("board-code", "/board/"), ("desk-link", "/desk/#link=")])
def test_no_port_is_made_up_where_the_service_chooses_it(
    filled: Cli, monkeypatch: pytest.MonkeyPatch, command: str, path: str
) -> None:
    monkeypatch.setenv("CAFE_PORT", "0")
    said = filled(command)
    assert said.code == 0
    assert said.out.startswith(path)
    assert "listening on" in said.error


def test_the_tablets_and_revoking_one(filled: Cli, tmp_path: Path) -> None:
    assert filled("devices") == Said(0, "", "")
    with closing(sqlite3.connect(tmp_path / "cafe.db")) as connection:
        connection.execute(
            "INSERT INTO devices (name, token_hash, paired_at, seen_at) VALUES ('Бар', 'x', 1781514000, 1781517600)"
        )
        connection.commit()
    assert filled("devices").out == "1\tБар\tpaired 2026-06-15 12:00\tlast seen 2026-06-15 13:00\n"
    assert filled("devices", "--revoke", 7).error == "cafe: --revoke: there is no device 7"
    assert filled("devices", "--revoke", 1) == Said(0, "revoked: Бар\n", "")
    assert filled("devices") == Said(0, "", "")
