"""The service as a process of its own, that can be killed at any moment and started again."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from aiohttp import ClientError, ClientSession, ClientTimeout

ROOT = Path(__file__).parent.parent.parent
START_WITHIN = 30


def free_port() -> int:
    """A port that stays the service's over all its lives."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServiceProcess:
    """`run.py` in a folder of its own; its log is kept for failures."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "cafe.db"
        self.log = folder / "service.log"
        self._folder = folder
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")} | {
            "PYTHONPATH": str(ROOT),
            "CAFE_PORT": str(self.port),
            "CAFE_BASE_URL": self.url,
            "CAFE_DATABASE_URL": f"sqlite:///{self.database}",
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None

    async def command(self, *arguments: str) -> None:
        """Run one of the program's commands."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "cafe", *arguments, cwd=self._folder, env=self._environment
        )
        assert await process.wait() == 0, arguments

    async def start(self) -> None:
        """Start, and return when it answers."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(ROOT / "run.py"),
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + START_WITHIN
        async with ClientSession(timeout=ClientTimeout(total=2)) as session:
            while time.monotonic() < until:
                assert self._process.returncode is None, f"it stopped by itself:\n{self.tail()}"
                with contextlib.suppress(ClientError, TimeoutError, OSError):
                    async with session.get(f"{self.url}/healthz") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.02)
        raise AssertionError(f"it does not come up:\n{self.tail()}")

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(how)
            await asyncio.wait_for(self._process.wait(), timeout=20)

    def tail(self) -> str:
        """The end of its log."""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-60:])
