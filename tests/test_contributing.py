"""CONTRIBUTING's lists of what to touch, held against the code by an example of each kind."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "A payment provider": r"(?i)liqpay",
    "A setting": r"delivery_minutes",
    "An order status": (
        r"""(?m)OrderStatus\.COURIER|^ +COURIER =|(?:status|step)[.-]courier(?![-\w])|=== "courier"|^  courier: "|"""
        r"""\bready["']?,?(?: \|)? ["']?courier\b"""
    ),
    "A column of orders": r"cancel_reason_id",
    "A report": r"by[_-]weekday",
}
"""What names the example of each chapter, in code and texts."""


def listed_in(chapter: str) -> set[str]:
    """Return the files that a chapter names, `{uk,en}` written out."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [body] = re.findall(rf"^### {chapter}\n(.*?)(?=^##)", text, flags=re.MULTILINE | re.DOTALL)
    names = re.findall(r"`((?:cafe|tests|docs|deploy)/[^`\s]+)`", body)
    return {name.replace("{uk,en}", language) for name in names for language in ("uk", "en")}


def naming(pattern: str) -> set[str]:
    """Return the files of the program that name an example."""
    files = (path for path in (ROOT / "cafe").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    texts = ((path, path.read_bytes().decode("utf-8", errors="ignore")) for path in files)
    return {str(path.relative_to(ROOT)) for path, text in texts if re.search(pattern, text)}


@pytest.mark.parametrize("chapter", EXAMPLES)
def test_a_chapter_lists_every_file_to_touch_and_no_other(chapter: str) -> None:
    listed, found = listed_in(chapter), naming(EXAMPLES[chapter])
    assert found - listed == set(), "not in the list"
    assert {name for name in listed - found if name.startswith("cafe/")} == set(), "needlessly in the list"
    assert len(found) > 4


@pytest.mark.parametrize("chapter", EXAMPLES)
def test_what_a_chapter_lists_outside_the_program_is_there(chapter: str) -> None:
    for name in sorted(name for name in listed_in(chapter) if not name.startswith("cafe/")):
        assert re.search(EXAMPLES[chapter], (ROOT / name).read_text(encoding="utf-8")), name
