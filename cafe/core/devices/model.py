"""Devices, and the codes that pair them."""

from dataclasses import dataclass

from cafe.core.kernel.ids import DeviceId

CODE_DIGITS = 8
CODE_SECONDS = 600
"""How long a pairing code is good."""
MAX_NAME = 40
DEFAULT_NAME = "Кухня"


@dataclass(frozen=True, slots=True)
class Device:
    """A paired device; times in Unix seconds, `seen_at` to the minute."""

    id: DeviceId
    name: str
    paired_at: int
    seen_at: int


@dataclass(frozen=True, slots=True)
class PairingCode:
    """A code that pairs one device, which gets this name; told to people once and stored nowhere."""

    digits: str
    name: str

    @property
    def shown(self) -> str:
        """The digits in two groups, as people read and type them."""
        half = CODE_DIGITS // 2
        return f"{self.digits[:half]} {self.digits[half:]}"
