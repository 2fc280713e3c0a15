"""What happens to disks."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.upkeep.disks.model import DiskUse


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskLow(Fact):
    """A disk with all that lies on it has little room, `free` in bytes; told once a day while it lasts."""

    uses: Sequence[DiskUse]
    free: int
