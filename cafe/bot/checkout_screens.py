"""What the order form of the chat looks like."""

from datetime import datetime, timedelta

from cafe.bot.checkout_steps import OPTIONAL, Form
from cafe.bot.keyboards import rows_of
from cafe.bot.orders import LINES
from cafe.bot.presses import FormPress, Go
from cafe.bot.speech import Speech, clipped
from cafe.bot.view import Screen
from cafe.core.ports import Button, Keyboard
from cafe.core.preview import Preview
from cafe.core.values import Customer, OrderType, PaymentMethod

SOONEST_PICKUP = (15, 30, 45, 60)
"""Minutes from now that are offered."""
NOTES = (200, 500, 1000)
"""Banknotes that change is offered from."""
LABEL = 40


def type_screen(say: Speech, reason: str | None = None) -> Screen:
    """How the guest gets the order."""
    buttons = [Button(say(f"type-{kind}"), FormPress(act="type", arg=kind).pack()) for kind in OrderType]
    parts = [say.html("form-type")]
    if reason:
        parts.insert(0, f"⚠️ {say.html('plain', text=reason)}\n")
    return Screen("\n".join(parts), (*rows_of(buttons, 1), (_cancel(say),)))


def question_screen(say: Speech, form: Form, reason: str | None = None) -> Screen:
    """A question with the answers that can be pressed."""
    step = form.step or ""
    parts = [question_text(say, form)]
    if reason:
        parts.insert(0, f"⚠️ {say.html('plain', text=reason)}\n")
    if current := form.fields.get(step):
        parts.append(say.html("form-current", value=shown_value(say, step, current)))
    buttons = [
        Button(clipped(shown_value(say, step, option), LABEL), FormPress(act="use", arg=str(index)).pack())
        for index, option in enumerate(form.options)
    ]
    rows = list(rows_of(buttons, 2))
    if step in OPTIONAL:
        rows.append((Button(say(f"skip-{step.replace('_', '-')}"), FormPress(act="skip").pack()),))
    rows.append((Button(say("button-back"), FormPress(act="back").pack()), _cancel(say)))
    return Screen("\n".join(parts), tuple(rows))


def question_text(say: Speech, form: Form) -> str:
    """The question itself."""
    return say.html(f"ask-{(form.step or '').replace('_', '-')}")


def answered_screen(say: Speech, form: Form, step: str) -> Screen:
    """A question that was answered in writing: it stays in the chat, without buttons."""
    question = say.html(f"ask-{step.replace('_', '-')}").splitlines()[0]
    value = form.fields.get(step)
    answer = say.html("plain", text=clipped(shown_value(say, step, value), 300)) if value else say.html("form-skipped")
    return Screen(f"{question}\n✔️ {answer}")


def summary_screen(say: Speech, form: Form, preview: Preview, reason: str | None = None) -> Screen:
    """Everything once more, with every amount, before it counts."""
    price = preview.price
    parts = [say.html("form-summary", type=say(f"type-{form.type}")), ""]
    if reason:
        parts.insert(0, f"⚠️ {say.html('plain', text=reason)}\n")
    for name in [*form.questions, "promo_code"]:
        if value := form.fields.get(name):
            label = say(f"field-{name.replace('_', '-')}")
            parts.append(say.html("form-field", label=label, value=clipped(shown_value(say, name, value), 300)))
    parts.append("")
    parts += [
        say.html("order-line", name=line.name, quantity=line.quantity, sum=line.line_total)
        for line in preview.cart.lines[:LINES]
    ]
    if (rest := len(preview.cart.lines) - LINES) > 0:
        parts.append(say.html("card-more-lines", count=rest))
    parts.append("")
    if price.total != price.items_total:
        parts.append(say.html("card-items-total", sum=price.items_total))
    if price.discount_amount:
        parts.append(say.html("card-discount", sum=price.discount_amount))
    if preview.promo_code:
        parts.append(say.html("card-promo", code=preview.promo_code, sum=price.promo_discount_amount))
    if price.delivery_fee:
        parts.append(say.html("card-delivery", sum=price.delivery_fee))
    parts.append(say.html("card-total", sum=price.total))
    return Screen("\n".join(parts), _summary_keyboard(say, form, preview))


def edit_screen(say: Speech, form: Form) -> Screen:
    """Which answer to change."""
    buttons = [
        Button(say(f"field-{name.replace('_', '-')}"), FormPress(act="ask", arg=name).pack()) for name in form.questions
    ]
    back = Button(say("button-back"), FormPress(act="summary").pack())
    return Screen(say.html("form-edit"), (*rows_of(buttons, 2), (back,)))


def shown_value(say: Speech, step: str, value: str | None) -> str:
    """An answer in words."""
    if step == "payment_method":
        return say(f"card-payment-{value}")
    if step == "cash_change_for":
        return say("form-change", sum=value or "")
    return value or ""


def options_for(step: str, customer: Customer, total: int, now: datetime) -> list[str]:
    """The answers that can be pressed instead of typed. `now` on the cafe's clock, `total` in whole UAH."""
    match step:
        case "name":
            return [customer.first_name] if len(customer.first_name.strip()) > 1 else []
        case "payment_method":
            return [method.value for method in PaymentMethod]
        case "pickup_time":
            soonest = now + timedelta(minutes=-now.minute % 5, seconds=-now.second)
            return [f"{soonest + timedelta(minutes=minutes):%H:%M}" for minutes in SOONEST_PICKUP]
        case "cash_change_for":
            return [str(note) for note in NOTES if note > total]
    return []


def _summary_keyboard(say: Speech, form: Form, preview: Preview) -> Keyboard:
    promo = "form-promo-change" if form.fields.get("promo_code") else "button-promo"
    confirm = FormPress(act="confirm", arg=str(preview.price.total)).pack()
    return (
        (Button(say("button-confirm", total=preview.price.total), confirm),),
        (
            Button(say("button-edit"), FormPress(act="edit").pack()),
            Button(say(promo), FormPress(act="ask", arg="promo_code").pack()),
        ),
        (Button(say("button-cart"), Go(to="cart").pack()),),
        (Button(say("button-back"), FormPress(act="back").pack()), _cancel(say)),
    )


def _cancel(say: Speech) -> Button:
    return Button(say("button-cancel"), FormPress(act="cancel").pack())
