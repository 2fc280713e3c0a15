"""A guest's question to the staff, and the cafe's answer."""

from dataclasses import dataclass

from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage


@dataclass(frozen=True, slots=True)
class StaffGuestQuestion(StaffMessage):
    """What a guest asks in the chat with the bot. Belongs to no order. Privacy deletes it by `customer_id`."""

    kind = "staff-guest-question"
    customer_id: int
    name: str
    """The guest's, with the number of their latest open order."""
    text: str


@dataclass(frozen=True, slots=True)
class CustomerCafeAnswer(CustomerMessage):
    """What the staff answer to a guest's question. Belongs to no order."""

    kind = "customer-cafe-answer"
    cafe: str
    text: str
