"""Which texts a message consists of. The board, the cards and the lists of orders are rendered at the edge."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.disruption_messages import StaffDisruptionBegan, StaffSourceSilent
from cafe.core.messages.notifications.edit_messages import (
    CustomerEditProposed,
    CustomerOrderEdited,
    StaffEditDeclined,
)
from cafe.core.messages.notifications.message import Message
from cafe.core.messages.notifications.mode_messages import CustomerOrderPrevented, StaffOrderPrevented
from cafe.core.messages.notifications.order_messages import (
    CustomerOrderChanged,
    CustomerOrderCreated,
    CustomerOrderStatus,
    CustomerStatusCorrected,
    StaffOrderCancelled,
)
from cafe.core.messages.notifications.owner_messages import CustomerDayAhead, CustomerDayOver
from cafe.core.messages.notifications.payment_messages import (
    CustomerCardUnavailable,
    CustomerPaymentDue,
    CustomerPaymentFailed,
    CustomerPaymentHeld,
    CustomerPaymentReceived,
    StaffAmountDiffers,
    StaffHoldLost,
    StaffMoneyToReturn,
    StaffOrderHeld,
    StaffPaymentReversed,
)
from cafe.core.messages.notifications.phrases import Joined, Phrase, Value
from cafe.core.messages.notifications.printer_messages import StaffPrinterStuck
from cafe.core.messages.notifications.rating_messages import StaffRatedBad
from cafe.core.messages.notifications.refund_messages import (
    CustomerReceiptReady,
    StaffRefundHeld,
    StaffRefundRefused,
    StaffReturnReceiptRefused,
)
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.notifications.upkeep_messages import (
    StaffDiskLow,
    StaffLowStock,
    StaffPauseEnded,
    StaffServiceReturned,
)
from cafe.core.messages.notifications.values import clock_time, day_and_time
from cafe.core.money.payments.model import Money
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType, PaymentMethod, PaymentStatus
from cafe.core.ordering.orders.rules import PROMISABLE, status_text

ASKS_TO_PAY = (CustomerOrderCreated, CustomerPaymentFailed, CustomerPaymentDue, CustomerCardUnavailable)
"""Messages that already ask for the payment."""
ABOUT_EDITS = (CustomerOrderEdited, CustomerEditProposed, StaffEditDeclined)
LAST_BEFORE_END = {
    OrderType.DELIVERY: OrderStatus.COURIER,
    OrderType.PICKUP: OrderStatus.READY,
    OrderType.DINE_IN: OrderStatus.READY,
}
"""The status at which the guest gets cash ready."""


def message_phrases(contents: MessageContents) -> Sequence[Phrase]:
    """Return the texts of a message, without the state of its order."""
    message, order = contents.message, contents.order
    if order is None:
        values = _values(contents)
        more = [Phrase(f"news-{name}", values) for name in _told_of(message) if values[name]]
        return [Phrase(_text_id(message), values), *more]
    match message:
        case CustomerOrderStatus():
            return list(_order_status(contents, message, order))
        case CustomerOrderChanged():
            return [_status(contents, order, order.status), *_returned(contents, order, message.was_held, message.sums)]
    return [Phrase(_text_id(message), _values(contents) | _order_values(contents, order))]


def _told_of(message: Message) -> Iterable[str]:
    """Return the values of the day's news that have a line of their own."""
    match message:
        case CustomerDayOver():
            return ("best", "cash", "low", "wrong")
        case CustomerDayAhead():
            return ("scheduled", "low", "wrong")
    return ()


def standing_phrases(contents: MessageContents, order: Order) -> Sequence[Phrase]:
    """Return the texts of a message that shows its order: the news, then the state of the order."""
    news, named = message_phrases(contents), _named_status(contents.message, order)
    if named is not None and named is not order.status:
        return news  # it comes late: the next message has the rest
    status = [_status(contents, order, order.status)] if named is None else []
    return [*news, *status, *_time(contents, order), *_to_pay(contents, order)]


def unit_phrase(unit: str) -> Phrase:
    """Return the name of a unit; one without a name is shown as it is written in the catalogue."""
    return Phrase(f"unit-{unit.lower()}", otherwise=unit)


def _named_status(message: Message, order: Order) -> OrderStatus | None:
    """Return the status that a message names; None if it is about something else."""
    match message:
        case CustomerOrderCreated():
            return OrderStatus.NEW
        case CustomerOrderStatus() | CustomerStatusCorrected():
            return message.status
        case CustomerOrderChanged():
            return order.status
    return None


def _time(contents: MessageContents, order: Order) -> Iterable[Phrase]:
    """Return when the order will be ready, or is wanted, unless the message includes it."""
    message = contents.message
    is_said = isinstance(message, CustomerOrderStatus) and message.ready_minutes is not None
    if is_said or order.status not in PROMISABLE:
        return
    if order.ready_at is not None and order.ready_at > contents.now:
        way = contents.way_minutes
        text_id = "order-ready-at-door" if way else "order-ready-at"
        yield Phrase(text_id, {"time": clock_time(order.ready_at + way * 60, contents.zone)})
    elif order.ready_at is None and order.scheduled_for is not None:
        wanted = datetime.fromtimestamp(order.scheduled_for, contents.zone)
        yield Phrase("card-scheduled", {"time": day_and_time(wanted, contents.zone)})


def _to_pay(contents: MessageContents, order: Order) -> Iterable[Phrase]:
    """Return the sum to pay, or that a card order is paid, unless the message includes it."""
    if contents.is_for_follower or order.status.is_final or not order.total:
        return
    is_cash = order.payment_method is PaymentMethod.CASH
    total = {"total": order.total - order.balance}
    if order.balance:
        yield Phrase("customer-balance", {"sum": order.balance})
    if order.payment_status is PaymentStatus.PAID:
        if not is_cash and not isinstance(contents.message, CustomerPaymentReceived):
            yield Phrase("customer-paid", total)
    elif order.is_held and not isinstance(contents.message, CustomerPaymentHeld):
        yield Phrase("customer-held" if order.status is OrderStatus.NEW else "customer-capturing", total)
    elif order.can_pay and not isinstance(contents.message, ASKS_TO_PAY):
        if contents.pay_until is None:
            yield Phrase("customer-unpaid", total)
        else:
            yield Phrase("customer-unpaid-until", {**total, "time": clock_time(contents.pay_until, contents.zone)})
    elif is_cash and order.status is LAST_BEFORE_END[order.order_type]:
        yield Phrase("customer-cash", total)


def _text_id(message: Message) -> str:
    text_id = message.kind
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
        case StaffRatedBad() if message.words:
            text_id = "staff-rated-bad-words"
        case StaffDiskLow() | StaffServiceReturned() | StaffPauseEnded():
            text_id = _upkeep_text(message)
    return text_id


def _upkeep_text(message: StaffDiskLow | StaffServiceReturned | StaffPauseEnded) -> str:
    match message:
        case StaffDiskLow():
            return "staff-disk-full" if message.is_urgent else message.kind
        case StaffServiceReturned():
            return f"{message.kind}-due" if message.count else message.kind
    ended = "staff-pause-ended" if message.order_type is None else "staff-type-pause-ended"
    return ended if message.is_taking_orders else f"{ended}-closed"


def _cancelled_text(message: StaffOrderCancelled) -> str:
    kinds = {"unpaid": message.is_unpaid, "unanswered": message.is_unanswered, "return": message.money_to_return}
    return "-".join([message.kind, *[name for name, is_so in kinds.items() if is_so][:1]])


def _order_status(contents: MessageContents, message: CustomerOrderStatus, order: Order) -> Iterable[Phrase]:
    """Return the texts about a step of the staff."""
    if message.status is None:
        yield _ready_time(contents, message, order, "customer-ready-promise")
        return
    yield _status(contents, order, message.status)
    if message.ready_minutes is not None:
        yield _ready_time(contents, message, order, "customer-ready-time")
    if message.status is OrderStatus.CANCELLED:
        if message.reason_id or message.reason:
            reason = Phrase(f"customer-reason-{message.reason_id}", otherwise=message.reason or "")
            yield Phrase("customer-status-reason", {"reason": reason})
        yield from _returned(contents, order, message.was_held, message.money_to_return)


def _returned(contents: MessageContents, order: Order, was_held: object, has_money: object) -> Iterable[Phrase]:
    """Return the texts about the customer's money after a cancellation."""
    if was_held:
        yield Phrase("customer-status-released")
    if has_money:
        yield Phrase("customer-status-refund", {"sums": _sums(contents.message, order)})


def _status(contents: MessageContents, order: Order, status: OrderStatus) -> Phrase:
    text_id = f"customer-status-{status}"
    if status in {OrderStatus.READY, OrderStatus.COMPLETED}:
        text_id += f"-{order.order_type}"
    return Phrase(text_id, _order_values(contents, order))


def _ready_time(contents: MessageContents, message: CustomerOrderStatus, order: Order, text_id: str) -> Phrase:
    way = contents.way_minutes
    values: dict[str, Value] = {
        "time": clock_time((message.ready_at or contents.now) + way * 60, contents.zone),
        "minutes": (message.ready_minutes or 0) + way,
    }
    return Phrase(f"{text_id}-at-door" if way else text_id, values | _order_values(contents, order))


def _values(contents: MessageContents) -> dict[str, Value]:
    """Return the values of the message's own data."""
    message = contents.message
    values: dict[str, Value] = {
        name: value for name, value in message.payload().items() if isinstance(value, str | int)
    }
    if isinstance(message, CustomerPaymentDue | CustomerPaymentFailed | StaffOrderHeld) and message.until is not None:
        values["time"] = clock_time(message.until, contents.zone)
    values |= _upkeep_values(contents)
    if isinstance(message, CustomerOrderPrevented | StaffOrderPrevented):
        values |= _prevented_values(message, contents.locale)
    if isinstance(message, CustomerStatusCorrected) and contents.order is not None:
        values["status_name"] = Phrase(status_text(contents.order.order_type, message.status))
    if isinstance(message, StaffAmountDiffers):
        values["paid"] = f"{message.amount / 100:.2f}"
    if (
        isinstance(message, StaffReturnReceiptRefused | StaffRefundRefused | StaffRefundHeld | StaffHoldLost)
        and not message.reason
    ):
        values["reason"] = "none"
    if isinstance(message, ABOUT_EDITS):
        values |= _edit_values(contents, message.edit)
    values["sums"] = _sums(message, contents.order)
    return values


def _upkeep_values(contents: MessageContents) -> dict[str, Value]:
    """Return the values of a message about stock, disks, printers, alerts, power cuts and outages."""
    values: dict[str, Value] = {}
    match contents.message:
        case StaffLowStock(unit=unit):
            values["unit"] = unit_phrase(unit)
        case StaffPrinterStuck(why=why):
            values["reason"] = Phrase(f"printer-why-{why}")
        case StaffDiskLow(uses=uses):
            values["uses"] = Joined([Phrase(f"disk-use-{use}") for use in uses], ", ")
        case StaffDisruptionBegan(began=began, until=until):
            ends = "open" if until is None else clock_time(until, contents.zone)
            values |= {"began": clock_time(began, contents.zone), "until": ends}
        case StaffSourceSilent(since=since, is_on=is_on):
            values |= {"since": clock_time(since, contents.zone), "is_on": "yes" if is_on else "no"}
        case StaffServiceReturned(since=since, until=until):
            for name, at in (("since", since), ("until", until)):
                values[name] = day_and_time(datetime.fromtimestamp(at, contents.zone), contents.zone)
    return values


def _prevented_values(message: CustomerOrderPrevented | StaffOrderPrevented, locale: Locale) -> dict[str, Value]:
    if isinstance(message, StaffOrderPrevented):
        return {"dishes": message.dishes or "none", "is_told": int(message.is_told)}
    modes, dishes = message.modes, message.dishes
    if locale != Locale.UK:
        modes, dishes = message.modes_en, message.dishes_en
    return {"modes": modes, "dishes": dishes or "none"}


def _edit_values(contents: MessageContents, number: int) -> dict[str, Value]:
    edit = next((each for each in contents.order.edits if each.number == number), None) if contents.order else None
    if edit is None:
        return {"changes": "", "before": 0, "after": 0}
    return {"changes": edit.in_words(contents.locale), "before": edit.total_before, "after": edit.total}


def _sums(message: Message, order: Order | None) -> Joined:
    """Return the exact sums of a message about money; those of earlier versions knew whole UAH at most."""
    sums = getattr(message, "sums", None)
    if sums is not None:
        moneys = [Money(amount, currency) for amount, currency in sums]
    else:
        moneys = [] if order is None else [Money((getattr(message, "amount", None) or order.total) * 100)]
    return Joined(moneys, " + ")


def _order_values(contents: MessageContents, order: Order) -> dict[str, Value]:
    waits = max(0, contents.now - (order.created_at or contents.now)) // 60
    wanted = order.scheduled_for or order.due_at or contents.now
    time = day_and_time(datetime.fromtimestamp(wanted, contents.zone), contents.zone)
    person = {"name": order.name, "phone": order.phone}
    return {"number": order.number, **person, "total": order.total, "waiting": waits, "wanted": time}
