"""Errors of signing in at the desk, and of permissions."""

from cafe.core.kernel.errors import CafeError


class SignedOutError(CafeError):
    """Nobody is signed in, or not any more."""


class ForbiddenError(CafeError):
    """This person may not do this."""


class ConfirmationNeededError(CafeError):
    """A dangerous act, for which the person must first confirm their identity again."""


class SignInLinkError(CafeError):
    """The sign-in link is wrong, used up or expired."""


class SignInCodeError(CafeError):
    """The sign-in code is wrong, used up or expired."""


class PasskeyError(CafeError):
    """The passkey is unknown, or the browser's answer does not verify."""


class LastWayError(CafeError):
    """The person would be left without a way to sign in."""


class LastOwnerError(CafeError):
    """The cafe would be left without an active owner."""


class OutcomeUnknownError(CafeError):
    """The process of an earlier request for the same ended, and its outcome is unknown."""
