"""Devices, and the codes that pair them."""

from dataclasses import dataclass

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import DeviceId
from cafe.core.kernel.secrets import shown_digits


class NotPairedError(CafeError):
    """The device is not paired, or no longer."""


class PairingCodeError(CafeError):
    """No device can be paired by this code: it is wrong, used up or too old."""


CODE_SECONDS = 600
"""How long a pairing code is good."""
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
    """A code and a link, of which either pairs one device, which gets this name; told once and stored nowhere."""

    digits: str
    token: str
    """Of the link: 128 bits."""
    name: str

    @property
    def shown(self) -> str:
        return shown_digits(self.digits)
