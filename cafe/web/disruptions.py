"""Air alerts and power cuts as JSON, for guests and for the kitchen's screen."""

from datetime import datetime
from typing import Any

from cafe.core.catalogue.disruptions.model import ALL_ORDERS, Disruption
from cafe.core.catalogue.edits.settings_service import PublicSettings
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.orders.model import OrderType


def disruptions_json(texts: Texts, locale: Locale, public: PublicSettings) -> list[dict[str, Any]]:
    """Serialize what is in force; moments on the cafe's clock, `until` null where nobody knows."""
    return [
        {
            **span_json(each.disruption, public.settings),
            "message": texts.format(locale, each.text_id, **each.end.values),
            "paused_types": _types(each.paused),
        }
        for each in public.disruptions
    ]


def span_json(disruption: Disruption, settings: Settings) -> dict[str, Any]:
    until = disruption.until_at
    return {
        "kind": disruption.kind.value,
        "from": _local(disruption.from_at, settings),
        "until": None if until is None else _local(until, settings),
    }


def _types(paused: str | None) -> list[str]:
    if paused == ALL_ORDERS:
        return [each.value for each in OrderType]
    return [] if paused is None else [paused]


def _local(at: int, settings: Settings) -> str:
    return f"{datetime.fromtimestamp(at, settings.zone):%Y-%m-%dT%H:%M}"
