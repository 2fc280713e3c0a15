"""Each part of the desk has its help, in each language, and everything that the search knows has its words."""

import re
from pathlib import Path

import pytest

from cafe.core.kernel.locale import FOLDER

PAGE = Path(__file__).parents[3] / "cafe" / "web" / "pages" / "desk"
SECTIONS = re.findall(r'name: "(\w+)"', (PAGE / "sections.js").read_text("utf-8"))
TEXT = re.compile(r'^  "([\w.]+)":\s+"([^"]+)",$', re.MULTILINE)
SENTENCE = re.compile(r"[.!?](?=\s|$)")


def texts(locale: str) -> dict[str, str]:
    return dict(TEXT.findall((FOLDER / locale / "pages" / "desk" / "later.js").read_text("utf-8")))


@pytest.mark.parametrize("locale", ["uk", "en"])
@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_says_in_three_sentences_what_it_is_for_and_how(section: str, locale: str) -> None:
    said = texts(locale)
    assert 1 <= len(SENTENCE.findall(said[f"help.{section}"])) <= 3
    steps = [key for key in said if re.fullmatch(rf"help\.{section}\.\d", key)]
    assert steps == [f"help.{section}.{number + 1}" for number in range(len(steps))]
    assert 2 <= len(steps) <= 4


@pytest.mark.parametrize("locale", ["uk", "en"])
def test_each_act_without_a_label_of_its_own_is_named(locale: str) -> None:
    source = (PAGE / "finder" / "entries.js").read_text("utf-8")
    acts = re.findall(r'\{\s*name: "(\w+)",\s*(label)?', source[source.index("const ACTS") :])
    named = {key.removeprefix("finder.act.") for key in texts(locale) if key.startswith("finder.act.")}
    assert {name for name, label in acts if not label} == named
    words = {key.removeprefix("finder.words.") for key in texts(locale) if key.startswith("finder.words.")}
    assert words <= {name for name, _ in acts}


def test_both_languages_say_the_same() -> None:
    assert texts("uk").keys() == texts("en").keys()
    assert set(SECTIONS) >= {"start", "orders", "menu", "settings"}
