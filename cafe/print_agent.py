"""Prints in the cafe what the ordering service has for its printers: `print-agent --server URL --token TOKEN`.

This one file needs nothing but Python 3.9: it runs on a Raspberry Pi, on Windows and in Android's Termux. It asks the
service for pages and keeps the question open until there is one, so nothing has to be opened to the outside. It prints
over the network (`192.168.1.50`, port 9100 unless given), by USB (`usb:/dev/usb/lp0`) or to a queue of the system
(`queue:Kitchen`), as the owner's desk says, and reports honestly: printed, failed with nothing on paper, or unclear.
"""

from __future__ import annotations

import argparse
import base64
import http.client
import json
import os
import re
import select
import socket
import subprocess
import sys
import threading
import time
from typing import Any, Protocol
from urllib.parse import urlsplit

PRINTED, FAILED, UNCLEAR = "printed", "failed", "unclear"
OFF, COVER, PAPER, CUTTER, OTHER = "off", "cover", "paper", "cutter", "other"

WAIT = 25
"""Seconds that the service may keep a question open."""
ANSWER_SECONDS = 40
CONNECT_SECONDS, STATUS_SECONDS, STALLED_SECONDS, DONE_SECONDS = 5.0, 1.0, 15.0, 20.0
REST_SECONDS = 3.0
"""After a fault, before the next try."""
PORT = 9100
CHUNK = 4096
ADDRESS = re.compile(
    r"usb:(?P<usb>/dev/(usb/)?lp\d{1,2})|queue:(?P<queue>[^\x00-\x1f/\\]{1,60})|(?P<host>[\w.-]+)(:(?P<port>\d{1,5}))?"
)

ANSWER_MASK, ANSWER_BITS = 0x93, 0x12
"""The bits that every answer to DLE EOT has, so that it is not taken for another byte."""
OFFLINE, ERRORS, SENSOR = b"\x10\x04\x02", b"\x10\x04\x03", b"\x10\x04\x04"
"""DLE EOT: what a printer answers at once, whatever it is busy with."""
ARE_YOU_DONE = b"\x1d\x72\x01"
"""GS r: what it answers when it has done everything before."""


ANSWERING: set[str] = set()
"""The addresses of printers that have answered for their status."""


class UnreachableError(Exception):
    """The printer is off or not there; nothing was sent."""


class RefusedError(Exception):
    """The service does not know the token."""


class Link(Protocol):
    """A connection to a printer. Every method may raise OSError."""

    def send(self, data: bytes) -> None:
        """Send everything; TimeoutError when the printer takes nothing for a while."""

    def read(self, seconds: float) -> bytes:
        """Return what it says within so many seconds; empty: nothing."""

    def close(self) -> None: ...


class NetworkLink:
    def __init__(self, host: str, port: int) -> None:
        try:
            self._socket = socket.create_connection((host, port), CONNECT_SECONDS)
        except OSError as error:
            raise UnreachableError(str(error)) from None
        self._socket.settimeout(STALLED_SECONDS)

    def send(self, data: bytes) -> None:
        for at in range(0, len(data), CHUNK):
            self._socket.sendall(data[at : at + CHUNK])

    def read(self, seconds: float) -> bytes:
        if not select.select([self._socket], [], [], seconds)[0]:
            return b""
        answer = self._socket.recv(64)
        if not answer:
            raise ConnectionResetError("the printer closed the connection")
        return answer

    def close(self) -> None:
        self._socket.close()


class UsbLink:
    def __init__(self, path: str) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise UnreachableError(str(error)) from None

    def send(self, data: bytes) -> None:
        while data:
            if not select.select([], [self._file], [], STALLED_SECONDS)[1]:
                raise TimeoutError
            data = data[os.write(self._file, data[:CHUNK]) :]

    def read(self, seconds: float) -> bytes:
        if not select.select([self._file], [], [], seconds)[0]:
            return b""
        return os.read(self._file, 64)

    def close(self) -> None:
        os.close(self._file)


def open_link(address: str) -> Link:
    """Connect to a printer by its address.

    Raises:
        UnreachableError: it is not there.
    """
    found = ADDRESS.fullmatch(address)
    if found is None or found["queue"]:
        raise UnreachableError(f"not the address of a printer: {address}")
    if found["usb"]:
        return UsbLink(found["usb"])
    return NetworkLink(found["host"], int(found["port"] or PORT))


def trouble_of(link: Link) -> str | None:
    """Return why a printer cannot print; empty: it can, None: it does not say."""
    said: dict[bytes, int] = {}
    for question in (OFFLINE, SENSOR, ERRORS):
        link.send(question)
        answer = link.read(STATUS_SECONDS)
        marked = [byte for byte in answer if byte & ANSWER_MASK == ANSWER_BITS]
        if not marked:
            return None
        said[question] = marked[-1]
    if said[OFFLINE] & 0x04:
        return COVER
    if said[OFFLINE] & 0x20 or said[SENSOR] & 0x60:
        return PAPER
    if said[ERRORS] & 0x08:
        return CUTTER
    return OTHER if said[OFFLINE] & 0x40 else ""


def print_page(address: str, data: bytes) -> tuple[str, str | None]:
    """Print; return the outcome, and what is the matter with the printer (None: nothing)."""
    found = ADDRESS.fullmatch(address)
    if found is not None and found["queue"]:
        return print_to_queue(found["queue"], data)
    try:
        link = open_link(address)
    except UnreachableError:
        return FAILED, OFF
    try:
        trouble = trouble_of(link)
        if trouble is None and address in ANSWERING:
            return FAILED, OTHER  # it is stuck: a network card takes what its printer does not
        if trouble:
            return FAILED, trouble
        if trouble is not None:
            ANSWERING.add(address)
        return _send(link, data, answers=trouble is not None)
    except OSError:
        return FAILED, OFF  # nothing but questions was sent
    finally:
        link.close()


def _send(link: Link, data: bytes, *, answers: bool) -> tuple[str, str | None]:
    """Send a page and wait until the printer has done it, if it says so."""
    try:
        link.send(data)
        if not answers:
            return PRINTED, None
        link.send(ARE_YOU_DONE)
        if any(byte & 0x90 == 0 for byte in link.read(DONE_SECONDS)):
            return PRINTED, None
        return UNCLEAR, trouble_of(link) or OTHER
    except TimeoutError:
        try:
            return UNCLEAR, trouble_of(link) or OTHER
        except OSError:
            return UNCLEAR, OFF
    except OSError:
        return UNCLEAR, OFF


def print_to_queue(name: str, data: bytes) -> tuple[str, str | None]:
    """Hand a page to a queue of the system; on paper it is when the queue says so, which we do not learn."""
    try:
        if sys.platform == "win32":
            _print_on_windows(name, data)
        else:
            command = ["lp", "-d", name, "-o", "raw", "-"]
            subprocess.run(command, input=data, check=True, capture_output=True, timeout=DONE_SECONDS)  # noqa: S603
    except subprocess.TimeoutExpired:
        return UNCLEAR, OTHER
    except (OSError, subprocess.CalledProcessError):
        return FAILED, OFF
    return PRINTED, None


def _print_on_windows(name: str, data: bytes) -> None:  # pragma: no cover - needs Windows
    """Send a page to a printer of Windows as it is, past its driver."""
    import ctypes  # noqa: PLC0415 - only there

    spool: Any = ctypes.WinDLL("winspool.drv", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]

    class Document(ctypes.Structure):
        _fields_ = (("name", ctypes.c_wchar_p), ("output", ctypes.c_wchar_p), ("kind", ctypes.c_wchar_p))

    def check(result: int) -> None:
        if not result:
            raise OSError(f"the queue {name} refused the page")

    handle, written = ctypes.c_void_p(), ctypes.c_ulong()
    check(spool.OpenPrinterW(name, ctypes.byref(handle), None))
    try:
        check(spool.StartDocPrinterW(handle, 1, ctypes.byref(Document("cafe", None, "RAW"))))
        check(spool.StartPagePrinter(handle))
        check(spool.WritePrinter(handle, data, len(data), ctypes.byref(written)))
        spool.EndPagePrinter(handle)
        spool.EndDocPrinter(handle)
    finally:
        spool.ClosePrinter(handle)


class Service:
    """Asks the service, over one connection for as long as that lasts."""

    def __init__(self, server: str, token: str) -> None:
        self._url = urlsplit(server.rstrip("/"))
        if self._url.scheme not in {"http", "https"} or not self._url.hostname:
            raise SystemExit(f"not an address of a service: {server}")
        self._token = token
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, said: dict[str, Any]) -> dict[str, Any]:
        """Say what became of the last page, and return what is next.

        Raises:
            RefusedError: it does not know the token.
            OSError, http.client.HTTPException, ValueError: it cannot be reached, or does not answer as it should.
        """
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            connection = self._connection or self._connect()
            connection.request("POST", f"{self._url.path}/api/printers/agent", json.dumps(said), headers)
            answer = connection.getresponse()
            body = answer.read()
        except BaseException:
            self.close()
            raise
        if answer.status in {401, 403}:
            self.close()
            raise RefusedError
        if answer.status != http.client.OK:
            self.close()
            raise OSError(f"the service answers {answer.status}")
        found: dict[str, Any] = json.loads(body)
        return found

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _connect(self) -> http.client.HTTPConnection:
        host = self._url.hostname or ""
        if self._url.scheme == "https":
            self._connection = http.client.HTTPSConnection(host, self._url.port, timeout=ANSWER_SECONDS)
        else:
            self._connection = http.client.HTTPConnection(host, self._url.port, timeout=ANSWER_SECONDS)
        return self._connection


class Agent:
    """Prints for one printer."""

    def __init__(self, server: str, token: str, address: str = "") -> None:
        self._service = Service(server, token)
        self._own_address = address
        self._address = address
        self._outcome: dict[str, Any] | None = None
        """Of the last page, until the service has heard it."""
        self.trouble: str | None = None
        """Of the printer, as far as it is known."""
        self._is_cut_off = False
        self.stopping = threading.Event()

    def run(self) -> None:
        """Print until told to stop.

        Raises:
            RefusedError: the service does not know the token.
        """
        while not self.stopping.is_set():
            if not self.step():
                self.stopping.wait(REST_SECONDS)
        self._service.close()

    def step(self) -> bool:
        """Ask once, and print what there is; whether all went well."""
        said = {"wait": WAIT, "trouble": self._look_again(), "outcome": self._outcome}
        try:
            answer = self._service.ask(said)
        except (OSError, http.client.HTTPException, ValueError) as error:
            if not self._is_cut_off:
                tell(f"the service cannot be reached: {error}")
            self._is_cut_off = True
            return False
        if self._is_cut_off:
            tell("the service can be reached again")
        self._is_cut_off, self._outcome = False, None
        self._address = self._own_address or answer.get("address", "")
        job = answer.get("job")
        return job is None or self._print(job)

    def _print(self, job: dict[str, Any]) -> bool:
        outcome, trouble = print_page(self._address, base64.b64decode(job["data"]))
        self._outcome = {"job": job["id"], "result": outcome}
        if trouble != self.trouble or outcome == PRINTED:
            tell(f"page {job['id']}: {outcome}" + (f", the printer says: {trouble}" if trouble else ""))
        self.trouble = trouble
        return outcome == PRINTED

    def _look_again(self) -> str | None:
        """Return what is the matter with the printer; one that had trouble is asked anew."""
        if self.trouble and self._outcome is None and not self._address.startswith("queue:"):
            try:
                link = open_link(self._address)
            except UnreachableError:
                self.trouble = OFF
            else:
                try:
                    self.trouble = trouble_of(link) or None
                except OSError:
                    self.trouble = OFF
                finally:
                    link.close()
        return self.trouble


def tell(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)  # noqa: T201 - somebody may look on


def main(arguments: list[str] | None = None) -> int:
    """Run as a program of its own; return the exit code."""
    parser = argparse.ArgumentParser(prog="print-agent", description="Prints in the cafe what the service has for it.")
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--server", required=True, help="the cafe's address, such as https://cafe.example")
    parser.add_argument("--token", required=True, action="append", help="from the desk; several for several printers")
    parser.add_argument("--printer", default="", help="where the printer is, if the desk does not say it")


def run(options: argparse.Namespace) -> int:
    """Run an agent for each token; return the exit code: 1 if one was refused."""
    agents = [Agent(options.server, token, options.printer) for token in options.token]
    refused = []

    def work(agent: Agent) -> None:
        try:
            agent.run()
        except RefusedError:
            refused.append(agent)
            tell("the service does not know this token: make a new one at the desk, under Printers")

    threads = [threading.Thread(target=work, args=(agent,), daemon=True) for agent in agents]
    tell(f"asking {options.server} for pages")
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(1)
    except KeyboardInterrupt:
        return 0
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
