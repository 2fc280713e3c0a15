"""What work belongs together in the logs."""

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The request (or update, or loop) that the current task works on."""
