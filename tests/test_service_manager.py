"""What systemd hears from the real program, over the socket that it gives it."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import pytest
from aiohttp import ClientSession

ROOT = Path(__file__).parent.parent
WITHIN = 90
WATCHDOG = 200_000
"""Microseconds; a sign of life is due after half of it."""
STUCK = f"""
import os, signal, sys, time, socket
from cafe.cli import main

named = os.environ["NOTIFY_SOCKET"]
sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
sender.connect(named)

def hang(*_):
    left = [name for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID") if name in os.environ]
    sender.send(f"X_HANGS={{','.join(left)}}".encode())
    time.sleep({WATCHDOG * 5 / 1e6})
    sender.send(b"X_GOES_ON=1")

signal.signal(signal.SIGUSR1, hang)
sys.exit(main(["serve", "--demo"]))
"""
"""The program, whose event loop hangs for ten signs of life at SIGUSR1: a handler runs in the loop's thread."""

NEVER_STOPS = """
import asyncio, sys
from cafe import app, cli

async def hang(_run):
    await asyncio.Event().wait()

app._end, cli.STOP_WITHIN = hang, 0.5
sys.exit(cli.main(["serve", "--demo"]))
"""
"""The program, whose stop waits for ever for its last transaction."""


class Manager:
    """What systemd is to a service: a socket, and what came in over it."""

    def __init__(self, address: str) -> None:
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(address)

    def close(self) -> None:
        self._socket.close()

    async def hear(self, line: str) -> str:
        """Wait until something is said that begins with this; return all of it."""
        async with asyncio.timeout(WITHIN):
            while True:
                said = (await asyncio.get_running_loop().sock_recv(self._socket, 4096)).decode()
                self.heard.append(said)
                if said.startswith(line):
                    return said


@asynccontextmanager
async def service(folder: Path, *program: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program in a folder of its own, with a port that it chooses; it is ended if it still runs."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("CAFE_", "NOTIFY_", "WATCHDOG_"))}
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *program),
            cwd=folder,
            env=ours | {"PYTHONPATH": str(ROOT), "CAFE_PORT": "0"} | environment,
            stderr=log,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.fixture(params=["file", "abstract"])
def manager_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Both kinds of addresses that systemd may give."""
    return str(tmp_path / "notify") if request.param == "file" else f"@cafe-test-{os.getpid()}"


async def test_ready_is_said_when_it_listens_and_stopping_at_the_stop(tmp_path: Path, manager_address: str) -> None:
    with closing(Manager(manager_address.replace("@", "\0"))) as manager:
        program = (str(ROOT / "run.py"), "--demo")
        async with service(tmp_path, *program, NOTIFY_SOCKET=manager_address) as process:
            ready = await manager.hear("READY=1")
            address = ready.partition("STATUS=listening on ")[2]
            async with ClientSession() as session, session.get(f"{address}/api/products") as answer:
                assert answer.status == 200
            process.send_signal(signal.SIGTERM)
            assert (await manager.hear("STOPPING=1")).endswith("STATUS=stopping")
            assert await asyncio.wait_for(process.wait(), WITHIN) == 0
        assert manager.heard[:2] == ["STATUS=starting", "EXTEND_TIMEOUT_USEC=90000000"]
        assert manager.heard[-2].startswith("READY=1")  # and no sign of life, which nobody asked for


async def test_a_stop_that_hangs_says_where_and_ends(tmp_path: Path) -> None:
    with closing(Manager(str(tmp_path / "notify"))) as manager:
        async with service(tmp_path, "-c", NEVER_STOPS, NOTIFY_SOCKET=str(tmp_path / "notify")) as process:
            await manager.hear("READY=1")
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), WITHIN) == 1
    said = (tmp_path / "log").read_text()
    assert "Timeout (0:00:00" in said
    assert re.search(r'File ".*cafe/cli.py", line \d+ in main', said), "where it stands"


async def test_ready_is_not_said_when_it_cannot_listen(tmp_path: Path) -> None:
    with closing(Manager(str(tmp_path / "notify"))) as manager, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        program, port = str(ROOT / "run.py"), str(taken.getsockname()[1])
        async with service(tmp_path, program, NOTIFY_SOCKET=str(tmp_path / "notify"), CAFE_PORT=port) as process:
            assert await asyncio.wait_for(process.wait(), WITHIN) == 1
        process_end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with closing(process_end):
            process_end.sendto(b"X_END=1", str(tmp_path / "notify"))
        await manager.hear("X_END")
        # On a busy machine it asks for more time twice.
        assert list(dict.fromkeys(manager.heard)) == ["STATUS=starting", "EXTEND_TIMEOUT_USEC=90000000", "X_END=1"]


async def test_a_loop_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    async with AsyncExitStack() as stack:
        manager = stack.enter_context(closing(Manager(address)))
        process = await stack.enter_async_context(
            service(tmp_path, "-c", STUCK, NOTIFY_SOCKET=address, WATCHDOG_USEC=str(WATCHDOG))
        )
        await manager.hear("READY=1")
        for _ in range(3):
            await manager.hear("WATCHDOG=1")
        process.send_signal(signal.SIGUSR1)
        assert await manager.hear("X_HANGS") == "X_HANGS="  # nothing is left for children to find
        manager.heard.clear()
        await manager.hear("X_GOES_ON")
        assert manager.heard == ["X_GOES_ON=1"]
        await manager.hear("WATCHDOG=1")


async def test_a_database_that_does_not_answer_is_no_reason_for_a_restart(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    async with AsyncExitStack() as stack:
        manager = stack.enter_context(closing(Manager(address)))
        program = (str(ROOT / "run.py"), "--demo")
        await stack.enter_async_context(service(tmp_path, *program, NOTIFY_SOCKET=address, WATCHDOG_USEC=str(WATCHDOG)))
        url = (await manager.hear("READY=1")).partition("STATUS=listening on ")[2]
        session = await stack.enter_async_context(ClientSession())
        with closing(sqlite3.connect(tmp_path / "data" / "cafe.db", isolation_level=None)) as rival:
            rival.execute("BEGIN EXCLUSIVE")
            order = asyncio.ensure_future(session.post(f"{url}/api/cart/items", json={"product_id": 1}))
            for _ in range(10):
                await manager.hear("WATCHDOG=1")
            assert not order.done()
            rival.execute("ROLLBACK")
            assert (await order).status == 201


async def test_another_process_s_watchdog_is_not_ours(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    async with AsyncExitStack() as stack:
        manager = stack.enter_context(closing(Manager(address)))
        environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}
        process = await stack.enter_async_context(service(tmp_path, str(ROOT / "run.py"), **environment))
        await manager.hear("READY=1")
        process.send_signal(signal.SIGTERM)
        await manager.hear("STOPPING=1")
        assert "WATCHDOG=1" not in manager.heard


async def test_a_manager_that_is_gone_stops_nobody(tmp_path: Path) -> None:
    program = (str(ROOT / "run.py"), "--demo")
    async with service(tmp_path, *program, NOTIFY_SOCKET=str(tmp_path / "nobody")) as process:
        async with asyncio.timeout(WITHIN):
            while not (tmp_path / "data" / "cafe.db-lock").exists():  # noqa: ASYNC110 - a file tells nobody that it is there
                await asyncio.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), WITHIN) == 0
