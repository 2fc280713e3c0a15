"""What is not JSON: the framework's own pages; and the service's own pages."""

import json
import random
import re

import pytest

from cafe.resources import find_pictures
from cafe.web.cached_responses import CachedResponse
from cafe.web.minify import minify_stylesheet
from cafe.web.sites import PAGES
from tests.driver import Cafe

ROUTES = {
    "/api/categories": {"GET"},
    "/api/products": {"GET"},
    "/api/settings": {"GET"},
    "/api/cart": {"GET", "DELETE"},
    "/api/cart/items": {"POST"},
    "/api/cart/items/1": {"PATCH", "DELETE"},
    "/api/orders": {"GET"},
    "/api/orders/1/cancel": {"POST"},
    "/api/orders/1/repeat": {"POST"},
    "/api/orders/1/pay": {"POST"},
    "/api/checkout/delivery": {"POST"},
    "/api/checkout/pickup": {"POST"},
    "/api/checkout/dine-in": {"POST"},
    "/api/checkout/promo/validate": {"POST"},
    "/api/checkout/prefill": {"GET"},
    "/api/checkout/payment-status/1": {"GET"},
    "/api/checkout/track/x": {"GET"},
    "/api/me/locale": {"PATCH"},
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@pytest.mark.parametrize("path", ROUTES)
async def test_disallowed_methods(cafe: Cafe, path: str) -> None:
    for method in METHODS:
        if method in ROUTES[path]:
            continue
        answer = await cafe.send(method, path)
        assert answer.status == 405, method
        assert not answer.is_json
        assert ROUTES[path] <= set(answer.headers["Allow"].split(","))
        assert not answer.cookies
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id < -1") == 0


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/cart/",
        "/api/cart/items/",
        "/api/cart/items/1/2",
        "/api/orders/1",
        "/api/orders/1/eat",
        "/api/checkout",
        "/api/checkout/dine_in",
        "/api/checkout/track/",
        "/api/checkout/payment-status/",
        "/api/me",
        "/api/v1/cart",
        "/API/cart",
        "/etc/passwd",
        "/.env",
        "/webapp/nothing.js",
        "/webapp/../../config.py",
        "/webapp/%2e%2e/%2e%2e/config.py",
        "/webapp/..%2f..%2fconfig.py",
    ],
)
async def test_unknown_routes(cafe: Cafe, path: str) -> None:
    answer = await cafe.send("GET", path, headers={"X-Platform-Init-Data": "junk"})
    assert answer.status == 404
    assert not answer.is_json
    assert not answer.cookies
    assert "X-Init-Data-Status" not in answer.headers


async def test_a_failure_says_nothing_of_its_reason(cafe: Cafe) -> None:
    guest = cafe.guest()
    for accept in ("*/*", "text/html", "application/json"):
        body = f'{{"product_id": {cafe.products["latte"]}, "quantity": "two"}}'.encode()
        answer = await guest.request("POST", "/api/cart/items", data=body, headers={"Accept": accept})
        assert answer.status == 500
        assert not answer.is_json
        for secret in (b"Traceback", b"ValueError", b"invalid literal", b"cafe/"):
            assert secret not in answer.body


async def test_there_is_no_cors(cafe: Cafe) -> None:
    answer = await cafe.send("GET", "/api/settings", headers={"Origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


async def test_health(cafe: Cafe) -> None:
    answer = await cafe.get("/healthz")
    assert (answer.status, answer.json["status"]) == (200, "ok")
    assert not answer.cookies
    assert b"42:TEST" not in answer.body


async def test_the_root_leads_to_the_mini_app(cafe: Cafe) -> None:
    answer = await cafe.get("/")
    assert answer.status in {301, 302, 303, 307, 308}
    assert answer.headers["Location"] == "/webapp/"
    page = await cafe.get("/webapp/")
    assert page.status == 200
    assert page.headers["Content-Type"].startswith("text/html")


async def test_comments_stay_at_home(cafe: Cafe) -> None:
    page = (await cafe.get("/webapp/")).body.decode()
    [script] = re.findall(r'src="([^"]+/app\.js)"', page)
    served = (await cafe.get(script)).body.decode()
    source = (PAGES / "menu" / "api.js").read_text(encoding="utf-8")
    assert "/** The HTTP interface" in source
    assert "15_000; // above" in source
    assert "The HTTP interface" not in served
    assert "const TIMEOUT_MS=15_000;" in served
    assert "above" not in served


async def test_every_part_of_the_styles_is_in_the_page_or_comes_later(cafe: Cafe) -> None:
    page = (await cafe.get("/webapp/")).body.decode()
    [wide] = re.findall(r'<link rel="stylesheet" media="[^"]+" href="([^"]+)"', page)
    [carried] = re.findall(r"<style>(.*?)</style>", page, flags=re.DOTALL)
    served = carried + (await cafe.get(wide.replace("wide.css", "later.css"))).body.decode()
    assert "@import" not in served
    parts = [*(PAGES / "menu" / "styles").glob("*.css"), *(PAGES / "shared" / "styles").glob("*.css")]
    assert len(parts) > 10
    for part in parts:
        _, rules = part.read_text(encoding="utf-8").split("*/\n", 1)  # what follows the first comment
        first = minify_stylesheet(rules.strip().split("\n\n")[0].encode()).decode()
        assert served.count(first) == 1, part.name


async def test_the_way_to_the_mini_app_keeps_the_query_as_it_came(cafe: Cafe) -> None:
    answer = await cafe.get("/?table=%23a%26b%2Bc")
    assert answer.headers["Location"] == "/webapp/?table=%23a%26b%2Bc"


async def test_a_picture_s_name_is_not_a_book(cafe: Cafe) -> None:
    assert (await cafe.get(f"/webapp/pictures/{'a' * 300}")).status == 404


async def test_the_mini_apps_files_are_kept_for_ever_under_their_own_address(cafe: Cafe) -> None:
    page = (await cafe.get("/webapp/")).body.decode()
    [script] = re.findall(r'src="([^"]+/app\.js)"', page)
    now = await cafe.get(script)
    assert "immutable" in now.headers["Cache-Control"]
    before_an_update = await cafe.get("/webapp/0123456789ab/menu/app.js")
    assert before_an_update.headers["Cache-Control"] == "no-cache"
    assert before_an_update.body == now.body
    assert (await cafe.get(script.replace("app.js", "nothing.js"))).status == 404


async def test_a_picture_of_the_menu(cafe: Cafe) -> None:
    answer = await cafe.get("/webapp/pictures/americano.svg")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert answer.body == (find_pictures() / "americano.svg").read_bytes()
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    for name in ("nothing.svg", "..%2fdemo.toml"):
        assert (await cafe.get(f"/webapp/pictures/{name}")).status == 404


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [
        ("br, gzip;q=0.5", True),
        ("gzip; q=1.0", True),
        ("gzip;q=0", False),
        ("deflate, gzip; q=0.0", False),
        ("x-gzip", False),
        ("br, x-gzip;q=1", False),
        ("", False),
    ],
)
async def test_what_is_accepted_is_sent(cafe: Cafe, accepted: str, is_compressed: bool) -> None:  # noqa: FBT001
    answer = await cafe.send("GET", "/webapp/", headers={"Accept-Encoding": accepted})
    assert answer.status == 200
    assert ("Content-Encoding" in answer.headers) is is_compressed


def test_what_does_not_get_smaller_is_not_compressed() -> None:
    assert CachedResponse.make(b"one and the same " * 100, "text/plain").compressed is not None
    assert CachedResponse.make(random.Random(1).randbytes(1000), "image/jpeg").compressed is None  # noqa: S311


@pytest.mark.parametrize("home", ["/webapp/", "/board/"])
async def test_a_service_worker_reaches_its_page_and_nothing_else(cafe: Cafe, home: str) -> None:
    page = await cafe.get(home)
    [version] = set(re.findall(rf"{home}([0-9a-f]{{12}})/", page.body.decode()))
    worker = await cafe.get(f"{home}service-worker.js")
    assert worker.status == 200
    assert worker.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert worker.headers["Cache-Control"] == "no-cache"
    assert "Service-Worker-Allowed" not in worker.headers
    script = worker.body.decode()
    assert f'"version":"{version}"' in script
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert "worker-src 'self'" in page.headers["Content-Security-Policy"]
    for part in ("menu/worker/offline.js", "shared/worker/page.js"):
        assert (await cafe.get(f"{home}{version}/{part}")).status == 404
    [files] = re.findall(r'"files":\[([^]]*)\]', script)
    for file in json.loads(f"[{files}]"):
        kept = await cafe.get(f"{home}{version}/{file}")
        assert (kept.status, "immutable" in kept.headers["Cache-Control"]) == (200, True), file
