"""A cafe with everything around it: the service's processes, banks, fiscal service, Telegram, and a ledger."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import ClientSession, ClientTimeout, DummyCookieJar

from tests.chaos.ledger import Ledger
from tests.chaos.service import Clock, ServiceProcess
from tests.chaos.store import ServerStore, Store
from tests.driver import SECRET_KEY
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import TOKEN, Chat, FakeTelegram

STAFF_CHAT = -1_001_234_567_890
ROOT = Path(__file__).parent.parent.parent
FEW_USES = 4

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


@dataclass(slots=True)
class World:
    chance: random.Random
    folder: Path
    clock: Clock
    bank: FakeMonobank
    liqpay: FakeLiqPay
    fiscal: FakeCheckbox
    telegram: FakeTelegram
    session: ClientSession
    service: ServiceProcess
    second: ServiceProcess
    """Another process over the same database; where that is a file it mostly is not running."""
    store: Store
    ledger: Ledger = field(default_factory=Ledger)
    is_over: bool = False
    """Nobody begins anything new."""
    _visits: int = 0
    _may_visit: asyncio.Event = field(default_factory=asyncio.Event)
    _is_empty: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def staff_chat(self) -> Chat:
        return self.telegram.world.chats[STAFF_CHAT]

    @property
    def serving(self) -> tuple[ServiceProcess, ...]:
        """Those that are to serve when nothing is wrong."""
        return (self.service, self.second) if isinstance(self.store, ServerStore) else (self.service,)

    @property
    def kills(self) -> int:
        return sum(count for what, count in self.ledger.counts.items() if what.startswith("killed"))

    def url(self) -> str:
        """Where somebody asks now: any process that runs."""
        running = [each.url for each in (self.service, self.second) if each.is_running]
        return self.chance.choice(running or [self.service.url])

    def count(self, what: str) -> None:
        self.ledger.counts[what] += 1

    @contextmanager
    def visit(self) -> Iterator[None]:
        """Something that somebody does from its beginning to its end."""
        self._visits += 1
        self._is_empty.clear()
        try:
            yield
        finally:
            self._visits -= 1
            if not self._visits:
                self._is_empty.set()

    async def opened(self) -> None:
        await self._may_visit.wait()

    def open(self) -> None:
        self._may_visit.set()

    async def closed(self) -> None:
        """Let nobody begin anything, and wait until everybody has ended."""
        self._may_visit.clear()
        if self._visits:
            await self._is_empty.wait()


@asynccontextmanager
async def open_world(folder: Path, seed: int, store: Store) -> AsyncIterator[World]:
    """The fakes listen; the service has a database of the former version, and does not run yet."""
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
        }
        if isinstance(store, ServerStore):
            settings["CAFE_SECRET_KEY"] = SECRET_KEY
        service = ServiceProcess(folder, settings, clock)
        second = ServiceProcess(folder, settings, clock, base_url=service.url)
        chance = random.Random(seed)  # noqa: S311 - not for secrets
        world = World(chance, folder, clock, bank, liqpay, fiscal, telegram, session, service, second, store)
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
