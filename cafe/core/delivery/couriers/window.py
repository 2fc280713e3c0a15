"""When a guest may expect the courier (pure): by how long the latest deliveries took. Times in Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass

ENOUGH = 5
"""Deliveries that tell more than the cafe's own guess."""
STEP = 300
"""What is told is rounded to five minutes, outwards."""
SHORTEST, LONGEST = 0.7, 1.4
"""Of the cafe's own guess, while there are too few deliveries."""
EARLY, LATE = 0.1, 0.9
"""The shares of deliveries that were faster."""


@dataclass(frozen=True, slots=True)
class Window:
    """From when until when; `is_over`: it has passed, and nothing better is known."""

    begins: int
    ends: int
    is_over: bool


def door_window(left_at: int, ways: Sequence[int], guess: int, now: int) -> Window:
    """Return when a courier who set out at `left_at` is at the door.

    `ways`: how many seconds the latest deliveries took; `guess`: how many the cafe expects.
    """
    if len(ways) >= ENOUGH:
        ordered = sorted(ways)
        shortest, longest = (ordered[round(share * (len(ordered) - 1))] for share in (EARLY, LATE))
    else:
        shortest, longest = round(guess * SHORTEST), round(guess * LONGEST)
    latest = -(-(left_at + longest) // STEP) * STEP
    begins = min(max(left_at + shortest, now), latest) // STEP * STEP
    return Window(begins, max(latest, begins + STEP), is_over=now > latest)
