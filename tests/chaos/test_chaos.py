"""The service is killed again and again while people order and pay; nothing that was promised may be missing.

`CHAOS_RUNS=20 pytest tests/chaos` repeats it with other moments; `CHAOS_SEED` chooses the first of them.
"""

import asyncio
import json
import os
import random
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, DummyCookieJar

from tests.chaos.buyers import Buyer
from tests.chaos.service import ServiceProcess
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import TOKEN, FakeTelegram, running_telegram

RUNS = int(os.environ.get("CHAOS_RUNS", "1"))
FIRST_SEED = int(os.environ.get("CHAOS_SEED", "1"))
KILLS = 5
STAFF_CHAT = -1_001_234_567_890
QUIET_WITHIN = 90
CATALOGUE = Path(__file__).parent.parent / "catalogue.toml"
OPEN_ALWAYS = ("allow_orders_outside_hours = false", "allow_orders_outside_hours = true")


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + RUNS))
async def test_nothing_promised_is_lost_when_the_process_is_killed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    async with (
        FakeMonobank(retry_gap=0.7) as bank,
        FakeCheckbox() as fiscal,
        running_telegram() as telegram,
        ClientSession(timeout=ClientTimeout(total=40), cookie_jar=DummyCookieJar()) as session,
    ):
        telegram.group(STAFF_CHAT)
        service = ServiceProcess(
            tmp_path,
            {
                "CAFE_BOT_TOKEN": TOKEN,
                "CAFE_BOT_API_URL": telegram.url,
                "CAFE_STAFF_CHAT_ID": str(STAFF_CHAT),
                "CAFE_MONOBANK_TOKEN": bank.token,
                "CAFE_MONOBANK_API_URL": bank.base_url,
                "CAFE_CHECKBOX_LICENSE_KEY": fiscal.license_key,
                "CAFE_CHECKBOX_PIN": fiscal.pin,
                "CAFE_CHECKBOX_API_URL": fiscal.base_url,
            },
        )
        catalogue = tmp_path / "catalogue.toml"
        catalogue.write_text(CATALOGUE.read_text(encoding="utf-8").replace(*OPEN_ALWAYS), encoding="utf-8")
        await service.command("load", str(catalogue))
        buyers = [
            Buyer(
                session,
                service.url,
                bank,
                chance,
                user_id=700 + number if number < 3 else 0,
                polls=number % 3 == 0,
                declines_first=number % 4 == 1,
                pays=number != 4,
            )
            for number in range(8)
        ]
        for buyer in buyers[:3]:
            await telegram.person(buyer.user_id).send("/start")
        try:
            await asyncio.wait_for(live(service, buyers, chance), timeout=150)
            await bank.webhooks.settled()
            await becomes_quiet(service, bank)
        except (AssertionError, TimeoutError) as failure:
            failure.add_note(f"seed {seed}; the service's log ends with\n{service.tail()}")
            raise
        finally:
            await service.stop()
        check_orders(service, bank, buyers)
        check_receipts(service, bank, fiscal, buyers)
        check_messages(service, telegram, buyers)


async def live(service: ServiceProcess, buyers: list[Buyer], chance: random.Random) -> None:
    """Everybody orders while the service dies and comes back."""
    await service.start()
    products = await buyers[0].insists("GET", "/api/products")
    latte = next(product["id"] for product in products if product["name"] == "Лате")
    async with asyncio.TaskGroup() as together:
        for buyer in buyers:
            together.create_task(buyer.live(latte))
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.2, 1.5))
            await service.kill()
            await service.start()


async def becomes_quiet(service: ServiceProcess, bank: FakeMonobank) -> None:
    """Wait until every payment is known and everything that was queued is done."""
    until = time.monotonic() + QUIET_WITHIN
    paid_at_bank = sum(invoice.status == "success" for invoice in bank.invoices.values())
    queued = "SELECT COUNT(*) FROM outbox WHERE state = 'queued'"
    unmade = "SELECT COUNT(*) FROM receipts WHERE state = 'pending'"
    while time.monotonic() < until:
        paid = rows(service, "SELECT id FROM orders WHERE payment_status = 'paid'")
        (left,) = rows(service, f"SELECT ({queued}) + ({unmade}) AS n")
        if len(paid) >= paid_at_bank and left["n"] == 0:
            return
        await asyncio.sleep(0.3)
    told = [dict(row) for row in rows(service, "SELECT * FROM outbox WHERE state = 'queued'")]
    raise AssertionError(f"not quiet after {QUIET_WITHIN} s: {len(paid)} of {paid_at_bank} paid; waiting {told}")


def check_orders(service: ServiceProcess, bank: FakeMonobank, buyers: list[Buyer]) -> None:
    """Every 201 is an order as it was answered, once; every payment is known; nobody is asked for money twice."""
    kept = {row["id"]: row for row in rows(service, "SELECT * FROM orders")}
    assert len(kept) == len(buyers)
    for buyer in buyers:
        order = kept[buyer.order_id]
        assert (order["total"], f"№{order['sequence_number']}") == (buyer.result["total"], buyer.result["order_number"])
        assert buyer.result["track_url"].endswith(order["tracking_token"])
        assert order["payment_status"] == ("paid" if buyer.pays else "unpaid")
    acknowledged = {
        said["invoiceId"]
        for delivery in bank.webhooks.deliveries
        if 200 in delivery.answers and (said := json.loads(delivery.body))["status"] == "success"
    }
    known = {row["invoice_id"] for row in rows(service, "SELECT invoice_id FROM invoices WHERE paid_at IS NOT NULL")}
    assert acknowledged <= known
    claims = [row["order_id"] for row in rows(service, "SELECT order_id FROM order_events WHERE kind = 'paid'")]
    assert sorted(claims) == sorted(buyer.order_id for buyer in buyers if buyer.pays)


def check_receipts(service: ServiceProcess, bank: FakeMonobank, fiscal: FakeCheckbox, buyers: list[Buyer]) -> None:
    """One receipt for each paid order, of the sum that was paid."""
    made = {receipt.id: receipt.total for receipt in fiscal.receipts.values() if receipt.status == "DONE"}
    ours = {
        row["receipt_id"]: row["total"] * 100
        for row in rows(service, "SELECT receipt_id, total FROM receipts JOIN orders ON orders.id = receipts.order_id")
    }
    assert made == ours
    assert len(made) == len(fiscal.receipts) == sum(buyer.pays for buyer in buyers)
    assert sum(made.values()) == sum(
        invoice.amount for invoice in bank.invoices.values() if invoice.status == "success"
    )


def check_messages(service: ServiceProcess, telegram: FakeTelegram, buyers: list[Buyer]) -> None:
    """Whatever the specification promises was said, at least once."""
    not_sent = rows(service, "SELECT kind, state, last_error FROM outbox WHERE state NOT IN ('sent', 'closed')")
    assert [dict(row) for row in not_sent] == []
    staff = texts(telegram, STAFF_CHAT)
    for buyer in buyers:
        number = buyer.result["order_number"]
        if buyer.pays:
            assert any(says(text, number, "оплачено карткою") for text in staff), f"{number} paid: {staff}"
        if buyer.user_id:
            own = texts(telegram, buyer.user_id)
            assert any(says(text, number) for text in own), f"{number} thanks: {own}"
            assert any(says(text, number, "Нове") or says(text, number, "·") for text in staff), f"{number} card"
        if buyer.user_id and buyer.pays:
            assert any(says(text, number, "Чек") for text in own), f"{number} receipt: {own}"
        if buyer.user_id and buyer.pays and not buyer.polls:
            assert any(says(text, number, "Оплату") for text in own), f"{number} received: {own}"


def texts(telegram: FakeTelegram, chat_id: int) -> list[str]:
    return [message.text for message in telegram.world.chats[chat_id].messages if message.is_bots]


def says(text: str, number: str, *parts: str) -> bool:
    return re.search(rf"{number}(?!\d)", text) is not None and all(part in text for part in parts)


def rows(service: ServiceProcess, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{service.database}?mode=ro", uri=True, timeout=10)) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute(sql).fetchall()
