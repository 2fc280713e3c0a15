"""Texts that a spreadsheet would take for formulas, in CSV: an apostrophe keeps them texts, and is taken off again."""

import re

STARTS = "=+-@＝＋－＠"
"""Some spreadsheets treat the full-width characters like the others."""
FORMULA = re.compile(rf"[\t\r\n]|\s*[{re.escape(STARTS)}]")
KEPT = re.compile(rf"'*(?:{FORMULA.pattern})")
"""A formula, or one that apostrophes keep a text."""
LATER = re.compile(rf"([,;\t\r\n][\s\"]*)(?='*[{re.escape(STARTS)}])")
"""Where a program that splits the file at another separator would begin a cell with a formula."""
KEPT_LATER = re.compile(rf"([,;\t\r\n][\s\"]*)'(?='*[{re.escape(STARTS)}])")


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may take a text for a formula."""
    return FORMULA.match(text) is not None


def protect(text: str) -> str:
    """Return a text as a CSV file has it; no two texts look the same there."""
    inside = LATER.sub(r"\1'", text)
    return f"'{inside}" if KEPT.match(text) else inside


def unprotect(cell: str) -> str:
    """Return the text of a CSV file's cell."""
    text = KEPT_LATER.sub(r"\1", cell)
    return text[1:] if text.startswith("'") and KEPT.match(text) else text
