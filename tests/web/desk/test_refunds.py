"""Refunds at the desk: what can go back, giving it back once, who may, and what the dashboard tells."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.bot.conversation import eventually
from tests.driver import Cafe, FakeClock, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path, database_url=database_url, monobank_token=bank.token, monobank_api_url=bank.base_url, bot_token=None
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def paid(cafe: Cafe, bank: FakeMonobank) -> tuple[str, str]:
    """Borscht 145, two lattes 170, delivery 60; the path of its refunds, and the bank's invoice."""
    form: dict[str, Any] = {"kind": "delivery", "payment_method": "card"}
    placed = await cafe.guest().places("borscht", "latte", "latte", **form)
    invoice = str(placed["pay_url"]).rpartition("/")[2]
    await bank.pay(invoice)
    return f"/api/desk/orders/{placed['order_id']}/refunds", invoice


def uah(amount: str) -> dict[str, str]:
    return {"amount": amount, "currency": "UAH"}


async def test_what_can_go_back_is_given_back_once(cafe: Cafe, bank: FakeMonobank) -> None:
    path, invoice = await paid(cafe, bank)
    staff = await cafe.desk("staff", "Олена")
    offer = (await staff.get(path)).json
    assert [(line["name"], line["left"], line["amounts"]) for line in offer["lines"]] == [
        ("Борщ", 1, [uah("145")]),
        ("Лате", 2, [uah("85"), uah("170")]),
    ]
    assert (offer["seen"], offer["delivery"], offer["debts"], offer["refunds"]) == (0, uah("60"), [], [])
    assert offer["whole"] == {"money": uah("375"), "provider": "monobank"}
    lines = [{"id": offer["lines"][1]["id"], "quantity": 1}]
    wish = {"seen": 0, "lines": lines, "delivery": True, "reason": " Холодне "}
    answer = await staff.post(path, wish)
    assert answer.status == 200, answer
    [refund] = answer.json["refunds"]
    assert (refund["state"], refund["money"], refund["actor"], refund["reason"]) == (
        "done",
        uah("145"),
        "Олена",
        "Холодне",
    )
    assert (refund["lines"], refund["has_delivery"]) == ([lines[0] | {"name": "Лате"}], True)
    again = await staff.post(path, wish)
    assert (again.status, again.json["error"], again.json["seen"]) == (409, "changed", 1)
    assert bank.invoices[invoice].returned == 145_00
    assert (await staff.post(path, {"seen": 1, "amount": "30.50"})).status == 200
    too_much = await staff.post(path, {"seen": 2, "amount": 199.51})
    assert (too_much.status, too_much.json["problems"][0]["field"]) == (400, "amount")
    assert (await staff.post(path, {"seen": 2, "whole": True})).json["whole"] is None
    assert bank.invoices[invoice].returned == 375_00


async def test_a_second_window_learns_that_something_went_back(cafe: Cafe, bank: FakeMonobank) -> None:
    path, _ = await paid(cafe, bank)
    owner = await cafe.desk()
    assert (await owner.post(path, {"seen": 0, "amount": 300})).status == 200
    late = await owner.post(path, {"seen": 0, "amount": 200})
    assert (late.status, late.json["error"], late.json["whole"]["money"]) == (409, "changed", uah("75"))
    english = {"Accept-Language": "en"}
    too_much = await owner.post(path, {"seen": 1, "amount": 200}, **english)
    assert too_much.json["problems"][0]["message"] == "At most ₴75 can go back: the rest already has."


async def test_money_that_must_go_back(cafe: Cafe, bank: FakeMonobank) -> None:
    path, invoice = await paid(cafe, bank)
    manager = await cafe.desk("manager")
    order = path.removesuffix("/refunds")
    assert (await manager.post(f"{order}/cancel", {"seen": "new", "reason": "нема"})).status == 200
    offer = (await manager.get(path)).json
    [debt] = offer["debts"]
    assert (offer["whole"], offer["lines"], debt["money"]) == (None, [], uah("375"))
    answer = await manager.post(path, {"seen": 0, "debt": debt["id"]})
    assert (answer.json["debts"], bank.invoices[invoice].returned) == ([], 375_00)


async def test_who_may_and_up_to_which_sum(cafe: Cafe, bank: FakeMonobank) -> None:
    path, invoice = await paid(cafe, bank)
    staff, manager, owner = [await cafe.desk(role) for role in ("staff", "manager", "owner")]
    await cafe.configure(refund_role="manager", refund_limit=100)
    offers = [await visitor.get(path) for visitor in (staff, manager, owner)]
    assert [offer.json["may_refund"] for offer in offers] == [False, True, True]
    wish = {"seen": 0, "amount": "100.01"}
    answers = [await visitor.post(path, wish) for visitor in (staff, manager, owner)]
    assert [(answer.status, answer.json.get("error")) for answer in answers] == [
        (403, "forbidden"),
        (403, "refund_limit"),
        (200, None),
    ]
    assert bank.invoices[invoice].returned == 100_01


async def test_what_stayed_unclear_is_looked_up(cafe: Cafe, bank: FakeMonobank) -> None:
    path, invoice = await paid(cafe, bank)
    owner = await cafe.desk()
    bank.fail(Failure.DROPPED, path="/invoice/cancel", times=1_000)
    [refund] = (await owner.post(path, {"seen": 0, "whole": True})).json["refunds"]
    bank.fail(Failure.DROPPED, path="/invoice/status", times=1_000)
    assert refund["state"] == "unknown"
    resolve = f"{path}/{refund['id']}/resolve"
    assert (await owner.post(resolve, {"done": True})).status == 404
    await cafe.execute("UPDATE refunds SET state = 'unclear'")
    assert (await owner.post(resolve, {"done": "yes"})).status == 400
    assert (await owner.post(f"{path}/999/resolve", {"done": True})).status == 404
    [refund] = (await owner.post(resolve, {"done": False})).json["refunds"]
    assert (refund["state"], refund["problem"]) == ("refused", "owner at the desk"), "who said so"
    assert bank.invoices[invoice].returned == 0


async def test_what_the_bank_does_not_take_goes_on_or_is_called_off(cafe: Cafe, bank: FakeMonobank) -> None:
    path, invoice = await paid(cafe, bank)
    staff, owner = await cafe.desk("staff", "Олена"), await cafe.desk()
    bank.refused_refund = 403, "FORBIDDEN"
    for seen in (0, 1):
        assert (await owner.post(path, {"seen": seen, "amount": 50})).status == 200
    await cafe.execute("UPDATE refunds SET state = 'held'")
    refunds = (await owner.get(path)).json["refunds"]
    assert [refund["state"] for refund in refunds] == ["held", "held"]
    first, second = (f"{path}/{refund['id']}" for refund in sorted(refunds, key=lambda refund: refund["id"]))
    await cafe.configure(refund_role="owner")
    for answer in (await staff.post(f"{first}/resume"), await staff.post(f"{first}/resolve", {"done": True})):
        assert (answer.status, answer.json["error"]) == (403, "forbidden")
    assert (await owner.post(f"{path}/999/resume")).status == 404
    assert (await owner.post(f"{second}/resolve", {"done": False})).status == 200
    assert (await owner.post(f"{second}/resume")).status == 404
    bank.refused_refund = None
    assert (await owner.post(f"{first}/resume")).status == 200
    await eventually(lambda: bank.invoices[invoice].returned == 50_00)
    rows = await cafe.rows("SELECT state FROM refunds ORDER BY id")
    assert rows[1] == {"state": "refused"}


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({}, "seen"),
        ({"seen": 0, "lines": ["1"]}, "lines.0"),
        ({"seen": 0, "lines": "all"}, "lines.0"),
        ({"seen": 0, "lines": [{"id": 1, "quantity": 0}]}, "lines.0"),
        ({"seen": 0, "amount": "many"}, "amount"),
        ({"seen": 0, "amount": -1}, "amount"),
        ({"seen": 0, "amount": "1.005"}, "amount"),
        ({"seen": 0, "amount": "Infinity"}, "amount"),
        ({"seen": 0, "amount": "1e9"}, "amount"),
        ({"seen": 0, "amount": "9e999999"}, "amount"),
        ({"seen": 0, "amount": "1e999990"}, "amount"),
        ({"seen": 0, "amount": "9" * 5000}, "amount"),
        ({"seen": 0, "amount": "٥"}, "amount"),
        ({"seen": 0, "amount": True}, "amount"),
        ({"seen": 0, "amount": ["5"]}, "amount"),
        ({"seen": 0, "debt": "all"}, "debt"),
        ({"seen": 0, "lines": [{"id": 1, "quantity": 1}, {"id": 1, "quantity": 1}]}, "lines.1"),
        ({"seen": 0, "whole": True, "amount": 20}, "whole"),
        ({"seen": 0, "whole": True, "lines": [{"id": 1, "quantity": 1}]}, "whole"),
        ({"seen": 0, "amount": 20, "lines": [{"id": 1, "quantity": 1}]}, "whole"),
        ({"seen": 0, "amount": 20, "delivery": True}, "whole"),
        ({"seen": 0, "amount": 20, "reason": "x" * 201}, "reason"),
    ],
)
async def test_what_is_not_clear_changes_nothing(
    cafe: Cafe, bank: FakeMonobank, wish: dict[str, Any], field: str
) -> None:
    path, _ = await paid(cafe, bank)
    answer = await (await cafe.desk()).post(path, wish)
    assert (answer.status, answer.json["problems"][0]["field"]) == (400, field)
    assert not await cafe.rows("SELECT 1 FROM refunds")
