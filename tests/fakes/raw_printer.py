"""A printer at a raw port, as cheap ones are: takes bytes, answers for its status, and fails in all their ways."""

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

STATUS, DONE, CUT = b"\x10\x04", b"\x1d\x72\x01", b"\x1dVB\x00"
JAMMED_SECONDS = 6.0
"""Longer than the agent is patient in tests."""


@dataclass
class RawPrinter:
    """Listens while it is on. `pages` are what came out whole; `torn` what came out in part."""

    answers: bool = True
    has_paper: bool = True
    is_open: bool = False
    jams_after: int | None = None
    """Bytes after which it takes no more."""
    breaks_after: int | None = None
    """Bytes after which it closes the connection."""
    forgets_done: bool = False
    pages: list[bytes] = field(default_factory=list)
    torn: list[bytes] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def _serve(self) -> None:
        while not self._stopped.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, suppress(ConnectionError):
                connection.settimeout(0.02)
                self._take(connection)

    def _take(self, connection: socket.socket) -> None:
        """Take pages until the connection ends."""
        got, page = 0, b""
        while data := self._receive(connection, got):
            if not page and data.startswith(STATUS):
                self._answer(connection, data)
                continue
            got, page = got + len(data), page + data
            if self.breaks_after is not None and got >= self.breaks_after:
                break
            if page.endswith(DONE):
                self.pages.append(page.removesuffix(DONE))
                page = b""
                if not self.forgets_done:
                    connection.sendall(b"\x00")
        if page.endswith(CUT):
            self.pages.append(page)
        elif page:
            self.torn.append(page)

    def _receive(self, connection: socket.socket, got: int) -> bytes:
        """Return what comes next; nothing at the end, or once it is jammed."""
        while not self._stopped.is_set():
            if self.jams_after is not None and got >= self.jams_after:
                self._stopped.wait(JAMMED_SECONDS)
                return b""
            with suppress(TimeoutError):
                return connection.recv(1024)
        return b""

    def _answer(self, connection: socket.socket, questions: bytes) -> None:
        if not self.answers:
            return
        for at in range(2, len(questions), 3):
            said = 0x12
            if questions[at] == 2:
                said |= (0x04 if self.is_open else 0) | (0 if self.has_paper else 0x20)
            elif questions[at] == 4 and not self.has_paper:
                said |= 0x60
            connection.sendall(bytes([said]))
