"""The database protocols of the core: a transaction is a plain function of a connection."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from cafe.core.kernel.rehearsal import Rehearsal

P = ParamSpec("P")


T = TypeVar("T")
R = TypeVar("R")


Params = Mapping[str, Any]


class UnavailableError(Exception):
    """The database cannot be reached or refuses us; the text is one line without any part of the address.

    It is logged as that line, without a traceback: an outage is not a defect.
    """


Lockable = Literal["customers", "slots", "promo_codes", "orders", "ingredients", "staff", "tills"]
"""The tables with locked rows, in the order of locking within a transaction; within a table by rising ids."""


class Row(Protocol):
    """A result row; columns are read by name."""

    def __getitem__(self, column: str | int, /) -> Any: ...

    def keys(self) -> list[str]: ...


class Connection(Protocol):
    """An open transaction. Synchronous on purpose: nothing can be awaited inside a transaction."""

    @property
    def for_update(self) -> str:
        """The suffix of a `SELECT` that locks its rows as `lock` does; empty where `lock` does nothing."""
        ...

    def all(self, sql: str, params: Params = ...) -> list[Row]:
        """Run a query with `:name` parameters and return every row."""
        ...

    def one(self, sql: str, params: Params = ...) -> Row | None:
        """Run a query and return its first row, if any."""
        ...

    def run(self, sql: str, params: Params = ...) -> int:
        """Run a statement and return the number of changed rows."""
        ...

    def run_many(self, sql: str, params: Sequence[Params]) -> None:
        """Run a statement once for each set of parameters."""
        ...

    def later(self, table: str, sql: str, params: Params = ...) -> Callable[[], Any]:
        """Run a statement that changes `table`, at the latest when something depends on it.

        So it need not be sent alone. It has no `WITH` of its own, and its `RETURNING`, if any, returns one value of one
        row. The function returned waits for that value; it is for use in this transaction.
        """
        ...

    def insert(self, table: str, rows: Sequence[Params]) -> None:
        """Insert rows of texts and whole numbers with the same columns, `later`."""
        ...

    def lock(self, table: Lockable, row_id: int) -> None:
        """Make other writers of a row wait until this transaction ends; later reads are current.

        A transaction that decides by a row's values locks it first. Where transactions run one after another anyway,
        this does nothing.
        """
        ...

    def next_value(self, sequence: str) -> str:
        """Increment a sequence and return SQL for its new value, for a single use in this transaction's next statement.

        No two transactions get the same value.
        """
        ...

    def next_id(self, table: str) -> str:
        """Return SQL for an id that a row inserted in this transaction may have, for a single use."""
        ...


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """The state of an engine. `size` in bytes."""

    engine: str
    size: int
    connections: int
    """Open connections of this process."""
    busy: int
    ahead: float | None = None
    """Seconds by which this machine's clock is ahead of the server's; None without a server."""


class Database(Protocol):
    """Runs plain functions of a connection as atomic transactions.

    A function may run again after a rollback (another one in the same commit failed), so it must have no side effects
    outside its connection. An exception rolls its changes back and is raised to the caller. While the database cannot
    be reached, this is an `UnavailableError`.
    """

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on a consistent snapshot that includes everything committed before the call.

        It takes a few milliseconds at most, for which everybody else may have to wait.
        """
        ...

    async def read_long(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `read`, for queries over many rows: only such reads wait for each other."""
        ...

    async def rehearse(
        self, tables: Sequence[str], work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> "Rehearsal[T]":
        """Run `work` on a copy of these tables, referenced tables first, and return its changes there.

        It blocks nobody else, and changes nothing in the database.
        """
        ...

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in a transaction; once this returns, the change survives a power cut."""
        ...

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Like `write`, but a power cut may lose the change; a crash of the process does not (carts)."""
        ...

    async def write_then_read(self, write: Callable[[Connection], T], read: Callable[[Connection, T], R]) -> R:
        """Run `write`, as `write_relaxed` does, and then `read` with its result on what is there.

        `write` makes one statement, and any number of earlier ones by `Connection.later`. If `read` fails, the change
        may stay.
        """
        ...

    async def run_as_leader(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` in one process of this database at a time: wait for this process's turn, and lead from then on.

        A process that loses its turn cancels `work` and waits again. For about a second two may run it, so `work` must
        claim in the database whatever it does. Returns when `work` does.
        """
        ...


class Engine(Database, Protocol):
    """A database that also reports its state."""

    async def inspect(self) -> DatabaseState:
        """Return the engine's state, cheaply."""
        ...

    async def shares_sessions(self) -> bool:
        """Whether a pool in between may share one session of the server between several of our connections."""
        ...


def listed(ids: Collection[int]) -> tuple[str, Mapping[str, int]]:
    """Return the SQL inside `IN (…)` for at least one id, and its parameters.

    The ids are padded to a power of two, since each number of ids is a separate prepared statement.
    """
    each = sorted(ids)
    filled = [*each, *[each[-1]] * ((1 << (len(each) - 1).bit_length()) - len(each))]
    params = {f"id{at}": found for at, found in enumerate(filled)}
    return ", ".join(":" + name for name in params), params


def among(column: str, ids: Collection[int] | None) -> tuple[str, Mapping[str, int]]:
    """Return a condition for the rows with these ids in a column, with its parameters; None: every row."""
    if ids is None:
        return "1 = 1", {}
    if not ids:
        return "1 = 0", {}
    marks, params = listed(ids)
    return f"{column} IN ({marks})", params
