"""What work belongs together in the logs."""

from contextvars import ContextVar

request_id: ContextVar[int] = ContextVar("request_id", default=0)
"""The request (or update, or loop) that the current task works on; 0 outside of any."""
