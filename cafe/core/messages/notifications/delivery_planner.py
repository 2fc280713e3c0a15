"""Planning deliveries: the chat and content of a queued message, and whether it is sent or edits an older one."""

from dataclasses import replace
from functools import partial

from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection
from cafe.core.messages.inbox.dialogs import GUEST_QUESTION, LIFETIME, question_id
from cafe.core.messages.inbox.dialogs_store import save_data
from cafe.core.messages.notifications import store
from cafe.core.messages.notifications.board import ReadBoard, StaffBoard, plan_board
from cafe.core.messages.notifications.card_messages import StaffCardChanged, StaffCardRequested, StaffOrderCreated
from cafe.core.messages.notifications.cards import read_card
from cafe.core.messages.notifications.courier_cards import plan_courier_card
from cafe.core.messages.notifications.courier_messages import CustomerCourierCard
from cafe.core.messages.notifications.digest_planner import plan_cancelled, plan_waiting
from cafe.core.messages.notifications.message import Message
from cafe.core.messages.notifications.messages import read_message
from cafe.core.messages.notifications.model import OrderTimes
from cafe.core.messages.notifications.order_messages import CustomerNewsBelow
from cafe.core.messages.notifications.overdue import overdue, ready_time
from cafe.core.messages.notifications.payment_messages import StaffOrderHeld
from cafe.core.messages.notifications.question_messages import StaffGuestQuestion
from cafe.core.messages.notifications.rendering import CardReminder, MessageContents, Renderer
from cafe.core.messages.notifications.screens import with_screens
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.messages.notifications.standing import plan_standing
from cafe.core.messages.notifications.waiting_messages import (
    StaffOrderForgotten,
    StaffOrderLate,
    StaffOrdersWaiting,
    StaffOrderWaiting,
    StaffPickupDue,
)
from cafe.core.messages.outbox.model import Delivery, Recipient, Via
from cafe.core.messages.outbox.plan import Plan
from cafe.core.messages.subscriptions.store import is_follower
from cafe.core.ordering.orders.model import Order, OrderStatus
from cafe.core.ordering.orders.rules import pay_until
from cafe.core.ordering.orders.store import find_order

REMINDERS = (StaffOrderWaiting, StaffOrderLate, StaffPickupDue)
"""Messages that send the order's card again, at the end of the chat."""

CARD_MESSAGES = (StaffOrderCreated, StaffCardChanged, StaffCardRequested, *REMINDERS)
"""Messages that show the order's card."""

WHILE_NEW = (StaffOrderWaiting, StaffOrderForgotten, StaffOrderHeld)
"""Messages that are obsolete once the order is accepted."""


class DeliveryPlanner:
    """Plans deliveries; everything is read at the time of sending, so that a late message is still up to date."""

    def __init__(
        self,
        renderer: Renderer,
        clock: Clock,
        staff_chat: StaffChat,
        base_url: str,
        read_board: ReadBoard,
    ) -> None:
        self._read_board = read_board
        self._renderer = renderer
        self._clock = clock
        self._staff_chat = staff_chat
        self._base_url = base_url

    def plan(self, conn: Connection, delivery: Delivery) -> Plan | None:
        """Return what to send for a row; None if the message is obsolete or has no recipient.

        Raises:
            UnknownMessageError: the row holds no known message.
        """
        message = read_message(delivery.kind, delivery.payload)
        chat_id = self.chat_id(conn, delivery)
        if chat_id is None:
            return None
        now, zone = unix_now(self._clock), get_settings(conn).zone
        if isinstance(message, StaffOrdersWaiting):
            return plan_waiting(conn, self._renderer, message, chat_id, zone, now)
        if isinstance(message, StaffBoard):
            return plan_board(conn, self._renderer, self._read_board, delivery, chat_id, now)
        order = find_order(conn, delivery.order_id) if delivery.order_id is not None else None
        is_past = order is not None and isinstance(message, WHILE_NEW) and order.status is not OrderStatus.NEW
        if is_past or _has_unsubscribed(conn, delivery):
            return None
        if isinstance(message, (CustomerCourierCard, *CARD_MESSAGES)):
            return self._any_card(conn, delivery, message, order, chat_id) if order else None
        return self._news(conn, delivery, message, order, chat_id)

    def _any_card(
        self, conn: Connection, delivery: Delivery, message: Message, order: Order, chat_id: int
    ) -> Plan | None:
        """Plan the staff's card of an order, or its message in a courier's chat."""
        if isinstance(message, CustomerCourierCard):
            return plan_courier_card(conn, self._renderer, message, order, chat_id, delivery.locale)
        return self._card(conn, message, order, chat_id)

    def _news(
        self, conn: Connection, delivery: Delivery, message: Message, order: Order | None, chat_id: int
    ) -> Plan | None:
        """Plan a message that is neither a card nor a digest."""
        now, settings = unix_now(self._clock), get_settings(conn)
        contents = MessageContents(
            message,
            delivery.locale,
            order,
            settings.zone,
            now,
            self._base_url,
            is_for_follower=delivery.via is Via.FOLLOWER,
            pay_until=pay_until(order, settings.unpaid_minutes) if order else None,
            way_minutes=order.way_minutes(settings) if order else 0,
        )
        if order is not None and message.shows_order:
            leaves = self._renderer.render(replace(contents, message=CustomerNewsBelow()))
            plan = plan_standing(conn, message, order, chat_id, self._renderer.render(contents), leaves)
            if plan is None or order.can_cancel or delivery.via is not Via.CHAT:
                return plan
            return with_screens(conn, plan, order.id, self._renderer.render_screen(contents, order))
        gathered = plan_cancelled(conn, self._renderer, delivery, chat_id, now)
        if gathered is not None:
            return gathered
        plan = Plan(chat_id, self._renderer.render(contents))
        if isinstance(message, StaffGuestQuestion):
            return replace(plan, after_sent=partial(_await_answer, message.customer_id, chat_id, now))
        return plan

    def chat_id(self, conn: Connection, delivery: Delivery) -> int | None:
        if delivery.recipient is Recipient.CUSTOMER:
            return delivery.chat_id
        return self._staff_chat.in_transaction(conn)

    def must_arrive(self, conn: Connection, delivery: Delivery) -> bool:
        """Whether a row is a message to the staff about an open order."""
        if delivery.recipient is not Recipient.STAFF or delivery.order_id is None:
            return False
        order = find_order(conn, delivery.order_id)
        return order is not None and not order.status.is_final

    def _card(self, conn: Connection, message: Message, order: Order, chat_id: int) -> Plan | None:
        """Plan the order's card with its current content; a card that is already in the chat is edited or replaced."""
        card = store.find_card(conn, order.id)
        if card is None and (isinstance(message, StaffCardChanged) or order.status.is_final):
            return None  # the order is not shown in the staff chat, or was finished before
        current_message = card.message_id or None if card and card.chat_id == chat_id else None
        settings, now = get_settings(conn), unix_now(self._clock)
        is_reminder = isinstance(message, REMINDERS)
        reminder = _reminder(message, order, settings, now) if is_reminder else None
        if is_reminder and reminder is None:
            return None  # the order has moved on
        rendered = self._renderer.render_card(read_card(conn, order, now, reminder))
        if order.is_anonymous:  # removes the person from an existing card; it is never sent again
            return Plan(chat_id, rendered, edits=current_message) if current_message is not None else None
        moves_down = is_reminder or isinstance(message, StaffCardRequested)
        if current_message is not None and not moves_down:
            return Plan(chat_id, rendered, edits=current_message, when_gone=partial(_note_gone, order))
        return Plan(chat_id, rendered, retires=current_message, after_sent=partial(_store_card, order, chat_id, now))


def _has_unsubscribed(conn: Connection, delivery: Delivery) -> bool:
    """Whether a message is for somebody who stopped following its order meanwhile."""
    if delivery.via is not Via.FOLLOWER or delivery.order_id is None or delivery.chat_id is None:
        return False
    return not is_follower(conn, delivery.order_id, delivery.chat_id)


def _reminder(message: Message, order: Order, settings: Settings, now: int) -> CardReminder | None:
    """Return why the card is sent again; None if the reason no longer holds."""
    if isinstance(message, StaffOrderWaiting):
        return CardReminder("waiting", max(0, now - (order.created_at or now)) // 60)
    times = OrderTimes.of(order, settings)
    reason, ready_at = overdue(times, settings.zone, now), ready_time(times, settings.zone)
    return None if reason is None or ready_at is None else CardReminder(reason, _minutes(ready_at - now))


def _minutes(left: int) -> int:
    """Return the minutes until then, rounded up, or since then, rounded down."""
    return -(-left // 60) if left > 0 else -left // 60


def _store_card(order: Order, chat_id: int, now: int, conn: Connection, message_id: int) -> None:
    store.save_new_card(conn, order.id, chat_id, message_id, now)


def _await_answer(customer_id: int, chat_id: int, now: int, conn: Connection, message_id: int) -> None:
    """Remember whose question a message is: the staff answer with a reply to it."""
    about = {"question": GUEST_QUESTION, "customer": customer_id}
    save_data(conn, question_id(chat_id, message_id), about, now, now + LIFETIME)


def _note_gone(order: Order, conn: Connection) -> None:
    store.forget_card_message(conn, order.id)
