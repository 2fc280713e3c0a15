"""Parsing answers that need more than the core's rule for their field: times, banknotes, names and places."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from cafe.bot.chat.translator import Translator
from cafe.bot.customer.checkout.form import NO, YES, Form, problem_of
from cafe.core.catalogue.hours.model import OpeningHours
from cafe.core.catalogue.hours.week import parse_clock_time
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.tables import list_tables
from cafe.core.ordering.checkout.errors import FieldProblem
from cafe.core.ordering.checkout.pickup_times import (
    PickupMoment,
    TypedTime,
    is_past,
    next_pickup,
    offered_times,
    pickup_moment,
    read_time,
)
from cafe.core.ordering.orders.answers import ADULT
from cafe.core.ordering.orders.model import OrderType

OFFERED = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
"""The format of an offered time in the form."""
NAME_LETTERS = 2
PLACES = ("address_city", "address_street", "address_house", "table_number")
TOWN_KIND = re.compile(r"^(?:м|с|смт|місто|село)\.?\s+|^м\.")
"""Prefixes typed before a town; `checkout-form.js` has the same."""
YES_OR_NO = {
    "cutlery": {YES: "cutlery", NO: "no-cutlery"},
    "no_call": {YES: "no-call", NO: "call"},
    ADULT: {YES: "is-adult", NO: "is-no-adult"},
}
"""The texts of the answers to what is asked with an order."""
CURRENCY = re.compile(r"\s|грн\.?|₴|uah", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A valid answer. `pickup_date` is set with a pickup time."""

    value: str | None
    pickup_date: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an answer is refused, and what may be meant instead."""

    reason: str
    options: tuple[str, ...] = ()


def read_pickup_time(say: Translator, settings: Settings, now: datetime, text: str) -> Accepted | Refused:
    """Accept a time within the opening hours; one past for today may mean tomorrow, which is offered."""
    found = _offered(settings.hours, text) if OFFERED.fullmatch(text) else _typed(settings.hours, now, text)
    if found is None:
        return Refused(say(FieldProblem.PICKUP_TIME.value))
    shown = f"{found.at:%H:%M}"
    if is_past(found.at, now):
        return Refused(say("pickup-past", time=shown))
    if not found.is_open:
        if settings.calendar.is_used:
            ranges = ", ".join(map(str, settings.hours.ranges_of(found.at.date())))
            return Refused(say("pickup-closed-then", time=shown, hours=ranges or "none"))
        opens, closes = settings.work_hours_from, settings.work_hours_to
        return Refused(say("pickup-closed", time=shown, opens=opens, closes=closes))
    if not found.is_plain:
        return Refused(say("pickup-tomorrow-ask", time=shown), (option_for(found.at),))
    return Accepted(shown, found.at.date().isoformat())


def read_change(say: Translator, total: int, text: str) -> Accepted | Refused:
    """Accept a banknote that covers the order; `total` in whole UAH."""
    digits = CURRENCY.sub("", text)
    value, problem = problem_of(OrderType.DELIVERY, "cash_change_for", digits)
    if value is None or problem is not None or int(value) <= 0:
        return Refused(say(FieldProblem.CASH_CHANGE_FOR.value))
    if int(value) < total:
        return Refused(say("change-too-little", total=total))
    return Accepted(str(int(value)))


def read_contact(say: Translator, settings: Settings, step: str, text: str) -> Accepted | Refused:
    """Accept a name or place that is of use to the staff; the routes accept more, by the specification."""
    if step == "name" and not is_name(text):
        return Refused(say("ask-real-name"))
    if step in PLACES and not any(map(str.isalnum, text)):
        return Refused(say(f"ask-real-{step.removeprefix('address_').removesuffix('_number')}"))
    if step == "address_city" and settings.towns and _town(text) not in map(_town, settings.towns):
        return Refused(say("town-elsewhere", towns=", ".join(settings.towns)))
    if step == "table_number" and (tables := list_tables(settings.tables)):
        table = next((each for each in tables if each.casefold() == text.casefold()), None)
        return Refused(say("table-elsewhere")) if table is None else Accepted(table)
    return Accepted(text)


def read_yes_or_no(say: Translator, step: str, text: str) -> Accepted | Refused:
    """Accept one of the two answers, pressed or typed like its button's label."""
    found = {text_of: value for value in (YES, NO) for text_of in (value, yes_or_no(say, step, value).casefold())}
    value = found.get(text.strip().casefold())
    if value is None:
        return Refused(say("form-press-please"))
    return Refused(say("age-unconfirmed")) if (step, value) == (ADULT, NO) else Accepted(value)


def yes_or_no(say: Translator, step: str, value: str) -> str:
    """Return the text of an answer to one of these questions."""
    return say(f"answer-{YES_OR_NO[step][value]}")


def is_name(text: str) -> bool:
    """Whether a text is plausible as a name."""
    return sum(map(str.isalpha, text)) >= NAME_LETTERS


def _town(text: str) -> str:
    return re.sub(r"[’ʼ`]", "'", TOWN_KIND.sub("", text.strip().casefold()))


def pickup_options(hours: OpeningHours, now: datetime) -> list[str]:
    return [option_for(moment) for moment in offered_times(hours, now)]


def option_for(moment: datetime) -> str:
    """Return an offered time in the form's format."""
    return f"{moment:%Y-%m-%dT%H:%M}"


def pickup_of(form: Form, hours: OpeningHours) -> datetime | None:
    """Return the chosen pickup time, if any."""
    clock = parse_clock_time(form.fields.get("pickup_time") or "")
    if "pickup_time" not in form.questions or clock is None or form.pickup_date is None:
        return None
    return pickup_moment(hours, date.fromisoformat(form.pickup_date), clock)


def _offered(hours: OpeningHours, text: str) -> PickupMoment:
    at = datetime.fromisoformat(text).replace(tzinfo=hours.zone)
    return PickupMoment(at, hours.is_open(at), is_plain=True)


def _typed(hours: OpeningHours, now: datetime, text: str) -> PickupMoment | None:
    typed: TypedTime | None = read_time(text)
    return None if typed is None else next_pickup(hours, now, typed)
