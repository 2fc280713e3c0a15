"""Devices, and the codes that pair them."""

from dataclasses import dataclass

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import DeviceId
from cafe.core.kernel.secrets import shown_digits


class NotPairedError(CafeError):
    """The device is not paired, or not any more."""


class PairingCodeError(CafeError):
    """The pairing code is wrong, used up or expired."""


CODE_SECONDS = 600
"""Validity of a pairing code."""
DEFAULT_NAME = "Кухня"
PERSON_SECONDS = 12 * 3600
"""How long a person counts as working at a device after their PIN: a shift, not the next one."""


@dataclass(frozen=True, slots=True)
class Device:
    """A paired device; times in Unix seconds, `seen_at` to the minute."""

    id: DeviceId
    name: str
    paired_at: int
    seen_at: int
    person: str | None = None
    """Who works at it now."""

    @property
    def actor(self) -> str:
        """What the histories say of an act at it."""
        return self.name if self.person is None else f"{self.person} · {self.name}"


@dataclass(frozen=True, slots=True)
class PairingCode:
    """A code and a link; either pairs one device under this name. They are returned once and stored nowhere."""

    digits: str
    token: str
    """The link's token, 128 bits."""
    name: str

    @property
    def shown(self) -> str:
        return shown_digits(self.digits)
