"""Handlers that queue messages to customers and staff, and updates of the staff's order card."""

from dataclasses import replace

from cafe.core.catalogue.settings.facts import BusyEnded, PauseEnded
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.stock.facts import StockLow
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import WALK_IN, OrderId
from cafe.core.messages.notifications.audience import to_customer_side, to_followers
from cafe.core.messages.notifications.customer_messages import (
    CustomerCardUnavailable,
    CustomerMoneyReturned,
    CustomerMoneyToReturn,
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
from cafe.core.messages.notifications.digests import find_digest
from cafe.core.messages.notifications.message import Message, MessageKind, sums_of
from cafe.core.messages.notifications.staff_messages import (
    StaffAmountDiffers,
    StaffBackupFailed,
    StaffBackupRecovered,
    StaffBusyEnded,
    StaffCardChanged,
    StaffCardRequested,
    StaffDiskLow,
    StaffHoldLost,
    StaffLowStock,
    StaffMoneyToReturn,
    StaffOrderCancelled,
    StaffOrderCreated,
    StaffOrderForgotten,
    StaffOrderHeld,
    StaffOrderLate,
    StaffOrderPaid,
    StaffOrdersWaiting,
    StaffOrderToCash,
    StaffOrderWaiting,
    StaffPauseEnded,
    StaffPaymentReversed,
    StaffPaymentUnclear,
    StaffPaymentUnknown,
    StaffPickupDue,
    StaffReceiptDelayed,
    StaffReceiptRefused,
    StaffRefundHeld,
    StaffRefundRefused,
    StaffRefundUnclear,
    StaffReturnReceiptRefused,
)
from cafe.core.messages.notifications.store import find_card
from cafe.core.messages.outbox.model import Priority
from cafe.core.messages.outbox.store import (
    NewMessage,
    is_queued,
    list_unclaimed,
    queue,
    queue_to_staff,
    to_customer,
    to_staff,
    will_be_planned,
    withdraw,
    withdraw_row,
)
from cafe.core.messages.subscriptions.facts import FollowingChanged
from cafe.core.money.payments.facts import (
    AmountDiffers,
    CardUnavailable,
    HoldLost,
    MoneyToReturn,
    OrderPaid,
    PaymentDue,
    PaymentFailed,
    PaymentHeld,
    PaymentReversed,
    PaymentUnclear,
    PaymentUnknown,
    ReportSource,
    ReturnReason,
    SwitchedToCash,
)
from cafe.core.money.payments.holds import answer_until
from cafe.core.money.payments.ledger import list_kept
from cafe.core.money.payments.returns import left_to_staff
from cafe.core.money.receipts.facts import (
    ReceiptDelayed,
    ReceiptMade,
    ReceiptRefused,
    ReturnReceiptMade,
    ReturnReceiptRefused,
)
from cafe.core.money.refunds.facts import RefundDone, RefundHeld, RefundRefused, RefundRequested, RefundUnclear
from cafe.core.ordering.orders.facts import (
    CancelledBy,
    OrderAnonymised,
    OrderCancelled,
    OrderMoved,
    OrderOverdue,
    OrderPlaced,
    OrderPromised,
    OrderSteppedBack,
    OrdersWaiting,
    OrderUnanswered,
)
from cafe.core.ordering.orders.model import UNANSWERED_REASON, UNPAID_REASON, Order, OrderStatus, PaymentStatus
from cafe.core.ordering.orders.rules import pay_until
from cafe.core.upkeep.backups.disks import FULL, MB
from cafe.core.upkeep.backups.facts import BackupFailed, BackupRecovered, DiskLow, DiskUse

LIST_GAP_SECONDS = 180
"""The shortest time between two lists of waiting orders."""
HELD = frozenset({OrderStatus.READY, OrderStatus.COURIER, OrderStatus.COMPLETED})
HOLD_SECONDS = 5
"""So long a message waits that has a guest come, or tells them that all is over: most slips are noticed at once."""


def announce_order(conn: Connection, fact: OrderPlaced) -> None:
    """Queue the order's card for the staff chat, and thank the customer.

    Anybody can be a guest any number of times, so the cards of customers with a chat go first.
    """
    messages = to_customer(CustomerOrderCreated(), fact.customer_id, fact.locale, fact.order_id)
    if fact.is_for_staff_chat:
        is_guest = fact.customer_id < WALK_IN
        priority = Priority.LATER if is_guest else Priority.FIRST
        messages = [to_staff(StaffOrderCreated(), fact.order_id, priority=priority), *messages]
    queue(conn, messages, fact.at)


def notify_customer_of_move(conn: Connection, fact: OrderMoved) -> None:
    delay = HOLD_SECONDS if fact.to in HELD else 0
    _notify_customer(conn, fact.order, CustomerOrderStatus(status=fact.to), fact.at, delay=delay)


def notify_customer_of_step_back(conn: Connection, fact: OrderSteppedBack) -> None:
    """Withdraw the messages about the step; whoever was sent one, or is about to be, gets it corrected."""
    withdrawn = {
        (row.via, row.chat_id)
        for row in list_unclaimed(conn, MessageKind.CUSTOMER_ORDER_STATUS, fact.order.id)
        if row.payload.get("status") == fact.order.status and withdraw_row(conn, row.id, fact.at)
    }
    messages = to_customer_side(conn, fact.order, CustomerStatusCorrected(fact.to, was=fact.order.status))
    queue(conn, [new for new in messages if (new.via, new.chat_id) not in withdrawn], fact.at)


def show_card_again(conn: Connection, fact: OrderSteppedBack) -> None:
    """Update the order's card; queue one if the order had ended before it was sent."""
    if _is_shown(conn, fact.order.id):
        queue_card(conn, fact.order.id, fact.at)
    elif fact.order.status.is_final:
        queue_to_staff(conn, StaffOrderCreated(), fact.at, fact.order.id)


def notify_customer_of_promise(conn: Connection, fact: OrderPromised) -> None:
    """Notify the customer of the promised time, and of the acceptance if the promise included it."""
    status = OrderStatus.CONFIRMED if fact.is_accepted else None
    message = CustomerOrderStatus(status=status, ready_minutes=fact.minutes, ready_at=fact.ready_at)
    _notify_customer(conn, fact.order, message, fact.at)


def drop_unsent_card(conn: Connection, fact: OrderMoved | OrderCancelled) -> None:
    """Withdraw the card of an order that is finished before its card was sent: nothing is left to do for the staff."""
    if isinstance(fact, OrderCancelled) or fact.to.is_final:
        withdraw(conn, MessageKind.STAFF_ORDER_CREATED, fact.order.id, fact.at)


def notify_of_cancellation(conn: Connection, fact: OrderCancelled) -> None:
    """Notify the side that did not cancel, and followers; the staff less urgently if they never saw the order.

    A customer who cancelled has their chat's message about the order changed.
    """
    kept = list_kept(conn, fact.order.id)
    sums = sums_of(payment.money for payment in kept) or None
    has_money = sums is not None
    was_held = fact.order.is_held or None
    if fact.by is CancelledBy.CUSTOMER:
        is_news = has_money or _is_shown(conn, fact.order.id)
        priority = Priority.NORMAL if is_news else Priority.LATER
        left = sums_of(left_to_staff(conn, kept)) or None
        queue_to_staff(conn, StaffOrderCancelled(left is not None, left), fact.at, fact.order.id, priority=priority)
        cancelled = CustomerOrderStatus(
            status=OrderStatus.CANCELLED, money_to_return=has_money, sums=sums, was_held=was_held
        )
        changed = CustomerOrderChanged(sums, was_held)
        queue(conn, [*_redrawn(fact.order, changed), *to_followers(conn, fact.order, cancelled)], fact.at)
    else:
        if fact.by is CancelledBy.TIME:
            priority = Priority.NORMAL if _is_shown(conn, fact.order.id) else Priority.LATER
            message_to_staff = StaffOrderCancelled(
                money_to_return=False,
                is_unpaid=fact.reason_id == UNPAID_REASON or None,
                is_unanswered=fact.reason_id == UNANSWERED_REASON or None,
            )
            queue_to_staff(conn, message_to_staff, fact.at, fact.order.id, priority=priority)
        message = CustomerOrderStatus(
            status=OrderStatus.CANCELLED,
            reason=fact.reason,
            reason_id=fact.reason_id,
            money_to_return=has_money,
            sums=sums,
            was_held=was_held,
        )
        _notify_customer(conn, fact.order, message, fact.at)


def remind_staff(conn: Connection, fact: OrderUnanswered) -> None:
    """Send the card again, or after the last reminder a message that somebody has to act."""
    message = StaffOrderForgotten() if fact.is_last_call else StaffOrderWaiting()
    queue_to_staff(conn, message, fact.at, fact.order_id)


def remind_of_overdue(conn: Connection, fact: OrderOverdue) -> None:
    queue_to_staff(conn, StaffOrderLate() if fact.is_late else StaffPickupDue(), fact.at, fact.order_id)


def list_waiting_orders(conn: Connection, fact: OrdersWaiting) -> None:
    """Queue a list of the waiting orders, unless one is queued already or was sent a moment ago."""
    is_recent = 0 <= fact.at - find_digest(conn, MessageKind.STAFF_ORDERS_WAITING).changed_at < LIST_GAP_SECONDS
    if not is_queued(conn, MessageKind.STAFF_ORDERS_WAITING) and (fact.at_opening or not is_recent):
        queue_to_staff(conn, StaffOrdersWaiting(fact.at_opening), fact.at)


def notify_staff_of_payment(conn: Connection, fact: OrderPaid) -> None:
    """Notify the staff of a payment that need not be returned (specification, Events)."""
    if not fact.is_to_return:
        queue_to_staff(conn, StaffOrderPaid(), fact.at, fact.order.id)


def notify_staff_of_hold(conn: Connection, fact: PaymentHeld) -> None:
    """Notify the staff of an order that waits for them; what they have accepted is taken at once."""
    if fact.order.status is OrderStatus.NEW:
        until = answer_until(fact.at, get_settings(conn))
        queue_to_staff(conn, StaffOrderHeld(until), fact.at, fact.order.id)


def notify_customer_of_hold(conn: Connection, fact: PaymentHeld) -> None:
    """Tell the customer that nothing was taken yet. It is no news to one who is looking at the order."""
    if fact.order.status is not OrderStatus.NEW:
        return
    if fact.source is ReportSource.POLL:
        queue(conn, _redrawn(fact.order), fact.at)
    else:
        _notify_customer(conn, fact.order, CustomerPaymentHeld(), fact.at)


def notify_of_lost_hold(conn: Connection, fact: HoldLost) -> None:
    """Notify the staff that they have no money for an order, and its customer, who can pay anew."""
    queue_to_staff(conn, StaffHoldLost(fact.reason), fact.at, fact.order.id)
    if not fact.order.status.is_final:
        until = pay_until(replace(fact.order, payment_status=PaymentStatus.UNPAID), get_settings(conn).unpaid_minutes)
        _notify_customer(conn, fact.order, CustomerPaymentFailed(until), fact.at)


def notify_of_cash(conn: Connection, fact: SwitchedToCash) -> None:
    """Notify the staff, and have the customer's chat offer no payment any more."""
    queue(conn, [to_staff(StaffOrderToCash(), fact.order.id), *_redrawn(fact.order)], fact.at)


def notify_customer_of_payment(conn: Connection, fact: OrderPaid) -> None:
    """Confirm a payment that need not be returned. It is no news to a customer who is looking at the order."""
    if fact.is_to_return:
        return
    if fact.source is ReportSource.POLL:
        followers = to_followers(conn, fact.order, CustomerPaymentReceived())
        queue(conn, [*_redrawn(fact.order), *followers], fact.at)
    else:
        _notify_customer(conn, fact.order, CustomerPaymentReceived(), fact.at)


def notify_customer_of_failure(conn: Connection, fact: PaymentFailed) -> None:
    until = pay_until(fact.order, get_settings(conn).unpaid_minutes)
    _notify_customer(conn, fact.order, CustomerPaymentFailed(until), fact.at)


def notify_customer_of_due_payment(conn: Connection, fact: PaymentDue) -> None:
    _notify_customer(conn, fact.order, CustomerPaymentDue(fact.until), fact.at)


def notify_of_money_to_return(conn: Connection, fact: MoneyToReturn) -> None:
    """Notify staff and customer of money to return. The message about a customer's cancellation already includes it."""
    left = sums_of(left_to_staff(conn, [fact.payment]))
    if left and fact.reason is not ReturnReason.CANCELLED_BY_CUSTOMER:
        was_unpaid = fact.order.cancel_reason_id == UNPAID_REASON or None
        queue_to_staff(conn, StaffMoneyToReturn(fact.reason, left, was_unpaid=was_unpaid), fact.at, fact.order.id)
    if fact.notifies_customer:
        sums = sums_of([fact.payment.money])
        _notify_customer(conn, fact.order, CustomerMoneyToReturn(fact.reason, sums), fact.at)


def notify_of_reversal(conn: Connection, fact: PaymentReversed) -> None:
    """Notify the staff that a standing order has no money any more, or that a guest may have got it twice.

    What was owed is settled, as the order's card shows.
    """
    if fact.is_twice or not (fact.was_owed or fact.order.status is OrderStatus.CANCELLED):
        message = StaffPaymentReversed(sums_of([fact.payment.money]), fact.is_twice or None)
        queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_unclear_payment(conn: Connection, fact: PaymentUnclear) -> None:
    """Notify the staff once, however many payment pages the order has."""
    if not is_queued(conn, MessageKind.STAFF_PAYMENT_UNCLEAR, fact.order.id):
        queue_to_staff(conn, StaffPaymentUnclear(fact.provider), fact.at, fact.order.id)


def notify_of_unknown_payment(conn: Connection, fact: PaymentUnknown) -> None:
    queue_to_staff(conn, StaffPaymentUnknown(sums_of([fact.money]), fact.provider, fact.invoice_id), fact.at)


def notify_of_amount_difference(conn: Connection, fact: AmountDiffers) -> None:
    message = StaffAmountDiffers(fact.amount, fact.currency, fact.holds_receipt or None)
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_unavailable_card(conn: Connection, fact: CardUnavailable) -> None:
    _notify_customer(conn, fact.order, CustomerCardUnavailable(), fact.at)


def warn_of_low_stock(conn: Connection, fact: StockLow) -> None:
    queue_to_staff(conn, StaffLowStock(fact.name, fact.stock, fact.unit), fact.at)


def notify_of_ended_pause(conn: Connection, fact: PauseEnded) -> None:
    """Tell the staff, who may have forgotten the pause."""
    queue_to_staff(conn, StaffPauseEnded(fact.is_taking_orders, fact.order_type), fact.at)


def notify_of_ended_busy(conn: Connection, fact: BusyEnded) -> None:
    """Tell the staff, who may need it for longer."""
    queue_to_staff(conn, StaffBusyEnded(), fact.at)


def notify_staff_of_failed_backup(conn: Connection, fact: BackupFailed) -> None:
    queue_to_staff(conn, StaffBackupFailed(fact.problem), fact.at)


def notify_staff_of_recovered_backup(conn: Connection, fact: BackupRecovered) -> None:
    queue_to_staff(conn, StaffBackupRecovered(), fact.at)


def warn_of_low_disk(conn: Connection, fact: DiskLow) -> None:
    is_urgent = fact.free < FULL and DiskUse.DATABASE in fact.uses
    queue_to_staff(conn, StaffDiskLow(tuple(fact.uses), fact.free // MB, is_urgent), fact.at)


def send_receipt(conn: Connection, fact: ReceiptMade) -> None:
    """Send the link to the customer, unless the order was cancelled meanwhile: its return has a receipt, too."""
    if fact.order.status is not OrderStatus.CANCELLED:
        _notify_customer(conn, fact.order, CustomerReceiptReady(fact.url), fact.at)


def send_return_receipt(conn: Connection, fact: ReturnReceiptMade) -> None:
    _notify_customer(conn, fact.order, CustomerReceiptReady(fact.url, is_return=True), fact.at)


def notify_of_refused_return_receipt(conn: Connection, fact: ReturnReceiptRefused) -> None:
    """Notify the staff that the receipt of a return has to be issued manually."""
    queue_to_staff(conn, StaffReturnReceiptRefused(sums_of([fact.money]), fact.reason), fact.at, fact.order.id)


def notify_customer_of_refund(conn: Connection, fact: RefundDone) -> None:
    message = CustomerMoneyReturned(sums_of([fact.refund.money]), fact.refund.way)
    _notify_customer(conn, fact.order, message, fact.at)


def notify_of_refused_refund(conn: Connection, fact: RefundRefused) -> None:
    message = StaffRefundRefused(sums_of([fact.refund.money]), fact.problem)
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_held_refund(conn: Connection, fact: RefundHeld) -> None:
    """Notify the staff that nobody asks the provider any more until they decide."""
    message = StaffRefundHeld(sums_of([fact.refund.money]), fact.refund.problem or "")
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_unclear_refund(conn: Connection, fact: RefundUnclear) -> None:
    message = StaffRefundUnclear(sums_of([fact.refund.money]), fact.provider, fact.refund.reference)
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_delayed_receipt(conn: Connection, fact: ReceiptDelayed) -> None:
    queue_to_staff(conn, StaffReceiptDelayed(fact.reason), fact.at, fact.order.id)


def notify_of_refused_receipt(conn: Connection, fact: ReceiptRefused) -> None:
    """Notify the staff that a receipt has to be issued manually."""
    queue_to_staff(conn, StaffReceiptRefused(fact.reason), fact.at, fact.order.id)


def update_card(
    conn: Connection,
    fact: OrderMoved
    | OrderPromised
    | OrderCancelled
    | OrderPaid
    | MoneyToReturn
    | PaymentReversed
    | PaymentHeld
    | HoldLost
    | SwitchedToCash
    | RefundRequested
    | RefundDone
    | RefundRefused
    | RefundHeld
    | RefundUnclear
    | FollowingChanged,
) -> None:
    """Queue an update of the order's card in the staff chat."""
    queue_card(conn, fact.order.id, fact.at)


def clear_card(conn: Connection, fact: OrderAnonymised) -> None:
    """Queue an edit that removes the person from the order's card, if it has one."""
    if find_card(conn, fact.order_id) is not None:
        queue_card(conn, fact.order_id, fact.at)


def queue_card(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue an update of an order's card, unless a queued message will include this change, or there is no card."""
    for kind in (MessageKind.STAFF_CARD_CHANGED, MessageKind.STAFF_ORDER_CREATED):
        if will_be_planned(conn, kind, order_id):
            return
    if _is_shown(conn, order_id):
        queue_to_staff(conn, StaffCardChanged(), now, order_id)


def queue_card_again(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue an order's card as a new message in place of the one that stands, unless that is queued already."""
    if not is_queued(conn, MessageKind.STAFF_CARD_REQUESTED, order_id):
        queue_to_staff(conn, StaffCardRequested(), now, order_id)


def _is_shown(conn: Connection, order_id: OrderId) -> bool:
    """Whether the order's card is in the staff chat, or about to be. It may be sent between the two looks."""
    return is_queued(conn, MessageKind.STAFF_ORDER_CREATED, order_id) or find_card(conn, order_id) is not None


def _redrawn(order: Order, changed: CustomerOrderChanged | None = None) -> list[NewMessage]:
    """Have the message that shows an order in its customer's chat changed, if there is one: it is no news to them."""
    message = changed or CustomerOrderChanged()
    return to_customer(message, order.customer_id, order.customer_locale, order.id)


def _notify_customer(conn: Connection, order: Order, message: Message, now: int, *, delay: int = 0) -> None:
    """Tell the customer, and whoever follows the order."""
    queue(conn, to_customer_side(conn, order, message, delay=delay), now)
