"""Words the messages that tell of something: HTML for chats, plain for browsers, which need no bot for them."""

import html
import re
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.messages.notifications.customer_messages import (
    CustomerCardUnavailable,
    CustomerOrderChanged,
    CustomerOrderCreated,
    CustomerOrderStatus,
    CustomerPaymentDue,
    CustomerPaymentFailed,
    CustomerPaymentHeld,
    CustomerPaymentReceived,
    CustomerReceiptReady,
    CustomerStatusCorrected,
)
from cafe.core.messages.notifications.html import clock_time, day_and_time, escape, sums_text, unit_name
from cafe.core.messages.notifications.message import Message
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.notifications.staff_messages import (
    StaffAmountDiffers,
    StaffDiskLow,
    StaffHoldLost,
    StaffLowStock,
    StaffMoneyToReturn,
    StaffOrderCancelled,
    StaffOrderHeld,
    StaffPauseEnded,
    StaffPaymentReversed,
    StaffRefundHeld,
    StaffRefundRefused,
    StaffReturnReceiptRefused,
)
from cafe.core.money.payments.model import Money
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType, PaymentMethod, PaymentStatus
from cafe.core.ordering.orders.rules import PROMISABLE, status_text

ASKS_TO_PAY = (CustomerOrderCreated, CustomerPaymentFailed, CustomerPaymentDue, CustomerCardUnavailable)
"""Messages that carry a button to pay, or say how."""
LAST_BEFORE_END = {
    OrderType.DELIVERY: OrderStatus.COURIER,
    OrderType.PICKUP: OrderStatus.READY,
    OrderType.DINE_IN: OrderStatus.READY,
}
"""When the guest gets cash ready."""
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
    if isinstance(message, CustomerOrderChanged):
        parts = [_status(texts, contents, order, order.status)]
        if message.was_held:
            parts.append(_say(texts, contents, "customer-status-released"))
        return "\n".join([*parts, *_to_return(texts, contents, order)] if message.sums else parts)
    return _say(texts, contents, _text_id(message), **_payload(texts, contents), **_order_values(contents, order))


def standing_words(texts: Texts, contents: MessageContents, order: Order) -> str:
    """Return what a message says that shows how its order stands: what is new, and what goes on being so."""
    parts, told = [html_words(texts, contents)], _told_status(contents.message, order)
    if told is None:
        parts.append(_status(texts, contents, order, order.status))
    elif told is not order.status:
        return parts[0]  # it comes late: the next one tells the rest
    return "\n".join([*parts, *_time(texts, contents, order), *_to_pay(texts, contents, order)])


def _told_status(message: Message, order: Order) -> OrderStatus | None:
    """Return the status that a message tells of; None if it tells of something else."""
    match message:
        case CustomerOrderCreated():
            return OrderStatus.NEW
        case CustomerOrderStatus() | CustomerStatusCorrected():
            return message.status
        case CustomerOrderChanged():
            return order.status
    return None


def _time(texts: Texts, contents: MessageContents, order: Order) -> Iterable[str]:
    """When it will be ready, or is wanted, unless the message tells that itself."""
    message = contents.message
    is_told = isinstance(message, CustomerOrderStatus) and message.ready_minutes is not None
    if is_told or order.status not in PROMISABLE:
        return
    if order.ready_at is not None and order.ready_at > contents.now:
        way = contents.way_minutes
        text_id = "order-ready-at-door" if way else "order-ready-at"
        yield _say(texts, contents, text_id, time=clock_time(order.ready_at + way * 60, contents.zone))
    elif order.ready_at is None and order.scheduled_for is not None:
        wanted = datetime.fromtimestamp(order.scheduled_for, contents.zone)
        yield _say(texts, contents, "card-scheduled", time=day_and_time(wanted, contents.zone))


def _to_pay(texts: Texts, contents: MessageContents, order: Order) -> Iterable[str]:
    """What the customer still has to pay, or that a card order is paid; nothing if the message tells it itself."""
    if contents.is_for_follower or order.status.is_final or not order.total:
        return
    is_cash = order.payment_method is PaymentMethod.CASH
    if order.payment_status is PaymentStatus.PAID:
        if not is_cash and not isinstance(contents.message, CustomerPaymentReceived):
            yield _say(texts, contents, "customer-paid", total=order.total)
    elif order.is_held and not isinstance(contents.message, CustomerPaymentHeld):
        is_new = order.status is OrderStatus.NEW
        yield _say(texts, contents, "customer-held" if is_new else "customer-capturing", total=order.total)
    elif order.can_pay and not isinstance(contents.message, ASKS_TO_PAY):
        if contents.pay_until is None:
            yield _say(texts, contents, "customer-unpaid", total=order.total)
        else:
            time = clock_time(contents.pay_until, contents.zone)
            yield _say(texts, contents, "customer-unpaid-until", total=order.total, time=time)
    elif is_cash and order.status is LAST_BEFORE_END[order.order_type]:
        yield _say(texts, contents, "customer-cash", total=order.total)


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
        case StaffOrderCancelled():
            text_id = _cancelled_text(message)
        case StaffMoneyToReturn(was_unpaid=True):
            text_id = "staff-money-to-return-unpaid"
        case CustomerPaymentFailed(until=int()):
            text_id = "customer-payment-failed-until"
        case CustomerReceiptReady(is_return=True):
            text_id = "customer-return-receipt-ready"
        case StaffDiskLow(is_urgent=True):
            text_id = "staff-disk-full"
        case StaffPauseEnded():
            ended = "staff-pause-ended" if message.order_type is None else "staff-type-pause-ended"
            text_id = ended if message.is_taking_orders else f"{ended}-closed"
    return text_id


def _cancelled_text(message: StaffOrderCancelled) -> str:
    kinds = {"unpaid": message.is_unpaid, "unanswered": message.is_unanswered, "return": message.money_to_return}
    return "-".join([message.kind.value, *[name for name, is_so in kinds.items() if is_so][:1]])


def _order_status(texts: Texts, contents: MessageContents, message: CustomerOrderStatus, order: Order) -> str:
    """What the staff did to an order, in the words of its type."""
    if message.status is None:
        return _ready_time(texts, contents, message, order, "customer-ready-promise")
    parts = [_status(texts, contents, order, message.status)]
    if message.ready_minutes is not None:
        parts.append(_ready_time(texts, contents, message, order, "customer-ready-time"))
    if message.status is OrderStatus.CANCELLED:
        if reason := _reason(texts, contents, message):
            parts.append(_say(texts, contents, "customer-status-reason", reason=reason))
        if message.was_held:
            parts.append(_say(texts, contents, "customer-status-released"))
        if message.money_to_return:
            parts += _to_return(texts, contents, order)
    return "\n".join(parts)


def _to_return(texts: Texts, contents: MessageContents, order: Order) -> list[str]:
    sums = sums_text(partial(texts.format, contents.locale), _moneys(contents.message, order))
    return [_say(texts, contents, "customer-status-refund", sums=sums)]


def _status(texts: Texts, contents: MessageContents, order: Order, status: OrderStatus) -> str:
    text_id = f"customer-status-{status}"
    if status in {OrderStatus.READY, OrderStatus.COMPLETED}:
        text_id += f"-{order.order_type}"
    return _say(texts, contents, text_id, **_order_values(contents, order))


def _reason(texts: Texts, contents: MessageContents, message: CustomerOrderStatus) -> str:
    """Why an order was cancelled, in the customer's words where the reason is a usual one."""
    text_id = f"customer-reason-{message.reason_id}"
    is_usual = message.reason_id is not None and texts.has(text_id)
    return _say(texts, contents, text_id) if is_usual else escape(message.reason or "")


def _ready_time(
    texts: Texts, contents: MessageContents, message: CustomerOrderStatus, order: Order, text_id: str
) -> str:
    way = contents.way_minutes
    if way:
        text_id += "-at-door"
    time = clock_time((message.ready_at or contents.now) + way * 60, contents.zone)
    minutes = (message.ready_minutes or 0) + way
    return _say(texts, contents, text_id, time=time, minutes=minutes, **_order_values(contents, order))


def _payload(texts: Texts, contents: MessageContents) -> dict[str, FluentValue]:
    """What the message tells, safe to stand in HTML; sums are printed with their kopiykas."""
    message = contents.message
    values = {name: value if _is_number(value) else escape(value) for name, value in message.payload().items()}
    if isinstance(message, CustomerPaymentDue | CustomerPaymentFailed | StaffOrderHeld) and message.until is not None:
        values["time"] = clock_time(message.until, contents.zone)
    if isinstance(message, StaffLowStock):
        values["unit"] = escape(unit_name(texts, message.unit))
    if isinstance(message, StaffDiskLow):
        values["uses"] = ", ".join(texts.format(contents.locale, f"disk-use-{use}") for use in message.uses)
    if isinstance(message, CustomerStatusCorrected) and contents.order is not None:
        values["status_name"] = texts.format(contents.locale, status_text(contents.order.order_type, message.status))
    if isinstance(message, StaffAmountDiffers):
        values["paid"] = f"{message.amount / 100:.2f}"
    if (
        isinstance(message, StaffReturnReceiptRefused | StaffRefundRefused | StaffRefundHeld | StaffHoldLost)
        and not message.reason
    ):
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
