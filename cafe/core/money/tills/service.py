"""Opening, counting and closing a till's day. The database decides who was first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from cafe.core.catalogue.settings.days import day_of
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.lengths import NOTE, PERSON
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.texts import read_texts
from cafe.core.money.receipts.cash import CashKind, queue_cash
from cafe.core.money.tills import store
from cafe.core.money.tills.facts import TillClosed
from cafe.core.money.tills.model import (
    MOST_TILLS,
    Count,
    Figures,
    Move,
    MoveKind,
    Purpose,
    Till,
    TillDay,
    TillError,
    TillProblem,
    TillState,
)
from cafe.core.money.tills.rules import check_amount, check_reason, figures_of, is_old, read_pieces, sum_of

MOST_MOVES, MOST_DAYS = 200, 30


@dataclass(frozen=True, slots=True)
class ClosedDay:
    """A closed day with all that belongs to it."""

    day: TillDay
    counts: tuple[Count, ...]
    """Each that was made since it was opened."""
    moves: tuple[Move, ...]


class TillService:
    """All methods that change something raise TillError if that is not possible, ProblemsError for invalid fields."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def read(self) -> tuple[list[TillState], list[TillDay]]:
        """Return how each till stands, and the latest closed days, newest first."""
        return await self._database.read(_read, unix_now(self._clock))

    async def get_day(self, day_id: int) -> ClosedDay:
        """Return a closed day.

        Raises:
            TillError: there is none of this id.
        """
        return await self._database.read(_get_day, day_id)

    async def add(self, name: object) -> None:
        """Make a till; its days begin once the first one is opened."""
        await self._database.write(_add, name, unix_now(self._clock))

    async def change(self, till_id: int, name: object, people: Sequence[int]) -> None:
        """Rename a till, and set who works at it and at no other one."""
        await self._database.write(_change, till_id, name, sorted(set(people)))

    async def count(self, till_id: int | None, pieces: object, counted_by: str) -> Count:
        """Keep what somebody counted, for opening a day or closing the one that is open.

        Without an id it is the first till, which is made if there is none.
        """
        now = unix_now(self._clock)
        return await self._database.write(_count, till_id, read_pieces(pieces), counted_by, now)

    async def open(self, count_id: int, reason: str, actor: str) -> TillDay:
        """Open a day with a till's latest count; a difference to what was left needs a reason."""
        return await self._database.write(_open, count_id, reason, actor, unix_now(self._clock))

    async def close(self, count_id: int, reason: str, actor: str) -> TillDay:
        """Close the day with a till's latest count; a difference needs a reason."""
        return await self._database.write(_close, self._record, count_id, reason, actor, unix_now(self._clock))

    async def move(self, till_id: int, kind: MoveKind, amount: object, reason: str, actor: str) -> None:
        """Note what was brought (`in`) or taken out (`out`) and why; `amount` in kopiykas, above 0."""
        if not reason:
            raise ProblemsError(Problem("reason", "cash-reason-invalid", {"most": NOTE}))
        now = unix_now(self._clock)
        await self._database.write(_move, till_id, kind, check_amount(amount), reason, actor, now)


def read_figures(conn: Connection, day: TillDay) -> Figures:
    """Add up the figures of a day from its moves, payments and refunds."""
    day_id = None if day.closing is None else day.id
    return figures_of(
        day.opening,
        store.sum_moves(conn, day.till_id, day_id),
        store.sum_waited(conn, day),
        store.sum_cashless(conn, day.till_id, day_id),
    )


def _read(conn: Connection, now: int) -> tuple[list[TillState], list[TillDay]]:
    today = _today(conn, now)
    states = [_state(conn, till, today, now) for till in store.list_tills(conn)]
    return states, store.list_closed(conn, MOST_DAYS)


def _state(conn: Connection, till: Till, today: str, now: int) -> TillState:
    last = store.find_last_day(conn, till.id)
    day = last if last is not None and last.closing is None else None
    count = store.find_last_count(conn, till.id)
    if count is not None and (_is_used(count, last) or is_old(count, now)):
        count = None
    return TillState(
        till,
        day,
        count,
        closed_today=day is None and last is not None and last.day == today,
        figures=None if day is None else read_figures(conn, day),
        moves=tuple(store.list_moves(conn, till.id, None, MOST_MOVES)),
    )


def _get_day(conn: Connection, day_id: int) -> ClosedDay:
    day = store.find_day(conn, day_id)
    if day is None or day.closing is None:
        raise TillError(TillProblem.UNKNOWN)
    counts = store.list_counts(conn, day.till_id, day.opening.id, day.closing.id)
    return ClosedDay(day, tuple(counts), tuple(store.list_moves(conn, day.till_id, day.id, MOST_MOVES)))


def _add(conn: Connection, name: object, now: int) -> None:
    if len(store.list_tills(conn)) >= MOST_TILLS:
        raise ProblemsError(Problem("name", "too-many", {"most": MOST_TILLS}))
    if store.add_till(conn, _read_name(name), now) is None:
        raise ProblemsError(Problem("name", "till-name-taken"))


def _change(conn: Connection, till_id: int, given: object, people: list[int]) -> None:
    conn.lock("tills", till_id)
    name, tills = _read_name(given), store.list_tills(conn)
    if all(till.id != till_id for till in tills):
        raise TillError(TillProblem.UNKNOWN)
    if any(till.id != till_id and till.name.casefold() == name.casefold() for till in tills):
        raise ProblemsError(Problem("name", "till-name-taken"))
    store.rename_till(conn, till_id, name)
    store.set_people(conn, till_id, people)


def _count(conn: Connection, till_id: int | None, pieces: dict[str, int], by: str, now: int) -> Count:
    till_id = _first_till(conn, now) if till_id is None else till_id
    last = _lock(conn, till_id)
    is_open = last is not None and last.closing is None
    if last is not None and not is_open and last.day == _today(conn, now):
        raise TillError(TillProblem.TODAY)
    purpose = Purpose.CLOSING if is_open else Purpose.OPENING
    count_id = store.add_count(conn, till_id, purpose, sum_of(pieces), pieces, by, now)
    store.include_moves(conn, count_id, till_id)
    base = None if last is None else last.closing or last.opening
    expected = None if base is None else base.counted + store.sum_counted(conn, till_id, base.id)
    store.set_expected(conn, count_id, expected)
    return _get_count(conn, count_id)


def _open(conn: Connection, count_id: int, reason: str, actor: str, now: int) -> TillDay:
    till_id = _till_of(conn, count_id)
    last = _lock(conn, till_id)
    if last is not None and last.closing is None:
        raise TillError(TillProblem.OPEN)
    count = _usable(conn, count_id, Purpose.OPENING, last, now)
    check_reason(count, reason)
    number, told = 1 if last is None else last.number + 1, reason if count.difference else ""
    day_id = store.open_day(conn, till_id, number, _today(conn, now), count.id, actor, told, now)
    day = None if day_id is None else store.find_day(conn, day_id)
    if day is None:
        raise TillError(TillProblem.TODAY)
    waited = store.sum_waited(conn, day)
    queue_cash(conn, CashKind.OPENING, till_id, count.counted - waited, now, receipted=waited)
    return day


def _close(conn: Connection, record: Recorder, count_id: int, reason: str, actor: str, now: int) -> TillDay:
    last = _lock(conn, _till_of(conn, count_id))
    if last is None:
        raise TillError(TillProblem.NO_DAY)
    if last.closing is not None:
        raise TillError(TillProblem.CLOSED)
    count = _usable(conn, count_id, Purpose.CLOSING, last, now)
    check_reason(count, reason)
    if not store.close_day(conn, last, count, actor, reason if count.difference else "", now):
        raise TillError(TillProblem.CLOSED)
    closed = store.find_day(conn, last.id) or last
    store.set_figures(conn, closed.id, read_figures(conn, closed))
    closed = store.find_day(conn, last.id) or last
    queue_cash(conn, CashKind.CLOSING, last.till_id, -(count.expected or 0), now)
    record(conn, TillClosed(at=now, day=closed))
    return closed


def _move(conn: Connection, till_id: int, kind: MoveKind, amount: int, reason: str, actor: str, now: int) -> None:
    day = _lock(conn, till_id)
    if day is None or day.closing is not None:
        raise TillError(TillProblem.NO_DAY)
    if kind is MoveKind.OUT and amount > read_figures(conn, day).expected:
        raise TillError(TillProblem.NEGATIVE)
    moved = -amount if kind is MoveKind.OUT else amount
    store.add_move(conn, till_id, kind, moved, actor, reason, now)
    queue_cash(conn, CashKind(kind), till_id, moved, now)


def _usable(conn: Connection, count_id: int, purpose: Purpose, last: TillDay | None, now: int) -> Count:
    """Return a count that is the till's latest, for this purpose and not used yet."""
    count = _get_count(conn, count_id)
    newest = store.find_last_count(conn, count.till_id)
    if newest is None or newest.id != count_id or count.purpose is not purpose or _is_used(count, last):
        raise TillError(TillProblem.NO_COUNT)
    if is_old(count, now):
        raise TillError(TillProblem.OLD_COUNT)
    return count


def _is_used(count: Count, last: TillDay | None) -> bool:
    return last is not None and count.id <= (last.closing or last.opening).id


def _lock(conn: Connection, till_id: int) -> TillDay | None:
    """Lock a till against other counts, openings and closings, and return its latest day."""
    conn.lock("tills", till_id)
    if all(till.id != till_id for till in store.list_tills(conn)):
        raise TillError(TillProblem.UNKNOWN)
    return store.find_last_day(conn, till_id)


def _till_of(conn: Connection, count_id: int) -> int:
    return _get_count(conn, count_id).till_id


def _get_count(conn: Connection, count_id: int) -> Count:
    count = store.find_count(conn, count_id)
    if count is None:
        raise TillError(TillProblem.NO_COUNT)
    return count


def _first_till(conn: Connection, now: int) -> int:
    """Return the first till, which is made with the first count."""
    tills = store.list_tills(conn)
    if tills:
        return tills[0].id
    name = read_texts().format(Locale(get_settings(conn).default_language), "till-first-name")
    made = store.add_till(conn, name, now)
    return store.list_tills(conn)[0].id if made is None else made


def _today(conn: Connection, now: int) -> str:
    return day_of(datetime.fromtimestamp(now, UTC), get_settings(conn)).isoformat()


def _read_name(name: object) -> str:
    text = (clean_text(name) if isinstance(name, str) else None) or ""
    if not text:
        raise ProblemsError(Problem("name", "desk-field-needed"))
    if len(text) > PERSON:
        raise ProblemsError(Problem("name", "desk-field-too-long", {"limit": PERSON}))
    return text
