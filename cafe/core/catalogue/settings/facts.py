"""What happens to taking orders as such."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEnded(Fact):
    """A pause ran out, and nobody had ended it before; `is_taking_orders`: the cafe takes orders now."""

    is_taking_orders: bool
    order_type: str | None = None
    """The type that was paused; None: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BusyEnded(Fact):
    """Busy mode ran out, and nobody had ended it before."""
