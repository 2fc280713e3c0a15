"""The staff's card of an order: everything they need to make and hand it over, and the buttons along its way."""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from cafe.bot.telegram import limits
from cafe.bot.telegram.callbacks import CardAct, CardCallback
from cafe.bot.telegram.fitting import fit
from cafe.bot.telegram.markup import escape, safe
from cafe.core.kernel.ids import WALK_IN
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.kernel.urls import map_url
from cafe.core.messages.notifications.rendering import CardContents
from cafe.core.messages.notifications.values import clock_time, day_and_time, sums_text
from cafe.core.messages.outbox.port import Button, ChatMessage, Keyboard, Tone
from cafe.core.ordering.orders.address import flat_text, house_text, map_place
from cafe.core.ordering.orders.answers import comment_for_staff
from cafe.core.ordering.orders.history import Event, EventKind
from cafe.core.ordering.orders.model import (
    CANCELLED_BY_CUSTOMER,
    STAFF_CAN_EDIT,
    Order,
    OrderEdit,
    OrderLine,
    OrderStatus,
    OrderType,
    PaymentMethod,
    PaymentStatus,
)
from cafe.core.ordering.orders.rules import PROMISABLE, READY_MINUTES, next_step, status_text

LATEST_EVENTS = 2
"""The number of events on the card of a new order."""
MOST_OF_EDIT = 300
"""Characters of an edit on a card."""
SHOWN_NOWHERE = frozenset({EventKind.CREATED, EventKind.RESENT})
"""Events that no card shows."""
SHOWN_ELSEWHERE = SHOWN_NOWHERE | {
    EventKind.PAID,
    EventKind.REVERSED,
    EventKind.REFUNDED,
    EventKind.EDITED,
    EventKind.EDIT_PROPOSED,
}
"""These, and events whose effect the card shows anyway."""
COMMENT_LINES = 8
LONGEST_URL = 1000
TABLE_WORD = re.compile(r"^(столик|стіл|table)\s*(№|#|no\.?)?\s*", re.IGNORECASE)
UK = Locale.UK


def render_card(texts: Texts, contents: CardContents) -> ChatMessage:
    """Render the card; a button shows all lines of an order if they do not fit.

    The card of a finished order is one line.
    """
    order = contents.order
    if order.status.is_final:
        rows = [row for row in (_owed_row(texts, contents), _back_buttons(texts, contents)) if row]
        return ChatMessage("\n".join(_finished(texts, contents)), tuple(rows))
    lines = [_line(texts, line) for line in order.lines]
    head, tail = list(_head(texts, contents)), list(_tail(texts, contents))
    text, shown = fit(head, lines, tail, lambda count: _say(texts, "card-more-lines", count=count), is_dense=True)
    return ChatMessage(text, card_keyboard(texts, contents, has_all_lines=shown == len(lines)))


def render_lines(texts: Texts, order: Order) -> list[str]:
    """Render all lines of an order, in as many messages as they need."""
    messages = [_say(texts, "card-all-lines", number=order.number)]
    for line in order.lines:
        longer = f"{messages[-1]}\n{_line(texts, line)}"
        if limits.utf16_length(longer) <= limits.MESSAGE:
            messages[-1] = longer
        else:
            messages.append(_line(texts, line))
    return messages


def _line(texts: Texts, line: OrderLine) -> str:
    """Render a line with its choice, and its note below it."""
    text = _say(texts, "card-line", quantity=line.quantity, name=safe(line.name_in(UK)), sum=line.total)
    return f"{text}\n{_say(texts, 'card-note', note=safe(line.note))}" if line.note else text


def card_keyboard(texts: Texts, contents: CardContents, *, has_all_lines: bool = True) -> Keyboard:
    """Return the buttons for the next steps of this order; each carries the status that the card showed."""
    order = contents.order
    rows: list[tuple[Button, ...]] = []
    if step := next_step(order.order_type, order.status):
        tone = Tone.SUCCESS if step is OrderStatus.COMPLETED else Tone.PRIMARY
        move = Button(_say(texts, _step_text(order, step)), _press(order, CardAct.MOVE, step), tone=tone)
        rows.append((move, *_edit_button(texts, order)))
    if order.status in PROMISABLE and (order.status is not OrderStatus.COOKING or contents.reminder is not None):
        rows.append(
            tuple(
                Button(_say(texts, "step-ready-in", minutes=minutes), _press(order, CardAct.PROMISE, str(minutes)))
                for minutes in READY_MINUTES
            )
        )
    if not has_all_lines:
        label = _say(texts, "card-lines-button", count=len(order.lines))
        rows.append((Button(label, _press(order, CardAct.LINES)),))
    if contents.money.can_refund:
        rows.append((_refund_button(texts, order),))
    if contents.has_couriers and order.status is not OrderStatus.NEW:
        rows.append((Button(_say(texts, "step-courier-who"), _press(order, CardAct.COURIERS)),))
    stop = Button(_say(texts, "step-stop"), _press(order, CardAct.ASK_DISH))
    cancel = Button(_say(texts, "step-cancel"), _press(order, CardAct.ASK_REASON), tone=Tone.DANGER)
    rows.append((stop, cancel, *_back_buttons(texts, contents)))
    return tuple(rows)


def _edit_button(texts: Texts, order: Order) -> tuple[Button, ...]:
    """Return the button that changes the order, beside the next step: a row of its own would hide other cards."""
    if order.status not in STAFF_CAN_EDIT or order.is_anonymous:
        return ()
    return (Button(_say(texts, "step-edit"), _press(order, CardAct.EDIT)),)


def _refund_button(texts: Texts, order: Order) -> Button:
    return Button(_say(texts, "step-refund"), _press(order, CardAct.REFUND))


def _owed_row(texts: Texts, contents: CardContents) -> tuple[Button, ...]:
    """Return the button on a finished order's card, which is short unless money must go back."""
    is_owed = contents.money.to_return or contents.money.unclear or contents.money.held
    return (_refund_button(texts, contents.order),) if is_owed else ()


def _back_buttons(texts: Texts, contents: CardContents) -> tuple[Button, ...]:
    if not contents.can_step_back:
        return ()
    return (Button(_say(texts, "step-back"), _press(contents.order, CardAct.STEP_BACK)),)


def _step_text(order: Order, step: OrderStatus) -> str:
    return f"step-{step}-{order.order_type}" if step is OrderStatus.COMPLETED else f"step-{step}"


def _press(order: Order, act: CardAct, arg: str = "") -> str:
    """Return the callback data of a button, with the status that the card showed."""
    return CardCallback(act=act, id=order.id, seen=order.status, arg=arg).pack()


def _finished(texts: Texts, contents: CardContents) -> Iterable[str]:
    """Render how the order ended, when and by whom, and the money that is still to be returned."""
    order = contents.order
    is_by_guest = order.cancel_reason == CANCELLED_BY_CUSTOMER
    state = "reason-cancelled-by-guest" if is_by_guest else status_text(order.order_type, order.status)
    parts = [
        _say(texts, "card-number", number=order.number),
        _say(texts, state),
        _say(texts, "sum-uah", amount=order.total),
    ]
    ends = [event for event in contents.events if event.kind in {EventKind.MOVED, EventKind.CANCELLED}]
    if ends:
        time, actor = clock_time(ends[-1].created_at, contents.zone), safe(ends[-1].actor or "—")
        parts.append(time if is_by_guest else _say(texts, "card-ended", time=time, actor=actor))
    if order.cancel_reason and not is_by_guest:
        parts.append(safe(order.cancel_reason))
    yield " · ".join(parts)
    yield from _money(texts, contents)


def _head(texts: Texts, contents: CardContents) -> Iterable[str]:
    order = contents.order
    if contents.reminder is not None:
        yield _say(texts, f"card-{contents.reminder.reason}", minutes=contents.reminder.minutes)
    yield _say(
        texts,
        "card-title",
        number=order.number,
        type=_say(texts, f"type-{order.order_type}"),
        status=_say(texts, status_text(order.order_type, order.status)),
    )
    times, place = list(_times(texts, order, contents.zone)), list(_place(texts, order))
    if _is_dense(order) and order.order_type is OrderType.DINE_IN:
        times, place = [*place, *times], []
    if times:
        yield " · ".join(times)
    yield from place
    if order.customer_id == WALK_IN:
        yield _say(texts, "card-walk-in", name=safe(order.name))
        return
    person = safe(order.name)
    if order.phone:  # not asked for at every table
        person = _say(texts, "card-person", name=person, phone=safe(_dialled(order.phone)))
    if order.customer_id > 0 or contents.is_followed:
        yield person
    elif _is_dense(order):
        yield f"{person} · {_say(texts, 'card-silent')}"
    else:
        yield person
        yield _say(texts, "card-no-messages")


def _dialled(phone: str) -> str:
    """Return a phone as Telegram makes it a link: with its country, which people leave out at home."""
    digits = "".join(filter(str.isdigit, phone))
    if phone.strip().startswith("+"):
        return phone
    if len(digits) == len("0671234567") and digits.startswith("0"):
        return f"+38{digits}"
    return f"+{digits}" if digits.startswith("380") and len(digits) == len("380671234567") else phone


def _is_dense(order: Order) -> bool:
    """Whether the staff have read the whole card: from then on its lines would hide other orders."""
    return order.status is not OrderStatus.NEW


def _times(texts: Texts, order: Order, zone: ZoneInfo) -> Iterable[str]:
    if order.created_at is not None and not _is_dense(order):
        yield _say(texts, "card-created", time=clock_time(order.created_at, zone))
    if order.scheduled_for is not None:
        moment = datetime.fromtimestamp(order.scheduled_for, zone)
        yield _say(texts, "card-scheduled", time=day_and_time(moment, zone))
    elif order.order_type is OrderType.PICKUP and order.pickup_time:
        yield _say(texts, "card-pickup-time", time=safe(order.pickup_time))
    if order.ready_at is not None:
        yield _say(texts, "card-promised", time=clock_time(order.ready_at, zone))


def _place(texts: Texts, order: Order) -> Iterable[str]:
    match order.order_type:
        case OrderType.DINE_IN if order.table_number:
            yield _say(texts, "card-table", table=safe(bare_table(order.table_number)))
        case OrderType.DINE_IN:
            yield _say(texts, "card-no-table")
        case OrderType.DELIVERY:
            flat = safe(flat_text(partial(texts.format, UK), order))
            parts = [_on_map(house_text(order), map_place(order)), *([flat] if flat else [])]
            yield _say(texts, "card-address", address=", ".join(parts))
            if order.zone is not None:
                yield _say(texts, "card-zone", name=safe(order.zone.name.uk), by=order.zone.by)
    if order.courier is not None and order.courier.state is not None:
        yield _say(texts, "card-courier", name=safe(order.courier.name), state=order.courier.state)
    if comment := comment_for_staff(texts, order):
        yield _say(texts, "card-comment", comment=_quoted(comment))


def _on_map(address: str, place: str) -> str:
    """Render an address as a link to a place on a map."""
    url = escape(map_url(place))
    return f'<a href="{url}">{safe(address)}</a>' if address and len(url) <= LONGEST_URL else safe(address)


def bare_table(table: str) -> str:
    """Return a table's name without the word 'table', which the card adds."""
    return TABLE_WORD.sub("", table) or table


def _quoted(comment: str) -> str:
    """Render a guest's comment for a block quote, with its last lines as one, so that it does not hide the card."""
    lines = comment.split("\n")
    return safe("\n".join([*lines[: COMMENT_LINES - 1], " ".join(lines[COMMENT_LINES - 1 :])]).strip())


def _tail(texts: Texts, contents: CardContents) -> Iterable[str]:
    order = contents.order
    if not _is_dense(order) and (sums := list(_sums(texts, order))):
        yield " · ".join(sums)
    yield " · ".join([_say(texts, "card-total", sum=order.total), *_payment(texts, order)])
    yield from _money(texts, contents)
    if order.changes:
        yield _say(texts, "card-edited", changes=safe(clipped_words(order.changes[-1])))
    if order.proposal is not None:
        changes = safe(clipped_words(order.proposal))
        yield _say(texts, "card-proposed", changes=changes, total=order.proposal.total)
    if _is_dense(order):
        events = [event for event in contents.events if event.kind not in SHOWN_ELSEWHERE][-1:]
    else:
        events = [event for event in contents.events if event.kind not in SHOWN_NOWHERE][-LATEST_EVENTS:]
    for event in events:
        yield _event(texts, order, event, contents.zone)


def _sums(texts: Texts, order: Order) -> Iterable[str]:
    """Render the parts of the total, unless it is the items alone."""
    if order.total != order.items_total:
        yield _say(texts, "card-items-total", sum=order.items_total)
    if order.discount_amount:
        yield _say(texts, "card-discount", sum=order.discount_amount)
    if order.promo_code:
        yield _say(texts, "card-promo", code=safe(order.promo_code), sum=order.promo_discount_amount)
    if order.delivery_fee:
        yield _say(texts, "card-delivery", sum=order.delivery_fee)


def _payment(texts: Texts, order: Order) -> Iterable[str]:
    method = order.payment_method.value if order.payment_method else "unknown"
    is_paid = order.payment_status is PaymentStatus.PAID
    yield _say(texts, f"card-payment-{method}")
    # Cash is paid when the order is handed over, so an unpaid mark would only be noise.
    if is_paid or order.payment_method is not PaymentMethod.CASH:
        yield _say(texts, paid_text(order))
    if order.balance and not order.status.is_final:
        yield _say(texts, "card-balance", sum=order.balance)
    if order.cash_change_for:
        rest = order.cash_change_for - order.total
        kind = "unclear" if rest < 0 else "some" if rest else "none"
        yield _say(texts, "card-change", kind=kind, rest=rest, sum=order.cash_change_for)


def clipped_words(edit: OrderEdit) -> str:
    """Return what an edit changed, short enough for a card."""
    words = edit.in_words(UK)
    return words if len(words) <= MOST_OF_EDIT else f"{words[: MOST_OF_EDIT - 1]}…"


def paid_text(order: Order) -> str:
    """Return the id of the text about the payment of a card order."""
    if order.is_held:
        return "card-held" if order.status is OrderStatus.NEW else "card-capturing"
    return "card-paid" if order.payment_status is PaymentStatus.PAID else "card-unpaid"


def _money(texts: Texts, contents: CardContents) -> Iterable[str]:
    """Render the money of the order that goes back, or should."""
    money = contents.money
    sums = {"to-return": money.to_return, "returning": money.returning, "returned": money.returned}
    for what, moneys in sums.items():
        if moneys:
            yield _say(texts, f"card-{what}", sums=sums_text(partial(texts.format, UK), moneys))
    for refund in money.unclear:
        told = sums_text(partial(texts.format, UK), [refund.money])
        yield _say(texts, "card-unclear-refund", sums=told, reference=safe(refund.reference))
    if money.held:
        yield _say(texts, "card-held-refund", sums=sums_text(partial(texts.format, UK), money.held))


def _event(texts: Texts, order: Order, event: Event, zone: ZoneInfo) -> str:
    """Render an event: who did what and when."""
    is_end = event.kind is EventKind.MOVED and event.detail == OrderStatus.COMPLETED
    detail = f"{event.detail}-{order.order_type}" if is_end else safe(event.detail)
    if event.kind is EventKind.REFUNDED and " " not in event.detail:  # otherwise in another currency
        detail = texts.format(UK, "sum-uah", amount=detail)
    if event.kind is EventKind.DELIVERY:
        step, _, name = event.detail.partition(":")
        what = texts.format(UK, "event-delivery", step=step, name=safe(name))
    else:
        what = texts.format(UK, f"event-{event.kind}", detail=detail)
    return _say(texts, "card-event", time=clock_time(event.created_at, zone), actor=safe(event.actor or "—"), what=what)


def _say(texts: Texts, text_id: str, **values: str | int) -> str:
    return texts.format(UK, text_id, **values)
