"""What was understood of an order in free text: shown first, and put into the cart by a button."""

from dataclasses import dataclass, replace
from typing import Any

from aiogram import Router

from cafe.bot.chat.choice import Draft, chosen, groups_of, is_simple, lacking, new_key, price_of
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, rows_of, section_button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.choice_screens import open_choice, written_choice
from cafe.bot.customer.dishes import cart_button
from cafe.bot.customer.lines import NAME
from cafe.bot.customer.menu import dish_label, dish_screen
from cafe.bot.telegram.callbacks import DishCallback, ProposalAct, ProposalCallback, Section
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.menu.order_text import WrittenLine, WrittenOrder
from cafe.core.catalogue.options.model import describe_line
from cafe.core.kernel.ids import OptionId, ProductId
from cafe.core.messages.outbox.port import Button, Tone
from cafe.core.ordering.cart.model import Cart, NewLine

MOST_CHOICES = 3
"""Dishes offered where it is unsure which is meant."""
MOST_MISSED = 5


@dataclass(frozen=True, slots=True)
class _Line:
    """A dish as it would be put into the cart."""

    dish: Product
    quantity: int
    draft: Draft
    reasons: tuple[str, ...]
    """Why some of what was named cannot be had."""
    is_whole: bool
    """Whether nothing has to be chosen yet."""


def router() -> Router:
    router = Router(name="proposal")
    on_callback(router, take, ProposalCallback)
    return router


async def propose(conversation: CustomerConversation, order: WrittenOrder) -> None:
    """Show one dish with its choice, a list of what may be meant, or what was understood of several dishes."""
    menu = conversation.services.cache.menu
    cart = await conversation.services.cart.get(conversation.customer.id)
    if len(order.lines) == 1 and not order.doubts and not order.sold_out and order.lines[0].quantity == 1:
        await _show_dish(conversation, menu, cart, order.lines[0])
    elif order.lines:
        await _show_proposal(conversation, menu, cart, order)
    else:
        await conversation.view.send(_choice_screen(conversation.say, menu, cart, order))


async def take(callback_data: ProposalCallback, conversation: CustomerConversation) -> None:
    """Put all of a proposal into the cart, or nothing: see `CartService.add`."""
    say, view = conversation.say, conversation.view
    stored = (await conversation.state.get_data()).get("proposal") or {}
    if stored.get("key") != callback_data.key:
        await view.answer(say("press-outdated"), is_alert=True)
        return
    lines = [_read_line(each) for each in stored["lines"]]
    cart = await conversation.services.cart.add_all(conversation.customer.id, lines)
    await conversation.state.update_data(proposal=None)
    await view.answer(say("cart-short", count=cart.count, total=cart.items_total))
    if callback_data.act is ProposalAct.CHANGE:
        await show_page(conversation)
        return
    rows = ((section_button(say, Section.CHECKOUT),), (section_button(say, Section.MENU), cart_button(say, cart)))
    await view.show(Screen(say.html("proposal-taken", count=cart.count, total=cart.items_total), rows))


async def _show_dish(conversation: CustomerConversation, menu: Menu, cart: Cart, line: WrittenLine) -> None:
    if is_simple(menu, line.dish):
        await conversation.view.show(dish_screen(conversation.say, menu, line.dish, cart))
    else:
        await open_choice(conversation, menu, line.dish, cart, line)


async def _show_proposal(conversation: CustomerConversation, menu: Menu, cart: Cart, order: WrittenOrder) -> None:
    say = conversation.say
    lines = [_line(conversation, menu, each) for each in order.lines]
    whole = [each for each in lines if each.is_whole]
    total = sum(each.quantity * _price(menu, each) for each in whole)
    key = new_key()
    parts = [say.html("proposal-title"), *(_render(say, menu, each) for each in whole)]
    if len(whole) > 1:
        parts.append(say.html("proposal-total", total=total))
    parts += [f"⚠️ {say.html('plain', text=reason)}" for each in lines for reason in each.reasons]
    parts += _left_out(say, order)
    rows: list[tuple[Button, ...]] = []
    if whole:
        taking = ProposalCallback(act=ProposalAct.TAKE, key=key)
        rows.append((button(say("button-add", price=total), taking, Tone.PRIMARY),))
        rows.append((button(say("proposal-change"), ProposalCallback(act=ProposalAct.CHANGE, key=key)),))
    dishes = [each.dish for each in lines if not each.is_whole]
    dishes += [dish for doubt in order.doubts for dish in doubt.dishes[:MOST_CHOICES]]
    rows += rows_of([_dish_button(say, menu, cart, dish) for dish in dict.fromkeys(dishes)], 1)
    rows.append((section_button(say, Section.MENU), cart_button(say, cart)))
    await conversation.state.update_data(proposal={"key": key, "lines": [_stored_line(menu, each) for each in whole]})
    await conversation.view.send(Screen("\n".join(parts), tuple(rows)))


def _choice_screen(say: Translator, menu: Menu, cart: Cart, order: WrittenOrder) -> Screen:
    """Offer what may be meant."""
    dishes = [dish for doubt in order.doubts for dish in doubt.dishes]
    there = [dish for dish in dict.fromkeys(dishes) if dish in menu.products][
        : MOST_CHOICES * max(1, len(order.doubts))
    ]
    gone = [*order.sold_out, *(dish for dish in dishes if dish in menu.sold_out and not there)]
    parts = [say.html("found-some")] if there else []
    parts += _left_out(say, replace(order, doubts=(), missed=(), sold_out=tuple(dict.fromkeys(gone))))
    buttons = rows_of([_dish_button(say, menu, cart, dish) for dish in there], 1)
    return Screen("\n".join(parts), (*buttons, (section_button(say, Section.MENU), cart_button(say, cart))))


def _left_out(say: Translator, order: WrittenOrder) -> list[str]:
    """Return what is not in the proposal: to choose, sold out, or not understood."""
    parts = [say.html("proposal-which", words=doubt.text) for doubt in order.doubts]
    if order.sold_out:
        names = ", ".join(dish.name.in_locale(say.locale) for dish in order.sold_out)
        parts.append(say.html("found-sold-out", names=names))
    if order.missed:
        parts.append(say.html("proposal-missed", words=", ".join(order.missed[:MOST_MISSED])))
    return parts


def _line(conversation: CustomerConversation, menu: Menu, written: WrittenLine) -> _Line:
    draft, reasons = written_choice(conversation, menu, written)
    is_whole = lacking(draft, groups_of(menu, written.dish.id)) is None
    return _Line(written.dish, written.quantity, draft, tuple(reasons), is_whole)


def _price(menu: Menu, line: _Line) -> int:
    """Return the price of one piece in whole UAH."""
    return price_of(line.draft, groups_of(menu, line.dish.id), line.dish)


def _render(say: Translator, menu: Menu, line: _Line) -> str:
    choice = chosen(line.draft, groups_of(menu, line.dish.id))
    name = describe_line(line.dish.name.in_locale(say.locale), choice, say.locale)
    price = _price(menu, line)
    values = {"quantity": line.quantity, "price": price, "sum": line.quantity * price}
    text = say.html("cart-line", name=clipped(name, NAME), **values)
    return text + ("\n" + say.html("line-note", note=line.draft.note) if line.draft.note else "")


def _dish_button(say: Translator, menu: Menu, cart: Cart, dish: Product) -> Button:
    return button(dish_label(say, menu, dish, cart), DishCallback(id=dish.id))


def _stored_line(menu: Menu, line: _Line) -> dict[str, Any]:
    """Return a line as the dialog stores it; JSON's keys are texts."""
    pieces = {str(option_id): count for option_id, count in line.draft.pieces.items()}
    has_options = bool(groups_of(menu, line.dish.id))
    return {
        "product": line.dish.id,
        "quantity": line.quantity,
        "pieces": pieces if has_options else None,
        "note": line.draft.note,
    }


def _read_line(stored: dict[str, Any]) -> NewLine:
    pieces = stored["pieces"]
    of_options = None if pieces is None else {OptionId(int(option_id)): count for option_id, count in pieces.items()}
    return NewLine(ProductId(stored["product"]), stored["quantity"], of_options, stored["note"])
