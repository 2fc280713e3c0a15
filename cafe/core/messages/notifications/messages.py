"""Reading messages from the outbox."""

from collections.abc import Mapping
from typing import Any

from cafe.core.messages.notifications import (  # noqa: F401 - each registers its messages
    board,
    card_messages,
    cash_messages,
    courier_messages,
    disruption_messages,
    edit_messages,
    mode_messages,
    order_messages,
    owner_messages,
    payment_messages,
    printer_messages,
    question_messages,
    rating_messages,
    refund_messages,
    till_messages,
    upkeep_messages,
    waiting_messages,
)
from cafe.core.messages.notifications.message import MESSAGES, Message, UnknownMessageError


def read_message(kind: str, payload: Mapping[str, Any]) -> Message:
    """Read the message of an outbox row.

    Raises:
        UnknownMessageError: the kind is unknown, or the payload does not fit it.
    """
    if kind not in MESSAGES:
        raise UnknownMessageError(kind)
    return MESSAGES[kind].read(payload)
