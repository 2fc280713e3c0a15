"""Money that is held on a card, over HTTP: what guests, kitchen and desk are told of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import copy_database
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe, two_rounds
from tests.fakes.monobank import FakeMonobank
from tests.web.kitchen import moves, order_on, paired


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    """The test cafe with an account at a bank, which takes money from cards once orders are accepted."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = config_for(tmp_path, monobank_token=bank.token, monobank_api_url=bank.base_url)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        await cafe.configure(hold_payments=True)
        yield cafe


async def held(guest: Visitor, bank: FakeMonobank) -> Any:
    """The answer to an order whose sum the bank holds, as its webhook has said."""
    placed = await guest.places("latte", payment_method="card")
    await bank.pay(invoice_of(placed))
    return placed


def invoice_of(placed: Any) -> str:
    return str(placed["pay_url"]).rsplit("/", 1)[-1]


async def test_an_order_says_that_its_sum_is_held_and_nothing_else_changes(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte", payment_method="card")
    [before] = await guest.sees_orders()
    assert (before["payment_status"], before["can_pay"]) == ("unpaid", True)
    await bank.pay(invoice_of(placed))
    [order] = await guest.sees_orders()
    assert order == before | {"payment_status": "pending", "is_held": True, "can_pay": False}
    tracked = (await cafe.get(f"/api/checkout/track/{placed['track_url'].rpartition('=')[2]}")).json
    assert tracked["is_held"] is True
    assert (await guest.get(f"/api/checkout/payment-status/{order['id']}")).json == {"paid": False}


async def test_nobody_pays_it_again_nor_in_cash(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await held(guest, bank)
    order_id = placed["order_id"]
    for answer in (await guest.pays(order_id), await guest.post(f"/api/orders/{order_id}/cash")):
        assert (answer.status, answer.json["error"]) == (400, "not_payable")
        assert "заблоковано на вашій картці" in answer.json["message"]
    assert len(bank.calls_to("/invoice/create")) == 1


async def test_the_kitchen_accepts_and_the_money_is_taken(cafe: Cafe, bank: FakeMonobank) -> None:
    guest, tablet = cafe.guest(), await paired(cafe)
    placed = await held(guest, bank)
    order_id = placed["order_id"]
    details = f"/api/orders/{order_id}/details"
    version = (await guest.get(details)).json["version"]
    shown = await order_on(tablet, order_id)
    assert (shown["is_paid"], shown["is_held"]) == (False, True)
    assert (await moves(tablet, order_id, "new", "confirmed")).status == 200
    ticket = (await tablet.get(f"/api/board/orders/{order_id}/ticket")).json
    assert (ticket["is_paid"], ticket["is_held"]) == (False, True)
    cafe.clock.advance(seconds=2)
    await two_rounds()
    assert bank.invoices[invoice_of(placed)].status == "success"
    [order] = await guest.sees_orders()
    assert (order["status"], order["payment_status"]) == ("confirmed", "paid")
    assert "is_held" not in order
    assert "is_held" not in await order_on(tablet, order_id)
    assert (await guest.get(details)).json["version"] != version


async def test_nobody_accepts_and_nothing_is_taken(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await held(guest, bank)
    cafe.clock.advance(minutes=15)
    await two_rounds()
    cafe.clock.advance(seconds=2)
    await two_rounds()
    assert bank.invoices[invoice_of(placed)].status == "reversed"
    [order] = await guest.sees_orders()
    assert (order["status"], order["payment_status"]) == ("cancelled", "unpaid")
    assert order["cancel_reason"] == "Не встигли його прийняти. Перепрошуємо"


async def test_the_desk_finds_it_among_what_is_not_paid(cafe: Cafe, bank: FakeMonobank) -> None:
    placed = await held(cafe.guest(), bank)
    desk = await cafe.desk()
    [found] = (await desk.get("/api/desk/orders?payment=unpaid")).json["orders"]
    assert (found["id"], found["payment_status"]) == (placed["order_id"], "pending")
    assert (await desk.get("/api/desk/orders?payment=paid")).json["orders"] == []
    today = (await desk.get(f"/api/desk/orders/{placed['order_id']}")).json
    assert [event["kind"] for event in today["events"]] == ["created", "held"]
