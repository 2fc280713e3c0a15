"""The core's `Renderer` for Telegram."""

from collections.abc import Callable, Sequence

from cafe.bot.notifications.board import render_board
from cafe.bot.notifications.card import render_card
from cafe.bot.notifications.courier_card import render_courier_card
from cafe.bot.notifications.digests import render_cancelled, render_waiting
from cafe.bot.notifications.messages import render_message
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.model import CancelledOrder
from cafe.core.messages.notifications.rendering import (
    BoardContents,
    CardContents,
    CourierCardContents,
    MessageContents,
    WaitingContents,
)
from cafe.core.messages.outbox.port import ChatMessage
from cafe.core.ordering.orders.model import Order


class TelegramRenderer:
    """Renders messages as HTML with inline buttons."""

    def __init__(self, texts: Texts, render_screen: Callable[[Texts, MessageContents, Order], ChatMessage]) -> None:
        """`render_screen` renders an order as the conversation with its guest does."""
        self._texts = texts
        self._render_screen = render_screen

    def render(self, contents: MessageContents) -> ChatMessage:
        return render_message(self._texts, contents)

    def render_screen(self, contents: MessageContents, order: Order) -> ChatMessage:
        return self._render_screen(self._texts, contents, order)

    def render_card(self, contents: CardContents) -> ChatMessage:
        return render_card(self._texts, contents)

    def render_waiting(self, contents: WaitingContents) -> ChatMessage:
        return render_waiting(self._texts, contents)

    def render_cancelled(self, orders: Sequence[CancelledOrder]) -> ChatMessage:
        return render_cancelled(self._texts, orders)

    def render_courier_card(self, contents: CourierCardContents) -> ChatMessage:
        return render_courier_card(self._texts, contents)

    def render_board(self, contents: BoardContents) -> ChatMessage:
        return render_board(self._texts, contents)
