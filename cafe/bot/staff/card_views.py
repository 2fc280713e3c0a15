"""The common parts of a card's buttons: the current card, and answers to late presses."""

from contextlib import suppress

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.translator import status_name
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.card import render_card
from cafe.core.kernel.ids import OrderId
from cafe.core.messages.notifications.model import Card
from cafe.core.ordering.orders.history import EventKind
from cafe.core.ordering.orders.model import OrderStatus

STEPS = frozenset({EventKind.MOVED, EventKind.STEPPED_BACK, EventKind.CANCELLED})


async def card_screen(conversation: Conversation, order_id: int) -> Screen:
    """Return an order's card as it is now.

    Raises:
        NotFoundError: no such order.
    """
    services = conversation.services
    card = render_card(services.texts, await services.cards.contents(order_id))
    return Screen(card.text, card.keyboard)


def read_status(text: str) -> OrderStatus | None:
    with suppress(ValueError):
        return OrderStatus(text)
    return None


async def refuse_button(conversation: Conversation) -> None:
    await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)


async def refuse_late_press(conversation: Conversation, order_id: int) -> None:
    """Answer with the current status of the order and who set it."""
    say = conversation.say
    found = await conversation.services.staff_orders.get(order_id)
    order = found.order
    moves = [event for event in found.events if event.kind in STEPS]
    actor = moves[-1].actor if moves else "—"
    text = say("staff-too-late", number=order.number, status=status_name(say, order), actor=actor)
    await tell(conversation, text, is_alert=True)
    await redraw_copy(conversation, order_id)


async def tell(conversation: Conversation, text: str, *, is_alert: bool = False) -> None:
    """Answer a pressed button, or a written reply with a message."""
    if conversation.view.is_answered:
        await conversation.view.say(conversation.say.html("plain", text=text))
    else:
        await conversation.view.answer(text, is_alert=is_alert)


async def redraw_copy(conversation: Conversation, order_id: int) -> None:
    """Show the order as it is now where the button was pressed, if that is a copy of its card.

    Only the outbox edits the card itself: two editors could overtake each other. Copies are in chats since earlier
    versions.
    """
    services, pressed = conversation.services, conversation.view.message
    card = await services.cards.find(OrderId(order_id))
    if pressed is not None and card != Card(pressed.chat.id, pressed.message_id):
        await conversation.view.show(await card_screen(conversation, order_id))
