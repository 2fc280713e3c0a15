"""Keys of outside services typed at the desk: checked at once, in force at once, kept secret."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import copy_database
from tests.driver import Cafe, DeskVisitor, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.vchasno import FakeVchasno

URL = "/api/desk/connections"
NOBODY = "http://127.0.0.1:9"


def without_keys(folder: Path, **changes: Any) -> Any:
    """A cafe that has been started and nothing else."""
    return config_for(folder, **{"bot_token": None, "staff_chat_id": None, **changes})


@pytest.fixture
async def cafe(
    tmp_path: Path,
    prepared_database: Path,
    clock: FakeClock,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    fiscal: FakeCheckbox,
    vchasno: FakeVchasno,
) -> AsyncIterator[Cafe]:
    copy_database(prepared_database, tmp_path / "cafe.db")
    urls = {
        "monobank_api_url": bank.base_url,
        "liqpay_api_url": liqpay.base_url,
        "checkbox_api_url": fiscal.base_url,
        "vchasno_api_url": vchasno.base_url,
    }
    async with open_cafe(without_keys(tmp_path, **urls), clock=clock, catalogue=None) as cafe:
        yield cafe


async def sources(owner: DeskVisitor) -> dict[str, str | None]:
    return {each["name"]: each["source"] for each in (await owner.get(URL)).json["connections"]}


async def card_is_offered(cafe: Cafe) -> bool:
    return "X-Cafe-Card" not in (await cafe.get("/api/settings")).headers


async def test_a_bank_s_key_is_checked_and_in_force_at_once(cafe: Cafe, bank: FakeMonobank) -> None:
    owner = await cafe.desk()
    assert set((await sources(owner)).values()) == {None}
    assert not await card_is_offered(cafe)
    refused = await owner.post(f"{URL}/monobank", {"monobank_token": "another"})
    assert (refused.status, refused.json["problems"][0]["field"]) == (400, "monobank_token")
    assert (await sources(owner))["monobank"] is None
    taken = await owner.post(f"{URL}/monobank", {"monobank_token": f"  {bank.token}\n"})
    assert taken.status == 200, taken.json
    assert (await sources(owner))["monobank"] == "desk"
    assert await card_is_offered(cafe)
    placed = await cafe.guest().places("latte", kind="pickup", payment_method="card")
    await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
    assert await cafe.value("SELECT payment_status FROM orders") == "paid"


async def test_a_key_is_nowhere_to_be_read(cafe: Cafe, bank: FakeMonobank, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    owner = await cafe.desk()
    answer = await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})
    history = await owner.get("/api/desk/changes")
    change = history.json["changes"][0]
    [item] = change["items"]
    assert (item["table"], item["key"], item["before"], change["may_undo"]) == ("connections", "monobank", None, False)
    shown = [
        answer.body,
        history.body,
        (await owner.get(URL)).body,
        (await cafe.app.services.catalogue.dump()).encode(),
    ]
    stored = str([dict(row) for row in await cafe.rows("SELECT * FROM typed_keys")]).encode()
    for text in (*shown, stored, caplog.text.encode()):
        assert bank.token.encode() not in text


async def test_keys_that_are_missing_or_of_another_service(cafe: Cafe) -> None:
    owner = await cafe.desk()
    blank = await owner.post(f"{URL}/liqpay", {"liqpay_public_key": " "})
    assert [each["field"] for each in blank.json["problems"]] == ["liqpay_public_key", "liqpay_private_key"]
    foreign = await owner.post(f"{URL}/monobank", {"bot_token": "1:a"})
    assert [each["field"] for each in foreign.json["problems"]] == ["bot_token"]
    no_text = await owner.post(f"{URL}/monobank", {"monobank_token": 5})
    assert [each["field"] for each in no_text.json["problems"]] == ["monobank_token"]
    malformed = await owner.post(f"{URL}/telegram", {"bot_token": "no token"})
    assert [each["field"] for each in malformed.json["problems"]] == ["bot_token"]
    assert (await owner.post(f"{URL}/amazon", {"key": "1"})).status == 404
    assert await cafe.value("SELECT COUNT(*) FROM typed_keys") == 0


async def test_without_an_answer_nothing_is_stored(tmp_path: Path, prepared_database: Path) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = without_keys(tmp_path, monobank_api_url=NOBODY, bot_api_url=NOBODY)
    async with open_cafe(config, catalogue=None) as cafe:
        owner = await cafe.desk()
        for name, keys in (("monobank", {"monobank_token": "abc"}), ("telegram", {"bot_token": "1:a"})):
            refused = await owner.post(f"{URL}/{name}", keys)
            assert refused.status == 400
            assert "не вдалося перевірити" in refused.json["problems"][0]["message"]
        assert set((await sources(owner)).values()) == {None}


async def test_other_services(cafe: Cafe, liqpay: FakeLiqPay, fiscal: FakeCheckbox) -> None:
    owner = await cafe.desk()
    liqpay_keys = {"liqpay_public_key": liqpay.public_key, "liqpay_private_key": liqpay.private_key}
    assert (await owner.post(f"{URL}/liqpay", liqpay_keys)).status == 200
    wrong = await owner.post(f"{URL}/checkbox", {"checkbox_license_key": fiscal.license_key, "checkbox_pin": "0000"})
    assert wrong.status == 400
    keys = {"checkbox_license_key": fiscal.license_key, "checkbox_pin": fiscal.pin}
    assert (await owner.post(f"{URL}/checkbox", keys)).status == 200
    await cafe.app.services.settings.change({"payment_provider": "liqpay"})
    placed = await cafe.guest().places("latte", kind="pickup", payment_method="card")
    await liqpay.open(placed["pay_url"])
    [order_id] = liqpay.payments
    await liqpay.pay(order_id)
    async with asyncio.timeout(30):
        while not fiscal.receipts:
            await two_rounds()


async def test_a_change_of_the_fiscal_service(
    cafe: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox, vchasno: FakeVchasno
) -> None:
    owner = await cafe.desk()
    await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})

    async def sells() -> None:
        placed = await cafe.guest().places("latte", kind="pickup", payment_method="card")
        await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
        async with asyncio.timeout(300):
            while await cafe.value("SELECT COUNT(*) FROM receipts WHERE state <> 'done'"):
                await two_rounds()

    refused = await owner.post(f"{URL}/vchasno", {"vchasno_token": "another"})
    assert [each["field"] for each in refused.json["problems"]] == ["vchasno_token"]
    assert (await owner.post(f"{URL}/vchasno", {"vchasno_token": vchasno.token})).status == 200
    await sells()
    keys = {"checkbox_license_key": fiscal.license_key, "checkbox_pin": fiscal.pin}
    assert (await owner.post(f"{URL}/checkbox", keys)).status == 200
    await sells()
    assert (await owner.delete(f"{URL}/checkbox")).status == 200
    await sells()
    services = [row["service"] for row in await cafe.rows("SELECT service FROM receipts ORDER BY id")]
    assert services == ["vchasno", "checkbox", "vchasno"]
    assert (len(fiscal.receipts), len(vchasno.receipts)) == (1, 2)


async def test_the_environment_wins(tmp_path: Path, prepared_database: Path, bank: FakeMonobank) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = without_keys(tmp_path, monobank_api_url=bank.base_url)
    async with open_cafe(config, catalogue=None) as cafe:
        owner = await cafe.desk()
        await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})
    fixed = without_keys(tmp_path, monobank_api_url=bank.base_url, monobank_token="of the server")
    async with open_cafe(fixed, catalogue=None) as cafe:
        owner = await cafe.desk()
        assert (await sources(owner))["monobank"] == "environment"
        for refused in (
            await owner.post(f"{URL}/monobank", {"monobank_token": bank.token}),
            await owner.delete(f"{URL}/monobank"),
        ):
            assert (refused.status, refused.json["error"]) == (409, "set_in_environment")
        guest = cafe.guest()
        await guest.adds("latte")
        assert (await guest.orders_pickup(payment_method="card")).json["pay_url"] is None  # the bank refuses that key


async def test_other_processes_and_the_next_start_have_it_too(
    tmp_path: Path, prepared_database: Path, bank: FakeMonobank
) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = without_keys(tmp_path, monobank_api_url=bank.base_url)
    async with open_cafe(config, catalogue=None) as one, open_cafe(config, catalogue=None) as other:
        owner = await one.desk()
        await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})
        await two_rounds()
        assert await card_is_offered(other)
    async with open_cafe(config, catalogue=None) as one:
        assert await card_is_offered(one)
        owner = await one.desk()
        assert (await owner.delete(f"{URL}/monobank")).status == 200
        assert not await card_is_offered(one)
        await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})
    restored = without_keys(tmp_path, monobank_api_url=bank.base_url, secret_key="another key of the same length, too")
    async with open_cafe(restored, catalogue=None) as one:
        owner = await one.desk()
        [found] = [each for each in (await owner.get(URL)).json["connections"] if each["name"] == "monobank"]
        assert found == {"name": "monobank", "source": "desk", "is_readable": False}
        assert not await card_is_offered(one)
        assert (await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})).status == 200
        assert await card_is_offered(one)


async def test_an_order_for_one_hryvnia_tries_the_bank_out(cafe: Cafe, bank: FakeMonobank) -> None:
    owner = await cafe.desk()
    without = await owner.post("/api/desk/test-order")
    assert (without.status, without.json["pay_url"]) == (201, None)
    await owner.post(f"{URL}/monobank", {"monobank_token": bank.token})
    placed = (await owner.post("/api/desk/test-order")).json
    await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
    path = f"/api/desk/orders/{placed['order_id']}"
    order = (await owner.get(path)).json
    assert (order["total"], order["payment_status"], order["lines"][0]["name"]) == (1, "paid", "Перевірка оплати")
    refunded = await owner.post(f"{path}/refunds", {"seen": 0, "whole": True})
    assert refunded.status == 200, refunded.json
    assert await cafe.value("SELECT SUM(amount) FROM refunds") == 100
