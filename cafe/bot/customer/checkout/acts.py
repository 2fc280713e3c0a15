"""The actions of the order form's buttons."""

from cafe.bot.chat.keyboards import section_button
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.checkout.dialog import CheckoutDialog
from cafe.bot.customer.checkout.form import LATER, TYPE
from cafe.bot.customer.forms import forget_form, forget_order
from cafe.bot.customer.order_screens import Place, order_screen
from cafe.bot.customer.orders import show_offer
from cafe.bot.telegram.callbacks import Section
from cafe.bot.telegram.links import is_linkable
from cafe.bot.telegram.markup import escape
from cafe.core.messages.outbox.port import Button, Tone
from cafe.core.ordering.checkout.errors import (
    OptionsUnavailableError,
    OrderRefusedError,
    PromoInvalidError,
)
from cafe.core.ordering.checkout.service import CheckoutResult
from cafe.core.ordering.orders.model import OrderType


async def choose_type(dialog: CheckoutDialog, value: str) -> None:
    """Accept the order type, if the cafe accepts such an order of this cart now."""
    if value not in list(OrderType):
        return
    form, services, customer_id = dialog.form, dialog.conversation.services, dialog.conversation.customer.id
    order_type = OrderType(value)
    refusal = await dialog.refusal_of(order_type)
    if isinstance(refusal, PromoInvalidError):
        form.fields.pop("promo_code", None)
    elif isinstance(refusal, OptionsUnavailableError):
        await show_page(dialog.conversation, reason=dialog.reason_of(refusal))
        return
    elif refusal is not None:
        form.step = TYPE
        await dialog.show(dialog.reason_of(refusal))
        return
    form.begin(order_type, await services.checkout.prefill(customer_id))
    await dialog.go_on()


async def change_answer(dialog: CheckoutDialog, name: str) -> None:
    """Ask the question of an answer in the summary again."""
    if name in {TYPE, *dialog.form.questions, "promo_code"}:
        dialog.form.change(name)
        await dialog.show()


async def go_back(dialog: CheckoutDialog) -> None:
    dialog.form.go_back()
    await dialog.show()


async def skip(dialog: CheckoutDialog) -> None:
    step = dialog.form.step
    if step == LATER and not dialog.can_be_now:
        await dialog.show(await dialog.why_not_now())
    elif step is not None and dialog.form.can_skip(step):
        await dialog.accept(None)
    else:
        await refuse_button(dialog)


async def turn_page(dialog: CheckoutDialog, number: str) -> None:
    """Show another page of times."""
    if number.isascii() and number.isdecimal():
        dialog.form.page = int(number)
    await dialog.show()


async def use_option(dialog: CheckoutDialog, index: str) -> None:
    """Accept the answer of a button."""
    options = dialog.form.options
    if index.isascii() and index.isdecimal() and int(index) < len(options):
        await dialog.answer(options[int(index)])
    else:
        await refuse_button(dialog)


async def refuse_button(dialog: CheckoutDialog) -> None:
    """Answer that a button does not belong to the current step; the form's own message shows that step again."""
    view, form = dialog.conversation.view, dialog.form
    await view.answer(dialog.conversation.say("press-outdated"))
    if view.message is None or view.message.message_id == form.message:
        await dialog.show()


async def cancel(dialog: CheckoutDialog) -> None:
    """Leave the form; the cart, the promo code and the table stay."""
    view, say = dialog.conversation.view, dialog.conversation.say
    await forget_form(dialog.conversation.state)
    if view.message is None or dialog.form.step == "phone":  # a keyboard is open under the input field
        await view.say(say.html("form-cancelled"), removes_keys=True)
    else:
        sections = (section_button(say, Section.CART), section_button(say, Section.HOME))
        await view.show(Screen(say.html("form-cancelled"), (sections,)))


async def confirm(dialog: CheckoutDialog, seen_total: str) -> None:
    """Place the order as shown to the customer. The button is answered first: a bank may be slow."""
    conversation, form = dialog.conversation, dialog.form
    await conversation.view.answer(conversation.say("form-wait"))
    order = await dialog.confirmed(seen_total)
    if order is None:
        return
    checkout = conversation.services.checkout
    try:
        result = await checkout.place_order(conversation.customer.id, order, form.key)
    except OrderRefusedError as error:
        await dialog.refuse(error)
        return
    await forget_order(conversation)
    await _show_result(dialog, result)


async def _show_result(dialog: CheckoutDialog, result: CheckoutResult) -> None:
    conversation, say = dialog.conversation, dialog.conversation.say
    order = await conversation.services.orders.get(conversation.customer.id, result.order_id)
    place = Place.of(order, conversation.services.settings.current)
    screen = order_screen(say, order, place, conversation.links)
    parts = [say.html("form-done", number=order.number)]
    rows = list(screen.keyboard)
    if result.pay_url:
        rows[0] = (Button(say("button-pay-page", total=order.total), url=result.pay_url, tone=Tone.PRIMARY),)
        if not is_linkable(result.pay_url):
            parts.append(escape(result.pay_url))
    if result.is_card_unavailable:
        parts.append(f"⚠️ {say.html('card-unavailable')}")
    await show_offer(conversation, order, Screen("\n".join([*parts, "", screen.text]), tuple(rows)))
