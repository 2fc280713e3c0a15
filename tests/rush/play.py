"""A rush from the first order to the last one handed over."""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.bot.conversation import STAFF, ChatCafe, eventually
from tests.bot.options_chat import offer_options
from tests.chaos.audit import Findings, audit_sums, opened
from tests.driver import BOT_TOKEN, CATALOGUE, MONDAY_NOON, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import FakeTelegram, Seat
from tests.rush.chat import ChatStation
from tests.rush.couriers import Courier
from tests.rush.dark import MODE, KeepingScreen, Kept, Net, Owner
from tests.rush.guests import Guests
from tests.rush.pace import LoopClock, QuickLoop
from tests.rush.paper import Paper
from tests.rush.plan import Outage, Plan
from tests.rush.screen import ScreenStation
from tests.rush.staff import Cook, Host
from tests.rush.station import Station
from tests.rush.watch import Sample, Watch
from tests.web.kitchen import paired

BEGINS = MONDAY_NOON + timedelta(minutes=30)
"""12:30 in Kyiv."""
LONGEST = timedelta(minutes=75)
"""After that whatever is not over is told as such."""
SETTINGS: dict[str, Any] = {"staff_chat_guest_orders": True, "schedule_days": 1, "min_delivery_order_amount": 0}
ZONES = (Path(__file__).parents[1] / "zones.toml").read_text()
COURIER = 801
OVER = {"completed", "cancelled"}
STOCK = 1_000_000
KEPT = """
SELECT * FROM (SELECT id, total * 100 AS total, (SELECT COALESCE(SUM(amount), 0) FROM payments p
  WHERE p.order_id = orders.id AND has_sale = 1) - (SELECT COALESCE(SUM(amount), 0) FROM refunds r
  WHERE r.order_id = orders.id AND state <> 'refused') AS kept FROM orders WHERE status = 'completed')
WHERE kept <> total
"""
"""What was handed over and not paid to the kopiyka."""
Stand = Callable[[ChatCafe, Seat], Awaitable[Station]]
"""Where one of the staff acts from: `in_the_chat` or `at_the_screen`."""
ORDERS = """
SELECT id, sequence_number, customer_id, status, created_at, COALESCE(ready_at, due_at) AS due, (
  SELECT MIN(e.created_at) FROM order_events e
  WHERE e.order_id = orders.id AND e.kind = 'status' AND e.detail IN ('ready', 'completed')
) AS made FROM orders ORDER BY id
"""


@dataclass(frozen=True, slots=True)
class Played:
    """What there is to tell of a rush; times in seconds of the cafe."""

    stations: dict[str, str]
    """Who stood where."""
    orders: list[dict[str, Any]]
    changed: int
    """Orders that their guests changed."""
    wrong: list[str]
    """Hryvnias and ingredients that do not add up."""
    sent: list[str]
    """The bot's new messages in the staff chat."""
    said: int
    """The messages of the staff themselves that all of them see."""
    to_guests: list[int]
    """New messages of the bot to each who ordered in the mini-app, without the greeting."""
    rang: list[int]
    """How many of these had a sound."""
    samples: list[Sample]
    to_shown: list[float]
    to_seen: list[float]
    to_paper: list[float]
    """Until a ticket began to come out of the printer."""
    lateness: list[float]
    """By how much each order that was made missed its time; below 0: it was early."""
    minutes: float
    speed: float
    took: float
    """Real seconds."""
    taps: list[int]
    """Couriers', for each delivery that was handed over."""
    to_couriers: list[int]
    """Messages about orders to each courier."""
    latest_sample: float
    """The most seconds that a sample came late: the machine had much to do."""
    kept: Kept | None
    """What the tablet did without the net, if that went."""
    stranded: list[float]
    """How long each guest waited for what could not be made without light."""

    @property
    def unfinished(self) -> list[str]:
        return [f"№{row['sequence_number']} {row['status']}" for row in self.orders if row["status"] not in OVER]


@asynccontextmanager
async def open_shop(folder: Path) -> AsyncIterator[tuple[ChatCafe, FakeMonobank]]:
    """The program over a new database, with options, a bank, and a Telegram that keeps its limits."""
    clock = LoopClock(BEGINS)
    async with FakeTelegram(BOT_TOKEN) as telegram, FakeMonobank(now=clock.now) as bank:
        telegram.keeps_pace_limits = True
        config = config_for(
            folder,
            bot_api_url=telegram.url,
            staff_chat_id=STAFF,
            monobank_token=bank.token,
            monobank_api_url=bank.base_url,
        )
        chat = telegram.group(STAFF)
        async with open_cafe(config, clock=clock, catalogue=CATALOGUE) as cafe:
            shop = ChatCafe(cafe, telegram, chat)
            await offer_options(shop)
            await cafe.configure(**SETTINGS)
            await cafe.execute("UPDATE ingredients SET stock = :stock", stock=STOCK)
            await eventually(lambda: bool(telegram.calls_of("setChatMenuButton")), 30)
            yield shop, bank


async def in_the_chat(_shop: ChatCafe, seat: Seat) -> Station:
    return ChatStation(seat)


async def at_the_screen(shop: ChatCafe, _seat: Seat) -> Station:
    return ScreenStation(await paired(shop.cafe, "Кухня"))


async def play(plan: Plan, seed: int, speed: float, kitchen: Stand = at_the_screen) -> Played:
    """Play a plan with two of the staff, the host in the chat; the loop must be a `QuickLoop`."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QuickLoop)
    with tempfile.TemporaryDirectory(prefix="rush-") as folder:
        async with open_shop(Path(folder)) as (shop, bank):
            loop.run_at(speed)
            try:
                return await _play(shop, bank, plan, seed, loop, kitchen, Path(folder))
            finally:
                loop.run_at(1)


async def _play(
    shop: ChatCafe, bank: FakeMonobank, plan: Plan, seed: int, loop: QuickLoop, kitchen: Stand, folder: Path
) -> Played:
    options = {row["slug"]: row["id"] for row in await shop.cafe.rows("SELECT slug, id FROM options")}
    guests, watch, seen = Guests(shop, bank, options), Watch(shop), dict[str, datetime]()
    began, wall = shop.clock.now(), time.monotonic()
    counter = [began + timedelta(seconds=at) for at in plan.walk_ins]
    taras, maria = shop.staff(701, "Тарас"), shop.staff(702, "Марія")
    host = Host(await in_the_chat(shop, taras), _chance(seed, "host"), shop.clock.now, seen, taras, counter)
    net, owner = Net(plan.outage, began, shop.clock.now), None
    if plan.outage is not None:
        owner, host.till = await _prepare_for_dark(shop, plan.outage, net)
        guests.takes_what_there_is = True
    cook = Cook(host.till or await kitchen(shop, maria), _chance(seed, "cook"), shop.clock.now, seen)
    paper = Paper(shop.cafe, net)
    cook.has_couriers = bool(plan.couriers)
    couriers = [
        Courier(name, shop.customer(COURIER + at, name), _chance(seed, name)) for at, name in enumerate(plan.couriers)
    ]
    if couriers:
        await shop.cafe.load(ZONES)
    for courier in couriers:
        await courier.begins(shop)
    async with asyncio.TaskGroup() as tasks:
        endless = [tasks.create_task(each) for each in (host.work(), cook.work(), paper.work())]
        endless += [tasks.create_task(each) for each in (watch.note_shown(), watch.sample())]
        endless += [tasks.create_task(courier.work()) for courier in couriers]
        endless += [tasks.create_task(owner.work())] if owner else []
        await asyncio.wait([tasks.create_task(guests.come(*each)) for each in enumerate(plan.wishes)])
        while (counter or await _has_open_orders(shop)) and shop.clock.now() - began < LONGEST:  # noqa: ASYNC110
            await asyncio.sleep(5)  # the database sends no events
        for task in endless:
            task.cancel()
    orders = await shop.cafe.rows(ORDERS)
    numbers = {f"№{row['sequence_number']}": row["created_at"] for row in orders}
    brought = {f"№{row['sequence_number']}" for row in orders if row["status"] == "completed"}
    assert set(guests.placed) <= set(numbers), "an order was lost"
    assert len(orders) == len(plan.wishes) + len(plan.walk_ins), "an order was lost or doubled"
    stranded, wrong = await owner.judge(began) if owner else ([], [])
    return Played(
        stations={"Тарас": host.station.name, "Марія": cook.station.name},
        orders=orders,
        changed=guests.changed,
        wrong=[*wrong, *await asyncio.to_thread(_audit, folder)],
        sent=[text for chat_id, text in shop.telegram.sent if chat_id == STAFF],
        said=sum(not each.is_bots and each.receiver is None for each in shop.staff_chat.messages),
        to_guests=_count(guests.in_app, [chat_id for chat_id, _ in shop.telegram.sent]),
        rang=_count(guests.in_app, shop.telegram.rang),
        samples=watch.samples,
        to_shown=_after(numbers, watch.shown),
        to_seen=_after(numbers, seen),
        to_paper=_after(numbers, await paper.by_number()),
        lateness=[row["made"] - row["due"] for row in orders if row["status"] == "completed"],
        minutes=(shop.clock.now() - began).total_seconds() / 60,
        speed=loop.speed,
        took=time.monotonic() - wall,
        taps=[taps for number in sorted(brought) if (taps := sum(each.taps.get(number, 0) for each in couriers))],
        to_couriers=[courier.messages for courier in couriers],
        latest_sample=watch.latest,
        kept=host.till.kept if host.till else None,
        stranded=stranded,
    )


async def _prepare_for_dark(shop: ChatCafe, outage: Outage, net: Net) -> tuple[Owner, KeepingScreen]:
    """Give the cafe a mode without light, an owner who switches it, and a tablet that knows the counter's menu."""
    await shop.cafe.load(MODE)
    screen = KeepingScreen(await paired(shop.cafe, "Кухня"), net)
    await screen.keep_menu()
    return Owner(shop, await shop.cafe.desk(), outage), screen


def _count(chats: list[int], messages: list[int]) -> list[int]:
    """How many of the messages came to each of the chats, after the greeting."""
    return [messages.count(chat_id) - 1 for chat_id in chats]


def _audit(folder: Path) -> list[str]:
    """Return what does not add up: sums, ingredients, and what was paid for what was handed over."""
    findings = Findings()
    with opened(folder / "cafe.db") as connection:
        stock = dict.fromkeys((row[0] for row in connection.execute("SELECT code FROM ingredients")), STOCK)
        audit_sums(findings, connection, stock)
        unpaid = [f"order {row['id']}: {row['kept']} of {row['total']} is kept" for row in connection.execute(KEPT)]
    return [*findings.lost, *findings.doubled, *findings.unexplained, *unpaid]


async def _has_open_orders(shop: ChatCafe) -> bool:
    count = await shop.cafe.value("SELECT COUNT(*) FROM orders WHERE status NOT IN ('completed', 'cancelled')")
    return bool(count)


def _after(placed: dict[str, int], when: dict[str, datetime]) -> list[float]:
    """Seconds from placing to a moment, for the orders that have one."""
    return [max(0.0, when[number].timestamp() - at) for number, at in placed.items() if number in when]


def _chance(seed: int, whose: str) -> random.Random:
    """Chances of one's own, so that who comes first changes nothing for others."""
    return random.Random(f"{whose} {seed}")  # noqa: S311 - not for secrets
