"""Classifies failures of PostgreSQL: whether a transaction may be repeated."""

import asyncpg

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InternalClientError,
    OSError,
)
"""The connection is gone, or the server is not there (yet). Without a COMMIT nothing of the transaction remains.

asyncpg raises `InternalClientError` when the server has announced the end of an idle session, but the connection is not
closed yet.
"""

NOT_THERE = (*LOST, asyncpg.TooManyConnectionsError, asyncpg.TargetServerAttributeNotMatched)
"""Why no connection is available at the moment."""

ROLLED_BACK = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""The server rolled this transaction back in favour of another; when repeated, it sees the other's result."""

CONFLICTS = (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError)
"""Perhaps another transaction came first, and a repetition will see its rows; perhaps a bug of ours."""

STALE = (asyncpg.InvalidCachedStatementError, asyncpg.OutdatedSchemaCacheError)
"""Another process has migrated the database since this connection prepared the statement."""


def name_of(error: BaseException) -> str:
    """Describe an error without its text, which may have parts of the address."""
    return type(error).__name__


REFUSALS = {
    asyncpg.InvalidPasswordError: "the database server refuses the user or the password",
    asyncpg.InvalidAuthorizationSpecificationError: "the database server refuses the user",
    asyncpg.InvalidCatalogNameError: "the database server has no such database",
    asyncpg.InsufficientPrivilegeError: "the database user may not create tables",
}


def refusal(error: asyncpg.PostgresError) -> str:
    """Describe why the server refuses a connection."""
    known = (text for kind, text in REFUSALS.items() if isinstance(error, kind))
    return next(known, f"the database server refuses: {name_of(error)}")


def strip_values(error: asyncpg.PostgresError) -> None:
    """Remove row values from an error: names, phones and addresses do not belong in a log."""
    error.detail = None
    if isinstance(error, asyncpg.DataError):
        error.args = ("a value has the wrong type or range",)
