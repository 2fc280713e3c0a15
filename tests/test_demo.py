"""`make demo` starts, takes a card order, lets a person decline and pay, shows the messages, and stops."""

import asyncio
import re
import signal
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientSession, CookieJar

STATUS = "/api/checkout/payment-status/"
ROOT = Path(__file__).parent.parent


async def test_the_demo_takes_an_order_by_card() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.demo", "0", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        welcome = await asyncio.wait_for(process.stdout.readuntil(b"Ctrl-C"), timeout=30)
        cafe, chats = re.findall(r"(http://127\.0\.0\.1:\d+)/", welcome.decode())[:2]
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            guests = await orders(session, cafe, {})
            await decides(session, cafe, guests, "pay")
            await sees(session, chats, f"{guests['order_number']}</b> оплачено карткою")
            assert await read(session, f"{cafe}{STATUS}{guests['order_id']}") == '{"paid":true}'
            opened = f"{chats}/open?user_id=501&url={cafe}/webapp/"
            async with session.get(opened, allow_redirects=False) as answer:
                launch = parse_qs(urlsplit(answer.headers["Location"]).fragment)
            # Nobody polls here: a payment that the customer's own poll finds is not told to them.
            olenas = await orders(session, cafe, {"X-Platform-Init-Data": launch["tgWebAppData"][0]})
            await sees(session, chats, "Дякуємо за замовлення")
            await decides(session, cafe, olenas, "decline")
            await sees(session, chats, "не пройшла")
            await decides(session, cafe, olenas, "pay")
            await sees(session, chats, "отримано. Дякуємо!")
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), timeout=20) == 0


async def orders(session: ClientSession, cafe: str, headers: dict[str, str]) -> Any:
    """As a guest with a cookie, or as whom the headers name; the order's result."""
    async with session.get(f"{cafe}/api/products") as answer:
        product = (await answer.json())[0]
    async with session.post(f"{cafe}/api/cart/items", json={"product_id": product["id"]}, headers=headers) as answer:
        assert "X-Init-Data-Status" not in answer.headers
    form = {"name": "Олена", "phone": "0671234567", "pickup_time": "18:30", "payment_method": "card"}
    async with session.post(f"{cafe}/api/checkout/pickup", json=form, headers=headers) as answer:
        assert answer.status == 201
        return await answer.json()


async def decides(session: ClientSession, cafe: str, order: Any, decision: str) -> None:
    """Press a button of the bank's page, and be led back to the order."""
    page = await read(session, order["pay_url"])
    assert f'value="{decision}"' in page
    async with session.post(order["pay_url"], data={"decision": decision}) as answer:
        assert str(answer.url) == cafe + order["track_url"]


async def sees(session: ClientSession, chats: str, part: str) -> None:
    """Wait until a message in one of the chats says so."""
    said: list[str] = []
    for _ in range(150):
        async with session.get(f"{chats}/chats") as answer:
            world = await answer.json()
        said = [str(message["html"]) for chat in world["chats"] for message in chat["messages"]]
        if any(part in text for text in said):
            return
        await asyncio.sleep(0.2)
    raise AssertionError(f"nobody said {part!r}: {said}")


async def read(session: ClientSession, url: str) -> str:
    async with session.get(url) as answer:
        assert answer.status == 200, url
        return await answer.text()
