"""The running cafe and its bank in a thread of their own, so that the browser's tests can be plain functions."""

import asyncio
import json
import threading
import tomllib
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank

T = TypeVar("T")

DEMO = (Path(__file__).parents[2] / "data" / "demo.toml").read_text(encoding="utf-8")
STEADY = {
    "work_hours_from": "00:00",
    "work_hours_to": "00:00",
    "allow_orders_outside_hours": False,
    "announcement_enabled": False,
    "force_closed": False,
}
"""Round the clock, so that the tests mean the same at any hour."""


class LiveClock(FakeClock):
    """The machine's clock: the browser lives by it too."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class House:
    """A cafe that runs in the background. What is asked of it here is done in its own loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, cafe: Cafe, bank: FakeMonobank) -> None:
        self._loop = loop
        self.cafe = cafe
        self.bank = bank

    @property
    def url(self) -> str:
        return self.cafe.url

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
        """Settings for a while; afterwards as the demo has them."""
        before = {name: value for name, value in self._settings().items() if name in settings}
        self.configure(**settings)
        try:
            yield
        finally:
            self.configure(**before)

    @contextmanager
    def sold_out(self, slug: str) -> Iterator[None]:
        """A product on the stop-list for a while."""
        self._set_active(slug, is_active=False)
        try:
            yield
        finally:
            self._set_active(slug, is_active=True)

    def move(self, order_id: int, status: str) -> None:
        self.do(self.cafe.moves_order(order_id, status))

    def visitor(self, user: Mapping[str, Any] | None) -> Visitor:
        """The same platform user elsewhere, as in the chat."""
        return Visitor(self.cafe, user)

    def _set_active(self, slug: str, *, is_active: bool) -> None:
        flag = json.dumps(is_active)
        self.do(self.cafe.load(f'[[products]]\nslug = "{slug}"\nactive = {flag}\n'))

    def _settings(self) -> dict[str, Any]:
        return {**tomllib.loads(DEMO)["settings"], **STEADY}


@asynccontextmanager
async def _opened(folder: Path, catalogue: str) -> AsyncIterator[tuple[Cafe, FakeMonobank]]:
    async with FakeMonobank() as bank:
        config = config_for(folder, monobank_token=bank.token, monobank_api_url=bank.base_url)
        async with open_cafe(config, clock=LiveClock(), catalogue=catalogue) as cafe:
            await cafe.configure(**STEADY)
            yield cafe, bank


@contextmanager
def open_house(folder: Path, catalogue: str = DEMO) -> Iterator[House]:
    """Open a cafe with this catalogue; closed, with everything in it, at the end."""
    opened: list[House] = []
    failed: list[BaseException] = []
    is_ready = threading.Event()
    close = threading.Event()

    async def live() -> None:
        async with _opened(folder, catalogue) as (cafe, bank):
            opened.append(House(asyncio.get_running_loop(), cafe, bank))
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
