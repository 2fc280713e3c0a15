"""Why an order is not changed."""

from cafe.core.kernel.errors import CafeError


class NotCancellableError(CafeError):
    """The order is already being prepared, or finished."""


class IllegalTransitionError(CafeError):
    """The order is no longer in the expected status; `status` is the current one."""

    def __init__(self, status: str) -> None:
        super().__init__()
        self.status = status


class TooLateError(CafeError):
    """What was done can no longer be taken back."""


class GivenBackError(CafeError):
    """Money of a completed order went back, so that it cannot be put back."""


class NotPaidError(CafeError):
    """An unpaid card order is not completed before somebody says how it was paid."""


class AlreadyPromisedError(CafeError):
    """The same time was already promised; `ready_at` in Unix seconds."""

    def __init__(self, ready_at: int) -> None:
        super().__init__()
        self.ready_at = ready_at
