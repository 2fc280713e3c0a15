"""The screens of a customer's order."""

from datetime import datetime
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from cafe.bot.chat.keyboards import button, section_button
from cafe.bot.chat.translator import Translator, status_name
from cafe.bot.chat.view import Screen
from cafe.bot.customer.lines import fit_lines, order_line
from cafe.bot.notifications.card import paid_text
from cafe.bot.telegram import limits
from cafe.bot.telegram.callbacks import OrderAct, OrderCallback, OwnEditAct, OwnEditCallback, Section
from cafe.bot.telegram.links import Links
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.notifications.values import day_and_time, sums_text
from cafe.core.messages.outbox.port import Button, ChatMessage, Tone
from cafe.core.money.payments.model import Money
from cafe.core.ordering.orders.address import address_text
from cafe.core.ordering.orders.model import Order, OrderType, PaymentMethod

ROOM = limits.MESSAGE - 800
"""UTF-16 units of an order's text; the rest is for the text before it."""


class Place(NamedTuple):
    """The place of an order: its time zone, and the minutes of the way to a door."""

    zone: ZoneInfo
    way_minutes: int

    @classmethod
    def of(cls, order: Order, settings: Settings) -> Self:
        return cls(settings.zone, order.way_minutes(settings))


def order_screen(say: Translator, order: Order, place: Place, links: Links, receipt_url: str | None = None) -> Screen:
    """Render an order with the acts of its owner."""

    def act_button(text_id: str, act: OrderAct, tone: Tone | None = None) -> Button:
        return button(say(text_id), OrderCallback(act=act, id=order.id), tone)

    rows: list[tuple[Button, ...]] = []
    if order.can_pay:
        rows.append((act_button("button-pay", OrderAct.PAY, Tone.PRIMARY),))
    rows += track_rows(say, order, links)
    if receipt_url:
        rows.append((Button(say("button-receipt"), url=receipt_url),))
    rows.append((act_button("button-repeat", OrderAct.REPEAT),))
    if order.can_cancel:
        edit = button(say("button-edit-order"), OwnEditCallback(act=OwnEditAct.SHOW, id=order.id))
        rows.append((edit, act_button("button-cancel-order", OrderAct.ASK_TO_CANCEL, Tone.DANGER)))
    rows.append((act_button("button-refresh", OrderAct.SHOW), section_button(say, Section.ORDERS)))
    return Screen(order_text(say, order, place), tuple(rows))


def redrawn_screen(texts: Texts, contents: MessageContents, order: Order) -> ChatMessage:
    """Render the same as a message, in place of one that showed the order."""
    links = Links(contents.base_url)
    screen = order_screen(Translator(texts, contents.locale), order, Place(contents.zone, contents.way_minutes), links)
    return ChatMessage(screen.text, screen.keyboard)


def tracked_screen(say: Translator, order: Order, place: Place, links: Links) -> Screen:
    """Render an order for somebody with its tracking link: as its page does, without acts."""
    text = order_text(say, order, place, is_tracked=True)
    return Screen(text, (*track_rows(say, order, links), (section_button(say, Section.HOME),)))


def order_text(say: Translator, order: Order, place: Place, *, is_tracked: bool = False) -> str:
    zone, way = place
    parts = [say.html("order-title", number=order.number, status=status_name(say, order))]
    if order.created_at is not None:
        parts.append(f"🕒 {datetime.fromtimestamp(order.created_at, zone):%d.%m.%Y %H:%M}")
    if order.scheduled_for is not None:
        scheduled = datetime.fromtimestamp(order.scheduled_for, zone)
        parts.append(say.html("card-scheduled", time=day_and_time(scheduled, zone)))
    parts.append(_where(say, order, is_tracked=is_tracked))
    if order.ready_at is not None and not order.status.is_final:
        shown_at = datetime.fromtimestamp(order.ready_at + way * 60, zone)
        parts.append(say.html("order-ready-at-door" if way else "order-ready-at", time=f"{shown_at:%H:%M}"))
    lines = [order_line(say, line, has_note=not is_tracked) for line in order.lines]
    return fit_lines(say, parts, lines, [*_amounts(say, order), _payment(say, order)], ROOM)


def track_rows(say: Translator, order: Order, links: Links) -> list[tuple[Button, ...]]:
    return [(Button(say("button-track"), url=links.page(order.track_path)),)] if order.track_path else []


def _amounts(say: Translator, order: Order) -> list[str]:
    """Return a line for each part of the total."""
    parts = []
    if order.total != order.items_total:
        parts.append(say.html("card-items-total", sum=order.items_total))
    if order.discount_amount:
        parts.append(say.html("card-discount", sum=order.discount_amount))
    if order.promo_code:
        parts.append(say.html("card-promo", code=order.promo_code, sum=order.promo_discount_amount))
    if order.delivery_fee:
        parts.append(say.html("card-delivery", sum=order.delivery_fee))
    parts.append(say.html("card-total", sum=order.total))
    if order.balance and not order.status.is_final:
        parts.append(say.html("customer-balance", sum=order.balance))
    if order.refunded:
        parts.append(say.html("order-refunded", sums=sums_text(say, [Money(order.refunded)])))
    return parts


def _payment(say: Translator, order: Order) -> str:
    method = order.payment_method.value if order.payment_method else "unknown"
    text = say(f"card-payment-{method}")
    if order.payment_method is PaymentMethod.CASH:
        return text
    return f"{text} · {say(paid_text(order))}"


def _where(say: Translator, order: Order, *, is_tracked: bool) -> str:
    """Return the type of the order with its time, table or address; a tracked order has no city and no apartment."""
    kind = say(f"type-{order.order_type}")
    match order.order_type:
        case OrderType.PICKUP:
            time = order.pickup_time or "—"
            return kind if order.scheduled_for is not None else say.html("order-pickup", type=kind, time=time)
        case OrderType.DINE_IN if order.table_number:
            return say.html("order-table", type=kind, table=order.table_number)
        case OrderType.DELIVERY:
            street = ", ".join(part for part in (order.address_street, order.address_house) if part)
            address = street if is_tracked else address_text(say, order)
            return say.html("order-address", type=kind, address=address)
    return kind
