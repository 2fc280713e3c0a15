"""Errors of the engines that their users may meet."""

from cafe.core.kernel.database import UnavailableError


class MoveError(Exception):
    """The database is not moved to another engine, or it has been; the text is one line."""


class RestoreError(Exception):
    """A copy cannot take the database's place; the text is one line."""


class OutcomeUnknownError(UnavailableError):
    """The connection was lost while a transaction was being committed: it is committed or not, never in part."""
