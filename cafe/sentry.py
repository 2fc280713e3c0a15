"""Reports defects to Sentry, without personal data. Off unless an address is configured; the library is an extra.

Events are rebuilt from an allow-list: kinds of errors, places in the code, the request's id. Texts of errors may
contain anything that was typed, so they stay in our log, under the same id. The library's own collection of personal
data (`send_default_pii`, `data_collection`) is off by default.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cafe import __version__
from cafe.config import Config, ConfigError
from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.request_id import request_id

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

log = logging.getLogger(__name__)

CLOSE_SECONDS = 1
"""Time for sending pending events when the program ends."""
REPEAT_SECONDS = 60
"""A loop that keeps failing is reported once in this period."""
OUR_LOGGERS = "cafe."
"""Their messages are constant, with values kept apart; other loggers' may include values."""
EVENT_FIELDS = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment")
FRAME_FIELDS = (
    "filename",
    "function",
    "module",
    "lineno",
    "pre_context",
    "context_line",
    "post_context",
    "in_app",
)


@asynccontextmanager
async def reporting(config: Config) -> AsyncIterator[None]:
    """Report errors logged meanwhile, if an address is configured.

    Raises:
        ConfigError: the library is not installed.
    """
    if config.sentry_dsn is None:
        yield
        return
    try:
        import sentry_sdk  # noqa: PLC0415 - an extra
        from sentry_sdk.integrations.logging import EventHandler  # noqa: PLC0415
    except ImportError:
        raise ConfigError(
            "CAFE_SENTRY_DSN: needs a library more: pip install --require-hashes -r requirements-sentry.lock"
        ) from None
    dsn = config.sentry_dsn.get_secret_value()
    sentry_sdk.init(
        dsn,
        release=f"cafe@{__version__}",
        environment="production",
        server_name="",
        default_integrations=False,  # they would collect requests, arguments and log lines
        auto_enabling_integrations=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=scrubber(time.monotonic),  # noqa: TID251 - it is called from any thread
    )
    handler = EventHandler(level=logging.ERROR)
    logging.getLogger().addHandler(handler)
    log.info("errors are reported to Sentry at %s", urlsplit(dsn).hostname)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        await asyncio.to_thread(sentry_sdk.get_client().close, timeout=CLOSE_SECONDS)


def scrubber(monotonic: Callable[[], float]) -> "Callable[[Event, Hint], Event | None]":
    """Return a function that rebuilds each event, or drops outages and recently reported ones."""
    reported_at: dict[object, float] = {}

    def scrub(event: "Event", hint: "Hint") -> "Event | None":
        error = hint.get("exc_info", (None, None, None))[1]
        if isinstance(error, UnavailableError):
            return None
        record = hint["log_record"]
        kind = (record.name, record.msg if record.name.startswith(OUR_LOGGERS) else "", type(error))
        now = monotonic()
        if now - reported_at.get(kind, float("-inf")) < REPEAT_SECONDS:
            return None
        reported_at[kind] = now
        return _rebuilt(event, record)

    return scrub


def _rebuilt(event: Mapping[str, Any], record: logging.LogRecord) -> "Event":
    made: dict[str, Any] = {name: event[name] for name in EVENT_FIELDS if name in event}
    is_ours = record.name.startswith(OUR_LOGGERS)
    made["logentry"] = {"message": str(record.msg) if is_ours else "see the log"}
    made["tags"] = {"request": str(request_id.get())}
    errors = event.get("exception", {}).get("values", [])
    if errors:
        made["exception"] = {"values": [_error(each) for each in errors]}
    return made  # type: ignore[return-value]


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames", [])
    kept = [{name: frame[name] for name in FRAME_FIELDS if name in frame} for frame in frames]
    return {"type": error.get("type"), "module": error.get("module"), "stacktrace": {"frames": kept}}
