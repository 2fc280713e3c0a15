"""Logging: one line an event, as text or JSON, with the request it belongs to and without secrets."""

import json
import logging
import sys
import time
from collections.abc import Iterable

from cafe.core.trace import request_id


class _Formatter(logging.Formatter):
    """Formats one event and blots out every secret, wherever it came from (an address in a traceback, say)."""

    converter = staticmethod(time.gmtime)

    def __init__(self, secrets: Iterable[str], *, is_json: bool) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self._secrets = sorted(filter(None, secrets), key=len, reverse=True)
        self._is_json = is_json

    def format(self, record: logging.LogRecord) -> str:
        """One event as one line, unless it has a traceback."""
        record.request_id = request_id.get()
        line = self._json(record) if self._is_json else super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return line

    def _json(self, record: logging.LogRecord) -> str:
        event = {
            "time": self.formatTime(record, self.datefmt),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            event["traceback"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False)


def set_up_logging(level: str, log_format: str, secrets: Iterable[str]) -> None:
    """Log to standard error. `secrets` never appear in it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter(secrets, is_json=log_format == "json"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if level != "debug":
        for chatty in ("aiosqlite", "asyncio", "aiogram.event"):
            logging.getLogger(chatty).setLevel(logging.WARNING)
