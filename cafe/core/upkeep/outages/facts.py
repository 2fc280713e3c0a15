"""Facts about outages."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceReturned(Fact):
    """No process served since a moment (Unix seconds) at which the cafe was, or later came to be, open."""

    since: int
    due: Sequence[int]
    """The numbers of open orders that became due meanwhile."""
