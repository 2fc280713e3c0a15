"""Checkbox's calls: registered where there is https, signed, and no more than a hint."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cafe.core.kernel.urls import FISCAL_WEBHOOK
from tests.driver import Answer, Cafe, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure

ADDRESS = "https://cafe.example"


@pytest.fixture
async def called(
    tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank, fiscal: FakeCheckbox
) -> AsyncIterator[Cafe]:
    """A cafe with an https address, a bank and a fiscal service."""
    keys: dict[str, Any] = {"checkbox_license_key": fiscal.license_key, "checkbox_pin": fiscal.pin}
    banks: dict[str, Any] = {"monobank_token": bank.token, "monobank_api_url": bank.base_url}
    bank.webhooks.is_silent = True
    config = config_for(
        tmp_path, database_url=database_url, base_url=ADDRESS, checkbox_api_url=fiscal.base_url, **keys, **banks
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def slow_receipt(cafe: Cafe, fiscal: FakeCheckbox) -> str:
    """A receipt that takes long, so that it is asked about at growing gaps; its id."""
    fiscal.reads_of_receipt = 10_000
    await cafe.configure(receipts="cash")
    order = await cafe.guest().places("latte", kind="pickup", payment_method="cash")
    await cafe.execute("UPDATE orders SET status = 'ready' WHERE id = :id", id=order["order_id"])
    owner = await cafe.desk()
    await owner.post(f"/api/desk/orders/{order['order_id']}/paid", {"seen": "ready", "payment": "cash"})
    for _ in range(20):
        await two_rounds()
        if fiscal.receipts:
            break
    [receipt_id] = fiscal.receipts
    await cafe.execute("UPDATE receipts SET due_at = due_at + 250, attempts = attempts + 5")
    return receipt_id


async def call(cafe: Cafe, body: bytes, headers: dict[str, str]) -> Answer:
    return await cafe.send("POST", FISCAL_WEBHOOK, data=body, headers=headers)


async def state(cafe: Cafe) -> str:
    return str(await cafe.value("SELECT state FROM receipts"))


async def test_the_address_is_registered_once(called: Cafe, fiscal: FakeCheckbox) -> None:
    for _ in range(3):
        await two_rounds()
    assert fiscal.webhook_url == ADDRESS + FISCAL_WEBHOOK
    assert len(fiscal.calls_to("/webhook")) == 1
    stored = str(await called.value("SELECT value FROM typed_keys WHERE name = 'checkbox_webhook'"))
    assert fiscal.webhook_key not in stored


async def test_without_https_nobody_is_told(cafe: Cafe) -> None:
    await two_rounds()
    assert await cafe.rows("SELECT 1 FROM typed_keys") == []


async def test_a_call_makes_a_receipt_due(called: Cafe, fiscal: FakeCheckbox) -> None:
    await two_rounds()
    receipt_id = await slow_receipt(called, fiscal)
    body, headers = fiscal.signed(receipt_id)
    fiscal.receipts[receipt_id].reads_left = 0
    assert (await call(called, body, headers)).status == 200
    for _ in range(3):
        await two_rounds()
    assert await state(called) == "done"
    for _ in range(2):  # again, and late
        assert (await call(called, body, headers)).status == 200
    assert await state(called) == "done"
    assert len(fiscal.receipts) == 1


async def test_what_a_call_says_is_not_believed(called: Cafe, fiscal: FakeCheckbox) -> None:
    await two_rounds()
    receipt_id = await slow_receipt(called, fiscal)
    fiscal.receipts[receipt_id].status = "DONE"
    body, headers = fiscal.signed(receipt_id)
    fiscal.receipts[receipt_id].status = "CREATED"
    assert (await call(called, body, headers)).status == 200
    await two_rounds()
    assert await state(called) == "pending"


async def test_wrong_signatures_are_refused(called: Cafe, fiscal: FakeCheckbox) -> None:
    await two_rounds()
    receipt_id = await slow_receipt(called, fiscal)
    body, headers = fiscal.signed(receipt_id)
    due = await called.value("SELECT due_at FROM receipts")
    wrong = [{}, {"X-Request-Signature": "nonsense"}, {"X-Request-Signature": "підпис"}]
    for each in wrong:
        assert (await call(called, body, each)).status == 400
    assert (await call(called, body + b" ", headers)).status == 400
    assert await called.value("SELECT due_at FROM receipts") == due


async def test_a_registration_that_failed_is_tried_again(called: Cafe, fiscal: FakeCheckbox) -> None:
    await two_rounds()
    await called.execute("DELETE FROM typed_keys")
    fiscal.fail(Failure.SERVER_ERROR, path="/webhook")
    hooks = called.app.services.fiscal_hooks
    for _ in range(2):
        hooks._next_try = 0.0  # minutes later
        await hooks.register()
    assert len(await called.rows("SELECT 1 FROM typed_keys")) == 1


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"receipt": {"id": 7}}', b'{"shift": {"id": "x"}}', b"\xff"])
async def test_a_signed_call_about_nothing(called: Cafe, fiscal: FakeCheckbox, body: bytes) -> None:
    await two_rounds()
    assert (await call(called, body, fiscal.sign(body))).status == 200
