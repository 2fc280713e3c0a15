"""One order of a cafe's past, with its lines, events, payments and messages, as the program leaves them."""

import json
import random
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import WALK_IN
from cafe.core.ordering.orders.model import OrderType, phone_key, search_key

if TYPE_CHECKING:
    from bench.history import Filler

TABLES = (
    *("categories", "ingredients", "products", "recipes", "changes", "changed_items", "stock_moves"),
    *("customers", "cart_lines", "telegram_updates", "orders", "order_lines", "order_events", "idempotency_keys"),
    *("invoices", "payments", "receipts", "refunds", "money_to_return", "return_receipts"),
    *("outbox", "staff_cards", "order_messages", "order_followers", "push_subscriptions"),
)
"""In an order in which rows refer to those before them."""
DAY, MINUTE = 86_400, 60
MESSAGE_DAYS, FOLLOW_DAYS = 30, 30
"""As retention leaves them."""
TELEGRAM_BASE = 100_000_000
OPENING_SECONDS = 12 * 3600
"""How long before `until`, and before the same time on each earlier day, orders come in."""
OPEN = 12
"""The last orders, which are still open."""
NAMES = ("Олена", "Ґанна", "Тарас", "Oleh", "Мар'яна", "Іван", "Софія", "Дмитро", "Юлія", "Андрій", "Наталя", "Петро")
SURNAMES = ("Коваленко", "Шевченко", "Бондар", "Ткачук", "Petrenko", "Мельник", "Поліщук", "Кравець", "Лисенко")
STREETS = ("Хрещатик", "Володимирська", "Сагайдачного", "Антоновича", "Саксаганського")
WAITERS = ("Ірина", "Олег", "Каса", "Кухня")
DONE = {
    OrderType.DELIVERY: ("confirmed", "cooking", "ready", "courier", "completed"),
    OrderType.PICKUP: ("confirmed", "cooking", "ready", "completed"),
    OrderType.DINE_IN: ("confirmed", "cooking", "ready", "completed"),
}


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is."""

    orders: int
    days: int = 365
    dishes: int = 0
    """Besides those of the menu that is there."""
    until: int = 0
    """Unix seconds: the last order is a little older."""

    @property
    def people(self) -> int:
        """How many customers: each with two orders, on the average."""
        return self.orders // 2

    def placed_at(self, number: int) -> int:
        day, within = divmod((number - 1) * self.days, self.orders)
        opened = self.until - (self.days - 1 - day) * DAY - OPENING_SECONDS
        return opened + within * OPENING_SECONDS // self.orders


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows by table, each inserted with the columns of its first one."""

    tables: dict[str, list[Mapping[str, Any]]] = field(default_factory=lambda: {table: [] for table in TABLES})

    def add(self, table: str, **values: Any) -> None:
        self.tables[table].append(values)

    def insert(self, conn: Connection) -> None:
        for table, rows in self.tables.items():
            if rows:
                names = ", ".join(rows[0]), ", ".join(f":{name}" for name in rows[0])
                conn.run_many(f"INSERT INTO {table} ({names[0]}) VALUES ({names[1]})", rows)


class PastOrder:
    """One order, and all that came with it, added to rows."""

    def __init__(self, filler: "Filler", number: int, rows: Rows) -> None:
        self.filler = filler
        self.rows = rows
        self.number = number
        self.chance = random.Random(number)
        self.at = filler.size.placed_at(number)
        self.age = filler.size.until - self.at
        self.type = self.chance.choice(list(OrderType))
        self.is_card = self.chance.random() < 0.45
        is_open = number > filler.size.orders - OPEN
        self.status = "new" if is_open else "cancelled" if self.chance.random() < 0.04 else "completed"
        is_walk_in = self.type is OrderType.DINE_IN and self.chance.random() < 0.3
        self.person = 0 if is_walk_in else self._person()
        self.customer = filler.customer_of(self.person) if self.person else WALK_IN
        self.lines = self._lines()
        self.total = sum(line["price"] * line["quantity"] for line in self.lines)

    def _person(self) -> int:
        """Every fourth order is of somebody who comes often; the others are spread over all."""
        people = self.filler.size.people
        return 1 + (self.chance.randrange(max(1, people // 50)) if self.number % 4 == 0 else self.number * 7 % people)

    def _lines(self) -> list[dict[str, Any]]:
        count = self.chance.choices((1, 2, 3, 4, 5), (25, 30, 25, 12, 8))[0]
        dishes = self.chance.choices(self.filler.dishes, cum_weights=self.filler.weights, k=count)
        return [self._line(dish) for dish in dishes]

    def _line(self, dish: Row) -> dict[str, Any]:
        names = {"name": dish["name"], "name_en": dish["name_en"]}
        ordered = {"product_id": dish["id"], **names, "quantity": 1, "price": dish["price"], "choice": None}
        options = self.filler.options.get(dish["id"], [])
        if options and self.chance.random() < 0.6:
            option = self.chance.choice(options)
            chosen = {"id": option["id"], "name_uk": option["name"], "name_en": option["name_en"], "quantity": 1}
            chosen["price_delta"] = option["price_delta"]
            ordered["price"] = max(0, ordered["price"] + option["price_delta"])
            ordered["choice"] = json.dumps({"options": [chosen], "without": [], "is_plain": False}, ensure_ascii=False)
        return ordered

    def add(self) -> None:
        self._add_order()
        for line in self.lines:
            self.rows.add("order_lines", order_id=self.number, **line)
        self._add_events()
        if self.status == "completed":
            self._add_money()
        if self.age < MESSAGE_DAYS * DAY:
            self._add_messages()
        self._add_chats()

    def _add_order(self) -> None:
        named = self.person % len(NAMES), self.person % len(SURNAMES)
        name = f"{NAMES[named[0]]} {SURNAMES[named[1]]}" if self.person else ""
        phone = f"+380 67 {self.person * 7_919 % 10**7:07}" if self.person else ""
        is_delivery, is_cancelled = self.type is OrderType.DELIVERY, self.status == "cancelled"
        discount = self.total // 10 if self.number % 20 == 0 else 0
        stock: defaultdict[str, int] = defaultdict(int)
        for part in (part for line in self.lines for part in self.filler.recipes.get(line["product_id"], ())):
            stock[str(part["ingredient_id"])] += part["amount"]
        is_paid = self.status == "completed" and (self.is_card or not is_delivery)
        self.rows.add(
            "orders",
            id=self.number,
            sequence_number=self.number,
            customer_id=self.customer,
            order_type=self.type.value,
            status=self.status,
            payment_method="card" if self.is_card else "cash",
            payment_status="paid" if is_paid else "unpaid",
            items_total=self.total,
            delivery_fee=0,
            discount_amount=0,
            promo_code="ЛІТО" if discount else None,
            promo_discount_amount=discount,
            total=self.total - discount,
            name=name,
            phone=phone,
            phone_key=phone_key(phone),
            search_key=search_key(name, phone),
            address_city="Київ" if is_delivery else None,
            address_street=self.chance.choice(STREETS) if is_delivery else None,
            address_house=str(self.number % 90 + 1) if is_delivery else None,
            table_number=str(self.number % 20 + 1) if self.type is OrderType.DINE_IN else None,
            cancel_reason="Немає інгредієнтів" if is_cancelled else None,
            tracking_token=f"{self.number:08}{self.chance.getrandbits(96):024x}",
            stock_taken=json.dumps(stock) if stock and not is_cancelled else None,
            created_at=self.at,
            ready_at=self.at + 30 * MINUTE,
            due_at=self.at + 40 * MINUTE if self.type is not OrderType.DINE_IN else None,
        )

    def _add_events(self) -> None:
        self._add_event(0, "created", "guest", "")
        if self.status == "cancelled":
            self._add_event(5, "cancelled", self.chance.choice(WAITERS), "Немає інгредієнтів")
        if self.status == "completed":
            if self.is_card:
                self._add_event(1, "paid", "monobank", "")
            for step, status in enumerate(DONE[self.type]):
                self._add_event(3 + 8 * step, "status", self.chance.choice(WAITERS), status)

    def _add_event(self, minutes: int, kind: str, actor: str, detail: str) -> None:
        at = min(self.at + minutes * MINUTE, self.filler.size.until)
        self.rows.add("order_events", order_id=self.number, kind=kind, actor=actor, detail=detail, created_at=at)

    def _add_money(self) -> None:
        """A payment of every order, with invoice and receipt by card; every hundredth of those went back."""
        paid = {"amount": (self.total - (self.total // 10 if self.number % 20 == 0 else 0)) * 100}
        if not paid["amount"]:
            return
        common = {"id": self.number, "order_id": self.number, **paid, "paid_at": self.at + MINUTE, "has_sale": 1}
        if not self.is_card:
            kind = self.chance.choice(("cash", "terminal"))
            self.rows.add("payments", **common, kind=kind, taken_by="Ірина", invoice_id=None)
            return
        self.rows.add(
            "invoices",
            id=self.number,
            order_id=self.number,
            provider="monobank",
            reference=f"ref-{self.number}-{self.chance.getrandbits(64):x}",
            invoice_id=f"p2_{self.number}",
            page_url=f"https://pay.example/p2_{self.number}",
            status="paid",
            reported_at=self.at * 1000,
            checks=2,
            next_check_at=self._next_check(),
            watched_since=self.at,
            created_at=self.at,
        )
        self.rows.add("payments", **common, kind="card", taken_by="", invoice_id=self.number)
        self._add_receipt("receipts", order_id=self.number)
        if self.number % 100 == 0:
            self._add_refund(common)

    def _next_check(self) -> int | None:
        """When the bank is asked again whether the payment was refunded there: ever more rarely, for two weeks."""
        gap = max(3600, min(self.age, 2 * DAY))
        return self.filler.size.until + self.chance.randrange(gap) if self.age < 14 * DAY else None

    def _add_refund(self, payment: Mapping[str, Any]) -> None:
        of_order = {"order_id": self.number, "amount": payment["amount"], "currency": "UAH", "payment_id": self.number}
        at = self.at + DAY // 24
        self.rows.add(
            "refunds", id=self.number, number=1, way="provider", reference=f"back-{self.number}", reason="",
            actor="Ірина", created_at=at, finished_at=at + MINUTE, state="done", **of_order,
        )  # fmt: skip
        self.rows.add(
            "money_to_return", reason="refund", created_at=at, returned_at=at + MINUTE, returned_by="Ірина", **of_order
        )
        goods = json.dumps([{"code": "1", "name": "Страва", "quantity": 1, "price": payment["amount"]}])
        sums = {"goods": goods, "discount": 0, "total": payment["amount"]}
        self._add_receipt("return_receipts", refund_id=self.number, order_id=self.number, **sums)

    def _add_receipt(self, table: str, **values: Any) -> None:
        id_ = f"{table[0]}{self.number:035}"
        times = dict.fromkeys(("due_at", "asked_at", "created_at", "finished_at"), self.at + 2 * MINUTE)
        url = f"https://check.example/{id_}"
        self.rows.add(table, receipt_id=id_, state="done", url=url, attempts=1, **times, **values)

    def _add_messages(self) -> None:
        """What the outbox keeps of an order: its card and the edits of it, and what its guest read in the chat."""
        kinds = [("staff", None, "staff-order-created"), *[("staff", None, "staff-card-changed")] * 3]
        if self.customer > 0:
            kinds += [("customer", self.customer, "customer-order-created")]  # type: ignore[list-item]
            kinds += [("customer", self.customer, "customer-order-status")] * 3  # type: ignore[list-item]
        for recipient, chat_id, kind in kinds:
            self.rows.add(
                "outbox",
                recipient=recipient,
                chat_id=chat_id,
                kind=kind,
                order_id=self.number,
                payload='{"status":"ready"}',
                state="sent",
                attempts=1,
                due_at=self.at,
                created_at=self.at,
                finished_at=self.at + 1,
                locale="uk",
            )

    def _add_chats(self) -> None:
        """What stays of the messages themselves, and who followed the order."""
        shown = {"order_id": self.number, "message_id": self.number}
        self.rows.add("staff_cards", **shown, chat_id=-1_001, reminded_at=self.at)
        if self.customer > 0:
            self.rows.add("order_messages", **shown, chat_id=self.customer)
        if self.age < FOLLOW_DAYS * DAY and self.number % 10 == 0:
            follower = TELEGRAM_BASE + self.number
            self.rows.add("order_followers", order_id=self.number, customer_id=follower, created_at=self.at)
            self.rows.add(
                "push_subscriptions", order_id=self.number, endpoint=f"https://push.example/{self.number}",
                p256dh="x" * 88, auth="y" * 24, created_at=self.at, locale="uk",
            )  # fmt: skip
        if self.age < DAY:
            key = {"customer_id": self.customer, "route": "/api/checkout/pickup", "key": f"key-{self.number}"}
            self.rows.add("idempotency_keys", **key, order_id=self.number, answer="{}", created_at=self.at)
