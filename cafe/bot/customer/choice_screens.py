"""The screens for choosing options of a dish, in place of its page or to change a line of the cart."""

from dataclasses import replace

from cafe.bot.chat.choice import Draft, begin, begin_change, chosen, groups_of, lacking, price_of
from cafe.bot.chat.choice_view import group_lines, more_row, note_row, option_rows, press, take_button
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.chat.written import written_choice
from cafe.bot.customer.dishes import dish_parts, lines_of, navigation_rows
from cafe.bot.telegram.callbacks import CartAct, CartCallback, ChoiceAct
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.menu.order_text import WrittenLine
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.lengths import NOTE
from cafe.core.ordering.cart.model import Cart, CartLine

LINES_SHOWN = 3
NAME = 120
"""Characters of a line's name shown beside a choice."""


async def open_choice(
    conversation: CustomerConversation, menu: Menu, dish: Product, cart: Cart, written: WrittenLine | None = None
) -> None:
    """Show a dish with options: with the included ones, or with those that were written."""
    if written is None:
        draft, reasons = begin(menu, dish, unix_now(conversation.services.clock)), list[str]()
    else:
        draft, reasons = written_choice(conversation, menu, written)
    draft = replace(draft, is_open=lacking(draft, groups_of(menu, dish.id)) is not None)
    await save_draft(conversation, draft)
    await conversation.view.show(choice_screen(conversation, menu, dish, draft, cart, "".join(reasons[-1:])))


async def open_change(conversation: CustomerConversation, dish: Product, line: CartLine, cart: Cart, page: int) -> None:
    """Show the options of a line of the cart, to change them."""
    menu = conversation.services.cache.menu
    draft = begin_change(menu, dish, line, unix_now(conversation.services.clock), page)
    await save_draft(conversation, draft)
    await conversation.view.show(choice_screen(conversation, menu, dish, draft, cart))


async def save_draft(conversation: CustomerConversation, draft: Draft | None) -> None:
    """Store the choice with the dialog, or delete it."""
    await conversation.state.update_data(choice=draft.dump() if draft else None)


def choice_screen(
    conversation: CustomerConversation, menu: Menu, dish: Product, draft: Draft, cart: Cart, reason: str = ""
) -> Screen:
    """Render the current choice with its price: first with four buttons at most, the options behind one of them."""
    say, groups = conversation.say, groups_of(menu, dish.id)
    price = price_of(draft, groups, dish)
    parts = [*dish_parts(say, menu, dish, price, groups, chosen(draft, groups)), "", *group_lines(say, groups, draft)]
    take = take_button(say, groups, draft, "button-add", price)
    if draft.line_id is None:
        in_cart = lines_of(cart, dish.id)[-LINES_SHOWN:]
        parts += [say.html("choice-in-cart", quantity=each.quantity, name=clipped(each.name, NAME)) for each in in_cart]
        bottom = navigation_rows(say, menu, dish, cart)
    else:
        take = take_button(say, groups, draft, "choice-save", price * draft.quantity)
        bottom = ((button(say("button-back"), CartCallback(act=CartAct.PAGE, page=draft.page)),),)
    if reason:
        parts = [f"⚠️ {say.html('plain', text=reason)}", "", *parts]
    if draft.is_open or draft.line_id is not None:
        options = option_rows(say, groups, draft, unix_now(conversation.services.clock))
        rows = (*options, *note_row(say, dish, draft), (take,), *bottom)
    else:
        rows = ((take,), *more_row(say, dish, groups, draft), *bottom)
    return Screen("\n".join(parts), rows, picture=dish.image_url if draft.line_id is None else "")


def note_question(say: Translator, dish: Product, draft: Draft, reason: str = "") -> Screen:
    """Ask for a note, with a button to skip it."""
    text = say.html("choice-note-ask", name=dish.name.in_locale(say.locale), max=NOTE)
    if draft.note:
        text += "\n" + say.html("form-current", value=draft.note)
    if reason:
        text = f"⚠️ {say.html('plain', text=reason)}\n\n{text}"
    back = press(say("button-back" if draft.note else "choice-note-skip"), draft, ChoiceAct.SHOW)
    drop = (press(say("choice-note-drop"), draft, ChoiceAct.DROP_NOTE),) if draft.note else ()
    return Screen(text, ((*drop, back),))
