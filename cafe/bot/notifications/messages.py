"""The messages that tell of something, as they stand in a chat. The staff's card has a module of its own."""

from cafe.bot.telegram.callbacks import FollowAct, FollowCallback, OrderAct, OrderCallback
from cafe.core.kernel.texts import Texts
from cafe.core.notifications.customer_messages import (
    CustomerCardUnavailable,
    CustomerOrderCreated,
    CustomerOrderStatus,
    CustomerPaymentDue,
    CustomerPaymentFailed,
    CustomerPaymentReceived,
    CustomerReceiptReady,
)
from cafe.core.notifications.message import Message
from cafe.core.notifications.rendering import MessageContents
from cafe.core.notifications.words import html_words
from cafe.core.orders.model import Order, OrderStatus, OrderType
from cafe.core.outbox.model import Recipient
from cafe.core.outbox.port import Button, ChatMessage, Keyboard, Tone

OFFERS_PAYMENT = (CustomerOrderCreated, CustomerPaymentFailed, CustomerPaymentDue, CustomerCardUnavailable)
"""Messages that carry a button to pay while the order waits for its money."""


def render_message(texts: Texts, contents: MessageContents) -> ChatMessage:
    """A message as it stands in a chat.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    text = html_words(texts, contents)
    if contents.order is None:
        return ChatMessage(text)
    return ChatMessage(text, _keyboard(texts, contents, contents.order), _is_silent(contents.message, contents.order))


def _is_silent(message: Message, order: Order) -> bool:
    """Whether a message asks nothing of its guest: the sound is for what they wait for, or have to do."""
    match message:
        case CustomerPaymentReceived() | CustomerReceiptReady():
            return True
        case CustomerOrderStatus(status=OrderStatus.COOKING | OrderStatus.COMPLETED, ready_minutes=None):
            return True
        case CustomerOrderStatus(status=OrderStatus.READY):
            return order.order_type is OrderType.DELIVERY
    return False


def _keyboard(texts: Texts, contents: MessageContents, order: Order) -> Keyboard:
    """The buttons under a customer's message; the staff's messages need none."""
    message = contents.message
    if not message.kind.value.startswith(Recipient.CUSTOMER):
        return ()

    def label(text_id: str) -> str:
        return texts.format(contents.locale, text_id)

    if contents.is_for_follower:
        track = [Button(label("button-track"), url=contents.base_url + order.track_path)] if order.track_path else []
        stop = Button(label("button-unfollow"), action=FollowCallback(act=FollowAct.STOP, id=order.id).pack())
        return ((*track, stop),)
    if isinstance(message, CustomerReceiptReady):
        return ((Button(label("button-receipt"), url=message.url),),)
    row = [Button(label("button-order"), action=OrderCallback(act=OrderAct.SHOW, id=order.id).pack())]
    if order.track_path and not order.status.is_final:
        row.append(Button(label("button-track"), url=contents.base_url + order.track_path))
    rows = [tuple(row)]
    if isinstance(message, OFFERS_PAYMENT) and order.can_pay:
        pay = OrderCallback(act=OrderAct.PAY, id=order.id).pack()
        rows.insert(0, (Button(label("button-pay"), action=pay, tone=Tone.PRIMARY),))
    return tuple(rows)
