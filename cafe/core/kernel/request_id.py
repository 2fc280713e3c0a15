"""The request id that connects log lines."""

from contextvars import ContextVar
from itertools import count

request_id: ContextVar[int] = ContextVar("request_id", default=0)
"""The id of the request, update or loop that the current task handles; 0 outside of any."""

_ids = count(1)


def begin_request() -> None:
    """Assign a new id to the request, update or round of a loop that the current task begins."""
    request_id.set(next(_ids))
