"""Changing catalogue and settings: computed on a copy, then written in one short transaction.

However large a change is, carts and orders wait only while its rows are written.
"""

from collections.abc import Callable, Sized
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from cafe.core.catalogue.edits.errors import TooMuchAtOnceError
from cafe.core.catalogue.stock.store import reset_reports
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.meta import bump_catalogue_version, get_catalogue_version
from cafe.core.kernel.rehearsal import Rehearsal

TABLES = (
    "meta",
    "settings",
    "week_hours",
    "special_days",
    "slots",
    "zones",
    "tax_groups",
    "promo_codes",
    "ingredients",
    "categories",
    "option_groups",
    "options",
    "products",
    "recipes",
    "option_recipes",
    "product_option_groups",
    "modes",
    "mode_categories",
    "mode_products",
)
"""The tables that a change may read and write; rows are locked in this order."""


MAX_ROWS = 24_000
"""Maximum rows written at once, including the history: the largest menu of any cafe, about 0.1 s."""


class _OutdatedError(CafeError):
    """The catalogue has changed since it was copied."""


class CatalogueChange(Protocol):
    """The result of a change."""

    @property
    def items(self) -> Sized: ...


C = TypeVar("C", bound=CatalogueChange)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class _AtVersion(Generic[C]):
    version: int
    result: C


async def preview_change(database: Database, work: Callable[[Connection], C]) -> C:
    """Return the result of a change of the catalogue without making it.

    Raises:
        TooMuchAtOnceError: it would change too many rows.
    """
    rehearsal = await database.rehearse(TABLES, _run, work)
    _check_size(rehearsal)
    return rehearsal.result.result


async def change_catalogue(
    database: Database,
    work: Callable[[Connection], C],
    record: Callable[[Connection, C], R],
    *,
    is_limited: bool = True,
) -> R | None:
    """Change the catalogue by `work`, which may use `TABLES` only and is repeated if somebody else made a change first.

    `record` gets its result in the transaction that makes the change. Returns None if nothing differed.

    Raises:
        TooMuchAtOnceError: it `is_limited`, and would change too many rows.
    """
    while True:
        rehearsal = await database.rehearse(TABLES, _run, work)
        if not rehearsal.rows:
            return None
        if is_limited:
            _check_size(rehearsal)
        with suppress(_OutdatedError):
            return await database.write(_perform, rehearsal, record)


def _check_size(rehearsal: Rehearsal[_AtVersion[C]]) -> None:
    rows = rehearsal.rows + len(rehearsal.result.result.items)
    if rows > MAX_ROWS:
        raise TooMuchAtOnceError(rows)


def _run(conn: Connection, work: Callable[[Connection], C]) -> _AtVersion[C]:
    return _AtVersion(get_catalogue_version(conn), work(conn))


def _perform(conn: Connection, rehearsal: Rehearsal[_AtVersion[C]], record: Callable[[Connection, C], R]) -> R:
    bump_catalogue_version(conn)  # locks out other changes of the catalogue
    if get_catalogue_version(conn) != rehearsal.result.version + 1:
        raise _OutdatedError
    rehearsal.perform(conn)
    reset_reports(conn)
    return record(conn, rehearsal.result.result)
