"""The board in the staff chat: one pinned message that shows all open orders and is edited as they change.

Every other second its content is compared with the open orders, so it is soon right again after any failure: a restart,
an outage, another chat, a message that somebody deleted or unpinned.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.messages.notifications import digests, store
from cafe.core.messages.notifications.message import StaffMessage
from cafe.core.messages.notifications.rendering import BoardContents, Renderer
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.messages.outbox.model import Delivery, Priority
from cafe.core.messages.outbox.plan import Pinning, Plan
from cafe.core.messages.outbox.port import ChatMessage, Delivered, MessageGone, Outcome, Rejected, Unreachable
from cafe.core.messages.outbox.store import is_queued, queue_to_staff
from cafe.core.ordering.board.model import Board

CHANGE_SECONDS = 3
"""The shortest time between two edits."""
PIN_SECONDS = 60
"""The shortest time between two checks whether it is pinned, and between two moves."""
FAR = 4
"""The number of cards of open orders below the board from which it moves to the end of the chat."""
PIN_META = "board_pin"

ReadBoard = Callable[[Connection, int], Board]
"""Reads the board at a moment, in Unix seconds."""


@dataclass(frozen=True, slots=True)
class StaffBoard(StaffMessage):
    """Shows all open orders, in one pinned message that is edited. Belongs to no order."""

    kind = "staff-board"
    priority = Priority.EDIT


@dataclass(frozen=True, slots=True)
class StaffBoardUnpinned(StaffMessage):
    """The bot may not pin the board. Belongs to no order."""

    kind = "staff-board-unpinned"


@dataclass(frozen=True, slots=True)
class Pin:
    """The last attempt to pin the board; `at` in Unix seconds."""

    chat_id: int
    message_id: int
    is_pinned: bool
    at: int


class BoardKeeper:
    """Queues the board, or an edit of it, when it is outdated."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        staff_chat: StaffChat,
        get_renderer: Callable[[], Awaitable[Renderer]],
        read_board: ReadBoard,
    ) -> None:
        self._database = database
        self._clock = clock
        self._staff_chat = staff_chat
        self._get_renderer = get_renderer
        self._read_board = read_board
        self._queued_at = 0

    async def keep(self) -> bool:
        """Queue an edit if one is due; always False, as there is no further work."""
        now = unix_now(self._clock)
        if 0 <= now - self._queued_at < CHANGE_SECONDS:  # also if the edit was refused
            return False
        renderer = await self._get_renderer()
        if await self._database.read(self._is_due, renderer, now):
            await self._database.write(self._queue, renderer, now)
            self._queued_at = now
        return False

    def _is_due(self, conn: Connection, renderer: Renderer, now: int) -> bool:
        chat_id = self._staff_chat.in_transaction(conn)
        digest = digests.find_digest(conn, StaffBoard.kind)
        if chat_id is None or is_queued(conn, StaffBoard.kind) or 0 <= now - digest.changed_at < CHANGE_SECONDS:
            return False
        if digest.message_in(chat_id) is None:
            return store.has_open_card(conn)
        return digest.shown != _message(conn, renderer, self._read_board, now).text

    def _queue(self, conn: Connection, renderer: Renderer, now: int) -> None:
        take_turn(conn, "board")
        chat_id = self._staff_chat.in_transaction(conn)
        if chat_id is not None and self._is_due(conn, renderer, now):
            standing = digests.find_digest(conn, StaffBoard.kind).message_in(chat_id)
            is_edit = standing is not None and not _is_far(conn, chat_id, standing, now)
            queue_to_staff(conn, StaffBoard(), now, priority=Priority.EDIT if is_edit else Priority.NORMAL)


def plan_board(
    conn: Connection, renderer: Renderer, read_board: ReadBoard, delivery: Delivery, chat_id: int, now: int
) -> Plan:
    """Plan the board: an edit of its message, or a new one, pinned in place of the former."""
    message, pin = _message(conn, renderer, read_board, now), _find_pin(conn, chat_id)
    former = standing = digests.find_digest(conn, StaffBoard.kind).message_in(chat_id)
    if standing is not None and delivery.priority is not Priority.EDIT and _is_far(conn, chat_id, standing, now):
        standing = None
    if former is None and pin is not None:
        former = pin.message_id  # its message could not be edited any more
    is_known = pin is not None and pin.message_id == standing
    looked_at = pin.at if pin is not None and is_known else 0
    pinning = Pinning(partial(_note_pin, chat_id, now), was_pinned=is_known and pin is not None and pin.is_pinned)
    return Plan(
        chat_id,
        message,
        edits=standing,
        retires=former if standing is None else None,
        after_sent=lambda conn, message_id: digests.save_digest_message(
            conn, StaffBoard.kind, chat_id, message_id, message.text, now
        ),
        pinning=None if 0 <= now - looked_at < PIN_SECONDS else pinning,
        when_gone=lambda conn: digests.forget_digest_message(conn, StaffBoard.kind),
    )


def _is_far(conn: Connection, chat_id: int, message_id: int, now: int) -> bool:
    """Whether the board is far above the end of the chat, and was neither sent nor checked a moment ago."""
    pin = _find_pin(conn, chat_id)
    if pin is None or pin.message_id != message_id or 0 <= now - pin.at < PIN_SECONDS:
        return False
    return store.count_open_cards_below(conn, chat_id, message_id) >= FAR


def _message(conn: Connection, renderer: Renderer, read_board: ReadBoard, now: int) -> ChatMessage:
    message = renderer.render_board(BoardContents(read_board(conn, now), get_settings(conn).zone))
    return replace(message, is_silent=True)


def _note_pin(chat_id: int, now: int, conn: Connection, message_id: int, outcome: Outcome) -> None:
    """Store whether the board is pinned; notify the staff once if the bot may not pin it."""
    match outcome:
        case Delivered():
            _save_pin(conn, Pin(chat_id, message_id, is_pinned=True, at=now))
        case MessageGone():
            digests.forget_digest_message(conn, StaffBoard.kind)
        case Unreachable() | Rejected():
            former = _find_pin(conn, chat_id)
            if former is None or former.is_pinned:
                queue_to_staff(conn, StaffBoardUnpinned(), now)
            _save_pin(conn, Pin(chat_id, message_id, is_pinned=False, at=now))
        case _:
            pass  # retried with the next edit


def _find_pin(conn: Connection, chat_id: int) -> Pin | None:
    """Return the last attempt in this chat."""
    stored = get_meta(conn, PIN_META)
    if stored is None:
        return None
    stored_chat, message_id, is_pinned, at = map(int, stored.split())
    return Pin(chat_id, message_id, bool(is_pinned), at) if stored_chat == chat_id else None


def _save_pin(conn: Connection, pin: Pin) -> None:
    set_meta(conn, PIN_META, f"{pin.chat_id} {pin.message_id} {int(pin.is_pinned)} {pin.at}")
