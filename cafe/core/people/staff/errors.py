"""Errors of signing in at the desk, and of what somebody of the staff may do."""

from cafe.core.kernel.errors import CafeError


class SignedOutError(CafeError):
    """Nobody of the staff is signed in, or not any more."""


class ForbiddenError(CafeError):
    """This person may not do this."""


class ConfirmationNeededError(CafeError):
    """A dangerous act, and the person has not shown for a while that it is they."""


class SignInLinkError(CafeError):
    """Nobody can sign in by this link: it is wrong, used up or too old."""


class SignInCodeError(CafeError):
    """Nobody can sign in by this code: it is wrong, used up or too old."""


class LastOwnerError(CafeError):
    """The cafe would be left without an owner who can get in."""


class OutcomeUnknownError(CafeError):
    """An earlier request asked for the same; its process ended, and nobody knows whether it did it."""
