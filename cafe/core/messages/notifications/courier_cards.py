"""The message in a courier's own chat that shows an order."""

from dataclasses import replace
from functools import partial

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.delivery.couriers import store
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.courier_messages import CustomerCourierCard, end_unreachable_shift
from cafe.core.messages.notifications.rendering import CourierCardContents, CourierView, Renderer
from cafe.core.messages.outbox.plan import Plan
from cafe.core.ordering.orders.model import Order, OrderStatus

OPEN_TO_COURIERS = frozenset({OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY})


def plan_courier_card(
    conn: Connection, renderer: Renderer, message: CustomerCourierCard, order: Order, chat_id: int, locale: Locale
) -> Plan | None:
    """Plan an edit of the courier's message, or a new one; None if there is nothing for them to see."""
    courier = store.find_by_chat(conn, chat_id)
    if courier is None:
        return None
    card, settings = store.find_card(conn, order.id, chat_id), get_settings(conn)
    view = _view(order, courier.id)
    is_offered = view is CourierView.FREE and store.is_on_shift(conn, courier.id)
    if card is None and not (is_offered or view is CourierView.OWN):
        return None
    contents = CourierCardContents(order, view, locale, settings.zone, order.way_minutes(settings))
    rendered = replace(renderer.render_courier_card(contents), is_silent=not message.is_news)
    gone, lost = partial(_forget, order.id, chat_id), partial(end_unreachable_shift, courier)
    if card is not None and not message.is_news:
        return Plan(chat_id, rendered, edits=card, when_gone=gone, when_unreachable=lost)
    saved = partial(_save, order.id, courier.id, chat_id)
    return Plan(chat_id, rendered, retires=card, after_sent=saved, when_unreachable=lost)


def _view(order: Order, staff_id: StaffId) -> CourierView:
    if order.status.is_final or order.is_anonymous:
        return CourierView.OVER
    if order.courier is not None:
        return CourierView.OWN if order.courier.id == staff_id else CourierView.OTHERS
    return CourierView.FREE if order.status in OPEN_TO_COURIERS else CourierView.OVER


def _save(order_id: OrderId, staff_id: StaffId, chat_id: int, conn: Connection, message_id: int) -> None:
    store.save_card(conn, order_id, staff_id, chat_id, message_id)


def _forget(order_id: OrderId, chat_id: int, conn: Connection) -> None:
    store.forget_card(conn, order_id, chat_id)
