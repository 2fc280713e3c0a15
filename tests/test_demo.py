"""`make demo` starts, takes a card order, lets a person decline and pay, shows the messages, and stops."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientSession, CookieJar

STATUS = "/api/checkout/payment-status/"
ROOT = Path(__file__).parent.parent


async def test_the_demo_takes_an_order_by_card() -> None:
    async with running_demo() as (session, cafe, chats):
        guests = await orders(session, cafe, {})
        await decides(session, cafe, guests, "pay")
        await sees(session, chats, f"{guests['order_number']}</b> оплачено карткою")
        assert await read(session, f"{cafe}{STATUS}{guests['order_id']}") == '{"paid":true}'
        # Nobody polls here: a payment that the customer's own poll finds is not told to them.
        olenas = await orders(session, cafe, await olena(session, cafe, chats))
        await sees(session, chats, "Дякуємо за замовлення")
        await decides(session, cafe, olenas, "decline")
        await sees(session, chats, "не пройшла")
        await decides(session, cafe, olenas, "pay")
        await sees(session, chats, "отримано. Дякуємо!")


async def test_the_demo_says_how_it_is_begun() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.demo", "--help", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    assert process.returncode == 0
    assert "--no-orders" in told.decode()


async def test_a_dish_and_then_the_rest_go_back_in_the_demo() -> None:
    """Chat, card, tracking, /today and the receipts tell the same, to the kopiyka."""
    async with running_demo() as (session, cafe, chats):
        headers = await olena(session, cafe, chats)
        placed = await orders(session, cafe, headers, dishes=2)
        await decides(session, cafe, placed, "pay")
        await sees(session, chats, f"{placed['order_number']}</b> готовий")

        await press(session, chats, "Повернути гроші")
        part = money_in(await press(session, chats, "▫️"))
        await press(session, chats, "Повернути обране")
        await press(session, chats, "Помилка в замовленні")
        await sees(session, chats, f"Повернули вам <b>{part}")
        await sees(session, chats, f"Повернуто гостю: <b>{part}")

        async with session.post(f"{cafe}/api/orders/{placed['order_id']}/cancel", headers=headers) as answer:
            assert answer.status == 200
        await sees(session, chats, "Повернути: ")
        await press(session, chats, "Повернути гроші")
        rest = money_in(await press(session, chats, "💸 Повернути "))
        await press(session, chats, "Так, повернути")
        await sees(session, chats, f"Повернули вам <b>{rest}")
        assert kopiykas(part) + kopiykas(rest) == placed["total"] * 100

        await sees(session, chats, f"Повернуто гостю: <b>{placed['total']} ₴")
        await say(session, chats, "/today")
        await sees(session, chats, "Лишилося в закладу: <b>0 ₴")
        track = placed["track_url"].rpartition("=")[2]
        tracked = await read(session, f"{cafe}/api/checkout/track/{track}")
        assert f'"refunded_amount":{placed["total"]}' in tracked
        assert await receipts(session, chats, count=3) == sorted(
            [placed["total"] * 100, kopiykas(part), kopiykas(rest)]
        )


@asynccontextmanager
async def running_demo() -> AsyncIterator[tuple[ClientSession, str, str]]:
    """The demo until the end of the block, when Ctrl-C must end it well: somebody's browser, the cafe and the chats."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.demo", "0", "--no-orders", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        welcome = await asyncio.wait_for(process.stdout.readuntil(b"Ctrl-C"), timeout=90)
        cafe, chats = re.findall(r"(http://127\.0\.0\.1:\d+)/", welcome.decode())[:2]
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            yield session, cafe, chats
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), timeout=20) == 0


async def olena(session: ClientSession, cafe: str, chats: str) -> dict[str, str]:
    """The headers of Олена, to whom Telegram opens the mini-app."""
    opened = f"{chats}/open?user_id=501&url={cafe}/webapp/"
    async with session.get(opened, allow_redirects=False) as answer:
        launch = parse_qs(urlsplit(answer.headers["Location"]).fragment)
    return {"X-Platform-Init-Data": launch["tgWebAppData"][0]}


def money_in(label: str) -> str:
    """The sum on a button."""
    found = re.findall(r"[0-9]+(?:,[0-9]{2})? ₴", label)
    assert found, label
    return str(found[-1])


def kopiykas(money: str) -> int:
    whole, _, rest = money.removesuffix(" ₴").partition(",")
    return int(whole) * 100 + int(rest or 0)


async def world(session: ClientSession, chats: str) -> Any:
    async with session.get(f"{chats}/chats") as answer:
        return await answer.json()


async def press(session: ClientSession, chats: str, part: str) -> str:
    """Press the newest button in the staff's chat whose label has this part, as soon as there is one; its label."""
    for _ in range(150):
        for chat in (await world(session, chats))["chats"]:
            for message in reversed(chat["messages"] if chat["id"] < 0 else []):
                for row, buttons in enumerate(message["inline"]):
                    for column, button in enumerate(buttons):
                        if part in button["text"]:
                            where = {"from": 601, "message_id": message["id"], "row": row, "column": column}
                            async with session.post(f"{chats}/chats/{chat['id']}/press", json=where) as answer:
                                assert answer.status == 200
                            return str(button["text"])
        await asyncio.sleep(0.2)
    raise AssertionError(f"there is no button {part!r}")


async def say(session: ClientSession, chats: str, text: str) -> None:
    """In the staff's chat."""
    [staff] = [chat["id"] for chat in (await world(session, chats))["chats"] if chat["id"] < 0]
    async with session.post(f"{chats}/chats/{staff}/send", json={"from": 601, "text": text}) as answer:
        assert answer.status == 200


async def receipts(session: ClientSession, chats: str, *, count: int) -> list[int]:
    """The totals of the receipts that the customer got links to, in kopiykas."""
    links: list[str] = []
    for _ in range(150):
        messages = [message for chat in (await world(session, chats))["chats"] for message in chat["messages"]]
        buttons = [button for message in messages for row in message["inline"] for button in row]
        links = [button["url"] for button in buttons if "чек" in button["text"] and "url" in button]
        if len(links) >= count:
            break
        await asyncio.sleep(0.2)
    pages = [await read(session, link) for link in links]
    return sorted(round(float(re.findall(r"Разом ([0-9.]+) ₴", page)[0]) * 100) for page in pages)


async def orders(session: ClientSession, cafe: str, headers: dict[str, str], *, dishes: int = 1) -> Any:
    """As a guest with a cookie, or as whom the headers name; the order's result."""
    async with session.get(f"{cafe}/api/products") as answer:
        products = (await answer.json())[:dishes]
    for product in products:
        added = {"product_id": product["id"]}
        async with session.post(f"{cafe}/api/cart/items", json=added, headers=headers) as answer:
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
        chatting = (await world(session, chats))["chats"]
        said = [str(message["html"]) for chat in chatting for message in chat["messages"]]
        if any(part in text for text in said):
            return
        await asyncio.sleep(0.2)
    raise AssertionError(f"nobody said {part!r}: {said}")


async def read(session: ClientSession, url: str) -> str:
    async with session.get(url) as answer:
        assert answer.status == 200, url
        return await answer.text()
