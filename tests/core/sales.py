"""Orders of every kind, straight into the database, and what they add up to when they are counted one by one."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from cafe.core.kernel.database import Connection
from tests.driver import Cafe

Row = dict[str, Any]
LATTES = ((0, "Великий", "Large", 15), (1, "Вівсяне", "Oat", 20), (2, "Без кофеїну", "Decaf", -5))
DISHES = (("Лате", "Latte", 85), ("Борщ", "Borscht", 145), ("Сирник", "", 120), ("Вода", "Water", 0))
STATUSES = ("new", "confirmed", "cooking", "ready", "courier", "completed", "completed", "completed", "cancelled")


@dataclass(slots=True)
class Sales:
    """Orders by chance; every row that is added is kept, to be counted."""

    chance: random.Random
    ingredients: list[int]
    options: list[int]
    orders: list[Row]
    lines: list[Row]
    invoices: list[Row]
    payments: list[Row]
    to_return: list[Row]
    refunds: list[Row]

    @classmethod
    def by_chance(cls, seed: int, ingredients: list[int], options: list[int]) -> "Sales":
        return cls(random.Random(seed), ingredients, options, [], [], [], [], [], [])  # noqa: S311 - not for secrets

    def happen(self, moments: Iterable[int]) -> None:
        for moment in moments:
            self._order(moment)

    def _order(self, moment: int) -> None:
        chance = self.chance
        order_id = len(self.orders) + 1
        status = chance.choice(STATUSES)
        goods = 0
        for _ in range(chance.randint(1, 4)):
            name, name_en, price = chance.choice(DISHES)
            choice = None
            if name == "Лате" and chance.random() < 0.6:
                chosen = chance.sample(LATTES, chance.randint(0, 3))
                pieces = [(option, chance.randint(1, 2)) for option in chosen]
                price += sum(option[3] * n for option, n in pieces)
                choice = json.dumps(
                    {
                        "options": [
                            {
                                "id": self.options[option[0]],
                                "name_uk": option[1],
                                "name_en": option[2],
                                "quantity": n,
                                "price_delta": option[3],
                            }
                            for option, n in pieces
                        ],
                        "without": [],
                        "is_plain": False,
                    }
                )
            line = {"order_id": order_id, "name": name, "name_en": name_en, "price": price, "choice": choice}
            line["cost"] = None if name == "Сирник" and chance.random() < 0.3 else chance.randint(0, price * 100)
            self.lines.append({**line, "quantity": chance.randint(1, 3)})
            goods += price * self.lines[-1]["quantity"]
        kind = chance.choice(("delivery", "pickup", "dine_in"))
        fee = chance.choice((0, 60)) if kind == "delivery" else 0
        discount = goods // 20 if kind == "pickup" else 0
        code = chance.choice((None, None, "WELCOME10", "ЗИМА"))
        promo = goods // 10 if code else 0
        taken = {str(each): chance.randint(1, 400) for each in self.ingredients if chance.random() < 0.5}
        method = chance.choice(("cash", "card", "card", None))
        self.orders.append(
            {
                "id": order_id,
                "sequence_number": order_id,
                "customer_id": -1,
                "order_type": kind,
                "status": status,
                "payment_method": method,
                "payment_status": "unpaid",
                "items_total": goods,
                "delivery_fee": fee,
                "discount_amount": discount,
                "promo_code": code,
                "promo_discount_amount": promo,
                "total": goods + fee - discount - promo,
                "name": "Гість",
                "phone": "",
                "stock_taken": json.dumps(taken) if taken and status != "cancelled" else None,
                "created_at": moment,
            }
        )
        if chance.random() < 0.6:
            self._paid(self.orders[-1])
        elif status == "completed" and method != "card" and self.orders[-1]["total"]:
            self._payment(self.orders[-1], "cash")

    def _paid(self, order: Row) -> None:
        """By any number of payments of any kind, some of them on top of what was sold."""
        order["payment_status"] = "paid"
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            kind = self.chance.choice(("card", "card", "cash", "terminal"))
            more = self.chance.choice((0, 37)) if kind == "card" else 0
            if order["total"] * 100 + more > 0:
                self._payment(order, kind, more, self.chance.choice((1, 1, 0)))

    def _payment(self, order: Row, kind: str, more: int = 0, has_sale: int = 1) -> None:
        chance, payment_id = self.chance, len(self.payments) + 1
        payment = {
            "id": payment_id,
            "order_id": order["id"],
            "kind": kind,
            "amount": order["total"] * 100 + more,
            "currency": chance.choice(("UAH", "UAH", "UAH", "EUR")) if kind == "card" else "UAH",
            "paid_at": order["created_at"] + 60,
            "invoice_id": self._invoice(order) if kind == "card" else None,
            "has_sale": has_sale,
        }
        self.payments.append(payment)
        self._refunded(order, payment)
        if chance.random() < 0.4:
            self.to_return.append(
                {
                    "order_id": order["id"],
                    "payment_id": payment_id,
                    "amount": order["total"] * 100 + 1,
                    "currency": payment["currency"],
                    "reason": "cancelled",
                    "created_at": order["created_at"] + 90,
                    "returned_at": order["created_at"] + 99 if chance.random() < 0.3 else None,
                }
            )

    def _invoice(self, order: Row) -> int:
        invoice = {"id": len(self.invoices) + 1, "order_id": order["id"], "provider": "monobank", "status": "paid"}
        times = {"watched_since": 0, "created_at": order["created_at"]}
        self.invoices.append({**invoice, "reference": f"reference {invoice['id']}", **times})
        return len(self.invoices)

    def _refunded(self, order: Row, payment: Row) -> None:
        """All of it went back, in one piece or two, or a part, or nothing after all."""
        paid = payment["amount"]
        half = paid // 2
        parts = self.chance.choice(([], [half], [paid], [half, paid - half]))
        state = "done" if len(parts) == 2 else self.chance.choice(("done", "asked", "unclear", "refused"))
        way = "provider" if payment["kind"] == "card" else "person"
        for amount in filter(None, parts):
            number = len(self.refunds) + 1
            refund = {"order_id": order["id"], "number": number, "payment_id": payment["id"], "way": way}
            more = {"reference": f"refund {number}", "amount": amount, "currency": payment["currency"]}
            self.refunds.append({**refund, **more, "state": state, "created_at": order["created_at"] + 95})

    async def are_stored(self, cafe: Cafe) -> None:
        tables = {
            "orders": self.orders,
            "order_lines": self.lines,
            "invoices": self.invoices,
            "payments": self.payments,
            "money_to_return": self.to_return,
            "refunds": self.refunds,
        }

        def store(conn: Connection) -> None:
            for table, rows in tables.items():
                if rows:
                    names = list(rows[0])
                    values = ", ".join(f":{name}" for name in names)
                    conn.run_many(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})", rows)  # noqa: S608

        await cafe.app.database.write(store)


def day_by_walking(moment: int, turn_of: Callable[[date], time], zone: ZoneInfo) -> date:
    """The cafe's day of a moment; `turn_of` a date is when the night before it ends."""
    local = datetime.fromtimestamp(moment, zone).date()
    return next(
        day for day in (local, local - timedelta(days=1)) if begin_by_walking(day, turn_of(day), zone) <= moment
    )


@cache
def begin_by_walking(day: date, turn: time, zone: ZoneInfo) -> int:
    """When a day begins: walk back from its noon, minute by minute, while the wall shows that day."""
    begins = datetime.combine(day, time(12), zone).astimezone(UTC)
    while True:
        earlier = (begins - timedelta(minutes=1)).astimezone(zone)
        if earlier.date() != day or earlier.time() < turn:
            return int(begins.timestamp())
        begins -= timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Counted:
    """What a report should say of the orders that `is_meant`, one by one."""

    sales: Sales
    is_meant: Callable[[Row], bool]

    @property
    def placed(self) -> list[Row]:
        return [order for order in self.sales.orders if self.is_meant(order)]

    @property
    def kept(self) -> list[Row]:
        return [order for order in self.placed if order["status"] != "cancelled"]

    def shares(self, key: Callable[[Row], Any]) -> dict[Any, tuple[int, int]]:
        found: dict[Any, list[int]] = defaultdict(list)
        for order in self.kept:
            found[key(order)].append(order["total"])
        return {each: (len(totals), sum(totals)) for each, totals in found.items()}

    def place(self, order: Row) -> str:
        sales = [each for each in self.sales.payments if each["order_id"] == order["id"] and each["has_sale"]]
        if not sales:
            return "online" if order["payment_status"] == "paid" else "expected"
        kept = [each for each in sales if not self._is_gone(each)]
        if not kept:
            return "taken_back"
        kind = str(max(kept, key=lambda each: (each["amount"], each["id"]))["kind"])
        return {"card": "online"}.get(kind, kind)

    def products(self) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for line in self._lines():
            pieces, revenue = found.get(line["name"], (0, 0))
            found[line["name"]] = (pieces + line["quantity"], revenue + line["quantity"] * line["price"])
        return found

    def costs(self) -> dict[str, int | None]:
        """In kopiykas; None where that of any piece is not known."""
        found: dict[str, int | None] = {}
        for line in self._lines():
            before = found.get(line["name"], 0)
            known = before is not None and line["cost"] is not None
            found[line["name"]] = before + line["quantity"] * line["cost"] if known else None
        return found

    def options(self) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for line in self._lines():
            for option in json.loads(line["choice"] or '{"options": []}')["options"]:
                pieces, revenue = found.get(option["name_uk"], (0, 0))
                more = option["quantity"] * line["quantity"]
                found[option["name_uk"]] = (pieces + more, revenue + more * option["price_delta"])
        return found

    def promos(self) -> dict[str, tuple[int, int, int]]:
        found: dict[str, tuple[int, int, int]] = {}
        for order in self.kept:
            if order["promo_code"]:
                orders, discount, revenue = found.get(order["promo_code"], (0, 0, 0))
                more = (orders + 1, discount + order["promo_discount_amount"], revenue + order["total"])
                found[order["promo_code"]] = more
        return found

    def stock(self) -> dict[int, int]:
        found: Counter[int] = Counter()
        for order in self.placed:
            for ingredient_id, amount in json.loads(order["stock_taken"] or "{}").items():
                found[int(ingredient_id)] += amount
        return dict(found)

    def to_return(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        meant = {order["id"] for order in self.placed}
        for row in self.sales.to_return:
            if row["order_id"] in meant and row["returned_at"] is None:
                found[row["currency"]] += max(0, row["amount"] - self._on_its_way(row["payment_id"]))
        return {currency: amount for currency, amount in found.items() if amount}

    def _on_its_way(self, payment_id: int) -> int:
        under_way = {"requested", "asked", "unknown", "held", "unclear"}
        mine = [row for row in self.sales.refunds if row["payment_id"] == payment_id and row["state"] in under_way]
        return sum(row["amount"] for row in mine)

    def returned(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        placed = {order["id"] for order in self.placed}
        for refund in self.sales.refunds:
            if refund["order_id"] in placed and refund["state"] == "done":
                found[refund["currency"]] += refund["amount"]
        return dict(found)

    def _is_gone(self, payment: Row) -> bool:
        refunds = self.sales.refunds
        done = [row["amount"] for row in refunds if row["payment_id"] == payment["id"] and row["state"] == "done"]
        return bool(sum(done) >= payment["amount"])

    def _lines(self) -> list[Row]:
        kept = {order["id"] for order in self.kept}
        return [line for line in self.sales.lines if line["order_id"] in kept]
