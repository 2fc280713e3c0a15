"""Rendering of the messages to the staff about many orders."""

from cafe.bot.notifications.html import clock_time
from cafe.bot.telegram.callbacks import CardAct, CardCallback
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.notifications.model import WaitingOrder
from cafe.core.notifications.rendering import GatheredContents, WaitingContents
from cafe.core.outbox.port import Button, ChatMessage

IN_ROW = 5
UK = Locale.UK


def render_waiting(texts: Texts, contents: WaitingContents) -> ChatMessage:
    """Return the list of waiting orders, with a button to show each card."""
    title = "waiting-at-opening" if contents.at_opening else "waiting-title"
    parts = [_say(texts, title, count=contents.total)]
    for order in contents.orders:
        time = clock_time(order.created_at, contents.zone)
        kind, status = _say(texts, f"type-{order.order_type}"), _say(texts, f"status-{order.status}")
        parts.append(_say(texts, "waiting-line", number=order.number, type=kind, status=status, time=time))
    if contents.total > len(contents.orders):
        parts.append(_say(texts, "waiting-more", count=contents.total - len(contents.orders)))
    buttons = [_button(order) for order in contents.orders]
    rows = [tuple(buttons[start : start + IN_ROW]) for start in range(0, len(buttons), IN_ROW)]
    return ChatMessage("\n".join(parts), tuple(rows))


def render_gathered(texts: Texts, contents: GatheredContents) -> ChatMessage:
    if contents.waiting:
        parts = [_say(texts, "gathered-waiting", count=contents.waiting, minutes=contents.oldest_minutes)]
    else:
        parts = [_say(texts, "gathered-none")]
    if contents.cancelled:
        parts.append(_say(texts, "gathered-cancelled", count=contents.cancelled))
    return ChatMessage("\n".join(parts))


def _button(order: WaitingOrder) -> Button:
    return Button(order.number, CardCallback(act=CardAct.SHOW, id=order.id).pack())


def _say(texts: Texts, text_id: str, **values: FluentValue) -> str:
    return texts.format(UK, text_id, **values)
