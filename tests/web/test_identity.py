"""Who is asking: init data, the debug bypass, the guest cookie, and the stored locale."""

import asyncio
import base64
import hmac
import json
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from cafe.core.people.customers.guest_ids import GuestIds
from cafe.core.upkeep.retention.service import Retention
from tests.driver import SECRET_KEY, Answer, Cafe, FakeClock, Visitor, config_for, init_data, open_cafe, sign_init_data

HEADER = "X-Platform-Init-Data"
STATUS = "X-Init-Data-Status"
USER = '{"id":42,"first_name":"Test"}'
MONTH = 31 * 24 * 3600

# A vector from outside (aiogram's own tests): token 42:TEST, signed on 19 April 2022.
VECTOR = (
    "auth_date=1650385342&user=%7B%22id%22%3A42%2C%22first_name%22%3A%22Test%22%7D&query_id=test"
    "&hash=46d2ea5e32911ec8d30999b56247654460c0d20949b6277af519e76271182803"
)
VECTOR_TIME = datetime.fromtimestamp(1650385342, UTC)


def now(cafe: Cafe, seconds: int = 0) -> str:
    return str(int(cafe.clock.now().timestamp()) + seconds)


async def asked_with(cafe: Cafe, data: str, path: str = "/api/cart") -> Answer:
    return await cafe.send("GET", path, headers={HEADER: data})


async def assert_known(cafe: Cafe, data: str, number: int = 42) -> None:
    answer = await asked_with(cafe, data)
    assert answer.status == 200
    assert STATUS not in answer.headers
    assert not answer.cookies
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id = :id", id=number) == 1


async def assert_guest(cafe: Cafe, data: str, status: str) -> None:
    answer = await asked_with(cafe, data)
    assert (answer.status, answer.json["count"]) == (200, 0)
    assert answer.headers[STATUS] == status
    assert len(answer.cookies) == 1
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id > 0") == 0


# Init data.


async def test_the_vector_from_outside(cafe: Cafe) -> None:
    cafe.clock.moment = VECTOR_TIME
    await assert_known(cafe, VECTOR)
    stored = await cafe.rows("SELECT * FROM customers WHERE id = 42")
    assert (stored[0]["first_name"], stored[0]["username"], stored[0]["locale"]) == ("Test", None, "uk")


async def test_the_vector_today_is_expired(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await assert_guest(cafe, VECTOR, "expired")
    assert "init data expired" in caplog.text
    assert VECTOR[:20] not in caplog.text, "a name may be in it"


@pytest.mark.parametrize(
    ("age", "status"),
    [(0, None), (24 * 3600, None), (24 * 3600 + 1, "expired"), (-300, None), (-301, "invalid")],
)
async def test_twenty_four_hours(cafe: Cafe, age: int, status: str | None) -> None:
    data = sign_init_data({"auth_date": now(cafe, -age), "user": USER})
    if status is None:
        await assert_known(cafe, data)
    else:
        await assert_guest(cafe, data, status)


@pytest.mark.parametrize(
    "more",
    [
        {"query_id": ""},
        {"query_id": "AAHdF6IQAAAAAN0XohDhrOrc", "start_param": ""},
        {"signature": "x" * 86},
        {"chat_instance": "-123", "chat_type": "private", "start_param": "table_5"},
        {"chat_join_request_query_id": "new", "яке": "завгодно+ще й=таке&отаке"},
        {"HASH": "an ordinary field", "a": "\n", "z": "\x00"},
    ],
)
async def test_every_field_but_the_hash_is_signed(cafe: Cafe, more: dict[str, str]) -> None:
    fields = {"auth_date": now(cafe), "user": USER, **more}
    await assert_known(cafe, sign_init_data(fields))


async def test_a_field_added_or_dropped_afterwards_is_noticed(cafe: Cafe) -> None:
    data = sign_init_data({"auth_date": now(cafe), "user": USER, "signature": "x" * 86, "query_id": ""})
    await assert_guest(cafe, data + "&extra=", "invalid")
    await assert_guest(cafe, data.replace("&query_id=", ""), "invalid")
    await assert_guest(cafe, data.replace("signature=" + "x" * 86 + "&", ""), "invalid")


async def test_the_user_is_hashed_as_it_came(cafe: Cafe) -> None:
    user = r'{"id":42,"first_name":"\u0422\u0430\u0440\u0430\u0441","photo_url":"https:\/\/t.me\/i.svg"}'
    await assert_known(cafe, sign_init_data({"user": user, "auth_date": now(cafe)}))
    assert await cafe.value("SELECT first_name FROM customers WHERE id = 42") == "Тарас"


async def test_plus_and_percent_twenty_are_both_a_space(cafe: Cafe) -> None:
    data = sign_init_data({"auth_date": now(cafe), "user": '{"id": 42, "first_name": "A B"}'})
    assert "+" in data
    await assert_known(cafe, data)
    await assert_known(cafe, data.replace("+", "%20"))


@pytest.mark.parametrize(
    "data",
    [
        " ",
        "junk",
        "&",
        "=",
        "hash=",
        "hash=abc",
        "test&foo=bar=baz",
        "%",
        "%ff%fe",
        "auth_date=&user=&hash=",
        "x" * 7000,
        "a=b&" * 1500,
        "hash=" + "0" * 64,
    ],
)
async def test_junk_is_a_guest(cafe: Cafe, data: str) -> None:
    await assert_guest(cafe, data, "invalid")


async def test_an_empty_header_is_a_guest(cafe: Cafe) -> None:
    answer = await asked_with(cafe, "")
    assert (answer.status, len(answer.cookies)) == (200, 1)


async def test_bytes_that_are_no_text(cafe: Cafe) -> None:
    head = b"GET /api/cart HTTP/1.1\r\nHost: cafe\r\nConnection: close\r\n"
    for value in (b"\xff\xfe\x80", "юзер=так".encode(), b"user=%ff&hash=" + b"\xc3" * 64):
        answer = await cafe.send_bytes(head + HEADER.encode() + b": " + value + b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200 "), answer
        assert b"X-Init-Data-Status: invalid" in answer


def signed(cafe: Cafe, **fields: str) -> str:
    return sign_init_data({"auth_date": now(cafe), "user": USER, **fields})


@pytest.mark.parametrize("change", ["lower", "upper", "short", "long", "absent", "other", "twice", "token"])
async def test_the_hash_must_be_the_one(cafe: Cafe, change: str) -> None:
    data = signed(cafe)
    head, _, digest = data.partition("&hash=")
    if change == "lower":
        await assert_known(cafe, data)
        return
    changed = {
        "upper": f"{head}&hash={digest.upper() if digest.upper() != digest else 'A' * 64}",
        "short": f"{head}&hash={digest[:-1]}",
        "long": f"{head}&hash={digest}0",
        "absent": head,
        "other": f"{head}&hash={'0' * 64}",
        "twice": f"{head}&hash={'0' * 64}&hash={'1' * 64}",
        "token": init_data(cafe.clock.now(), {"id": 42, "first_name": "Test"}, token="42:OTHER"),
    }[change]
    await assert_guest(cafe, changed, "invalid")


async def test_a_field_given_twice_is_not_read_two_ways(cafe: Cafe) -> None:
    data = signed(cafe)
    intruder = quote('{"id":43,"first_name":"Intruder"}')
    for changed in (f"user={intruder}&{data}", f"{data}&user={intruder}"):
        answer = await asked_with(cafe, changed)
        assert answer.status == 200
        assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id = 43") == 0


@pytest.mark.parametrize(
    "auth_date",
    [
        "",
        "soon",
        "-1",
        "0",
        "1e9",
        "9" * 30,
        "1781514000.5",
        " 1781514000",
        "NaN",
        "+1781514000",
    ],
)
async def test_dates_that_are_none(cafe: Cafe, auth_date: str) -> None:
    answer = await asked_with(cafe, sign_init_data({"auth_date": auth_date, "user": USER}))
    assert answer.status == 200
    assert answer.headers[STATUS] in {"invalid", "expired"}
    assert len(answer.cookies) == 1


async def test_without_a_date(cafe: Cafe) -> None:
    await assert_guest(cafe, sign_init_data({"user": USER}), "invalid")


@pytest.mark.parametrize(
    "user",
    [
        "",
        "null",
        "42",
        "[]",
        '"42"',
        "{}",
        "{",
        '{"id":null}',
        '{"id":0,"first_name":"x"}',
        '{"id":-5,"first_name":"x"}',
        '{"id":1.5,"first_name":"x"}',
        '{"id":true,"first_name":"x"}',
        '{"id":"x","first_name":"x"}',
        '{"id":[42],"first_name":"x"}',
        '{"id":9007199254740992,"first_name":"x"}',
        '{"id":99999999999999999999999999,"first_name":"x"}',
        '{"id":NaN,"first_name":"x"}',
        '{"id":42,"first_name":"x"} x',
        "[" * 2000,
    ],
)
async def test_a_right_signature_over_a_user_who_is_none(cafe: Cafe, user: str) -> None:
    await assert_guest(cafe, sign_init_data({"auth_date": now(cafe), "user": user}), "invalid")


async def test_without_a_user(cafe: Cafe) -> None:
    await assert_guest(cafe, sign_init_data({"auth_date": now(cafe)}), "invalid")


@pytest.mark.parametrize(
    ("user", "number"),
    [
        ('{"id":9007199254740991,"first_name":"x"}', 2**53 - 1),
        ('{"id":"42","first_name":"x"}', 42),
        ('{"id":42}', 42),
        ('{"id":42,"first_name":null,"username":7,"language_code":[]}', 42),
        ('{"id":42,"first_name":"\\u0001","username":"\\u0000"}', 42),
        ('{"id":42,"first_name":"' + "я" * 600 + '"}', 42),
    ],
)
async def test_users_of_odd_shapes_are_still_users(cafe: Cafe, user: str, number: int) -> None:
    await assert_known(cafe, sign_init_data({"auth_date": now(cafe), "user": user}), number)


async def test_a_customer_is_renamed_on_every_request(cafe: Cafe) -> None:
    await cafe.person(7, first_name="Стара", username="old").get("/api/orders")
    await cafe.person(7, first_name="Нова").get("/api/cart")
    [stored] = await cafe.rows("SELECT first_name, username FROM customers WHERE id = 7")
    assert (stored["first_name"], stored["username"]) == ("Нова", None)


@pytest.mark.parametrize(
    ("code", "locale"),
    [
        ("uk", "uk"),
        ("en", "en"),
        ("en-US", "en"),
        ("EN-gb", "en"),
        ("de", "uk"),
        ("", "uk"),
        (None, "uk"),
        ("eng", "uk"),
    ],
)
async def test_the_locale_is_seeded_on_the_first_contact_alone(cafe: Cafe, code: str | None, locale: str) -> None:
    await cafe.person(7, language_code=code).cart()
    assert await cafe.value("SELECT locale FROM customers WHERE id = 7") == locale
    await cafe.person(7, language_code="en").cart()
    await cafe.person(7, language_code="uk").cart()
    assert await cafe.value("SELECT locale FROM customers WHERE id = 7") == locale


async def test_init_data_counts_in_the_header_alone(cafe: Cafe) -> None:
    data = signed(cafe)
    body = json.dumps({HEADER: data, "initData": data}).encode()
    for answer in (
        await cafe.send("GET", "/api/cart?" + urlencode({HEADER: data, "initData": data})),
        await cafe.send("PATCH", "/api/me/locale", data=body),
    ):
        assert answer.status == 200
        assert len(answer.cookies) == 1
        assert STATUS not in answer.headers
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id > 0") == 0


async def test_valid_init_data_outweighs_a_cookie(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    assert guest.cookie is not None
    answer = await cafe.send("GET", "/api/cart", headers={HEADER: signed(cafe), "Cookie": guest.cookie})
    assert answer.json["count"] == 0
    assert not answer.cookies


async def test_expired_init_data_falls_back_to_the_same_guest(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    answer = await guest.get("/api/cart", **{HEADER: VECTOR})
    assert (answer.json["count"], answer.headers[STATUS]) == (1, "expired")


CUSTOMER_ROUTES = [
    ("GET", "/api/cart"),
    ("DELETE", "/api/cart"),
    ("POST", "/api/cart/items"),
    ("PATCH", "/api/cart/items/1"),
    ("DELETE", "/api/cart/items/1"),
    ("GET", "/api/orders"),
    ("POST", "/api/orders/1/cancel"),
    ("POST", "/api/orders/1/repeat"),
    ("POST", "/api/orders/1/pay"),
    ("POST", "/api/checkout/delivery"),
    ("POST", "/api/checkout/pickup"),
    ("POST", "/api/checkout/dine-in"),
    ("POST", "/api/checkout/promo/validate"),
    ("GET", "/api/checkout/prefill"),
    ("GET", "/api/checkout/payment-status/1"),
    ("PATCH", "/api/me/locale"),
]


@pytest.mark.parametrize(("method", "path"), CUSTOMER_ROUTES)
async def test_every_customer_route_knows_everybody(cafe: Cafe, method: str, path: str) -> None:
    expired = await cafe.send(method, path, headers={HEADER: VECTOR})
    assert expired.headers[STATUS] == "expired"
    assert len(expired.cookies) == 1
    assert expired.status not in {401, 403, 500}
    valid = await cafe.send(method, path, headers={HEADER: signed(cafe)})
    assert (valid.status, valid.body) == (expired.status, expired.body)
    assert STATUS not in valid.headers
    assert not valid.cookies


@pytest.mark.parametrize(("method", "path"), CUSTOMER_ROUTES)
async def test_no_answer_for_a_customer_is_kept_by_caches(cafe: Cafe, method: str, path: str) -> None:
    answer = await cafe.send(method, path)
    assert "no-store" in answer.headers.get("Cache-Control", "")


async def test_a_failed_validation_is_logged_without_the_whole(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    data = signed(cafe, query_id="q" * 300) + "0"
    await cafe.send("GET", "/api/orders", headers={HEADER: data, "User-Agent": "an old phone"})
    [line] = [record.getMessage() for record in caplog.records if "an old phone" in record.getMessage()]
    assert "/api/orders" in line
    assert str(len(data)) in line
    assert data[:20] not in line, "a name may be in it"


# No bot token; debug mode.


async def test_without_a_bot_token_nobody_validates(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path, bot_token=None)) as cafe:
        for token in ("42:TEST", "", "None"):
            data = init_data(cafe.clock.now(), {"id": 42, "first_name": "Test"}, token=token)
            await assert_guest(cafe, data, "invalid")


async def test_the_bypass_does_nothing_without_debug_mode(cafe: Cafe) -> None:
    answer = await cafe.get("/api/cart?dev_user_id=42")
    assert len(answer.cookies) == 1
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id > 0") == 0


async def test_the_bypass_in_debug_mode(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path, debug=True)) as cafe:
        latte = cafe.products["latte"]
        answer = await cafe.guest().post("/api/cart/items?dev_user_id=42", {"product_id": latte})
        assert (answer.status, len(answer.cookies)) == (201, 0)
        assert (await cafe.get("/api/cart?dev_user_id=42")).json["count"] == 1
        assert await cafe.value("SELECT first_name FROM customers WHERE id = 42") == "Dev"
        valid = await asked_with(cafe, signed(cafe), "/api/cart?dev_user_id=43")
        assert valid.json["count"] == 1
        for junk in ("", "x", "1.5", "9" * 40, "%00"):
            assert len((await cafe.get(f"/api/cart?dev_user_id={junk}")).cookies) == 1, junk
        assert len((await cafe.get("/api/cart")).cookies) == 1


# The guest's cookie.


def morsel(answer: Answer) -> Any:
    [header] = answer.cookies
    cookie = SimpleCookie(header)
    assert list(cookie) == ["session"]
    return cookie["session"]


async def test_what_the_cookie_is_like(cafe: Cafe) -> None:
    cookie = morsel(await cafe.get("/api/cart"))
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/"
    assert cookie["secure"] == ""
    assert cookie["domain"] == ""
    assert abs(int(cookie["max-age"]) - MONTH) <= 24 * 3600


async def test_the_cookie_is_secure_behind_https(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path, base_url="https://cafe.example")) as cafe:
        assert morsel(await cafe.get("/api/cart"))["secure"] is True


async def test_a_guest_is_remembered(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 2)
    first = guest.cookie
    assert (await guest.cart()).json["count"] == 2
    await guest.places("espresso")
    assert len(await guest.sees_orders()) == 1
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id < -1") == 1
    assert first is not None


async def test_a_guest_in_the_database(cafe: Cafe) -> None:
    await cafe.guest().adds("latte")
    await cafe.guest().adds("latte")
    guests = await cafe.rows("SELECT * FROM customers WHERE id < -1 ORDER BY id DESC")
    assert [guest["id"] for guest in guests] == [-1_000_001, -1_000_002]
    assert {guest["first_name"] for guest in guests} == {"Гість"}
    assert {guest["locale"] for guest in guests} == {"uk"}


async def test_the_cookie_lasts_about_thirty_one_days_from_the_last_visit(
    tmp_path: Path,
) -> None:
    clock = FakeClock()
    async with open_cafe(config_for(tmp_path), clock=clock) as cafe:
        guest = cafe.guest()
        await guest.adds("latte")
        for _ in range(3):
            clock.advance(days=20)
            answer = await guest.cart()
            assert answer.json["count"] == 1
            assert len(answer.cookies) == 1, "renewed"
        clock.advance(days=30)
        assert (await guest.cart()).json["count"] == 1
        clock.advance(days=33)
        assert (await guest.cart()).json["count"] == 0


async def test_a_cookie_survives_a_restart_and_needs_the_same_key(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path)) as cafe:
        guest = cafe.guest()
        await guest.adds("latte")
    async with open_cafe(config_for(tmp_path), catalogue=None) as cafe:
        assert (await Visitor(cafe, cookie=guest.cookie).cart()).json["count"] == 1
    async with open_cafe(config_for(tmp_path, secret_key="another key " * 4), catalogue=None) as cafe:
        stranger = await Visitor(cafe, cookie=guest.cookie).cart()
        assert (stranger.json["count"], len(stranger.cookies)) == (0, 1)


async def test_a_cookie_of_another_database_is_nobody(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    async with open_cafe(config_for(tmp_path / "a")) as cafe:
        guest = cafe.guest()
        await guest.adds("latte")
    async with open_cafe(config_for(tmp_path / "b")) as cafe:
        resident = cafe.guest()
        await resident.adds("latte", 5)
        answer = await Visitor(cafe, cookie=guest.cookie).cart()
        assert (answer.json["count"], len(answer.cookies)) == (0, 1)


@pytest.mark.parametrize(
    "forged",
    [
        "session=",
        "session=junk",
        "session=-1000001",
        "session=eyJndWVzdCI6LTEwMDAwMDF9",
        "session=" + "A" * 4000,
        "session=a.b.c",
        "session=...",
        'session="quoted"; session=x',
        "session=%00",
        "session",
        ";;;=;",
        "other=1",
    ],
)
async def test_forged_cookies_are_new_guests(cafe: Cafe, forged: str) -> None:
    await cafe.guest().adds("latte")
    answer = await cafe.send("GET", "/api/cart", headers={"Cookie": forged})
    assert (answer.status, answer.json["count"], len(answer.cookies)) == (200, 0, 1)


async def test_a_changed_cookie_is_a_new_guest(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    assert guest.cookie is not None
    name, _, value = guest.cookie.partition("=")
    for position in range(0, len(value), 3):
        letter = "A" if value[position] != "A" else "B"
        changed = f"{name}={value[:position]}{letter}{value[position + 1 :]}"
        answer = await cafe.send("GET", "/api/cart", headers={"Cookie": changed})
        assert answer.status == 200
        assert answer.json["count"] == 0, position


async def test_the_cookie_is_like_that_of_earlier_versions(cafe: Cafe) -> None:
    """What they signed still counts: `<guest id>.<Unix seconds>.<HMAC-SHA-256 of both>`."""
    instance = await cafe.value("SELECT value FROM meta WHERE key = 'instance_id'")
    key = hmac.digest(SECRET_KEY.encode(), f"cafe.guest.{instance}".encode(), "sha256")
    guest = cafe.guest()
    await guest.adds("latte")
    assert guest.cookie is not None
    guest_id = guest.cookie.removeprefix("session=").partition(".")[0]
    signed = f"{guest_id}.{now(cafe, -60)}"
    signature = base64.urlsafe_b64encode(hmac.digest(key, signed.encode(), "sha256")).decode().rstrip("=")
    assert (await Visitor(cafe, cookie=f"session={signed}.{signature}").cart()).json["count"] == 1


async def test_cookies_of_any_bytes(cafe: Cafe) -> None:
    head = b"GET /api/cart HTTP/1.1\r\nHost: cafe\r\nConnection: close\r\nCookie: session="
    for value in (b"\xff\xfe", "печиво".encode(), b'"\\377"', b"\x80" * 2000):
        answer = await cafe.send_bytes(head + value + b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200 "), answer


# What guests leave in the database, and when.

GUESTS = "SELECT count(*) AS n FROM customers WHERE id < -1"


@pytest.mark.parametrize(("method", "path"), CUSTOMER_ROUTES)
async def test_a_look_leaves_nothing(cafe: Cafe, method: str, path: str) -> None:
    guest = cafe.guest()
    first = await guest.request(method, path)
    assert guest.cookie is not None
    again = await guest.request(method, path)
    assert (again.status, again.body) == (first.status, first.body)
    assert await cafe.value(GUESTS) == 0


async def test_the_first_line_writes_the_guest_of_the_cookie(cafe: Cafe) -> None:
    looked, guest = cafe.guest(), cafe.guest()
    await looked.cart()
    await guest.cart()
    assert (await guest.adds("retired")).status == 404
    assert await cafe.value(GUESTS) == 0
    assert (await guest.adds("latte", 2)).json["count"] == 2
    assert await cafe.value("SELECT id FROM customers WHERE id < -1") == -1_000_002
    assert (await looked.cart()).json["count"] == 0


async def test_the_first_language_writes_the_guest(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.cart()
    await guest.speaks("en")
    assert await cafe.value("SELECT locale FROM customers WHERE id < -1") == "en"
    assert (await guest.adds("latte")).json["items"][0]["name"] == "Latte"


async def cleaned_after(cafe: Cafe, **span: float) -> None:
    cafe.clock.advance(**span)
    await Retention(cafe.app.database, cafe.clock).clean()


async def test_what_a_guest_left_stays_as_long_as_their_cookie(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    for _ in range(3):
        await cleaned_after(cafe, days=20)
        assert (await guest.cart()).json["count"] == 1
    for _ in range(50):
        await cleaned_after(cafe, hours=20)
        assert (await guest.cart()).json["count"] == 1
    await cleaned_after(cafe, days=31)
    assert (await guest.cart()).json["count"] == 1
    await cleaned_after(cafe, days=33)
    assert await cafe.value(GUESTS) == 0


async def test_a_cookie_whose_guest_was_cleaned_away_simply_works(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.speaks("en")
    assert await cafe.execute("DELETE FROM customers WHERE id < -1") == 1
    cookie = guest.cookie
    assert (await guest.cart()).json == {"items": [], "items_total": 0, "count": 0}
    assert await guest.sees_orders() == []
    assert (await guest.adds("latte")).json["items"][0]["name"] == "Лате"
    assert guest.cookie == cookie
    assert len(await guest.places("espresso")) > 0


async def test_no_id_is_given_out_twice(tmp_path: Path) -> None:
    seen: list[int] = []
    async with open_cafe(config_for(tmp_path)) as cafe:
        for _ in range(3):
            await cafe.guest().adds("latte")
        # Another process over the same database, killed and started again: what it had reserved is lost, not reused.
        for _ in range(3):
            other = GuestIds(cafe.app.database)
            seen += [await other.take() for _ in range(1_001)]
        await cafe.guest().adds("latte")
        seen += [row["id"] for row in await cafe.rows("SELECT id FROM customers WHERE id < -1")]
    async with open_cafe(config_for(tmp_path), catalogue=None) as cafe:
        await cafe.guest().adds("latte")
        seen.append(await cafe.value("SELECT min(id) FROM customers"))
    assert len(seen) == len(set(seen)) == 3 * 1_001 + 5
    assert max(seen) == -1_000_001


async def test_many_at_once_share_one_reservation(cafe: Cafe) -> None:
    await asyncio.gather(*(cafe.guest().adds("latte") for _ in range(20)))
    assert await cafe.value(GUESTS) == 20
    assert await cafe.value("SELECT value FROM sequences WHERE name = 'guest'") == 1_000


async def test_a_cookie_of_the_future_that_a_restored_file_has_lost_is_a_new_guest(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path)) as cafe:
        guests = [cafe.guest() for _ in range(3)]
        for guest in guests:
            await guest.adds("latte")
        await cafe.execute("DELETE FROM cart_lines")
        await cafe.execute("DELETE FROM customers WHERE id < -1")
        await cafe.execute("UPDATE sequences SET value = 0 WHERE name = 'guest'")
    async with open_cafe(config_for(tmp_path), catalogue=None) as cafe:
        await Visitor(cafe, cookie=guests[2].cookie).adds("latte")
        assert await cafe.value("SELECT id FROM customers WHERE id < -1") == -1_000_001


# The stored locale.


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        ("en", "en"),
        ("uk", "uk"),
        ("EN", "uk"),
        ("en-US", "uk"),
        ("de", "uk"),
        ("", "uk"),
        (None, "uk"),
        (1, "uk"),
        ([], "uk"),
    ],
)
async def test_the_locale_is_stored_normalized(cafe: Cafe, asked: Any, stored: str) -> None:
    for visitor in (cafe.guest(), cafe.person(), cafe.english_person()):
        answer = await visitor.patch("/api/me/locale", {"locale": asked})
        assert (answer.status, answer.json) == (200, {"locale": stored})
        await visitor.adds("latte")
        name = (await visitor.cart()).json["items"][0]["name"]
        assert name == {"uk": "Лате", "en": "Latte"}[stored]


async def test_no_locale_at_all_is_ukrainian(cafe: Cafe) -> None:
    john = cafe.english_person()
    assert (await john.patch("/api/me/locale")).json == {"locale": "uk"}


async def test_a_guests_language_counts_for_messages_too(cafe: Cafe) -> None:
    guest = await cafe.guest().speaks("en")
    english = (await guest.orders_pickup()).json["message"]
    ukrainian = (await cafe.guest().orders_pickup()).json["message"]
    assert english != ukrainian
    result = await guest.places("latte")
    token = result["track_url"].removeprefix("/webapp/?track=")
    assert (await cafe.get(f"/api/checkout/track/{token}")).json["items"][0]["name"] == "Latte"


async def test_a_platform_user_s_new_device_hears_their_language(cafe: Cafe) -> None:
    person = cafe.english_person()
    assert (await person.get("/api/cart")).headers["Content-Language"] == "en"
    assert (await person.patch("/api/me/locale", {"locale": "uk"})).headers["Content-Language"] == "uk"
    assert (await person.get("/api/cart")).headers["Content-Language"] == "uk"
    assert "Content-Language" not in (await cafe.guest().get("/api/cart")).headers


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/cart", None),
        ("POST", "/api/cart/items", {"product_id": 1}),
        ("PATCH", "/api/me/locale", {"locale": "en"}),
        ("POST", "/api/checkout/dine-in", {"name": "Оля"}),
    ],
)
async def test_a_guest_whom_the_database_forgot_begins_anew(cafe: Cafe, method: str, path: str, body: Any) -> None:
    guest = cafe.guest()
    await guest.cart()
    await cafe.execute("DELETE FROM customers WHERE id < -1")
    answer = await guest.request(method, path, json=body)
    assert answer.status in {200, 201, 400}
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id < -1") <= 1
    assert (await guest.adds("latte")).status == 201
    assert (await guest.cart()).json["count"] >= 1


async def test_the_key_beside_the_database_is_made_once(tmp_path: Path) -> None:
    config = config_for(tmp_path, secret_key=None)
    async with open_cafe(config) as cafe:
        guest = cafe.guest()
        await guest.adds("latte")
    async with open_cafe(config, catalogue=None) as cafe:
        assert (await Visitor(cafe, cookie=guest.cookie).cart()).json["count"] == 1
