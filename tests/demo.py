"""`make demo`: the cafe with fakes of Telegram, both banks and the fiscal service, to be tried by hand."""

import argparse
import asyncio
import logging
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from cafe.app import App, running
from cafe.config import Config
from cafe.core.kernel.urls import desk_link_path
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.people.staff.model import Role
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import TOKEN, FakeTelegram

STAFF_CHAT = -1_001_234_567_890
PORT = 8080
"""The cafe's; the fakes take the ports after it. 0: any that are free."""

PEOPLE = (
    (501, "Олена", "uk", "olena"),
    (502, "John", "en", "john"),
    (601, "Марія", "uk", "staff_maria"),  # the chats page seats these in the staff's chat
    (602, "Іван", "uk", "staff_ivan"),
)

WELCOME = """
The cafe and its surroundings are open. Nothing here leaves this machine, and no money moves.

  the mini-app, as a guest           {cafe}/webapp/
  the mini-app, as in Telegram       {telegram}/open?user_id=501&url={cafe}/webapp/
  the chats, customers' and staff's  {telegram}/
  the owner's desk                   {cafe}{desk}  (good once; or write /desk in Олена's chat)
  the kitchen's screen               {cafe}/board/  (for its code write /board in the staff's chat)

A card order leads to a bank's page, where you pay or decline. To try the other bank, run beside this:

  CAFE_DATABASE_URL={database} .venv/bin/python -m cafe settings payment_provider=liqpay

Ctrl-C closes everything and forgets it.
"""


ROUND_THE_CLOCK = '[settings]\nwork_hours_from = "00:00"\nwork_hours_to = "00:00"\n'
GUESTS = (
    ("Наталя", ("latte", "croissant"), OrderStatus.NEW),
    ("Андрій", ("borshch", "varenyky"), OrderStatus.CONFIRMED),
    ("Оксана", ("cappuccino", "cheesecake"), OrderStatus.COOKING),
)
"""Who has ordered already, what, and how far it is: something to look at at the desk."""


async def main(port: int, *, has_orders: bool, is_round_the_clock: bool) -> None:
    """Open everything and wait for Ctrl-C."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cafe-demo-")))
        telegram, monobank, liqpay, checkbox = (
            await stack.enter_async_context(FakeTelegram(port=port and port + 1)),
            await stack.enter_async_context(FakeMonobank(port=port and port + 2, retry_gap=5)),
            await stack.enter_async_context(FakeLiqPay(port=port and port + 3, retry_gap=5)),
            await stack.enter_async_context(FakeCheckbox(port=port and port + 4)),
        )
        monobank.app_url = None  # the real app knows nothing of what is paid here
        telegram.group(STAFF_CHAT, "Персонал кав’ярні")
        for user_id, name, language, username in PEOPLE:
            person = telegram.person(user_id, name, language=language, username=username)
            if not username.startswith("staff"):
                await person.send("/start")  # a bot may write to those alone who wrote first
        config = Config(
            host="127.0.0.1",  # whatever the environment says: the stand-ins ask nobody for a password
            base_url="",
            debug=False,
            port=port,
            database_url=f"sqlite:///{folder / 'demo.db'}",
            uploads=folder / "uploads",
            backups=folder / "backups",
            bot_token=TOKEN,
            bot_api_url=telegram.url,
            staff_chat_id=STAFF_CHAT,
            monobank_token=monobank.token,
            monobank_api_url=monobank.base_url,
            liqpay_public_key=liqpay.public_key,
            liqpay_private_key=liqpay.private_key,
            liqpay_api_url=liqpay.base_url,
            checkbox_license_key=checkbox.license_key,
            checkbox_pin=checkbox.pin,
            checkbox_api_url=checkbox.base_url,
        )
        app = await stack.enter_async_context(running(config, is_demo=True))
        await app.services.staff.add({"name": "Олена", "role": Role.OWNER, "telegram_id": 501})
        if is_round_the_clock:
            await app.services.catalogue.load(ROUND_THE_CLOCK)
        if has_orders:
            for name, dishes, status in GUESTS:
                await place_order(app, name, dishes, status)
        link = await app.services.sign_in.issue_link("Олена", None)
        say(
            WELCOME.format(
                cafe=app.base_url, desk=desk_link_path(link.token), telegram=telegram.url, database=config.database_url
            )
        )
        await told_to_stop()


async def place_order(app: App, name: str, dishes: Sequence[str], status: OrderStatus) -> None:
    """Order as a guest does, and lead the order on as the staff do."""
    services = app.services
    async with ClientSession(app.base_url, cookie_jar=CookieJar(unsafe=True)) as guest:
        for product in services.cache.menu.products:
            if product.slug in dishes:
                await guest.post("/api/cart/items", json={"product_id": product.id})
        form = {"name": name, "phone": "+380 67 000 00 00", "payment_method": "cash", "table_number": "3"}
        async with guest.post("/api/checkout/dine-in", json=form) as answer:
            order_id = int((await answer.json())["order_id"])
    steps = [OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING]
    for seen, to in pairwise(steps[: steps.index(status) + 1]):
        await services.staff_orders.advance(order_id, seen, to, "Марія")


async def told_to_stop() -> None:
    """Wait for Ctrl-C or SIGTERM, also where a shell in the background has our interrupts ignored."""
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    await stopped.wait()


def say(text: str) -> None:
    """Print at once, also into a pipe."""
    sys.stdout.write(text)
    sys.stdout.flush()


def run() -> int:
    """Run until Ctrl-C or SIGTERM, and return the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", nargs="?", type=int, default=PORT, help="the cafe's; its stand-ins take four more")
    parser.add_argument("--no-orders", action="store_true", help="begin without the few orders to look at")
    parser.add_argument("--round-the-clock", action="store_true", help="open at night, too")
    wanted = parser.parse_args()
    port: int = wanted.port
    is_taken = False
    try:
        asyncio.run(main(port, has_orders=not wanted.no_orders, is_round_the_clock=wanted.round_the_clock))
    except* OSError:
        is_taken = True
    if is_taken:
        say(f"One of the ports {port} to {port + 4} is taken. Others: .venv/bin/python -m tests.demo {port + 100}\n")
    else:
        say("\nClosed.\n")
    return int(is_taken)


if __name__ == "__main__":
    sys.exit(run())
