"""Facts (domain events), recorded in the transaction that makes them true; `core/handlers.py` maps them to handlers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from cafe.core.kernel.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened, with all the data its handlers need. `at` in Unix seconds."""

    at: int


Follow = Iterable[Fact] | None
"""A handler's result: further facts, recorded after it, or None."""


class Recorder(Protocol):
    """Runs a fact's handlers on the same connection, so that everything commits together or not at all."""

    def __call__(self, conn: Connection, fact: Fact, /) -> None: ...
