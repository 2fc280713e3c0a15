"""The database protocols of the core: a transaction is a plain function of a connection."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from cafe.core.kernel.rehearsal import Rehearsal

P = ParamSpec("P")


T = TypeVar("T")


Params = Mapping[str, Any]


class UnavailableError(Exception):
    """There is no connection to the database, or it refuses us; the text is one line without any part of the address.

    The log tells it in that line: an outage is no defect.
    """


Lockable = Literal["customers", "slots", "promo_codes", "orders", "ingredients"]
"""The tables whose rows are locked, in the order in which a transaction locks them; of one table by rising ids."""


class Row(Protocol):
    """A result row; columns are read by name."""

    def __getitem__(self, column: str | int, /) -> Any: ...

    def keys(self) -> list[str]: ...


class Connection(Protocol):
    """An open transaction. Synchronous on purpose: nothing can be awaited inside a transaction."""

    @property
    def for_update(self) -> str:
        """What a `SELECT` ends with so that its rows stay locked, as by `lock`; empty where `lock` does nothing."""
        ...

    def all(self, sql: str, params: Params = ...) -> list[Row]:
        """Run a query with `:name` parameters and return every row."""
        ...

    def one(self, sql: str, params: Params = ...) -> Row | None:
        """Run a query and return its first row, if any."""
        ...

    def run(self, sql: str, params: Params = ...) -> int:
        """Run a statement and return how many rows it changed."""
        ...

    def run_many(self, sql: str, params: Sequence[Params]) -> None:
        """Run a statement once for each set of parameters."""
        ...

    def lock(self, table: Lockable, row_id: int) -> None:
        """Have other writers of a row wait until this transaction ends; what is read after this is current.

        Whoever decides from a look at a row locks it first. Where transactions run one after another anyway this does
        nothing.
        """
        ...

    def next_value(self, sequence: str) -> str:
        """Increment a sequence and return SQL for its new value, to stand once in this transaction's next statement.

        No two transactions get the same value.
        """
        ...


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """An engine and how it is. `size` in bytes."""

    engine: str
    size: int
    connections: int
    """Open ones of this process."""
    busy: int
    ahead: float | None = None
    """Seconds by which this machine's clock is ahead of the server's; None where there is no server."""


class Database(Protocol):
    """Runs plain functions of a connection as atomic transactions.

    A function may run again after a rollback (another one in the same commit failed), so it must have no side effects
    outside its connection. An exception rolls its changes back and is raised to the caller. While the database cannot
    be reached, this is an `UnavailableError`.
    """

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on a consistent snapshot that includes everything committed before the call."""
        ...

    async def read_long(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `read`, for what goes through many rows: only such reads wait for each other."""
        ...

    async def rehearse(
        self, tables: Sequence[str], work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> "Rehearsal[T]":
        """Run `work` on a copy of these tables, those first that others refer to, and return what it changed there.

        Nobody waits for it but who rehearses, and nothing is changed in the database.
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

    async def run_as_leader(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` in one process of this database at a time: wait for this process's turn, and lead from then on.

        A process that loses its turn cancels `work` and waits again. For about a second two may run it, so whatever
        it does it must claim in the database. Returns when `work` does.
        """
        ...


class Engine(Database, Protocol):
    """A database that can also say how it is."""

    async def inspect(self) -> DatabaseState:
        """Return how the engine is, cheaply."""
        ...

    async def shares_sessions(self) -> bool:
        """Whether a proxy in between lends one session of the server to several of our connections."""
        ...


def listed(ids: Collection[int]) -> tuple[str, Mapping[str, int]]:
    """Return what stands between the brackets of `IN (…)` for some ids, at least one, and its parameters.

    Filled up to a power of two: each number of ids is a statement of its own.
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
