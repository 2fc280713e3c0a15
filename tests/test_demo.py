"""`make demo` starts, takes a card order, lets a person decline and pay, shows the messages, and stops."""

import asyncio
import re
import signal
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientSession, CookieJar

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
            await order_and_pay(session, cafe, {})
            await sees(session, chats, "оплачено карткою")
            opened = f"{chats}/open?user_id=501&url={cafe}/webapp/"
            async with session.get(opened, allow_redirects=False) as answer:
                launch = parse_qs(urlsplit(answer.headers["Location"]).fragment)
            await order_and_pay(session, cafe, {"X-Platform-Init-Data": launch["tgWebAppData"][0]})
            await sees(session, chats, "Дякуємо за замовлення")
            await sees(session, chats, "не пройшла")
            await sees(session, chats, "отримано. Дякуємо!")
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), timeout=20) == 0


async def order_and_pay(session: ClientSession, cafe: str, headers: dict[str, str]) -> None:
    """As a guest with a cookie, or as whom the headers name."""
    async with session.get(f"{cafe}/api/products") as answer:
        product = (await answer.json())[0]
    async with session.post(f"{cafe}/api/cart/items", json={"product_id": product["id"]}, headers=headers) as answer:
        assert "X-Init-Data-Status" not in answer.headers
    form = {"name": "Олена", "phone": "0671234567", "pickup_time": "18:30", "payment_method": "card"}
    async with session.post(f"{cafe}/api/checkout/pickup", json=form, headers=headers) as answer:
        assert answer.status == 201
        order = await answer.json()
    page = await read(session, order["pay_url"])
    assert "Оплатити" in page
    assert "Відмовити" in page
    status = f"{cafe}/api/checkout/payment-status/{order['order_id']}"
    for decision, is_paid in (("decline", "false"), ("pay", "true")):
        async with session.post(order["pay_url"], data={"decision": decision}) as answer:
            assert str(answer.url) == cafe + order["track_url"]
        assert await read(session, status, headers) == f'{{"paid":{is_paid}}}'


async def sees(session: ClientSession, chats: str, part: str) -> None:
    """Wait until a message in one of the chats says so."""
    revision = -1
    for _ in range(50):
        async with session.get(f"{chats}/chats", params={"since": revision}) as answer:
            world = await answer.json()
        revision = world["revision"]
        if any(part in str(message["html"]) for chat in world["chats"] for message in chat["messages"]):
            return
    raise AssertionError(f"nobody said {part!r}")


async def read(session: ClientSession, url: str, headers: dict[str, str] | None = None) -> str:
    async with session.get(url, headers=headers) as answer:
        assert answer.status == 200, url
        return await answer.text()
