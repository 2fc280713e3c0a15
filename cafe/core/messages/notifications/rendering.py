"""The contents of messages, and the interface that renders them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.message import Message
from cafe.core.messages.notifications.model import CancelledOrder, Overdue, WaitingOrder
from cafe.core.messages.outbox.port import ChatMessage
from cafe.core.money.payments.model import Money
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.board.model import Board
from cafe.core.ordering.orders.history import Event
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True)
class MessageContents:
    """A message with all data it may mention, as of the time of sending."""

    message: Message
    locale: Locale
    order: Order | None
    zone: ZoneInfo
    now: int
    """Unix seconds."""
    base_url: str
    """The base URL of pages that messages link to."""
    is_for_follower: bool = False
    """Whether the recipient only follows the order, and may not change it."""
    pay_until: int | None = None
    """When the order must be paid, in Unix seconds; None: no limit."""
    way_minutes: int = 0
    """How long the delivery takes once the order is ready."""


@dataclass(frozen=True, slots=True)
class CardReminder:
    """Why a card is sent again: the order has waited for so many minutes, is late by them, or is due in them."""

    reason: Literal["waiting"] | Overdue
    minutes: int


@dataclass(frozen=True, slots=True)
class CardMoney:
    """The money of an order that goes back, or should."""

    to_return: Sequence[Money] = ()
    """Debts that no refund covers yet."""
    returning: Sequence[Money] = ()
    """Refunds in progress."""
    returned: Sequence[Money] = ()
    unclear: Sequence[Refund] = ()
    """The refunds that the staff have to check."""
    held: Sequence[Money] = ()
    """Refunds that the provider did not accept, so that the staff have to decide."""
    can_refund: bool = False
    """Whether somebody can give money back now."""


@dataclass(frozen=True, slots=True)
class CardContents:
    """The content of an order's card for the staff. `reminder` is set when the card is sent again."""

    order: Order
    events: Sequence[Event]
    zone: ZoneInfo
    money: CardMoney
    reminder: CardReminder | None = None
    is_followed: bool = False
    """Whether it has followers or subscribed browsers."""
    can_step_back: bool = False
    """Whether the last step can be undone."""
    has_couriers: bool = False
    """Whether the staff can give it to somebody on shift."""


@dataclass(frozen=True, slots=True)
class WaitingContents:
    """The content of the list of waiting orders: some of them, and the number of all."""

    orders: Sequence[WaitingOrder]
    total: int
    zone: ZoneInfo
    at_opening: bool


@dataclass(frozen=True, slots=True)
class BoardContents:
    """The content of the board."""

    board: Board
    zone: ZoneInfo


class CourierView(StrEnum):
    """What an order is to a courier."""

    FREE = "free"
    OWN = "own"
    OTHERS = "others"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class CourierCardContents:
    """An order in a courier's chat."""

    order: Order
    view: CourierView
    locale: Locale
    zone: ZoneInfo
    way_minutes: int


class Renderer(Protocol):
    """Renders messages for a chat."""

    def render(self, contents: MessageContents) -> ChatMessage: ...

    def render_screen(self, contents: MessageContents, order: Order) -> ChatMessage:
        """Render the order as its guest opens it."""
        ...

    def render_card(self, contents: CardContents) -> ChatMessage:
        """Render the staff's card of an order."""
        ...

    def render_waiting(self, contents: WaitingContents) -> ChatMessage:
        """Render the list of waiting orders."""
        ...

    def render_cancelled(self, orders: Sequence[CancelledOrder]) -> ChatMessage:
        """Render a list of orders that guests cancelled before the staff saw them."""
        ...

    def render_courier_card(self, contents: CourierCardContents) -> ChatMessage:
        """Render an order for its courier."""
        ...

    def render_board(self, contents: BoardContents) -> ChatMessage:
        """Render all open orders as one message."""
        ...
