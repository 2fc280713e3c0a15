"""A PostgreSQL server whose disk is full: the same answers as over a full file, nothing half-done, life afterwards.

The error is the server's own kind (53100), raised where a table would grow, or at the commit.
"""

import asyncio
from typing import Any

import pytest

from tests.driver import Answer, Cafe

TABLES = ("orders", "order_lines", "order_events", "cart_lines", "ingredients", "promo_codes", "idempotency_keys")
QUERIES = [f"SELECT * FROM {table} ORDER BY 1, 2" for table in TABLES]  # noqa: S608 - our own names
QUERIES += ["SELECT id, recipient, kind, order_id, payload FROM outbox ORDER BY 1"]
FULL = """CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"""


@pytest.fixture
def engine() -> str:
    return "postgres"


async def everything(cafe: Cafe) -> list[list[dict[str, Any]]]:
    return [await cafe.rows(query) for query in QUERIES]


async def fill(cafe: Cafe, table: str, *, at_commit: bool = False) -> None:
    await cafe.execute(FULL)
    when = "CONSTRAINT TRIGGER full_disk AFTER" if at_commit else "TRIGGER full_disk BEFORE"
    deferred = "DEFERRABLE INITIALLY DEFERRED" if at_commit else ""
    await cafe.execute(f"CREATE {when} INSERT OR UPDATE ON {table} {deferred} FOR EACH ROW EXECUTE FUNCTION be_full()")


async def make_room(cafe: Cafe) -> None:
    await cafe.execute("DROP FUNCTION be_full CASCADE")


def assert_failed(answer: Answer) -> None:
    assert answer.status == 500, answer
    assert not answer.is_json
    assert not any(word in answer.body for word in (b"space", b"asyncpg", b"Traceback"))


@pytest.mark.parametrize("at_commit", [False, True])
@pytest.mark.parametrize(
    "table", ["orders", "order_lines", "order_events", "outbox", "ingredients", "promo_codes", "idempotency_keys"]
)
async def test_a_full_disk_at_any_step_undoes_all_steps(cafe: Cafe, table: str, *, at_commit: bool) -> None:
    person = cafe.person()
    await person.adds("latte", 2)
    before = await everything(cafe)
    await fill(cafe, table, at_commit=at_commit)
    for _ in range(12):  # more than there are connections
        assert_failed(await person.orders_pickup(key="tap", promo_code="welcome10"))
    assert await everything(cafe) == before
    assert (await cafe.get("/api/products")).status == 200
    assert (await person.cart()).json["count"] == 2
    await make_room(cafe)
    first, again = [await person.orders_pickup(key="tap", promo_code="welcome10") for _ in range(2)]
    assert first.status == again.status == 201
    assert first.json["order_id"] == again.json["order_id"]


async def test_a_full_disk_shows_in_the_health_and_goes_by_itself(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.server.WRITER_TOLERANCE", 0.2)
    await fill(cafe, "process_runs")
    await until(cafe, 503)
    report = (await cafe.get("/healthz")).json
    assert (report["writer"], report["database"]) == ("failed", "ok")
    await make_room(cafe)
    await until(cafe, 200)


async def until(cafe: Cafe, status: int) -> None:
    async with asyncio.timeout(20):
        while (await cafe.get("/healthz")).status != status:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)
