"""The cafe of a kill campaign: the service's processes and its database, with everything around them."""

import random
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import ClientSession, ClientTimeout, DummyCookieJar

from tests.chaos.place import STAFF_CHAT, Place
from tests.chaos.service import Clock, ServiceProcess
from tests.chaos.store import ServerStore, Store
from tests.driver import SECRET_KEY
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import TOKEN, FakeTelegram

ROOT = Path(__file__).parent.parent.parent
FEW_USES = 4
NOTHING_MORE: Mapping[str, str] = {}

CHANGES = (
    ("allow_orders_outside_hours = false", "allow_orders_outside_hours = true"),
    ("staff_chat_guest_orders = false", "staff_chat_guest_orders = true"),
)
OFFERS = (
    ('slug = "espresso"', 'options = [{ group = "extras", max = 1 }]'),
    ('slug = "borscht"', 'options = ["with"]'),
)
"""What has options; what the chats order by the fewest taps has none."""
OAT = """
[[ingredients]]
code = "oat"
"""
FEW = f"""
[[promos]]
code = "FEW"
discount_percent = 10
max_uses = {FEW_USES}
"""


@dataclass(slots=True, kw_only=True)
class World(Place):
    """A cafe whose service is processes of their own."""

    folder: Path
    clock: Clock
    service: ServiceProcess
    second: ServiceProcess
    """Another process over the same database; where that is a file it mostly is not running."""
    store: Store

    @property
    def serving(self) -> tuple[ServiceProcess, ...]:
        """Those that are to serve when nothing is wrong."""
        return (self.service, self.second) if isinstance(self.store, ServerStore) else (self.service,)

    @property
    def kills(self) -> int:
        return sum(count for what, count in self.ledger.counts.items() if what.startswith("killed"))

    def url(self) -> str:
        running = [each.url for each in (self.service, self.second) if each.is_running]
        return self.chance.choice(running or [self.service.url])

    def now(self) -> datetime:
        return datetime.now(UTC)


@asynccontextmanager
async def open_world(
    folder: Path, seed: int, store: Store, more: Mapping[str, str] = NOTHING_MORE
) -> AsyncIterator[World]:
    """The fakes listen; the service has a database of the former version, and does not run yet.

    `more` are settings of the service, beside the usual ones.
    """
    clock = Clock(folder)
    async with (
        FakeMonobank(retry_gap=0.7) as bank,
        FakeLiqPay(retry_gap=0.7) as liqpay,
        FakeCheckbox() as fiscal,
        FakeTelegram() as telegram,
        ClientSession(timeout=ClientTimeout(total=40), cookie_jar=DummyCookieJar()) as session,
    ):
        telegram.group(STAFF_CHAT)
        settings = {
            "CAFE_DATABASE_URL": store.url,
            "CAFE_BOT_TOKEN": TOKEN,
            "CAFE_BOT_API_URL": telegram.url,
            "CAFE_STAFF_CHAT_ID": str(STAFF_CHAT),
            "CAFE_MONOBANK_TOKEN": bank.token,
            "CAFE_MONOBANK_API_URL": bank.base_url,
            "CAFE_LIQPAY_PUBLIC_KEY": liqpay.public_key,
            "CAFE_LIQPAY_PRIVATE_KEY": liqpay.private_key,
            "CAFE_LIQPAY_API_URL": liqpay.base_url,
            "CAFE_CHECKBOX_LICENSE_KEY": fiscal.license_key,
            "CAFE_CHECKBOX_PIN": fiscal.pin,
            "CAFE_CHECKBOX_API_URL": fiscal.base_url,
            **more,
        }
        if isinstance(store, ServerStore):
            settings["CAFE_SECRET_KEY"] = SECRET_KEY
        service = ServiceProcess(folder, settings, clock)
        second = ServiceProcess(folder, settings, clock, base_url=service.url)
        chance = random.Random(seed)  # noqa: S311 - not for secrets
        world = World(
            chance=chance,
            bank=bank,
            liqpay=liqpay,
            fiscal=fiscal,
            telegram=telegram,
            session=session,
            folder=folder,
            clock=clock,
            service=service,
            second=second,
            store=store,
        )
        world.ledger.former = await store.make_former()
        try:
            yield world
        finally:
            service.limit_files(-1)
            await second.kill()
            await service.kill()


def write_catalogue(folder: Path) -> Path:
    """The catalogue of the tests, open at any time, with options and a promo code that only a few can use."""
    text, options = ((ROOT / "tests" / name).read_text(encoding="utf-8") for name in ("catalogue.toml", "options.toml"))
    text += options.partition("[[products]]")[0] + OAT + FEW
    for before, offer in OFFERS:
        assert text.count(before) == 1
        text = text.replace(before, f"{before}\n{offer}")
    for before, after in CHANGES:
        assert before in text
        text = text.replace(before, after)
    file = folder / "catalogue.toml"
    file.write_text(text, encoding="utf-8")
    return file


def read_stock(connection: sqlite3.Connection) -> dict[str, int]:
    """What is in stock of each ingredient."""
    return dict(connection.execute("SELECT code, stock FROM ingredients").fetchall())
