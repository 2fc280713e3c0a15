"""`make demo-cluster` starts, takes an order, and goes on when the process that leads is killed."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar

ROOT = Path(__file__).parent.parent


async def test_the_cluster_outlives_the_one_that_leads() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.demo_cluster", "0", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        welcome = (await asyncio.wait_for(process.stdout.readuntil(b"Ctrl-C"), timeout=120)).decode()
        cafe = re.findall(r"(http://127\.0\.0\.1:\d+)/webapp/", welcome)[0]
        each = re.findall(r"http://127\.0\.0\.1:\d+/healthz", welcome)
        [leader] = re.findall(r"kill -9 (\d+)", welcome)
        assert len(each) == 2
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            placed = await order(session, cafe if "no nginx" not in welcome else each[1].removesuffix("/healthz"))
            os.kill(int(leader), signal.SIGKILL)
            async with asyncio.timeout(20):
                while await outbox(session, each[1]) != "running":  # noqa: ASYNC110 - seen from outside
                    await asyncio.sleep(0.05)
            async with session.get(f"{each[1].removesuffix('/healthz')}/api/orders") as answer:
                assert [found["id"] for found in await answer.json()] == [placed["order_id"]]
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), timeout=40) == 0


async def order(session: ClientSession, cafe: str) -> Any:
    async with session.get(f"{cafe}/api/products") as answer:
        product = (await answer.json())[0]
    async with session.post(f"{cafe}/api/cart/items", json={"product_id": product["id"]}) as answer:
        assert answer.status == 201
    form = {"name": "Олена", "phone": "0671234567", "pickup_time": "18:30", "payment_method": "cash"}
    async with session.post(f"{cafe}/api/checkout/pickup", json=form) as answer:
        assert answer.status == 201, await answer.text()
        return await answer.json()


async def outbox(session: ClientSession, address: str) -> str:
    async with session.get(address) as answer:
        return str((await answer.json())["outbox"])
