"""Parsing a stock form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cafe.core.catalogue.stock.model import MoveKind, StockEntry
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.lengths import NOTE
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.validators import MAX_AMOUNT, MAX_UAH, scaled

MAX_ENTRIES = 2_000
"""More than any kitchen has, so that requests stay small."""
KOPIYKAS = 2
"""Decimals of a hryvnia."""


@dataclass(frozen=True, slots=True)
class StockForm:
    """Entries with each ingredient at most once, and the reason of a write-off or a note."""

    entries: tuple[StockEntry, ...]
    note: str


def read_stock_form(kind: MoveKind, body: Mapping[str, Any]) -> StockForm:
    """Read `{"entries": [{"code", "amount", "seen", "shelf", "paid", "undoes"}], "note"}`.

    `paid` is in hryvnias, a number or its text.

    Raises:
        ProblemsError: with everything that is wrong.
    """
    raw = body.get("entries")
    entries = [entry if isinstance(entry, dict) else {} for entry in raw] if isinstance(raw, list) else []
    note = (clean_text(body["note"]) if isinstance(body.get("note"), str) else None) or ""
    problems = [*_entry_problems(kind, entries), *_note_problems(kind, note)]
    if problems:
        raise ProblemsError(*problems)
    return StockForm(tuple(_entry(entry) for entry in entries), note)


def _entry(entry: Mapping[str, Any]) -> StockEntry:
    paid = None if entry.get("paid") is None else scaled(entry["paid"], KOPIYKAS)
    return StockEntry(entry["code"], entry["amount"], entry.get("seen"), entry.get("shelf"), paid, entry.get("undoes"))


def _entry_problems(kind: MoveKind, entries: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    if not 0 < len(entries) <= MAX_ENTRIES:
        yield Problem("entries", "stock-many" if entries else "stock-nothing", {"most": MAX_ENTRIES})
        return
    least = 0 if kind is MoveKind.COUNT else 1
    codes: set[str] = set()
    for index, entry in enumerate(entries):
        code = entry.get("code")
        if not isinstance(code, str):
            yield Problem(f"entries.{index}.code", "stock-unknown")
        elif code in codes:
            yield Problem(f"entries.{index}.code", "stock-twice")
        else:
            codes.add(code)
        if not _is_whole(entry.get("amount"), least):
            yield Problem(f"entries.{index}.amount", "stock-amount", {"least": least})
        if entry.get("seen") is not None and not _is_whole(entry["seen"], 0):
            yield Problem(f"entries.{index}.seen", "stock-amount", {"least": 0})
        if entry.get("shelf") is not None and not _is_whole(entry["shelf"], -MAX_AMOUNT):
            yield Problem(f"entries.{index}.shelf", "stock-amount", {"least": -MAX_AMOUNT})
        if entry.get("paid") is not None and not (kind is MoveKind.DELIVERY and _is_paid(entry["paid"])):
            yield Problem(f"entries.{index}.paid", "stock-paid", {"most": MAX_UAH})
        if entry.get("undoes") is not None and not _is_whole(entry["undoes"], 1):
            yield Problem(f"entries.{index}.undoes", "stock-not-undone")


def _note_problems(kind: MoveKind, note: str) -> Iterator[Problem]:
    if kind is MoveKind.WRITE_OFF and not note:
        yield Problem("note", "stock-reason")
    if len(note) > NOTE:
        yield Problem("note", "stock-note-long", {"most": NOTE})


def _is_paid(value: object) -> bool:
    paid = scaled(value, KOPIYKAS)
    return paid is not None and paid <= MAX_UAH * 10**KOPIYKAS


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MAX_AMOUNT
