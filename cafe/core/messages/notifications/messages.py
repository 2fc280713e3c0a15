"""All messages by their kind, and reading one from the outbox."""

from collections.abc import Mapping
from typing import Any

from cafe.core.messages.notifications.customer_messages import (
    CustomerCardUnavailable,
    CustomerMoneyReturned,
    CustomerMoneyToReturn,
    CustomerNewsBelow,
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
from cafe.core.messages.notifications.message import Message, MessageKind, UnknownMessageError
from cafe.core.messages.notifications.staff_messages import (
    StaffAmountDiffers,
    StaffBackupFailed,
    StaffBackupRecovered,
    StaffBoard,
    StaffBoardUnpinned,
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

MESSAGES: Mapping[MessageKind, type[Message]] = {
    message.kind: message
    for message in (
        StaffOrderCreated,
        StaffOrderCancelled,
        StaffOrderPaid,
        StaffOrderHeld,
        StaffHoldLost,
        StaffOrderToCash,
        StaffMoneyToReturn,
        StaffPaymentReversed,
        StaffPaymentUnclear,
        StaffPaymentUnknown,
        StaffAmountDiffers,
        StaffLowStock,
        StaffReceiptRefused,
        StaffReceiptDelayed,
        StaffReturnReceiptRefused,
        StaffRefundRefused,
        StaffRefundHeld,
        StaffRefundUnclear,
        StaffCardChanged,
        StaffCardRequested,
        StaffOrderWaiting,
        StaffOrderForgotten,
        StaffOrderLate,
        StaffPickupDue,
        StaffOrdersWaiting,
        StaffBoard,
        StaffBoardUnpinned,
        StaffPauseEnded,
        StaffBusyEnded,
        StaffBackupFailed,
        StaffBackupRecovered,
        StaffDiskLow,
        CustomerOrderCreated,
        CustomerCardUnavailable,
        CustomerPaymentReceived,
        CustomerPaymentHeld,
        CustomerPaymentFailed,
        CustomerPaymentDue,
        CustomerMoneyToReturn,
        CustomerMoneyReturned,
        CustomerOrderStatus,
        CustomerStatusCorrected,
        CustomerOrderChanged,
        CustomerNewsBelow,
        CustomerReceiptReady,
    )
}


def read_message(kind: str, payload: Mapping[str, Any]) -> Message:
    """Read the message of an outbox row.

    Raises:
        UnknownMessageError: the kind is unknown, or the payload does not fit it.
    """
    if kind not in list(MessageKind):
        raise UnknownMessageError(kind)
    return MESSAGES[MessageKind(kind)].read(payload)
