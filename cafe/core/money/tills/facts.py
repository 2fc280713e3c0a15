"""Facts about tills."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.money.tills.model import TillDay


@dataclass(frozen=True, slots=True, kw_only=True)
class TillClosed(Fact):
    """A day of a till was closed."""

    day: TillDay
