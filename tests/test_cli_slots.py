"""Slots in catalogue files, and the settings of orders for later."""

import tomllib
from pathlib import Path

import pytest

from tests.test_cli import Cli, Said, contents
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture
from tests.test_cli import filled as filled  # noqa: PLC0414 - a fixture

PICKUP = '[[slots]]\norder_type = "pickup"\n'
SLOTS = f"""
[settings]
prep_minutes = 20
schedule_days = 3

{PICKUP}every_minutes = 30
max_orders = 8
max_items = 40
max_amount = 5000

[[slots]]
order_type = "delivery"
"""


def load(cli: Cli, folder: Path, toml: str) -> Said:
    (folder / "piece.toml").write_text(toml, encoding="utf-8")
    return cli("load", "piece.toml")


def test_slots_are_loaded_and_dumped(filled: Cli, tmp_path: Path) -> None:
    assert "slots" not in tomllib.loads(filled("dump").out)
    assert load(filled, tmp_path, SLOTS) == Said(0, "", "")
    dumped = tomllib.loads(filled("dump").out)
    assert dumped["slots"] == [
        {"order_type": "pickup", "every_minutes": 30, "max_orders": 8, "max_items": 40, "max_amount": 5000},
        {"order_type": "delivery", "every_minutes": 15},
    ]
    assert (dumped["settings"]["prep_minutes"], dumped["settings"]["schedule_days"]) == (20, 3)
    before = contents(tmp_path)
    assert load(filled, tmp_path, filled("dump").out).code == 0
    assert contents(tmp_path) == before


def test_an_entry_replaces_the_limits_of_its_type_alone(filled: Cli, tmp_path: Path) -> None:
    assert load(filled, tmp_path, SLOTS).code == 0
    assert load(filled, tmp_path, PICKUP + "max_items = 9\n").code == 0
    assert tomllib.loads(filled("dump").out)["slots"] == [
        {"order_type": "pickup", "every_minutes": 15, "max_items": 9},
        {"order_type": "delivery", "every_minutes": 15},
    ]


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ("[[slots]]\nevery_minutes = 15\n", ("slots", "order_type")),
        ('[[slots]]\norder_type = "dine_in"\n', ("slots", "order_type")),
        ("[[slots]]\norder_type = 5\n", ("slots", "order_type")),
        ('[[slots]]\norder_type = ["pickup"]\n', ("slots", "order_type")),
        (PICKUP + PICKUP, ("slots", "order_type", "twice")),
        *(
            (f"{PICKUP}{key} = {value}\n", ("slots", "pickup", key))
            for key in ("every_minutes", "max_orders", "max_items", "max_amount")
            for value in ("0", "-1", '"many"', "1.5", "true", "100000000")
        ),
        (PICKUP + "every_minutes = 4\n", ("slots", "pickup", "every_minutes")),
        (PICKUP + "every_minutes = 1441\n", ("slots", "pickup", "every_minutes")),
        (PICKUP + "max_guests = 4\n", ("slots", "pickup", "max_guests")),
        ('[slots]\norder_type = "pickup"\n', ("slots",)),
        ("[settings]\nprep_minutes = -1\n", ("settings", "prep_minutes")),
        ("[settings]\nprep_minutes = 1441\n", ("settings", "prep_minutes")),
        ("[settings]\nschedule_days = 31\n", ("settings", "schedule_days")),
        ('[settings]\nschedule_days = "1"\n', ("settings", "schedule_days")),
    ],
)
def test_a_bad_file_is_refused_by_table_and_key(filled: Cli, tmp_path: Path, toml: str, named: tuple[str, ...]) -> None:
    before = contents(tmp_path)
    said = load(filled, tmp_path, toml)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert all(name in said.err for name in named), said.err
    assert contents(tmp_path) == before


def test_the_settings_are_changed_by_the_command(filled: Cli) -> None:
    assert filled("settings", "prep_minutes=25", "schedule_days=2").code == 0
    lines = filled("settings").out.splitlines()
    assert {"prep_minutes=25", "schedule_days=2"} <= set(lines)
    said = filled("settings", "schedule_days=-1")
    assert (said.code, "schedule_days" in said.err) == (1, True)
