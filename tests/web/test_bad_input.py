"""Bodies, ids and headers that nobody should send: the specified answer or a plain refusal, never a crash."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.driver import DELIVERY, Cafe

EIGHT_MB = 8 * 1024 * 1024
NOT_OBJECTS = [
    None,
    b"",
    b"   ",
    b"{",
    b"junk",
    b"\x00",
    b"\xff\xfe\x00",
    b"[]",
    b"[1, 2]",
    b"null",
    b"true",
    b"42",
    b'"text"',
    b"NaN",
    b"{'single': 1}",
    b'{"a": 1} trailing',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    "name=Олена".encode(),
    b"\xef\xbb\xbf{}",
]
# What an empty object gets, by the specification.
AS_AN_EMPTY_OBJECT: list[tuple[str, str, int, Any]] = [
    ("POST", "/api/cart/items", 404, {"error": "product not found"}),
    ("PATCH", "/api/cart/items/1", 404, {"error": "item not in cart"}),
    ("PATCH", "/api/me/locale", 200, {"locale": "uk"}),
]


@pytest.mark.parametrize("body", NOT_OBJECTS)
async def test_what_is_no_object_is_an_empty_one(cafe: Cafe, body: bytes | None) -> None:
    guest = cafe.guest()
    for method, path, status, expected in AS_AN_EMPTY_OBJECT:
        answer = await guest.request(method, path, data=body)
        assert (answer.status, answer.json) == (status, expected)
    blank = (await guest.checks_promo("")).json
    answer = await guest.request("POST", "/api/checkout/promo/validate", data=body)
    assert (answer.status, answer.json) == (400, blank)
    await guest.adds("borscht", 2)
    missing = ["name", "phone", "address_city", "address_street", "address_house", "payment_method"]
    answer = await guest.request("POST", "/api/checkout/delivery", data=body)
    assert (answer.status, answer.json) == (400, {"error": "validation", "missing": missing})


@pytest.mark.parametrize(
    "content_type", [None, "text/plain", "application/x-www-form-urlencoded", "image/png", "nonsense", ""]
)
async def test_json_is_read_whatever_it_is_called(cafe: Cafe, content_type: str | None) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    body = f'{{"product_id": {cafe.products["latte"]}}}'.encode()
    answer = await cafe.send("POST", "/api/cart/items", data=body, headers=headers)
    assert answer.status == 201


async def test_routes_without_a_body_ignore_one(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    for path in (f"/api/orders/{result['order_id']}/repeat", f"/api/orders/{result['order_id']}/cancel"):
        assert (await guest.request("POST", path, data=b"\xff{{{")).status == 200
    for path in ("/api/cart", f"/api/cart/items/{cafe.products['latte']}"):
        assert (await guest.request("DELETE", path, data=b"\xff{{{")).status == 200


NASTY_TEXTS = [
    "\x00\x01\x02abc",
    "\ud800 lone",
    "a" * 1_000_000,
    "<script>alert(1)</script>",
    "'; DROP TABLE orders; --",
    "{$x} {0} %s",
    "👩‍👩‍👧‍👦" * 50,
    "\u202egnihtemos",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙" * 10,
]


@pytest.mark.parametrize("text", NASTY_TEXTS)
async def test_any_text_is_taken_or_refused_and_can_be_read_back(cafe: Cafe, text: str) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders_delivery(
        name=text, address_city=text, address_street=text, address_house=text, address_apartment=text
    )
    assert answer.status in {201, 400}, answer
    assert answer.is_json
    orders = await guest.sees_orders()
    assert len(orders) == (1 if answer.status == 201 else 0)
    if not orders:
        await guest.places("latte", name="Олена", table_number="1", kind="dine-in")
    assert (await guest.get("/api/checkout/prefill")).status == 200


@pytest.mark.parametrize("value", [42, -1, 1.5, True, None, [], {}, [["a"]], {"a": {"b": []}}, 2**80, 1e300])
async def test_values_of_any_type_in_any_field(cafe: Cafe, value: Any) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 20)
    for field in [*DELIVERY, "address_apartment", "address_comment", "cash_change_for", "promo_code"]:
        answer = await guest.orders_delivery(**{field: value})
        assert answer.status in {201, 400}, (field, answer)
        if answer.status == 201:
            await guest.adds("borscht", 20)
    for field in ("name", "phone", "pickup_time", "payment_method", "promo_code"):
        answer = await guest.orders_pickup(**{field: value})
        assert answer.status in {201, 400}, (field, answer)
        if answer.status == 201:
            await guest.adds("borscht", 20)
    assert (await guest.patch("/api/me/locale", {"locale": value})).json == {"locale": "uk"}
    for order in await guest.sees_orders():
        assert order["total"] >= 0


@pytest.mark.parametrize("change", [2**63, -(2**63) - 1, 2**200, "9" * 50, "9" * 5000, 1e300, -1])
async def test_change_for_sums_nobody_has(cafe: Cafe, change: Any) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders_delivery(cash_change_for=change)
    assert answer.status in {201, 400}
    if answer.status == 400:
        assert answer.json == {"error": "validation", "message": "cash_change_for must be a number"}
        assert (await guest.cart()).json["count"] == 2


@pytest.mark.parametrize(
    "number", ["abc", "1.5", "%00", "%FF", "0x1", "9" * 40, str(2**63), str(-(2**63) - 1), "-1", "0", "１", "1e3"]
)
async def test_product_ids_in_the_path(cafe: Cafe, number: str) -> None:
    guest = cafe.guest()
    patched = await guest.patch(f"/api/cart/items/{number}", {"quantity": 2})
    assert patched.status == 404
    if patched.is_json:
        assert patched.json == {"error": "item not in cart"}
    removed = await guest.delete(f"/api/cart/items/{number}")
    assert removed.status in {200, 404}
    assert removed.is_json is (removed.status == 200)
    assert removed.is_json is patched.is_json


async def test_a_body_above_eight_megabytes(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.cart()
    fitting = b'{"locale": "en"' + b" " * (EIGHT_MB - 16) + b"}"
    assert len(fitting) == EIGHT_MB
    answer = await guest.request("PATCH", "/api/me/locale", data=fitting)
    assert (answer.status, answer.json) == (200, {"locale": "en"})
    for method, path in (
        ("PATCH", "/api/me/locale"),
        ("POST", "/api/cart/items"),
        ("POST", "/api/checkout/delivery"),
        ("POST", "/api/checkout/promo/validate"),
    ):
        answer = await guest.request(method, path, data=b" " * (EIGHT_MB + 1))
        assert answer.status == 413, path
        assert not answer.is_json
    assert (await guest.cart()).status == 200


@pytest.mark.parametrize(
    "head",
    [
        b"GARBAGE\r\n\r\n",
        b"GET /api/cart HTTP/9.9\r\n\r\n",
        b"GET /api/cart HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"GET /api/cart HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        b"GET /api/cart HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 20_000 + b"\r\n\r\n",
        b"\x00\xff\xfe\r\n\r\n",
        b"GET /api/%zz%%% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET //api//cart HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /api/cart/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ],
)
async def test_requests_that_are_none(cafe: Cafe, head: bytes) -> None:
    answer = await cafe.send_bytes(head)
    status = int(answer.split(b" ", 2)[1])
    assert 400 <= status < 500, answer
    assert b"Traceback" not in answer
    assert (await cafe.get("/api/settings")).status == 200


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/api/cart/items", 100, 404),
        ("/api/cart/items", EIGHT_MB + 1, 413),
        ("/api/payments/bank/webhook", 100, 400),
        ("/api/payments/bank/webhook", EIGHT_MB + 1, 413),
    ],
)
async def test_a_body_that_does_not_tell_its_length(cafe: Cafe, path: str, size: int, status: int) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, size, 64 * 1024):
            yield b" " * min(64 * 1024, size - start)

    async with cafe.session.post(cafe.url + path, data=pieces()) as answer:
        assert answer.status == status
    assert (await cafe.get("/api/settings")).status == 200
