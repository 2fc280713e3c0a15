"""Cancelling an order from its card: for one of the usual reasons, or for a written one."""

from typing import Any

from aiogram import F, Router
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff import card_views
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.telegram.callbacks import CardAct, CardCallback
from cafe.core.kernel.lengths import REASON
from cafe.core.messages.outbox.port import Tone
from cafe.core.ordering.orders.errors import IllegalTransitionError
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.rules import CANCEL_REASONS


def router() -> Router:
    router = Router(name="cancelling")
    on_callback(router, ask_reason, CardCallback, F.act == CardAct.ASK_REASON)
    on_callback(router, cancel, CardCallback, F.act == CardAct.CANCEL)
    on_callback(router, ask_own_reason, CardCallback, F.act == CardAct.ASK_OWN_REASON)
    router.message.register(take_reason, Answers(Question.CANCEL_REASON))
    return router


async def ask_reason(callback_data: CardCallback, conversation: Conversation) -> None:
    """Ask why an order is to be cancelled, on the card itself."""
    say, order_id, seen = conversation.say, callback_data.id, callback_data.seen
    found = await conversation.services.staff_orders.get(order_id)
    if found.order.status.is_final or found.order.status is not seen:
        await card_views.refuse_late_press(conversation, order_id)
        return
    buttons = [
        button(
            say(f"reason-{reason}"), CardCallback(act=CardAct.CANCEL, id=order_id, seen=seen, arg=reason), Tone.DANGER
        )
        for reason in CANCEL_REASONS
    ]
    buttons.append(button(say("reason-own"), CardCallback(act=CardAct.ASK_OWN_REASON, id=order_id, seen=seen)))
    buttons.append(button(say("button-keep"), CardCallback(act=CardAct.KEEP, id=order_id, seen=seen)))
    card = await card_views.card_screen(conversation, order_id)
    text = f"{card.text}\n\n{say.html('staff-cancel-why')}"
    await conversation.view.show(Screen(text, rows_of(buttons, 1)))


async def cancel(callback_data: CardCallback, conversation: Conversation) -> None:
    """Cancel for one of the usual reasons."""
    reason_id = callback_data.arg
    if callback_data.seen is None or reason_id not in CANCEL_REASONS:
        await card_views.refuse_button(conversation)
        return
    reason = conversation.say(f"reason-{reason_id}")
    await _cancel(conversation, callback_data.id, callback_data.seen, reason, reason_id)


async def ask_own_reason(callback_data: CardCallback, conversation: Conversation) -> None:
    found = await conversation.services.staff_orders.get(callback_data.id)
    question = conversation.say.html("staff-cancel-own", number=found.order.number)
    await ask(conversation, question, Question.CANCEL_REASON, order=callback_data.id, seen=callback_data.seen)
    await conversation.view.show(await card_views.card_screen(conversation, found.order.id))


async def take_reason(message: Message, about: dict[str, Any], conversation: Conversation) -> None:
    """Cancel for a written reason; say so if the order has moved on since."""
    seen = card_views.read_status(str(about["seen"]))
    reason = (message.text or "").strip()[:REASON]
    if seen is not None and reason:
        await _cancel(conversation, int(about["order"]), seen, reason)


async def _cancel(
    conversation: Conversation, order_id: int, seen: OrderStatus, reason: str, reason_id: str | None = None
) -> None:
    staff_orders = conversation.services.staff_orders
    try:
        order = await staff_orders.cancel(order_id, seen, reason, conversation.actor, reason_id)
    except IllegalTransitionError:
        await card_views.refuse_late_press(conversation, order_id)
        return
    await card_views.tell(conversation, conversation.say("staff-cancelled", number=order.number))
    await card_views.redraw_copy(conversation, order_id)
