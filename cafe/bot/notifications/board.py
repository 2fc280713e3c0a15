"""The board: all open orders by their next step. Pinned in the staff chat, or in pages."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from cafe.bot.notifications.card import bare_table
from cafe.bot.telegram.fitting import fit
from cafe.bot.telegram.markup import safe
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.messages.notifications.rendering import BoardContents
from cafe.core.messages.notifications.values import clock_time, day_and_time
from cafe.core.messages.outbox.port import ChatMessage
from cafe.core.ordering.board.model import Board, BoardOrder, Section
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType, PaymentMethod

GOODS = 32
"""Characters of an order's goods."""
TABLE = 12
PIECES = 12
"""The most dishes whose pieces are counted."""
CROWDED = 10
"""The number of open orders from which the pinned board is dense, so that it stays in sight above the cards."""
IN_PASSING = frozenset({Section.READY, Section.LATER})
"""Sections without work to begin: a dense board shows their orders several in a line, without goods."""
TAG = re.compile(r"<[^>]*>")
WIDTH = 40
"""Characters of a line on a phone."""
UK = Locale.UK


def render_board(texts: Texts, contents: BoardContents) -> ChatMessage:
    """Return the whole board in one message."""
    orders = contents.board.orders
    return ChatMessage(board_text(texts, contents, orders, is_dense=len(orders) >= CROWDED))


def board_text(texts: Texts, contents: BoardContents, orders: Sequence[BoardOrder], *, is_dense: bool = False) -> str:
    """Render the board with some of its orders; those that do not fit into a message are counted."""
    board = contents.board
    if not board.orders:
        return _say(texts, "board-nothing")
    total = len(board.orders) + board.left_out
    head = [_say(texts, "board-title", count=total, time=clock_time(board.at, contents.zone))]
    groups = _groups(texts, contents, orders, is_dense=is_dense)
    tail = [_say(texts, "board-left-out", count=board.left_out)] if board.left_out else []
    tail += _pieces(texts, board)

    def more(left_out: int) -> str:
        return _say(texts, "board-more", count=sum(count for _, count in groups[-left_out:]))

    text, _ = fit(head, [line for line, _ in groups], tail, more, is_dense=is_dense)
    return text.strip()


def _groups(
    texts: Texts, contents: BoardContents, orders: Sequence[BoardOrder], *, is_dense: bool
) -> list[tuple[str, int]]:
    """Return lines with the number of orders in each; the first of a section includes its title."""
    groups: list[tuple[str, int]] = []
    for section, of_section in groupby(orders, key=lambda order: order.section):
        if is_dense and section in IN_PASSING:
            lines = _packed([_in_passing(texts, contents, order) for order in of_section])
        else:
            lines = [(_line(texts, contents, order), 1) for order in of_section]
        title = _say(texts, f"board-{section}", count=len(contents.board.of(section)))
        gap = "\n" if groups and not is_dense else ""
        first, count = lines[0]
        groups += [(f"{gap}{title}\n{first}", count), *lines[1:]]
    return groups


def _in_passing(texts: Texts, contents: BoardContents, board_order: BoardOrder) -> str:
    """Render an order without its goods: when it is due, its number and place, and when to begin if that is later."""
    now, zone = contents.board.at, contents.zone
    parts = [_time(board_order.due_at, now, zone), _title(texts, board_order)]
    if board_order.section is Section.LATER:
        parts.append(_say(texts, "board-start-at", time=_time(board_order.start_at, now, zone)))
    return " ".join([*parts, *_marks(texts, board_order.order)])


def _line(texts: Texts, contents: BoardContents, board_order: BoardOrder) -> str:
    order, zone, now = board_order.order, contents.zone, contents.board.at
    parts = [
        _time(board_order.due_at, now, zone),
        _title(texts, board_order),
        safe(_goods(board_order)),
    ]
    match board_order.section:
        case Section.LATE:
            parts.append(_say(texts, "board-late-by", minutes=max(0, now // 60 - board_order.due_at // 60)))
        case Section.LATER:
            parts.insert(2, _say(texts, "board-start-at", time=_time(board_order.start_at, now, zone)))
    return " · ".join([*parts, *_marks(texts, order)])


def _marks(texts: Texts, order: Order) -> Iterable[str]:
    if order.status is OrderStatus.COURIER:
        yield _say(texts, "board-courier")
    if order.payment_method is PaymentMethod.CARD and order.can_pay:
        yield _say(texts, "board-unpaid")
    if order.is_held:
        yield _say(texts, "board-held")


def _title(texts: Texts, board_order: BoardOrder) -> str:
    order = board_order.order
    is_unanswered = board_order.section is Section.LATE and order.status is OrderStatus.NEW
    mark = f"{_say(texts, 'board-unanswered')} " if is_unanswered else ""
    return f"{mark}{_say(texts, 'card-number', number=safe(order.number))} {_place(texts, board_order)}"


def _place(texts: Texts, board_order: BoardOrder) -> str:
    order = board_order.order
    if order.order_type is OrderType.DINE_IN and order.table_number:
        return _say(texts, "board-table", table=safe(_clipped(bare_table(order.table_number), TABLE)))
    return _say(texts, f"board-type-{order.order_type}")


def _goods(board_order: BoardOrder) -> str:
    """Return the goods of an order, shortened; choices and notes are on its card."""
    goods = ", ".join(
        f"{line.quantity}×{line.product_name.uk}" if line.quantity > 1 else line.product_name.uk
        for line in board_order.order.lines
    )
    return _clipped(goods, GOODS)


def _pieces(texts: Texts, board: Board) -> list[str]:
    if not board.pieces:
        return []
    counted = [
        _say(texts, "board-piece", name=safe(_clipped(each.name.uk, GOODS)), quantity=each.quantity)
        for each in board.pieces[:PIECES]
    ]
    more = ["…"] if len(board.pieces) > PIECES else []
    return [_say(texts, "board-pieces", pieces=" · ".join([*counted, *more]))]


def _packed(parts: Sequence[str]) -> list[tuple[str, int]]:
    """Join as many parts into each line as a phone shows; return the lines with the number of parts in each."""
    lines: list[tuple[str, int]] = []
    for part in parts:
        if lines and len(TAG.sub("", longer := f"{lines[-1][0]} · {part}")) <= WIDTH:
            lines[-1] = longer, lines[-1][1] + 1
        else:
            lines.append((part, 1))
    return lines


def _time(moment: int, now: int, zone: ZoneInfo) -> str:
    """Return a moment on the cafe's clock, with its day unless it is today."""
    at, today = (datetime.fromtimestamp(seconds, zone) for seconds in (moment, now))
    return clock_time(moment, zone) if at.date() == today.date() else day_and_time(at, zone)


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip(' ,')}…"


def _say(texts: Texts, text_id: str, **values: FluentValue) -> str:
    return texts.format(UK, text_id, **values)
