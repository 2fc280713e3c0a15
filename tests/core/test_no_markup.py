"""The core leaves markup and the limits of messengers to its edges."""

import ast
import re
from pathlib import Path

CORE = Path(__file__).parents[2] / "cafe" / "core"
MARKUP = re.compile(r"</?(a|b|i|u|s|br|p|div|span|code|pre|blockquote)[ />]|&(lt|gt|amp|quot);|parse_mode")
UPDATES = {CORE / "messages" / "inbox" / "updates.py", CORE / "messages" / "inbox" / "updates_store.py"}
"""Store what Telegram sends, for the process that runs the bot."""


def test_no_text_of_the_core_has_markup() -> None:
    found = [
        f"{file.relative_to(CORE)}:{node.lineno}: {node.value}"
        for file in sorted(CORE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and MARKUP.search(node.value)
    ]
    assert found == []


def test_messages_know_no_messenger() -> None:
    files = set((CORE / "messages").rglob("*.py"))
    assert files >= UPDATES
    assert [file.name for file in files - UPDATES if "telegram" in file.read_text(encoding="utf-8").lower()] == []
