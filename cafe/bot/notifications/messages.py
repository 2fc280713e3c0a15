"""The messages that tell of something, as they stand in a chat. The staff's card has a module of its own."""

from cafe.bot.telegram.callbacks import FollowAct, FollowCallback, OrderAct, OrderCallback
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.customer_messages import CustomerReceiptReady
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.notifications.standing import SHOWS_ORDER, has_sound
from cafe.core.messages.notifications.words import html_words, standing_words
from cafe.core.messages.outbox.model import Recipient
from cafe.core.messages.outbox.port import Button, ChatMessage, Keyboard, Tone
from cafe.core.ordering.orders.model import Order


def render_message(texts: Texts, contents: MessageContents) -> ChatMessage:
    """A message as it stands in a chat.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    message, order = contents.message, contents.order
    if order is None:
        return ChatMessage(html_words(texts, contents))
    shows_order = isinstance(message, SHOWS_ORDER)
    text = standing_words(texts, contents, order) if shows_order else html_words(texts, contents)
    return ChatMessage(text, _keyboard(texts, contents, order), is_silent=not has_sound(message, order))


def _keyboard(texts: Texts, contents: MessageContents, order: Order) -> Keyboard:
    """The buttons under a customer's message; the staff's messages need none.

    None of them changes the message that they stand under: it goes on showing the order.
    """
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
    row = [Button(label("button-order"), action=OrderCallback(act=OrderAct.OPEN, id=order.id).pack())]
    if order.track_path and not order.status.is_final:
        row.append(Button(label("button-track"), url=contents.base_url + order.track_path))
    rows = [tuple(row)]
    if isinstance(message, SHOWS_ORDER) and order.can_pay:
        pay = OrderCallback(act=OrderAct.OPEN_TO_PAY, id=order.id).pack()
        rows.insert(0, (Button(label("button-pay"), action=pay, tone=Tone.PRIMARY),))
    return tuple(rows)
