"""Messages to couriers in their own chats, and about deliveries to guests and the staff; their handlers."""

from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.delivery.couriers import store
from cafe.core.delivery.couriers.model import (
    Courier,
    CourierWrote,
    DeliveryChanged,
    DeliverySeenLate,
    DeliveryStep,
    GuestWrote,
    HandOverPhotographed,
    ShiftBegun,
    ShiftEnded,
)
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.messages.notifications.audience import notify_customer_side, to_browsers
from cafe.core.messages.notifications.card_messages import queue_card
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage
from cafe.core.messages.outbox.store import (
    list_queued_chats,
    list_unclaimed,
    queue,
    queue_to_customer,
    queue_to_staff,
    to_customer,
    will_be_planned,
)
from cafe.core.money.payments.facts import OrderPaid
from cafe.core.ordering.orders.facts import OrderCancelled, OrderEdited, OrderMoved, OrderPromised, OrderSteppedBack
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType
from cafe.core.ordering.orders.store import list_orders

TROUBLE = frozenset({DeliveryStep.NOBODY, DeliveryStep.RETURNED, DeliveryStep.UNPROVEN})


@dataclass(frozen=True, slots=True)
class CustomerCourierCard(CustomerMessage):
    """To a courier: an order as it is for them now, offered, theirs or over.

    It edits the message that shows the order, or comes as a new one in its place where it is news.
    """

    kind = "customer-courier-card"
    is_news: bool | None = None


@dataclass(frozen=True, slots=True)
class CustomerCourierAtDoor(CustomerMessage):
    """To the guest: the courier is at the door."""

    kind = "customer-courier-at-door"
    courier: str


@dataclass(frozen=True, slots=True)
class StaffDeliveryTrouble(StaffMessage):
    """A courier found nobody (`nobody`), brought the order back (`returned`), or has no proof (`unproven`)."""

    kind = "staff-delivery-trouble"
    courier: str
    step: str


@dataclass(frozen=True, slots=True)
class StaffHandOverPhoto(StaffMessage):
    """A courier's photo (its id at the messenger) of what they handed over."""

    kind = "staff-hand-over-photo"
    courier: str
    photo: str


@dataclass(frozen=True, slots=True)
class CustomerGuestWords(CustomerMessage):
    """To the courier: what the guest writes."""

    kind = "customer-guest-words"
    is_private = True
    text: str


@dataclass(frozen=True, slots=True)
class CustomerCourierWords(CustomerMessage):
    """To the guest: what the courier writes."""

    kind = "customer-courier-words"
    is_private = True
    courier: str
    text: str


@dataclass(frozen=True, slots=True)
class StaffCourierUnreachable(StaffMessage):
    """The bot may not write to a courier any more, whose shift is ended; `carried`: what somebody has to look after."""

    kind = "staff-courier-unreachable"
    name: str
    carried: str


@dataclass(frozen=True, slots=True)
class StaffShiftEnded(StaffMessage):
    """A courier went off shift with orders: those that are free again, and those that they still carry."""

    kind = "staff-shift-ended"
    name: str
    free: str
    carried: str


def offer_delivery(conn: Connection, fact: OrderMoved) -> None:
    """Offer a delivery to everybody on shift once it is being made."""
    if fact.to is OrderStatus.COOKING and fact.order.order_type is OrderType.DELIVERY and fact.order.courier is None:
        _queue_cards(conn, fact.order.id, store.list_on_shift(conn), fact.at, is_news=True)


def follow_on_courier_cards(
    conn: Connection, fact: OrderMoved | OrderPromised | OrderSteppedBack | OrderEdited | OrderPaid
) -> None:
    """Update what couriers see of an order."""
    if fact.order.order_type is OrderType.DELIVERY:
        _queue_cards(conn, fact.order.id, _readers(conn, fact.order.id), fact.at)


def tell_courier_of_cancellation(conn: Connection, fact: OrderCancelled) -> None:
    """Tell the courier who has the order, with a sound, and the others without."""
    own = fact.order.courier
    cards = _readers(conn, fact.order.id) if fact.order.order_type is OrderType.DELIVERY else []
    for courier in cards:
        is_news = own is not None and courier.id == own.id
        _queue_cards(conn, fact.order.id, [courier], fact.at, is_news=is_news)


def tell_of_delivery(conn: Connection, fact: DeliveryChanged) -> None:
    """Tell those whom a courier's step concerns: the other couriers, the guest, the staff."""
    order_id = fact.order.id
    news: set[StaffId] = set()
    couriers = _readers(conn, order_id)
    if fact.step in {DeliveryStep.GIVEN_BACK, DeliveryStep.RETURNED} and fact.order.status is not OrderStatus.COURIER:
        news = {each.id for each in store.list_on_shift(conn)} - {fact.courier}
        couriers = [*couriers, *(each for each in store.list_on_shift(conn) if each not in couriers)]
    elif fact.step is DeliveryStep.ASSIGNED:
        news = {fact.courier}
        assigned = store.find_courier(conn, fact.courier)
        couriers = [*couriers, *([assigned] if assigned else [])]
    for courier in {each.id: each for each in couriers}.values():
        _queue_cards(conn, order_id, [courier], fact.at, is_news=courier.id in news)
    if fact.step is DeliveryStep.ARRIVED and fact.order.courier is not None:
        notify_customer_side(conn, fact.order, CustomerCourierAtDoor(fact.order.courier.first_name), fact.at)
    if fact.step in TROUBLE:
        queue_to_staff(conn, StaffDeliveryTrouble(fact.name, fact.step.value), fact.at, order_id)
    queue_card(conn, order_id, fact.at)


def send_photo_to_staff(conn: Connection, fact: HandOverPhotographed) -> None:
    queue_to_staff(conn, StaffHandOverPhoto(fact.name, fact.photo), fact.at, fact.order.id)


def send_words_to_courier(conn: Connection, fact: GuestWrote) -> None:
    courier = fact.courier
    if courier.chat_id is not None:
        message = CustomerGuestWords(fact.text)
        queue_to_customer(conn, message, fact.at, courier.chat_id, courier.locale, fact.order.id)


def send_words_to_guest(conn: Connection, fact: CourierWrote) -> None:
    name = fact.order.courier.first_name if fact.order.courier else ""
    order, message = fact.order, CustomerCourierWords(name, fact.text)
    own = to_customer(message, order.customer_id, order.customer_locale, order.id)
    queue(conn, [*own, *to_browsers(conn, order, message)], fact.at)


def show_free_deliveries(conn: Connection, fact: ShiftBegun) -> None:
    """Show somebody who comes on shift what they could bring, and what they have."""
    for order in fact.orders:
        _queue_cards(conn, order.id, [fact.courier], fact.at, is_news=True)


def redraw_courier_card(conn: Connection, fact: DeliverySeenLate) -> None:
    _queue_cards(conn, fact.order.id, [fact.courier], fact.at)


def tell_staff_of_ended_shift(conn: Connection, fact: ShiftEnded) -> None:
    """Tell the staff of a shift that ended with orders."""
    if fact.given_back or fact.carried:
        message = StaffShiftEnded(fact.name, _numbers(fact.given_back), _numbers(fact.carried))
        queue_to_staff(conn, message, fact.at)


def end_unreachable_shift(courier: Courier, conn: Connection, now: int) -> None:
    """End the shift of somebody who has blocked the bot: nothing more is offered, and the staff know."""
    if not store.end_shift(conn, courier.id, now):
        return
    carried = list_orders(conn, [each.order_id for each in store.list_carried(conn, courier.id)])
    queue_to_staff(conn, StaffCourierUnreachable(courier.name, _numbers(carried)), now)


def _readers(conn: Connection, order_id: OrderId) -> list[Courier]:
    """List the couriers who see an order in their chats, or are about to."""
    return store.list_readers(conn, order_id, list_queued_chats(conn, CustomerCourierCard.kind, order_id))


def _queue_cards(
    conn: Connection, order_id: OrderId, couriers: Iterable[Courier], now: int, *, is_news: bool = False
) -> None:
    """Queue couriers' messages about an order, unless one that is queued will show it as it is now."""
    will_be_planned(conn, CustomerCourierCard.kind, order_id)  # until this commits, none of these is claimed
    waiting = {row.chat_id for row in list_unclaimed(conn, CustomerCourierCard.kind, order_id)}
    for courier in couriers:
        if courier.chat_id is not None and (is_news or courier.chat_id not in waiting):
            message = CustomerCourierCard(is_news or None)
            queue_to_customer(conn, message, now, courier.chat_id, courier.locale, order_id)


def _numbers(orders: Iterable[Order]) -> str:
    """Return their numbers, `none` without any."""
    return ", ".join(order.number for order in orders) or "none"
