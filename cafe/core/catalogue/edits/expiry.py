"""The moment at which a promo code ends."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

FIRST_YEAR = 1970
LATEST = 253_402_128_000
"""Near the end of the year 9999, Unix seconds: later times have no date in some timezones."""


def expiry_columns(promo: Mapping[str, Any], zone: ZoneInfo) -> dict[str, int | None]:
    """Convert `expires_at`, if it is given, to Unix seconds; a time without an offset is in the cafe's timezone."""
    if "expires_at" not in promo:
        return {}
    value = promo["expires_at"]
    if value is None:
        return {"expires_at": None}
    moment = value if isinstance(value, datetime) else datetime.combine(value, time(0))
    if moment.year <= FIRST_YEAR:
        return {"expires_at": 0}  # long ago
    aware = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    return {"expires_at": min(int(aware.timestamp()), LATEST)}
