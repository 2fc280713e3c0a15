"""The service as a process of its own, that can be killed at any moment and started again."""

import asyncio
import contextlib
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from aiohttp import ClientError, ClientSession, ClientTimeout

ROOT = Path(__file__).parent.parent.parent
START_WITHIN = 90
FAKETIME = ROOT / ".cache" / "faketime"


def free_port() -> int:
    """A port that stays the service's over all its lives."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def find_faketime() -> Path | None:
    """The library that makes a clock jump: the machine's own, or the one unpacked by `make chaos`."""
    places = (Path("/usr/lib"), FAKETIME)
    return next((found for place in places for found in sorted(place.rglob("faketime/libfaketimeMT.so.1"))), None)


SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where the library puts it


class Clock:
    """How far the clock of every process of a world is off, in a file that they read twice a second."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._library = find_faketime()
        self.jump(0)

    @property
    def can_jump(self) -> bool:
        return self._library is not None

    @property
    def environment(self) -> dict[str, str]:
        if self._library is None:
            return {}
        return {
            "LD_PRELOAD": str(self._library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DISABLE_SHM": "1",
            "NO_FAKE_STAT": "1",
        }

    def jump(self, seconds: int) -> None:
        """Be off by so many seconds from now on."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n", encoding="ascii")
        new.replace(self._file)


class ServiceProcess:
    """`run.py` in a folder of its own, over `cafe.db` there unless told otherwise; its log is kept for failures."""

    def __init__(self, folder: Path, settings: Mapping[str, str], clock: Clock, *, base_url: str = "") -> None:
        """`base_url` is another process's address, where it serves the same database."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"service-{self.port}.log"
        self._folder = folder
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")} | {
            "PYTHONPATH": str(ROOT),
            "PYTHONFAULTHANDLER": "1",  # one that does not end can be made to say where it stands
            "CAFE_PORT": str(self.port),
            "CAFE_BASE_URL": base_url or self.url,
            "CAFE_DATABASE_URL": f"sqlite:///{folder / 'cafe.db'}",
            **clock.environment,
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def command(self, *arguments: str) -> None:
        """Run one of the program's commands to its end."""
        process = await self._run("-m", "cafe", *arguments)
        await _reap(process)
        assert process.returncode == 0, f"{arguments}: {process.returncode}\n{self.tail()}"

    async def killed_command(self, after: float, *arguments: str) -> bool:
        """Run a command and kill it so many seconds later; whether it still ran."""
        process = await self._run("-m", "cafe", *arguments)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), timeout=after)
        if process.returncode is not None:
            assert process.returncode == 0, f"{arguments}: {process.returncode}\n{self.tail()}"
            return False
        process.kill()
        await _reap(process)
        return True

    async def spawn(self) -> None:
        """Start, and do not wait until it answers."""
        self._process = await self._run(str(ROOT / "run.py"))

    async def start(self) -> None:
        """Start, and return when it answers."""
        await self.spawn()
        until = time.monotonic() + START_WITHIN
        async with ClientSession(timeout=ClientTimeout(total=2)) as session:
            while time.monotonic() < until:
                assert self.is_running, f"it stopped by itself:\n{self.tail()}"
                with contextlib.suppress(ClientError, TimeoutError, OSError):
                    async with session.get(f"{self.url}/healthz") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.02)
        raise AssertionError(f"it does not come up:\n{self.tail()}")

    @property
    def pid(self) -> int:
        """The process's id; 0 before it was started."""
        return 0 if self._process is None else self._process.pid

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM."""
        await self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """It does nothing, and keeps what it has open, until it thaws."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def limit_files(self, size: int) -> None:
        """Let no file grow beyond so many bytes, which to a database is a full disk; -1 lifts it."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, -1))

    def tail(self) -> str:
        """The end of its log."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-200:])

    async def _run(self, *arguments: str) -> asyncio.subprocess.Process:
        with self.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, *arguments, cwd=self._folder, env=self._environment, stdout=log, stderr=log
            )

    async def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._signal(how)
            try:
                await asyncio.wait_for(_reap(self._process), timeout=30)
            except TimeoutError:
                self._signal(signal.SIGABRT)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(_reap(self._process), timeout=10)
                raise AssertionError(f"it does not stop:\n{self.tail()}") from None
            finally:
                self._signal(signal.SIGKILL)  # one that does not end is a failure, and is not left behind

    def _signal(self, what: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(what)


async def _reap(process: asyncio.subprocess.Process) -> None:
    """Wait for the end of a process."""
    await process.wait()
    _clear_up(process.pid)


def _clear_up(pid: int) -> None:
    """Remove what libfaketime leaves of a process that was killed."""
    for name in (f"faketime_shm_{pid}", f"sem.faketime_sem_{pid}"):
        (SHARED_MEMORY / name).unlink(missing_ok=True)
