"""The handlers of each fact, in order; all run in the transaction that recorded the fact."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cafe.core.catalogue.bottles.facts import DrinksPoured
from cafe.core.catalogue.bottles.handlers import pour_drinks
from cafe.core.catalogue.disruptions.facts import DisruptionBegan, DisruptionEnded, SourceBack, SourceSilent
from cafe.core.catalogue.modes.facts import ModeBegan, ModeEnded
from cafe.core.catalogue.settings.facts import BusyEnded, PauseEnded
from cafe.core.catalogue.stock.facts import StockLow
from cafe.core.catalogue.stock.handlers import restore_stock, take_stock
from cafe.core.delivery.cash.handlers import book_back, book_collected
from cafe.core.delivery.cash.model import CashDecided, CashHandedIn
from cafe.core.delivery.couriers.handlers import end_with_order, follow_order, note_delivery, undo_delivery
from cafe.core.delivery.couriers.model import (
    CourierWrote,
    DeliveryChanged,
    DeliverySeenLate,
    GuestWrote,
    HandOverPhotographed,
    ShiftBegun,
    ShiftEnded,
)
from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Fact, Follow
from cafe.core.messages.notifications.card_messages import clear_card, drop_unsent_card, show_card_again, update_card
from cafe.core.messages.notifications.cash_messages import tell_courier_of_decision, tell_of_hand_in
from cafe.core.messages.notifications.courier_messages import (
    follow_on_courier_cards,
    offer_delivery,
    redraw_courier_card,
    send_photo_to_staff,
    send_words_to_courier,
    send_words_to_guest,
    show_free_deliveries,
    tell_courier_of_cancellation,
    tell_of_delivery,
    tell_staff_of_ended_shift,
)
from cafe.core.messages.notifications.disruption_messages import (
    tell_of_disruption,
    tell_of_ended_disruption,
    tell_of_silent_source,
    tell_of_source_back,
)
from cafe.core.messages.notifications.edit_messages import (
    notify_of_edit,
    propose_edit,
    tell_staff_of_declined_edit,
)
from cafe.core.messages.notifications.mode_messages import (
    tell_of_begun_mode,
    tell_of_ended_mode,
    tell_of_possible_order,
    tell_of_prevented_order,
)
from cafe.core.messages.notifications.order_messages import (
    announce_order,
    notify_customer_of_move,
    notify_customer_of_promise,
    notify_customer_of_step_back,
    notify_of_cancellation,
)
from cafe.core.messages.notifications.payment_messages import (
    notify_customer_of_due_payment,
    notify_customer_of_failure,
    notify_customer_of_hold,
    notify_customer_of_payment,
    notify_of_amount_difference,
    notify_of_cash,
    notify_of_lost_hold,
    notify_of_money_to_return,
    notify_of_reversal,
    notify_of_unavailable_card,
    notify_of_unclear_payment,
    notify_of_unknown_payment,
    notify_staff_of_hold,
    notify_staff_of_payment,
)
from cafe.core.messages.notifications.printer_messages import tell_of_dropped_pages, tell_of_stuck_printer
from cafe.core.messages.notifications.rating_messages import ask_for_rating, tell_staff_of_bad_rating
from cafe.core.messages.notifications.refund_messages import (
    notify_customer_of_refund,
    notify_of_delayed_receipt,
    notify_of_held_refund,
    notify_of_refused_receipt,
    notify_of_refused_refund,
    notify_of_refused_return_receipt,
    notify_of_unclear_refund,
    send_receipt,
    send_return_receipt,
)
from cafe.core.messages.notifications.till_messages import (
    tell_of_closed_till,
    tell_of_short_drawer,
    tell_of_untold_cash,
)
from cafe.core.messages.notifications.upkeep_messages import (
    notify_of_ended_busy,
    notify_of_ended_pause,
    notify_staff_of_failed_backup,
    notify_staff_of_recovered_backup,
    notify_staff_of_recovered_copy,
    notify_staff_of_stopped_copy,
    tell_of_return,
    warn_of_low_disk,
    warn_of_low_stock,
)
from cafe.core.messages.notifications.waiting_messages import list_waiting_orders, remind_of_overdue, remind_staff
from cafe.core.messages.printers.facts import PagesDropped, PrinterStuck
from cafe.core.messages.printers.handlers import (
    print_cancelled,
    print_day,
    print_edited,
    print_moved,
    print_placed,
    print_promised,
    print_receipt,
)
from cafe.core.messages.subscriptions.facts import SubscriptionsChanged
from cafe.core.money.payments.facts import (
    AmountDiffers,
    CardUnavailable,
    HoldLost,
    MoneyToReturn,
    OrderPaid,
    PaidAtCounter,
    PaidTooMuch,
    PaymentDue,
    PaymentFailed,
    PaymentHeld,
    PaymentReversed,
    PaymentUnclear,
    PaymentUnknown,
    ReturnsReported,
    SwitchedToCash,
    TakenInPerson,
)
from cafe.core.money.payments.handlers import (
    capture_hold,
    drop_cash_at_the_door,
    note_cash_at_the_door,
    note_held,
    note_hold_lost,
    note_money_to_return,
    note_paid,
    note_paid_at_counter,
    note_reversed,
    note_switched,
    release_holds,
    withdraw_invoices,
    withdraw_invoices_of_finished,
    withdraw_outdated_invoices,
)
from cafe.core.money.payments.returns import return_late_payment, return_money_of_cancelled
from cafe.core.money.receipts.facts import (
    CashUntold,
    DrawerShort,
    ReceiptDelayed,
    ReceiptMade,
    ReceiptRefused,
    ReturnReceiptMade,
    ReturnReceiptRefused,
)
from cafe.core.money.receipts.handlers import (
    drop_receipt,
    keep_bill,
    make_receipts_due,
    queue_receipt,
    queue_receipt_in_person,
    take_receipts_back,
)
from cafe.core.money.refunds.facts import RefundDone, RefundHeld, RefundRefused, RefundRequested, RefundUnclear
from cafe.core.money.refunds.handlers import (
    lower_debt,
    note_refunded,
    queue_return_receipt,
    return_what_is_too_much,
)
from cafe.core.money.refunds.reconcile import reconcile
from cafe.core.money.tills.facts import TillClosed
from cafe.core.money.tills.handlers import book_cash_given_back, book_hand_in, book_taken_cash, book_undone_cash
from cafe.core.ordering.orders.facts import (
    EditDeclined,
    EditProposed,
    OrderAnonymised,
    OrderCancelled,
    OrderEdited,
    OrderMoved,
    OrderOverdue,
    OrderPlaced,
    OrderPossible,
    OrderPrevented,
    OrderPromised,
    OrderSteppedBack,
    OrdersWaiting,
    OrderUnanswered,
)
from cafe.core.ordering.orders.handlers import (
    note_cancelled,
    note_declined,
    note_edited,
    note_moved,
    note_placed,
    note_promised,
    note_proposed,
    note_step_back,
)
from cafe.core.ordering.ratings.facts import OrderRatedBad, RatingDue
from cafe.core.people.privacy.handlers import anonymise_if_forgotten
from cafe.core.upkeep.backups.facts import BackupFailed, BackupRecovered, CopyRecovered, CopyStopped, DiskLow
from cafe.core.upkeep.outages.facts import ServiceReturned

F = TypeVar("F", bound=Fact)
AnyHandler = Callable[[Connection, Any], Follow]
"""The handler type of the table; `on` makes the type checker verify that each handler accepts its fact."""


def on(fact: type[F], *handlers: Callable[[Connection, F], Follow]) -> tuple[type[Fact], tuple[AnyHandler, ...]]:
    """Build one row of the table; the type checker verifies that each handler accepts this fact."""
    return fact, handlers


HANDLERS: Mapping[type[Fact], tuple[AnyHandler, ...]] = dict(
    (
        on(OrderPlaced, note_placed, announce_order, take_stock, print_placed),
        on(
            OrderMoved,
            pour_drinks,
            note_moved,
            capture_hold,
            follow_order,
            note_cash_at_the_door,
            book_collected,
            withdraw_invoices_of_finished,
            notify_customer_of_move,
            drop_unsent_card,
            update_card,
            follow_on_courier_cards,
            offer_delivery,
            print_moved,
            anonymise_if_forgotten,
        ),
        on(
            OrderSteppedBack,
            note_step_back,
            drop_cash_at_the_door,
            take_receipts_back,
            book_back,
            book_undone_cash,
            undo_delivery,
            notify_customer_of_step_back,
            show_card_again,
            follow_on_courier_cards,
        ),
        on(
            OrderPromised,
            note_promised,
            capture_hold,
            notify_customer_of_promise,
            update_card,
            follow_on_courier_cards,
            print_promised,
        ),
        on(
            OrderCancelled,
            note_cancelled,
            restore_stock,
            end_with_order,
            withdraw_invoices,
            release_holds,
            drop_unsent_card,
            notify_of_cancellation,
            update_card,
            tell_courier_of_cancellation,
            return_money_of_cancelled,
            drop_receipt,
            print_cancelled,
            anonymise_if_forgotten,
        ),
        on(
            OrderEdited,
            note_edited,
            keep_bill,
            withdraw_outdated_invoices,
            notify_of_edit,
            update_card,
            follow_on_courier_cards,
            print_edited,
        ),
        on(EditProposed, note_proposed, propose_edit, update_card),
        on(EditDeclined, note_declined, tell_staff_of_declined_edit, update_card),
        on(DeliveryChanged, note_delivery, tell_of_delivery),
        on(DeliverySeenLate, redraw_courier_card),
        on(HandOverPhotographed, send_photo_to_staff),
        on(GuestWrote, send_words_to_courier),
        on(CourierWrote, send_words_to_guest),
        on(ShiftBegun, show_free_deliveries),
        on(ShiftEnded, tell_staff_of_ended_shift),
        on(CashHandedIn, book_hand_in, tell_of_hand_in),
        on(TillClosed, tell_of_closed_till, print_day),
        on(CashDecided, tell_courier_of_decision),
        on(OrderAnonymised, clear_card),
        on(SubscriptionsChanged, update_card),
        on(OrderUnanswered, remind_staff),
        on(OrderOverdue, remind_of_overdue),
        on(OrdersWaiting, list_waiting_orders),
        on(
            OrderPaid,
            note_paid,
            withdraw_invoices,
            release_holds,
            notify_staff_of_payment,
            update_card,
            follow_on_courier_cards,
            notify_customer_of_payment,
            queue_receipt,
            return_late_payment,
        ),
        on(DrinksPoured, make_receipts_due),
        on(PaidAtCounter, note_paid_at_counter),
        on(TakenInPerson, queue_receipt_in_person, book_taken_cash),
        on(PaidTooMuch, return_what_is_too_much),
        on(SwitchedToCash, note_switched, withdraw_invoices, notify_of_cash, update_card),
        on(PaymentHeld, note_held, withdraw_invoices, notify_staff_of_hold, update_card, notify_customer_of_hold),
        on(HoldLost, note_hold_lost, notify_of_lost_hold, update_card),
        on(PaymentFailed, notify_customer_of_failure),
        on(PaymentDue, notify_customer_of_due_payment),
        on(MoneyToReturn, note_money_to_return, notify_of_money_to_return, update_card),
        on(ReturnsReported, reconcile),
        on(RefundRequested, update_card),
        on(
            RefundDone,
            note_refunded,
            lower_debt,
            book_cash_given_back,
            queue_return_receipt,
            notify_customer_of_refund,
            update_card,
        ),
        on(RefundRefused, notify_of_refused_refund, update_card),
        on(RefundHeld, notify_of_held_refund, update_card),
        on(RefundUnclear, notify_of_unclear_refund, update_card),
        on(PaymentReversed, note_reversed, notify_of_reversal, update_card),
        on(PaymentUnclear, notify_of_unclear_payment),
        on(PaymentUnknown, notify_of_unknown_payment),
        on(AmountDiffers, notify_of_amount_difference),
        on(CardUnavailable, notify_of_unavailable_card),
        on(RatingDue, ask_for_rating),
        on(OrderRatedBad, tell_staff_of_bad_rating),
        on(StockLow, warn_of_low_stock),
        on(PauseEnded, notify_of_ended_pause),
        on(BusyEnded, notify_of_ended_busy),
        on(DisruptionBegan, tell_of_disruption),
        on(DisruptionEnded, tell_of_ended_disruption),
        on(SourceSilent, tell_of_silent_source),
        on(SourceBack, tell_of_source_back),
        on(ModeBegan, tell_of_begun_mode),
        on(ModeEnded, tell_of_ended_mode),
        on(OrderPrevented, tell_of_prevented_order),
        on(OrderPossible, tell_of_possible_order),
        on(BackupFailed, notify_staff_of_failed_backup),
        on(BackupRecovered, notify_staff_of_recovered_backup),
        on(CopyStopped, notify_staff_of_stopped_copy),
        on(CopyRecovered, notify_staff_of_recovered_copy),
        on(DiskLow, warn_of_low_disk),
        on(ServiceReturned, tell_of_return),
        on(PrinterStuck, tell_of_stuck_printer),
        on(PagesDropped, tell_of_dropped_pages),
        on(ReceiptMade, send_receipt, print_receipt),
        on(ReturnReceiptMade, send_return_receipt),
        on(ReturnReceiptRefused, notify_of_refused_return_receipt),
        on(ReceiptDelayed, notify_of_delayed_receipt),
        on(ReceiptRefused, notify_of_refused_receipt),
        on(DrawerShort, tell_of_short_drawer),
        on(CashUntold, tell_of_untold_cash),
    )
)
"""A handler may return further facts; they are recorded after it."""


def record(conn: Connection, fact: Fact) -> None:
    """Run the handlers of a fact. A fact that is not in the table is a bug and raises KeyError."""
    for handle in HANDLERS[type(fact)]:
        for further in handle(conn, fact) or ():
            record(conn, further)
