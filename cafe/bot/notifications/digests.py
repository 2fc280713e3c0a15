"""Messages to the staff about many orders."""

from collections.abc import Sequence

from cafe.bot.telegram.callbacks import CardAct, CardCallback
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.messages.notifications.model import CancelledOrder, WaitingOrder
from cafe.core.messages.notifications.rendering import WaitingContents
from cafe.core.messages.notifications.values import clock_time
from cafe.core.messages.outbox.port import Button, ChatMessage

IN_ROW = 5
UK = Locale.UK


def render_waiting(texts: Texts, contents: WaitingContents) -> ChatMessage:
    """Render the number of waiting orders; at opening with a list, and a button to show each card."""
    if not contents.at_opening:
        return ChatMessage(_say(texts, "waiting-title", count=contents.total))
    parts = [_say(texts, "waiting-at-opening", count=contents.total)]
    for order in contents.orders:
        time = clock_time(order.created_at, contents.zone)
        kind, status = _say(texts, f"type-{order.order_type}"), _say(texts, f"status-{order.status}")
        parts.append(_say(texts, "waiting-line", number=order.number, type=kind, status=status, time=time))
    if contents.total > len(contents.orders):
        parts.append(_say(texts, "waiting-more", count=contents.total - len(contents.orders)))
    buttons = [_button(order) for order in contents.orders]
    rows = [tuple(buttons[start : start + IN_ROW]) for start in range(0, len(buttons), IN_ROW)]
    return ChatMessage("\n".join(parts), tuple(rows))


def render_cancelled(texts: Texts, orders: Sequence[CancelledOrder]) -> ChatMessage:
    """Render the orders that guests cancelled before the staff saw them."""
    lines = [_say(texts, "cancelled-line", number=order.number, total=order.total) for order in orders]
    return ChatMessage("\n".join([_say(texts, "cancelled-title", count=len(orders)), *lines]))


def _button(order: WaitingOrder) -> Button:
    return Button(order.number, CardCallback(act=CardAct.SHOW, id=order.id).pack())


def _say(texts: Texts, text_id: str, **values: FluentValue) -> str:
    return texts.format(UK, text_id, **values)
