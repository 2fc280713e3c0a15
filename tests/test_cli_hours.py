"""The week, special days and windows in catalogue files."""

import tomllib
from datetime import date
from pathlib import Path

import pytest

from tests.test_cli import Cli, contents
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture
from tests.test_cli import filled as filled  # noqa: PLC0414 - a fixture
from tests.test_cli_slots import load

WEEK = """
[hours]
mon = ["17:00-22:00", "8:00-15:00"]
fri = ["18:00-04:00"]
sat = ["00:00-24:00"]
sun = []

[[special_days]]
date = 2026-12-25
hours = []
message = "Зачинено на Різдво"
message_en = "Closed for Christmas"

[[special_days]]
date = "2026-12-31"
hours = ["10:00-16:00"]

[[categories]]
slug = "food"
available = ["08:00-23:00"]

[[products]]
slug = "borscht"
available = ["12:00-15:00", "22:00-02:00"]
"""
CLOSED: list[str] = []


def test_hours_are_loaded_and_dumped(filled: Cli, tmp_path: Path) -> None:
    before = tomllib.loads(filled("dump").out)
    assert not {"hours", "special_days"} & before.keys()
    assert not any("available" in each for table in ("categories", "products") for each in before[table])
    assert load(filled, tmp_path, WEEK).code == 0
    dumped = tomllib.loads(filled("dump").out)
    assert dumped["hours"] == {
        "mon": ["08:00-15:00", "17:00-22:00"],
        "tue": CLOSED,
        "wed": CLOSED,
        "thu": CLOSED,
        "fri": ["18:00-04:00"],
        "sat": ["00:00-24:00"],
        "sun": CLOSED,
    }
    assert dumped["special_days"] == [
        {
            "date": date(2026, 12, 25),
            "hours": CLOSED,
            "message": "Зачинено на Різдво",
            "message_en": "Closed for Christmas",
        },
        {"date": date(2026, 12, 31), "hours": ["10:00-16:00"]},
    ]
    windows = {each["slug"]: each["available"] for each in dumped["products"] if "available" in each}
    assert windows == {"borscht": ["12:00-15:00", "22:00-02:00"]}
    stored = contents(tmp_path)
    assert load(filled, tmp_path, filled("dump").out).code == 0
    assert contents(tmp_path) == stored


def test_what_a_file_does_not_mention_stays(filled: Cli, tmp_path: Path) -> None:
    assert load(filled, tmp_path, WEEK).code == 0
    more = '[[special_days]]\ndate = 2026-12-25\nmessage = "Свято"\n[[products]]\nslug = "borscht"\nprice = 99\n'
    before, after = tomllib.loads(filled("dump").out), load(filled, tmp_path, more)
    dumped = tomllib.loads(filled("dump").out)
    assert after.code == 0
    assert dumped["hours"] == before["hours"]
    assert dumped["special_days"] == [before["special_days"][0] | {"message": "Свято"}, before["special_days"][1]]
    assert [each.get("available") for each in dumped["products"]] == [
        each.get("available") for each in before["products"]
    ]


def test_an_empty_table_goes_back_to_the_two_times_and_an_empty_list_to_all_day(filled: Cli, tmp_path: Path) -> None:
    assert load(filled, tmp_path, WEEK).code == 0
    back = '[hours]\n[[categories]]\nslug = "food"\navailable = []\n[[products]]\nslug = "borscht"\navailable = []\n'
    assert load(filled, tmp_path, back).code == 0
    dumped = filled("dump").out
    assert "[hours]" not in dumped
    assert "available" not in dumped


SPECIAL = "[[special_days]]\ndate = 2026-12-25\nhours = []\n"


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ('[hours]\nmonday = ["08:00-15:00"]\n', ("[hours]", "monday")),
        ('[hours]\nmon = "08:00-15:00"\n', ("[hours]", "mon")),
        ('[hours]\nmon = ["8-15"]\n', ("[hours]", "mon", "8-15")),
        ('[hours]\nmon = ["08:00-15:00", "14:00-16:00"]\n', ("[hours]", "mon", "overlap")),
        ('[[hours]]\nmon = ["08:00-15:00"]\n', ("[hours]", "table")),
        ('hours = "08:00-15:00"\n', ("[hours]", "table")),
        ("[[special_days]]\nhours = []\n", ("special_days", "date")),
        ('[[special_days]]\ndate = 2026-12-25\nmessage = "?"\n', ("special_days", "2026-12-25", "hours")),
        ("[[special_days]]\ndate = 2026-12-25T10:00:00\nhours = []\n", ("special_days", "date")),
        ("[[special_days]]\ndate = 2226-12-25\nhours = []\n", ("special_days", "date")),
        ('[[special_days]]\ndate = "Christmas"\nhours = []\n', ("special_days", "date")),
        (SPECIAL + SPECIAL, ("special_days", "2026-12-25", "twice")),
        (SPECIAL + "from = 1\n", ("special_days", "2026-12-25", "from")),
        ('[[products]]\nslug = "borscht"\navailable = ["noon"]\n', ("products", "borscht", "available")),
        ('[[categories]]\nslug = "food"\navailable = "08:00-12:00"\n', ("categories", "food", "available")),
    ],
)
def test_a_bad_file_is_refused_by_table_and_key(filled: Cli, tmp_path: Path, toml: str, named: tuple[str, ...]) -> None:
    before = contents(tmp_path)
    said = load(filled, tmp_path, toml)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert all(name in said.err for name in named), said.err
    assert contents(tmp_path) == before
