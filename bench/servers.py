"""Runs the service and the bare handler as separate processes, and measures them from outside."""

import base64
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SECRET_KEY = "a key for benchmarks alone, the same for every process"
DROPPED_HEADERS = {"date", "server", "content-length", "transfer-encoding"}


def cores() -> tuple[set[int], set[int]]:
    """Return the cores for the server and for the load generator; the same one if only one is available."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    available = sorted(os.sched_getaffinity(0))
    return {available[0]}, {available[-1]}


def pin(pid: int, wanted: set[int]) -> None:
    """Pin a process (0: this one) to the given cores, if the system supports it."""
    if wanted:
        os.sched_setaffinity(pid, wanted)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class Server:
    process: "subprocess.Popen[bytes]"
    port: int
    seconds_to_first_answer: float

    @property
    def resident_mb(self) -> float:
        """Current resident memory in MB; 0 if unknown."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return 0.0
        [line] = [line for line in status.read_text().splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) / 1000 * 1.024

    @property
    def cpu_seconds(self) -> float:
        """Processor seconds used so far by all threads; 0 if unknown."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(
    port: int, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    """Send one request over a new connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, headers or {})
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def as_answer(method: str, path: str, response: http.client.HTTPResponse, body: bytes) -> dict[str, Any]:
    """Convert a response of the service to the form that the bare handler replays."""
    headers = {name: value for name, value in response.getheaders() if name.lower() not in DROPPED_HEADERS}
    encoded = base64.b64encode(body).decode()
    return {"method": method, "path": path, "status": response.status, "headers": headers, "body": encoded}


@contextmanager
def _running(
    command: list[str], port: int, path: str, folder: Path, env: dict[str, str], *, pins: bool = True
) -> Iterator[Server]:
    with (folder / "log.txt").open("ab") as log:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log)
        try:
            if pins:
                pin(process.pid, cores()[0])
            while True:
                try:
                    ask(port, "GET", path)
                    break
                except OSError:
                    if process.poll() is not None or time.perf_counter() - started > 30:
                        log_text = (folder / "log.txt").read_text(encoding="utf-8", errors="replace")
                        raise SystemExit(f"{' '.join(command)} does not answer:\n{log_text[-2000:]}") from None
                    time.sleep(0.005)
            yield Server(process, port, time.perf_counter() - started)
        finally:
            process.terminate()
            process.wait(timeout=15)


@contextmanager
def service(
    folder: Path,
    name: str = "cafe",
    *,
    root: Path = ROOT,
    database_url: str | None = None,
    pins: bool = True,
    command: tuple[str, ...] | None = None,
    **settings: str,
) -> Iterator[Server]:
    """Run the service of a checkout with the demo catalogue and the default configuration but for `settings`.

    `command`: arguments of Python that start it otherwise.

    Without an address it has a fresh database.
    """
    port = free_port()
    env = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
    env |= {
        "CAFE_PORT": str(port),
        "CAFE_DATABASE_URL": database_url or f"sqlite:///{folder / f'{name}.db'}",
        "CAFE_SECRET_KEY": SECRET_KEY,
        "CAFE_BACKUPS_KEPT": "0",  # the first would be made in the midst of a measurement
        "PYTHONPATH": str(root),
        **settings,
    }
    arguments = command or (str(root / "run.py"), "--demo")
    with _running([sys.executable, *arguments], port, "/api/settings", folder, env, pins=pins) as server:
        yield server


@contextmanager
def bare_handler(folder: Path, answers: list[dict[str, Any]]) -> Iterator[Server]:
    """Run the bare handler with the service's responses."""
    port = free_port()
    file = folder / "answers.json"
    file.write_text(json.dumps(answers), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with _running([sys.executable, "-m", "bench.bare", str(port), str(file)], port, "/", folder, env) as server:
        yield server
