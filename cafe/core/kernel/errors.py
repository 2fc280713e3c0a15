"""Errors common to several packages."""


class CafeError(Exception):
    """Base class of all domain errors."""


class NotFoundError(CafeError):
    """No such order, or it belongs to somebody else."""


class TooManyGuessesError(CafeError):
    """Too many wrong codes were sent within the last minute."""
