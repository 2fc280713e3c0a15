"""`make demo-cluster`: two processes of the demo cafe behind nginx on one PostgreSQL, to be killed by hand."""

import asyncio
import contextlib
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.chaos.service import Clock, ServiceProcess
from tests.demo import PEOPLE, STAFF_CHAT, say, told_to_stop
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import TOKEN, FakeTelegram
from tests.postgres import PostgresServer, postgres_server

ROOT = Path(__file__).parent.parent
PORT = 8080
SECRET = "for a demo on one machine, that nobody else can reach"
PROCESSES = 2

WELCOME = """
Two processes of the cafe serve one PostgreSQL database behind nginx. Nothing here leaves this machine.

  the mini-app                       {proxy}/webapp/
  the chats, customers' and staff's  {telegram}/
  what each process says of itself   {each}

One of them leads ("outbox": "running"). End it by `kill -9 {leader}`: the other leads within two seconds, and nothing
that was promised is lost. The database, for a look: {database}

Ctrl-C closes everything and forgets it.
"""


def find_nginx() -> Path | None:
    """The machine's nginx, or the one that `make proxies` unpacked."""
    installed = shutil.which("nginx")
    if installed is not None:
        return Path(installed)
    unpacked = (ROOT / ".cache" / "nginx").rglob("sbin/nginx")
    return next(unpacked, None)


def free_port(wanted: int) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", wanted))
        return int(probe.getsockname()[1])


def write_configuration(folder: Path, port: int, processes: list[ServiceProcess]) -> None:
    """The least that a proxy in front of several processes needs; deploy/nginx.conf has the rest."""
    folder.mkdir()
    upstream = "\n".join(f"    server 127.0.0.1:{process.port} max_fails=1 fail_timeout=2s;" for process in processes)
    paths = "\n".join(
        f"  {name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = f"""
daemon off;
pid {folder / "nginx.pid"};
error_log {folder / "nginx.log"};
events {{}}
http {{
  access_log off;
{paths}
  upstream cafe {{
{upstream}
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://cafe;
      proxy_set_header Host $http_host;
      proxy_next_upstream error timeout;
    }}
  }}
}}
"""
    (folder / "nginx.conf").write_text(text, encoding="utf-8")


@asynccontextmanager
async def proxy(folder: Path, port: int, processes: list[ServiceProcess]) -> AsyncIterator[str]:
    """nginx in front of the processes; without one, the first process's own address."""
    nginx = find_nginx()
    if nginx is None:
        say("There is no nginx here (`make proxies` looks for one): this is one process's own address.\n")
        yield processes[0].url
        return
    write_configuration(folder, port, processes)
    process = await asyncio.create_subprocess_exec(
        nginx, "-e", folder / "nginx.log", "-p", folder, "-c", folder / "nginx.conf"
    )
    try:
        await answers(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGQUIT)
        await process.wait()


async def answers(port: int) -> None:
    """Wait until somebody listens."""
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.05)


async def main(server: PostgresServer, port: int) -> None:
    """Open everything and wait for Ctrl-C."""
    database = await asyncio.to_thread(server.create_database)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cafe-cluster-")))
        telegram = await stack.enter_async_context(FakeTelegram(port=port and port + 1))
        bank = await stack.enter_async_context(FakeMonobank(port=port and port + 2, retry_gap=5))
        telegram.group(STAFF_CHAT, "Персонал кав’ярні")
        for user_id, name, language, username in PEOPLE:
            person = telegram.person(user_id, name, language=language, username=username)
            if not username.startswith("staff"):
                await person.send("/start")
        address = free_port(port)
        settings = {
            "CAFE_BASE_URL": f"http://127.0.0.1:{address}",
            "CAFE_DATABASE_URL": database,
            "CAFE_SECRET_KEY": SECRET,
            "CAFE_BOT_TOKEN": TOKEN,
            "CAFE_BOT_API_URL": telegram.url,
            "CAFE_STAFF_CHAT_ID": str(STAFF_CHAT),
            "CAFE_MONOBANK_TOKEN": bank.token,
            "CAFE_MONOBANK_API_URL": bank.base_url,
        }
        processes = []
        for number in range(PROCESSES):
            own = folder / f"process{number + 1}"
            own.mkdir()
            processes.append(ServiceProcess(own, settings, Clock(own)))
        await processes[0].command("load", str(ROOT / "data" / "demo.toml"))
        for process in processes:
            await process.start()
            stack.push_async_callback(process.stop)
        url = await stack.enter_async_context(proxy(folder / "nginx", address, processes))
        each = "  ".join(f"{process.url}/healthz" for process in processes)
        say(WELCOME.format(proxy=url, telegram=telegram.url, each=each, leader=processes[0].pid, database=database))
        await told_to_stop()


def run() -> int:
    """Run until Ctrl-C or SIGTERM, and return the exit code."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else PORT
    with postgres_server() as server:
        asyncio.run(main(server, port))
    say("\nClosed.\n")
    return 0


if __name__ == "__main__":
    sys.exit(run())
