"""A simulated cafe with everything around it, and the history of its day."""

import hashlib
import os
import random
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

from cafe.core.messages.subscriptions.push import PushServices
from tests.chaos.place import STAFF_CHAT, Place
from tests.days.program import Program
from tests.driver import FakeClock, config_for
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.push import FakePushService
from tests.fakes.telegram import FakeTelegram

PORT = 8080


@dataclass(slots=True)
class Chronicle:
    """The history of a day, whether it came to its end or not."""

    lines: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _rest: list[str] = field(default_factory=list)

    def close(self, world: "DayWorld", works: int) -> None:
        """Take down what was sent and asked outside, and how much the disk had to do."""
        self.counts = world.ledger.counts
        self.counts["works"] = works
        self._rest = [f"{chat_id} {text}" for chat_id, text in [*world.telegram.sent, *world.telegram.edited]]
        for service in (world.bank, world.liqpay, world.fiscal):
            self._rest += [f"{call.method} {call.path}" for call in service.calls]

    def digest(self) -> str:
        """Return what tells this history from any other."""
        told = "\n".join([*self.lines, *self._rest, str(sorted(self.counts.items()))])
        return hashlib.sha256(told.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Meant:
    """Money that the staff meant to give back once; `amount` in kopiykas."""

    order_id: int
    amount: int


@dataclass(slots=True, kw_only=True)
class DayWorld(Place):
    """What people do and see is written into its history."""

    folder: Path
    clock: FakeClock
    outside: FakeClock
    """What time it is; the machine's `clock` may jump."""
    program: Program
    push: FakePushService
    chronicle: Chronicle
    meant: list[Meant] = field(default_factory=list)
    """Refunds by card that the staff asked for and were told are taken, or may be."""
    in_dashboard: dict[str, int] = field(default_factory=dict)
    """What was given back in the banks' dashboards, by invoice, in kopiykas."""
    in_person: dict[int, int] = field(default_factory=dict)
    """What the staff took in person for an order, in kopiykas."""
    cash_refused: set[int] = field(default_factory=set)
    """Orders whose payment was taken back and whose cash the program did not take down."""
    lost_from_carts: list[str] = field(default_factory=list)
    """Dishes that were deleted and put back, and that carts have lost."""
    promos_put_back: set[str] = field(default_factory=set)
    """Used codes that were deleted, and the deletion undone."""
    """Whether a count was stored, or may have been, while orders held some of what was counted."""
    forgotten: dict[str, int] = field(default_factory=dict)
    """Orders of those who asked to be forgotten, by their name."""
    orphans: dict[str, int] = field(default_factory=dict)
    """Invoices that a restored copy does not know and that were paid after it, with their sums in kopiykas."""
    is_restored: bool = False
    has_couriers: bool = False
    has_tills: bool = False
    till_marks: dict[str, int] | None = None
    """The last rows of before the first day of a till; None: none was opened."""
    has_jumped: bool = False
    """Whether the machine's clock did."""

    def url(self) -> str:
        return f"http://127.0.0.1:{PORT}"

    def now(self) -> datetime:
        return self.clock.now()

    @property
    def database(self) -> Path:
        return self.folder / "cafe.db"

    def tell(self, who: str, what: object) -> None:
        """Write a line of history."""
        self.chronicle.lines.append(f"{self.clock.now():%d %H:%M:%S.%f} {who}: {what}")


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draw everything that is random from the seed."""
    chance = random.Random(f"{seed} tokens")  # noqa: S311 - not for secrets
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", chance.randbytes)
        patch.setattr(random, "_urandom", chance.randbytes)
        random.seed(seed)
        yield


@asynccontextmanager
async def open_world(folder: Path, seed: int, prepared: Path, chronicle: Chronicle) -> AsyncIterator[DayWorld]:
    """The outside services listen; the program has a database of its own, and does not run yet."""
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    clock, outside = FakeClock(), FakeClock()
    shutil.copyfile(prepared, folder / "cafe.db")
    options: dict[str, Any] = {"now": outside.now, "retry_gap": 20}
    async with (
        FakeMonobank(**options) as bank,
        FakeLiqPay(**options) as liqpay,
        FakeCheckbox(**options) as fiscal,
        FakeTelegram(now=lambda: outside.now().timestamp()) as telegram,
        FakePushService() as push,
        ClientSession(
            timeout=ClientTimeout(total=40), cookie_jar=DummyCookieJar(), connector=TCPConnector(limit=0)
        ) as session,
    ):
        telegram.group(STAFF_CHAT)
        config = config_for(
            folder,
            port=PORT,
            bot_token=telegram.world.token,
            bot_api_url=telegram.url,
            staff_chat_id=STAFF_CHAT,
            monobank_token=bank.token,
            monobank_api_url=bank.base_url,
            liqpay_public_key=liqpay.public_key,
            liqpay_private_key=liqpay.private_key,
            liqpay_api_url=liqpay.base_url,
            checkbox_license_key=fiscal.license_key,
            checkbox_pin=fiscal.pin,
            checkbox_api_url=fiscal.base_url,
        )
        program = Program(config, clock, PushServices(origins=frozenset({push.base_url})))
        world = DayWorld(
            chance=chance,
            bank=bank,
            liqpay=liqpay,
            fiscal=fiscal,
            telegram=telegram,
            session=session,
            folder=folder,
            clock=clock,
            outside=outside,
            program=program,
            push=push,
            chronicle=chronicle,
        )
        try:
            yield world
        finally:
            await program.kill()
