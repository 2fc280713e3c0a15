"""The staff's card of an order: everything they need to make and hand it over, and the buttons along its way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from cafe.core.actions import ask_cancel_card, move_card, promise_card
from cafe.core.i18n import Texts
from cafe.core.notifications import clock_time, escape
from cafe.core.order_steps import PROMISABLE, READY_MINUTES, next_step
from cafe.core.ports import Button, ChatMessage, Keyboard
from cafe.core.store.staff_cards import Event
from cafe.core.values import WALK_IN, Locale, Order, OrderType, PaymentMethod, PaymentStatus

TEXT_LIMIT = 4096
"""UTF-16 units of the platform's longest message."""
LATEST_EVENTS = 12
UK = Locale.UK


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What a card shows. `waiting_minutes` is given when the order is brought up again."""

    order: Order
    events: Sequence[Event]
    zone: ZoneInfo
    waiting_minutes: int | None = None


def render_card(texts: Texts, facts: CardFacts) -> ChatMessage:
    """The card; when an order has more lines than a message can hold, the last ones are only counted."""
    order = facts.order
    lines = [
        _say(texts, "card-line", quantity=line.quantity, name=escape(line.name), sum=line.quantity * line.price)
        for line in order.lines
    ]
    head, tail = list(_head(texts, facts)), list(_tail(texts, facts))
    shown = len(lines)
    while True:
        rest = [_say(texts, "card-more-lines", count=len(lines) - shown)] if shown < len(lines) else []
        text = "\n".join([*head, "", *lines[:shown], *rest, "", *tail])
        if shown == 0 or length(text) <= TEXT_LIMIT:
            return ChatMessage(text, card_keyboard(texts, order))
        shown = max(0, min(shown - 1, shown * TEXT_LIMIT // length(text)))


def card_keyboard(texts: Texts, order: Order) -> Keyboard:
    """Buttons along the states that this order really passes; each carries the state it was drawn for."""
    rows: list[tuple[Button, ...]] = []
    if step := next_step(order.order_type, order.status):
        rows.append((Button(_say(texts, f"step-{step}"), move_card(order.id, order.status, step)),))
    if order.status in PROMISABLE:
        rows.append(
            tuple(
                Button(_say(texts, "step-ready-in", minutes=minutes), promise_card(order.id, order.status, minutes))
                for minutes in READY_MINUTES
            )
        )
    if not order.status.is_final:
        rows.append((Button(_say(texts, "step-cancel"), ask_cancel_card(order.id, order.status)),))
    return tuple(rows)


def length(text: str) -> int:
    """How long the platform takes a text to be."""
    return len(text.encode("utf-16-le")) // 2


def _head(texts: Texts, facts: CardFacts) -> Iterable[str]:
    order = facts.order
    if facts.waiting_minutes is not None:
        yield _say(texts, "card-waiting", minutes=facts.waiting_minutes)
    yield _say(
        texts,
        "card-title",
        number=order.number,
        type=_say(texts, f"type-{order.order_type}"),
        status=_say(texts, f"status-{order.status}"),
    )
    if order.created_at is not None:
        yield _say(texts, "card-created", time=clock_time(order.created_at, facts.zone))
    yield from _place(texts, order)
    if order.customer_id == WALK_IN:
        yield _say(texts, "card-walk-in", name=escape(order.name))
    else:
        yield _say(texts, "card-person", name=escape(order.name), phone=escape(order.phone))


def _place(texts: Texts, order: Order) -> Iterable[str]:
    match order.order_type:
        case OrderType.PICKUP if order.pickup_time:
            yield _say(texts, "card-pickup-time", time=escape(order.pickup_time))
        case OrderType.DINE_IN if order.table_number:
            yield _say(texts, "card-table", table=escape(order.table_number))
        case OrderType.DINE_IN:
            yield _say(texts, "card-no-table")
        case OrderType.DELIVERY:
            street = [order.address_city, order.address_street, order.address_house]
            parts = [escape(part) for part in street if part]
            if order.address_apartment:
                parts.append(_say(texts, "card-apartment", apartment=escape(order.address_apartment)))
            yield _say(texts, "card-address", address=", ".join(parts))
            if order.address_comment:
                yield _say(texts, "card-comment", comment=escape(order.address_comment))


def _tail(texts: Texts, facts: CardFacts) -> Iterable[str]:
    order = facts.order
    if order.total != order.items_total:
        yield _say(texts, "card-items-total", sum=order.items_total)
    if order.discount_amount:
        yield _say(texts, "card-discount", sum=order.discount_amount)
    if order.promo_code:
        yield _say(texts, "card-promo", code=escape(order.promo_code), sum=order.promo_discount_amount)
    if order.delivery_fee:
        yield _say(texts, "card-delivery", sum=order.delivery_fee)
    yield _say(texts, "card-total", sum=order.total)
    yield _payment(texts, order)
    if order.cash_change_for:
        yield _say(texts, "card-change", sum=order.cash_change_for)
    if order.ready_at is not None and not order.status.is_final:
        yield _say(texts, "card-promised", time=clock_time(order.ready_at, facts.zone))
    if order.cancel_reason:
        yield _say(texts, "card-cancel-reason", reason=escape(order.cancel_reason))
    done = [line for event in facts.events if (line := _event(texts, event, facts.zone))]
    if done:
        yield ""
        yield from done[-LATEST_EVENTS:]


def _payment(texts: Texts, order: Order) -> str:
    method = order.payment_method.value if order.payment_method else "unknown"
    is_paid = order.payment_status is PaymentStatus.PAID
    state = _say(texts, "card-paid" if is_paid else "card-unpaid")
    # Cash is paid when the order is handed over, so an unpaid mark would only be noise.
    is_plain = order.payment_method is PaymentMethod.CASH and not is_paid
    return _say(texts, f"card-payment-{method}") + ("" if is_plain else f" · {state}")


def _event(texts: Texts, event: Event, zone: ZoneInfo) -> str | None:
    """Who did what and when; what the card shows elsewhere is left out."""
    text_id = f"event-{event.kind}"
    if not texts.has(text_id):
        return None
    what = texts.format(UK, text_id, detail=escape(event.detail))
    return _say(
        texts, "card-event", time=clock_time(event.created_at, zone), actor=escape(event.actor or "—"), what=what
    )


def _say(texts: Texts, text_id: str, **values: str | int) -> str:
    return texts.format(UK, text_id, **values)
