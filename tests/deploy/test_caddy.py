"""The shipped Caddyfile in front of real processes, as in containers: one that stops or dies is not missed."""

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from aiohttp import ClientError, ClientSession, ClientTimeout, CookieJar, web

from tests.bot.conversation import eventually
from tests.chaos.service import Clock, ServiceProcess, free_port
from tests.deploy.programs import CADDY, DEPLOY, ROOT, needs_caddy
from tests.driver import SECRET_KEY

WITHIN = 90
CHECK = "health_uri /api/settings"
NOT_NOW = {502, 503}
"""What the proxy itself says while it knows no process."""
FORM = {"name": "Олена", "phone": "0671234567", "pickup_time": "18:30", "payment_method": "cash"}


@pytest.fixture
def engine() -> str:
    return "postgres"


@asynccontextmanager
async def caddy(folder: Path, *upstreams: str) -> AsyncIterator[str]:
    """Caddy with the shipped file, over plain HTTP on a free port; yields its address."""
    site, admin = f"http://127.0.0.1:{free_port()}", f"127.0.0.1:{free_port()}"
    names = [upstream.removeprefix("http://") for upstream in upstreams]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "SITE": site,
        "UPSTREAMS": " ".join(names),
        "CHECK": CHECK if len(names) > 1 else "",
    }
    command = [CADDY, "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    adapted = await asyncio.to_thread(subprocess.run, command, env=environment, check=True, capture_output=True)
    changed = json.loads(adapted.stdout) | {"admin": {"listen": admin}}  # not everybody's port 2019
    (folder / "caddy.json").write_text(json.dumps(changed), encoding="utf-8")
    command = [CADDY, "run", "--config", str(folder / "caddy.json")]
    with (folder / "caddy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=log, stderr=log)
    try:
        await answers(site)
        yield site
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def answers(site: str) -> None:
    async with ClientSession(timeout=ClientTimeout(total=2)) as session:
        for _ in range(WITHIN * 20):
            try:
                async with session.get(f"{site}/webapp/") as answer:
                    if answer.status == 200:
                        return
            except (ClientError, TimeoutError):
                pass
            await asyncio.sleep(0.05)
    raise AssertionError(site)


@pytest.fixture
async def processes(tmp_path: Path, database_url: str) -> AsyncIterator[list[ServiceProcess]]:
    """Two of one cafe."""
    settings = {"CAFE_DATABASE_URL": database_url, "CAFE_SECRET_KEY": SECRET_KEY}
    async with AsyncExitStack() as stack:
        started = []
        for number in range(2):
            folder = tmp_path / f"process{number}"
            folder.mkdir()
            process = ServiceProcess(folder, settings, Clock(folder), base_url="http://127.0.0.1")
            if number == 0:  # the demo takes orders at any hour
                await process.command("load", str(ROOT / "data" / "demo.toml"))
            await process.start()
            stack.push_async_callback(process.stop)
            started.append(process)
        yield started


async def asks(session: ClientSession, method: str, address: str, **sent: Any) -> Any:
    """Ask until there is an answer of the cafe: a request that a process died with is the guest's to repeat."""
    async with asyncio.timeout(WITHIN):
        while True:
            async with session.request(method, address, **sent) as answer:
                if answer.status not in NOT_NOW:
                    assert answer.status in {200, 201}, await answer.text()
                    return await answer.json()
            await asyncio.sleep(0.05)


async def orders(session: ClientSession, site: str) -> int:
    """Place an order, as the page does: under a key, by which a repeated one is known. Returns its id."""
    product = (await asks(session, "GET", f"{site}/api/products"))[0]["id"]
    await asks(session, "POST", f"{site}/api/cart/items", json={"product_id": product})
    headers = {"Idempotency-Key": uuid4().hex}
    placed = await asks(session, "POST", f"{site}/api/checkout/pickup", json=FORM, headers=headers)
    return int(placed["order_id"])


@needs_caddy
async def test_guests_order_on_when_one_of_two_processes_dies(tmp_path: Path, processes: list[ServiceProcess]) -> None:
    first, second = processes
    async with (
        caddy(tmp_path, first.url, second.url) as site,
        ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(total=WITHIN)) as session,
    ):
        placed = [await orders(session, site) for _ in range(3)]
        await first.kill()
        placed += [await orders(session, site) for _ in range(6)]
        await first.start()
        await second.stop()
        placed += [await orders(session, site) for _ in range(3)]
        found = [order["id"] for order in await asks(session, "GET", f"{site}/api/orders")]
        assert sorted(found) == sorted(placed)


@needs_caddy
async def test_a_restart_of_the_only_process_is_waited_for(tmp_path: Path) -> None:
    port = free_port()
    async with serving(port) as stop, caddy(tmp_path, f"127.0.0.1:{port}") as site, ClientSession() as session:
        await stop()
        meanwhile = asyncio.ensure_future(session.get(f"{site}/webapp/"))
        await asyncio.sleep(1)  # Caddy tells nobody that it waits; without waiting it would have answered 502 by now
        assert not meanwhile.done()
        async with serving(port):
            assert (await meanwhile).status == 200


@asynccontextmanager
async def serving(port: int) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Something that answers every GET, and sends `/?…` on as the service does; yields what stops it earlier."""

    async def answer(request: web.Request) -> web.Response:
        if request.path == "/" and request.query_string:
            raise web.HTTPFound(f"/webapp/?{request.query_string}")
        return web.Response()

    application = web.Application()
    application.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield runner.cleanup
    finally:
        await runner.cleanup()


def logged(file: Path) -> list[tuple[str, str]]:
    """Who logged which address; the last line may be half written."""
    lines = [json.loads(line) for line in file.read_text().splitlines(keepends=True) if line[0] + line[-1] == "{\n"]
    return [(line["logger"], line["request"]["uri"]) for line in lines if "request" in line]


@needs_caddy
async def test_no_log_keeps_what_lets_somebody_in(tmp_path: Path) -> None:
    sent = {
        "Authorization": "Bearer SECRET-1",
        "Cookie": "session=SECRET-2",
        "X-Platform-Init-Data": "SECRET-3",
        "X-Telegram-Bot-Api-Secret-Token": "SECRET-4",
        "Referer": "https://cafe.example.com/webapp/?track=SECRET-5",
    }
    addresses = ["/api/checkout/track/SECRET-6", "/?track=SECRET-7"]
    port = free_port()
    async with serving(port) as stop, caddy(tmp_path, f"127.0.0.1:{port}") as site, ClientSession() as session:
        for address, status in zip(addresses, [200, 302], strict=True):
            assert (await session.get(site + address, headers=sent, allow_redirects=False)).status == status
        await stop()
        asked = [session.get(site + address, headers=sent) for address in addresses]
        assert [answer.status for answer in await asyncio.gather(*asked)] == [502, 502]
        kinds = ["http.log.access.log0", "http.log.error.log0"]
        wanted = {(kind, address) for kind in kinds for address in ("/api/checkout/track/***", "/?***")}
        await eventually(lambda: wanted <= set(logged(tmp_path / "caddy.log")))  # a line follows its answer
    assert "SECRET" not in (tmp_path / "caddy.log").read_text()
