"""The cart in the chat, shared with the mini-app."""

from aiogram import F, Router
from aiogram.filters import Command, StateFilter
from aiogram.types import Message

from cafe.bot.chat.choice import is_simple
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, page_of, paging_row, section_button
from cafe.bot.chat.menu import find_dish
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.states import Asking
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.customer.choice_screens import open_change
from cafe.bot.customer.dishes import lines_of
from cafe.bot.customer.lines import cart_line, fit_lines
from cafe.bot.telegram.callbacks import CartAct, CartCallback, Go, Section
from cafe.bot.telegram.limits import LABEL
from cafe.core.catalogue.menu.model import Menu
from cafe.core.error_texts import error_text
from cafe.core.messages.outbox.port import Button, Keyboard, Tone
from cafe.core.ordering.cart.model import Cart, CartLine
from cafe.core.ordering.checkout.errors import PromoInvalidError
from cafe.core.ordering.checkout.service import PromoQuote

PAGE = 6
CHANGES = {CartAct.MORE_OF_LINE, CartAct.LESS_OF_LINE, CartAct.DROP_LINE, CartAct.CHANGE_LINE}


def router() -> Router:
    router = Router(name="cart")
    on(router.message, show_cart, Command("cart"))
    on(router.callback_query, show_cart, Go.filter(F.to == Section.CART))
    on_callback(router, change_product, CartCallback, F.act.in_({CartAct.ADD, CartAct.LESS, CartAct.DROP}))
    on_callback(router, change, CartCallback, F.act.in_(CHANGES))
    on_callback(router, turn_page, CartCallback, F.act == CartAct.PAGE)
    on(router.callback_query, ask_to_empty, CartCallback.filter(F.act == CartAct.ASK_TO_EMPTY))
    on(router.callback_query, empty, CartCallback.filter(F.act == CartAct.EMPTY))
    on(router.callback_query, ask_promo, CartCallback.filter(F.act == CartAct.ASK_PROMO))
    on(router.callback_query, drop_promo, CartCallback.filter(F.act == CartAct.DROP_PROMO))
    router.message.register(handle_promo, StateFilter(Asking.promo), F.text, ~F.text.startswith("/"))
    return router


async def show_cart(conversation: CustomerConversation) -> None:
    await show_page(conversation)


async def turn_page(callback_data: CartCallback, conversation: CustomerConversation) -> None:
    await show_page(conversation, callback_data.page)


async def change(callback_data: CartCallback, conversation: CustomerConversation) -> None:
    """Add or remove a piece of a line, remove the line, or change its choice."""
    services, page = conversation.services, callback_data.page
    cart = await services.cart.get(conversation.customer.id)
    line = next((line for line in cart.lines if line.id == callback_data.id), None)
    dish = find_dish(services.cache.menu, line.product_id) if line else None
    if line is not None and dish is not None and callback_data.act is CartAct.CHANGE_LINE:
        await open_change(conversation, dish, line, cart, page)
    else:
        await _change_quantity(conversation, line, callback_data.act)
        await show_page(conversation, page)


async def change_product(callback_data: CartCallback, conversation: CustomerConversation) -> None:
    """Handle a button of an earlier version: it names a product, which must have one line."""
    lines = lines_of(await conversation.services.cart.get(conversation.customer.id), callback_data.id)
    await _change_quantity(conversation, lines[0] if len(lines) == 1 else None, callback_data.act)
    await show_page(conversation, callback_data.page)


async def _change_quantity(conversation: CustomerConversation, line: CartLine | None, act: CartAct) -> None:
    carts, customer_id = conversation.services.cart, conversation.customer.id
    if line is None:
        await conversation.view.answer(conversation.say("cart-changed"))
    elif act in {CartAct.DROP, CartAct.DROP_LINE}:
        await carts.remove_line(customer_id, line.id)
    else:
        by = 1 if act in {CartAct.ADD, CartAct.MORE_OF_LINE} else -1
        await carts.set_line_quantity(customer_id, line.id, line.quantity + by)


async def ask_to_empty(conversation: CustomerConversation) -> None:
    say = conversation.say
    yes = button(say("button-empty-yes"), CartCallback(act=CartAct.EMPTY), Tone.DANGER)
    await conversation.view.show(Screen(say.html("cart-empty-sure"), ((yes, _back(say)),)))


async def empty(conversation: CustomerConversation) -> None:
    await conversation.services.cart.clear(conversation.customer.id)
    await show_page(conversation)


async def ask_promo(conversation: CustomerConversation) -> None:
    say = conversation.say
    await conversation.state.set_state(Asking.promo)
    await conversation.view.show(Screen(say.html("promo-ask"), ((_back(say),),)))


async def handle_promo(message: Message, conversation: CustomerConversation) -> None:
    """Apply a written code; if it does not apply, explain why and wait for another."""
    services, say = conversation.services, conversation.say
    try:
        quote = await services.checkout.quote_promo(conversation.customer.id, message.text)
    except PromoInvalidError as error:
        reason = error_text(services.texts, say.locale, error) or ""
        await conversation.view.send(Screen(say.html("promo-refused", reason=reason), ((_back(say),),)))
        return
    await conversation.state.update_data(promo=quote.code)
    await show_page(conversation, 0)


async def drop_promo(conversation: CustomerConversation) -> None:
    await conversation.state.update_data(promo=None)
    await show_page(conversation, 0)


async def show_page(conversation: CustomerConversation, page: int | None = None, reason: str = "") -> None:
    """Show the cart, or a page of it with the buttons to change it; `reason` explains why it is shown."""
    services, state, customer_id = conversation.services, conversation.state, conversation.customer.id
    if await state.get_state() == Asking.promo.state:
        await state.set_state(None)
    cart = await services.cart.get(customer_id)
    quote, promo_reason = None, None
    if cart.lines and (code := (await state.get_data()).get("promo")):
        try:
            quote = await services.checkout.quote_promo(customer_id, code)
        except PromoInvalidError as error:
            promo_reason = error_text(services.texts, conversation.say.locale, error)
    is_to_change = bool(reason or promo_reason) or any(line.unavailable for line in cart.lines)
    at = 0 if page is None and is_to_change else page
    screen = cart_screen(conversation.say, services.cache.menu, cart, at, quote, promo_reason, reason)
    await conversation.view.show(screen)


def cart_screen(
    say: Translator,
    menu: Menu,
    cart: Cart,
    page: int | None = None,
    quote: PromoQuote | None = None,
    promo_reason: str | None = None,
    reason: str = "",
) -> Screen:
    """Render the lines, the totals, and the discount of a promo code or why there is none.

    With a page its lines have their buttons; without one there are three buttons, one of which shows them.
    """
    before = [f"⚠️ {say.html('plain', text=reason)}", ""] if reason else []
    if not cart.lines:
        return Screen("\n".join([*before, say.html("cart-nothing")]), ((section_button(say, Section.MENU),),))
    head = [*before, say.html("cart-title"), ""]
    tail = ["", say.html("cart-total", count=cart.count, total=cart.items_total)]
    if quote is not None:
        tail.append(say.html("cart-promo", code=quote.code, percent=quote.discount_percent, sum=quote.discount_amount))
    elif promo_reason:
        tail.append(f"⚠️ {say.html('promo-reason', reason=promo_reason)}")
    if page is None:
        text = fit_lines(say, head, [cart_line(say, line) for line in cart.lines], tail)
        change = button(say("cart-change"), CartCallback(act=CartAct.PAGE))
        return Screen(text, ((section_button(say, Section.CHECKOUT),), (change, section_button(say, Section.MENU))))
    shown, at = page_of(cart.lines, page, PAGE)
    parts = [*head, *(cart_line(say, line) for line in shown), *tail]
    lines = [row for line in shown for row in _line_rows(menu, line, at)]
    paging = paging_row(len(cart.lines), at, lambda page: CartCallback(act=CartAct.PAGE, page=page), PAGE)
    has_promo = quote is not None or bool(promo_reason)
    return Screen("\n".join(parts), (*lines, *paging, *_bottom_rows(say, has_promo=has_promo)))


def _line_rows(menu: Menu, line: CartLine, page: int) -> Keyboard:
    """Return the buttons of a line: its name in a row of its own, to be readable, and the acts below."""
    more, less, drop, edit = (
        CartCallback(act=act, id=line.id, page=page)
        for act in (CartAct.MORE_OF_LINE, CartAct.LESS_OF_LINE, CartAct.DROP_LINE, CartAct.CHANGE_LINE)
    )
    label = f"{line.quantity} × {clipped(line.name, LABEL)}"
    is_chosen = _is_chosen(menu, line)
    name = button(f"✏️ {label}", edit) if is_chosen else button(label, more)
    return ((name,), (button("➖", less), button("➕", more), button("🗑", drop)))


def _is_chosen(menu: Menu, line: CartLine) -> bool:
    """Whether a line has options or allows a note."""
    dish = find_dish(menu, line.product_id)
    return not line.is_plain or (dish is not None and not is_simple(menu, dish))


def _bottom_rows(say: Translator, *, has_promo: bool) -> Keyboard:
    if has_promo:
        promo = button(say("button-nopromo"), CartCallback(act=CartAct.DROP_PROMO))
    else:
        promo = button(say("button-promo"), CartCallback(act=CartAct.ASK_PROMO))
    return (
        (section_button(say, Section.CHECKOUT),),
        (promo, button(say("button-empty"), CartCallback(act=CartAct.ASK_TO_EMPTY))),
        (section_button(say, Section.MENU), section_button(say, Section.HOME)),
    )


def _back(say: Translator) -> Button:
    return button(say("button-back"), Go(to=Section.CART))
