"""What is told to whom: one notification is one message to one recipient."""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from cafe.core.actions import pay_order, show_order
from cafe.core.i18n import Texts
from cafe.core.ports import Button, ChatMessage, Keyboard
from cafe.core.values import Locale, Order, OrderStatus

LONGEST_VALUE = 500
"""Characters of a name or a reason that a message repeats; the platform's limit is on the whole message."""


class Recipient(StrEnum):
    """Who a message is for."""

    STAFF = "staff"
    CUSTOMER = "customer"


class Kind(StrEnum):
    """What a message says; the facts it needs stand beside each."""

    STAFF_ORDER_CREATED = "staff-order-created"
    STAFF_ORDER_CANCELLED = "staff-order-cancelled"  # money_to_return: bool
    STAFF_ORDER_PAID = "staff-order-paid"
    STAFF_MONEY_TO_RETURN = "staff-money-to-return"  # amount: whole UAH, reason
    STAFF_AMOUNT_DIFFERS = "staff-amount-differs"  # amount: kopiykas, currency
    STAFF_LOW_STOCK = "staff-low-stock"  # name, stock, unit
    STAFF_RECEIPT_REFUSED = "staff-receipt-refused"  # reason
    STAFF_CARD_CHANGED = "staff-card-changed"  # the order's card is edited, nothing new is sent
    STAFF_ORDER_WAITING = "staff-order-waiting"  # the card is sent again, since nobody took the order
    STAFF_ORDER_FORGOTTEN = "staff-order-forgotten"  # nor after all those reminders
    CUSTOMER_ORDER_CREATED = "customer-order-created"
    CUSTOMER_CARD_UNAVAILABLE = "customer-card-unavailable"
    CUSTOMER_PAYMENT_RECEIVED = "customer-payment-received"
    CUSTOMER_PAYMENT_FAILED = "customer-payment-failed"
    CUSTOMER_MONEY_TO_RETURN = "customer-money-to-return"
    CUSTOMER_ORDER_STATUS = "customer-order-status"  # status, ready_minutes
    CUSTOMER_RECEIPT_READY = "customer-receipt-ready"  # url


OFFERS_PAYMENT = {Kind.CUSTOMER_ORDER_CREATED, Kind.CUSTOMER_PAYMENT_FAILED, Kind.CUSTOMER_CARD_UNAVAILABLE}
"""Messages that carry a button to pay while the order waits for its money."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a message may speak of, as it stands when the message is sent."""

    kind: Kind
    locale: Locale
    payload: Mapping[str, Any]
    order: Order | None
    zone: ZoneInfo
    now: int
    """Unix seconds."""
    base_url: str
    """Where the pages that messages link to are."""


def render(texts: Texts, facts: Facts) -> ChatMessage | None:
    """The message; None when there is nothing to say any more. The staff's card has a module of its own.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    if facts.order is None:
        return ChatMessage(_say(texts, facts, facts.kind.value, **_payload(facts)))
    if facts.kind is Kind.CUSTOMER_ORDER_STATUS:
        return _order_status(texts, facts, facts.order)
    if facts.kind is Kind.STAFF_ORDER_FORGOTTEN and facts.order.status is not OrderStatus.NEW:
        return None
    text_id = facts.kind.value
    if facts.kind is Kind.STAFF_ORDER_CANCELLED and facts.payload.get("money_to_return"):
        text_id = "staff-order-cancelled-return"
    return ChatMessage(
        _say(texts, facts, text_id, **_payload(facts), **_order(facts, facts.order)), _keyboard(texts, facts)
    )


def escape(value: object) -> str:
    """A value as a part of the platform's HTML, not longer than anything here needs."""
    text = str(value)
    return html.escape(text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…", quote=False)


def clock_time(moment: int, zone: ZoneInfo) -> str:
    """A moment in Unix seconds as the wall clock of the cafe shows it."""
    return f"{datetime.fromtimestamp(moment, zone):%H:%M}"


def _order_status(texts: Texts, facts: Facts, order: Order) -> ChatMessage:
    """What the staff did to an order, in the words of its type."""
    status, minutes = facts.payload.get("status"), facts.payload.get("ready_minutes")
    values = _order(facts, order)
    if status is None:
        return ChatMessage(_ready_time(texts, facts, "customer-ready-promise"), _keyboard(texts, facts))
    text_id = f"customer-status-{status}"
    if status == OrderStatus.READY:
        text_id += f"-{order.order_type.value.replace('_', '-')}"
    parts = [_say(texts, facts, text_id, **values)]
    if minutes is not None:
        parts.append(_ready_time(texts, facts, "customer-ready-time"))
    if status == OrderStatus.CANCELLED:
        if reason := facts.payload.get("reason"):
            parts.append(_say(texts, facts, "customer-status-reason", reason=escape(reason)))
        if facts.payload.get("money_to_return"):
            parts.append(_say(texts, facts, "customer-status-refund", **values))
    return ChatMessage("\n".join(parts), _keyboard(texts, facts))


def _ready_time(texts: Texts, facts: Facts, text_id: str) -> str:
    ready_at = facts.payload.get("ready_at", facts.now)
    values = {"time": clock_time(ready_at, facts.zone), "minutes": facts.payload["ready_minutes"]}
    return _say(texts, facts, text_id, **values, **(_order(facts, facts.order) if facts.order else {}))


def _keyboard(texts: Texts, facts: Facts) -> Keyboard:
    """The buttons under a customer's message; the staff's messages need none."""
    order = facts.order
    if order is None or not facts.kind.value.startswith("customer-"):
        return ()

    def label(text_id: str) -> str:
        return texts.format(facts.locale, text_id)

    if facts.kind is Kind.CUSTOMER_RECEIPT_READY:
        return ((Button(label("button-receipt"), url=str(facts.payload["url"])),),)
    row = [Button(label("button-order"), action=show_order(order.id))]
    if order.track_path and not order.status.is_final:
        row.append(Button(label("button-track"), url=facts.base_url + order.track_path))
    rows = [tuple(row)]
    if facts.kind in OFFERS_PAYMENT and order.can_pay:
        rows.insert(0, (Button(label("button-pay"), action=pay_order(order.id)),))
    return tuple(rows)


def _payload(facts: Facts) -> dict[str, str | int]:
    """The queued facts, safe to stand in HTML; kopiykas of a payment are printed as hryvnias."""
    values = {key: value if _is_number(value) else escape(value) for key, value in facts.payload.items()}
    if facts.kind is Kind.STAFF_AMOUNT_DIFFERS:
        values["paid"] = f"{int(facts.payload['amount']) / 100:.2f}"
    return values


def _order(facts: Facts, order: Order) -> dict[str, str | int]:
    waits = max(0, facts.now - (order.created_at or facts.now)) // 60
    return {
        "number": escape(order.number),
        "name": escape(order.name),
        "phone": escape(order.phone),
        "total": order.total,
        "waiting": waits,
    }


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _say(texts: Texts, facts: Facts, text_id: str, **values: str | int) -> str:
    return texts.format(facts.locale, text_id, **values)
