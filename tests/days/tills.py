"""The tills of a day: opened in the morning, cash brought and taken, counted, and again, closed; what they hold."""

import asyncio
import sqlite3
from dataclasses import dataclass
from typing import Any

from tests.days.staff import Manager
from tests.days.world import DayWorld

MOST_TILLS = 3
MARKS = """
SELECT (SELECT COALESCE(MAX(id), 0) FROM payments) AS payments,
  (SELECT COALESCE(MAX(id), 0) FROM refunds) AS refunds,
  (SELECT COALESCE(MAX(id), 0) FROM courier_cash) AS cash,
  (SELECT COALESCE(MAX(id), 0) FROM courier_hand_ins) AS hand_ins
"""
SINCE_THEN = {
    "cash of an order that is not once in a till or with a courier": """
        SELECT o.id FROM orders o
        WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.id <= :payments)
        AND NOT EXISTS (SELECT 1 FROM courier_cash c WHERE c.order_id = o.id AND c.id <= :cash)
        AND (SELECT COALESCE(SUM(p.amount), 0) FROM payments p WHERE p.order_id = o.id AND p.kind = 'cash')
          <> (SELECT COALESCE(SUM(m.amount), 0) FROM till_moves m WHERE m.order_id = o.id AND m.payment_id IS NOT NULL)
          + 100 * (SELECT COALESCE(SUM(c.amount), 0) FROM courier_cash c WHERE c.order_id = o.id)""",
    "cash given back that went out of no till, or out of one without a reason": """
        SELECT r.id FROM refunds r JOIN payments p ON p.id = r.payment_id LEFT JOIN till_moves m ON m.refund_id = r.id
        WHERE r.id > :refunds AND COALESCE(-m.amount, 0) <> CASE
          WHEN r.state = 'done' AND r.way = 'person' AND p.kind <> 'terminal' THEN r.amount ELSE 0 END""",
    "a hand-in that is in no till": """
        SELECT h.id FROM courier_hand_ins h LEFT JOIN till_moves m ON m.hand_in_id = h.id
        WHERE h.id > :hand_ins AND h.counted * 100 <> COALESCE(m.amount, 0)""",
    "a day whose moves do not come to what was expected": """
        SELECT d.id FROM till_days d JOIN till_counts o ON o.id = d.opening_id JOIN till_counts c ON c.id = d.closing_id
        WHERE c.expected <> o.counted + (SELECT COALESCE(SUM(m.amount), 0) FROM till_moves m
          WHERE m.day_id = d.id AND m.count_id > o.id)
        OR c.expected <> (SELECT CAST(json_extract(d.figures, '$.expected') AS INTEGER))
        OR (c.counted <> c.expected AND d.closing_reason = '')""",
    "a day that was not opened with what was left": """
        SELECT d.id FROM till_days d JOIN till_counts o ON o.id = d.opening_id
        LEFT JOIN till_days b ON b.till_id = d.till_id AND b.number = d.number - 1
        LEFT JOIN till_counts c ON c.id = b.closing_id
        WHERE (d.number = 1) <> (b.id IS NULL) OR (d.number = 1) <> (o.expected IS NULL)
        OR o.expected <> c.counted + (SELECT COALESCE(SUM(m.amount), 0) FROM till_moves m
          WHERE m.till_id = d.till_id AND m.count_id > c.id AND m.count_id <= o.id)""",
    "a till with two open days": """
        SELECT till_id FROM till_days WHERE closing_id IS NULL GROUP BY till_id HAVING COUNT(*) > 1""",
    "payments without cash that are not those of the day's figures": """
        SELECT d.id FROM till_days d WHERE d.closing_id IS NOT NULL AND
        json_extract(d.figures, '$.terminal') + json_extract(d.figures, '$.card') <>
          (SELECT COALESCE(SUM(p.amount), 0) FROM payments p WHERE p.till_day_id = d.id AND p.kind <> 'cash')""",
}
"""What must find nothing from the moment on when the first day is opened, whatever the clock says."""


def check_tills(world: DayWorld, connection: sqlite3.Connection) -> list[str]:
    """Check what must be so between any two transactions."""
    if connection.execute("SELECT 1 FROM till_days").fetchone() is None:
        world.till_marks = None
        return [f"a move without a day: {row[0]}" for row in connection.execute("SELECT id FROM till_moves")]
    if world.till_marks is None:
        world.till_marks = dict(connection.execute(MARKS).fetchone())
    return [
        f"{broken}: {row[0]}" for broken, sql in SINCE_THEN.items() for row in connection.execute(sql, world.till_marks)
    ]


@dataclass(slots=True)
class TillKeeper(Manager):
    """Opens the tills, has cash brought and taken, counts, and closes them, at times with something missing."""

    async def live(self, longest_pause: float) -> None:
        while not self.world.is_over:
            with self.world.visit():
                if await self.is_signed_in():
                    await self._act()
            await asyncio.sleep(self.world.chance.uniform(1, longest_pause))

    async def close_all(self) -> None:
        """In the evening."""
        with self.world.visit():
            if not await self.is_signed_in():
                return
            told = await self.ask("GET", "/api/desk/tills")
            for till in told[1]["tills"] if told is not None and told[0] == 200 else ():
                if till["day"] is not None:
                    await self._count(till["id"], is_sure=True)

    async def _act(self) -> None:
        chance, told = self.world.chance, await self.ask("GET", "/api/desk/tills")
        if told is None or told[0] != 200:
            return
        tills = told[1]["tills"]
        if not tills:
            await self._count(None, is_sure=True)
            return
        if len(tills) < MOST_TILLS and chance.random() < 0.1:
            await self.ask("POST", "/api/desk/tills", {"name": f"Каса {len(tills) + 1}"})
            return
        till = chance.choice(tills)
        if till["day"] is None:
            await self._count(till["id"], is_sure=True)
        elif chance.random() < 0.6:
            await self._move(till)
        elif chance.random() < 0.1:
            people = [each["id"] for each in told[1]["people"] if chance.random() < 0.4]
            await self.ask("PATCH", f"/api/desk/tills/{till['id']}", {"name": till["name"], "people": people})
        else:
            await self._count(till["id"], is_sure=chance.random() < 0.3)

    async def _move(self, till: Any) -> None:
        chance = self.world.chance
        wish = {"till": till["id"], "kind": chance.choice(["in", "out"]), "amount": chance.choice([50, 5000, 20_050])}
        answer = await self.ask("POST", "/api/desk/tills/moves", {**wish, "reason": "Розмін"})
        self.world.tell("Олена", f"{wish}: {answer and answer[0]}")

    async def _count(self, till_id: int | None, *, is_sure: bool) -> None:
        """Count, at times wrongly; who is sure opens or closes the day with it, while guests still pay."""
        chance = self.world.chance
        told = await self.ask("GET", "/api/desk/tills")
        figures = next((each["figures"] for each in told[1]["tills"] if each["id"] == till_id), None) if told else None
        there = max(0, figures["expected"] if figures else 30_000) + chance.choice([0, 0, 0, 700])
        pieces = {"1": there // 100, "kopiykas": there % 100}
        answer = await self.ask("POST", "/api/desk/tills/counts", {"till": till_id, "pieces": pieces})
        if answer is None or answer[0] != 200 or not is_sure:
            return
        await asyncio.sleep(chance.uniform(0, 20))
        count = answer[1]["count"]
        act = {"opening": "openings", "closing": "closings"}[count["purpose"]]
        reason = "Решта" if count["difference"] else ""
        done = await self.ask("POST", f"/api/desk/tills/{act}", {"count": count["id"], "reason": reason})
        self.world.tell("Олена", f"{act} with {count['counted']} of {count['expected']}: {done and done[0]}")
        if done is not None and done[0] == 200:
            self.world.count(f"till {act}")
