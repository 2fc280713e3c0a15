"""A courier's own chat with the bot: on shift and off, and the steps of each delivery."""

from collections.abc import Awaitable, Callable, Mapping

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.courier_card import order_words
from cafe.bot.staff.desk import OfStaff
from cafe.bot.telegram.callbacks import CourierAct, CourierCallback
from cafe.core.delivery.couriers.model import CourierError, CourierProblem, OwnDeliveries
from cafe.core.delivery.couriers.service import CourierService
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.model import Order
from cafe.core.people.staff.model import Right, StaffMember

Step = Callable[[CourierService, int, StaffMember], Awaitable[Order]]


def _hand_over(payment: CounterPayment | None) -> Step:
    return lambda service, order_id, member: service.hand_over(order_id, member, payment)


STEPS: Mapping[CourierAct, Step] = {
    CourierAct.TAKE: CourierService.take,
    CourierAct.GIVE_BACK: CourierService.give_back,
    CourierAct.LEAVE: CourierService.leave,
    CourierAct.ARRIVE: CourierService.arrive,
    CourierAct.NOBODY: CourierService.find_nobody,
    CourierAct.BRING_BACK: CourierService.bring_back,
    CourierAct.HAND_OVER: _hand_over(None),
    CourierAct.CASH: _hand_over(CounterPayment.CASH),
    CourierAct.TERMINAL: _hand_over(CounterPayment.TERMINAL),
}


def router() -> Router:
    router = Router(name="couriers")
    router.message.register(switch_shift, Command("shift"), OfStaff())
    router.message.register(list_deliveries, Command("deliveries"), OfStaff())
    on_callback(router, press, CourierCallback)
    return router


async def switch_shift(_message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    """Go on shift, or off it."""
    if not member.may(Right.DELIVERIES):
        await conversation.view.say(conversation.say.html("courier-no-right"))
        return
    deliveries = await conversation.services.couriers.list_deliveries(member)
    await _switch(conversation, member, begins=not deliveries.is_on_shift)


async def list_deliveries(_message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    """List what the courier has and what is free; each order's message comes anew."""
    if not member.may(Right.DELIVERIES):
        await conversation.view.say(conversation.say.html("courier-no-right"))
        return
    deliveries = await conversation.services.couriers.show_deliveries(member)
    await conversation.view.send(await _list_screen(conversation, member, deliveries))


async def press(callback_data: CourierCallback, conversation: CustomerConversation) -> None:
    """Carry out a button; the outbox draws what comes of it."""
    services, say, view = conversation.services, conversation.say, conversation.view
    member = await services.staff.find_by_telegram(conversation.customer.id)
    if member is None or not member.may(Right.DELIVERIES):
        await view.answer(say("press-outdated"), is_alert=True)
        return
    if callback_data.act in {CourierAct.SHIFT_ON, CourierAct.SHIFT_OFF}:
        await _switch(conversation, member, begins=callback_data.act is CourierAct.SHIFT_ON)
        return
    try:
        order = await STEPS[callback_data.act](services.couriers, callback_data.id, member)
    except CourierError as error:
        await view.answer(say(error.problem.value, name=error.name or "none"), is_alert=True)
        if error.problem is not CourierProblem.OFF_SHIFT:
            await services.couriers.redraw(callback_data.id, member)
        return
    except AlreadyPaidError:
        await view.answer(say("staff-paid-already"), is_alert=True)
        await services.couriers.redraw(callback_data.id, member)
        return
    await view.answer(say(f"courier-done-{callback_data.act}", number=order.number))


async def _switch(conversation: CustomerConversation, member: StaffMember, *, begins: bool) -> None:
    couriers = conversation.services.couriers
    if begins:
        deliveries = await couriers.begin_shift(member)
        await conversation.view.answer()
        await conversation.view.show(await _list_screen(conversation, member, deliveries))
        return
    ended = await couriers.end_shift(member)
    say = conversation.say
    if ended is None:
        await conversation.view.answer(say("press-outdated"), is_alert=True)
        return
    carried = ", ".join(order.number for order in ended.carried)
    text = say.html("courier-shift-ended", carried=carried or "none")
    if cash := await conversation.services.courier_cash.get_in_hand(member.id):
        text += "\n" + say.html("courier-cash-to-hand-in", sum=cash)
    on = button(say("courier-on"), CourierCallback(act=CourierAct.SHIFT_ON))
    await conversation.view.show(Screen(text, ((on,),)))


async def _list_screen(conversation: CustomerConversation, member: StaffMember, deliveries: OwnDeliveries) -> Screen:
    say, texts = conversation.say, conversation.services.texts
    act = CourierAct.SHIFT_OFF if deliveries.is_on_shift else CourierAct.SHIFT_ON
    parts = [say.html("courier-shift-on" if deliveries.is_on_shift else "courier-shift-off")]
    for text_id, orders in (("courier-own", deliveries.own), ("courier-free", deliveries.free)):
        if orders:
            parts.append(say.html(text_id))
            parts += [order_words(order, texts, say.locale) for order in orders]
    if cash := await conversation.services.courier_cash.get_in_hand(member.id):
        parts.append(say.html("courier-cash-in-hand", sum=cash))
    return Screen("\n".join(parts), ((button(say(f"courier-{act}"), CourierCallback(act=act)),),))
