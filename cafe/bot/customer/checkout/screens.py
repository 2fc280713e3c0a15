"""The screens of the chat's order form."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from cafe.bot.chat.keyboards import button, rows_of, section_button
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.customer.checkout.answers import OFFERED, YES_OR_NO, is_name, pickup_options, yes_or_no
from cafe.bot.customer.checkout.form import LATER, NO, TYPE, YES, ZONE, Form, problem_of
from cafe.bot.customer.checkout.later import Page, day_name, page_rows
from cafe.bot.customer.lines import fit_lines, summary_line
from cafe.bot.telegram.callbacks import FormAct, FormCallback, Go, Section
from cafe.bot.telegram.limits import LABEL
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.tables import list_tables
from cafe.core.messages.outbox.port import Button, Keyboard, Tone
from cafe.core.ordering.checkout.errors import OptionsUnavailableError
from cafe.core.ordering.checkout.preview import Preview
from cafe.core.ordering.orders.model import OrderType, PaymentMethod
from cafe.core.people.customers.model import Customer

NOTES = (200, 500, 1000)
"""Banknotes offered in the question for change."""
MOST_OFFERED = 40
"""Towns or tables with buttons; others are typed."""
IN_ROW = {"table_number": 4, ZONE: 1}
VALUE = 300
"""Characters shown of an answer."""
AT_SUMMARY = "summary"
"""Stands in a button for a question."""


def type_screen(say: Translator, form: Form, offered: Sequence[str], reason: str | None = None) -> Screen:
    """Ask for the order type, of those offered."""
    buttons = [button(say(f"type-{kind}"), FormCallback(act=FormAct.TYPE, arg=kind)) for kind in offered]
    bottom = (_back(say, form), _cancel(say)) if form.can_go_back else (_cancel(say),)
    return Screen(_with_reason(say, say.html("form-type"), reason), (*rows_of(buttons, 1), bottom))


def question_screen(
    say: Translator, form: Form, today: date, estimate: str | None, reason: str | None = None
) -> Screen:
    """Ask a question, with buttons for likely answers. Each names its question, so that a late press is recognised.

    `estimate`: the text on how soon an order for now comes.
    """
    step = form.step or ""
    text = _question(say, form, today, estimate if step == "pickup_time" else None, reason)
    buttons = _zone_buttons(form) if step == ZONE else _option_buttons(say, step, form.options, today)
    rows = list(rows_of(buttons, IN_ROW.get(step, 2)))
    if form.can_skip(step):
        rows.append((button(say(_text_id("skip", step)), FormCallback(act=FormAct.SKIP, arg=step)),))
    rows.append((_back(say, form), _cancel(say)))
    return Screen(text, tuple(rows))


def time_screen(
    say: Translator,
    form: Form,
    pages: Sequence[Page],
    today: date,
    estimate: str | None,
    reason: str | None,
    *,
    suggested: Sequence[str],
    can_be_now: bool,
) -> Screen:
    """Ask for the time of the order: as soon as possible, if it `can_be_now`, or a time; full ones are marked.

    `estimate`: the text on how soon an order for now comes; `suggested`: times that the customer may have meant.
    """
    text = _question(say, form, today, estimate, reason)
    if pages:
        page = pages[form.page or 0]
        text_id = "later-page-full" if any(time.is_full for time in page.times) else "later-page"
        text += "\n" + say.html(text_id, day=day_name(say, page.day, today))
    now = button(say("skip-scheduled-for"), FormCallback(act=FormAct.SKIP, arg=LATER))
    meant = rows_of(_option_buttons(say, LATER, suggested, today), 2)
    times = page_rows(say, form, pages, len(suggested), today)
    return Screen(text, (*([(now,)] if can_be_now else []), *meant, *times, (_back(say, form), _cancel(say))))


def phone_question(say: Translator, reason: str | None = None) -> str:
    """Return the text of the question for the phone, which has no buttons."""
    return _with_reason(say, say.html("ask-phone"), reason)


def answered_screen(say: Translator, form: Form, step: str, today: date) -> Screen:
    """Show a question with its typed answer, which stays in the chat without buttons."""
    question = say.html(_text_id("ask", step)).splitlines()[0]
    shown = clipped(shown_answer(say, form, step, today), VALUE)
    answer = _plain(say, shown) if shown else say.html("form-skipped")
    return Screen(f"{question}\n✔️ {answer}")


def empty_screen(say: Translator, form: Form, gone: list[str]) -> Screen:
    """Show that there is nothing left to order; the form is kept."""
    text = say.html("form-gone-all", names=", ".join(gone)) if gone else say.html("cart-nothing")
    menu = section_button(say, Section.MENU)
    return Screen(text, ((menu,), (_back(say, form), _cancel(say))))


def summary_screen(
    say: Translator, form: Form, preview: Preview, today: date, estimate: str | None, reason: str | None = None
) -> Screen:
    """Show every answer, line and amount before the order is placed."""
    title = _with_reason(say, say.html("form-summary", type=say(f"type-{form.type}")), reason)
    lines = [summary_line(say, line) for line in preview.cart.lines]
    text = fit_lines(
        say,
        [title, "", *_answers(say, form, today)],
        lines,
        [*_amounts(say, preview), *([estimate] if estimate else [])],
    )
    return Screen(text, _summary_keyboard(say, form, preview))


def edit_screen(say: Translator, form: Form) -> Screen:
    """Ask which answer to change."""
    names = [*form.questions, TYPE]
    buttons = [button(say(_text_id("field", name)), FormCallback(act=FormAct.ASK, arg=name)) for name in names]
    back = button(say("button-back"), FormCallback(act=FormAct.SUMMARY))
    return Screen(say.html("form-edit"), (*rows_of(buttons, 2), (back,)))


def shown_answer(say: Translator, form: Form, step: str, today: date) -> str:
    """Return a filled-in answer for display; empty if it was skipped."""
    value = form.fields.get(step)
    if step == LATER and form.is_asap:
        return say("later-asap")
    if not value:
        return ""
    if step == ZONE:
        return form.zones.get(value, "")
    is_dated = step == "pickup_time" and form.pickup_date
    return shown_value(say, step, f"{form.pickup_date}T{value}" if is_dated else value, today)


def shown_value(say: Translator, step: str, value: str, today: date) -> str:
    """Return an answer for display."""
    if step == "payment_method":
        return say(f"card-payment-{value}")
    if step == "cash_change_for":
        return say("form-change", sum=value)
    if step in YES_OR_NO:
        return yes_or_no(say, step, value)
    if step in {"pickup_time", LATER} and OFFERED.fullmatch(value):
        at = datetime.fromisoformat(value)
        if at.date() == today:
            return f"{at:%H:%M}"
        is_tomorrow = at.date() == today + timedelta(days=1)
        return say("pickup-when", day="tomorrow" if is_tomorrow else f"{at:%d.%m}", time=f"{at:%H:%M}")
    return value


def options_for(step: str, customer: Customer, total: int, earliest: datetime, settings: Settings) -> list[str]:
    """Return the answers to offer as buttons. Times are after `earliest` (aware), `total` in whole UAH."""
    match step:
        case "name":
            _, problem = problem_of(OrderType.PICKUP, "name", customer.first_name)
            found = [customer.first_name] if problem is None and is_name(customer.first_name) else []
        case "payment_method":
            found = [method.value for method in PaymentMethod if method.value in settings.offered_payments]
        case "cutlery" | "no_call" | "adult":
            found = [YES, NO]
        case "pickup_time":
            found = pickup_options(settings.hours, earliest)
        case "cash_change_for":
            found = [str(note) for note in NOTES if note > total]
        case "address_city":
            found = settings.towns[:MOST_OFFERED]
        case "table_number":
            found = list_tables(settings.tables)[:MOST_OFFERED]
        case _:
            found = []
    return found


def _question(say: Translator, form: Form, today: date, estimate: str | None, reason: str | None) -> str:
    """Return a question with the estimate and the answer so far."""
    step = form.step or ""
    parts = [_with_reason(say, say.html(_text_id("ask", step)), reason)]
    if estimate:
        parts.append(estimate)
    if shown := shown_answer(say, form, step, today):
        parts.append(say.html("form-current", value=shown))
    return "\n".join(parts)


def _option_buttons(say: Translator, step: str, options: Sequence[str], today: date) -> list[Button]:
    return [
        button(
            clipped(shown_value(say, step, option, today), LABEL), FormCallback(act=FormAct.USE, arg=f"{step}.{index}")
        )
        for index, option in enumerate(options)
    ]


def zone_label(say: Translator, name: str, fee: int, *, is_open: bool) -> str:
    """Return a zone with what delivery costs there."""
    return say("zone-offer" if is_open else "zone-offer-closed", name=name, fee=fee)


def _zone_buttons(form: Form) -> list[Button]:
    """Return the buttons of streets that may be meant, and of the zones."""
    return [
        button(clipped(form.zones.get(option, option), LABEL), FormCallback(act=FormAct.USE, arg=f"{ZONE}.{index}"))
        for index, option in enumerate(form.options)
    ]


def _answers(say: Translator, form: Form, today: date) -> list[str]:
    return [
        say.html("form-field", label=say(_text_id("field", name)), value=clipped(value, VALUE))
        for name in [*form.questions, "promo_code"]
        if name != ZONE  # told with what delivery costs
        if (value := shown_answer(say, form, name, today))
    ]


def _amounts(say: Translator, preview: Preview) -> list[str]:
    price = preview.price
    parts = []
    if price.total != price.items_total:
        parts.append(say.html("card-items-total", sum=price.items_total))
    if price.discount_amount:
        parts.append(say.html("card-discount", sum=price.discount_amount))
    if preview.promo_code:
        parts.append(say.html("card-promo", code=preview.promo_code, sum=price.promo_discount_amount))
    zone = preview.zone.zone if preview.zone else None
    if zone is not None:
        name = zone.name.in_locale(say.locale)
        parts.append(say.html("form-delivery-to", zone=name, sum=price.delivery_fee))
    elif price.delivery_fee:
        parts.append(say.html("card-delivery", sum=price.delivery_fee))
    return [*parts, say.html("card-total", sum=price.total)]


def _summary_keyboard(say: Translator, form: Form, preview: Preview) -> Keyboard:
    promo = "form-promo-change" if form.fields.get("promo_code") else "button-promo"
    total = preview.price.total
    confirm = button(
        say("button-confirm", total=total), FormCallback(act=FormAct.CONFIRM, arg=f"{total}.{form.key}"), Tone.SUCCESS
    )
    rows: Keyboard = (
        (
            button(say("button-edit"), FormCallback(act=FormAct.EDIT)),
            button(say(promo), FormCallback(act=FormAct.ASK, arg="promo_code")),
        ),
    )
    if isinstance(preview.refusal, OptionsUnavailableError):
        return ((button(say("button-mend"), Go(to=Section.CART)),), *rows, (_back(say, form), _cancel(say)))
    return ((confirm,), *rows, (section_button(say, Section.CART),), (_back(say, form), _cancel(say)))


def _with_reason(say: Translator, text: str, reason: str | None) -> str:
    return f"⚠️ {_plain(say, reason)}\n\n{text}" if reason else text


def _plain(say: Translator, text: str) -> str:
    return say.html("plain", text=text)


def _text_id(prefix: str, name: str) -> str:
    return f"{prefix}-{name.replace('_', '-')}"


def _back(say: Translator, form: Form) -> Button:
    return button(say("button-back"), FormCallback(act=FormAct.BACK, arg=form.step or AT_SUMMARY))


def _cancel(say: Translator) -> Button:
    return button(say("button-cancel"), FormCallback(act=FormAct.CANCEL))
