"""The shipped proxy files, in front of the real program."""

import asyncio
import re
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.bot.conversation import eventually
from tests.deploy.programs import CADDY, DEPLOY, NGINX, needs_caddy, needs_nginx
from tests.driver import Cafe, config_for, open_cafe
from tests.web.kitchen import paired
from tests.web.streams import Stream

NAME = "cafe.example.com"


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


@dataclass(frozen=True, slots=True)
class Proxy:
    url: str
    plain_url: str
    log: Path
    session: aiohttp.ClientSession

    async def ask(self, method: str, path: str, **sent: Any) -> tuple[int, aiohttp.ClientResponse]:
        async with self.session.request(
            method, self.url + path, server_hostname=NAME, headers={"Host": NAME, **sent.pop("headers", {})}, **sent
        ) as response:
            await response.read()
            return response.status, response

    async def statuses(self, method: str, path: str, times: int, **sent: Any) -> list[int]:
        return [(await self.ask(method, path, **sent))[0] for _ in range(times)]

    async def until_refused(self, method: str, path: str, **sent: Any) -> list[int]:
        """What was answered before the first 429. A slow machine is allowed a few more: rates go by the clock."""
        statuses: list[int] = []
        while (status := (await self.ask(method, path, **sent))[0]) != 429:
            statuses.append(status)
            assert len(statuses) < 100, (method, path, statuses)
        return statuses


@asynccontextmanager
async def nginx_before(cafe: Cafe, folder: Path) -> AsyncIterator[Proxy]:
    """The shipped file with this machine's ports, certificate and log; nothing else is changed."""
    port, plain_port, log = free_port(), free_port(), folder / "access.log"
    make_certificate(folder)
    shipped = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    changes = [
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        (r"listen 80;", f"listen 127.0.0.1:{plain_port};"),
        (r"/etc/letsencrypt/live/[^/]+/", f"{folder}/"),
        (r"/var/log/nginx/cafe\.log", str(log)),
        (r"/var/log/nginx/cafe-error\.log", str(folder / "cafe-error.log")),
        (r"server 127\.0\.0\.1:8080;", f"server {cafe.url.removeprefix('http://')};"),
    ]
    for pattern, ours in changes:
        shipped, count = re.subn(pattern, ours, shipped)
        assert count, pattern
    (folder / "cafe.conf").write_text(shipped, encoding="utf-8")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder}/pid; error_log {folder}/error.log;"
        f"events {{}} http {{ access_log {folder}/others.log; {temporary} include {folder}/cafe.conf; }}",
        encoding="utf-8",
    )
    trusted = ssl.create_default_context(cafile=folder / "fullchain.pem")
    process = await asyncio.create_subprocess_exec(
        NGINX, "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "nginx.conf")
    )
    try:
        for _ in range(200):
            if (folder / "pid").exists() and (folder / "pid").read_text():
                break
            assert process.returncode is None, (folder / "error.log").read_text()
            await asyncio.sleep(0.02)
        connector = aiohttp.TCPConnector(ssl=trusted)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
            yield Proxy(f"https://127.0.0.1:{port}", f"http://127.0.0.1:{plain_port}", log, session)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@pytest.fixture
async def proxy(cafe: Cafe, tmp_path: Path) -> AsyncIterator[Proxy]:
    async with nginx_before(cafe, tmp_path) as proxy:
        yield proxy


@needs_nginx
async def test_a_guest_orders_through_nginx(proxy: Proxy, cafe: Cafe) -> None:
    status, added = await proxy.ask("POST", "/api/cart/items", json={"product_id": cafe.products["latte"]})
    assert status == 201
    assert added.headers["Strict-Transport-Security"] == "max-age=31536000"
    cookie = added.headers["Set-Cookie"].partition(";")[0]
    form = {"name": "Оля", "phone": "0671234567", "pickup_time": "14:30", "payment_method": "cash"}
    status, placed = await proxy.ask("POST", "/api/checkout/pickup", json=form, headers={"Cookie": cookie})
    assert status == 201
    track = (await placed.json())["track_url"]
    assert (await proxy.ask("GET", track))[0] == 200
    token = track.partition("track=")[2]
    assert (await proxy.ask("GET", f"/api/checkout/track/{token}"))[0] == 200
    await eventually(lambda: "/api/checkout/track/***" in proxy.log.read_text())  # a line follows its answer
    logged = proxy.log.read_text()
    assert token not in logged
    assert "/webapp/?***" in logged


@needs_nginx
async def test_what_one_address_may_ask_for(proxy: Proxy, cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    cookie = {"headers": {"Cookie": guest.cookie}}
    orders = await proxy.until_refused("POST", "/api/checkout/pickup", json={}, **cookie)
    assert (len(orders) >= 5, set(orders)) == (True, {400})
    assert len(await proxy.until_refused("POST", "/api/orders/1/pay", **cookie)) >= 5
    assert len(await proxy.until_refused("POST", "/api/checkout/promo/validate", json={}, **cookie)) >= 5
    assert len(await proxy.until_refused("GET", "/api/checkout/payment-status/1", **cookie)) >= 11


@needs_nginx
async def test_no_log_keeps_a_token(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        async with open_cafe(config_for(tmp_path)) as cafe:
            proxy = await stack.enter_async_context(nginx_before(cafe, tmp_path))
            assert set(await proxy.until_refused("GET", "/api/checkout/track/SECRET")) == {404}
        assert (await proxy.ask("GET", "/webapp/?track=SECRET"))[0] == 502
        plain = await proxy.session.get(f"{proxy.plain_url}/webapp/?track=SECRET", allow_redirects=False)
        assert plain.status == 301
        await eventually(lambda: '"GET /webapp/?***" 502' in proxy.log.read_text())
    logs = {name: (tmp_path / name).read_text() for name in ("access.log", "cafe-error.log", "others.log", "error.log")}
    assert "/api/checkout/track/***" in logs["access.log"]
    assert [name for name, text in logs.items() if "SECRET" in text] == []


@needs_nginx
async def test_strangers_are_bounded_and_the_menu_is_not(proxy: Proxy) -> None:
    assert len(await proxy.until_refused("GET", "/api/cart")) >= 21
    assert set(await proxy.statuses("GET", "/api/products", 10)) == {200}


@needs_nginx
async def test_a_kitchen_screen_reads_and_listens(proxy: Proxy, cafe: Cafe) -> None:
    tablet = await paired(cafe)
    headers = {"Cookie": tablet.cookie or ""}
    assert set(await proxy.statuses("GET", "/api/board", 30, headers=headers)) == {200}
    async with proxy.session.get(
        f"{proxy.url}/api/board/stream", server_hostname=NAME, headers={"Host": NAME, **headers}
    ) as response:
        assert (await Stream(response).next_event())["event"] == "changed"


@needs_nginx
async def test_guests_of_one_network_follow_their_orders_and_the_menu_stays_open(proxy: Proxy, cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = await guest.places("latte")
    headers = {"Host": NAME, "Cookie": guest.cookie or ""}
    addresses = [f"/api/orders/{placed['order_id']}/stream"] * 4
    for _ in range(6):
        token = (await cafe.guest().places("latte"))["track_url"].partition("track=")[2]
        addresses += [f"/api/checkout/track/{token}/stream"] * 4
    async with AsyncExitStack() as stack:
        open_ones = [
            await stack.enter_async_context(
                proxy.session.get(proxy.url + address, server_hostname=NAME, headers=headers)
            )
            for address in addresses
        ]
        assert {response.status for response in open_ones} == {200}
        assert len(open_ones) > 20, "more than one address may otherwise have"
        assert (await proxy.ask("GET", "/api/products"))[0] == 200
        stream = Stream(open_ones[0])
        before = await stream.next_event()
        await cafe.moves_order(placed["order_id"], "cooking")
        assert await stream.next_event() != before
    assert (await proxy.ask("POST", addresses[-1]))[0] == 405
    await eventually(lambda: '"POST /api/checkout/track/***" 405' in proxy.log.read_text())
    assert token not in proxy.log.read_text()


@needs_nginx
async def test_the_desk_takes_files_and_waits_for_the_bot(proxy: Proxy, cafe: Cafe) -> None:
    owner = await cafe.desk()
    headers = {"Cookie": owner.cookie or ""}
    assert set(await proxy.statuses("GET", "/api/desk/session", 15, headers=headers)) == {200}
    assert (await proxy.ask("GET", "/api/desk/session", headers={"Authorization": "Bearer nobody's"}))[0] == 401
    big = {"data": b" " * 900_000}
    assert (await proxy.ask("POST", "/api/desk/edits", **big))[0] == 401
    status, begun = await proxy.ask("POST", "/api/desk/session/code")
    assert status == 200
    secret = {"secret": (await begun.json())["secret"]}
    assert set(await proxy.statuses("POST", "/api/desk/session/code/poll", 15, json=secret)) == {200}
    assert set(await proxy.until_refused("POST", "/api/desk/session/code")) == {200}


@needs_nginx
async def test_webhooks_are_never_slowed(proxy: Proxy) -> None:
    assert set(await proxy.statuses("POST", "/api/payments/bank/webhook", 60, data=b"{}")) == {400}
    big = {"data": b" " * 200_000}
    assert (await proxy.ask("POST", "/telegram/webhook", **big))[0] == 401
    assert (await proxy.ask("POST", "/api/cart/items", **big))[0] == 413


def validate(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [CADDY, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=own | environment)  # noqa: S603 - our own words


@needs_caddy
@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"SITE": "https://cafe.example.org", "UPSTREAMS": "cafe:8080"},
        {"SITE": "https://cafe.example.org", "UPSTREAMS": "cafe1:8080 cafe2:8080", "CHECK": "health_uri /api/settings"},
    ],
    ids=["the machine's", "one container", "two"],
)
def test_caddy_understands_its_file(environment: dict[str, str], tmp_path: Path) -> None:
    done = validate(tmp_path, **environment)
    assert done.returncode == 0, done.stderr
