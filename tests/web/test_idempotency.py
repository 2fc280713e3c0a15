"""`Idempotency-Key` on the creation routes."""

import asyncio

import pytest

from tests.driver import Cafe

KINDS = ("delivery", "pickup", "dine-in")
INVALID = {"error": "invalid Idempotency-Key"}


async def order_count(cafe: Cafe) -> int:
    count = await cafe.value("SELECT count(*) AS n FROM orders")
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize("kind", KINDS)
async def test_a_repeat_gets_the_first_success_again(cafe: Cafe, kind: str) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    first = await guest.orders(kind, key="tap-1")
    repeat = await guest.orders(kind, key="tap-1")
    assert (first.status, repeat.status) == (201, 201)
    assert repeat.body == first.body
    assert repeat.headers["Content-Type"] == first.headers["Content-Type"]
    assert await order_count(cafe) == 1


async def test_a_repeat_gets_it_whatever_the_form_and_cart_say_by_then(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    first = await guest.orders_pickup(key="tap")
    await guest.adds("espresso", 3)
    await cafe.configure(force_closed=True)
    assert (await guest.orders_pickup(key="tap", name="")).body == first.body
    assert (await guest.cart()).json["count"] == 3


async def test_a_key_lasts_twenty_four_hours(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    first = await guest.orders_pickup(key="tap")
    cafe.clock.advance(hours=23, minutes=59)
    assert (await guest.orders_pickup(key="tap")).body == first.body
    cafe.clock.advance(minutes=2)
    assert (await guest.orders_pickup(key="tap")).json["error"] == "cart_empty"
    await guest.adds("latte")
    second = await guest.orders_pickup(key="tap")
    assert second.status == 201
    assert second.json["order_id"] != first.json["order_id"]


async def test_only_successes_are_kept(cafe: Cafe) -> None:
    guest = cafe.guest()
    assert (await guest.orders_pickup(key="tap")).json["error"] == "cart_empty"
    await guest.adds("latte")
    assert (await guest.orders_pickup(key="tap", name="x")).json["error"] == "validation"
    assert (await guest.orders_pickup(key="tap")).status == 201


async def test_a_key_belongs_to_one_customer_and_one_route(cafe: Cafe) -> None:
    guest, other = cafe.guest(), cafe.person()
    answers = []
    for visitor in (guest, other):
        for kind in KINDS:
            await visitor.adds("borscht", 2)
            answers.append(await visitor.orders(kind, key="same"))
    assert [answer.status for answer in answers] == [201] * 6
    assert len({answer.json["order_id"] for answer in answers}) == 6


async def test_another_key_is_another_order(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    await guest.orders_pickup(key="one")
    assert (await guest.orders_pickup(key="two")).json["error"] == "cart_empty"
    assert (await guest.orders_pickup(key="ONE")).json["error"] == "cart_empty"


async def test_without_a_key_nothing_is_kept(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    assert (await guest.orders_pickup()).status == 201
    assert (await guest.orders_pickup()).json["error"] == "cart_empty"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", ["x" * 201, "x" * 5000, "tab\there", "ключ"])
async def test_keys_that_cannot_be_kept(cafe: Cafe, kind: str, key: str) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders(kind, key=key)
    assert (answer.status, answer.json) == (400, INVALID)
    assert await order_count(cafe) == 0


@pytest.mark.parametrize("key", [b"\xff\xfe", b"del\x7f", "ґ".encode("cp1251")])
async def test_a_key_of_any_bytes(cafe: Cafe, key: bytes) -> None:
    guest = cafe.guest()
    await guest.cart()
    sent = (
        f"POST /api/checkout/pickup HTTP/1.1\r\nHost: cafe\r\nCookie: {guest.cookie}\r\n"
        "Connection: close\r\nContent-Length: 2\r\n"
    ).encode()
    raw = await cafe.send_bytes(sent + b"Idempotency-Key: " + key + b"\r\n\r\n{}")
    assert raw.split(b" ", 2)[1] == b"400"
    if key != b"del\x7f":  # the framework itself may refuse a control character
        assert raw.endswith(b'{"error":"invalid Idempotency-Key"}')


@pytest.mark.parametrize("key", ["x" * 200, "!~ }{", "a b", "%00", "'; DROP TABLE orders; --"])
async def test_keys_of_any_printable_ascii(cafe: Cafe, key: str) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    first = await guest.orders_pickup(key=key)
    assert first.status == 201
    assert (await guest.orders_pickup(key=key)).body == first.body


@pytest.mark.parametrize("method", ["cash", "card"])
async def test_taps_at_once_are_one_order(cafe: Cafe, method: str) -> None:
    person = cafe.person()
    await person.adds("latte")
    answers = await asyncio.gather(*(person.orders_pickup(key="tap", payment_method=method) for _ in range(10)))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body for answer in answers}) == 1
    assert await order_count(cafe) == 1


async def test_a_request_of_a_process_that_is_gone_is_not_waited_for(cafe: Cafe) -> None:
    """As after kill -9 between the order and its page."""
    guest = cafe.guest()
    await guest.adds("latte")
    first = await guest.orders_pickup(key="tap", payment_method="card")
    await cafe.execute("UPDATE idempotency_keys SET answer = NULL, run_id = 'a run that is gone'")
    async with asyncio.timeout(10):  # the one of a living process is waited for, up to fifteen seconds
        repeat = await guest.orders_pickup(key="tap", payment_method="card")
    assert (repeat.status, repeat.json) == (201, first.json)
    assert await order_count(cafe) == 1


async def test_a_repeat_is_no_attempt_at_a_promo_code(cafe: Cafe) -> None:
    """As after a fault between the order and the attempt that it takes back."""
    await cafe.configure(promo_attempts_per_minute=1)
    guest = cafe.guest()
    await guest.adds("latte")
    first = await guest.orders_pickup(key="tap", promo_code="once")
    assert first.status == 201
    now = int(cafe.clock.now().timestamp())
    await cafe.execute("UPDATE promo_attempts SET moments = :moments", moments=f"[{now}]")
    assert (await guest.orders_pickup(key="tap", promo_code="once")).body == first.body
    await guest.adds("latte")
    assert (await guest.orders_pickup(key="another", promo_code="welcome10")).status == 429
