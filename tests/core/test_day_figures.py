"""The day in figures says what a plain GROUP BY over the tables says, whatever happened on that day."""

import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import WALK_IN, ProductId
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.payments.model import Money
from cafe.core.money.refunds.model import Selection
from cafe.core.money.reports.model import DaySummary
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod
from cafe.core.ordering.orders.rules import next_step
from cafe.core.ordering.orders.store import add_order
from cafe.core.people.staff.model import Role
from tests.driver import MONDAY_NOON, Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.web.options_shop import OptionsShop

KYIV = ZoneInfo("Europe/Kyiv")
ACTS = 90


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a cafe with these hours, and when it begins and ends."""

    opens: str
    closes: str
    day: date
    begins: datetime
    ends: datetime


ORDINARY = Day("08:00", "22:00", date(2026, 6, 15), utc("2026-06-14T21:00"), utc("2026-06-15T21:00"))
INTO_THE_NIGHT = Day("18:00", "02:30", date(2026, 6, 15), utc("2026-06-14T23:30"), utc("2026-06-15T23:30"))
SPRING = Day("18:00", "03:30", date(2026, 3, 28), utc("2026-03-28T01:30"), utc("2026-03-29T01:00"))
"""The clock jumps from 03:00 to 04:00, past the closing time."""
AUTUMN = Day("18:00", "03:30", date(2026, 10, 24), utc("2026-10-24T00:30"), utc("2026-10-25T01:30"))
"""03:30 comes twice; the wall shows opening hours until the second."""
SPRING_BY_DAY = Day("08:00", "22:00", date(2026, 3, 29), utc("2026-03-28T22:00"), utc("2026-03-29T21:00"))
AUTUMN_BY_DAY = Day("08:00", "22:00", date(2026, 10, 25), utc("2026-10-24T21:00"), utc("2026-10-25T22:00"))


@pytest.fixture
def clock() -> FakeClock:
    """Before every day below: what tidies up must not wake in a time to come and take carts for old ones."""
    return FakeClock(utc("2026-03-01T12:00"))


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path, database_url=database_url, monobank_token=bank.token, monobank_api_url=bank.base_url, bot_token=None
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


@dataclass(slots=True)
class Life:
    """Whatever can happen to orders, by chance, through the services and routes that people use."""

    cafe: Cafe
    bank: FakeMonobank
    shop: OptionsShop
    chance: random.Random
    placed: list[tuple[Visitor, int]] = field(default_factory=list)
    walk_ins: int = 0
    happened: Counter[str] = field(default_factory=Counter)

    async def go_on(self) -> None:
        weights = {
            self.order: 10,
            self.walk_in: 3,
            self.old_order: 1,
            self.move: 14,
            self.hand_out: 4,
            self.step_back: 3,
            self.cancel: 2,
            self.cancel_by_staff: 2,
            self.ask_for_page: 2,
            self.pay: 7,
            self.refund: 2,
        }
        act = self.chance.choices(list(weights), list(weights.values()))[0]
        try:
            await act()
        except CafeError:
            return
        self.happened[act.__name__] += 1

    async def order(self) -> None:
        who = self.chance.choice([self.cafe.guest, self.cafe.person, self.cafe.english_person])()
        for slug in self.chance.choices(["latte", "espresso", "borscht", "cake"], k=self.chance.randint(1, 3)):
            choice = self.chance.choice([None, ["large", "oat"], ["small", "cow", "shot"]]) if slug == "latte" else None
            added = await self.shop.adds(who, slug, choice, self.chance.randint(1, 3))
            assert added.status == 201, added
        kind = self.chance.choice(["delivery", "pickup", "dine-in"])
        if kind == "delivery":
            await who.adds("borscht", 2)
        answer = await who.orders(kind, payment_method=self.chance.choice(["cash", "card", "card"]))
        assert answer.status == 201, answer.json
        self.placed.append((who, answer.json["order_id"]))

    async def walk_in(self) -> None:
        self.walk_ins += 1
        lines = [WantedLine(LineKey(ProductId(self.cafe.products["latte"])), self.chance.randint(1, 2))]
        kind = self.chance.choice([OrderType.PICKUP, OrderType.DINE_IN])
        method = self.chance.choice(list(PaymentMethod))
        services = self.cafe.app.services
        placed = await services.walk_in.place_order(lines, kind, method, "Тарас", f"key {self.walk_ins}")
        self.placed.append((self.cafe.guest(), placed.id))

    async def old_order(self) -> None:
        """One of an earlier version: without a due time, or handed out unpaid."""
        status, method = self.chance.choice([("completed", "card"), ("cooking", "cash"), ("cooking", None)])
        columns = {
            "sequence_number": None,
            "customer_id": WALK_IN,
            "order_type": "dine_in",
            "status": status,
            "payment_method": method,
            "payment_status": "unpaid",
            "items_total": 85,
            "delivery_fee": 0,
            "discount_amount": 0,
            "promo_discount_amount": 0,
            "total": 85,
            "name": "Гість",
            "phone": "",
            "created_at": int(self.cafe.clock.now().timestamp()),
        }
        order_id, _ = await self.cafe.app.database.write(add_order, columns)
        await self.cafe.execute(
            "INSERT INTO order_lines (order_id, name, name_en, quantity, price) VALUES (:id, 'Лате', '', 1, 85)",
            id=order_id,
        )

    async def move(self) -> None:
        order = await self._any()
        step = next_step(order.order_type, order.status)
        if step is not None:
            await self.cafe.app.services.staff_orders.advance(order.id, order.status, step, "Тарас")

    async def hand_out(self) -> None:
        """To the end, asking how it was paid where nobody knows."""
        order = await self._any()
        services = self.cafe.app.services
        while (step := next_step(order.order_type, order.status)) is not None:
            if step is OrderStatus.COMPLETED and order.can_pay:
                how = self.chance.choice(list(CounterPayment))
                order = await services.counter.complete(order.id, order.status, how, "Марія")
            else:
                order = await services.staff_orders.advance(order.id, order.status, step, "Марія")

    async def step_back(self) -> None:
        """A slip of the finger, taken back at once."""
        order, staff = await self._any(), self.cafe.app.services.staff_orders
        step = next_step(order.order_type, order.status)
        if step is not None:
            slipped = await staff.advance(order.id, order.status, step, "Марія")
            await staff.step_back(order.id, slipped.status, "Марія")

    async def cancel(self) -> None:
        who, order_id = self.chance.choice(self.placed)
        await who.cancels(order_id)

    async def cancel_by_staff(self) -> None:
        order = await self._any()
        await self.cafe.app.services.staff_orders.cancel(order.id, order.status, "Немає борщу", "Тарас")

    async def ask_for_page(self) -> None:
        who, order_id = self.chance.choice(self.placed)
        await who.pays(order_id)

    async def pay(self) -> None:
        """Also late, twice, or for an order that is over."""
        if self.bank.invoices:
            await self.bank.pay(self.chance.choice(list(self.bank.invoices)))

    async def refund(self) -> None:
        paid = [invoice.id for invoice in self.bank.invoices.values() if invoice.status == "success"]
        if paid:
            await self.bank.refund(self.chance.choice(paid))

    async def _any(self) -> Any:
        _, order_id = self.chance.choice(self.placed)
        return (await self.cafe.app.services.staff_orders.get(order_id)).order


async def counted(cafe: Cafe, sql: str, day: Day) -> list[dict[str, Any]]:
    """Rows over the orders `o` of a day."""
    since, until = int(day.begins.timestamp()), int(day.ends.timestamp())
    return await cafe.rows(sql.replace("OF_THE_DAY", f"o.created_at >= {since} AND o.created_at < {until}"))


async def check(cafe: Cafe, summary: DaySummary, day: Day) -> None:
    """Compare every figure with a GROUP BY."""
    rows = await counted(
        cafe,
        "SELECT o.order_type, COUNT(*) AS n, SUM(o.total) AS s FROM orders o "
        "WHERE OF_THE_DAY AND o.status <> 'cancelled' GROUP BY o.order_type",
        day,
    )
    assert dict(summary.by_type) == {row["order_type"]: (row["n"], int(row["s"])) for row in rows}
    assert (summary.orders, summary.revenue) == (sum(row["n"] for row in rows), sum(int(row["s"]) for row in rows))

    [row] = await counted(cafe, "SELECT COUNT(*) AS n FROM orders o WHERE OF_THE_DAY AND o.status = 'cancelled'", day)
    assert summary.cancelled == row["n"]

    rows = await counted(
        cafe,
        "SELECT o.created_at / 3600 AS hour, COUNT(*) AS n, SUM(o.total) AS s FROM orders o "
        "WHERE OF_THE_DAY AND o.status <> 'cancelled' GROUP BY o.created_at / 3600 ORDER BY 1",
        day,
    )
    hours: dict[datetime, list[int]] = {}
    for row in rows:
        on_the_wall = datetime.fromtimestamp(row["hour"] * 3600, KYIV).replace(tzinfo=None, fold=0)
        found = hours.setdefault(on_the_wall, [on_the_wall.hour, 0, 0])
        found[1] += row["n"]
        found[2] += int(row["s"])
    assert [[hour.hour, hour.orders, hour.revenue] for hour in summary.by_hour] == list(hours.values())

    await check_money(cafe, summary, day)

    rows = await counted(
        cafe,
        "SELECT l.name, SUM(l.quantity) AS n FROM order_lines l JOIN orders o ON o.id = l.order_id "
        "WHERE OF_THE_DAY AND o.status <> 'cancelled' GROUP BY l.name",
        day,
    )
    sold = {row["name"]: int(row["n"]) for row in rows}
    assert [best.quantity for best in summary.best_sellers] == sorted(sold.values(), reverse=True)[:5]
    assert all(sold[best.name] == best.quantity for best in summary.best_sellers)


async def check_money(cafe: Cafe, summary: DaySummary, day: Day) -> None:
    rows = await counted(
        cafe,
        "SELECT o.status, o.payment_status, o.payment_method, e.detail, b.order_id IS NOT NULL AS back, "
        "SUM(o.total) AS s FROM orders o LEFT JOIN order_events e ON e.order_id = o.id AND e.kind = 'paid' "
        "LEFT JOIN (SELECT DISTINCT i.order_id FROM invoices i JOIN payments p ON p.invoice_id = i.id "
        "LEFT JOIN money_to_return m ON m.payment_id = p.id "
        "WHERE i.status = 'reversed' AND m.id IS NULL) b ON b.order_id = o.id "
        "WHERE OF_THE_DAY AND o.status <> 'cancelled' "
        "GROUP BY o.status, o.payment_status, o.payment_method, e.detail, b.order_id IS NOT NULL",
        day,
    )
    money: Counter[str] = Counter()
    for row in rows:
        is_done, how = row["status"] == "completed", row["detail"]
        if row["payment_status"] == "paid":
            place = how if how in {"cash", "terminal"} else "online"
            place = "taken back" if place == "online" and row["back"] else place
        else:
            place = "cash" if is_done and row["payment_method"] != "card" else "expected"
        money[place] += int(row["s"])
        if place == "expected" and is_done:
            money["unpaid"] += int(row["s"])
    found = summary.money
    assert (found.cash, found.terminal, found.online) == (money["cash"], money["terminal"], money["online"])
    assert (found.expected, found.handed_out_unpaid) == (money["expected"], money["unpaid"])
    assert found.taken_back == money["taken back"]
    assert found.taken + found.expected + found.taken_back == summary.revenue

    rows = await counted(
        cafe,
        "SELECT m.currency, SUM(m.amount) AS s FROM money_to_return m JOIN orders o ON o.id = m.order_id "
        "WHERE OF_THE_DAY AND m.returned_at IS NULL GROUP BY m.currency",
        day,
    )
    assert found.to_return == tuple(Money(int(row["s"]), row["currency"]) for row in rows)
    rows = await counted(
        cafe,
        "SELECT p.currency, SUM(p.amount) AS s, "
        "SUM(CASE WHEN i.status = 'reversed' THEN p.amount ELSE 0 END) AS back "
        "FROM invoices i JOIN payments p ON p.invoice_id = i.id JOIN orders o ON o.id = i.order_id "
        "WHERE OF_THE_DAY GROUP BY p.currency",
        day,
    )
    assert found.returned == tuple(Money(int(row["back"]), row["currency"]) for row in rows if row["back"])
    in_person = 100 * (found.cash + found.terminal)
    online = sum(int(row["s"]) for row in rows)
    assert sum(money.amount for money in found.paid) == in_person + online + 100 * await cancelled_in_person(cafe, day)
    assert sum(money.amount for money in found.kept) == sum(m.amount for m in found.paid) - sum(
        m.amount for m in found.returned
    )


async def cancelled_in_person(cafe: Cafe, day: Day) -> int:
    """Walk-ins that were paid at the counter and cancelled."""
    [row] = await counted(
        cafe,
        "SELECT COALESCE(SUM(o.total), 0) AS s FROM orders o WHERE OF_THE_DAY AND o.status = 'cancelled' "
        "AND o.payment_status = 'paid' AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id "
        "AND i.status IN ('paid', 'reversed'))",
        day,
    )
    return int(row["s"])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "day",
    [ORDINARY, INTO_THE_NIGHT, SPRING, AUTUMN, SPRING_BY_DAY, AUTUMN_BY_DAY],
    ids=["ordinary", "into the night", "spring night", "autumn night", "spring", "autumn"],
)
async def test_a_days_figures_are_those_of_a_group_by(
    cafe: Cafe, bank: FakeMonobank, clock: FakeClock, day: Day, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    await cafe.configure(
        allow_orders_outside_hours=True,
        work_hours_from=day.opens,
        work_hours_to=day.closes,
        min_delivery_order_amount=0,
    )
    life = Life(cafe, bank, await OptionsShop.of(cafe), chance)
    around = (day.ends - day.begins) / 10
    span = (day.ends - day.begins + 2 * around).total_seconds()
    clock.moment = day.begins - around
    await life.order()
    for seconds in sorted(chance.uniform(0, span) for _ in range(ACTS)):
        clock.moment = day.begins - around + timedelta(seconds=seconds)
        await life.go_on()
    for edge in (day.begins - timedelta(seconds=1), day.begins, day.ends - timedelta(seconds=1), day.ends):
        clock.moment = edge
        await life.order()
    clock.moment = day.ends + around
    assert life.happened["pay"], life.happened
    await check(cafe, await cafe.app.services.day_summary.of(day.day), day)


async def test_every_kind_of_order_is_in_its_sum(cafe: Cafe, bank: FakeMonobank, clock: FakeClock) -> None:
    """One of each, so that nothing rests on chance; the sums are written out."""
    clock.moment = MONDAY_NOON
    services, life = cafe.app.services, Life(cafe, bank, await OptionsShop.of(cafe), random.Random(0))  # noqa: S311

    async def place(slug: str, method: str, options: list[str] | None = None) -> tuple[Visitor, Any, str]:
        who = cafe.guest()
        assert (await life.shop.adds(who, slug, options)).status == 201
        placed = (await who.orders("dine-in", payment_method=method)).json
        return who, placed["order_id"], str(placed["pay_url"]).rpartition("/")[2]

    _, cancelled, page = await place("latte", "card", ["large", "cow"])  # 100: paid, cancelled, not yet returned
    await bank.pay(page)
    await services.staff_orders.cancel(cancelled, OrderStatus.NEW, "ні", "Тарас")
    _, returned, page = await place("latte", "card", ["small", "oat"])  # 105: paid, cancelled, returned
    await bank.pay(page)
    await services.staff_orders.cancel(returned, OrderStatus.NEW, "ні", "Тарас")
    await bank.refund(page)
    _, _, page = await place("latte", "card", ["small", "cow"])  # 85: the bank took it back, the order stands
    await bank.pay(page)
    await bank.refund(page)
    _, _, page = await place("latte", "card", ["large", "oat"])  # 120: online
    await bank.pay(page)
    await place("borscht", "card")  # 145: unpaid
    _, cash, _ = await place("espresso", "cash")  # 50: cash to come
    await cafe.moves_order(cash, "ready")
    _, served, _ = await place("espresso", "cash")  # 50: cash
    await cafe.moves_order(served, "completed")
    _, unpaid, _ = await place("espresso", "card")  # 50: handed out unpaid, as earlier versions let it happen
    await cafe.moves_order(unpaid, "completed")
    _, counter, page = await place("espresso", "card")  # 50: at the terminal, and then online once more
    await cafe.moves_order(counter, "ready")
    await services.counter.complete(counter, OrderStatus.READY, CounterPayment.TERMINAL, "Тарас")
    await bank.pay(page)
    lines = [WantedLine(LineKey(ProductId(cafe.products["cake"])), 1)]  # 120: a walk-in at the terminal
    await services.walk_in.place_order(lines, OrderType.DINE_IN, PaymentMethod.CARD, "Тарас", "key")

    day = await services.day_summary.current()
    money = day.money
    assert (day.orders, day.cancelled, day.revenue) == (8, 2, 85 + 120 + 145 + 4 * 50 + 120)
    assert (money.cash, money.terminal, money.online) == (50, 50 + 120, 120)
    assert (money.expected, money.handed_out_unpaid, money.taken_back) == (145 + 50 + 50, 50, 85)
    assert (money.to_return, money.returned) == ((Money(150_00),), (Money(190_00),))
    assert money.kept == (Money(490_00),)
    assert day.by_type == {OrderType.DINE_IN: (8, 670)}
    assert [(hour.hour, hour.orders, hour.revenue) for hour in day.by_hour] == [(12, 8, 670)]
    assert [(best.name, best.quantity) for best in day.best_sellers] == [
        ("Еспресо", 4),
        ("Лате", 2),
        ("Борщ", 1),
        ("Київський торт", 1),
    ]
    await check(cafe, day, ORDINARY)


async def test_what_was_given_back_in_person_is_not_taken(cafe: Cafe, clock: FakeClock) -> None:
    """A borscht for 145 UAH in cash, one at the terminal, one of which a part went back, one that is still to come."""
    clock.moment = MONDAY_NOON
    services, guest = cafe.app.services, cafe.guest()

    async def give_back(order_id: int, selection: Selection) -> None:
        await services.refunds.request(order_id, selection, seen=0, reason="", actor="Тарас", role=Role.OWNER)

    cash, partly, expected = [int((await guest.places("borscht", kind="dine-in"))["order_id"]) for _ in range(3)]
    for order_id in (cash, partly):
        await cafe.moves_order(order_id, "completed")
    lines = [WantedLine(LineKey(ProductId(cafe.products["borscht"])), 1)]
    await services.walk_in.place_order(lines, OrderType.DINE_IN, PaymentMethod.CARD, "Тарас", "key")
    terminal = await cafe.value("SELECT MAX(id) FROM orders")
    before = (await services.day_summary.current()).money
    assert (before.cash, before.terminal, before.expected, before.taken_back) == (290, 145, 145, 0)

    for order_id in (cash, terminal):
        await give_back(order_id, Selection(is_whole=True))
    await give_back(partly, Selection(amount=40_00))
    assert expected not in {cash, partly, terminal}
    after = (await services.day_summary.current()).money
    assert (after.cash, after.terminal, after.expected, after.taken_back) == (145, 0, 145, 290)
    assert (after.paid, after.returned, after.kept) == ((Money(435_00),), (Money(330_00),), (Money(105_00),))
