"""What can happen to disruptions and their sources."""

from dataclasses import dataclass

from cafe.core.catalogue.disruptions.model import Disruption, DisruptionKind
from cafe.core.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class DisruptionBegan(Fact):
    """One began that does something."""

    disruption: Disruption
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisruptionEnded(Fact):
    """The last one of its kind ended."""

    disruption: Disruption
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSilent(Fact):
    """A source has said nothing that can be believed for a while; what it said last stands."""

    kind: DisruptionKind
    trouble: str
    silent_since: int
    is_in_force: bool
    """Whether there is a disruption of that kind now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceBack(Fact):
    """A source that was silent speaks again."""

    kind: DisruptionKind
