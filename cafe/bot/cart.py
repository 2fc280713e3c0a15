"""The cart in the chat: the very same as in the mini-app."""

from aiogram import F, Router
from aiogram.filters import Command, StateFilter
from aiogram.fsm.context import FSMContext
from aiogram.types import Message

from cafe.bot.dialogs import Asking
from cafe.bot.keyboards import page_of, turning_row
from cafe.bot.menu import change_line, quantity_of
from cafe.bot.presses import CartPress, Go
from cafe.bot.routing import on
from cafe.bot.speech import Speech, clipped
from cafe.bot.view import Screen, View
from cafe.core.checkout import PromoQuote
from cafe.core.errors import PromoInvalidError
from cafe.core.ports import Button, Keyboard
from cafe.core.refusals import refusal_text
from cafe.core.services import Services
from cafe.core.values import Cart, CartLine, Customer, ProductId

PAGE = 6
LABEL = 28


def router() -> Router:
    """Build the handlers."""
    router = Router(name="cart")
    on(router.message, show_cart, Command("cart"))
    on(router.callback_query, show_cart, Go.filter(F.to == "cart"))
    on(router.callback_query, change, CartPress.filter(F.act.in_({"add", "less", "drop"})))
    on(router.callback_query, ask_to_empty, CartPress.filter(F.act == "empty"))
    on(router.callback_query, empty, CartPress.filter(F.act == "emptied"))
    on(router.callback_query, ask_promo, CartPress.filter(F.act == "promo"))
    on(router.callback_query, drop_promo, CartPress.filter(F.act == "nopromo"))
    on(router.callback_query, turn, CartPress.filter(F.act == "page"))
    on(router.message, take_promo, StateFilter(Asking.promo), F.text, ~F.text.startswith("/"))
    return router


async def show_cart(view: View, say: Speech, services: Services, customer: Customer, state: FSMContext) -> None:
    """`/cart`."""
    await _show(view, say, services, customer, state)


async def turn(
    callback_data: CartPress, view: View, say: Speech, services: Services, customer: Customer, state: FSMContext
) -> None:
    """Another page of a long cart."""
    await _show(view, say, services, customer, state, callback_data.page)


async def change(
    callback_data: CartPress, view: View, say: Speech, services: Services, customer: Customer, state: FSMContext
) -> None:
    """More or fewer pieces of a line, or none."""
    product_id = ProductId(callback_data.id)
    if not quantity_of(await services.cart.get(customer.id), product_id):
        await view.answer(say("cart-changed"))
    elif callback_data.act == "drop":
        await services.cart.remove(customer.id, product_id)
    else:
        await change_line(services, customer.id, product_id, 1 if callback_data.act == "add" else -1)
    await _show(view, say, services, customer, state, callback_data.page)


async def ask_to_empty(view: View, say: Speech) -> None:
    """Emptying asks first."""
    yes = Button(say("button-empty-yes"), CartPress(act="emptied").pack())
    await view.show(Screen(say.html("cart-empty-sure"), ((yes, Button(say("button-back"), Go(to="cart").pack())),)))


async def empty(view: View, say: Speech, services: Services, customer: Customer, state: FSMContext) -> None:
    """Take everything out."""
    await services.cart.clear(customer.id)
    await _show(view, say, services, customer, state)


async def ask_promo(view: View, say: Speech, state: FSMContext) -> None:
    """A promo code is typed."""
    await state.set_state(Asking.promo)
    await view.show(Screen(say.html("promo-ask"), ((Button(say("button-back"), Go(to="cart").pack()),),)))


async def take_promo(
    said: Message, view: View, say: Speech, services: Services, customer: Customer, state: FSMContext
) -> None:
    """The code that was typed, if it applies; else why not, and the question stays."""
    try:
        quote = await services.checkout.quote_promo(customer.id, said.text)
    except PromoInvalidError as error:
        reason = refusal_text(services.texts, say.locale, error) or ""
        back = Button(say("button-back"), Go(to="cart").pack())
        await view.send(Screen(say.html("promo-refused", reason=reason), ((back,),)))
        return
    await state.update_data(promo=quote.code)
    await _show(view, say, services, customer, state)


async def drop_promo(view: View, say: Speech, services: Services, customer: Customer, state: FSMContext) -> None:
    """Order without the code after all."""
    await state.update_data(promo=None)
    await _show(view, say, services, customer, state)


async def _show(
    view: View, say: Speech, services: Services, customer: Customer, state: FSMContext, page: int = 0
) -> None:
    if await state.get_state() == Asking.promo.state:
        await state.set_state(None)
    cart = await services.cart.get(customer.id)
    quote, reason = None, None
    if cart.lines and (code := (await state.get_data()).get("promo")):
        try:
            quote = await services.checkout.quote_promo(customer.id, code)
        except PromoInvalidError as error:
            reason = refusal_text(services.texts, say.locale, error)
    await view.show(cart_screen(say, cart, page, quote, reason))


def cart_screen(
    say: Speech, cart: Cart, page: int = 0, quote: PromoQuote | None = None, promo_reason: str | None = None
) -> Screen:
    """The lines with their buttons, the totals, and what a promo code takes off."""
    if not cart.lines:
        return Screen(say.html("cart-nothing"), ((Button(say("button-menu"), Go(to="menu").pack()),),))
    shown, page = page_of(cart.lines, page, PAGE)
    parts = [say.html("cart-title"), ""]
    parts += [
        say.html("cart-line", name=line.name, quantity=line.quantity, price=line.price, sum=line.line_total)
        for line in shown
    ]
    parts += ["", say.html("cart-total", count=cart.count, total=cart.items_total)]
    if quote is not None:
        parts.append(say.html("cart-promo", code=quote.code, percent=quote.discount_percent, sum=quote.discount_amount))
    elif promo_reason:
        parts.append(f"⚠️ {say.html('promo-reason', reason=promo_reason)}")
    rows = [row for line in shown for row in _line_rows(line, page)]
    turning = turning_row(len(cart.lines), page, lambda page: CartPress(act="page", page=page).pack(), PAGE)
    return Screen("\n".join(parts), (*rows, *turning, *_bottom(say, has_promo=quote is not None or bool(promo_reason))))


def _line_rows(line: CartLine, page: int) -> Keyboard:
    def press(act: str) -> str:
        return CartPress(act=act, id=line.product_id, page=page).pack()

    return (
        (
            Button("➖", press("less")),
            Button(f"{line.quantity} × {clipped(line.name, LABEL)}", press("add")),
            Button("➕", press("add")),
            Button("🗑", press("drop")),
        ),
    )


def _bottom(say: Speech, *, has_promo: bool) -> Keyboard:
    promo = "nopromo" if has_promo else "promo"
    return (
        (Button(say("button-checkout"), Go(to="checkout").pack()),),
        (
            Button(say(f"button-{promo}"), CartPress(act=promo).pack()),
            Button(say("button-empty"), CartPress(act="empty").pack()),
        ),
        (Button(say("button-menu"), Go(to="menu").pack()), Button(say("button-home"), Go(to="home").pack())),
    )
