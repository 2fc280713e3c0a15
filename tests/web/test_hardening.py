"""What protects the service from strangers: connections, bodies, other sites, headers, log lines."""

import asyncio
import gzip
import logging
import resource
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cafe import server
from cafe.web import identity
from tests.driver import Cafe, config_for, open_cafe

FORM = b'{"product_id": 1}'
BOMB = gzip.compress(b"[" * 50_000_000)


async def connected(cafe: Cafe, sent: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = cafe.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(sent)
    await writer.drain()
    return reader, writer


def post(path: str, body: bytes, *headers: str, announced: int | None = None) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: cafe", f"Content-Length: {announced or len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


# Connections.


@pytest.mark.parametrize(
    "sent", [b"", b"GET /api/settings HTTP/1.1\r\nHost: ca", b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"]
)
async def test_an_idle_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(server, "KEEPALIVE_SECONDS", 0.3)
    async with open_cafe(config_for(tmp_path)) as cafe:
        reader, writer = await connected(cafe, sent)
        async with asyncio.timeout(20):
            await reader.read()
        writer.close()


def test_connections_are_kept_about_a_minute() -> None:
    assert 60 <= server.KEEPALIVE_SECONDS <= 90


async def test_at_the_limit_the_oldest_idle_connection_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 10)
    async with AsyncExitStack() as stack:
        cafe = await stack.enter_async_context(open_cafe(config_for(tmp_path)))
        idle = [await connected(cafe) for _ in range(30)]
        for _ in range(5):
            assert b" 200 " in await cafe.send_bytes(
                b"GET /api/settings HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
        async with asyncio.timeout(20):
            assert await idle[0][0].read() == b""  # the oldest one was closed
        for _, writer in idle:
            writer.close()


async def test_when_every_connection_is_at_work_a_new_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 3)
    async with open_cafe(config_for(tmp_path)) as cafe:
        busy = [await connected(cafe, post("/api/cart/items", b"{", announced=100)) for _ in range(3)]
        await asyncio.sleep(0.2)
        reader, writer = await connected(cafe)
        async with asyncio.timeout(20):
            assert await reader.read() == b""
        for _, other in [*busy, (reader, writer)]:
            other.close()


def test_the_limit_leaves_files_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (120, 120))
    assert server.max_connections() == 20


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nTel: 050\x01" + b"\x01" * 7000, b"GET /secret HTTP/9\r\n"])
async def test_what_is_no_http_is_one_short_line_in_the_log(
    cafe: Cafe, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    answer = await cafe.send_bytes(sent + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.0 400 ")
    [line] = [record for record in caplog.records if record.name.startswith(("aiohttp", "cafe.server"))]
    assert (line.levelname, line.exc_info) == ("INFO", None)
    assert line.getMessage().startswith("a malformed request: ")
    assert len(line.getMessage()) < 60


# Bodies.


async def test_a_body_that_never_ends_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "BODY_SECONDS", 0.3)
    async with open_cafe(config_for(tmp_path)) as cafe:
        async with asyncio.timeout(20):
            answer = await cafe.send_bytes(post("/api/cart/items", FORM[:5], "Connection: close", announced=17))
        assert answer.startswith(b"HTTP/1.1 408 ")


async def test_a_body_that_comes_in_pieces_is_waited_for(cafe: Cafe) -> None:
    reader, writer = await connected(cafe, post("/api/cart/items", FORM[:5], "Connection: close", announced=len(FORM)))
    await asyncio.sleep(0.2)
    writer.write(FORM[5:])
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 201 ")


@pytest.mark.parametrize("path", ["/api/cart/items", "/api/payments/bank/webhook", "/api/payments/liqpay/webhook"])
async def test_compressed_bodies_are_not_taken(cafe: Cafe, path: str) -> None:
    answer = await cafe.send("POST", path, data=BOMB, headers={"Content-Encoding": "gzip"})
    assert answer.status == 415


async def test_a_bomb_stalls_nobody_on_an_unknown_address_either(cafe: Cafe) -> None:
    async def answering() -> float:
        began = time.thread_time()
        answer = await cafe.send("POST", "/nowhere", data=BOMB, headers={"Content-Encoding": "gzip"})
        assert answer.status == 404
        return time.thread_time() - began

    # The best of three, since the garbage collector may come by in one of them.
    quickest = min([await answering() for _ in range(3)])
    inflating = time.thread_time()
    gzip.decompress(BOMB)
    assert quickest < (time.thread_time() - inflating) / 2


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 4_000_000 + b"]" * 4_000_000,
        b'{"product_id": 1, "x": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"product_id": 1, "x": [' + b"0," * 3_000_000 + b"0]}",
    ],
    ids=["nested", "deep", "long"],
)
async def test_a_body_costly_to_parse_counts_as_no_object(cafe: Cafe, body: bytes) -> None:
    answer = await cafe.send("POST", "/api/cart/items", data=body)
    assert (answer.status, answer.json) == (404, {"error": "product not found"})


async def test_an_ordinary_body_may_be_long(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 5)
    comment = "[]{},:" * 150
    answer = await guest.orders("delivery", address_comment=comment, extra=["x" * 100_000] * 10)
    assert answer.status == 201
    assert await cafe.value("SELECT address_comment FROM orders") == comment


# Other sites.

OWN = {"Sec-Fetch-Site": "same-origin"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "none", "Origin": "https://evil.example"},
    ],
)
async def test_another_site_cannot_act_for_a_guest(cafe: Cafe, headers: dict[str, str]) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    for method, path in (
        ("POST", "/api/cart/items"),
        ("PATCH", "/api/me/locale"),
        ("DELETE", "/api/cart"),
        ("POST", "/api/checkout/pickup"),
    ):
        answer = await cafe.send(method, path, data=FORM, headers={"Content-Type": "text/plain", **headers})
        assert answer.status == 403, (method, path)
        assert answer.cookies == []
    assert (await guest.cart()).json["count"] == 1
    assert (await cafe.send("GET", "/api/cart", headers=headers)).status == 200


@pytest.mark.parametrize("headers", [{}, OWN, {"Sec-Fetch-Site": "none"}])
async def test_our_own_pages_and_other_clients_may_act(cafe: Cafe, headers: dict[str, str]) -> None:
    product = str(cafe.products["latte"]).encode()
    own = {**headers, "Origin": cafe.url} if headers else headers
    answer = await cafe.send("POST", "/api/cart/items", data=b'{"product_id": %s}' % product, headers=own)
    assert answer.status == 201


async def test_behind_a_proxy_the_public_address_is_ours(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path, base_url="https://cafe.example")) as cafe:
        product = str(cafe.products["latte"]).encode()
        for origin, status in (("https://cafe.example", 201), ("https://cafe.example.evil.example", 403)):
            answer = await cafe.send(
                "POST", "/api/cart/items", data=b'{"product_id": %s}' % product, headers={"Origin": origin}
            )
            assert answer.status == status


async def test_webhooks_come_from_elsewhere(cafe: Cafe) -> None:
    answer = await cafe.send("POST", "/api/payments/bank/webhook", data=b"{}", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.json == {"error": "invalid signature"}


# Headers.


@pytest.mark.parametrize("path", ["/api/settings", "/api/cart", "/nowhere", "/webapp/", "/healthz", "/"])
async def test_every_answer_is_guarded_and_names_no_versions(cafe: Cafe, path: str) -> None:
    headers = (await cafe.get(path)).headers
    assert headers["Server"] == "cafe"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors" in headers["Content-Security-Policy"]
    assert "Strict-Transport-Security" not in headers


async def test_a_page_that_has_not_changed_keeps_its_own_policy(cafe: Cafe) -> None:
    page = await cafe.get("/webapp/")
    unchanged = await cafe.get("/webapp/", **{"If-None-Match": page.headers["ETag"]})
    assert unchanged.status == 304
    assert "Content-Security-Policy" not in unchanged.headers


async def test_https_is_asked_for_where_it_is_on(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path, base_url="https://cafe.example")) as cafe:
        for path in ("/api/settings", "/api/cart", "/nowhere"):
            assert "max-age=" in (await cafe.get(path)).headers["Strict-Transport-Security"]


# Log lines.


def records_of_web(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.startswith(("cafe.web", "aiohttp"))]


async def test_an_aborted_body_is_one_line(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    _, writer = await connected(cafe, post("/api/cart/items", FORM[:5], announced=17))
    await asyncio.sleep(0.1)
    writer.close()
    await writer.wait_closed()
    await asyncio.sleep(0.1)
    [record] = records_of_web(caplog)
    assert record.getMessage() == "a body was cut off: path=/api/cart/items"
    assert record.exc_info is None


async def test_what_strangers_send_is_clipped(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await cafe.get("/api/cart", **{"X-Platform-Init-Data": "x=" + "y" * 5000, "User-Agent": "z" * 6000})
    [record] = records_of_web(caplog)
    assert len(record.getMessage()) < 500


async def test_a_refused_update_is_logged_without_its_secret(cafe: Cafe, caplog: pytest.LogCaptureFixture) -> None:
    await cafe.send("POST", "/telegram/webhook", headers={"X-Telegram-Bot-Api-Secret-Token": "guess-123"})
    assert "an update is refused" in caplog.text
    assert "guess-123" not in caplog.text


async def test_debug_is_said_loudly(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_cafe(config_for(tmp_path, debug=True)):
        pass
    assert "CAFE_DEBUG=1" in caplog.text
