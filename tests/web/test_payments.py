"""Paying over HTTP: the real routes, a real bank that calls back, and its failures."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import copy_database
from tests.driver import ORDER_KEYS, Answer, Cafe, FakeClock, Visitor, config_for, open_cafe, two_rounds
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure

WEBHOOK = "/api/payments/bank/webhook"
OK = {"ok": True}


@pytest.fixture
async def cafe(
    tmp_path: Path,
    prepared_database: Path,
    clock: FakeClock,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    fiscal: FakeCheckbox,
) -> AsyncIterator[Cafe]:
    """The test cafe with accounts at both banks and the fiscal service."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = config_for(
        tmp_path,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        liqpay_public_key=liqpay.public_key,
        liqpay_private_key=liqpay.private_key,
        liqpay_api_url=liqpay.base_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def ordered(visitor: Visitor, **changes: Any) -> Any:
    return await visitor.places("latte", kind="pickup", payment_method="card", **changes)


def invoice_of(result: Any) -> str:
    return str(result["pay_url"]).rsplit("/", 1)[-1]


async def test_where_the_banks_app_opens_is_told_beside_the_specified_answer(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    placed = await guest.orders_pickup(payment_method="card", key="tap")
    assert placed.headers["X-Cafe-Pay-App"] == f"https://mbnk.app/or/{invoice_of(placed.json)}"
    assert set(placed.json) == ORDER_KEYS
    again = await guest.orders_pickup(payment_method="card", key="tap")
    assert (again.json, again.headers["X-Cafe-Pay-App"]) == (placed.json, placed.headers["X-Cafe-Pay-App"])
    another = await guest.pays(placed.json["order_id"])
    assert another.headers["X-Cafe-Pay-App"] == f"https://mbnk.app/or/{invoice_of(another.json)}"
    assert set(another.json) == {"pay_url"}
    await bank.pay(invoice_of(placed.json))
    late = await guest.orders_pickup(payment_method="card", key="tap")
    assert late.json["pay_url"] is None
    assert "X-Cafe-Pay-App" not in late.headers


async def test_an_app_that_the_bank_does_not_name_is_not_told(cafe: Cafe, bank: FakeMonobank) -> None:
    bank.app_url = None
    guest = cafe.guest()
    await guest.adds("latte")
    placed = await guest.orders_pickup(payment_method="card")
    assert placed.json["pay_url"]
    assert "X-Cafe-Pay-App" not in placed.headers
    assert "X-Cafe-Pay-App" not in (await guest.pays(placed.json["order_id"])).headers


async def test_the_ways_to_pay_are_those_of_the_banks_page(cafe: Cafe) -> None:
    settings = await cafe.get("/api/settings")
    assert settings.headers["X-Cafe-Pay-Ways"] == "card,apple,google,monobank"
    await cafe.configure(payment_provider="liqpay")
    assert (await cafe.get("/api/settings")).headers["X-Cafe-Pay-Ways"] == "card,apple,google,privat24"
    guest = cafe.guest()
    await guest.adds("latte")
    assert "X-Cafe-Pay-App" not in (await guest.orders_pickup(payment_method="card")).headers


async def test_the_page_of_an_order_tells_until_when_it_is_to_be_paid(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id = (await ordered(guest))["order_id"]
    address = f"/api/orders/{order_id}/details"
    assert "pay_until" not in (await guest.get(address)).json
    await cafe.configure(unpaid_minutes=30)
    assert (await guest.get(address)).json["pay_until"] == "2026-06-15T12:30"
    cafe.clock.advance(minutes=20)
    await two_rounds()
    cafe.clock.advance(minutes=10)
    await two_rounds()
    answer = (await guest.get(address)).json
    assert "pay_until" not in answer
    assert (answer["order"]["status"], answer["order"]["can_pay"]) == ("cancelled", False)
    assert answer["order"]["cancel_reason"] == "Не оплачено вчасно. Якщо воно ще потрібне, замовте знову"


async def is_paid(visitor: Visitor, order_id: int) -> bool:
    answer = await visitor.get(f"/api/checkout/payment-status/{order_id}")
    assert answer.status == 200
    assert set(answer.json) == {"paid"}
    return bool(answer.json["paid"])


async def kinds(cafe: Cafe) -> list[str]:
    rows = await cafe.rows("SELECT kind FROM outbox WHERE kind <> 'staff-card-changed' ORDER BY id")
    return [row["kind"] for row in rows]


async def test_a_card_order_answers_with_a_page(cafe: Cafe, bank: FakeMonobank) -> None:
    result = await ordered(cafe.guest())
    assert result["payment_method"] == "card"
    assert result["card_unavailable_message"] is None
    invoice = bank.invoices[invoice_of(result)]
    assert result["pay_url"] == f"{bank.base_url}/pay/{invoice.id}"
    assert invoice.amount == result["total"] * 100
    assert invoice.webhook_url == cafe.url + WEBHOOK
    assert invoice.redirect_url == cafe.url + result["track_url"]


async def test_cash_needs_no_page(cafe: Cafe, bank: FakeMonobank) -> None:
    result = await cafe.guest().places("latte", payment_method="cash")
    assert (result["pay_url"], result["card_unavailable_message"]) == (None, None)
    assert not bank.calls


async def test_a_free_order_is_paid_at_once(cafe: Cafe, bank: FakeMonobank) -> None:
    await cafe.load('[[promos]]\ncode = "GIFT"\ndiscount_percent = 100\n')
    john = cafe.person()
    result = await ordered(john, promo_code="gift")
    assert (result["total"], result["pay_url"], result["card_unavailable_message"]) == (0, None, None)
    assert await is_paid(john, result["order_id"])
    paid = await john.pays(result["order_id"])
    assert (paid.status, paid.json["error"]) == (400, "already_paid")
    assert not bank.calls
    assert await cafe.rows("SELECT 1 FROM receipts") == []


async def test_paying_from_page_to_receipt(cafe: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox) -> None:
    john = cafe.english_person()
    result = await ordered(john)
    assert not await is_paid(john, result["order_id"])
    await bank.pay(invoice_of(result))
    assert [delivery.answers for delivery in bank.webhooks.deliveries] == [[200], [200]]
    assert await is_paid(john, result["order_id"])
    [order] = await john.sees_orders()
    assert (order["payment_status"], order["can_pay"]) == ("paid", False)
    for _ in range(100):
        if "customer-receipt-ready" in await kinds(cafe):
            break
        await asyncio.sleep(0.1)
    assert await kinds(cafe) == [
        "staff-order-created",
        "customer-order-created",
        "staff-order-paid",
        "customer-payment-received",
        "customer-receipt-ready",
    ]
    [receipt] = fiscal.receipts.values()
    assert receipt.total == result["total"] * 100


async def test_a_declined_payment_can_be_tried_again(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    result = await ordered(john)
    await bank.decline(invoice_of(result))
    status = await john.get(f"/api/checkout/payment-status/{result['order_id']}")
    assert (status.json, status.headers["X-Cafe-Payment"]) == ({"paid": False}, "declined")
    assert not await is_paid(john, result["order_id"])
    again = await john.pays(result["order_id"])
    assert (again.status, set(again.json)) == (200, {"pay_url"})
    assert again.json["pay_url"] != result["pay_url"]
    await bank.pay(again.json["pay_url"].rsplit("/", 1)[-1])
    assert await is_paid(john, result["order_id"])
    assert (await kinds(cafe))[2:] == ["customer-payment-failed", "staff-order-paid", "customer-payment-received"]


async def test_liqpay_from_page_to_paid(cafe: Cafe, liqpay: FakeLiqPay) -> None:
    await cafe.configure(payment_provider="liqpay")
    guest = cafe.guest()
    result = await ordered(guest)
    await liqpay.open(result["pay_url"])
    [order_id] = liqpay.payments
    assert liqpay.payments[order_id].server_url == cafe.url + "/api/payments/liqpay/webhook"
    await liqpay.pay(order_id)
    assert [delivery.answers for delivery in liqpay.webhooks.deliveries] == [[200], [200]]
    assert await is_paid(guest, result["order_id"])


async def test_switching_the_provider_leaves_old_invoices_where_they_are(
    cafe: Cafe, bank: FakeMonobank, liqpay: FakeLiqPay
) -> None:
    john = cafe.person()
    result = await ordered(john)
    await cafe.configure(payment_provider="liqpay")
    bank.webhooks.is_silent = True
    await bank.pay(invoice_of(result))
    assert await is_paid(john, result["order_id"])
    assert not liqpay.calls


@pytest.mark.parametrize("path", [WEBHOOK, "/api/payments/monobank/webhook", "/api/payments/liqpay/webhook"])
@pytest.mark.parametrize("signature", [None, "", "???", "AAAA", "Кава".encode().decode("latin-1"), "A" * 7000])
@pytest.mark.parametrize(
    "body", [b"", b"{", b"{}", b"\xff", b'{"invoiceId":"a","status":"success"}', b"data=a&signature=b"]
)
async def test_without_the_banks_signature_nothing_is_read(
    cafe: Cafe, path: str, signature: str | None, body: bytes
) -> None:
    headers = {} if signature is None else {"X-Sign": signature}
    answer = await cafe.send("POST", path, data=body, headers=headers)
    assert (answer.status, answer.json) == (400, {"error": "invalid signature"})


@pytest.mark.parametrize("body", [b"", b"not json", b"[]", b'"text"', b"7", b"null", b"{}", b'{"invoiceId":null}'])
async def test_signed_but_about_no_invoice(cafe: Cafe, bank: FakeMonobank, body: bytes) -> None:
    answer = await cafe.send("POST", WEBHOOK, data=body, headers={"X-Sign": bank.sign(body)})
    assert (answer.status, answer.json) == (400, {"error": "missing invoiceId"})


async def test_what_is_unknown_is_acknowledged(cafe: Cafe, bank: FakeMonobank) -> None:
    result = await ordered(cafe.person())
    for said in (
        {"invoiceId": "p2_never", "status": "success"},
        {"invoiceId": invoice_of(result), "status": "brand new"},
        {"invoiceId": invoice_of(result)},
        {"invoiceId": invoice_of(result), "status": ["success"], "amount": "much", "modifiedDate": "soon"},
        {"invoiceId": "a" * 5000, "status": "success", "reference": "\x00"},
    ):
        body = json.dumps(said).encode()
        answer = await cafe.send("POST", WEBHOOK, data=body, headers={"X-Sign": bank.sign(body)})
        assert (answer.status, answer.json) == (200, OK)
    unknown = ["staff-payment-unknown"] * 2
    assert sorted(await kinds(cafe)) == ["customer-order-created", "staff-order-created", *unknown]


async def test_a_webhook_makes_no_guest(cafe: Cafe, bank: FakeMonobank) -> None:
    before = await cafe.value("SELECT COUNT(*) FROM customers")
    body = b'{"invoiceId":"x","status":"success"}'
    answer = await cafe.send("POST", WEBHOOK, data=body, headers={"X-Sign": bank.sign(body)})
    assert answer.cookies == []
    assert await cafe.value("SELECT COUNT(*) FROM customers") == before


async def test_duplicates_in_the_wrong_order_pay_once(cafe: Cafe, bank: FakeMonobank) -> None:
    bank.webhooks.copies, bank.webhooks.is_reordered = 3, True
    result = await ordered(cafe.person())
    await bank.pay(invoice_of(result))
    assert len(bank.webhooks.deliveries) == 6
    assert all(delivery.answers == [200] for delivery in bank.webhooks.deliveries)
    assert (await kinds(cafe))[2:4] == ["staff-order-paid", "customer-payment-received"]
    assert (await kinds(cafe)).count("staff-order-paid") == 1


async def test_a_rotated_key_is_learned(cafe: Cafe, bank: FakeMonobank) -> None:
    first, second = await ordered(cafe.person()), await ordered(cafe.person())
    await bank.pay(invoice_of(first))
    bank.rotate_key()
    await bank.pay(invoice_of(second))
    assert [delivery.answers for delivery in bank.webhooks.deliveries] == [[200]] * 4


@pytest.mark.parametrize(
    "failure", [Failure.TOO_MANY_REQUESTS, Failure.SERVER_ERROR, Failure.HTML, Failure.NONSENSE, Failure.DROPPED]
)
async def test_a_failing_bank_costs_the_page_and_not_the_order(
    cafe: Cafe, bank: FakeMonobank, failure: Failure
) -> None:
    bank.fail(failure, path="/create", times=2)
    john = cafe.english_person()
    result = await ordered(john)
    assert result["pay_url"] is None
    assert "card" in result["card_unavailable_message"].lower()
    assert (await kinds(cafe))[-1] == "customer-card-unavailable"
    again = await john.pays(result["order_id"])
    assert (again.status, again.json["error"]) == (502, "payment_provider_error")
    assert again.json["message"]
    third = await john.pays(result["order_id"])
    assert third.status == 200
    assert not await is_paid(john, result["order_id"])


async def test_a_slow_bank_is_waited_for_ten_seconds_and_holds_up_nobody(cafe: Cafe, bank: FakeMonobank) -> None:
    bank.fail(Failure.SLOW, path="/create", times=1, seconds=60)
    started = asyncio.get_running_loop().time()
    waiting = asyncio.ensure_future(ordered(cafe.person()))
    await asyncio.sleep(0.5)
    assert (await cafe.guest().places("latte"))["order_id"]
    assert not waiting.done()
    result = await waiting
    assert 9 < asyncio.get_running_loop().time() - started < 30
    assert result["pay_url"] is None


async def test_a_webhook_does_not_wait_for_the_fiscal_service(
    cafe: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox
) -> None:
    fiscal.fail(Failure.SLOW, times=100, seconds=30)
    result = await ordered(cafe.person())
    started = asyncio.get_running_loop().time()
    await bank.pay(invoice_of(result))
    assert asyncio.get_running_loop().time() - started < 8
    assert bank.webhooks.deliveries[-1].answers == [200]


async def test_cancelling_withdraws_the_page(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    result = await ordered(john)
    assert (await john.cancels(result["order_id"])).status == 200
    for _ in range(50):
        if bank.invoices[invoice_of(result)].status == "expired":
            break
        await asyncio.sleep(0.1)
    assert bank.invoices[invoice_of(result)].status == "expired"


async def test_paid_in_the_moment_of_cancelling(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    result = await ordered(john)
    bank.fail(Failure.SERVER_ERROR, path="/remove", times=50)
    await john.cancels(result["order_id"])
    await bank.pay(invoice_of(result))
    [order] = await john.sees_orders()
    assert (order["status"], order["payment_status"]) == ("cancelled", "paid")
    assert (await kinds(cafe))[-2:] == ["staff-money-to-return", "customer-money-to-return"]


async def test_after_a_declined_card_a_guest_pays_in_cash(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    result = await ordered(john)
    await bank.decline(invoice_of(result))
    version = (await john.get(f"/api/orders/{result['order_id']}/details")).json["version"]
    for _ in range(2):
        answer = await john.post(f"/api/orders/{result['order_id']}/cash")
        assert answer.status == 200
        told = [answer.json[key] for key in ("payment_method", "payment_status", "can_pay")]
        assert told == ["cash", "unpaid", False]
    assert (await john.get(f"/api/orders/{result['order_id']}/details")).json["version"] != version
    assert (await kinds(cafe)).count("staff-order-to-cash") == 1
    refused = await john.pays(result["order_id"])
    assert (refused.status, refused.json["error"]) == (400, "not_payable")
    for _ in range(50):
        if bank.invoices[invoice_of(result)].status == "expired":
            break
        await asyncio.sleep(0.1)
    assert bank.invoices[invoice_of(result)].status == "expired", "its page is withdrawn"


async def test_who_may_not_pay_in_cash_instead(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    paid, cancelled, cash = await ordered(john), await ordered(john), await john.places("latte")
    await bank.pay(invoice_of(paid))
    await john.cancels(cancelled["order_id"])
    answers = [await john.post(f"/api/orders/{each['order_id']}/cash") for each in (paid, cancelled, cash)]
    assert [(answer.status, answer.json.get("error")) for answer in answers] == [
        (400, "already_paid"),
        (400, "not_payable"),
        (200, None),
    ]
    assert all(answer.json["message"] for answer in answers[:2])
    assert (await cafe.guest().post(f"/api/orders/{cash['order_id']}/cash")).json == {"error": "not_found"}
    assert "staff-order-to-cash" not in await kinds(cafe)


async def test_a_page_that_is_paid_after_the_guest_chose_cash(cafe: Cafe, bank: FakeMonobank) -> None:
    """It pays the order; once cash was taken for that, the card's money is to be returned."""
    john = cafe.person()
    bank.fail(Failure.SERVER_ERROR, path="/remove", times=50)
    early, late = await ordered(john), await ordered(john)
    for each in (early, late):
        assert (await john.post(f"/api/orders/{each['order_id']}/cash")).status == 200
    await bank.pay(invoice_of(early))
    await cafe.moves_order(late["order_id"], "completed")
    await bank.pay(invoice_of(late))
    orders = {order["id"]: order for order in await john.sees_orders()}
    paid, ended = orders[early["order_id"]], orders[late["order_id"]]
    assert (paid["payment_method"], paid["payment_status"]) == ("card", "paid")
    assert (ended["payment_method"], ended["payment_status"]) == ("cash", "unpaid")
    assert await cafe.rows("SELECT order_id, reason FROM money_to_return") == [
        {"order_id": late["order_id"], "reason": "second"}
    ]
    assert (await kinds(cafe)).count("staff-order-paid") == 1


async def test_fifty_webhooks_and_polls_at_once(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    result = await ordered(john)
    bank.webhooks.is_silent = True
    await bank.pay(invoice_of(result))
    body = bank.invoices[invoice_of(result)].body
    headers = {"X-Sign": bank.sign(body)}
    async with asyncio.TaskGroup() as together:
        webhooks = [together.create_task(cafe.send("POST", WEBHOOK, data=body, headers=headers)) for _ in range(25)]
        polls = [together.create_task(is_paid(john, result["order_id"])) for _ in range(25)]
    assert {webhook.result().status for webhook in webhooks} == {200}
    assert {poll.result() for poll in polls} == {True}
    told = (await kinds(cafe))[2:]
    assert told.count("staff-order-paid") == 1
    assert told.count("customer-payment-received") <= 1
    assert await cafe.value("SELECT COUNT(*) FROM receipts") == 1


async def test_a_repeated_checkout_gets_the_same_page(cafe: Cafe, bank: FakeMonobank) -> None:
    john = cafe.person()
    await john.adds("latte")
    first, second = await asyncio.gather(*(john.orders_pickup(payment_method="card", key="tap") for _ in range(2)))
    assert first.json == second.json
    assert len(bank.invoices) == 1


async def test_liqpays_callback_is_no_json(cafe: Cafe, liqpay: FakeLiqPay) -> None:
    data = base64.b64encode(b"[]").decode()
    body = f"data={data}&signature={liqpay.sign(data)}".replace("+", "%2B").encode()
    answer = await cafe.send("POST", "/api/payments/liqpay/webhook", data=body)
    assert (answer.status, answer.json) == (400, {"error": "missing invoiceId"})


async def test_with_a_bank_no_header_speaks_against_cards(cafe: Cafe) -> None:
    assert "X-Cafe-Card" not in (await cafe.get("/api/settings")).headers


async def card_order(cafe: Cafe, *, key: str = "tap") -> tuple[Visitor, Answer]:
    guest = cafe.guest()
    await guest.adds("latte")
    return guest, await guest.orders_pickup(key=key, payment_method="card")


async def test_a_repeat_of_a_cancelled_order_offers_nothing_to_pay(cafe: Cafe) -> None:
    guest, first = await card_order(cafe)
    assert first.json["pay_url"]
    await guest.cancels(first.json["order_id"])
    repeat = await guest.orders_pickup(key="tap", payment_method="card")
    assert (repeat.status, repeat.json) == (201, {**first.json, "pay_url": None})


async def test_a_repeat_of_a_paid_order_offers_nothing_to_pay(cafe: Cafe, bank: FakeMonobank) -> None:
    guest, first = await card_order(cafe)
    await bank.pay(first.json["pay_url"].rsplit("/", 1)[-1])
    repeat = await guest.orders_pickup(key="tap", payment_method="card")
    assert (repeat.status, repeat.json) == (201, {**first.json, "pay_url": None})


async def test_a_repeat_after_hours_offers_no_page_that_has_expired(cafe: Cafe) -> None:
    guest, first = await card_order(cafe)
    order_id = first.json["order_id"]
    cafe.clock.advance(hours=3)
    repeat = await guest.orders_pickup(key="tap", payment_method="card")
    assert (repeat.status, repeat.json) == (201, {**first.json, "pay_url": None})
    newer = (await guest.pays(order_id)).json["pay_url"]
    repeat = await guest.orders_pickup(key="tap", payment_method="card")
    assert repeat.json["pay_url"] == newer != first.json["pay_url"]


async def test_a_repeat_tells_the_page_of_the_first_answer_while_that_can_be_paid(cafe: Cafe) -> None:
    guest, first = await card_order(cafe)
    newer = (await guest.pays(first.json["order_id"])).json["pay_url"]
    assert newer != first.json["pay_url"]
    assert (await guest.orders_pickup(key="tap", payment_method="card")).body == first.body


async def test_repeats_at_once_of_a_request_that_died_open_one_page(cafe: Cafe, bank: FakeMonobank) -> None:
    """As after kill -9 while the bank is asked."""
    guest, first = await card_order(cafe)
    await cafe.execute("UPDATE idempotency_keys SET answer = NULL, run_id = 'a run that is gone'")
    await cafe.execute("DELETE FROM invoices")
    bank.calls.clear()
    bank.fail(Failure.SLOW, path="/invoice/create", seconds=3)
    repeats = await asyncio.gather(*(guest.orders_pickup(key="tap", payment_method="card") for _ in range(3)))
    repeats.append(await guest.orders_pickup(key="tap", payment_method="card"))
    assert {repeat.status for repeat in repeats} == {201}
    assert len({repeat.body for repeat in repeats}) == 1
    assert repeats[0].json["order_id"] == first.json["order_id"]
    assert len(bank.calls_to("/invoice/create")) == 1


async def test_a_repeat_does_not_wait_for_a_request_that_failed_here(cafe: Cafe) -> None:
    """As after a fault of the database between the order and its answer."""
    guest, first = await card_order(cafe)
    await cafe.execute("UPDATE idempotency_keys SET answer = NULL")
    async with asyncio.timeout(1):
        repeat = await guest.orders_pickup(key="tap", payment_method="card")
    assert repeat.body == first.body


async def test_an_order_tells_what_went_back(cafe: Cafe, bank: FakeMonobank) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte", "borscht", kind="delivery", payment_method="card")
    invoice = str(placed["pay_url"]).rpartition("/")[2]
    token = str(placed["track_url"]).rpartition("=")[2]
    await bank.pay(invoice)
    told = []
    for kopiykas in (None, 50_00, 10_50, 5):
        if kopiykas is not None:
            await bank.refund(invoice, kopiykas)
        [own] = await guest.sees_orders()
        tracked = (await cafe.get(f"/api/checkout/track/{token}")).json
        assert own.get("refunded_amount") == tracked.get("refunded_amount")
        assert (own["payment_status"], own["total"]) == ("paid", 290)
        told.append(own.get("refunded_amount"))
    assert told == [None, 50, 60.5, 60.55]
    assert [type(sum_) for sum_ in told[1:3]] == [int, float]
