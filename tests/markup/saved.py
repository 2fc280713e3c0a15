"""Where the browser tests leave what they looked at, for the checkers to read all at once."""

import os
import re
from itertools import count
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "test-output" / "markup"


def save(markup: str, name: str = "") -> None:
    """Leave it under this name, else that of the test that runs."""
    name = name or os.environ["PYTEST_CURRENT_TEST"].removesuffix(" (call)").rpartition("/")[2]
    plain = re.sub(r"[^\w-]+", "-", name).strip("-")
    FOLDER.mkdir(parents=True, exist_ok=True)
    free = next(number for number in count(1) if not (FOLDER / f"{plain}-{number}.html").exists())
    (FOLDER / f"{plain}-{free}.html").write_text(markup, encoding="utf-8")
