"""What was written off in a period, by ingredient and reason (pure)."""

from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.catalogue.stock.model import StockMove
from cafe.core.catalogue.stock.rules import value_of


@dataclass(frozen=True, slots=True)
class WrittenOff:
    """An ingredient that was written off for a reason; `amount` in its unit.

    `value` in kopiykas, by the averages of that time; None if one was not known.
    """

    code: str
    name: str
    unit: str
    reason: str
    amount: int
    value: int | None


def sum_written_off(moves: Iterable[StockMove]) -> tuple[WrittenOff, ...]:
    """Sum write-offs by ingredient and reason, the most valuable first; a renamed ingredient has its newest name."""
    found: dict[tuple[str, str, str], WrittenOff] = {}
    for move in moves:
        key = move.code, move.unit, move.note
        before = found.get(key)
        amount, value = -move.change, value_of(-move.change, move.cost_before)
        if before is not None:
            amount += before.amount
            value = None if value is None or before.value is None else value + before.value
        found[key] = WrittenOff(move.code, move.name, move.unit, move.note, amount, value)
    return tuple(sorted(found.values(), key=lambda each: (-(each.value or 0), each.name, each.reason)))
