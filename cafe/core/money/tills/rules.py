"""Reading counts and sums, and adding figures up (pure)."""

from collections.abc import Mapping
from typing import Any

from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.money.tills.model import (
    COUNT_SECONDS,
    FACES,
    KOPIYKAS,
    MAX_KOPIYKAS,
    MAX_PIECES,
    MAX_SUM,
    Count,
    Figures,
    MoveKind,
)


def read_pieces(given: object) -> dict[str, int]:
    """Read how many of each note and coin were counted; what is None was left empty.

    Raises:
        ProblemsError: a number is none or too large, or nothing at all was entered.
    """
    pieces = {key: value for key, value in given.items() if value is not None} if isinstance(given, Mapping) else {}
    if not pieces:
        raise ProblemsError(Problem("pieces", "till-count-empty"))
    limits = {**{str(face): MAX_PIECES for face in FACES}, KOPIYKAS: MAX_KOPIYKAS}
    problems = [
        Problem(f"pieces.{key}", "till-pieces-invalid", {"most": limits[key]})
        if key in limits
        else Problem("pieces", "desk-field-unknown")
        for key, value in pieces.items()
        if key not in limits or not _is_whole(value) or not 0 <= value <= limits[key]
    ]
    if not problems and sum_of(pieces) > MAX_SUM:
        problems = [Problem("pieces", "till-sum-invalid", {"most": MAX_SUM // 100})]
    if problems:
        raise ProblemsError(*problems)
    return pieces


def sum_of(pieces: Mapping[str, int]) -> int:
    """Return what these notes and coins are worth."""
    return sum(count if key == KOPIYKAS else int(key) * 100 * count for key, count in pieces.items())


def check_amount(amount: Any) -> int:
    """Return what goes in or out, which is above 0.

    Raises:
        ProblemsError: it is no such sum.
    """
    if not _is_whole(amount) or not 0 < amount <= MAX_SUM:
        raise ProblemsError(Problem("amount", "till-sum-invalid", {"most": MAX_SUM // 100}))
    return int(amount)


def check_reason(count: Count, reason: str) -> None:
    """Raise ProblemsError if a difference is not explained."""
    if count.difference and not reason:
        raise ProblemsError(Problem("reason", "till-reason-needed"))


def is_old(count: Count, now: int) -> bool:
    return now - count.at > COUNT_SECONDS


def figures_of(opening: Count, moves: Mapping[MoveKind, int], waited: int, cashless: Mapping[str, int]) -> Figures:
    """Add the figures of a day up.

    Args:
        opening: the count that the day was opened with.
        moves: the sum of each kind of the day's moves.
        waited: the sum of those that the opening's count included already.
        cashless: the sums of `terminal`, `card`, `terminal_back` and `card_back`.
    """
    left = opening.counted - opening.difference - waited
    each = {kind: moves.get(kind, 0) for kind in MoveKind}
    return Figures(
        left=left,
        opening_difference=opening.difference,
        opened_with=opening.counted,
        taken=each[MoveKind.TAKEN],
        undone=each[MoveKind.UNDONE],
        given_back=each[MoveKind.GIVEN_BACK],
        handed_in=each[MoveKind.HANDED_IN],
        brought=each[MoveKind.IN],
        out=each[MoveKind.OUT],
        expected=left + opening.difference + sum(each.values()),
        terminal=cashless.get("terminal", 0),
        card=cashless.get("card", 0),
        terminal_back=-cashless.get("terminal_back", 0),
        card_back=-cashless.get("card_back", 0),
    )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
