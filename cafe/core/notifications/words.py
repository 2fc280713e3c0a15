"""Words the messages that tell of something: HTML for chats, plain for browsers, which need no bot for them."""

import html
import re
from functools import partial
from typing import Any

from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.notifications.customer_messages import (
    CustomerOrderStatus,
    CustomerPaymentDue,
    CustomerPaymentFailed,
    CustomerReceiptReady,
    CustomerStatusCorrected,
)
from cafe.core.notifications.html import clock_time, escape, sums_text, unit_name
from cafe.core.notifications.message import Message
from cafe.core.notifications.rendering import MessageContents
from cafe.core.notifications.staff_messages import (
    StaffAmountDiffers,
    StaffDiskLow,
    StaffLowStock,
    StaffMoneyToReturn,
    StaffOrderCancelled,
    StaffPauseEnded,
    StaffPaymentReversed,
    StaffRefundHeld,
    StaffRefundRefused,
    StaffReturnReceiptRefused,
)
from cafe.core.orders.model import Order, OrderStatus
from cafe.core.orders.rules import status_text
from cafe.core.payments.model import Money

TAG = re.compile(r"</?[a-z]+>")


def html_words(texts: Texts, contents: MessageContents) -> str:
    """Return what a message says, in Telegram's HTML.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    message, order = contents.message, contents.order
    if order is None:
        return _say(texts, contents, _text_id(message), **_payload(texts, contents))
    if isinstance(message, CustomerOrderStatus):
        return _order_status(texts, contents, message, order)
    return _say(texts, contents, _text_id(message), **_payload(texts, contents), **_order_values(contents, order))


def plain_words(texts: Texts, contents: MessageContents) -> str:
    """Return the same without markup."""
    return html.unescape(TAG.sub("", html_words(texts, contents)))


def _text_id(message: Message) -> str:
    text_id = message.kind.value
    match message:
        case StaffAmountDiffers(holds_receipt=True):
            text_id = "staff-amount-differs-receipt"
        case StaffPaymentReversed(is_twice=True):
            text_id = "staff-payment-reversed-twice"
        case StaffOrderCancelled(is_unpaid=True):
            text_id = "staff-order-cancelled-unpaid"
        case StaffMoneyToReturn(was_unpaid=True):
            text_id = "staff-money-to-return-unpaid"
        case CustomerPaymentFailed(until=int()):
            text_id = "customer-payment-failed-until"
        case StaffOrderCancelled(money_to_return=True):
            text_id = "staff-order-cancelled-return"
        case CustomerReceiptReady(is_return=True):
            text_id = "customer-return-receipt-ready"
        case StaffDiskLow(is_urgent=True):
            text_id = "staff-disk-full"
        case StaffPauseEnded():
            ended = "staff-pause-ended" if message.order_type is None else "staff-type-pause-ended"
            text_id = ended if message.is_taking_orders else f"{ended}-closed"
    return text_id


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
    way = message.way_minutes or 0
    if way:
        text_id += "-at-door"
    time = clock_time((message.ready_at or contents.now) + way * 60, contents.zone)
    minutes = (message.ready_minutes or 0) + way
    return _say(texts, contents, text_id, time=time, minutes=minutes, **_order_values(contents, order))


def _payload(texts: Texts, contents: MessageContents) -> dict[str, FluentValue]:
    """What the message tells, safe to stand in HTML; sums are printed with their kopiykas."""
    message = contents.message
    values = {name: value if _is_number(value) else escape(value) for name, value in message.payload().items()}
    if isinstance(message, CustomerPaymentDue | CustomerPaymentFailed) and message.until is not None:
        values["time"] = clock_time(message.until, contents.zone)
    if isinstance(message, StaffLowStock):
        values["unit"] = escape(unit_name(texts, message.unit))
    if isinstance(message, StaffDiskLow):
        values["uses"] = ", ".join(texts.format(contents.locale, f"disk-use-{use}") for use in message.uses)
    if isinstance(message, CustomerStatusCorrected) and contents.order is not None:
        values["status_name"] = texts.format(contents.locale, status_text(contents.order.order_type, message.status))
    if isinstance(message, StaffAmountDiffers):
        values["paid"] = f"{message.amount / 100:.2f}"
    if isinstance(message, StaffReturnReceiptRefused | StaffRefundRefused | StaffRefundHeld) and not message.reason:
        values["reason"] = "none"
    if moneys := _moneys(message, contents.order):
        values["sums"] = sums_text(partial(texts.format, contents.locale), moneys)
    return values


def _moneys(message: Message, order: Order | None) -> list[Money]:
    """The exact sums of a message about money; those of earlier versions knew whole UAH at most."""
    sums = getattr(message, "sums", None)
    if sums is not None:
        return [Money(amount, currency) for amount, currency in sums]
    return [] if order is None else [Money((getattr(message, "amount", None) or order.total) * 100)]


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
