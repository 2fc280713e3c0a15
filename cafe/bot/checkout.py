"""Ordering in the chat: a form asked question by question, a summary, one order."""

from aiogram import F, Router
from aiogram.filters import Command, StateFilter
from aiogram.fsm.context import FSMContext
from aiogram.types import Contact, Message

from cafe.bot.checkout_counter import Counter, FormUnderWay
from cafe.bot.checkout_screens import edit_screen
from cafe.bot.checkout_steps import OPTIONAL, Form
from cafe.bot.dialogs import Asking
from cafe.bot.links import Links
from cafe.bot.messenger import is_linkable
from cafe.bot.orders import order_screen
from cafe.bot.presses import FormPress, Go
from cafe.bot.routing import Handler, on
from cafe.bot.speech import Speech, escaped
from cafe.bot.view import Screen, View
from cafe.core.checkout import CheckoutResult
from cafe.core.errors import (
    CartEmptyError,
    FieldProblem,
    InvalidFieldError,
    MissingFieldsError,
    OrderRefusedError,
    PromoInvalidError,
)
from cafe.core.forms import CheckoutForm
from cafe.core.ports import Button
from cafe.core.services import Services
from cafe.core.values import Customer, OrderType

FIELD_OF = {
    FieldProblem.NAME: "name",
    FieldProblem.PHONE: "phone",
    FieldProblem.PICKUP_TIME: "pickup_time",
    FieldProblem.CASH_CHANGE_FOR: "cash_change_for",
    FieldProblem.PAYMENT_METHOD: "payment_method",
}
"""Which question to ask again when the core finds an answer wrong after all."""


def router() -> Router:
    """Build the handlers."""
    router = Router(name="checkout")
    on(router.message, begin, Command("checkout"))
    on(router.callback_query, begin, Go.filter(F.to == "checkout"))
    router.include_router(_form_router())
    return router


def _form_router() -> Router:
    router = Router(name="form")
    router.callback_query.middleware(FormUnderWay())
    router.message.middleware(FormUnderWay())
    for act, handler in PRESSES.items():
        on(router.callback_query, handler, FormPress.filter(F.act == act))
    on(router.callback_query, outdated, FormPress.filter())
    is_filling_in = StateFilter(Asking.form)
    on(router.message, take_contact, is_filling_in, F.contact.as_("contact"))
    on(router.message, take_text, is_filling_in, F.text, ~F.text.startswith("/"))
    on(router.message, ask_for_text, is_filling_in, ~F.text)
    return router


async def begin(
    view: View, say: Speech, services: Services, customer: Customer, state: FSMContext, links: Links
) -> None:
    """`/checkout`: a new form, at the table that a link led to, or with the choice of type."""
    cart = await services.cart.get(customer.id)
    if not cart.lines:
        menu = Button(say("button-menu"), Go(to="menu").pack())
        await view.show(Screen(say.html("cart-nothing"), ((menu,),)))
        return
    data = await state.get_data()
    form = Form()
    if data.get("promo"):
        form.fields["promo_code"] = data["promo"]
    counter = Counter(view, say, services, customer, state, links, form)
    if data.get("table"):
        form.fields["table_number"] = data["table"]
        await _choose_type(counter, OrderType.DINE_IN)
    else:
        await counter.show_type()


async def choose_type(callback_data: FormPress, counter: Counter) -> None:
    """Delivery, pickup or at a table."""
    if callback_data.arg in list(OrderType):
        await _choose_type(counter, OrderType(callback_data.arg))


async def edit(counter: Counter) -> None:
    """Which answer to change."""
    counter.form.step = None
    await counter.save()
    await counter.view.show(edit_screen(counter.say, counter.form))


async def summary(counter: Counter) -> None:
    """Back from choosing what to change."""
    counter.form.step = None
    await counter.go_on()


async def ask(callback_data: FormPress, counter: Counter) -> None:
    """Change one answer."""
    if callback_data.arg in {*counter.form.questions, "promo_code"}:
        await counter.ask(callback_data.arg)


async def go_back(counter: Counter) -> None:
    """To the question before."""
    if counter.form.go_back():
        await counter.show()
    else:
        await counter.show_type()


async def skip(counter: Counter) -> None:
    """Leave an optional question out."""
    if counter.form.step in OPTIONAL:
        await counter.take(None)
    else:
        await outdated(counter)


async def use(callback_data: FormPress, counter: Counter) -> None:
    """An answer that stood on a button."""
    index, options = callback_data.arg, counter.form.options
    if counter.form.step and index.isdecimal() and int(index) < len(options):
        await counter.answer(options[int(index)])
    else:
        await outdated(counter)


async def outdated(counter: Counter) -> None:
    """A button that does not belong to where the form is now."""
    await counter.view.answer(counter.say("press-outdated"))
    if counter.form.type is None:
        await counter.show_type()
    else:
        await counter.show()


async def cancel(counter: Counter) -> None:
    """Leave the form; the cart, the promo code and the table stay."""
    await counter.state.set_state(None)
    await counter.state.update_data(form=None)
    home = Button(counter.say("button-home"), Go(to="home").pack())
    cart = Button(counter.say("button-cart"), Go(to="cart").pack())
    if counter.form.step == "phone":
        await counter.view.say(counter.say.html("form-cancelled"), removes_keys=True)
    else:
        await counter.view.show(Screen(counter.say.html("form-cancelled"), ((cart, home),)))


async def take_text(said: Message, counter: Counter) -> None:
    """An answer in writing, or one of the keys under the input field."""
    text, say = said.text or "", counter.say
    if text == say("key-cancel"):
        await cancel(counter)
    elif text == say("key-back"):
        await counter.view.say(say.html("form-back"), removes_keys=True)
        await go_back(counter)
    elif counter.form.type is None:
        await counter.show_type()
    elif counter.form.step is None:
        await counter.show()
    elif counter.form.step == "phone":
        await counter.take_phone(text)
    else:
        await counter.answer(text)


async def take_contact(contact: Contact, counter: Counter) -> None:
    """A shared contact counts when it is the sender's own."""
    if counter.form.step != "phone":
        await outdated(counter)
    elif contact.user_id != counter.customer.id:
        await counter.show(counter.say("form-foreign-contact"))
    else:
        await counter.take_phone(f"+{contact.phone_number.lstrip('+')}")


async def ask_for_text(counter: Counter) -> None:
    """A picture, a sticker or a voice where words are asked."""
    if counter.form.type is None:
        await counter.show_type()
    else:
        await counter.show(counter.say("form-text-please"))


async def confirm(callback_data: FormPress, counter: Counter) -> None:
    """Place the order that the customer saw. The button is answered first: a bank may take its time."""
    form, say = counter.form, counter.say
    await counter.view.answer(say("form-wait"))
    if form.type is None or form.next_question:
        await outdated(counter)
        return
    preview = await counter.services.preview.get(counter.customer.id, form.to_checkout())
    if preview.cart.lines and str(preview.price.total) != callback_data.arg:
        await counter.ask(None, say("form-changed"))
        return
    try:
        result = await counter.services.checkout.place_order(counter.customer.id, form.to_checkout(), form.key)
    except OrderRefusedError as error:
        await _show_refusal(counter, error)
        return
    await counter.state.clear()
    await _show_result(counter, result)


async def _choose_type(counter: Counter, order_type: OrderType) -> None:
    form = counter.form
    checkout_form = CheckoutForm(order_type, promo_code=form.fields.get("promo_code"))
    preview = await counter.services.preview.get(counter.customer.id, checkout_form)
    if isinstance(preview.refusal, PromoInvalidError):
        form.fields.pop("promo_code", None)
    elif preview.refusal is not None:
        await counter.show_type(counter.words(preview.refusal))
        return
    form.begin(order_type, await counter.services.checkout.prefill(counter.customer.id))
    await counter.go_on()


async def _show_refusal(counter: Counter, error: OrderRefusedError) -> None:
    """Say why not, where it can be mended."""
    reason = counter.words(error)
    match error:
        case CartEmptyError():
            await counter.state.clear()
            await counter.view.show(Screen(counter.say.html("cart-nothing")))
        case InvalidFieldError(problem=problem) if problem in FIELD_OF:
            await counter.ask(FIELD_OF[problem], reason)
        case MissingFieldsError(missing=missing):
            await counter.ask(missing[0], reason)
        case PromoInvalidError():
            counter.form.fields.pop("promo_code", None)
            await counter.ask(None, reason)
        case _:
            await counter.ask(None, reason)


async def _show_result(counter: Counter, result: CheckoutResult) -> None:
    order = await counter.services.orders.get(counter.customer.id, result.order_id)
    screen = order_screen(counter.say, counter.services, counter.links, order)
    parts = [counter.say.html("form-done", number=order.number)]
    rows = list(screen.keyboard)
    if result.pay_url:
        rows[0] = (Button(counter.say("button-pay-page", total=order.total), url=result.pay_url),)
        if not is_linkable(result.pay_url):
            parts.append(escaped(result.pay_url))
    if result.is_card_unavailable:
        parts.append(f"⚠️ {counter.say.html('card-unavailable')}")
    await counter.view.show(Screen("\n".join([*parts, "", screen.text]), tuple(rows)))


PRESSES: dict[str, Handler] = {
    "type": choose_type,
    "edit": edit,
    "summary": summary,
    "ask": ask,
    "back": go_back,
    "skip": skip,
    "use": use,
    "cancel": cancel,
    "confirm": confirm,
}
"""The buttons of the form."""
