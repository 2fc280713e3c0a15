"""Translates the core's statements for PostgreSQL: `:name` becomes `$n`, and texts lose their NUL characters."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

_NAME = re.compile(r"'(?:[^']|'')*'|::|:([a-z_][a-z0-9_]*)")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
MAX_CACHED = 2_000
"""Maximum cached translations; a statement with a list of ids has a text for each length."""


class Statement(NamedTuple):
    """A translated statement, and the names of its parameters in order."""

    text: str
    names: tuple[str, ...]

    def arguments(self, params: Mapping[str, Any]) -> list[Any]:
        """Return the parameters in order, without NUL, which PostgreSQL does not support."""
        return [without_nul(params[name]) for name in self.names]


def without_nul(value: Any) -> Any:
    """Remove NUL characters from a text; leave other values as they are."""
    return value.replace("\0", REPLACEMENT) if isinstance(value, str) and "\0" in value else value


@lru_cache(maxsize=MAX_CACHED)
def translate(sql: str) -> Statement:
    """Translate a statement; quoted text stays as it is."""
    numbers: dict[str, int] = {}

    def number(match: re.Match[str]) -> str:
        name = match[1]
        return match[0] if name is None else f"${numbers.setdefault(name, len(numbers) + 1)}"

    text = _NAME.sub(number, sql)
    return Statement(text, tuple(numbers))
