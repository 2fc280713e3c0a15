"""Logging: one line per event, as text or JSON, with the request id and without secrets."""

import json
import logging
import re
import sys
import time
from collections.abc import Iterable
from copy import copy
from types import TracebackType

from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.request_id import request_id

_ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _Formatter(logging.Formatter):
    """Formats events with all secrets redacted, wherever they come from (such as a URL in a traceback)."""

    converter = staticmethod(time.gmtime)

    def __init__(self, secrets: Iterable[str], *, is_json: bool) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.redact(secrets)
        self._is_json = is_json

    def redact(self, secrets: Iterable[str]) -> None:
        """Redact these from now on."""
        self._secrets = _pattern_of(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """Format an event as one line; a traceback adds more lines in text format."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UnavailableError):
            record = _as_outage(record, error)
        record.request_id = request_id.get()
        return self._json(record) if self._is_json else super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        record.message = self._redacted(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802 - as above
        return self._redacted(super().formatException(ei))

    def _redacted(self, text: str) -> str:
        return text if self._secrets is None else self._secrets.sub("***", text)

    def _json(self, record: logging.LogRecord) -> str:
        event = {
            "time": self.formatTime(record, self.datefmt),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": request_id.get(),
            "message": self._redacted(record.getMessage()),
        }
        if record.exc_info:
            event["traceback"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False)


def _pattern_of(secrets: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern for the secrets; a PIN inside a longer number is left, since redacting would reveal it."""
    longest_first = sorted(filter(None, secrets), key=len, reverse=True)
    patterns = [rf"(?<!\d){secret}(?!\d)" if secret.isdecimal() else re.escape(secret) for secret in longest_first]
    return re.compile("|".join(patterns)) if patterns else None


def _as_outage(record: logging.LogRecord, error: UnavailableError) -> logging.LogRecord:
    """Log a database outage in one line: a traceback for each loop and request would bury everything else."""
    outage = copy(record)
    outage.levelno, outage.levelname = logging.WARNING, "WARNING"
    outage.msg, outage.args = f"{record.getMessage()}: {error}", None
    outage.exc_info = outage.exc_text = None
    return outage


def redact(secrets: Iterable[str]) -> None:
    """Redact these from now on, if logging was set up here."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, _Formatter):
            handler.formatter.redact(secrets)


def set_up_logging(level: str, log_format: str, secrets: Iterable[str]) -> None:
    """Log to standard error, with `secrets` redacted."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter(secrets, is_json=log_format == "json"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if level != "debug":
        for chatty in ("aiosqlite", "asyncio", "aiogram.event"):
            logging.getLogger(chatty).setLevel(logging.WARNING)
