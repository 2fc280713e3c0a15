"""Browsers that are told of an order by web push: through the API to a push service that reads what it gets."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from cafe.core.messages.outbox.port import TemporaryFailure
from cafe.core.messages.subscriptions.push import Browser, PushServices
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.upkeep.retention.service import Retention
from cafe.providers.http import Calls
from cafe.providers.web_push import WebPush, decode, derive_key, encrypt
from tests.bot.conversation import eventually
from tests.conftest import Listen
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.push import FakePushService

NEW, CONFIRMED, COOKING, READY = OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY
KEYS = FakePushService().browser().subscription["keys"]


@pytest.fixture
async def push(listen: Listen) -> FakePushService:
    return await listen(FakePushService())


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, push: FakePushService) -> AsyncIterator[Cafe]:
    config = config_for(tmp_path, database_url=database_url, bot_token=None)
    async with open_cafe(config, clock=clock, catalogue=None, push_services=[push.base_url]) as running_cafe:
        yield running_cafe


async def places(guest: Visitor) -> int:
    placed = await guest.places("latte", "latte", kind="delivery", address_apartment="77", address_street="Ярославів")
    return int(placed["order_id"])


async def advance(cafe: Cafe, order_id: int, seen: OrderStatus, to: OrderStatus) -> None:
    await cafe.app.services.staff_orders.advance(order_id, seen, to, "Тарас")


async def states(cafe: Cafe) -> list[str]:
    return [row["state"] for row in await cafe.rows("SELECT state FROM outbox WHERE via = 'push' ORDER BY id")]


async def test_a_browser_is_told_in_its_language_until_it_is_told_to_stop(cafe: Cafe, push: FakePushService) -> None:
    guest, browser = cafe.guest(), push.browser()
    order_id = await places(guest)
    key = (await guest.get("/api/follow")).json["push_key"]
    for _ in range(2):
        answer = await guest.post(f"/api/orders/{order_id}/push", {**browser.subscription, "locale": "en"})
        assert (answer.status, answer.json) == (200, {"subscribed": True})
    await advance(cafe, order_id, NEW, CONFIRMED)
    await eventually(lambda: bool(browser.received))
    [message] = browser.received
    claims = message.pop("claims")
    assert message == {
        "title": "Кав'ярня «Тест»",
        "body": "✅ Order №1 is accepted.",
        "tag": f"order-{order_id}",
        "url": f"/webapp/?order={order_id}",
    }
    assert claims["key"] == key
    assert 0 < claims["exp"] - cafe.clock.now().timestamp() <= 86_400
    assert push.calls[0]["Topic"] == f"order-{order_id}"
    answer = await guest.delete(f"/api/orders/{order_id}/push")
    assert (answer.status, answer.json) == (200, {"subscribed": False})
    await advance(cafe, order_id, CONFIRMED, COOKING)
    assert await states(cafe) == ["sent"]


async def test_a_browser_shows_what_the_staff_typed_and_no_markup(cafe: Cafe, push: FakePushService) -> None:
    guest, browser = cafe.guest(), push.browser()
    order_id = await places(guest)
    await guest.post(f"/api/orders/{order_id}/push", {**browser.subscription, "locale": "en"})
    await cafe.app.services.staff_orders.cancel(order_id, NEW, "Oven & <b>mixer</b> are broken &lt;", "Тарас")
    await eventually(lambda: bool(browser.received))
    [message] = browser.received
    assert message["body"] == "❌ Order №1 is cancelled.\nReason: Oven & <b>mixer</b> are broken &lt;"


async def test_nobody_else_may_and_an_order_that_is_over_tells_nothing(cafe: Cafe, push: FakePushService) -> None:
    guest, stranger = cafe.guest(), cafe.guest()
    order_id = await places(guest)
    for answer in (
        await stranger.post(f"/api/orders/{order_id}/push", push.browser().subscription),
        await stranger.delete(f"/api/orders/{order_id}/push"),
    ):
        assert (answer.status, answer.json) == (404, {"error": "not_found"})
    await cafe.moves_order(order_id, "completed")
    answer = await guest.post(f"/api/orders/{order_id}/push", push.browser().subscription)
    assert (answer.status, answer.json) == (200, {"subscribed": False})
    assert await cafe.rows("SELECT * FROM push_subscriptions") == []


NO_PUSH_SERVICES: list[Any] = [
    "http://fcm.googleapis.com/fcm/send/x",
    "https://127.0.0.1/push",
    "https://169.254.169.254/latest/meta-data/",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com@evil.example/x",
    "https://evil.example\\@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilnotify.windows.com.example/x",
    "https://notify.windows.com/x",
    "https://fcm.googleapis.com /x",
    "https://[::1",
    "https://fcm.googleapis.com/" + "x" * 2_000,
    "",
    None,
    7,
]


async def test_we_are_sent_to_no_address_that_is_not_a_push_service(cafe: Cafe) -> None:
    guest = cafe.guest()
    order_id = await places(guest)
    for endpoint in NO_PUSH_SERVICES:
        answer = await guest.post(f"/api/orders/{order_id}/push", {"endpoint": endpoint, "keys": KEYS})
        assert (answer.status, answer.json) == (400, {"error": "subscription_invalid"}), endpoint


def test_the_push_services_of_browsers_are_taken() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b",
        "https://web.push.apple.com/QGx",
    ):
        assert Browser.read({"endpoint": endpoint, "keys": KEYS}, PushServices()), endpoint
    no_point = KEYS["p256dh"][:-4] + ("AAAA" if KEYS["p256dh"][-4:] != "AAAA" else "BBBB")
    broken: list[Any] = [{}, {**KEYS, "auth": "short"}, {**KEYS, "p256dh": "*"}, {**KEYS, "p256dh": no_point}, [], None]
    for keys in broken:
        assert Browser.read({"endpoint": endpoint, "keys": keys}, PushServices()) is None, keys


async def test_a_browser_that_is_gone_is_forgotten(cafe: Cafe, push: FakePushService) -> None:
    guest, gone, here = cafe.guest(), push.browser(), push.browser()
    order_id = await places(guest)
    for browser in (gone, here):
        await guest.post(f"/api/orders/{order_id}/push", browser.subscription)
    gone.is_gone = True
    await advance(cafe, order_id, NEW, CONFIRMED)
    await eventually(lambda: _is_over(cafe))
    assert await cafe.rows("SELECT endpoint FROM push_subscriptions") == [{"endpoint": here.endpoint}]
    assert sorted(await states(cafe)) == ["closed", "sent"]


async def test_what_fails_is_tried_again_when_the_service_wants_it(cafe: Cafe, push: FakePushService) -> None:
    guest, browser = cafe.guest(), push.browser()
    order_id = await places(guest)
    await guest.post(f"/api/orders/{order_id}/push", browser.subscription)
    push.fail(429, Retry_After="40")
    push.fail(500)
    await advance(cafe, order_id, NEW, CONFIRMED)
    row = "SELECT attempts, due_at, claimed_by FROM outbox WHERE via = 'push'"

    async def has_tried(times: int) -> bool:
        [found] = await cafe.rows(row)
        return bool(found["attempts"] == times and found["claimed_by"] is None)

    await eventually(lambda: has_tried(1))
    [waiting] = await cafe.rows(row)
    assert 40 <= waiting["due_at"] - cafe.clock.now().timestamp() <= 42
    cafe.clock.advance(seconds=42)
    await eventually(lambda: has_tried(2))
    assert browser.received == []
    cafe.clock.advance(seconds=10)
    await eventually(lambda: bool(browser.received))
    assert len(push.calls) == 3


async def test_a_refused_message_is_given_up_and_a_withdrawn_one_never_sent(cafe: Cafe, push: FakePushService) -> None:
    guest, browser = cafe.guest(), push.browser()
    order_id = await places(guest)
    await guest.post(f"/api/orders/{order_id}/push", browser.subscription)
    push.fail(403)
    await advance(cafe, order_id, NEW, CONFIRMED)
    await eventually(lambda: _is_over(cafe))
    assert await states(cafe) == ["given_up"]
    await cafe.moves_order(order_id, "cooking")
    await advance(cafe, order_id, COOKING, READY)  # held for some seconds
    await cafe.app.services.staff_orders.step_back(order_id, READY, "Тарас")
    assert await states(cafe) == ["given_up", "closed"]
    assert browser.received == []


async def test_forgetting_takes_browsers_along(cafe: Cafe, push: FakePushService) -> None:
    guest, browser = cafe.guest(), push.browser()
    first, second = await places(guest), await places(guest)
    for order_id in (first, second):
        await guest.post(f"/api/orders/{order_id}/push", browser.subscription)
    await cafe.moves_order(first, "completed")
    await guest.post("/api/me/forget", {})
    assert [row["order_id"] for row in await cafe.rows("SELECT order_id FROM push_subscriptions")] == [second]
    await cafe.moves_order(second, "courier")
    await advance(cafe, second, OrderStatus.COURIER, OrderStatus.COMPLETED)
    cafe.clock.advance(seconds=6)
    await eventually(lambda: bool(browser.received))
    assert "доставлено" in browser.received[0]["body"]
    await Retention(cafe.app.database, cafe.clock).clean()
    assert await cafe.rows("SELECT order_id FROM push_subscriptions") == []


async def test_nothing_is_offered_that_cannot_be(tmp_path: Path) -> None:
    """No push without https, and no chat with a bot that answered once but is off now."""
    async with open_cafe(config_for(tmp_path, base_url="http://cafe.example.com", bot_token=None)) as cafe:
        await cafe.app.services.sign_in_codes.store_bot_name("cafe_bot")
        assert (await cafe.get("/api/follow")).json == {}


async def test_a_service_that_does_not_answer_is_not_waited_for(push: FakePushService) -> None:
    push.slow_seconds = 5
    browser = push.browser()
    keys = browser.subscription["keys"]
    async with aiohttp.ClientSession() as session:
        sender = WebPush(session, derive_key("secret", "id"), contact="", calls=Calls(FakeClock()), seconds=0.2)
        outcome = await sender.push(Browser(browser.endpoint, keys["p256dh"], keys["auth"]), {"tag": "x"}, "x")
    assert isinstance(outcome, TemporaryFailure)


def test_the_key_is_always_the_same_and_another_cafes_is_another() -> None:
    def number(secret: str, instance: str) -> int:
        return derive_key(secret, instance).private_numbers().private_value

    assert number("secret", "a") == number("secret", "a")
    assert len({number("secret", "a"), number("secret", "b"), number("other", "a")}) == 3


def test_the_example_of_rfc_8291() -> None:
    """Its appendix A, to the byte."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key  # noqa: PLC0415

    browser = Browser(
        "",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    key = derive_private_key(int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), SECP256R1())
    body = encrypt(b"When I grow up, I want to be a watermelon", browser, key, decode("DGv6ra1nlYgDCS1FRnbzlw"))
    assert body == decode(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def _is_over(cafe: Cafe) -> bool:
    await asyncio.sleep(0)
    return "queued" not in await states(cafe)
