"""Why a change of an order is refused."""

from cafe.core.kernel.errors import CafeError


class NotCancellableError(CafeError):
    """The order is already being prepared, or finished."""


class IllegalTransitionError(CafeError):
    """The order is no longer in the expected status; `status` is the current one."""

    def __init__(self, status: str) -> None:
        super().__init__()
        self.status = status


class TooLateError(CafeError):
    """The step can no longer be undone."""


class GivenBackError(CafeError):
    """Money of a completed order was refunded, so that the step cannot be undone."""


class NotPaidError(CafeError):
    """An unpaid card order cannot be completed without stating how it was paid."""


class AlreadyPromisedError(CafeError):
    """The same time was already promised; `ready_at` in Unix seconds."""

    def __init__(self, ready_at: int) -> None:
        super().__init__()
        self.ready_at = ready_at
