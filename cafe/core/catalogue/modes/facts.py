"""Facts about modes that begin and end by themselves."""

from dataclasses import dataclass

from cafe.core.catalogue.modes.model import Mode
from cafe.core.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeBegan(Fact):
    """A mode is on since a moment ago, not by the hand of the staff."""

    mode: Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeEnded(Fact):
    """A mode is off since a moment ago, not by the hand of the staff."""

    mode: Mode
