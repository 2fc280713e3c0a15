"""Scanning the excise marks of bottles: opened behind the bar, or sold as they are."""

from collections.abc import Sequence

from cafe.core.catalogue.bottles import store
from cafe.core.catalogue.bottles.facts import DrinksPoured
from cafe.core.catalogue.bottles.model import Bottle, Marked, MarkError, MarkProblem, MissingMark, Pour
from cafe.core.catalogue.bottles.port import CodeReader
from cafe.core.catalogue.bottles.pouring import find_missing, list_drinks, pour
from cafe.core.catalogue.bottles.rules import lacking_pieces, read_mark
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.rules import MADE
from cafe.core.ordering.orders.staff_service import lock_any_order


class BottleService:
    """Each method that changes something raises MarkError if that is not possible."""

    def __init__(self, database: Database, clock: Clock, record: Recorder, reader: CodeReader) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._reader = reader

    async def read_picture(self, content: bytes) -> str | None:
        """Return what the code in a picture says; None if there is none, or it is no picture."""
        return await self._reader.read_code(content)

    async def read(self) -> tuple[Sequence[Bottle], Sequence[Marked]]:
        """Return the open bottles, and the ingredients that can have some."""
        return await self._database.read(_read)

    async def open(self, code: str, mark: object, by: str) -> None:
        """Open a bottle of an ingredient; what others of it still hold is poured first."""
        await self._database.write(_open, code, read_mark(mark), by, unix_now(self._clock))

    async def empty(self, bottle_id: int) -> None:
        """Take a bottle away, which is empty; or was opened by mistake, if nothing was poured from it."""
        await self._database.write(_empty, bottle_id, unix_now(self._clock))

    async def list_missing(self, order_id: int) -> tuple[MissingMark, ...]:
        """Return what is to be scanned before an order can be ready.

        Raises:
            NotFoundError: no such order.
        """
        return await self._database.write(_list_missing, order_id)

    async def scan_for_order(
        self, order_id: int, mark: object, by: str, *, ingredient: str = "", drink: str = ""
    ) -> tuple[MissingMark, ...]:
        """Open a bottle of an ingredient for an order, or sell one with it as that drink; return what is missing still.

        Raises:
            NotFoundError: no such order.
        """
        now = unix_now(self._clock)
        return await self._database.write(_scan, self._record, order_id, ingredient, drink, read_mark(mark), by, now)


def _read(conn: Connection) -> tuple[list[Bottle], list[Marked]]:
    return store.list_open(conn), store.list_marked(conn)


def _open(conn: Connection, code: str, mark: str, by: str, now: int) -> None:
    ingredient = store.find_marked(conn, code)
    if ingredient is None:
        raise MarkError(MarkProblem.NO_INGREDIENT)
    _claim(conn, mark, ingredient, by, now)


def _empty(conn: Connection, bottle_id: int, now: int) -> None:
    if not store.empty(conn, bottle_id, now):
        raise MarkError(MarkProblem.NO_BOTTLE)


def _list_missing(conn: Connection, order_id: int) -> tuple[MissingMark, ...]:
    return find_missing(conn, lock_any_order(conn, order_id))


def _scan(
    conn: Connection, record: Recorder, order_id: int, ingredient: str, drink: str, mark: str, by: str, now: int
) -> tuple[MissingMark, ...]:
    order = lock_any_order(conn, order_id)
    if drink:
        found = next((each for each in list_drinks(conn, order) if each.code == drink and not each.takes), None)
        if found is None or order.status is OrderStatus.CANCELLED:
            raise MarkError(MarkProblem.NOT_NEEDED)
        bottle_id = _claim(conn, mark, None, by, now)
        lacking = lacking_pieces(found, store.list_poured(conn, order.id).get(drink, ()))
        if not lacking:
            raise MarkError(MarkProblem.NOT_NEEDED)
        store.add_pours(conn, order.id, [Pour(drink, lacking[0], bottle_id, 1)], now)
    else:
        _open(conn, ingredient, mark, by, now)
    missing = find_missing(conn, order)
    if not missing and order.status in MADE:  # it became ready before its drinks needed marks
        pour(conn, order, now)
        record(conn, DrinksPoured(at=now, order=order))
    return missing


def _claim(conn: Connection, mark: str, ingredient: Marked | None, by: str, now: int) -> int:
    bottle_id = store.claim(conn, mark, ingredient, by, now)
    if bottle_id is None:
        raise MarkError(MarkProblem.USED)
    return bottle_id
