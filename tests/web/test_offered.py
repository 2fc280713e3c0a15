"""What the owner has switched off for good: ways to get an order, and ways to pay."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cafe.core.catalogue.changes.errors import CatalogueError
from tests.conftest import copy_database
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.web.test_settings import KEYS

LABELS = ("delivery", "pickup", "dine_in")


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    """The test cafe with an account at a bank."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = config_for(tmp_path, monobank_token=bank.token, monobank_api_url=bank.base_url)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def orders(guest: Visitor, kind: str, **fields: Any) -> Any:
    await guest.adds("latte", 5)
    place = {"delivery": guest.orders_delivery, "pickup": guest.orders_pickup, "dine_in": guest.orders_dine_in}[kind]
    return await place(**fields)


async def test_with_everything_on_no_key_is_added(cafe: Cafe) -> None:
    await cafe.load('[settings]\norder_types = ["dine_in", "pickup", "delivery"]\npayments = ["cash", "card"]\n')
    assert (await cafe.get("/api/settings")).json.keys() == KEYS


@pytest.mark.parametrize("off", LABELS)
async def test_a_type_that_is_off_is_refused_and_changes_nothing(cafe: Cafe, off: str) -> None:
    on = [kind for kind in LABELS if kind != off]
    await cafe.load(f"[settings]\norder_types = {on}\n")
    settings = (await cafe.get("/api/settings")).json
    assert (settings["order_types"], settings["payments"]) == (on, ["card", "cash"])
    guest = cafe.guest()
    refused = await orders(guest, off)
    assert (refused.status, refused.json["error"]) == (400, "type_unavailable")
    assert "інший спосіб" in refused.json["message"]
    assert len((await guest.cart()).json["items"]) == 1
    for kind in on:
        assert (await orders(guest, kind)).status == 201


@pytest.mark.parametrize(("off", "on"), [("cash", "card"), ("card", "cash")])
@pytest.mark.parametrize("kind", LABELS)
async def test_a_way_of_paying_that_is_off_is_refused(cafe: Cafe, off: str, on: str, kind: str) -> None:
    await cafe.app.services.settings.change({"payments": on})
    guest = cafe.guest()
    refused = await orders(guest, kind, payment_method=off)
    assert (refused.status, refused.json["error"]) == (400, "payment_unavailable")
    assert (await orders(guest, kind, payment_method=on)).status == 201
    unknown = await orders(guest, kind, payment_method="gold")
    assert unknown.json["message"] == "invalid payment_method"


async def test_without_cash_a_card_order_does_not_become_one(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = (await orders(guest, "pickup", payment_method="card")).json
    await cafe.app.services.settings.change({"payments": "card"})
    refused = await guest.post(f"/api/orders/{placed['order_id']}/cash")
    assert (refused.status, refused.json["error"]) == (400, "not_payable")
    assert (await guest.pays(placed["order_id"])).status == 200


async def test_nothing_at_all_is_refused_and_a_dump_has_lists(cafe: Cafe) -> None:
    settings = cafe.app.services.settings
    for wrong in ({"order_types": ""}, {"payments": " , "}, {"payments": "card,gold"}):
        with pytest.raises(CatalogueError, match="must be"):
            await settings.change(wrong)
    await settings.change({"order_types": "pickup,delivery"})
    text = await cafe.app.services.catalogue.dump()
    assert 'order_types = [\n    "delivery",\n    "pickup",\n]' in text
    await cafe.load(text)
    assert settings.current.offered_types == ["delivery", "pickup"]
