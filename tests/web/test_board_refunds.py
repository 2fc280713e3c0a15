"""Money given back at the kitchen screen: by a person with a PIN, once; and PINs that cannot be guessed."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Answer, Cafe, DeskVisitor, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.web.kitchen import order_on, paired


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path, database_url=database_url, monobank_token=bank.token, monobank_api_url=bank.base_url, bot_token=None
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


@dataclass
class Till:
    """A tablet, an owner at the desk, and a person with a PIN."""

    cafe: Cafe
    tablet: Visitor
    owner: DeskVisitor
    person: int

    @classmethod
    async def of(cls, cafe: Cafe, role: str = "staff") -> "Till":
        tablet, owner = await paired(cafe, "Бар"), await cafe.desk()
        person = int((await owner.post("/api/desk/staff", {"name": "Ірина", "role": role})).json["id"])
        till = cls(cafe, tablet, owner, person)
        assert (await till.sets("4821")).status == 200
        return till

    async def sets(self, pin: Any) -> Answer:
        return await self.owner.post(f"/api/desk/staff/{self.person}/pin", {"pin": pin})

    async def paid(self, bank: FakeMonobank) -> tuple[int, str]:
        """Borscht 145, two lattes 170, delivery 60; the order, and the bank's invoice."""
        form: dict[str, Any] = {"kind": "delivery", "payment_method": "card"}
        placed = await self.cafe.guest().places("borscht", "latte", "latte", **form)
        invoice = str(placed["pay_url"]).rpartition("/")[2]
        await bank.pay(invoice)
        return int(placed["order_id"]), invoice

    async def offer(self, order_id: int) -> dict[str, Any]:
        answer = await self.tablet.get(f"/api/board/orders/{order_id}/refunds")
        assert answer.status == 200, answer
        offer: dict[str, Any] = answer.json
        return offer

    async def gives(self, order_id: int, pin: str = "4821", *, seen: int = 0, **changes: Any) -> Answer:
        """A latte goes back."""
        line = (await self.offer(order_id))["lines"][-1]
        wish = {
            "seen": seen,
            "lines": [{"id": line["id"], "quantity": 1}],
            "reason": "bad",
            "staff": self.person,
            "pin": pin,
        }
        return await self.tablet.post(f"/api/board/orders/{order_id}/refunds", wish | changes)


async def test_a_line_goes_back_to_the_card(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, invoice = await till.paid(bank)
    offer = await till.offer(order_id)
    assert [(line["name"], line["left"], line["amounts"]) for line in offer["lines"]] == [
        ("Борщ", 1, [145_00]),
        ("Лате", 2, [85_00, 170_00]),
    ]
    assert (offer["seen"], offer["to_card"], offer["delivery"]) == (0, True, 60_00)
    assert offer["people"] == [{"id": till.person, "name": "Ірина"}]
    answer = await till.gives(order_id, delivery=True)
    refund = {"amount": 145_00, "state": "done", "way": "provider"}
    assert (answer.status, answer.json) == (200, {"refund": refund})
    assert bank.invoices[invoice].returned == 145_00
    assert (await order_on(till.tablet, order_id))["refunded"] == 145_00
    [stored] = (await till.owner.get(f"/api/desk/orders/{order_id}/refunds")).json["refunds"]
    assert (stored["actor"], stored["reason"]) == ("Ірина · Бар", "Гостю не сподобалося")
    again = await till.gives(order_id, delivery=True)
    assert (again.status, again.json["error"], again.json["offer"]["seen"]) == (409, "changed", 1)
    assert bank.invoices[invoice].returned == 145_00


async def test_cash_goes_back_from_the_till(cafe: Cafe) -> None:
    till = await Till.of(cafe)
    order_id = (await cafe.guest().places("latte"))["order_id"]
    assert (await till.offer(order_id))["lines"] == []
    await cafe.moves_order(order_id, "ready")
    await till.tablet.post(f"/api/board/orders/{order_id}/paid", {"seen": "ready", "payment": "cash"})
    assert (await till.offer(order_id))["to_card"] is False
    assert (await till.gives(order_id)).json["refund"] == {"amount": 81_00, "state": "done", "way": "person"}


async def test_many_at_once_give_back_once(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, invoice = await till.paid(bank)
    answers = await asyncio.gather(*(till.gives(order_id) for _ in range(4)))
    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409]
    assert bank.invoices[invoice].returned == 85_00


async def test_a_wrong_pin_gives_nothing_and_five_lock_the_tablet_for_longer_each_time(
    cafe: Cafe, bank: FakeMonobank, clock: FakeClock
) -> None:
    till = await Till.of(cafe)
    order_id, invoice = await till.paid(bank)
    for left in (4, 3, 2, 1):
        answer = await till.gives(order_id, "0000")
        assert (answer.status, answer.json) == (403, {"error": "pin_wrong", "left": left})
    fifth = await till.gives(order_id, "0000")
    assert (fifth.status, fifth.json) == (429, {"error": "pin_locked", "seconds": 60})
    clock.advance(seconds=20)
    right = await till.gives(order_id)
    assert (right.status, right.json) == (429, {"error": "pin_locked", "seconds": 40})
    for seconds in (120, 240, 480, 960, 1920, 3600, 3600):
        clock.advance(hours=1)
        assert (await till.gives(order_id, "0000")).json == {"error": "pin_locked", "seconds": seconds}
    other = await paired(cafe, "Кухня")
    wish = {"seen": 0, "delivery": True, "reason": "bad", "staff": till.person, "pin": "0000"}
    elsewhere = await other.post(f"/api/board/orders/{order_id}/refunds", wish)
    assert elsewhere.json == {"error": "pin_wrong", "left": 4}, "another tablet counts for itself"
    assert bank.invoices[invoice].returned == 0
    clock.advance(hours=1)
    assert (await till.gives(order_id)).status == 200
    assert (await till.gives(order_id, "0000")).json["left"] == 4, "the right one begins anew"


async def test_guesses_at_once_are_no_more_than_one_by_one(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, _ = await till.paid(bank)
    answers = await asyncio.gather(*(till.gives(order_id, f"{number:04}") for number in range(12)))
    told = sorted(answer.json["error"] for answer in answers)
    assert told == ["pin_locked"] * 8 + ["pin_wrong"] * 4


async def test_whose_pin_it_is_not(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, _ = await till.paid(bank)
    another = (await till.owner.post("/api/desk/staff", {"name": "Петро", "role": "staff"})).json["id"]
    for staff_id in (another, 999):
        assert (await till.gives(order_id, staff=staff_id)).json["error"] == "pin_wrong"
    await till.sets("111111")
    assert (await till.gives(order_id)).json["error"] == "pin_wrong", "the former one"
    assert (await till.gives(order_id, "111111")).status == 200
    assert (await till.sets(None)).json["has_pin"] is False
    assert (await till.gives(order_id, "111111", seen=1)).json["error"] == "pin_wrong"
    assert (await till.offer(order_id))["people"] == []


async def test_who_left_has_no_pin_any_more(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, _ = await till.paid(bank)
    path = f"/api/desk/staff/{till.person}"
    await till.owner.patch(path, {"is_active": False})
    assert (await till.offer(order_id))["people"] == []
    assert (await till.gives(order_id)).json["error"] == "pin_wrong"
    assert (await till.sets("4821")).status == 404
    assert (await till.owner.patch(path, {"is_active": True})).json["has_pin"] is False


async def test_who_may_and_how_much_are_the_desks_rules(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, _ = await till.paid(bank)
    await cafe.configure(refund_limit=50)
    assert (await till.gives(order_id)).json == {"error": "refund_limit", "limit": 50}
    await cafe.configure(refund_limit=0, refund_role="manager")
    assert (await till.offer(order_id))["people"] == []
    assert (await till.gives(order_id)).json == {"error": "refund_role"}
    await till.owner.patch(f"/api/desk/staff/{till.person}", {"role": "manager"})
    assert (await till.gives(order_id)).status == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"lines": []},
        {"lines": [{"id": 1}]},
        {"lines": [{"id": 1, "quantity": 0}]},
        {"lines": [{"id": 1, "quantity": 1}, {"id": 1, "quantity": 1}]},
        {"lines": ["1"]},
        {"seen": None},
        {"staff": "Ірина"},
        {"pin": 4821},
        {"reason": "мало"},
        {"reason": ["bad"]},
    ],
)
async def test_a_wish_that_says_nothing_is_no_try(cafe: Cafe, bank: FakeMonobank, changes: dict[str, Any]) -> None:
    till = await Till.of(cafe)
    order_id, _ = await till.paid(bank)
    answer = await till.gives(order_id, **changes)
    assert (answer.status, answer.json) == (400, {"error": "invalid"})
    assert await cafe.rows("SELECT * FROM pin_tries") == []


async def test_an_order_that_is_not_there(cafe: Cafe) -> None:
    till = await Till.of(cafe)
    assert (await till.tablet.get("/api/board/orders/999/refunds")).json == {"error": "not_found"}


@pytest.mark.parametrize("pin", ["", "123", "1234567", "12a4", " 1234", "١٢٣٤", 1234, True, ["1234"]])
async def test_what_is_no_pin(cafe: Cafe, pin: Any) -> None:
    till = await Till.of(cafe)
    answer = await till.sets(pin)
    assert (answer.status, answer.json["problems"]) == (
        400,
        [{"field": "pin", "message": "PIN — це від чотирьох до шести цифр."}],
    )


async def test_a_pin_is_in_no_table_and_its_change_is_in_the_history(cafe: Cafe) -> None:
    till = await Till.of(cafe)
    await till.sets("975318")
    for table in await cafe.tables():
        assert "975318" not in json.dumps(await cafe.rows(f"SELECT * FROM {table}"), default=str), table  # noqa: S608
    changes = (await till.owner.get("/api/desk/changes?table=staff")).json["changes"]
    assert [(each["items"][0]["before"], each["items"][0]["after"]) for each in changes[:2]] == [
        ({"pin": "••••"}, {"pin": "••••"}),
        ({"pin": ""}, {"pin": "••••"}),
    ]
    assert changes[0]["may_undo"] is False


async def test_a_revoked_tablets_tries_go_with_it(cafe: Cafe, bank: FakeMonobank) -> None:
    till = await Till.of(cafe)
    order_id, _ = await till.paid(bank)
    await till.gives(order_id, "0000")
    [device] = await cafe.app.services.devices.list_all()
    await cafe.app.services.devices.revoke(device.id)
    assert await cafe.rows("SELECT * FROM pin_tries") == []
