"""Words the messages that tell of something: HTML text and buttons. The staff's card has a module of its own."""

from functools import partial
from typing import Any

from cafe.bot.notifications.html import clock_time, escape, sums_text, unit_name
from cafe.bot.telegram.callbacks import OrderAct, OrderCallback
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.notifications.messages import (
    CustomerCardUnavailable,
    CustomerOrderCreated,
    CustomerOrderStatus,
    CustomerPaymentFailed,
    CustomerReceiptReady,
    CustomerStatusCorrected,
    Message,
    StaffAmountDiffers,
    StaffLowStock,
    StaffOrderCancelled,
    StaffPauseEnded,
)
from cafe.core.notifications.rendering import MessageContents
from cafe.core.orders.model import Order, OrderStatus
from cafe.core.orders.rules import status_text
from cafe.core.outbox.model import Recipient
from cafe.core.outbox.port import Button, ChatMessage, Keyboard
from cafe.core.payments.model import Money

OFFERS_PAYMENT = (CustomerOrderCreated, CustomerPaymentFailed, CustomerCardUnavailable)
"""Messages that carry a button to pay while the order waits for its money."""


def render_message(texts: Texts, contents: MessageContents) -> ChatMessage:
    """A message as it stands in a chat.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    message, order = contents.message, contents.order
    if order is None:
        return ChatMessage(_say(texts, contents, _text_id(message), **_payload(texts, contents)))
    if isinstance(message, CustomerOrderStatus):
        return ChatMessage(_order_status(texts, contents, message, order), _keyboard(texts, contents, order))
    text = _say(texts, contents, _text_id(message), **_payload(texts, contents), **_order_values(contents, order))
    return ChatMessage(text, _keyboard(texts, contents, order))


def _text_id(message: Message) -> str:
    if isinstance(message, StaffAmountDiffers) and message.holds_receipt:
        return "staff-amount-differs-receipt"
    if isinstance(message, StaffOrderCancelled) and message.money_to_return:
        return "staff-order-cancelled-return"
    if isinstance(message, StaffPauseEnded):
        text_id = "staff-pause-ended" if message.order_type is None else "staff-type-pause-ended"
        return text_id if message.is_taking_orders else f"{text_id}-closed"
    return message.kind.value


def _order_status(texts: Texts, contents: MessageContents, message: CustomerOrderStatus, order: Order) -> str:
    """What the staff did to an order, in the words of its type."""
    values = _order_values(contents, order)
    if message.status is None:
        return _ready_time(texts, contents, message, order, "customer-ready-promise")
    text_id = f"customer-status-{message.status}"
    if message.status in {OrderStatus.READY, OrderStatus.COMPLETED}:
        text_id += f"-{order.order_type}"
    parts = [_say(texts, contents, text_id, **values)]
    if message.ready_minutes is not None:
        parts.append(_ready_time(texts, contents, message, order, "customer-ready-time"))
    if message.status is OrderStatus.CANCELLED:
        if reason := _reason(texts, contents, message):
            parts.append(_say(texts, contents, "customer-status-reason", reason=reason))
        if message.money_to_return:
            sums = sums_text(partial(texts.format, contents.locale), _moneys(message, order))
            parts.append(_say(texts, contents, "customer-status-refund", sums=sums))
    return "\n".join(parts)


def _reason(texts: Texts, contents: MessageContents, message: CustomerOrderStatus) -> str:
    """Why an order was cancelled, in the customer's words where the reason is a usual one."""
    text_id = f"customer-reason-{message.reason_id}"
    is_usual = message.reason_id is not None and texts.has(text_id)
    return _say(texts, contents, text_id) if is_usual else escape(message.reason or "")


def _ready_time(
    texts: Texts, contents: MessageContents, message: CustomerOrderStatus, order: Order, text_id: str
) -> str:
    time = clock_time(message.ready_at or contents.now, contents.zone)
    minutes = message.ready_minutes or 0
    return _say(texts, contents, text_id, time=time, minutes=minutes, **_order_values(contents, order))


def _keyboard(texts: Texts, contents: MessageContents, order: Order) -> Keyboard:
    """The buttons under a customer's message; the staff's messages need none."""
    message = contents.message
    if not message.kind.value.startswith(Recipient.CUSTOMER):
        return ()

    def label(text_id: str) -> str:
        return texts.format(contents.locale, text_id)

    if isinstance(message, CustomerReceiptReady):
        return ((Button(label("button-receipt"), url=message.url),),)
    row = [Button(label("button-order"), action=OrderCallback(act=OrderAct.SHOW, id=order.id).pack())]
    if order.track_path and not order.status.is_final:
        row.append(Button(label("button-track"), url=contents.base_url + order.track_path))
    rows = [tuple(row)]
    if isinstance(message, OFFERS_PAYMENT) and order.can_pay:
        rows.insert(0, (Button(label("button-pay"), action=OrderCallback(act=OrderAct.PAY, id=order.id).pack()),))
    return tuple(rows)


def _payload(texts: Texts, contents: MessageContents) -> dict[str, FluentValue]:
    """What the message tells, safe to stand in HTML; sums are printed with their kopiykas."""
    message = contents.message
    values = {name: value if _is_number(value) else escape(value) for name, value in message.payload().items()}
    if isinstance(message, StaffLowStock):
        values["unit"] = escape(unit_name(texts, message.unit))
    if isinstance(message, CustomerStatusCorrected) and contents.order is not None:
        values["status_name"] = texts.format(contents.locale, status_text(contents.order.order_type, message.status))
    if isinstance(message, StaffAmountDiffers):
        values["paid"] = f"{message.amount / 100:.2f}"
    if contents.order is not None:
        values["sums"] = sums_text(partial(texts.format, contents.locale), _moneys(message, contents.order))
    return values


def _moneys(message: Message, order: Order) -> list[Money]:
    """The exact sums of a message about money; those of earlier versions knew whole UAH at most."""
    sums = getattr(message, "sums", None)
    if sums is not None:
        return [Money(amount, currency) for amount, currency in sums]
    return [Money((getattr(message, "amount", None) or order.total) * 100)]


def _order_values(contents: MessageContents, order: Order) -> dict[str, FluentValue]:
    waits = max(0, contents.now - (order.created_at or contents.now)) // 60
    return {
        "number": escape(order.number),
        "name": escape(order.name),
        "phone": escape(order.phone),
        "total": order.total,
        "waiting": waits,
    }


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _say(texts: Texts, contents: MessageContents, text_id: str, **values: FluentValue) -> str:
    return texts.format(contents.locale, text_id, **values)
