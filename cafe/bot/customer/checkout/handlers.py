"""Ordering in the chat: a form asked question by question, a summary, one order."""

from aiogram import F, Router
from aiogram.filters import BaseFilter, Command, StateFilter
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation, CustomerConversation
from cafe.bot.chat.keyboards import section_button
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.states import Asking
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.checkout import acts
from cafe.bot.customer.checkout.dialog import CheckoutDialog, find_dialog
from cafe.bot.customer.checkout.form import TYPE, Form
from cafe.bot.customer.checkout.screens import AT_SUMMARY
from cafe.bot.customer.forms import table_of
from cafe.bot.telegram.callbacks import FormAct, FormCallback, Go, Section
from cafe.core.error_texts import error_text
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.checkout.errors import OptionsUnavailableError
from cafe.core.ordering.checkout.lines import unavailable_in
from cafe.core.ordering.orders.model import OrderType

PLAIN_ACTS = {FormAct.BACK: acts.go_back, FormAct.SKIP: acts.skip, FormAct.CANCEL: acts.cancel}
"""Acts without arguments."""


def router() -> Router:
    router = Router(name="checkout")
    on(router.message, begin, Command("checkout"))
    on(router.callback_query, begin, Go.filter(F.to == Section.CHECKOUT))
    on_callback(router, press, FormCallback)
    is_filling_in = StateFilter(Asking.form)
    router.message.register(handle_contact, is_filling_in, F.contact)
    router.message.register(handle_location, is_filling_in, F.location)
    router.message.register(handle_text, is_filling_in, F.text, ~F.text.startswith("/"))
    on(router.message, ask_for_text, is_filling_in, ~F.text)
    on(router.message, remove_keys, IsStaleKey())
    return router


async def begin(conversation: CustomerConversation) -> None:
    """Start a form, for the table of a link or with the choice of type; continue one already filled in."""
    services, say = conversation.services, conversation.say
    cart = await services.cart.get(conversation.customer.id)
    if not cart.lines:
        await conversation.view.show(Screen(say.html("cart-nothing"), ((section_button(say, Section.MENU),),)))
        return
    if lacking := unavailable_in(cart):
        reason = error_text(services.texts, say.locale, OptionsUnavailableError(lacking)) or ""
        await show_page(conversation, reason=reason)
        return
    data = await conversation.state.get_data()
    known = Form.load(data.get("form"))
    if known is not None and known.step == "phone":
        await conversation.view.say(say.html("form-anew"), removes_keys=True)
    is_kept = known is not None and known.is_complete
    if known is not None and is_kept and not await services.checkout.find_placed(conversation.customer.id, known.key):
        if data.get("promo"):
            known.fields["promo_code"] = data["promo"]
        await CheckoutDialog(conversation, known).go_on()
        return
    form = Form(message=known.message if known else None)
    if data.get("promo"):
        form.fields["promo_code"] = data["promo"]
    dialog = CheckoutDialog(conversation, form)
    if table := table_of(conversation, data):
        form.fields["table_number"] = table
        await acts.choose_type(dialog, OrderType.DINE_IN)
    elif len(offered := services.settings.current.offered_types) == 1:
        await acts.choose_type(dialog, offered[0])
    else:
        await dialog.show()


async def press(callback_data: FormCallback, conversation: CustomerConversation) -> None:
    """Carry out a button of the form, if it belongs to the current step."""
    if callback_data.act is FormAct.CONFIRM and await _is_placed(callback_data.arg, conversation):
        return
    dialog = await find_dialog(conversation)
    if dialog is None:
        return
    if _is_current(callback_data, dialog):
        await _do(callback_data.act, callback_data.arg, dialog)
    else:
        await acts.refuse_button(dialog)


async def _is_placed(arg: str, conversation: CustomerConversation) -> bool:
    """Whether this form has become an order, which is then answered: with a slow bank people press again."""
    key = arg.rpartition(".")[2]
    order = await conversation.services.checkout.find_placed(conversation.customer.id, key)
    dialog = Form.load((await conversation.state.get_data()).get("form"))
    if order is None or (dialog is not None and dialog.key == key):  # its result has not been shown yet
        return False
    await conversation.view.answer(conversation.say("form-placed-already", number=order.number), is_alert=True)
    return True


def _is_current(pressed: FormCallback, dialog: CheckoutDialog) -> bool:
    """Whether a button is on the form's own message and belongs to the current question."""
    form, message = dialog.form, dialog.conversation.view.message
    if message is not None and form.message not in {None, message.message_id}:
        return False
    question, _, rest = pressed.arg.rpartition(".")
    fits = {
        FormAct.CANCEL: True,
        FormAct.TYPE: form.step == TYPE,
        FormAct.USE: question == form.step,
        FormAct.PAGE: question == form.step,
        FormAct.SKIP: pressed.arg == form.step,
        FormAct.BACK: pressed.arg == (form.step or AT_SUMMARY),
        FormAct.CONFIRM: form.step is None and rest == form.key,
    }
    return fits.get(pressed.act, form.step is None)


async def _do(act: FormAct, arg: str, dialog: CheckoutDialog) -> None:
    question, _, rest = arg.rpartition(".")
    match act:
        case FormAct.TYPE:
            await acts.choose_type(dialog, arg)
        case FormAct.EDIT:
            await dialog.show_edit()
        case FormAct.SUMMARY:
            await dialog.go_on()
        case FormAct.ASK:
            await acts.change_answer(dialog, arg)
        case FormAct.PAGE:
            await acts.turn_page(dialog, rest)
        case FormAct.USE:
            await acts.use_option(dialog, rest)
        case FormAct.CONFIRM:
            await acts.confirm(dialog, question)
        case _:
            await PLAIN_ACTS[act](dialog)


async def handle_text(message: Message, conversation: CustomerConversation) -> None:
    """Accept a typed answer, or a key of the keyboard under the input field."""
    dialog = await find_dialog(conversation)
    if dialog is None:
        return
    text, form, say = message.text or "", dialog.form, conversation.say
    texts = conversation.services.texts
    if is_key(texts, "key-cancel", text):
        await acts.cancel(dialog)
    elif is_key(texts, "key-back", text):
        await conversation.view.say(say.html("form-back"), removes_keys=True)
        await acts.go_back(dialog)
    elif form.step is None or form.step == TYPE:
        await dialog.show()
    else:
        await dialog.answer(text)


async def handle_location(message: Message, conversation: CustomerConversation) -> None:
    """Take a sent place for where to deliver to, where that says in which zone it is."""
    dialog, location = await find_dialog(conversation), message.location
    if dialog is None or location is None:
        return
    if dialog.form.zones and dialog.form.step != "phone":
        await dialog.take_location(location.latitude, location.longitude)
    else:
        await ask_for_text(conversation)


async def handle_contact(message: Message, conversation: CustomerConversation) -> None:
    """Accept the number of a shared contact, if it is the sender's own."""
    dialog, contact = await find_dialog(conversation), message.contact
    if dialog is None or contact is None:
        return
    if dialog.form.step != "phone":
        await acts.refuse_button(dialog)
    elif contact.user_id != conversation.customer.id:
        await dialog.show(conversation.say("form-foreign-contact"))
    else:
        await dialog.answer(f"+{contact.phone_number.lstrip('+')}")


async def ask_for_text(conversation: CustomerConversation) -> None:
    """Answer a picture, a sticker or a voice message sent instead of text."""
    dialog = await find_dialog(conversation)
    if dialog is not None:
        await dialog.show(None if dialog.form.step == TYPE else conversation.say("form-text-please"))


def is_key(texts: Texts, key: str, text: str) -> bool:
    """Whether a text is a key's label, in any language: the language may have changed since."""
    return any(text == texts.format(locale, key) for locale in texts.languages)


class IsStaleKey(BaseFilter):
    """Match buttons of a finished form."""

    async def __call__(self, message: Message, conversation: Conversation) -> bool:
        texts = conversation.services.texts
        return message.contact is not None or any(
            is_key(texts, key, message.text or "") for key in ("key-back", "key-cancel")
        )


async def remove_keys(conversation: CustomerConversation) -> None:
    await conversation.view.say(conversation.say.html("form-over"), removes_keys=True)
