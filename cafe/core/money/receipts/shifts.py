"""Fiscal shifts by hand: how they stand, and the wish to open or close one, which the maker of receipts grants."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.money.receipts import cash
from cafe.core.money.receipts.port import FiscalError, FiscalName, FiscalServices, OpenShift

GOOD_FOR = 3600
"""Seconds in which a wish is tried."""


class ShiftAct(StrEnum):
    """What is wished; the values are stored."""

    OPEN = "open"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody's wish that is not granted yet, and why not; `at` in Unix seconds."""

    service: FiscalName
    act: ShiftAct
    actor: str
    at: int
    problem: str


@dataclass(frozen=True, slots=True)
class Register:
    """The register at a connected service: its open shift, if any, or why that is unknown."""

    service: FiscalName
    shift: OpenShift | None
    problem: str
    wish: Wish | None


class ShiftService:
    """The desk's access to shifts."""

    def __init__(self, database: Database, clock: Clock, fiscal: Callable[[], FiscalServices]) -> None:
        self._database = database
        self._clock = clock
        self._fiscal = fiscal

    async def list_all(self) -> list[Register]:
        """Ask each connected service how its shift stands."""
        wishes = {each.service: each for each in await self._database.read(list_wishes)}
        fiscal, found = self._fiscal(), []
        for name in filter(fiscal.is_connected, FiscalName):
            shift, problem = None, ""
            try:
                shift = await fiscal.get(name).find_shift()
            except FiscalError as error:
                problem = str(error)
            found.append(Register(name, shift, problem, wishes.get(name)))
        return found

    async def list_waiting(self) -> list[tuple[int, str]]:
        """List the cash that a service did not take yet: kopiykas, below 0 taken out, and why."""
        return await self._database.read(cash.list_waiting)

    async def ask(self, service: FiscalName, act: ShiftAct, actor: str) -> None:
        """Wish that a shift is opened or closed; a wish before it is replaced."""
        await self._database.write(_add_wish, service, act, actor, unix_now(self._clock))


def list_wishes(conn: Connection) -> list[Wish]:
    rows = conn.all("SELECT service, act, actor, at, problem FROM fiscal_wishes ORDER BY at, service")
    return [
        Wish(FiscalName(row["service"]), ShiftAct(row["act"]), row["actor"], row["at"], row["problem"] or "")
        for row in rows
    ]


def end_wish(conn: Connection, wish: Wish, problem: str, now: int) -> None:
    """Forget a wish that is granted or too old; otherwise store why it is not granted yet."""
    params: dict[str, object] = {"service": wish.service.value, "act": wish.act.value, "at": wish.at}
    this = "service = :service AND act = :act AND at = :at"
    if problem and now - wish.at < GOOD_FOR:
        conn.run(f"UPDATE fiscal_wishes SET problem = :problem WHERE {this}", params | {"problem": problem})
    else:
        conn.run(f"DELETE FROM fiscal_wishes WHERE {this}", params)


def _add_wish(conn: Connection, service: FiscalName, act: ShiftAct, actor: str, now: int) -> None:
    conn.run(
        "INSERT INTO fiscal_wishes (service, act, actor, at) VALUES (:service, :act, :actor, :now) ON CONFLICT "
        "(service) DO UPDATE SET act = excluded.act, actor = excluded.actor, at = excluded.at, problem = NULL",
        {"service": service.value, "act": act.value, "actor": actor, "now": now},
    )
