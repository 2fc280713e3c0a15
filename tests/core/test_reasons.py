"""Every reason for which a value is refused has its words, so that no refusal at the desk ends in an error."""

import ast
from pathlib import Path

import pytest

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts

CORE = Path(__file__).parents[2] / "cafe"
POSITION = {"ValidatorError": 1, "Reason": 0, "Problem": 1}
"""Where the text id stands among the arguments."""


def reasons() -> list[str]:
    found = {"invalid-value"}
    for file in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in POSITION:
                arguments = node.args[POSITION[node.func.id] :]
                if arguments and isinstance(arguments[0], ast.Constant):
                    found.add(str(arguments[0].value))
    return sorted(found)


@pytest.mark.parametrize("locale", [Locale.UK, Locale.EN])
def test_every_reason_has_its_words(locale: Locale) -> None:
    texts = Texts()
    assert len(reasons()) > 20
    assert [reason for reason in reasons() if not texts.has(reason)] == [], locale
