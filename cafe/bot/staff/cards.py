"""The buttons that lead an order's card to its end."""

from datetime import datetime

from aiogram import F, Router

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import status_name
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.card import render_lines
from cafe.bot.staff import card_views
from cafe.bot.telegram.callbacks import CardAct, CardCallback
from cafe.core.catalogue.bottles.model import MarksMissingError
from cafe.core.delivery.couriers.model import CourierError
from cafe.core.error_texts import error_text
from cafe.core.kernel.ids import OrderId
from cafe.core.messages.outbox.port import Button
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.errors import (
    AlreadyPromisedError,
    GivenBackError,
    IllegalTransitionError,
    NotPaidError,
    TooLateError,
)
from cafe.core.ordering.orders.model import Order, OrderStatus, PaymentStatus
from cafe.core.ordering.orders.rules import READY_MINUTES

NOTHING = "nothing"
"""In place of a way of paying: nothing was charged."""


def router() -> Router:
    router = Router(name="cards")
    on_callback(router, show, CardCallback, F.act == CardAct.SHOW)
    on_callback(router, move, CardCallback, F.act == CardAct.MOVE)
    on_callback(router, complete, CardCallback, F.act == CardAct.PAID)
    on_callback(router, promise, CardCallback, F.act == CardAct.PROMISE)
    on_callback(router, step_back, CardCallback, F.act == CardAct.STEP_BACK)
    on_callback(router, keep, CardCallback, F.act == CardAct.KEEP)
    on_callback(router, show_lines, CardCallback, F.act == CardAct.LINES)
    on_callback(router, ask_courier, CardCallback, F.act == CardAct.COURIERS)
    on_callback(router, assign, CardCallback, F.act == CardAct.ASSIGN)
    return router


async def show(callback_data: CardCallback, conversation: Conversation) -> None:
    """Send an order's card anew at the end of the chat, in place of the former."""
    found = await conversation.services.staff_orders.get(callback_data.id)
    if found.order.status.is_final:
        await card_views.refuse_late_press(conversation, callback_data.id)
        return
    await conversation.services.cards.bring_down(found.order.id)
    await conversation.view.answer(conversation.say("staff-card-below", number=found.order.number))


async def show_lines(callback_data: CardCallback, conversation: Conversation) -> None:
    """Send all lines of an order that do not fit on its card: the kitchen needs every choice and note."""
    found = await conversation.services.staff_orders.get(callback_data.id)
    await conversation.view.answer()
    for text in render_lines(conversation.services.texts, found.order):
        await conversation.view.send(Screen(text))


async def move(callback_data: CardCallback, conversation: Conversation) -> None:
    """Move an order one step on; before an unpaid one is completed, ask how it was paid."""
    seen, to = callback_data.seen, card_views.read_status(callback_data.arg)
    if seen is None or to is None:
        await card_views.refuse_button(conversation)
        return
    staff_orders = conversation.services.staff_orders
    found = (await staff_orders.get(callback_data.id)).order
    if to is OrderStatus.COMPLETED and found.status is seen and await _is_payment_asked(conversation, found):
        await _ask_payment(conversation, found, seen)
        return
    try:
        order = await staff_orders.advance(callback_data.id, seen, to, conversation.actor, asks_payment=True)
    except IllegalTransitionError:
        await card_views.refuse_late_press(conversation, callback_data.id)
        return
    except NotPaidError:
        await _ask_payment(conversation, found, seen)
        return
    except MarksMissingError as error:
        text = error_text(conversation.services.texts, conversation.say.locale, error)
        await conversation.view.answer(text or "", is_alert=True)
        return
    await _show_moved(conversation, order)


async def complete(callback_data: CardCallback, conversation: Conversation) -> None:
    """Note how the guest paid, and complete the order."""
    say, view, order_id, seen = conversation.say, conversation.view, callback_data.id, callback_data.seen
    services, arg = conversation.services, callback_data.arg
    if seen is None or arg not in [*CounterPayment, NOTHING]:
        await card_views.refuse_button(conversation)
        return
    try:
        if arg == NOTHING:
            order = await services.staff_orders.advance(
                order_id, seen, OrderStatus.COMPLETED, conversation.actor, asks_payment=True
            )
        else:
            order = await services.counter.complete(order_id, seen, CounterPayment(arg), conversation.actor)
    except IllegalTransitionError:
        await card_views.refuse_late_press(conversation, order_id)
        return
    except NotPaidError:
        await card_views.refuse_button(conversation)
        return
    except AlreadyPaidError:
        await view.answer(say("staff-paid-already"), is_alert=True)
        await keep(callback_data, conversation)
        return
    await _show_moved(conversation, order)


async def promise(callback_data: CardCallback, conversation: Conversation) -> None:
    """Promise the minutes until an order is ready."""
    say, view, services = conversation.say, conversation.view, conversation.services
    seen, minutes = callback_data.seen, callback_data.arg
    if seen is None or minutes not in map(str, READY_MINUTES):
        await card_views.refuse_button(conversation)
        return
    try:
        order = await services.staff_orders.promise(callback_data.id, seen, int(minutes), conversation.actor)
    except IllegalTransitionError:
        await card_views.refuse_late_press(conversation, callback_data.id)
        return
    except AlreadyPromisedError as error:
        time = datetime.fromtimestamp(error.ready_at, services.settings.current.zone)
        await view.answer(say("staff-promised-already", time=f"{time:%H:%M}"), is_alert=True)
        return
    await view.answer(say("staff-promised", number=order.number, minutes=minutes))
    await card_views.redraw_copy(conversation, order.id)


async def step_back(callback_data: CardCallback, conversation: Conversation) -> None:
    """Undo the last step, if it was made a moment ago."""
    if callback_data.seen is None:
        await card_views.refuse_button(conversation)
        return
    staff_orders = conversation.services.staff_orders
    try:
        order = await staff_orders.step_back(callback_data.id, callback_data.seen, conversation.actor)
    except IllegalTransitionError:
        await card_views.refuse_late_press(conversation, callback_data.id)
    except (TooLateError, GivenBackError) as error:
        why = "staff-back-given" if isinstance(error, GivenBackError) else "staff-back-too-late"
        await conversation.view.answer(conversation.say(why), is_alert=True)
        await conversation.services.cards.redraw(OrderId(callback_data.id))
        await card_views.redraw_copy(conversation, callback_data.id)
    else:
        await _show_moved(conversation, order)


async def ask_courier(callback_data: CardCallback, conversation: Conversation) -> None:
    """Ask on the card itself who is to bring the order."""
    say, services = conversation.say, conversation.services
    order = (await services.staff_orders.get(callback_data.id)).order
    card = await card_views.card_screen(conversation, order.id)

    def press(label: str, staff_id: int) -> Button:
        return button(label, CardCallback(act=CardAct.ASSIGN, id=order.id, seen=order.status, arg=str(staff_id)))

    on_shift = await services.couriers.list_on_shift()
    people = [press(say("courier-choice", name=each.name, count=each.carries), each.id) for each in on_shift]
    nobody = [press(say("courier-nobody-yet"), 0)] if order.courier is not None else []
    back = button(say("button-back"), CardCallback(act=CardAct.KEEP, id=order.id, seen=order.status))
    await conversation.view.show(
        Screen(f"{card.text}\n\n{say.html('courier-ask')}", (*rows_of([*people, *nobody], 2), (back,)))
    )


async def assign(callback_data: CardCallback, conversation: Conversation) -> None:
    """Give the order to a courier, or to nobody."""
    say, arg = conversation.say, callback_data.arg
    if not (arg.isascii() and arg.isdecimal()):
        await card_views.refuse_button(conversation)
        return
    try:
        order = await conversation.services.couriers.assign(callback_data.id, int(arg) or None, conversation.actor)
    except CourierError as error:
        await conversation.view.answer(say(error.problem.value, name=error.name or "none"), is_alert=True)
    else:
        name = order.courier.name if order.courier else "none"
        await conversation.view.answer(say("courier-assigned", number=order.number, name=name))
    await keep(callback_data, conversation)


async def keep(callback_data: CardCallback, conversation: Conversation) -> None:
    """Show the card again instead of a question."""
    await conversation.view.show(await card_views.card_screen(conversation, callback_data.id))


async def _is_payment_asked(conversation: Conversation, order: Order) -> bool:
    return order.is_payment_asked or await conversation.services.counter.is_refunded(order.id)


async def _ask_payment(conversation: Conversation, order: Order, seen: OrderStatus) -> None:
    """Ask on the card itself how an order was paid; one whose payment was returned may be handed out unpaid."""
    say = conversation.say
    is_refunded = order.payment_status is PaymentStatus.PAID and not order.balance
    card = await card_views.card_screen(conversation, order.id)
    ways = tuple(
        button(say(f"paid-by-{way}"), CardCallback(act=CardAct.PAID, id=order.id, seen=seen, arg=way))
        for way in CounterPayment
    )
    back = button(say("button-back"), CardCallback(act=CardAct.KEEP, id=order.id, seen=seen))
    nothing = button(say("paid-by-nothing"), CardCallback(act=CardAct.PAID, id=order.id, seen=seen, arg=NOTHING))
    rows = (ways, (nothing,), (back,)) if is_refunded else (ways, (back,))
    question = "staff-paid-again" if is_refunded else "staff-paid-how" if order.can_pay else "staff-paid-in-person"
    text = say.html("staff-paid-balance", sum=order.balance) if order.balance else say.html(question)
    await conversation.view.show(Screen(f"{card.text}\n\n{text}", rows))


async def _show_moved(conversation: Conversation, order: Order) -> None:
    say = conversation.say
    await conversation.view.answer(say("staff-moved", number=order.number, status=status_name(say, order)))
    await card_views.redraw_copy(conversation, order.id)
