"""A courier's own chat with the bot: on shift and off, and the steps of each delivery."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import Message

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.courier_card import order_words
from cafe.bot.staff.desk import OfStaff
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.telegram.callbacks import CourierAct, CourierCallback
from cafe.bot.telegram.commands import set_courier_commands
from cafe.core.catalogue.zones.model import Pin
from cafe.core.delivery.couriers.model import CourierError, CourierProblem, OwnDeliveries, Proof
from cafe.core.delivery.couriers.service import CourierService
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.secrets import digits_in
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.model import Order
from cafe.core.people.staff.model import Right, StaffMember

Step = Callable[[CourierService, int, StaffMember], Awaitable[Order]]


PAYMENTS: Mapping[CourierAct, CounterPayment] = {
    CourierAct.CASH: CounterPayment.CASH,
    CourierAct.TERMINAL: CounterPayment.TERMINAL,
}
PROOFS = {CourierProblem.NEEDS_CODE, CourierProblem.NEEDS_PHOTO}
DASHES = {"-", "–", "—"}
"""They say that there is no proof."""


def _hand_over(act: CourierAct) -> Step:
    return lambda service, order_id, member: service.hand_over(order_id, member, PAYMENTS.get(act))


STEPS: Mapping[CourierAct, Step] = {
    CourierAct.TAKE: CourierService.take,
    CourierAct.GIVE_BACK: CourierService.give_back,
    CourierAct.LEAVE: CourierService.leave,
    CourierAct.ARRIVE: CourierService.arrive,
    CourierAct.NOBODY: CourierService.find_nobody,
    CourierAct.BRING_BACK: CourierService.bring_back,
    CourierAct.HAND_OVER: _hand_over(CourierAct.HAND_OVER),
    CourierAct.CASH: _hand_over(CourierAct.CASH),
    CourierAct.TERMINAL: _hand_over(CourierAct.TERMINAL),
}


def router() -> Router:
    router = Router(name="couriers")
    router.message.register(switch_shift, Command("shift"), OfStaff())
    router.message.register(list_deliveries, Command("deliveries"), OfStaff())
    router.message.register(take_proof, Answers(Question.HAND_OVER, takes_photo=True), OfStaff())
    router.message.register(take_words, Answers(Question.TO_GUEST), OfStaff())
    router.message.register(begin_sharing, F.location.live_period, OfStaff())
    router.edited_message.register(note_place, F.location, OfStaff())
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
    if callback_data.act is CourierAct.WRITE:
        await ask(conversation, say.html("courier-write-ask"), Question.TO_GUEST, order=callback_data.id)
        return
    try:
        order = await STEPS[callback_data.act](services.couriers, callback_data.id, member)
    except CourierError as error:
        if error.problem in PROOFS:
            await _ask_proof(conversation, error.problem, callback_data)
            return
        await view.answer(say(error.problem.value, name=error.name or "none"), is_alert=True)
        if error.problem is not CourierProblem.OFF_SHIFT:
            await services.couriers.redraw(callback_data.id, member)
        return
    except AlreadyPaidError:
        await view.answer(say("staff-paid-already"), is_alert=True)
        await services.couriers.redraw(callback_data.id, member)
        return
    await view.answer(say(f"courier-done-{callback_data.act}", number=order.number))


async def _ask_proof(conversation: CustomerConversation, problem: CourierProblem, data: CourierCallback) -> None:
    text = conversation.say.html(problem.value, name="none")
    await ask(conversation, text, Question.HAND_OVER, order=data.id, act=data.act.value)


async def take_proof(
    message: Message, about: dict[str, Any], conversation: CustomerConversation, member: StaffMember
) -> None:
    """Hand an order over with the code or the photo that was asked for; a dash says that there is none."""
    services, say, view = conversation.services, conversation.say, conversation.view
    data = CourierCallback(act=CourierAct(about["act"]), id=int(about["order"]))
    text = (message.text or "").strip()
    photo = message.photo[-1].file_id if message.photo else ""
    given = Proof(code=digits_in(text), photo=photo)
    proof = None if given.is_missing and text not in DASHES else given  # neither: it is asked for again
    try:
        order = await services.couriers.hand_over(data.id, member, PAYMENTS.get(data.act), proof)
    except CourierError as error:
        if error.problem in {*PROOFS, CourierProblem.WRONG_CODE, CourierProblem.CODE_LOCKED}:
            await _ask_proof(conversation, error.problem, data)
        else:
            await view.say(say.html(error.problem.value, name=error.name or "none"))
            await services.couriers.redraw(data.id, member)
        return
    except AlreadyPaidError:
        await view.say(say.html("staff-paid-already"))
        await services.couriers.redraw(data.id, member)
        return
    await view.say(say.html(f"courier-done-{CourierAct.HAND_OVER}", number=order.number))


async def take_words(
    message: Message, about: dict[str, Any], conversation: CustomerConversation, member: StaffMember
) -> None:
    """Send a courier's text to the guest."""
    say, view = conversation.say, conversation.view
    try:
        order = await conversation.services.words.write_as_courier(int(about["order"]), member, message.text)
    except (CourierError, NotFoundError) as error:
        problem = error.problem if isinstance(error, CourierError) else CourierProblem.NOT_THEIRS
        await view.say(say.html(problem.value, name="none"))
        return
    await view.say(say.html("courier-written", number=order.number))


async def begin_sharing(message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    """Show guests where a courier is who shares it while they are on the way."""
    await note_place(message, conversation, member)
    await conversation.view.say(conversation.say.html("courier-shared"))


async def note_place(message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    if message.location is not None:
        pin = Pin(message.location.latitude, message.location.longitude)
        await conversation.services.couriers.note_place(member, pin)


async def _switch(conversation: CustomerConversation, member: StaffMember, *, begins: bool) -> None:
    couriers = conversation.services.couriers
    if begins:
        deliveries = await couriers.begin_shift(member)
        await conversation.view.answer()
        view, texts = conversation.view, conversation.services.texts
        await set_courier_commands(view.bot, texts, view.chat_id, conversation.say.locale)
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
