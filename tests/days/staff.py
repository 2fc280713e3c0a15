"""Those who work in the cafe, at the desk: they move orders, give money back, edit, count, and tidy up."""

import asyncio
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from aiohttp import ClientError

from cafe.core.people.staff.model import Role
from tests.days.world import DayWorld, Meant

STEPS = {"new": "confirmed", "confirmed": "cooking", "cooking": "ready"}
COUNTED = "milk"


@dataclass(slots=True)
class Manager:
    """The owner herself: she may do everything."""

    world: DayWorld
    cookie: str = ""

    async def live(self, longest_pause: float) -> None:
        chance = self.world.chance
        acts = {
            self.move: 12,
            self.refund: 8,
            self.take_in_person: 3,
            self.edit_order: 4,
            self.step_back: 3,
            self.cancel: 2,
            self.change_price: 2,
            self.count_stock: 1,
            self.put_dish_back: 0.3,
            self.put_promo_back: 0.3,
        }
        while not self.world.is_over:
            await asyncio.sleep(chance.uniform(1, longest_pause))
            if self.world.is_over:
                return
            act = chance.choices(list(acts), list(acts.values()))[0]
            with self.world.visit():
                if await self.is_signed_in():
                    await act()

    # Orders.

    async def move(self) -> None:
        order = await self._choose("status IN ('new', 'confirmed', 'cooking', 'ready', 'courier')")
        if order is not None:
            await self._move(order)

    async def pour_what_is_paid(self) -> None:
        """Make the orders ready whose receipts wait for excise marks."""
        waiting = "id IN (SELECT order_id FROM receipts WHERE state = 'pending') AND status IN (?, ?, ?)"
        for _ in STEPS:
            for order in self._rows(f"SELECT * FROM orders WHERE {waiting} ORDER BY id", *STEPS):  # noqa: S608 - our own
                await self._move(order)

    async def _move(self, order: sqlite3.Row) -> None:
        last = "courier" if order["order_type"] == "delivery" else "completed"
        to = STEPS.get(order["status"], last if order["status"] == "ready" else "completed")
        told = await self._press(order, "move", {"to": to})
        if told is not None and _error(told) == "marks_missing":
            await self._scan(order["id"], told[1]["missing"])
            told = await self._press(order, "move", {"to": to})
        if told is not None and _error(told) == "not_paid" and order["payment_method"] == "cash":
            await self._press(order, "paid", {"payment": "cash"})

    async def _scan(self, order_id: int, missing: list[dict[str, Any]]) -> None:
        """Scan the excise mark of each bottle that is sold."""
        for drink in missing:
            for _ in range(drink["pieces"]):
                mark = f"DAYS{self.world.chance.randrange(10**6):06}"
                answer = await self.ask(
                    "POST", f"/api/desk/orders/{order_id}/marks", {"mark": mark, "drink": drink["drink"]}
                )
                self.world.tell("Олена", f"scan {mark} for order {order_id}: {_outcome(answer)}")

    async def step_back(self) -> None:
        order = await self._choose("status <> 'new' AND status <> 'cancelled'")
        if order is not None:
            await self._press(order, "back", {})

    async def cancel(self) -> None:
        order = await self._choose("status NOT IN ('completed', 'cancelled')")
        if order is not None:
            await self._press(order, "cancel", {"reason": "немає світла"})

    async def take_in_person(self) -> None:
        """A card order that is unpaid is paid with cash; so is one whose payment the bank took back."""
        order = await self._choose(
            "payment_method = 'card' AND total > 0 AND status NOT IN ('new', 'completed', 'cancelled')"
        )
        if order is None:
            return
        told = await self._press(order, "paid", {"payment": self.world.chance.choice(["cash", "terminal"])})
        if told is None:
            return
        if told[0] == 200:
            self.world.in_person[order["id"]] = (order["balance"] or order["total"]) * 100
        elif _error(told) == "already_paid" and self._was_reversed(order["id"]) and not self._is_held(order["id"]):
            self.world.cash_refused.add(order["id"])

    async def edit_order(self) -> None:
        """Take a piece out of an order, put a latte in, or both; at times its guest has to agree."""
        order = await self._choose("status IN ('new', 'confirmed', 'cooking', 'ready')")
        told = None if order is None else await self.ask("GET", f"/api/desk/orders/{order['id']}")
        status, products = await self._menu()
        if told is None or told[0] != 200 or "edit" not in told[1] or status != 200:
            return
        chance, editable = self.world.chance, told[1]["edit"]
        line = chance.choice(editable["lines"])
        latte = [product["id"] for product in products if product["name"] == "Лате"]
        adds = bool(latte) and chance.random() < 0.6
        takes = not adds or chance.random() < 0.5
        wanted: dict[str, Any] = {"seen": editable["seen"]}
        if takes:
            wanted["lines"] = [{"id": line["id"], "quantity": line["quantity"] - 1}]
        if adds:
            wanted["items"] = [{"product_id": latte[0], "quantity": 1}]
        path = f"/api/desk/orders/{told[1]['id']}/edits"
        preview = await self.ask("POST", path, {**wanted, "preview": True})
        if preview is None or preview[0] != 200:
            return
        wanted["expected_total"] = preview[1]["total"]
        answer = await self.ask("POST", path, {**wanted, "is_agreed": chance.random() < 0.7})
        less = preview[1]["total_before"] - preview[1]["total"]
        if less > 0 and (answer is None or answer[0] == 200):  # perhaps once the guest has agreed, or a card has paid
            self.world.meant.append(Meant(told[1]["id"], less * 100))
        self.world.tell("Олена", f"edit order {told[1]['id']} to {preview[1]['total']}: {_outcome(answer)}")

    def _was_reversed(self, order_id: int) -> bool:
        """Whether all that was paid is known to have gone back; of a lost webhook nobody knows yet."""
        rows = self._rows(
            "SELECT amount <= (SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = payments.id "
            "AND state = 'done') AS is_gone FROM payments WHERE order_id = ?",
            order_id,
        )
        return bool(rows) and all(row["is_gone"] for row in rows)

    def _is_held(self, order_id: int) -> bool:
        """Whether as far as is known its sum is held: cash is refused until the hold is known to be lost."""
        [row] = self._rows("SELECT payment_status FROM orders WHERE id = ?", order_id)
        return bool(row["payment_status"] == "pending")

    # Money.

    async def refund(self) -> None:
        order = await self._choose("payment_status = 'paid' OR status = 'cancelled'")
        if order is not None:
            await self.refund_of(order["id"])

    async def refund_of(self, order_id: int) -> int:
        """Give back all, some lines or a sum; what must go back first. Return how many refunds she knew of."""
        path = f"/api/desk/orders/{order_id}/refunds"
        told = await self.ask("GET", path)
        if told is None or told[0] != 200:
            return 0
        wish, amount = self._wish(told[1])
        if not wish:
            return 0
        taps_twice = "debt" not in wish and self.world.chance.random() < 0.1
        is_in_person = self.world.chance.random() < 0.1
        body = {**wish, "seen": told[1]["seen"], "reason": "холодне", "in_person": is_in_person}
        answer = await self.ask("POST", path, body)
        if answer is not None and answer[1] == {"error": "confirm"}:
            self.cookie = ""
            answer = await self.ask("POST", path, body) if await self.is_signed_in() else (403, {})
        if not is_in_person and (answer is None or answer[0] not in {400, 403, 404, 409}):
            self.world.meant.append(Meant(order_id, amount))
        self.world.tell("Олена", f"refund {wish}{' in person' * is_in_person} of order {order_id}: {_outcome(answer)}")
        if taps_twice:
            await self.ask("POST", path, body)
        return int(told[1]["seen"])

    def _wish(self, offer: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
        """Return what is asked for and its sum in kopiykas; nothing where nothing can go back by card."""
        chance = self.world.chance
        if offer["debts"]:
            debt = chance.choice(offer["debts"])
            return {"debt": debt["id"]}, _kopiykas(debt["money"])
        whole = offer["whole"]
        if whole is None or whole["provider"] is None:
            return {}, 0
        left = _kopiykas(whole["money"])
        kind = chance.random()
        lines = [line for line in offer["lines"] if line["left"]]
        if kind < 0.5 and lines:
            line = chance.choice(lines)
            quantity = chance.randint(1, line["left"])
            return {"lines": [{"id": line["id"], "quantity": quantity}]}, _kopiykas(line["amounts"][quantity - 1])
        if kind < 0.8:
            amount = chance.randint(1, left)
            return {"amount": f"{Decimal(amount) / 100:.2f}"}, amount
        return {"whole": True}, left

    # Catalogue and stock.

    async def change_price(self) -> None:
        """A price changes; at times she thinks better of it."""
        seen = self._value("SELECT price FROM products WHERE slug = 'espresso'")
        edit = {"table": "products", "key": "espresso", "seen": {"price": seen}, "values": {"price": seen + 1}}
        await self._edit(edit, undoes=self.world.chance.random() < 0.5)

    async def put_dish_back(self) -> None:
        """Delete a dish by mistake and undo that; a guest has it in the cart meanwhile."""
        status, products = await self._menu()
        found = [product for product in products if product["name"] == "Київський торт"] if status == 200 else []
        if not found:
            return
        guest = Manager(self.world)
        added = await guest.ask("POST", "/api/cart/items", {"product_id": found[0]["id"]})
        if added is None or added[0] != 201:
            return
        if await self._delete("products", "cake"):
            await asyncio.sleep(20)
            cart = await guest.ask("GET", "/api/cart")
            if cart is not None and cart[0] == 200 and not cart[1]["items"]:
                self.world.lost_from_carts.append("cake")

    async def put_promo_back(self) -> None:
        """Delete a promo code by mistake and undo that."""
        used = self._value("SELECT used_count FROM promo_codes WHERE code = 'ONCE'")
        if await self._delete("promos", "ONCE") and used:
            self.world.promos_put_back.add("ONCE")

    async def count_stock(self) -> None:
        """Count what stands in the fridge, and find that some was spilt; what open orders will take is still there."""
        before = self._in_the_fridge()
        told = await self.ask("GET", "/api/desk/stock")
        if told is None or told[0] != 200:
            return
        milk = next(each for each in told[1]["ingredients"] if each["code"] == COUNTED)
        shelf = milk["stock"] + milk.get("held", 0)
        if before == self._in_the_fridge() != shelf:
            self.world.ledger.unexplained.append(f"{shelf} of {COUNTED} should be there, {before} are")
        spilt = self.world.chance.randint(0, 50)
        entry = {"code": COUNTED, "amount": shelf - spilt, "seen": milk["last_move"], "shelf": shelf}
        answer = await self.ask("POST", "/api/desk/stock/counts", {"entries": [entry], "note": f"{-spilt}"})
        self.world.tell("Олена", f"count {shelf} less {spilt}, {milk.get('held')} are promised: {_outcome(answer)}")

    def _in_the_fridge(self) -> int:
        """What there was, less what was spilt and what the kitchen took for the orders that it began."""
        found = int(self.world.ledger.stock[COUNTED])
        found += int(self._value("SELECT COALESCE(SUM(amount), 0) FROM stock_moves WHERE code = ?", COUNTED))
        milk = str(self._value("SELECT id FROM ingredients WHERE code = ?", COUNTED))
        begun = self._rows("SELECT stock_taken FROM orders WHERE status NOT IN ('new', 'confirmed', 'cancelled')")
        return found - sum(int(json.loads(row["stock_taken"] or "{}").get(milk, 0)) for row in begun)

    async def _delete(self, table: str, key: str) -> bool:
        """Delete and undo; whether both were done."""
        listed = await self.ask("GET", f"/api/desk/catalogue/{table}")
        if listed is None or listed[0] != 200:
            return False
        name = "code" if table == "promos" else "slug"
        item = next((each for each in listed[1]["items"] if each[name] == key), None)
        if item is None:
            return False
        return await self._edit({"table": table, "key": key, "seen": item, "values": None}, undoes=True)

    async def _edit(self, edit: dict[str, Any], *, undoes: bool) -> bool:
        answer = await self.ask("POST", "/api/desk/edits", {"edits": [edit]})
        self.world.tell("Олена", f"edit {edit['table']} {edit['key']}: {_outcome(answer)}")
        if answer is None or answer[0] != 200 or not undoes:
            return False
        await asyncio.sleep(self.world.chance.uniform(1, 60))
        for _ in range(20):
            undone = await self.ask("POST", f"/api/desk/changes/{answer[1]['change']['id']}/undo")
            self.world.tell("Олена", f"undo: {_outcome(undone)}")
            if undone is not None and undone[0] < 500:
                return True
            await asyncio.sleep(10)
        return False

    # How she asks.

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any] | None:
        """Ask once; None where there was no answer, so that it was done or not."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        try:
            async with self.world.session.request(
                method, self.world.url() + path, json=body, headers=headers
            ) as answer:
                for cookie in answer.cookies.values():
                    self.cookie = f"{cookie.key}={cookie.value}"
                is_json = answer.content_type == "application/json"
                return answer.status, await answer.json() if is_json else await answer.read()
        except (ClientError, OSError, TimeoutError):
            return None

    async def is_signed_in(self) -> bool:
        if self.cookie:
            told = await self.ask("GET", "/api/desk/session")
            if told is not None and told[0] == 200:
                return True
        self.cookie = ""
        app = self.world.program.app
        if app is None:
            return False
        try:
            link = await app.services.sign_in.issue_link("Олена", Role.OWNER)
        except (sqlite3.Error, OSError):
            return False  # killed, or the disk is full
        told = await self.ask("POST", "/api/desk/session/link", {"token": link.token})
        return told is not None and told[0] == 200

    async def _menu(self) -> tuple[int, Any]:
        told = await self.ask("GET", "/api/products")
        return told or (0, None)

    async def _press(self, order: sqlite3.Row, act: str, body: Mapping[str, Any]) -> tuple[int, Any] | None:
        answer = await self.ask("POST", f"/api/desk/orders/{order['id']}/{act}", {"seen": order["status"], **body})
        self.world.tell("Олена", f"{act} {dict(body)} of order {order['id']}: {_outcome(answer)}")
        return answer

    async def _choose(self, condition: str) -> sqlite3.Row | None:
        """One of the day's orders as it stands, or nothing if there is none."""
        found = self._rows(f"SELECT * FROM orders WHERE created_at > 1 AND ({condition}) ORDER BY id")  # noqa: S608 - our own
        return self.world.chance.choice(found) if found else None

    def _rows(self, sql: str, *params: object) -> list[sqlite3.Row]:
        """What the desk's list would show."""
        with closing(sqlite3.connect(self.world.database)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(sql, params).fetchall()

    def _value(self, sql: str, *params: object) -> Any:
        found = self._rows(sql, *params)
        return found[0][0] if found else None


def _kopiykas(money: Mapping[str, str]) -> int:
    return int(Decimal(money["amount"]) * 100)


def _outcome(answer: tuple[int, Any] | None) -> str:
    if answer is None:
        return "no answer"
    return f"{answer[0]} {_error(answer)}".strip()


def _error(answer: tuple[int, Any]) -> str:
    return str(answer[1].get("error", "")) if isinstance(answer[1], dict) else ""
