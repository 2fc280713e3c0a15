"""Everything that a catalogue file can say can be typed at the desk."""

import re
from pathlib import Path

import pytest

from cafe.core.catalogue.edits.file import HOURS, OPTION, VALIDATORS
from cafe.core.catalogue.settings.model import READERS, TRANSLATED

VIEWS = Path("cafe/web/pages/desk/views")
FORMS = {
    "settings": ("settings/*.js", "hours/*.js"),
    "hours": ("hours/*.js",),
    "special_days": ("hours/special.js",),
    "slots": ("hours/slots.js",),
    "categories": ("menu/acts.js", "menu/list.js"),
    "products": ("menu/*.js",),
    "option_groups": ("menu/groups.js",),
    "options": ("menu/groups.js", "menu/fiscal.js"),
    "tax_groups": ("settings/taxes.js",),
    "ingredients": ("stock/*.js",),
    "zones": ("zones.js",),
    "modes": ("menu/modes.js", "menu/mode-served.js"),
    "promos": ("promos.js",),
}
"""The modules that draw each table's forms."""
KEYS = {**VALIDATORS, "settings": READERS, "hours": HOURS, "options": OPTION}


def words_of(table: str) -> set[str]:
    sources = [path.read_text(encoding="utf-8") for pattern in FORMS[table] for path in VIEWS.glob(pattern)]
    return set(re.findall(r"\w+", re.sub(r"/\*.*?\*/|//[^\n]*", "", "\n".join(sources), flags=re.DOTALL)))


def test_every_table_has_a_form() -> None:
    assert FORMS.keys() == KEYS.keys()


@pytest.mark.parametrize("table", KEYS)
def test_every_key_has_a_field(table: str) -> None:
    words = words_of(table)
    if table == "settings":
        words |= {f"{key}_en" for key in words if key in TRANSLATED}  # beside the Ukrainian text, wherever there is one
    assert KEYS[table].keys() - words == set()
