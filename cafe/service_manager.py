"""Tells the service manager, which is systemd, how the program is: starting, ready, alive, stopping.

The protocol is one datagram of `NAME=value` lines to the socket that `$NOTIFY_SOCKET` names (sd_notify(3)). Without
that variable nothing is sent. What is sent says nothing of database, banks or Telegram: a restart would bring none of
them back.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager

log = logging.getLogger(__name__)

SOCKET, WATCHDOG_MICROSECONDS, WATCHDOG_PID = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
ALIVE = "WATCHDOG=1"
START_STEP, START_STEP_ENDS = 15.0, 90.0
"""While it starts it asks every so many seconds for so many more: a large database may take minutes to migrate."""
STILL_STARTING = f"EXTEND_TIMEOUT_USEC={START_STEP_ENDS * 1e6:.0f}"


class ServiceManager:
    """The service manager that started this process, or nobody."""

    def __init__(self, send: Callable[[str], None], watchdog: float | None) -> None:
        """`send` sends lines; `watchdog` is the seconds within which it wants a sign of life, None if it wants none."""
        self._send = send
        self._watchdog = watchdog
        self._next: asyncio.TimerHandle | None = None

    def starting(self) -> None:
        """Say that it starts, again and again, for as long as the event loop turns."""
        self._send("STATUS=starting")
        self._beat(STILL_STARTING, START_STEP)

    def ready(self, status: str) -> None:
        """Say that it serves; from now on the event loop sends signs of life, so that one that hangs is noticed."""
        self.rest()
        self._send(f"READY=1\nSTATUS={status}")
        if self._watchdog is not None:
            self._beat(ALIVE, self._watchdog / 2)

    def stopping(self) -> None:
        """Say that it stops; signs of life go on until it has."""
        self._send("STOPPING=1\nSTATUS=stopping")

    def rest(self) -> None:
        """Stop watchdog pings."""
        if self._next is not None:
            self._next.cancel()

    def _beat(self, line: str, seconds: float) -> None:
        self._send(line)
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(seconds, self._beat, line, seconds)  # real time: a sign of the loop's own life


@contextmanager
def service_manager(environment: MutableMapping[str, str] = os.environ) -> Iterator[ServiceManager]:
    """Take its variables out of the environment, so that no child speaks for us, and say that we start."""
    name, watchdog = environment.pop(SOCKET, ""), _watchdog_seconds(environment)
    if not name:
        yield ServiceManager(lambda _lines: None, None)
        return
    address = f"\0{name[1:]}" if name.startswith("@") else name  # an abstract socket, which has no file
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)

        def send(lines: str) -> None:
            try:
                sender.sendto(lines.encode(), address)
            except OSError as error:
                log.warning("the service manager was not told %s: %s", lines.partition("\n")[0], error)

        manager = ServiceManager(send, watchdog)
        manager.starting()
        try:
            yield manager
        finally:
            manager.rest()


def _watchdog_seconds(environment: MutableMapping[str, str]) -> float | None:
    """Take out within how many seconds a sign of life is wanted; None if none is wanted of this process."""
    microseconds, pid = environment.pop(WATCHDOG_MICROSECONDS, ""), environment.pop(WATCHDOG_PID, "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or pid not in {"", str(os.getpid())}:
        return None
    return int(microseconds) / 1e6
