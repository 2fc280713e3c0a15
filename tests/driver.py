"""Drives a running cafe from outside, in the words of a cafe.

What is asked and what is expected is written out here and in the tests, never imported from the program.
"""

import asyncio
import hashlib
import hmac
import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
from pydantic import SecretStr

from cafe.app import USUAL_PACE, App, running
from cafe.config import Config
from cafe.core.kernel.database import Database
from cafe.core.kernel.locale import FOLDER as LOCALES
from cafe.core.messages.subscriptions.push import PushServices
from cafe.core.people.staff.model import Role
from cafe.engines import Opening, open_database
from cafe.pace import Pace
from tests.virtual.loop import VirtualLoop

BOT_TOKEN = "42:TEST"
SECRET_KEY = "a key for tests alone, long enough to sign with"
NOBODY_LISTENS = "http://127.0.0.1:9"
"""The discard port: connections to it are refused at once, so nothing ever leaves the machine."""

CATALOGUE = (Path(__file__).parent / "catalogue.toml").read_text(encoding="utf-8")
MONDAY_NOON = datetime(2026, 6, 15, 9, 0, tzinfo=UTC)
"""12:00 in Kyiv, within the test cafe's hours."""

DELIVERY: Mapping[str, Any] = {
    "name": "Олена",
    "phone": "+380 67 123 45 67",
    "address_city": "Київ",
    "address_street": "Хрещатик",
    "address_house": "1а",
    "payment_method": "cash",
}
PICKUP: Mapping[str, Any] = {
    "name": "Олена",
    "phone": "+380 67 123 45 67",
    "pickup_time": "14:30",
    "payment_method": "cash",
}
DINE_IN: Mapping[str, Any] = {"name": "Олена", "phone": "+380 67 123 45 67", "payment_method": "cash"}
ORDER_KEYS = {
    "order_id",
    "order_number",
    "total",
    "payment_method",
    "pay_url",
    "card_unavailable_message",
    "track_url",
}
"""The specification's answer to an order."""


class Absent:
    """Says that a form leaves a field out."""


ABSENT = Absent()


class FakeClock:
    """Moves with a virtual loop's time, and jumps when told to; on another loop it stands still between jumps."""

    def __init__(self, moment: datetime = MONDAY_NOON) -> None:
        self._virtual: VirtualLoop | None = None
        self._jumped_to, self._jumped_at = moment, 0.0

    @property
    def moment(self) -> datetime:
        """Where it last jumped to."""
        return self._jumped_to

    @moment.setter
    def moment(self, moment: datetime) -> None:
        self._jumped_to, self._jumped_at = moment, self._seconds()

    def now(self) -> datetime:
        return self._jumped_to + timedelta(seconds=self._seconds() - self._jumped_at)

    def advance(self, **span: float) -> None:
        """Jump so far from the last jump: what went by since is part of a span ahead."""
        ahead = timedelta(**span)
        self.moment = max(self._jumped_to + ahead, self.now()) if ahead > timedelta() else self.now() + ahead

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def _seconds(self) -> float:
        if self._virtual is None:
            with suppress(RuntimeError):
                loop = asyncio.get_running_loop()
                self._virtual = loop if isinstance(loop, VirtualLoop) else None
        return 0.0 if self._virtual is None else self._virtual.time()


async def two_rounds(pace: Pace = USUAL_PACE) -> None:
    """Wait until every loop that looks around has done so twice: what has not come by then does not come."""
    await asyncio.sleep(2 * max(pace.presence, pace.catalogue, pace.pictures, pace.streams, pace.money, pace.moments))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cookies: Sequence[str] = ()

    @property
    def json(self) -> Any:
        assert self.is_json, f"{self.status} {self.headers.get('Content-Type')}: {self.body[:200]!r}"
        return json.loads(self.body)

    @property
    def is_json(self) -> bool:
        return self.headers.get("Content-Type", "").startswith("application/json")


def sign_init_data(fields: Mapping[str, str], token: str = BOT_TOKEN) -> str:
    """Init data as Telegram's clients send it: `fields` as a query string with the right `hash`."""
    check_string = "\n".join(f"{key}={fields[key]}" for key in sorted(fields))
    secret = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    signed = hmac.new(secret, check_string.encode(), hashlib.sha256).hexdigest()
    return urlencode({**fields, "hash": signed})


def init_data(at: datetime, user: Mapping[str, Any], token: str = BOT_TOKEN, **more: str) -> str:
    """Signed init data of `user`, issued `at` that moment."""
    who = json.dumps(user, ensure_ascii=False, separators=(",", ":"))
    return sign_init_data({"auth_date": str(int(at.timestamp())), "user": who, **more}, token)


@dataclass(slots=True)
class Visitor:
    """Somebody who uses the HTTP interface: a guest with a cookie, or a platform user with init data."""

    cafe: "Cafe"
    user: Mapping[str, Any] | None = None
    cookie: str | None = None

    @property
    def id(self) -> int:
        """The platform user's id."""
        assert self.user is not None
        return int(self.user["id"])

    async def request(
        self,
        method: str,
        path: str,
        *,
        json: Any = ABSENT,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Ask, and remember the cookie that was set."""
        sent = {**self.identity(), **(headers or {})}
        if not isinstance(json, Absent):
            data = _dumped(json)
            sent.setdefault("Content-Type", "application/json")
        answer = await self.cafe.send(method, path, data=data, headers=sent)
        for cookie in answer.cookies:
            self.cookie = cookie.partition(";")[0]
        return answer

    def identity(self) -> dict[str, str]:
        """The headers that say who it is."""
        found = {} if self.cookie is None else {"Cookie": self.cookie}
        if self.user is not None:
            found["X-Platform-Init-Data"] = init_data(self.cafe.clock.now(), self.user)
        return found

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.request("GET", path, headers=headers)

    async def post(self, path: str, body: Any = ABSENT, **headers: str) -> Answer:
        return await self.request("POST", path, json=body, headers=headers)

    async def patch(self, path: str, body: Any = ABSENT, **headers: str) -> Answer:
        return await self.request("PATCH", path, json=body, headers=headers)

    async def delete(self, path: str, **headers: str) -> Answer:
        return await self.request("DELETE", path, headers=headers)

    # The cart.

    async def cart(self) -> Answer:
        return await self.get("/api/cart")

    async def adds(self, slug: str, quantity: Any = 1) -> Answer:
        return await self.post("/api/cart/items", {"product_id": self.cafe.products[slug], "quantity": quantity})

    async def sets(self, slug: str, quantity: Any) -> Answer:
        return await self.patch(f"/api/cart/items/{self.cafe.products[slug]}", {"quantity": quantity})

    async def removes(self, slug: str) -> Answer:
        return await self.delete(f"/api/cart/items/{self.cafe.products[slug]}")

    async def empties_cart(self) -> Answer:
        return await self.delete("/api/cart")

    # Checkout: the form of each type, with `changes`; ABSENT leaves a field out.

    async def orders(self, kind: str, *, key: str | None = None, **changes: Any) -> Answer:
        form = {"delivery": DELIVERY, "pickup": PICKUP, "dine-in": DINE_IN}[kind]
        body = {name: value for name, value in {**form, **changes}.items() if value is not ABSENT}
        headers = {} if key is None else {"Idempotency-Key": key}
        return await self.request("POST", f"/api/checkout/{kind}", json=body, headers=headers)

    async def orders_delivery(self, *, key: str | None = None, **changes: Any) -> Answer:
        return await self.orders("delivery", key=key, **changes)

    async def orders_pickup(self, *, key: str | None = None, **changes: Any) -> Answer:
        return await self.orders("pickup", key=key, **changes)

    async def orders_dine_in(self, *, key: str | None = None, **changes: Any) -> Answer:
        return await self.orders("dine-in", key=key, **changes)

    async def places(self, *slugs: str, kind: str = "pickup", **changes: Any) -> Any:
        """Fill the cart with `slugs`, order, and give the result of the order that must have succeeded."""
        for slug in slugs or ("latte",):
            added = await self.adds(slug)
            assert added.status == 201, added
        answer = await self.orders(kind, **changes)
        assert answer.status == 201, answer
        return answer.json

    async def checks_promo(self, code: Any) -> Answer:
        return await self.post("/api/checkout/promo/validate", {"code": code})

    # Orders.

    async def sees_orders(self) -> Any:
        answer = await self.get("/api/orders")
        assert answer.status == 200, answer
        return answer.json

    async def cancels(self, order_id: object) -> Answer:
        return await self.post(f"/api/orders/{order_id}/cancel")

    async def repeats(self, order_id: object) -> Answer:
        return await self.post(f"/api/orders/{order_id}/repeat")

    async def pays(self, order_id: object) -> Answer:
        return await self.post(f"/api/orders/{order_id}/pay")

    async def speaks(self, locale: str) -> "Visitor":
        answer = await self.patch("/api/me/locale", {"locale": locale})
        assert answer.status == 200, answer
        return self


def _dumped(value: Any) -> bytes:
    """JSON as bytes; lone surrogates stay escaped, as a hostile client would send them."""
    return json.dumps(value).encode("ascii")


@dataclass(slots=True)
class DeskVisitor(Visitor):
    """Somebody of the staff at the desk, signed in by a link as the command `desk-link` prints it."""

    bearer: str | None = None
    """The token inside Telegram, in place of the cookie."""

    def identity(self) -> dict[str, str]:
        found = Visitor.identity(self)
        return found if self.bearer is None else {**found, "Authorization": f"Bearer {self.bearer}"}

    async def changes(self, *edits: Mapping[str, Any]) -> Answer:
        """Change the catalogue or the settings, all or nothing."""
        return await self.post("/api/desk/edits", {"edits": list(edits)})


CASH_AT_THE_DOOR = """
INSERT INTO payments (order_id, kind, amount, paid_at, has_sale) SELECT id, 'cash', total * 100, 1, 1 FROM orders
WHERE id = :id AND total > 0 AND payment_status <> 'paid' AND COALESCE(payment_method, 'cash') <> 'card'
"""
"""What the program stores when an order is handed over, for tests that put one there by hand."""


@dataclass(slots=True)
class Cafe:
    """The running application, and what only its owner can do."""

    app: App
    clock: FakeClock
    session: aiohttp.ClientSession
    products: dict[str, int] = field(default_factory=dict)
    """Ids by slug, those of inactive products too."""
    _next_person: int = 1000

    @property
    def url(self) -> str:
        return self.app.base_url

    def guest(self) -> "Visitor":
        """Somebody nobody has seen before."""
        return Visitor(self)

    def person(self, number: int | None = None, **user: Any) -> "Visitor":
        """A platform user; a new one unless `number` says who."""
        if number is None:
            self._next_person += 1
            number = self._next_person
        return Visitor(self, {"id": number, "first_name": "Тарас", "language_code": "uk", **user})

    def english_person(self) -> "Visitor":
        return self.person(first_name="John", language_code="en")

    async def desk(self, role: str = "owner", name: str | None = None) -> "DeskVisitor":
        """Somebody of the staff, signed in at the desk a moment ago: dangerous acts are not asked about again.

        Each role has one person unless a name says who.
        """
        link = await self.app.services.sign_in.issue_link(name or f"{role} at the desk", Role(role))
        visitor = DeskVisitor(self)
        answer = await visitor.post("/api/desk/session/link", {"token": link.token})
        assert answer.status == 200, answer
        return visitor

    async def send(
        self, method: str, path: str, *, data: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """One bare request: no cookie, no identity but what `headers` say."""
        body = None if data is None else io.BytesIO(data)  # bytes above 1 MB would get a warning
        async with self.session.request(
            method, self.url + path, data=body, headers=headers, allow_redirects=False
        ) as response:
            cookies = response.headers.getall("Set-Cookie", [])
            return Answer(response.status, response.headers, await response.read(), cookies)

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.send("GET", path, headers=headers)

    async def send_bytes(self, request: bytes) -> bytes:
        """Whatever bytes over a connection of its own; the whole answer, up to the server's close."""
        host, port = self.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(request)
            await writer.drain()
            return await asyncio.wait_for(reader.read(), timeout=10)
        finally:
            writer.close()
            await writer.wait_closed()

    async def load(self, toml: str) -> None:
        """Load a piece of catalogue, as the owner does."""
        await self.app.services.catalogue.load(toml)

    async def configure(self, **settings: object) -> None:
        """Change settings of the cafe, as the owner does."""
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in settings.items()]
        await self.load("\n".join(["[settings]", *lines]))

    async def rows(self, sql: str, **params: object) -> list[dict[str, Any]]:
        """What the database holds."""
        found = await self.app.database.read(lambda connection: connection.all(sql, params))
        return [dict(row) for row in found]

    async def tables(self) -> list[str]:
        """The names of the database's tables."""
        where = "information_schema.tables WHERE table_schema = 'public'"
        shared = f"SELECT table_name AS name FROM {where}"  # noqa: S608 - no value in it
        own = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        return [row["name"] for row in await self.rows(shared if self.app.config.is_shared else own)]

    async def value(self, sql: str, **params: object) -> Any:
        """The only column of the only row of `sql`."""
        [row] = await self.rows(sql, **params)
        [value] = row.values()
        return value

    async def execute(self, sql: str, **params: object) -> int:
        """Change the database behind the program's back; how many rows changed."""
        return await self.app.database.write(lambda connection: connection.run(sql, params))

    async def moves_order(self, order_id: int, status: str) -> None:
        """Put an order into a state, whatever the rules say; cash that is expected then is taken."""
        assert await self.execute("UPDATE orders SET status = :s WHERE id = :id", s=status, id=order_id) == 1
        if status == "completed":
            await self.execute(CASH_AT_THE_DOOR, id=order_id)

    async def notes_payment(self, order_id: int, kind: str) -> None:
        """Have an order paid, whatever the rules say."""
        invoice_id = None
        if kind == "card":
            await self.execute(
                "INSERT INTO invoices (order_id, provider, reference, status, watched_since, created_at) "
                "VALUES (:id, 'monobank', 'r', 'paid', 1, 1)",
                id=order_id,
            )
            invoice_id = await self.value("SELECT MAX(id) FROM invoices")
        await self.execute("UPDATE orders SET payment_status = 'paid' WHERE id = :id", id=order_id)
        await self.execute(
            "INSERT INTO payments (order_id, kind, amount, paid_at, invoice_id, has_sale) "
            "SELECT id, CAST(:kind AS TEXT), total * 100, 1, CAST(:invoice AS BIGINT), 1 FROM orders WHERE id = :id",
            id=order_id,
            kind=kind,
            invoice=invoice_id,
        )


def config_for(folder: Path, **changes: Any) -> Config:
    """Where a test's cafe lives: a database file in `folder`, a free port, no outside services."""
    settings: dict[str, Any] = {
        "database_url": f"sqlite:///{folder / 'cafe.db'}",
        "host": "127.0.0.1",
        "port": 0,
        "secret_key": SECRET_KEY,
        "uploads": folder / "uploads",
        "backups": folder / "backups",
        "backups_kept": 0,  # a copy each night of a clock that jumps by days would only cost time
        "bot_token": BOT_TOKEN,
        "bot_api_url": NOBODY_LISTENS,
        "staff_chat_id": -100500,
        **changes,
    }
    return Config(**settings)


def open_engine(database_url: str) -> AbstractAsyncContextManager[Database]:
    """The database alone, without the program."""
    return open_database(Config(database_url=database_url, secret_key=SecretStr(SECRET_KEY)), Opening.MIGRATE)


@asynccontextmanager
async def open_cafe(
    config: Config,
    *,
    clock: FakeClock | None = None,
    catalogue: str | None = CATALOGUE,
    push_services: Sequence[str] = (),
    pace: Pace = USUAL_PACE,
    locales: Path = LOCALES,
) -> AsyncIterator[Cafe]:
    """The real application on a free port, with `catalogue` loaded (None: whatever the database holds).

    `push_services` are addresses of stand-ins, beside those that browsers use; `locales` has the languages' texts.
    """
    clock = clock or FakeClock()
    services = PushServices(origins=frozenset(push_services))
    async with (
        running(config, clock=clock, pace=pace, push_services=services, locales=locales) as app,
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), connector=aiohttp.TCPConnector(limit=0)) as session,
    ):
        cafe = Cafe(app, clock, session)
        if catalogue is not None:
            await cafe.load(catalogue)
        for row in await cafe.rows("SELECT slug, id FROM products"):
            cafe.products[row["slug"]] = row["id"]
        yield cafe
