"""What happens to the nightly copies."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.upkeep.backups.model import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupFailed(Fact):
    """The copy of a night failed for the first time; it is tried again."""

    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRecovered(Fact):
    """There is a copy again, after one that failed."""
