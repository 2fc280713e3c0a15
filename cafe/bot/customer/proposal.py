"""What was understood of an order in free text: shown first, and put into the cart by a button."""

from dataclasses import replace

from aiogram import Router

from cafe.bot.chat.choice import chosen, groups_of, is_simple, new_key
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, rows_of, section_button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.chat.written import ChosenLine, choose_written, read_stored
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.choice_screens import open_choice
from cafe.bot.customer.dishes import cart_button
from cafe.bot.customer.lines import NAME
from cafe.bot.customer.menu import dish_label, dish_screen
from cafe.bot.telegram.callbacks import DishCallback, ProposalAct, ProposalCallback, Section
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.menu.order_text import WrittenLine, WrittenOrder
from cafe.core.catalogue.options.model import describe_line
from cafe.core.messages.outbox.port import Button, Tone
from cafe.core.ordering.cart.model import Cart

MOST_CHOICES = 3
"""Dishes offered where it is unsure which is meant."""
MOST_MISSED = 5


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
    lines = [read_stored(each) for each in stored["lines"]]
    cart = await conversation.services.cart.add_all(conversation.customer.id, lines)
    await conversation.state.update_data(proposal=None)
    await view.answer(say("cart-short", count=cart.count, total=cart.items_total))
    if callback_data.act is ProposalAct.CHANGE:
        await show_page(conversation, 0)
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
    lines = [choose_written(conversation, menu, each) for each in order.lines]
    whole = [each for each in lines if each.is_whole]
    total = sum(each.quantity * each.price(menu) for each in whole)
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
    await conversation.state.update_data(proposal={"key": key, "lines": [each.stored(menu) for each in whole]})
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


def _render(say: Translator, menu: Menu, line: ChosenLine) -> str:
    choice = chosen(line.draft, groups_of(menu, line.dish.id))
    name = describe_line(line.dish.name.in_locale(say.locale), choice, say.locale)
    price = line.price(menu)
    values = {"quantity": line.quantity, "price": price, "sum": line.quantity * price}
    text = say.html("cart-line", name=clipped(name, NAME), **values)
    return text + ("\n" + say.html("line-note", note=line.draft.note) if line.draft.note else "")


def _dish_button(say: Translator, menu: Menu, cart: Cart, dish: Product) -> Button:
    return button(dish_label(say, menu, dish, cart), DishCallback(id=dish.id))
