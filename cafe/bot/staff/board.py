"""The board on request, in pages, with a button to bring each order's card down."""

from collections.abc import Mapping

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, page_of, paging_row, rows_of
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.board import board_text
from cafe.bot.telegram.callbacks import CardAct, CardCallback
from cafe.core.messages.notifications.rendering import BoardContents
from cafe.core.ordering.board.model import Section

PAGE = 12
IN_ROW = 4
MARKS: Mapping[Section, str] = {
    Section.LATE: "🔴",
    Section.NEW: "🆕",
    Section.COOKING: "🔥",
    Section.READY: "✅",
    Section.LATER: "⏰",
}


def router() -> Router:
    router = Router(name="board")
    on(router.message, show_board, Command("orders"))
    on_callback(router, turn_page, CardCallback, F.act == CardAct.LIST)
    return router


async def show_board(conversation: Conversation) -> None:
    await conversation.view.send(await _screen(conversation, 0))


async def turn_page(callback_data: CardCallback, conversation: Conversation) -> None:
    """Show another page, or the same one as it is now."""
    await conversation.view.show(await _screen(conversation, callback_data.id))


async def _screen(conversation: Conversation, page: int) -> Screen:
    services = conversation.services
    board = await services.board.read()
    if not board.orders:
        return Screen(conversation.say.html("staff-orders-nothing"))
    shown, page = page_of(board.orders, page, PAGE)
    text = board_text(services.texts, BoardContents(board, services.settings.current.zone), shown)
    buttons = [
        button(f"{MARKS[each.section]} {each.order.number}", CardCallback(act=CardAct.SHOW, id=each.order.id))
        for each in shown
    ]
    paging = paging_row(len(board.orders), page, lambda other: CardCallback(act=CardAct.LIST, id=other), PAGE)
    return Screen(text, (*rows_of(buttons, IN_ROW), *paging))
