"""What a failure at PostgreSQL means for a transaction: whether it may be run again."""

import asyncpg

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InternalClientError,
    OSError,
)
"""The connection is gone, or the server is not there (yet). Without a COMMIT nothing of the transaction is left.

An `InternalClientError` is what asyncpg raises when the server has said why it ends an idle session, and the end of the
connection itself has not arrived yet.
"""

NOT_THERE = (*LOST, asyncpg.TooManyConnectionsError, asyncpg.TargetServerAttributeNotMatched)
"""Why there is no connection for the moment."""

ROLLED_BACK = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""The server gave up this transaction in favour of another; run again, it finds what the other left."""

OVERTAKEN = (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError)
"""Perhaps another transaction was faster, in which case a second run sees its rows; perhaps a mistake of ours."""

STALE = (asyncpg.InvalidCachedStatementError, asyncpg.OutdatedSchemaCacheError)
"""Another process has migrated the database since this connection prepared the statement."""


def name_of(error: BaseException) -> str:
    """Describe an error without its text, which may have parts of the address."""
    return type(error).__name__


SHARED = "a proxy in between shares sessions: use its session mode (PgBouncer), or connect directly"
REFUSALS = {
    asyncpg.DuplicatePreparedStatementError: SHARED,
    asyncpg.InvalidSQLStatementNameError: SHARED,
    asyncpg.InvalidPasswordError: "the database server refuses the user or the password",
    asyncpg.InvalidAuthorizationSpecificationError: "the database server refuses the user",
    asyncpg.InvalidCatalogNameError: "the database server has no such database",
    asyncpg.InsufficientPrivilegeError: "the database user may not create tables",
}


def refusal(error: asyncpg.PostgresError) -> str:
    """Say why the server does not let us begin."""
    known = (text for kind, text in REFUSALS.items() if isinstance(error, kind))
    return next(known, f"the database server refuses: {name_of(error)}")


def without_values(error: asyncpg.PostgresError) -> None:
    """Take from an error what it tells of a row: names, phones and addresses have no place in a log."""
    error.detail = None
    if isinstance(error, asyncpg.DataError):
        error.args = ("a value has the wrong type or range",)
