"""Settings route (specification, Settings)."""

from dataclasses import asdict
from datetime import UTC, datetime
from urllib.parse import quote

import orjson
from aiohttp import web

from cafe.core.catalogue.edits.settings_service import PublicSettings
from cafe.core.catalogue.hours.model import HoursNow
from cafe.core.catalogue.hours.week import DAYS, Week
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.settings.model import CONTACTS, ORDER_TYPES, PAYMENTS, Settings
from cafe.core.catalogue.settings.pause import ENDLESS, pause_text
from cafe.core.catalogue.settings.tables import list_tables
from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.moments import NEVER
from cafe.core.services import Services
from cafe.web.cached_responses import CachedResponse
from cafe.web.disruptions import disruptions_json
from cafe.web.pictures import Pictures

TIMEZONE_HEADER = "X-Cafe-Timezone"
"""The timezone of the opening hours, for clients in another timezone that offer pickup times."""
CARD_HEADER = "X-Cafe-Card"
"""`unavailable` if no bank is configured, so that clients do not offer card payment."""
WAYS_HEADER = "X-Cafe-Pay-Ways"
"""Ways to pay on the bank's page, `card,apple,google,monobank`; absent if no bank is configured."""

ORDERS_HEADER = "X-Cafe-Orders"
"""`open` or `closed`: whether orders are accepted now, which does not follow from hours and `force_closed` alone."""
PAUSED_HEADER = "X-Cafe-Paused"
"""The order types with a pause of their own, `delivery,pickup`; absent if there are none."""
PAUSE_ENDS_HEADER = "X-Cafe-Paused-Until"
"""When those pauses end, in local time, if known: `delivery=2026-06-15T12:30,…`."""
BUSY_HEADER = "X-Cafe-Busy"
"""During busy mode: how many minutes more everything takes, and until when in local time."""
TURNS_HEADER = "X-Cafe-Turns"
"""If hours differ from day to day: when the cafe closes or opens next, in its local time; `never`."""
NOTICE_HEADER = "X-Cafe-Notice"
"""The owner's notice for today, a special day, percent-encoded in the requested language; absent if none."""
PICTURES_HEADER = "X-Cafe-Pictures"
"""The version of the menu's pictures, for URLs that are cached forever."""

PUBLIC_SETTINGS = (
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
"""Settings published as they are, texts in the requested language."""


class SettingsHandlers:
    """Responds with a cached document per language; values that depend on time are updated once a second."""

    def __init__(self, services: Services, pictures: Pictures) -> None:
        self._settings = services.settings
        self._clock = services.clock
        self._texts = services.texts
        self._pictures = pictures
        self._pay_ways = services.payments.ways
        self._checked: tuple[int, object] | None = None
        self._source: tuple[object, ...] | None = None
        self._documents: dict[Locale, CachedResponse] = {}

    async def get(self, request: web.Request) -> web.Response:
        """GET /api/settings; `?locale=` as for the menu (an addition to the specification)."""
        current = (int(self._clock.now().timestamp()), self._settings.state)
        if current != self._checked:
            self._checked = current
            public = self._settings.get_public()
            source = public, self._pictures.version, self._pay_ways(public.settings)
            if source != self._source:
                self._source = source
                self._documents = {locale: self._document(public, locale) for locale in self._texts.languages}
        # Parsing the URL takes longer than all the rest here, so skip it if there is no query.
        locale = self._texts.languages.of(request.query.get("locale")) if "?" in request.raw_path else Locale.UK
        return self._documents[locale].respond(request)

    def _document(self, public: PublicSettings, locale: Locale) -> CachedResponse:
        return CachedResponse.make(
            orjson.dumps(self._public_json(public, locale)),
            "application/json; charset=utf-8",
            extra=self._headers(public, locale),
        )

    def _headers(self, public: PublicSettings, locale: Locale) -> dict[str, str]:
        """Headers for clients beyond the specified document."""
        orders = "open" if public.takes_orders else "closed"
        headers = {
            TIMEZONE_HEADER: public.settings.timezone,
            ORDERS_HEADER: orders,
            PICTURES_HEADER: self._pictures.version,
        }
        headers |= _kitchen_headers(public)
        ways = self._pay_ways(public.settings)
        headers |= {WAYS_HEADER: ",".join(ways)} if ways else {CARD_HEADER: "unavailable"}
        if public.hours is not None:
            turns_at, notice = public.hours.turns_at, public.hours.notice
            headers[TURNS_HEADER] = _on_the_clock(public, turns_at) if turns_at else NEVER
            if notice is not None and notice.in_locale(locale):
                headers[NOTICE_HEADER] = quote(notice.in_locale(locale))
        return headers

    def _public_json(self, public: PublicSettings, locale: Locale) -> dict[str, object]:
        settings = public.settings.in_locale(locale)
        answer = {
            **{name: getattr(settings, name) for name in PUBLIC_SETTINGS},
            "is_open": public.is_open,
            "force_closed": public.force_closed,
            "theme": asdict(public.theme),
            "has_active_promos": public.has_active_promos,
            **_used_settings(settings),
        }
        if settings.calendar.week is not None and public.hours is not None:
            answer |= _week_json(settings.calendar.week, public.hours, locale)
        if public.modes:
            answer["modes"] = [mode_json(mode, locale) for mode in public.modes]
        if public.disruptions:
            answer["disruptions"] = disruptions_json(self._texts, locale, public)
        if public.zones:
            answer["zones"] = [zone_json(zone, locale) | {"is_open": is_open} for zone, is_open in public.zones]
        if public.pause is not None:
            answer["force_closed_message"] = pause_text(self._texts, locale, public.pause)
        return answer


def _used_settings(settings: Settings) -> dict[str, object]:
    """The keys of settings that are absent as long as they are not used."""
    used: dict[str, object] = {}
    if settings.city:
        used["city"] = settings.city
    if settings.delivery_towns:
        used["delivery_towns"] = settings.towns
    if settings.checkout_questions:
        used["checkout_questions"] = settings.questions
    if (settings.offered_types, settings.offered_payments) != (list(ORDER_TYPES), list(PAYMENTS)):
        used |= {"order_types": settings.offered_types, "payments": settings.offered_payments}
    if settings.tables:
        used["tables"] = list_tables(settings.tables)
    if settings.dine_in_asks != ",".join(CONTACTS):
        used["dine_in_asks"] = [name for name in CONTACTS if name in settings.dine_in_asks]
    return used


def mode_json(mode: Mode, locale: Locale) -> dict[str, object]:
    """Serialize what guests are told of a mode of the menu."""
    return {"id": mode.id, "name": mode.name.in_locale(locale), "message": mode.message.in_locale(locale)}


def zone_json(zone: Zone, locale: Locale) -> dict[str, object]:
    """Serialize a delivery zone's terms; money in whole UAH."""
    return {
        "id": zone.id,
        "name": zone.name.in_locale(locale),
        "fee": zone.fee,
        "min_amount": zone.min_amount,
        "free_from": zone.free_from,
        "extra_minutes": zone.extra_minutes,
    }


def _kitchen_headers(public: PublicSettings) -> dict[str, str]:
    """Pauses and busy mode."""
    headers = {}
    if public.pauses:
        headers[PAUSED_HEADER] = ",".join(public.pauses)
    ends = {kind: datetime.fromtimestamp(until, UTC) for kind, until in public.pauses.items() if until < ENDLESS}
    if ends:
        headers[PAUSE_ENDS_HEADER] = ",".join(f"{kind}={_on_the_clock(public, end)}" for kind, end in ends.items())
    if public.busy is not None:
        headers[BUSY_HEADER] = f"{public.busy.minutes}; until={_on_the_clock(public, public.busy.until)}"
    return headers


def _on_the_clock(public: PublicSettings, moment: datetime) -> str:
    return f"{moment.astimezone(public.settings.zone):%Y-%m-%dT%H:%M}"


def _week_json(week: Week, now: HoursNow, locale: Locale) -> dict[str, object]:
    """The keys for hours that differ from day to day: current or next hours, the week, coming special days."""
    shown = now.shown
    times = {"work_hours_from": f"{shown.opens:%H:%M}", "work_hours_to": f"{shown.closes:%H:%M}"} if shown else {}
    return {
        **times,
        "schedule": {
            "week": {day: list(map(str, ranges)) for day, ranges in zip(DAYS, week, strict=True)},
            "special_days": [
                {
                    "date": each.date.isoformat(),
                    "hours": list(map(str, each.ranges)),
                    "message": each.message.in_locale(locale),
                }
                for each in now.coming
            ],
        },
    }
