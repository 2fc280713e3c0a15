"""What a queued message means when its turn comes: to which chat, in which words, as a new message or a change."""

from collections.abc import Callable

from cafe.core.i18n import Texts
from cafe.core.notifications import Facts, Kind, render
from cafe.core.outbox import Plan
from cafe.core.ports import Clock, Connection
from cafe.core.staff_cards import CardFacts, render_card
from cafe.core.staff_chat import StaffChat
from cafe.core.store.deliveries import STAFF, Delivery
from cafe.core.store.orders import find_order
from cafe.core.store.settings import get_settings
from cafe.core.store.staff_cards import find_card, list_events
from cafe.core.values import Order, OrderStatus

CARD_KINDS = {Kind.STAFF_ORDER_CREATED, Kind.STAFF_CARD_CHANGED, Kind.STAFF_ORDER_WAITING}


class Planner:
    """Plans deliveries; everything is read at the moment of sending, so that a late message is not an old one."""

    def __init__(self, texts: Texts, clock: Clock, staff_chat: StaffChat, base_url: Callable[[], str]) -> None:
        self._texts = texts
        self._clock = clock
        self._staff_chat = staff_chat
        self._base_url = base_url

    def __call__(self, conn: Connection, delivery: Delivery) -> Plan | None:
        """See `Planner` of the outbox."""
        chat_id = self._chat(conn, delivery)
        if chat_id is None:
            return None
        order = find_order(conn, delivery.order_id) if delivery.order_id is not None else None
        kind = Kind(delivery.kind)
        if kind in CARD_KINDS:
            return self._card(conn, kind, order, chat_id) if order else None
        zone = get_settings(conn).zone
        facts = Facts(kind, delivery.locale, delivery.payload, order, zone, self._now(), self._base_url())
        message = render(self._texts, facts)
        return Plan(chat_id, message) if message else None

    def _chat(self, conn: Connection, delivery: Delivery) -> int | None:
        if delivery.recipient != STAFF:
            return delivery.chat_id
        return self._staff_chat.in_transaction(conn)

    def _card(self, conn: Connection, kind: Kind, order: Order, chat_id: int) -> Plan | None:
        """The order's card as it is to look now; one that stands in the chat already is edited or replaced."""
        if kind is Kind.STAFF_ORDER_WAITING and order.status is not OrderStatus.NEW:
            return None
        card = find_card(conn, order.id)
        if kind is Kind.STAFF_CARD_CHANGED and card is None:
            return None  # an order that the staff chat is not told of
        standing = card.message_id if card and card.chat_id == chat_id else None
        waiting = None
        if kind is Kind.STAFF_ORDER_WAITING:
            waiting = max(0, self._now() - (order.created_at or self._now())) // 60
        facts = CardFacts(order, list_events(conn, order.id), get_settings(conn).zone, waiting)
        message = render_card(self._texts, facts)
        if waiting is None:
            return Plan(chat_id, message, edits=standing, is_card=True)
        return Plan(chat_id, message, retires=standing, is_card=True)

    def _now(self) -> int:
        return int(self._clock.now().timestamp())
