"""Errors of the engines that reach their callers."""

from cafe.core.kernel.database import UnavailableError


class MoveError(Exception):
    """The database is not moved to another engine, or has been already; the text is one line."""


class RestoreError(Exception):
    """A copy cannot replace the database; the text is one line."""


class OutcomeUnknownError(UnavailableError):
    """The connection was lost during a commit: the transaction is committed completely or not at all."""
