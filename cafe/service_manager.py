"""Reports the program's state to systemd: starting, ready, alive, stopping.

The protocol is one datagram of `NAME=value` lines to the socket in `$NOTIFY_SOCKET` (sd_notify(3)). Without that
variable nothing is sent. Failures of database, banks or Telegram are not reported: a restart would not help.
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
"""While starting, each message extends the start-up timeout: a large database may take minutes to migrate."""
STILL_STARTING = f"EXTEND_TIMEOUT_USEC={START_STEP_ENDS * 1e6:.0f}"


class ServiceManager:
    """The service manager that started this process, or none."""

    def __init__(self, send: Callable[[str], None], watchdog: float | None) -> None:
        """`send` sends lines; `watchdog` is the watchdog timeout in seconds, None if there is none."""
        self._send = send
        self._watchdog = watchdog
        self._next: asyncio.TimerHandle | None = None

    def starting(self) -> None:
        """Report starting, repeatedly, as long as the event loop runs."""
        self._send("STATUS=starting")
        self._ping(STILL_STARTING, START_STEP)

    def ready(self, status: str) -> None:
        """Report ready; from now on the event loop sends watchdog pings, so that a hanging one is noticed."""
        self.stop_pings()
        self._send(f"READY=1\nSTATUS={status}")
        if self._watchdog is not None:
            self._ping(ALIVE, self._watchdog / 2)

    def stopping(self) -> None:
        """Report stopping; watchdog pings go on until the end."""
        self._send("STOPPING=1\nSTATUS=stopping")

    def stop_pings(self) -> None:
        """Stop watchdog pings."""
        if self._next is not None:
            self._next.cancel()

    def _ping(self, line: str, seconds: float) -> None:
        self._send(line)
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(seconds, self._ping, line, seconds)  # real time: proves that the loop runs


@contextmanager
def service_manager(environment: MutableMapping[str, str] = os.environ) -> Iterator[ServiceManager]:
    """Remove its variables from the environment, so that no child reports for us, and report starting."""
    name, watchdog = environment.pop(SOCKET, ""), _watchdog_seconds(environment)
    if not name:
        yield ServiceManager(lambda _lines: None, None)
        return
    address = f"\0{name[1:]}" if name.startswith("@") else name  # an abstract socket, without a file
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)

        def send(lines: str) -> None:
            try:
                sender.sendto(lines.encode(), address)
            except OSError as error:
                log.warning("the service manager could not be notified of %s: %s", lines.partition("\n")[0], error)

        manager = ServiceManager(send, watchdog)
        manager.starting()
        try:
            yield manager
        finally:
            manager.stop_pings()


def _watchdog_seconds(environment: MutableMapping[str, str]) -> float | None:
    """Remove and return the watchdog timeout; None if this process has none."""
    microseconds, pid = environment.pop(WATCHDOG_MICROSECONDS, ""), environment.pop(WATCHDOG_PID, "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or pid not in {"", str(os.getpid())}:
        return None
    return int(microseconds) / 1e6
