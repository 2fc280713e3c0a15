"""Paper about money: the receipt with its drawer, and the closing of a till's day."""

import base64
from typing import Any

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.database import Connection
from cafe.core.money.receipts.facts import ReceiptMade
from cafe.core.ordering.orders.store import find_order
from tests.driver import Cafe
from tests.printers.paper import PRINTERS, Agent, added
from tests.web.desk.test_tills import closed, counted, opened, sold

DRAWER, BUZZER, PICTURE = b"\x1bp\x00", b"\x1bB", b"\x1dv0"


async def makes_receipt(cafe: Cafe, order_id: int, way: str) -> None:
    """What the fiscal service does once it has made one."""

    def make(conn: Connection) -> None:
        conn.run(
            "INSERT INTO receipts (order_id, way, payment_id, receipt_id, state, url, fiscal_number, due_at, "
            "created_at, finished_at) VALUES (:order, :way, :order, :id, 'done', 'https://check.example/1', "
            "'TEST-1', 0, 0, 1)",
            {"order": order_id, "way": way, "id": f"{way}-{order_id}"},
        )
        order = find_order(conn, order_id)
        assert order is not None
        record(conn, ReceiptMade(at=int(cafe.clock.now().timestamp()), order=order, url="https://check.example/1"))

    await cafe.app.database.write(make)


async def page(agent: Agent) -> tuple[int, bytes]:
    """Return the id of the next page, and the commands before its picture."""
    job: dict[str, Any] = (await agent.asks()).json["job"]
    return job["id"], base64.b64decode(job["data"]).partition(PICTURE)[0]


@pytest.mark.parametrize("way", ["cash", "card"])
async def test_a_receipt_opens_the_drawer_for_cash_once(cafe: Cafe, way: str) -> None:
    owner = await cafe.desk()
    printer_id, token = await added(owner, pages=["receipt"], opens_drawer=True, rings=True)
    agent = Agent(cafe, token)
    order_id = await sold(cafe, owner)
    await makes_receipt(cafe, order_id, way)
    job, data = await page(agent)
    assert ((DRAWER in data), (BUZZER in data)) == (way == "cash", False)
    assert await agent.gets((job, "printed")) is None
    again = await owner.post(f"{PRINTERS}/{printer_id}/orders", {"order": order_id, "page": "receipt"})
    assert again.status == 200
    _, data = await page(agent)
    assert DRAWER not in data


async def test_a_ticket_rings_and_opens_nothing(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk(), opens_drawer=True, rings=True)
    await cafe.guest().places("latte", kind="pickup")
    _, data = await page(Agent(cafe, token))
    assert ((DRAWER in data), (BUZZER in data)) == (False, True)


async def test_the_closing_of_a_day(cafe: Cafe) -> None:
    owner = await cafe.desk()
    agent = Agent(cafe, (await added(owner, pages=["day"]))[1])
    await opened(owner, 500)
    count = await counted(owner, 500)
    assert (await closed(owner, count["id"])).status == 200
    assert await agent.prints() == ["day"]


async def test_what_an_order_has_not_cannot_be_printed(cafe: Cafe) -> None:
    owner = await cafe.desk()
    printer_id, _ = await added(owner)
    order_id = (await cafe.guest().places("latte", kind="pickup"))["order_id"]
    path = f"{PRINTERS}/{printer_id}/orders"
    for body in ({"order": order_id, "page": "receipt"}, {"order": order_id, "page": "day"}, {"order": 999}):
        answer = await owner.post(path, body)
        assert (answer.status, answer.json) == (409, {"error": "printer_page"})
    assert (await owner.post(f"{PRINTERS}/999/test")).status == 404
    assert (await owner.post(f"{PRINTERS}/{printer_id}/move", {"to": 999})).status == 404
    for number in range(19):
        await added(owner, name=f"Принтер {number}")
    full = await owner.post(PRINTERS, {"name": "Ще один", "width": 80, "locale": "uk", "pages": [], "order_types": []})
    assert (full.status, full.json) == (409, {"error": "printer_many"})
