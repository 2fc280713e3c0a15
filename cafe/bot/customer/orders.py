"""A customer's orders: the list, one of them, and its acts."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import TelegramObject

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, rows_of, section_button
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import clipped, status_name
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import cart_screen
from cafe.bot.customer.order_screens import Place, order_screen
from cafe.bot.telegram.callbacks import Go, OrderAct, OrderCallback, Section
from cafe.bot.telegram.links import is_linkable
from cafe.bot.telegram.markup import escape
from cafe.core.messages.outbox.port import Button, Tone
from cafe.core.ordering.orders.model import Order

LISTED = 8
SKIPPED = 500
"""The most characters of the names of dishes that could not be repeated."""


def router() -> Router:
    router = Router(name="orders")
    router.callback_query.middleware(_leave_screen)
    on(router.message, show_orders, Command("orders"))
    on(router.callback_query, show_orders, Go.filter(F.to == Section.ORDERS))
    on_callback(router, show_order, OrderCallback, F.act.in_({OrderAct.SHOW, OrderAct.OPEN}))
    on_callback(router, ask_to_cancel, OrderCallback, F.act == OrderAct.ASK_TO_CANCEL)
    on_callback(router, cancel, OrderCallback, F.act == OrderAct.CANCEL)
    on_callback(router, repeat, OrderCallback, F.act == OrderAct.REPEAT)
    on_callback(router, pay, OrderCallback, F.act.in_({OrderAct.PAY, OrderAct.OPEN_TO_PAY}))
    return router


async def show_orders(conversation: CustomerConversation) -> None:
    """Show the latest orders with their statuses and totals."""
    say = conversation.say
    orders = (await conversation.services.orders.list(conversation.customer.id))[:LISTED]
    bottom = (section_button(say, Section.MENU), section_button(say, Section.HOME))
    if not orders:
        await conversation.view.show(Screen(say.html("orders-nothing"), (bottom,)))
        return
    buttons = [
        button(
            say("order-label", number=order.number, status=status_name(say, order), total=order.total),
            OrderCallback(act=OrderAct.SHOW, id=order.id),
        )
        for order in orders
    ]
    await conversation.view.show(Screen(say.html("orders-title"), (*rows_of(buttons, 1), bottom)))


async def show_latest(conversation: CustomerConversation) -> None:
    """Show the open order, or all if there are several or none."""
    under_way = [
        order
        for order in await conversation.services.orders.list(conversation.customer.id)
        if not order.status.is_final
    ]
    await (_show(conversation, under_way[0]) if len(under_way) == 1 else show_orders(conversation))


async def show_order(callback_data: OrderCallback, conversation: CustomerConversation) -> None:
    order = await conversation.services.orders.get(conversation.customer.id, callback_data.id)
    await _show(conversation, order, as_new=callback_data.act is OrderAct.OPEN)


async def ask_to_cancel(callback_data: OrderCallback, conversation: CustomerConversation) -> None:
    say = conversation.say
    order = await conversation.services.orders.get(conversation.customer.id, callback_data.id)
    yes = button(say("button-cancel-yes"), OrderCallback(act=OrderAct.CANCEL, id=order.id), Tone.DANGER)
    no = button(say("button-cancel-no"), OrderCallback(act=OrderAct.SHOW, id=order.id))
    text = say.html("order-cancel-sure", number=order.number, total=order.total)
    await show_offer(conversation, order, Screen(text, ((yes,), (no,))))


async def cancel(callback_data: OrderCallback, conversation: CustomerConversation) -> None:
    order = await conversation.services.orders.cancel(conversation.customer.id, callback_data.id)
    await conversation.view.answer(conversation.say("order-cancelled"))
    await _show(conversation, order)


async def repeat(callback_data: OrderCallback, conversation: CustomerConversation) -> None:
    """Put the lines of an order into the cart again."""
    view, say = conversation.view, conversation.say
    repeated = await conversation.services.orders.repeat(conversation.customer.id, callback_data.id)
    await conversation.state.update_data(promo=None)
    reason = say("order-skipped", names=clipped(", ".join(repeated.skipped), SKIPPED)) if repeated.skipped else ""
    await view.answer(reason, is_alert=True)
    await view.show(cart_screen(say, conversation.services.cache.menu, repeated.cart, reason=reason))


async def pay(callback_data: OrderCallback, conversation: CustomerConversation) -> None:
    """Request a payment page. The button is answered first: a bank may be slow."""
    services, say, customer_id = conversation.services, conversation.say, conversation.customer.id
    await conversation.view.answer(say("pay-wait"))
    url = (await services.payments.pay(customer_id, callback_data.id)).url
    order = await services.orders.get(customer_id, callback_data.id)
    to_page = Button(say("button-pay-page", total=order.total), url=url, tone=Tone.PRIMARY)
    to_order = button(say("button-order"), OrderCallback(act=OrderAct.SHOW, id=order.id))
    text = say.html("pay-ready", number=order.number, total=order.total)
    screen = Screen(text if is_linkable(url) else f"{text}\n{escape(url)}", ((to_page,), (to_order,)))
    await conversation.view.show(screen, as_new=callback_data.act is OrderAct.OPEN_TO_PAY)


async def show_order_of(conversation: CustomerConversation, order: Order) -> None:
    """Show an order where the button was pressed."""
    await _show(conversation, order)


async def _show(conversation: CustomerConversation, order: Order, *, as_new: bool = False) -> None:
    services = conversation.services
    receipt_url = await services.receipts.find_url(order.id)
    place = Place.of(order, services.settings.current)
    screen = order_screen(conversation.say, order, place, conversation.links, receipt_url)
    await show_offer(conversation, order, screen, as_new=as_new)


async def show_offer(conversation: CustomerConversation, order: Order, screen: Screen, *, as_new: bool = False) -> None:
    """Show a screen that offers to cancel an order, if possible; it is redrawn once it is too late."""
    shown = await conversation.view.show(screen, as_new=as_new)
    if shown and order.can_cancel:
        await conversation.services.screens.note(order.id, conversation.view.chat_id, shown)


async def _leave_screen(
    handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]], event: TelegramObject, data: dict[str, Any]
) -> Any:
    """Forget a pressed message before it shows something else, so that it is not redrawn as an order."""
    conversation: CustomerConversation = data["conversation"]
    if conversation.view.message is not None:
        await conversation.services.screens.forget(conversation.view.chat_id, conversation.view.message.message_id)
    return await handler(event, data)
