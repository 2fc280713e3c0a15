"""`python -m bench.explained FILE`: serve the demo cafe, and add up the processor's time of each part of the program.

At SIGUSR1 the sums so far are written to FILE as JSON: nanoseconds and calls by thread (`main`, where the event loop
is, or `others`) and part, and the processor's time of these threads.
"""

import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

import orjson

from cafe.cli import main
from cafe.db import sqlite
from cafe.db.postgres import connection as postgres_connection
from cafe.db.postgres import engine as postgres
from cafe.db.postgres import greenlets
from cafe.db.sqlite_connection import SqliteConnection
from cafe.web import json as web_json
from cafe.web.session import GuestSession

now = time.thread_time_ns
spent, calls = Counter[str](), Counter[str]()
_open = threading.local()
"""The parts that a thread is in, innermost last; each as `[name, began, nanoseconds of inner parts]`."""


def timed(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Count a function's own time, without that of the parts it calls."""

    @wraps(function)
    def measured(*args: Any, **kwargs: Any) -> Any:
        stack = _stack()
        entry: list[Any] = [part, now(), 0]
        stack.append(entry)
        try:
            return function(*args, **kwargs)
        finally:
            took = now() - entry[1]
            stack.remove(entry)
            kind = "main" if threading.current_thread() is threading.main_thread() else "others"
            spent[f"{kind} {part}"] += took - entry[2]
            calls[f"{kind} {part}"] += 1
            if stack:
                stack[-1][2] += took

    return measured


def aside(wait_for: Callable[..., Any]) -> Callable[..., Any]:
    """Count round trips; while a transaction waits for one, the time belongs to others."""

    @wraps(wait_for)
    def waited(awaitable: Any) -> Any:
        left, _open.stack = _stack(), []
        began = now()
        try:
            return wait_for(awaitable)
        finally:
            away = now() - began
            for entry in left:
                entry[1] += away
            _open.stack = left
            calls["round trip"] += 1

    return waited


def _stack() -> list[list[Any]]:
    if not hasattr(_open, "stack"):
        _open.stack = []
    stack: list[list[Any]] = _open.stack
    return stack


def patch(owner: Any, part: str, *names: str) -> None:
    """Measure functions of a class or module, also where other modules have imported them."""
    for name in names:
        function = getattr(owner, name)
        measured = timed(part, function)
        setattr(owner, name, measured)
        if not isinstance(owner, type):
            _replace_imported(function, measured)


def _replace_imported(function: object, measured: object) -> None:
    for module in [each for name, each in sys.modules.items() if name.startswith("cafe.")]:
        for name in [name for name, value in vars(module).items() if value is function]:
            setattr(module, name, measured)


def patch_transactions(engine: type) -> None:
    """Count the functions that run in transactions as the core."""
    for name in ("read", "read_long", "write", "write_relaxed"):
        run = getattr(engine, name)

        async def measured(self: Any, work: Any, *args: Any, _run: Any = run, **kwargs: Any) -> Any:
            return await _run(self, timed("core", work), *args, **kwargs)

        setattr(engine, name, measured)


def overhead() -> float:
    """Return the nanoseconds that measuring a call adds to it, half of which count as the caller's."""
    nothing, rounds = timed("nothing", lambda: None), 20_000
    began = now()
    for _ in range(rounds):
        nothing()
    return (now() - began) / rounds


def dump(file: Path) -> None:
    others = sum(
        time.clock_gettime_ns(time.pthread_getcpuclockid(thread.ident))
        for thread in threading.enumerate()
        if thread.ident is not None and thread is not threading.main_thread()
    )
    sums = {
        "process": time.process_time_ns(),
        "main": time.clock_gettime_ns(time.pthread_getcpuclockid(threading.main_thread().ident or 0)),
        "others": others,
    }
    part = file.with_suffix(".part")
    part.write_bytes(orjson.dumps({"sums": sums, "spent": spent, "calls": calls, "overhead": COST}))
    part.replace(file)


COST = overhead()

if __name__ == "__main__":
    patch(GuestSession, "session", "read", "header")
    patch(web_json, "JSON", "json_response", "cart_json", "_object_in")
    patch(SqliteConnection, "SQL", "all", "one", "run", "run_many", "next_value")
    patch(sqlite, "commit", "_begin", "_commit")
    patch(sqlite._Worker, "threads", "submit", "_start", "_finish")  # noqa: SLF001 - what the table is about
    patch(postgres_connection.PostgresConnection, "SQL", "all", "one", "run", "run_many", "lock")
    patch_transactions(sqlite.SqliteDatabase)
    patch_transactions(postgres.PostgresDatabase)
    setattr(postgres_connection, "wait_for", aside(greenlets.wait_for))  # noqa: B010 - not exported
    target = Path(sys.argv[1])

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        dump(target)

    signal.signal(signal.SIGUSR1, on_signal)
    sys.exit(main(["serve", "--demo"]))
