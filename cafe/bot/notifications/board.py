"""The board: what is open, by what is to be done with it. Pinned in the staff chat, and in pages."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from cafe.bot.notifications.card import bare_table
from cafe.bot.notifications.html import clock_time, day_and_time, escape
from cafe.bot.telegram.fitting import fit
from cafe.core.board.model import Board, BoardOrder, Section
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.notifications.rendering import BoardContents
from cafe.core.orders.model import OrderStatus, OrderType, PaymentMethod
from cafe.core.outbox.port import ChatMessage

GOODS = 32
"""Characters of what is in an order."""
TABLE = 12
PIECES = 12
"""Dishes whose pieces are counted; the others have few."""
UK = Locale.UK


def render_board(texts: Texts, contents: BoardContents) -> ChatMessage:
    """Return the whole board in one message."""
    return ChatMessage(board_text(texts, contents, contents.board.orders))


def board_text(texts: Texts, contents: BoardContents, orders: Sequence[BoardOrder]) -> str:
    """Return the board with these of its orders, as HTML; those that do not fit into a message are counted."""
    board = contents.board
    if not board.orders:
        return _say(texts, "board-nothing")
    total = len(board.orders) + board.left_out
    head = [_say(texts, "board-title", count=total, time=clock_time(board.at, contents.zone))]
    lines = _lines(texts, contents, orders)
    tail = [_say(texts, "board-left-out", count=board.left_out)] if board.left_out else []
    tail += _pieces(texts, board)
    text, _ = fit(head, lines, tail, lambda count: _say(texts, "board-more", count=count))
    return text.strip()


def _lines(texts: Texts, contents: BoardContents, orders: Sequence[BoardOrder]) -> list[str]:
    """Return a line for each order, with its section's title above the first of each."""
    lines: list[str] = []
    before: Section | None = None
    for order in orders:
        title = ""
        if order.section is not before:
            count = len(contents.board.of(order.section))
            title = ("\n" if lines else "") + _say(texts, f"board-{order.section}", count=count) + "\n"
        lines.append(title + _line(texts, contents, order))
        before = order.section
    return lines


def _line(texts: Texts, contents: BoardContents, board_order: BoardOrder) -> str:
    order, zone, now = board_order.order, contents.zone, contents.board.at
    parts = [
        _time(board_order.due_at, now, zone),
        _title(texts, board_order),
        escape(_goods(board_order)),
    ]
    match board_order.section:
        case Section.LATE:
            parts.append(_say(texts, "board-late-by", minutes=max(0, now // 60 - board_order.due_at // 60)))
        case Section.LATER:
            parts.insert(2, _say(texts, "board-start-at", time=_time(board_order.start_at, now, zone)))
    if order.status is OrderStatus.COURIER:
        parts.append(_say(texts, "board-courier"))
    if order.payment_method is PaymentMethod.CARD and order.can_pay:
        parts.append(_say(texts, "board-unpaid"))
    return " · ".join(parts)


def _title(texts: Texts, board_order: BoardOrder) -> str:
    order = board_order.order
    is_unanswered = board_order.section is Section.LATE and order.status is OrderStatus.NEW
    mark = f"{_say(texts, 'board-unanswered')} " if is_unanswered else ""
    return f"{mark}{_say(texts, 'card-number', number=escape(order.number))} {_place(texts, board_order)}"


def _place(texts: Texts, board_order: BoardOrder) -> str:
    order = board_order.order
    if order.order_type is OrderType.DINE_IN and order.table_number:
        return _say(texts, "board-table", table=escape(_clipped(bare_table(order.table_number), TABLE)))
    return _say(texts, f"board-type-{order.order_type}")


def _goods(board_order: BoardOrder) -> str:
    """What is in an order, shortened; choices and notes are on its card."""
    goods = ", ".join(
        f"{line.quantity}×{line.product_name}" if line.quantity > 1 else line.product_name
        for line in board_order.order.lines
    )
    return _clipped(goods, GOODS)


def _pieces(texts: Texts, board: Board) -> list[str]:
    if not board.pieces:
        return []
    counted = [
        _say(texts, "board-piece", name=escape(_clipped(each.name_uk, GOODS)), quantity=each.quantity)
        for each in board.pieces[:PIECES]
    ]
    more = ["…"] if len(board.pieces) > PIECES else []
    return [_say(texts, "board-pieces", pieces=" · ".join([*counted, *more]))]


def _time(moment: int, now: int, zone: ZoneInfo) -> str:
    """Return a moment on the cafe's clock, with its day if that is another one."""
    at, today = (datetime.fromtimestamp(seconds, zone) for seconds in (moment, now))
    return clock_time(moment, zone) if at.date() == today.date() else day_and_time(at, zone)


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip(' ,')}…"


def _say(texts: Texts, text_id: str, **values: FluentValue) -> str:
    return texts.format(UK, text_id, **values)
