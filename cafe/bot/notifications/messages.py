"""Messages as they are shown in a chat, except the board, the cards and the lists of orders."""

from cafe.bot.telegram.callbacks import (
    CourierAct,
    CourierCallback,
    DisruptionAct,
    DisruptionCallback,
    EditAnswer,
    EditCallback,
    FollowAct,
    FollowCallback,
    OrderAct,
    OrderCallback,
    PrinterCallback,
    RatingAct,
    RatingCallback,
)
from cafe.bot.telegram.markup import escape
from cafe.core.catalogue.disruptions.model import DisruptionKind
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.courier_messages import CustomerGuestWords, StaffHandOverPhoto
from cafe.core.messages.notifications.disruption_messages import StaffDisruptionBegan, StaffSourceSilent
from cafe.core.messages.notifications.edit_messages import CustomerEditProposed
from cafe.core.messages.notifications.order_messages import CustomerNewsBelow
from cafe.core.messages.notifications.phrases import format_phrases
from cafe.core.messages.notifications.printer_messages import StaffPrinterStuck
from cafe.core.messages.notifications.rating_messages import CustomerRatingAsked
from cafe.core.messages.notifications.refund_messages import CustomerReceiptReady
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.notifications.standing import has_sound
from cafe.core.messages.notifications.wording import message_phrases, standing_phrases
from cafe.core.messages.outbox.model import Recipient
from cafe.core.messages.outbox.port import Button, ChatMessage, Keyboard, Tone
from cafe.core.ordering.orders.model import Order


def render_message(texts: Texts, contents: MessageContents) -> ChatMessage:
    """Render a message with its buttons.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    message, order = contents.message, contents.order
    if order is None:
        return ChatMessage(render_html(texts, contents), _move_row(texts, contents) or _end_row(texts, contents))
    for_courier = isinstance(message, CustomerGuestWords)
    return ChatMessage(
        render_html(texts, contents),
        _answer_row(texts, contents, order) if for_courier else _keyboard(texts, contents, order),
        is_silent=not has_sound(message, order),
        photo=message.photo if isinstance(message, StaffHandOverPhoto) else None,
    )


def render_html(texts: Texts, contents: MessageContents) -> str:
    """Render the text of a message."""
    message, order = contents.message, contents.order
    if order is not None and message.shows_order:
        phrases = standing_phrases(contents, order)
    else:
        phrases = message_phrases(contents)
    return format_phrases(texts, contents.locale, phrases, escape)


def _move_row(texts: Texts, contents: MessageContents) -> Keyboard:
    """Return the button by which another printer takes over."""
    message = contents.message
    if not isinstance(message, StaffPrinterStuck) or message.other is None or message.other_id is None:
        return ()
    move = PrinterCallback(id=message.printer_id, to=message.other_id).pack()
    return ((Button(texts.format(contents.locale, "printer-move", other=message.other), action=move),),)


def _end_row(texts: Texts, contents: MessageContents) -> Keyboard:
    """Return the button that ends by hand what has begun."""
    message = contents.message
    is_on = isinstance(message, StaffDisruptionBegan) or (isinstance(message, StaffSourceSilent) and message.is_on)
    if not is_on or not isinstance(message, StaffDisruptionBegan | StaffSourceSilent):
        return ()
    end = DisruptionCallback(act=DisruptionAct.END, what=DisruptionKind(message.what)).pack()
    return ((Button(texts.format(contents.locale, f"disruption-end-{message.what}"), action=end),),)


def _answer_row(texts: Texts, contents: MessageContents, order: Order) -> Keyboard:
    """Return the button by which a courier answers a guest."""
    answer = CourierCallback(act=CourierAct.WRITE, id=order.id).pack()
    return ((Button(texts.format(contents.locale, "courier-answer"), action=answer),),)


def _keyboard(texts: Texts, contents: MessageContents, order: Order) -> Keyboard:
    """Return the buttons under a customer's message; the staff's messages have none.

    None of them changes their message, which goes on showing the order.
    """
    message = contents.message
    if message.recipient is not Recipient.CUSTOMER or isinstance(message, CustomerNewsBelow):
        return ()

    def label(text_id: str) -> str:
        return texts.format(contents.locale, text_id)

    if contents.is_for_follower:
        track = [Button(label("button-track"), url=contents.base_url + order.track_path)] if order.track_path else []
        stop = Button(label("button-unfollow"), action=FollowCallback(act=FollowAct.STOP, id=order.id).pack())
        return ((*track, stop),)
    if isinstance(message, CustomerRatingAsked):
        thumbs = (("👍", RatingAct.GOOD), ("👎", RatingAct.BAD))
        return (tuple(Button(thumb, action=RatingCallback(act=act, id=order.id).pack()) for thumb, act in thumbs),)
    if isinstance(message, CustomerEditProposed):
        answers = (("edit-agree", EditAnswer.YES, Tone.PRIMARY), ("edit-decline", EditAnswer.NO, None))
        return tuple(
            (Button(label(text_id), action=EditCallback(act=act, id=order.id, edit=message.edit).pack(), tone=tone),)
            for text_id, act, tone in answers
        )
    if isinstance(message, CustomerReceiptReady):
        return ((Button(label("button-receipt"), url=message.url),),)
    row = [Button(label("button-order"), action=OrderCallback(act=OrderAct.OPEN, id=order.id).pack())]
    if order.track_path and not order.status.is_final:
        row.append(Button(label("button-track"), url=contents.base_url + order.track_path))
    rows = [tuple(row)]
    if message.shows_order and order.can_pay:
        pay = OrderCallback(act=OrderAct.OPEN_TO_PAY, id=order.id).pack()
        rows.insert(0, (Button(label("button-pay"), action=pay, tone=Tone.PRIMARY),))
    return tuple(rows)
