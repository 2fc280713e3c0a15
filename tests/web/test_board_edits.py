"""Changing orders at the kitchen screen."""

from pathlib import Path

import pytest

from tests.driver import Cafe, FakeClock, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.web.kitchen import board, order_on, paired
from tests.web.test_order_edits import invoice_of


async def test_a_piece_less_at_once_and_a_dish_more_after_a_question(cafe: Cafe) -> None:
    guest, tablet = cafe.guest(), await paired(cafe, "Кухня")
    placed = await guest.places("borscht", "latte", kind="dine-in")
    order_id = placed["order_id"]
    path = f"/api/board/orders/{order_id}"
    ticket = (await tablet.get(f"{path}/ticket")).json
    assert (ticket["edit"]["seen"], ticket["edit"]["asks_guest"], "changes" in ticket) == (0, True, False)
    latte = next(line["id"] for line in ticket["edit"]["lines"] if line["name"] == "Лате")
    wanted = {"seen": 0, "lines": [{"id": latte, "quantity": 0}]}
    preview = (await tablet.post(f"{path}/edits", {**wanted, "preview": True})).json
    assert (preview["changes"], preview["total"]) == ("− 1 × Лате", 145)
    version = (await board(tablet))["version"]
    answer = await tablet.post(f"{path}/edits", wanted)
    assert (answer.status, answer.json) == (200, {"is_proposed": False, "total": 145})
    assert (await board(tablet))["version"] != version
    assert [line["name"] for line in (await order_on(tablet, order_id))["lines"]] == ["Борщ"]
    assert (await tablet.get(f"{path}/ticket")).json["changes"] == ["− 1 × Лате"]
    item = {"product_id": cafe.products["espresso"]}
    asked = await tablet.post(f"{path}/edits", {"seen": 1, "items": [item]})
    assert asked.json == {"is_proposed": True, "total": 145}
    assert (await tablet.get(f"{path}/ticket")).json["proposal"]["text"] == "+ 1 × Еспресо"
    late = await tablet.post(f"{path}/edits", wanted)
    assert (late.status, late.json["error"]) == (409, "not_editable")
    assert (await tablet.post(f"{path}/edits", {})).status == 400
    assert (await tablet.post("/api/board/orders/999/edits", wanted)).status == 404
    assert (await cafe.guest().post(f"{path}/edits", wanted)).status == 401


@pytest.mark.parametrize("is_preview", [True, False])
async def test_where_money_would_go_back_a_person_decides(
    tmp_path: Path, clock: FakeClock, bank: FakeMonobank, *, is_preview: bool
) -> None:
    config = config_for(tmp_path, monobank_token=bank.token, monobank_api_url=bank.base_url)
    async with open_cafe(config, clock=clock) as cafe:
        guest, tablet = cafe.guest(), await paired(cafe, "Кухня")
        placed = await guest.places("borscht", "latte", kind="dine-in", payment_method="card")
        await bank.pay(invoice_of(placed))
        path = f"/api/board/orders/{placed['order_id']}"
        latte = (await tablet.get(f"{path}/ticket")).json["edit"]["lines"][1]["id"]
        body = {"seen": 0, "lines": [{"id": latte, "quantity": 0}], "preview": is_preview}
        refused = await tablet.post(f"{path}/edits", body)
        assert (refused.status, refused.json["error"]) == (409, "not_editable")
        assert "в чаті персоналу або в кабінеті" in refused.json["message"]
        more = {"seen": 0, "lines": [{"id": latte, "quantity": 2}]}
        assert (await tablet.post(f"{path}/edits", {**more, "is_agreed": True})).status == 200
        assert (await order_on(tablet, placed["order_id"]))["balance"] == 85
