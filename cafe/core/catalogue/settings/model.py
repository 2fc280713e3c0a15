"""The cafe's settings: validators, defaults, and parsing from a catalogue file or the command line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.disruptions.model import NOTHING, DisruptionKind, Effects
from cafe.core.catalogue.hours.model import OpeningHours, hours_of
from cafe.core.catalogue.hours.week import Calendar, parse_clock_time, parse_ranges
from cafe.core.catalogue.hours.windows import is_within
from cafe.core.catalogue.settings.prep_times import parse_prep_times, read_prep_times
from cafe.core.catalogue.settings.validators import (
    OneOf,
    SomeOf,
    alert_region,
    clock_ranges,
    clock_time,
    colour,
    disruption_effect,
    http_address,
    optional_line,
    optional_link,
    plan_queue,
    several_names,
    table_list,
    tile_address,
    timezone_name,
)
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.locale import Locale, OwnText, shipped_languages
from cafe.core.kernel.validators import (
    Reason,
    Validator,
    ValidatorError,
    flag,
    line,
    percent,
    picture,
    uah,
    whole,
)


@dataclass(frozen=True, slots=True)
class DeliveryTerms:
    """The settings needed for pricing; whole UAH and whole percent."""

    delivery_fee: int
    free_delivery_threshold: int
    pickup_discount_percent: int


ROLES = ("owner", "manager", "staff")
QUESTIONS = ("cutlery", "no_call")
"""Optional questions of the form: whether to add cutlery, and not to call."""
ORDER_TYPES = ("delivery", "pickup", "dine_in")
PAYMENTS = ("card", "cash")
RECEIPTS = ("card", "cash", "terminal")
"""The ways of paying that can have receipts: on a page by card, or in person."""
CONTACTS = ("name", "phone")
"""Contact fields of the form at a table, unless the owner wants fewer."""

_count = whole(0, 1_000_000)
_attempts = whole(0, 1_000)
_days = whole(0, 36_500)
MAX_SCHEDULE_DAYS = 30
"""Guests get a list of all times for that many days."""
_minutes = whole(0, 1_440)
_schedule_days = whole(0, MAX_SCHEDULE_DAYS)
_hold_minutes = whole(1, 1_440)

NO_PROOF, CODE_PROOF, PHOTO_PROOF = "none", "code", "photo"
"""How a courier shows that a guest has the order."""

TRANSLATED = ("cafe_name", "address", "force_closed_message", "announcement_message")
"""Texts with an English version, under the same key with `_en`."""

NUMBERS = {uah, percent, _count, _attempts, _days, _minutes, _schedule_days, _hold_minutes}


def _setting(default: Any, read: Validator) -> Any:
    return field(default=default, metadata={"read": read})


@dataclass(frozen=True, slots=True)
class Settings:
    """The cafe's settings (operating contract, Catalogue file). Money in whole UAH."""

    cafe_name: str = _setting("Кав’ярня", line)
    cafe_name_en: str = _setting("", line)
    logo_url: str = _setting("", picture)
    phone: str | None = _setting(None, optional_line)
    address: str | None = _setting(None, optional_line)
    address_en: str = _setting("", line)
    city: str = _setting("", line)
    delivery_towns: str = _setting("", several_names)
    map_tiles: str = _setting("", tile_address)
    """The address of a map's pictures, for drawing zones; empty: a grid."""
    map_credit: str = _setting("", line)
    work_hours_from: str = _setting("08:00", clock_time)
    work_hours_to: str = _setting("22:00", clock_time)
    timezone: str = _setting("Europe/Kyiv", timezone_name)
    default_language: str = _setting("uk", OneOf(shipped_languages().locales))
    """What a page opens in unless a link or the guest says otherwise."""
    instagram_url: str | None = _setting(None, optional_link)
    maps_url: str | None = _setting(None, optional_link)
    accent: str = _setting("#6f4e37", colour)
    delivery_fee: int = _setting(0, uah)
    free_delivery_threshold: int = _setting(0, uah)
    min_delivery_order_amount: int = _setting(0, uah)
    pickup_discount_percent: int = _setting(0, percent)
    force_closed: bool = _setting(default=False, read=flag)
    force_closed_message: str = _setting("Вибачте, зараз ми не приймаємо замовлень.", line)
    force_closed_message_en: str = _setting("", line)
    allow_orders_outside_hours: bool = _setting(default=False, read=flag)
    announcement_enabled: bool = _setting(default=False, read=flag)
    announcement_message: str = _setting("", line)
    announcement_message_en: str = _setting("", line)
    payment_provider: str = _setting(ProviderName.MONOBANK.value, OneOf(tuple(ProviderName)))
    staff_chat_guest_orders: bool = _setting(default=False, read=flag)
    order_types: str = _setting(",".join(ORDER_TYPES), SomeOf(ORDER_TYPES, needs_one=True))
    """What guests may order at all."""
    payments: str = _setting(",".join(PAYMENTS), SomeOf(PAYMENTS, needs_one=True))
    """How guests may pay at all."""
    receipts: str = _setting("card", SomeOf(RECEIPTS))
    """What has fiscal receipts, where their service is connected."""
    alcohol_hours: str = _setting("", clock_ranges)
    """When what needs an excise mark may be sold; empty: always."""
    prep_minutes: int = _setting(15, _minutes)
    prep_times: str = _setting("", read_prep_times)
    """Where the minutes differ by hour of the week; the longest of those that apply counts."""
    delivery_minutes: int = _setting(0, _minutes)
    unpaid_minutes: int = _setting(0, _minutes)
    hold_payments: bool = _setting(default=False, read=flag)
    hold_minutes: int = _setting(15, _hold_minutes)
    rating_minutes: int = _setting(0, _minutes)
    schedule_days: int = _setting(0, _schedule_days)
    checkout_questions: str = _setting("", SomeOf(QUESTIONS))
    tables: str = _setting("", table_list)
    dine_in_asks: str = _setting(",".join(CONTACTS), SomeOf(CONTACTS))
    max_open_orders_per_customer: int = _setting(0, _count)
    max_open_orders_per_phone: int = _setting(0, _count)
    max_open_guest_orders: int = _setting(0, _count)
    promo_attempts_per_minute: int = _setting(0, _attempts)
    keep_personal_days: int = _setting(0, _days)
    refund_role: str = _setting("staff", OneOf(ROLES))
    handover_proof: str = _setting(NO_PROOF, OneOf((NO_PROOF, CODE_PROOF, PHOTO_PROOF)))
    """What a courier needs before an order counts as handed over."""
    refund_limit: int = _setting(0, uah)
    air_alert_effect: str = _setting(NOTHING, disruption_effect)
    """What an air alert does."""
    air_alert_source: str = _setting("", http_address)
    """The address that says whether there is one; empty: only the staff do."""
    air_alert_region: str = _setting("", alert_region)
    power_cut_effect: str = _setting(NOTHING, disruption_effect)
    power_cut_source: str = _setting("", http_address)
    """The address of the supplier's plan; empty: it is typed at the desk."""
    power_cut_queue: str = _setting("", plan_queue)
    calendar: Calendar = field(default_factory=Calendar)
    """The owner's week and special days, which have tables of their own; see `hours`."""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    @property
    def effects(self) -> Effects:
        """What each kind of disruption does."""
        return {
            DisruptionKind.AIR_ALERT: self.air_alert_effect,
            DisruptionKind.POWER_CUT: self.power_cut_effect,
        }

    @property
    def questions(self) -> list[str]:
        """What the owner wants to be asked with an order (`QUESTIONS`)."""
        return self.checkout_questions.split(",") if self.checkout_questions else []

    def sells_alcohol_at(self, clock: time) -> bool:
        """Whether alcohol may be sold at a time of the day."""
        return is_within(parse_ranges(self.alcohol_hours), clock)

    @property
    def receipt_ways(self) -> list[str]:
        """The ways of paying that have fiscal receipts (`RECEIPTS`)."""
        return self.receipts.split(",") if self.receipts else []

    @property
    def offered_types(self) -> list[str]:
        """The order types that guests may choose, in their order."""
        return self.order_types.split(",") if self.order_types else []

    @property
    def offered_payments(self) -> list[str]:
        """The ways of paying that guests may choose."""
        return self.payments.split(",") if self.payments else []

    def prep_minutes_at(self, at: int) -> int:
        """Return the kitchen's time in minutes for an order at a moment (Unix seconds), without busy mode."""
        if not self.prep_times:
            return self.prep_minutes
        local = datetime.fromtimestamp(at, self.zone)
        found = [each.minutes for each in parse_prep_times(self.prep_times) if each.when.contains(local)]
        return max(found, default=self.prep_minutes)

    @property
    def towns(self) -> list[str]:
        """Delivery towns; empty: anywhere."""
        return self.delivery_towns.split(", ") if self.delivery_towns else []

    @property
    def hours(self) -> OpeningHours:
        opens, closes = parse_clock_time(self.work_hours_from), parse_clock_time(self.work_hours_to)
        return hours_of(self.calendar, opens or time(0), closes or time(0), self.zone)

    def takes_orders(self, moment: datetime) -> bool:
        """Whether orders are accepted at an aware datetime, ignoring pauses.

        `allow_orders_outside_hours` outweighs `force_closed` (specification, Open check).
        """
        is_open = self.hours.is_open(moment) and not self.force_closed
        return is_open or self.allow_orders_outside_hours

    @property
    def takes_scheduled_orders(self) -> bool:
        """Whether orders for later are accepted while the cafe is closed, ignoring pauses."""
        return self.schedule_days > 0 and (not self.force_closed or self.allow_orders_outside_hours)

    def in_locale(self, locale: Locale) -> "Settings":
        """Return the settings with their texts in a language, Ukrainian where there is no English one."""
        texts: dict[str, Any] = {key: self.own_text(key).in_locale(locale) for key in TRANSLATED}
        return replace(self, **texts)

    def own_text(self, key: str) -> OwnText:
        """Return one of the `TRANSLATED` texts in both languages."""
        return OwnText(getattr(self, key), getattr(self, f"{key}_en"))

    def used(self) -> dict[str, Any]:
        """Return the settings by key, without empty English texts."""
        values = {key: getattr(self, key) for key in READERS}
        return {key: value for key, value in values.items() if value or not key.endswith("_en")}

    @property
    def delivery_terms(self) -> DeliveryTerms:
        return DeliveryTerms(self.delivery_fee, self.free_delivery_threshold, self.pickup_discount_percent)

    def way_minutes(self, order_type: str, zone_minutes: int = 0) -> int:
        """Return the minutes from an order being ready until the guest has it; `zone_minutes` are those of its zone."""
        return self.delivery_minutes + zone_minutes if order_type == "delivery" else 0


READERS: Mapping[str, Validator] = {
    spec.name: spec.metadata["read"] for spec in fields(Settings) if "read" in spec.metadata
}


def kind_of(key: str) -> tuple[str, tuple[str, ...]]:
    """Return what a setting takes, `line`, `whole`, `flag`, `choice` or `several`, and the choices of the last two."""
    match READERS[key]:
        case OneOf(choices):
            return "choice", choices
        case SomeOf(choices):
            return "several", choices
        case reader if reader in NUMBERS:
            return "whole", ()
        case reader:
            return ("flag" if reader is flag else "line"), ()


def read_setting(key: str, value: object) -> Any:
    """Validate one setting of a catalogue file and return its stored form.

    Raises:
        CatalogueError: no such setting, or an invalid value.
    """
    if key not in READERS:
        raise CatalogueError(
            f"[settings] {key}: unknown key; known are {', '.join(READERS)}",
            key,
            Reason("unknown-key"),
            table="settings",
        )
    try:
        return READERS[key](value)
    except ValidatorError as error:
        raise CatalogueError(f"[settings] {key}: {error}", key, error.reason, table="settings") from None


def read_setting_text(key: str, text: str) -> Any:
    """Validate one `KEY=VALUE` of the command line, where numbers and flags are text."""
    value: object = text
    reader = READERS.get(key)
    if reader is flag and text.lower() in {"true", "false", "1", "0", "yes", "no", "on", "off"}:
        value = text.lower() in {"true", "1", "yes", "on"}
    if reader in NUMBERS and re.fullmatch(r"[0-9]{1,12}", text):
        value = int(text)
    return read_setting(key, value)
