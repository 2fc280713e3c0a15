"""The outside services that need keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError


class ConnectionFixedError(CafeError):
    """The keys are set in the environment, which wins."""


class Connection(StrEnum):
    """A service, or the staff chat; the values are stored in the history."""

    TELEGRAM = "telegram"
    STAFF_CHAT = "staff_chat"
    MONOBANK = "monobank"
    LIQPAY = "liqpay"
    CHECKBOX = "checkbox"
    VCHASNO = "vchasno"
    ALERTS = "alerts"


KEYS: Mapping[Connection, tuple[str, ...]] = {
    Connection.TELEGRAM: ("bot_token",),
    Connection.STAFF_CHAT: ("staff_chat_id",),
    Connection.MONOBANK: ("monobank_token",),
    Connection.LIQPAY: ("liqpay_public_key", "liqpay_private_key"),
    Connection.CHECKBOX: ("checkbox_license_key", "checkbox_pin"),
    Connection.VCHASNO: ("vchasno_token",),
    Connection.ALERTS: ("alerts_token",),
}
"""The keys of each, named as in the environment, all of them needed."""


class KeySource(StrEnum):
    """Where keys are set."""

    ENVIRONMENT = "environment"
    DESK = "desk"


@dataclass(frozen=True, slots=True)
class ConnectionState:
    """Whether the keys of a service are set, and where; `is_readable` is false if another secret key sealed them."""

    connection: Connection
    source: KeySource | None = None
    is_readable: bool = True
