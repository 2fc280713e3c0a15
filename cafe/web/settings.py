"""Settings route (specification, Settings)."""

from dataclasses import asdict

import orjson
from aiohttp import web

from cafe.core.ports import Clock
from cafe.core.public_settings import PublicSettings, SettingsService
from cafe.web.documents import Document

TIMEZONE_HEADER = "X-Cafe-Timezone"
"""Where the opening hours are meant, for whoever offers pickup times in another timezone."""

SHOWN = (
    "cafe_name",
    "logo_url",
    "phone",
    "address",
    "work_hours_from",
    "work_hours_to",
    "instagram_url",
    "maps_url",
    "delivery_fee",
    "free_delivery_threshold",
    "min_delivery_order_amount",
    "pickup_discount_percent",
    "force_closed_message",
    "announcement_enabled",
    "announcement_message",
)
"""Settings that are published as they are."""


class SettingsHandlers:
    """Answers with a ready-made document; what depends on time is worked out once a second."""

    def __init__(self, settings: SettingsService, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._looked_at: tuple[int, object] | None = None
        self._made_of: PublicSettings | None = None
        self._document: Document

    async def get(self, request: web.Request) -> web.Response:
        """GET /api/settings."""
        look = (int(self._clock.now().timestamp()), self._settings.state)
        if look != self._looked_at:
            self._looked_at = look
            public = self._settings.get_public()
            if public != self._made_of:
                self._made_of = public
                self._document = Document.make(
                    orjson.dumps(_public_json(public)),
                    "application/json; charset=utf-8",
                    extra={TIMEZONE_HEADER: public.settings.timezone},
                )
        return self._document.respond(request)


def _public_json(public: PublicSettings) -> dict[str, object]:
    return {
        **{name: getattr(public.settings, name) for name in SHOWN},
        "is_open": public.is_open,
        "force_closed": public.force_closed,
        "theme": asdict(public.theme),
        "has_active_promos": public.has_active_promos,
    }
