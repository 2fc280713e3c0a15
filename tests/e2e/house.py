"""The running cafe and its bank in a thread of their own, so that the browser's tests can be plain functions."""

import asyncio
import atexit
import json
import re
import shutil
import tempfile
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from cafe import app
from cafe.bot.telegram.rate_limit import Limits
from cafe.core.kernel.ids import OptionId
from cafe.core.kernel.locale import FOLDER
from cafe.pace import Pace
from tests.conftest import copy_database
from tests.driver import BOT_TOKEN, Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.e2e.lag import slow_way
from tests.fakes.monobank import FakeMonobank
from tests.fakes.push import FakePushService
from tests.fakes.telegram import FakeTelegram

T = TypeVar("T")

DEMO = (Path(__file__).parents[2] / "data" / "demo.toml").read_text(encoding="utf-8")
PLAIN = re.sub(r"^(options|notes) = .*\n", "", DEMO, flags=re.MULTILINE)
"""The demo cafe, with every dish as it comes: one tap adds it."""
STEADY = {
    "work_hours_from": "00:00",
    "work_hours_to": "00:00",
    "allow_orders_outside_hours": False,
    "announcement_enabled": False,
    "force_closed": False,
    "schedule_days": 0,
}
"""Round the clock, so that the tests mean the same at any hour."""
BRISK = Pace(
    catalogue=0.1,
    streams=0.05,
    money=0.1,
    moments=0.25,
    limits=Limits(chat_gap=0.02, group_minute=1000, second=1000),
)
"""How soon it notices is for other tests: here each of these would only be waited for, again and again."""


class LiveClock(FakeClock):
    """The machine's clock, by which the browser lives too, unless a test sets another time."""

    set_to: datetime | None = None

    def now(self) -> datetime:
        return self.set_to or datetime.now(UTC)


KYIV = ZoneInfo("Europe/Kyiv")
JUNE = datetime(2026, 6, 15, 12, 0, tzinfo=KYIV)
"""A Monday at noon."""


class House:
    """A cafe that runs in the background. What is asked of it here is done in its own loop."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        cafe: Cafe,
        clock: LiveClock,
        bank: FakeMonobank,
        telegram: FakeTelegram | None,
        push: FakePushService,
    ) -> None:
        self._loop = loop
        self._clock = clock
        self.cafe = cafe
        self.bank = bank
        self._telegram = telegram
        self.push = push

    @property
    def url(self) -> str:
        return self.cafe.url

    @property
    def telegram(self) -> FakeTelegram:
        """The chats, of a house that was opened with its bot."""
        assert self._telegram is not None
        return self._telegram

    @property
    def products(self) -> Mapping[str, int]:
        return self.cafe.products

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it in the cafe's loop and wait."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=20)

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return int(self.do(self.cafe.value(f"SELECT count(*) AS n FROM {table}")))  # noqa: S608 - names from the tests

    def configure(self, **settings: object) -> None:
        self.do(self.cafe.configure(**settings))

    @contextmanager
    def configured(self, **settings: object) -> Iterator[None]:
        """Settings for a while; afterwards they are as they were."""
        current = self.cafe.app.services.settings.current
        before = {name: getattr(current, name) for name in settings}
        self.configure(**settings)
        try:
            yield
        finally:
            self.configure(**before)

    def now(self) -> datetime:
        return self._clock.now()

    def set_clock(self, day: int, hour: int, minute: int) -> datetime:
        """Stop the clock at a time of June 2026 in Kyiv; gives it, for the clocks of browsers."""
        self._clock.set_to = datetime(2026, 6, day, hour, minute, tzinfo=KYIV)
        return self._clock.set_to

    def advance_to(self, moment: datetime, *, minutes_ago: int = 0) -> None:
        """Stop the clock so long before a moment."""
        self._clock.set_to = moment - timedelta(minutes=minutes_ago)

    @contextmanager
    def sold_out(self, slug: str) -> Iterator[None]:
        """A product on the stop-list for a while."""
        self._set_active(slug, is_active=False)
        try:
            yield
        finally:
            self._set_active(slug, is_active=True)

    @contextmanager
    def stopped(self, group: str, option: str) -> Iterator[None]:
        """An option on the stop-list for a while."""
        sql = "SELECT o.id FROM options o JOIN option_groups g ON g.id = o.group_id WHERE g.slug = :g AND o.slug = :o"
        option_id = OptionId(self.do(self.cafe.value(sql, g=group, o=option)))
        stop_list = self.cafe.app.services.stop_list
        self.do(stop_list.stop_option(option_id))
        try:
            yield
        finally:
            self.do(stop_list.offer_option(option_id))

    def move(self, order_id: int, status: str) -> None:
        self.do(self.cafe.moves_order(order_id, status))

    def visitor(self, user: Mapping[str, Any] | None) -> Visitor:
        """The same platform user elsewhere, as in the chat."""
        return Visitor(self.cafe, user)

    def _set_active(self, slug: str, *, is_active: bool) -> None:
        flag = json.dumps(is_active)
        self.do(self.cafe.load(f'[[products]]\nslug = "{slug}"\nactive = {flag}\n'))


_prepared: dict[tuple[str, datetime | None], Path] = {}


async def prepared(catalogue: str, at: datetime | None) -> Path:
    """A database file with this catalogue, made once in a process at that time, as copying it is cheaper."""
    if (catalogue, at) not in _prepared:
        folder = Path(tempfile.mkdtemp(prefix="prepared-"))
        atexit.register(shutil.rmtree, folder)
        clock = LiveClock()
        clock.set_to = at
        config = config_for(folder)
        async with app.opened(config, clock=clock, migrates=True) as (_, services):
            await services.catalogue.load(catalogue)
            lines = [f"{name} = {json.dumps(value)}" for name, value in STEADY.items()]
            await services.catalogue.load("\n".join(["[settings]", *lines]))
        _prepared[catalogue, at] = config.database_path
    return _prepared[catalogue, at]


@asynccontextmanager
async def _opened(
    folder: Path, catalogue: str, clock: LiveClock, settings: Mapping[str, Any], *, has_bot: bool, locales: Path
) -> AsyncIterator[tuple[Cafe, FakeMonobank, FakeTelegram | None, FakePushService]]:
    async with AsyncExitStack() as stack:
        stack.enter_context(slow_way())
        bank = await stack.enter_async_context(FakeMonobank())
        push = await stack.enter_async_context(FakePushService())
        telegram = await stack.enter_async_context(FakeTelegram(BOT_TOKEN)) if has_bot else None
        services = {"monobank_token": bank.token, "monobank_api_url": bank.base_url}
        if telegram:
            services["bot_api_url"] = telegram.url
        config = config_for(folder, **{**services, **settings})
        if telegram and config.staff_chat_id:
            telegram.group(config.staff_chat_id)
        if not config.database_path.exists():  # a house may be opened again
            copy_database(await prepared(catalogue, clock.set_to), config.database_path)
        cafe = await stack.enter_async_context(
            open_cafe(config, clock=clock, catalogue=None, push_services=[push.base_url], pace=BRISK, locales=locales)
        )
        if telegram:
            await telegram.world.wait_for(lambda: telegram.calls_of("setChatMenuButton") or None, 20)
        yield cafe, bank, telegram, push


@contextmanager
def open_house(
    folder: Path,
    catalogue: str = PLAIN,
    *,
    has_bot: bool = False,
    at: datetime | None = None,
    locales: Path = FOLDER,
    **settings: Any,
) -> Iterator[House]:
    """Open a cafe with this catalogue and environment; closed, with everything in it, at the end.

    Whoever sets its clock to June opens it in June: its first tidying would take June's guests for long gone.
    """
    folder.mkdir(exist_ok=True)
    opened: list[House] = []
    failed: list[BaseException] = []
    is_ready = threading.Event()
    close = threading.Event()

    async def live() -> None:
        clock = LiveClock()
        clock.set_to = at
        async with _opened(folder, catalogue, clock, settings, has_bot=has_bot, locales=locales) as (
            cafe,
            bank,
            telegram,
            push,
        ):
            opened.append(House(asyncio.get_running_loop(), cafe, clock, bank, telegram, push))
            is_ready.set()
            await asyncio.to_thread(close.wait)

    def run() -> None:
        try:
            asyncio.run(live())
        except BaseException as error:  # noqa: BLE001 - told to the test below
            failed.append(error)
        finally:
            is_ready.set()

    thread = threading.Thread(target=run, name="house")
    thread.start()
    try:
        is_ready.wait(timeout=30)
        if failed:
            raise failed[0]
        yield opened[0]
    finally:
        close.set()
        thread.join(timeout=30)
    if failed:
        raise failed[0]
