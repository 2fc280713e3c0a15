"""The cafe's tables as people write them: `1-12, A-3, Тераса` (pure)."""

import re
from collections.abc import Iterator

TABLE = re.compile(r"[^\W_](?:(?:[^\W_]|[ ./-]){0,18}[^\W_])?")
"""Table names accepted by the mini-app (`launch.js`)."""
RANGE = re.compile(r"([0-9]{1,20})\s*[-–—]\s*([0-9]{1,20})")
"""With any kind of dash."""
MAX_TABLES = 200


def list_tables(text: str) -> list[str]:
    """Return each table once; `text` is the setting `tables`, so the list is short."""
    return list(dict.fromkeys(table_names(text)))


def table_names(text: str) -> Iterator[str]:
    """Yield names and the numbers of ranges as written; there may be very many."""
    for piece in re.split(r"[,;\n]", text):
        name = " ".join(piece.split())
        numbers = RANGE.fullmatch(name)
        if numbers and int(numbers[1]) <= int(numbers[2]):
            yield from map(str, range(int(numbers[1]), int(numbers[2]) + 1))
        elif name:
            yield name
