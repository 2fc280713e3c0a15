"""The request id that connects log lines."""

from contextvars import ContextVar

request_id: ContextVar[int] = ContextVar("request_id", default=0)
"""The id of the request, update or loop that the current task handles; 0 outside of any."""
