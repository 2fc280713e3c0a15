"""Every setting of a catalogue file has its place at the desk, and a name in both languages."""

import re
from pathlib import Path

import pytest

from cafe.core.catalogue.settings.model import READERS
from cafe.core.kernel.locale import FOLDER

PAGE = Path(__file__).parents[3] / "cafe" / "web" / "pages" / "desk"
AMONG_THE_HOURS = {
    "work_hours_from",
    "work_hours_to",
    "force_closed",
    "force_closed_message",
    "allow_orders_outside_hours",
    "announcement_enabled",
    "announcement_message",
}


def test_no_setting_is_left_out() -> None:
    names = names_in_groups()
    among_hours = AMONG_THE_HOURS | {f"{name}_en" for name in AMONG_THE_HOURS if name.endswith("_message")}
    assert names | among_hours == set(READERS)
    assert not names & among_hours


def names_in_groups() -> set[str]:
    groups = (PAGE / "views" / "settings" / "groups.js").read_text(encoding="utf-8")
    shown = re.findall(r'\{ name: "(\w+)"(?:, (?:kind|suffix|type|choices): [^{}]+)? \}', groups)
    return {*shown, *(f"{name}_en" for name in shown if f"{name}_en" in READERS)}


@pytest.mark.parametrize("language", ["uk", "en"])
def test_each_has_a_name(language: str) -> None:
    texts = (FOLDER / language / "pages" / "desk" / "setting-names.js").read_text(encoding="utf-8")
    assert set(re.findall(r'"settings\.name\.(\w+)"', texts)) == names_in_groups()
