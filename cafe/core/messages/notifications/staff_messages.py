"""The messages to the staff, with their data apart from the order. The outbox stores them as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.messages.notifications.message import Message, MessageKind, Sums
from cafe.core.messages.outbox.model import Priority
from cafe.core.money.payments.facts import ReturnReason


@dataclass(frozen=True, slots=True)
class StaffOrderCreated(Message):
    """Shows the order's card for the first time."""

    kind = MessageKind.STAFF_ORDER_CREATED
    priority = Priority.FIRST


@dataclass(frozen=True, slots=True)
class StaffOrderCancelled(Message):
    """The customer cancelled, or nobody paid or accepted it in time."""

    kind = MessageKind.STAFF_ORDER_CANCELLED
    money_to_return: bool
    sums: Sums | None = None
    """What is to be returned; earlier versions did not store it: it is the order's total."""
    is_unpaid: bool | None = None
    is_unanswered: bool | None = None


@dataclass(frozen=True, slots=True)
class StaffOrderPaid(Message):
    """The order was paid."""

    kind = MessageKind.STAFF_ORDER_PAID


@dataclass(frozen=True, slots=True)
class StaffOrderHeld(Message):
    """The order's sum is blocked on the guest's card until somebody accepts it, or a moment (Unix seconds)."""

    kind = MessageKind.STAFF_ORDER_HELD
    until: int


@dataclass(frozen=True, slots=True)
class StaffHoldLost(Message):
    """What was held for the order could not be taken; the provider may say why."""

    kind = MessageKind.STAFF_HOLD_LOST
    reason: str


@dataclass(frozen=True, slots=True)
class StaffOrderToCash(Message):
    """The guest of an unpaid card order will pay in cash."""

    kind = MessageKind.STAFF_ORDER_TO_CASH


@dataclass(frozen=True, slots=True)
class StaffMoneyToReturn(Message):
    """Money must be returned."""

    kind = MessageKind.STAFF_MONEY_TO_RETURN
    reason: ReturnReason
    sums: Sums | None = None
    amount: int | None = None
    """Whole UAH, in place of `sums`: from earlier versions."""
    was_unpaid: bool | None = None
    """Whether the order had been cancelled because nobody paid: the guest may still wait for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", ReturnReason(self.reason))


@dataclass(frozen=True, slots=True)
class StaffPaymentReversed(Message):
    """The bank took the payment of a standing order back, or one that had been given back in person."""

    kind = MessageKind.STAFF_PAYMENT_REVERSED
    sums: Sums
    is_twice: bool | None = None
    """Whether more went back than was paid."""


@dataclass(frozen=True, slots=True)
class StaffPaymentUnclear(Message):
    """Nobody knows whether the order was paid: it has to be looked up in the provider's dashboard."""

    kind = MessageKind.STAFF_PAYMENT_UNCLEAR
    provider: str


@dataclass(frozen=True, slots=True)
class StaffPaymentUnknown(Message):
    """Somebody paid an invoice that this database does not know. Belongs to no order."""

    kind = MessageKind.STAFF_PAYMENT_UNKNOWN
    sums: Sums
    provider: str
    reference: str
    """The invoice's, as the provider's dashboard shows it."""


@dataclass(frozen=True, slots=True)
class StaffAmountDiffers(Message):
    """The paid amount differs from the order's total; `amount` in the currency's smallest unit."""

    kind = MessageKind.STAFF_AMOUNT_DIFFERS
    amount: int
    currency: str
    holds_receipt: bool | None = None
    """Whether this keeps the receipt from being made."""


@dataclass(frozen=True, slots=True)
class StaffLowStock(Message):
    """An ingredient is running low; `stock` in its unit. Not related to an order."""

    kind = MessageKind.STAFF_LOW_STOCK
    name: str
    stock: int
    unit: str


@dataclass(frozen=True, slots=True)
class StaffReceiptRefused(Message):
    """The fiscal service refused a receipt."""

    kind = MessageKind.STAFF_RECEIPT_REFUSED
    reason: str


@dataclass(frozen=True, slots=True)
class StaffReceiptDelayed(Message):
    """The receipt could not be made for hours; it is tried on."""

    kind = MessageKind.STAFF_RECEIPT_DELAYED
    reason: str


@dataclass(frozen=True, slots=True)
class StaffReturnReceiptRefused(Message):
    """The receipt of a return has to be made by hand; without a reason the sale's was made so, too."""

    kind = MessageKind.STAFF_RETURN_RECEIPT_REFUSED
    sums: Sums
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StaffRefundRefused(Message):
    """Money did not go back to the guest."""

    kind = MessageKind.STAFF_REFUND_REFUSED
    sums: Sums
    reason: str


@dataclass(frozen=True, slots=True)
class StaffRefundHeld(Message):
    """For a day the provider did not take a refund; without a reason it waited for another one."""

    kind = MessageKind.STAFF_REFUND_HELD
    sums: Sums
    reason: str


@dataclass(frozen=True, slots=True)
class StaffRefundUnclear(Message):
    """For a day nobody could tell whether money went back: it has to be looked up in the provider's dashboard."""

    kind = MessageKind.STAFF_REFUND_UNCLEAR
    sums: Sums
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class StaffCardChanged(Message):
    """Edits the order's card; no new message is sent."""

    kind = MessageKind.STAFF_CARD_CHANGED
    priority = Priority.EDIT


@dataclass(frozen=True, slots=True)
class StaffCardRequested(Message):
    """The card is sent again, at the end of the chat, since somebody wants to see it there."""

    kind = MessageKind.STAFF_CARD_REQUESTED
    priority = Priority.FIRST


@dataclass(frozen=True, slots=True)
class StaffOrderWaiting(Message):
    """Sends the card again, since the order is not accepted yet."""

    kind = MessageKind.STAFF_ORDER_WAITING
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffOrderForgotten(Message):
    """The order was not accepted after all reminders."""

    kind = MessageKind.STAFF_ORDER_FORGOTTEN
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffOrderLate(Message):
    """Sends the card again, since the order is late."""

    kind = MessageKind.STAFF_ORDER_LATE
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffPickupDue(Message):
    """Sends the card again, since the pickup is due soon and not being prepared."""

    kind = MessageKind.STAFF_PICKUP_DUE
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffOrdersWaiting(Message):
    """A list of waiting orders, at opening or instead of many reminders. Not related to one order."""

    kind = MessageKind.STAFF_ORDERS_WAITING
    priority = Priority.LAST
    at_opening: bool


@dataclass(frozen=True, slots=True)
class StaffBoard(Message):
    """Shows all open orders, in one pinned message that is edited. Not related to one order."""

    kind = MessageKind.STAFF_BOARD
    priority = Priority.EDIT


@dataclass(frozen=True, slots=True)
class StaffBoardUnpinned(Message):
    """The bot may not pin the board. Not related to one order."""

    kind = MessageKind.STAFF_BOARD_UNPINNED


@dataclass(frozen=True, slots=True)
class StaffPauseEnded(Message):
    """A pause ran out. Belongs to no order."""

    kind = MessageKind.STAFF_PAUSE_ENDED
    is_taking_orders: bool
    order_type: str | None = None
    """The type that was paused; None: all of them."""


@dataclass(frozen=True, slots=True)
class StaffBusyEnded(Message):
    """Busy mode ran out. Belongs to no order."""

    kind = MessageKind.STAFF_BUSY_ENDED


@dataclass(frozen=True, slots=True)
class StaffBackupFailed(Message):
    """The nightly copy failed. Belongs to no order."""

    kind = MessageKind.STAFF_BACKUP_FAILED
    problem: str
    """A `Problem` of the backups."""


@dataclass(frozen=True, slots=True)
class StaffBackupRecovered(Message):
    """There is a nightly copy again. Belongs to no order."""

    kind = MessageKind.STAFF_BACKUP_RECOVERED


@dataclass(frozen=True, slots=True)
class StaffDiskLow(Message):
    """A disk has little room, `free` in MB. Belongs to no order."""

    kind = MessageKind.STAFF_DISK_LOW
    uses: Sequence[str]
    """What lies on it: each a `DiskUse`."""
    free: int
    is_urgent: bool
    """Whether orders may be refused at any moment."""
