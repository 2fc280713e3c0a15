"""Orders that change after they were placed: by their guests, by the staff, with everything that follows."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Answer, Cafe, DeskVisitor, FakeClock, Visitor, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank
from tests.web.options_shop import OptionsShop


@pytest.fixture
async def cafe(
    tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank, fiscal: FakeCheckbox
) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path,
        database_url=database_url,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
        bot_token=None,
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def details(guest: Visitor, order_id: int) -> Any:
    answer = await guest.get(f"/api/orders/{order_id}/details")
    assert answer.status == 200, answer
    return answer.json


async def edits(guest: Visitor, order_id: int, **pieces: int) -> Answer:
    """Ask for other numbers of the lines that begin so, of the order as it is."""
    edit = (await details(guest, order_id))["edit"]
    return await guest.post(f"/api/orders/{order_id}/edits", {"seen": edit["seen"], "lines": wanted(edit, **pieces)})


def wanted(edit: Any, **pieces: int) -> list[dict[str, int]]:
    names = {"latte": "Лате", "borscht": "Борщ", "espresso": "Еспресо", "cake": "Київський торт"}
    return [
        {"id": line["id"], "quantity": quantity}
        for slug, quantity in pieces.items()
        for line in edit["lines"]
        if line["name"].startswith(names[slug])
    ]


async def staff_edits(desk: DeskVisitor, order_id: int, **body: Any) -> Answer:
    """Edit the order as it is: `latte=1` is a line's number of pieces, all else goes as it is."""
    dossier = (await desk.get(f"/api/desk/orders/{order_id}")).json
    pieces = {name: body.pop(name) for name in list(body) if name in {"latte", "borscht", "espresso", "cake"}}
    lines = wanted(dossier["edit"], **pieces)
    return await desk.post(
        f"/api/desk/orders/{order_id}/edits", {"seen": dossier["edit"]["seen"], "lines": lines, **body}
    )


def invoice_of(placed: Any) -> str:
    return str(placed["pay_url"]).rpartition("/")[2]


async def stock(cafe: Cafe) -> dict[str, int]:
    return {row["code"]: row["stock"] for row in await cafe.rows("SELECT code, stock FROM ingredients")}


async def test_a_guest_has_one_piece_less_and_dishes_of_the_cart_more(cafe: Cafe) -> None:
    guest = cafe.guest()
    before = await stock(cafe)
    placed = await guest.places("borscht", "latte", "latte", kind="pickup")
    assert placed["total"] == 299  # 315 less 5 %
    await guest.adds("espresso", 2)
    order_id = placed["order_id"]
    edit = (await details(guest, order_id))["edit"]
    body = {"seen": edit["seen"], "lines": wanted(edit, latte=1), "add_cart": True}
    preview = (await guest.post(f"/api/orders/{order_id}/edits", {**body, "preview": True})).json
    assert preview == {
        "changes": "− 1 × Лате, + 2 × Еспресо",
        "total_before": 299,
        "total": 313,  # 330 less 5 %, rounded half up
        "balance": 0,
        "to_return": 0,
    }
    assert (await guest.cart()).json["count"] == 2
    answer = await guest.post(f"/api/orders/{order_id}/edits", {**body, "expected_total": 313})
    assert (answer.status, answer.json) == (200, {"total": 313, "version": 1})
    assert (await guest.cart()).json["count"] == 0
    [order] = await guest.sees_orders()
    assert [(item["name"], item["quantity"]) for item in order["items"]] == [("Борщ", 1), ("Лате", 1), ("Еспресо", 2)]
    assert (order["items_total"], order["discount_amount"], order["total"]) == (330, 17, 313)
    assert order["changes"] == [{"at": "2026-06-15T12:00", "text": "− 1 × Лате, + 2 × Еспресо"}]
    after = await stock(cafe)
    assert (before["milk"] - after["milk"], before["beans"] - after["beans"]) == (220, 18 + 2 * 18)


async def test_an_order_that_was_not_changed_says_nothing_of_it(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte")
    [order] = await guest.sees_orders()
    assert not order.keys() & {"changes", "balance"}
    seen = await details(guest, placed["order_id"])
    assert seen["edit"]["seen"] == 0
    assert "proposal" not in seen


async def test_what_cannot_be(cafe: Cafe) -> None:
    guest, other = cafe.guest(), cafe.guest()
    order_id = (await guest.places("borscht", "latte", kind="delivery"))["order_id"]
    path, edit = f"/api/orders/{order_id}/edits", (await details(guest, order_id))["edit"]
    latte, borscht = wanted(edit, latte=0)[0], wanted(edit, borscht=0)[0]
    for lines, code in (
        ([latte, borscht], "not_editable"),  # nothing would be left
        ([{**latte, "quantity": 1}], "not_editable"),  # nothing would change
        ([latte], "min_order_amount"),  # 145 are too little for a delivery
        ([{"id": 999, "quantity": 1}], "not_editable"),
        ([{**latte, "quantity": "1"}], "edit_invalid"),
        ([latte, latte], "edit_invalid"),
    ):
        answer = await guest.post(path, {"seen": 0, "lines": lines})
        assert answer.json["error"] == code, (lines, answer)
    for body in ({}, {"seen": -1}, {"seen": 0, "items": [{}]}, {"seen": 0, "lines": {}}):
        assert (await guest.post(path, body)).json["error"] == "edit_invalid", body
    item = {"product_id": cafe.products["retired"], "quantity": 1}
    assert (await guest.post(path, {"seen": 0, "items": [item]})).status == 404
    assert (await guest.post(path, {"seen": 7, "lines": [latte]})).status == 409
    assert (await other.post(path, {"seen": 0, "lines": [latte]})).status == 404
    wrong_total = {"seen": 0, "lines": [{**latte, "quantity": 2}], "expected_total": 1}
    answer = await guest.post(path, wrong_total)
    assert (answer.status, answer.json["error"], answer.json["total"]) == (400, "total_changed", 375)
    [order] = await guest.sees_orders()
    assert (order["total"], "changes" in order) == (290, False)


async def test_it_is_too_late_once_cooking_begins(cafe: Cafe) -> None:
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    order_id = (await guest.places("borscht", "latte"))["order_id"]
    edit = (await details(guest, order_id))["edit"]
    for seen, to in (("new", "confirmed"), ("confirmed", "cooking")):
        assert (await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": seen, "to": to})).status == 200
    answer = await guest.post(f"/api/orders/{order_id}/edits", {"seen": 0, "lines": wanted(edit, latte=0)})
    assert (answer.status, answer.json["message"]) == (409, "Це замовлення вже не можна змінити.")
    assert "edit" not in await details(guest, order_id)
    assert (await staff_edits(desk, order_id, latte=0)).status == 200
    assert (await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": "cooking", "to": "ready"})).status == 200
    paid = await desk.post(f"/api/desk/orders/{order_id}/paid", {"seen": "ready", "payment": "cash"})
    assert paid.status == 200
    assert "edit" not in (await desk.get(f"/api/desk/orders/{order_id}")).json


async def test_of_two_who_change_it_at_once_one_wins_and_the_other_sees(cafe: Cafe) -> None:
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    order_id = (await guest.places("borscht", "latte", "espresso"))["order_id"]
    edit = (await details(guest, order_id))["edit"]
    by_guest, by_staff = await asyncio.gather(
        guest.post(f"/api/orders/{order_id}/edits", {"seen": 0, "lines": wanted(edit, latte=0)}),
        desk.post(f"/api/desk/orders/{order_id}/edits", {"seen": 0, "lines": wanted(edit, espresso=0)}),
    )
    assert sorted([by_guest.status, by_staff.status]) == [200, 409]
    late = by_guest if by_guest.status == 409 else by_staff
    assert (late.json["error"], late.json["message"]) == (
        "not_editable",
        "Замовлення щойно змінилося. Перегляньте його ще раз.",
    )
    [order] = await guest.sees_orders()
    assert (len(order["items"]), len(order["changes"])) == (2, 1)


async def test_the_staff_take_something_out_at_once_and_ask_before_something_else_comes(cafe: Cafe) -> None:
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    order_id = (await guest.places("borscht", "latte", kind="delivery"))["order_id"]
    espresso = {"product_id": cafe.products["espresso"], "quantity": 1}
    answer = await staff_edits(desk, order_id, latte=0, items=[espresso])
    assert (answer.status, answer.json) == (200, {"is_proposed": True, "total": 290})
    seen = await details(guest, order_id)
    assert seen["order"]["total"] == 290
    assert seen["proposal"] == {
        "number": 1,
        "text": "− 1 × Лате, + 1 × Еспресо",
        "total_before": 290,
        "total": 255,
    }
    dossier = (await desk.get(f"/api/desk/orders/{order_id}")).json
    assert dossier["proposal"]["number"] == 1
    path = f"/api/orders/{order_id}/edits"
    assert (await guest.post(f"{path}/2/agree")).status == 409
    assert (await guest.post(f"{path}/1/agree")).json == {"total": 255, "version": 2}
    assert (await guest.post(f"{path}/1/agree")).status == 409
    [order] = await guest.sees_orders()
    assert (order["total"], [item["name"] for item in order["items"]]) == (255, ["Борщ", "Еспресо"])
    events = (await desk.get(f"/api/desk/orders/{order_id}")).json["events"]
    assert [(event["kind"], event["actor"]) for event in events] == [
        ("created", "Олена"),
        ("edit-proposed", "Олена"),
        ("edited", "Олена"),
    ]


async def test_a_proposal_is_declined_or_overtaken(cafe: Cafe) -> None:
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    order_id = (await guest.places("borscht", "latte", kind="delivery"))["order_id"]
    path, espresso = f"/api/orders/{order_id}/edits", {"product_id": cafe.products["espresso"]}
    assert (await staff_edits(desk, order_id, items=[espresso])).json["is_proposed"] is True
    assert (await guest.post(f"{path}/1/decline")).json == {"total": 290, "version": 2}
    assert "proposal" not in await details(guest, order_id)
    assert (await staff_edits(desk, order_id, items=[espresso])).json["is_proposed"] is True
    assert (await edits(guest, order_id, latte=2)).json == {"total": 375, "version": 4}
    assert (await guest.post(f"{path}/3/agree")).status == 409
    states = [row["state"] for row in await cafe.rows("SELECT state FROM order_edits ORDER BY number")]
    assert states == ["declined", "dropped", "applied"]


async def test_who_has_agreed_on_the_phone_is_not_asked(cafe: Cafe) -> None:
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    order_id = (await guest.places("borscht", "latte", kind="delivery"))["order_id"]
    item = {"product_id": cafe.products["espresso"], "quantity": 2}
    answer = await staff_edits(desk, order_id, items=[item], is_agreed=True)
    assert answer.json == {"is_proposed": False, "total": 390}


async def test_what_was_paid_by_card_goes_back_in_part(cafe: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox) -> None:
    guest, desk = cafe.guest(), await cafe.desk("owner", "Олена")
    placed = await guest.places("borscht", "latte", "latte", kind="delivery", payment_method="card")
    order_id, invoice = placed["order_id"], invoice_of(placed)
    await bank.pay(invoice)
    await two_rounds()
    answer = await staff_edits(desk, order_id, latte=1)
    assert (answer.status, answer.json) == (200, {"is_proposed": False, "total": 290})
    for _ in range(4):
        cafe.clock.advance(seconds=5)
        await two_rounds()
    assert bank.invoices[invoice].returned == 85_00
    [order] = await guest.sees_orders()
    assert (order["total"], order["payment_status"], order["refunded_amount"]) == (290, "paid", 85)
    made = sorted((receipt.total, receipt.returns is not None) for receipt in fiscal.receipts.values())
    assert made == [(85_00, True), (375_00, False)]
    offer = (await desk.get(f"/api/desk/orders/{order_id}/refunds")).json
    assert [(line["name"], line["left"]) for line in offer["lines"]] == [("Борщ", 1), ("Лате", 1)]
    assert offer["whole"]["money"] == {"amount": "290", "currency": "UAH"}


async def test_what_costs_more_is_taken_at_the_hand_over(cafe: Cafe, bank: FakeMonobank) -> None:
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
    order_id = placed["order_id"]
    await bank.pay(invoice_of(placed))
    assert (await edits(guest, order_id, latte=2)).status == 200
    [order] = await guest.sees_orders()
    assert (order["total"], order["payment_status"], order["balance"]) == (315, "paid", 85)
    for seen, to in (("new", "confirmed"), ("confirmed", "cooking"), ("cooking", "ready")):
        assert (await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": seen, "to": to})).status == 200
    dossier = (await desk.get(f"/api/desk/orders/{order_id}")).json
    assert (dossier["balance"], dossier["acts"]["is_payment_asked"]) == (85, True)
    refused = await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": "ready", "to": "completed"})
    assert (refused.status, refused.json["error"]) == (409, "not_paid")
    paid = await desk.post(f"/api/desk/orders/{order_id}/paid", {"seen": "ready", "payment": "cash"})
    assert (paid.status, paid.json["status"], "balance" in paid.json) == (200, "completed", False)
    payments = await cafe.rows("SELECT kind, amount FROM payments ORDER BY id")
    assert payments == [{"kind": "card", "amount": 230_00}, {"kind": "cash", "amount": 85_00}]


async def test_more_and_less_again_is_settled_without_money_going_round(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
    order_id = placed["order_id"]
    await bank.pay(invoice_of(placed))
    await edits(guest, order_id, latte=3)
    await edits(guest, order_id, latte=2)
    assert (await guest.sees_orders())[0]["balance"] == 85
    await edits(guest, order_id, latte=1)
    assert "balance" not in (await guest.sees_orders())[0]
    assert await cafe.rows("SELECT id FROM refunds") == []


async def test_a_page_with_the_former_sum_is_withdrawn(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
    order_id = placed["order_id"]
    assert (await edits(guest, order_id, latte=0)).status == 200
    for _ in range(3):
        cafe.clock.advance(seconds=5)
        await two_rounds()
    assert bank.invoices[invoice_of(placed)].status == "expired"
    url = (await guest.pays(order_id)).json["pay_url"]
    await bank.pay(url.rpartition("/")[2])
    [order] = await guest.sees_orders()
    assert (order["total"], order["payment_status"], "balance" in order) == (145, "paid", False)


async def test_a_page_paid_before_it_is_withdrawn_is_squared(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
    await edits(guest, placed["order_id"], latte=0)
    await bank.pay(invoice_of(placed))
    for _ in range(4):
        cafe.clock.advance(seconds=5)
        await two_rounds()
    assert bank.invoices[invoice_of(placed)].returned == 85_00
    more = cafe.guest()
    placed = await more.places("borscht", "latte", kind="dine-in", payment_method="card")
    await edits(more, placed["order_id"], latte=2)
    await bank.pay(invoice_of(placed))
    assert (await more.sees_orders())[0]["balance"] == 85


async def test_of_what_is_held_only_what_it_costs_is_taken(cafe: Cafe, bank: FakeMonobank) -> None:
    await cafe.configure(hold_payments=True)
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    for pieces, taken, balance in ((0, 145_00, 0), (2, 230_00, 85)):
        placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
        order_id = placed["order_id"]
        await bank.pay(invoice_of(placed))
        assert (await edits(guest, order_id, latte=pieces)).status == 200
        await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": "new", "to": "confirmed"})
        for _ in range(3):
            cafe.clock.advance(seconds=5)
            await two_rounds()
        order = next(each for each in await guest.sees_orders() if each["id"] == order_id)
        assert (order["payment_status"], order.get("balance", 0)) == ("paid", balance)
        [payment] = await cafe.rows("SELECT amount FROM payments WHERE order_id = :id", id=order_id)
        assert payment["amount"] == taken


async def test_who_may_not_give_money_back_takes_nothing_out_of_what_is_paid(cafe: Cafe, bank: FakeMonobank) -> None:
    guest, staff, owner = cafe.guest(), await cafe.desk("staff"), await cafe.desk("owner")
    await cafe.configure(refund_role="manager")
    placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
    await bank.pay(invoice_of(placed))
    refused = await staff_edits(staff, placed["order_id"], latte=0)
    assert (refused.status, refused.json["error"]) == (403, "forbidden")
    assert (await guest.sees_orders())[0]["total"] == 230
    await cafe.configure(refund_role="staff", refund_limit=50)
    refused = await staff_edits(staff, placed["order_id"], latte=0)
    assert (refused.status, refused.json) == (403, {"error": "refund_limit", "limit": 50})
    assert (await staff_edits(owner, placed["order_id"], latte=0)).status == 200


async def test_refunded_pieces_stay(cafe: Cafe, bank: FakeMonobank) -> None:
    guest, desk = cafe.guest(), await cafe.desk()
    placed = await guest.places("borscht", "latte", "latte", kind="dine-in", payment_method="card")
    order_id = placed["order_id"]
    await bank.pay(invoice_of(placed))
    path = f"/api/desk/orders/{order_id}/refunds"
    latte = next(line for line in (await desk.get(path)).json["lines"] if line["name"] == "Лате")
    wish = {"seen": 0, "lines": [{"id": latte["id"], "quantity": 1}]}
    assert (await desk.post(path, wish)).status == 200
    assert (await staff_edits(desk, order_id, latte=0)).status == 409
    assert (await staff_edits(desk, order_id, latte=1)).status == 200


async def test_choices_and_stops(cafe: Cafe) -> None:
    shop = await OptionsShop.of(cafe)
    guest, desk = cafe.guest(), await cafe.desk("staff", "Олена")
    await shop.adds(guest, "latte", ["large", "oat"])
    placed = await guest.orders_dine_in()
    order_id = placed.json["order_id"]
    edit = (await details(guest, order_id))["edit"]
    more = [{"id": edit["lines"][0]["id"], "quantity": 2}]
    assert (await guest.post(f"/api/orders/{order_id}/edits", {"seen": 0, "lines": more})).status == 200
    [order] = await guest.sees_orders()
    assert [(item["quantity"], len(item["options"])) for item in order["items"]] == [(2, 2)]
    await shop.stop("oat")
    answer = await guest.post(
        f"/api/orders/{order_id}/edits", {"seen": 1, "lines": [{"id": more[0]["id"], "quantity": 3}]}
    )
    assert (answer.status, answer.json["error"]) == (400, "options_unavailable")
    item = {"product_id": cafe.products["latte"], "options": shop.choice("small", "oat")}
    assert (await staff_edits(desk, order_id, items=[item])).json["error"] == "options_invalid"


async def test_a_full_slot_takes_no_more_pieces(cafe: Cafe) -> None:
    await cafe.load(
        '[settings]\nschedule_days = 2\n[[slots]]\norder_type = "pickup"\nevery_minutes = 15\nmax_items = 3\n'
    )
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", scheduled_for="2026-06-15T15:00")
    assert (await edits(guest, placed["order_id"], latte=2)).status == 200
    answer = await edits(guest, placed["order_id"], latte=3)
    assert (answer.status, answer.json["error"]) == (400, "time_unavailable")
    assert (await edits(guest, placed["order_id"], latte=1, borscht=2)).status == 200


async def test_nothing_is_added_during_a_pause(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id = (await guest.places("borscht", "latte"))["order_id"]
    await cafe.app.services.pause.pause_for(30)
    answer = await edits(guest, order_id, latte=2)
    assert (answer.status, answer.json["message"]) == (409, "Зараз ми не приймаємо нових позицій.")
    assert (await edits(guest, order_id, latte=0)).status == 200
