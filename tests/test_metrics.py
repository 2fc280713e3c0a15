"""`/metrics`: what it counts and looks up, who can reach it, and that dashboard, alerts and guide know its names."""

import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from cafe.config import is_postgres
from tests.bot.conversation import eventually
from tests.driver import MONDAY_NOON, Cafe, FakeClock, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank

ROOT = Path(__file__).parent.parent
NOW = int(MONDAY_NOON.timestamp())
NAME = re.compile(r"\b(?:cafe|process)_[a-z_]+\b")


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path,
        database_url=database_url,
        metrics_port=0,
        bot_token=None,
        backups_kept=14,
        copy_to=None if is_postgres(database_url) else tmp_path / "copy",
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:

        async def leads() -> bool:
            return (await samples(cafe))["cafe_leader", ()] == 1

        await eventually(leads)
        yield cafe


Samples = dict[tuple[str, tuple[str, ...]], float]
"""Values by name and the labels' values, in the order of the labels' names."""


async def scrape(cafe: Cafe, **headers: str) -> str:
    async with cafe.session.get(cafe.app.metrics_url, headers=headers) as answer:
        assert answer.status == 200
        return await answer.text()


async def samples(cafe: Cafe) -> Samples:
    return {
        (sample.name, tuple(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(await scrape(cafe))
        for sample in family.samples
    }


async def test_it_counts_what_happens(cafe: Cafe, bank: FakeMonobank) -> None:
    before = await samples(cafe)
    guest = cafe.guest()
    await guest.places("latte", kind="dine-in")
    placed = await guest.places("latte", payment_method="card")
    await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
    again = await guest.adds("latte")
    key = "one and the same"
    assert [(await guest.orders_pickup(key=key)).status for _ in range(2)] == [201, 201]
    assert again.status == 201
    for number in range(5):
        await cafe.send("PROPFIND", f"/api/nowhere/{number}?token=secret")
    found = await samples(cafe)
    assert found["cafe_orders_placed_total", ("cash", "dine_in")] == 1
    assert found["cafe_orders_placed_total", ("card", "pickup")] == 1
    assert found["cafe_orders_placed_total", ("cash", "pickup")] == 1, "a repeat is no order"
    assert found["cafe_money_claimed_uah_total", ("monobank",)] == placed["total"]
    assert found["cafe_requests_total", ("POST", "/api/checkout/pickup", "201")] == 3
    assert found["cafe_request_seconds_count", ("/api/checkout/pickup",)] == 3
    assert found["cafe_request_seconds_bucket", ("+Inf", "/api/checkout/pickup")] == 3
    assert found["cafe_requests_total", ("unknown", "unknown", "404")] == 5, "one series, whatever people send"
    assert b"400" in await cafe.send_bytes(b"no request at all\r\n\r\n")
    assert (await samples(cafe))["cafe_requests_total", ("unknown", "unknown", "400")] == 1
    assert found["cafe_orders_open", ()] == before["cafe_orders_open", ()] + 3
    assert "secret" not in await scrape(cafe)


async def test_it_looks_up_what_waits(cafe: Cafe) -> None:
    order = (await cafe.guest().places("latte"))["order_id"]
    await cafe.execute(
        "INSERT INTO outbox (recipient, kind, locale, payload, due_at, created_at) "
        "VALUES ('staff', 'x', 'uk', '{}', :at, :at)",
        at=NOW - 90,
    )
    await cafe.execute(
        "INSERT INTO receipts (way, order_id, receipt_id, due_at, created_at) VALUES ('card', :order, 'r', :at, :at)",
        order=order,
        at=NOW - 70,
    )
    await cafe.execute(
        "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
        "VALUES (:order, 8550, 'UAH', 'cancelled', :at)",
        order=order,
        at=NOW - 50,
    )
    await cafe.execute(
        "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
        "VALUES (:order, 1000, 'USD', 'cancelled', :at)",
        order=order,
        at=NOW - 40,
    )
    for number, state in ((1, "unclear"), (2, "held"), (3, "requested")):
        await cafe.execute(
            "INSERT INTO refunds (order_id, number, way, reference, amount, currency, state, created_at) "
            "VALUES (:order, :number, 'provider', :reference, 1, 'UAH', :state, :at)",
            order=order,
            number=number,
            reference=f"r{number}",
            state=state,
            at=NOW,
        )
    found = await samples(cafe)
    assert (found["cafe_refunds_unclear", ()], found["cafe_refunds_held", ()]) == (1, 1)
    assert found["cafe_outbox_oldest_seconds", ()] == 90
    assert found["cafe_outbox_messages", ()] >= 1
    assert (found["cafe_receipts_waiting", ()], found["cafe_receipts_oldest_seconds", ()]) == (1, 70)
    assert (found["cafe_money_to_return_uah", ()], found["cafe_money_to_return_oldest_seconds", ()]) == (85.5, 50)
    assert found["cafe_database_up", ()] == found["cafe_leader", ()] == 1
    assert found["cafe_database_size_bytes", ()] > 100_000
    assert found["cafe_bot_state", ("off",)] == 1
    assert found["cafe_loop_last_good_round_timestamp_seconds", ("sweeper",)] > 1.6e9
    engine = "postgresql" if cafe.app.config.is_shared else "sqlite"
    assert any(name == "cafe_build_info" and engine in labels for name, labels in found)


async def test_it_tells_of_the_last_nightly_copy(cafe: Cafe) -> None:
    def told(found: Samples) -> list[float | None]:
        return [found.get((f"cafe_backup_{name}", ())) for name in ("last_timestamp_seconds", "size_bytes")]

    assert told(await samples(cafe)) == [0, 0], "an alert sees that there is none"
    night = cafe.app.config.backups / "2026-06-15"
    (night / "uploads").mkdir(parents=True)
    (night / "cafe.db").write_bytes(b"12345")
    (night / "uploads" / "a.webp").write_bytes(b"678")
    os.utime(night / "cafe.db", (NOW, NOW))
    assert told(await samples(cafe)) == [NOW, 8]


async def test_a_database_that_fails_is_told_and_the_rest_goes_on(cafe: Cafe) -> None:
    await cafe.execute("ALTER TABLE money_to_return RENAME TO elsewhere")
    found = await samples(cafe)
    assert found["cafe_database_up", ()] == 0
    assert ("process_resident_memory_bytes", ()) in found
    assert ("cafe_orders_open", ()) not in found


async def test_prometheus_may_have_its_newer_format(cafe: Cafe) -> None:
    text = await scrape(cafe, Accept="application/openmetrics-text; version=1.0.0")
    assert text.rstrip().endswith("# EOF")


async def test_it_listens_on_this_machine_alone_and_only_where_wanted(cafe: Cafe, tmp_path: Path) -> None:
    assert cafe.app.metrics_url.startswith("http://127.0.0.1:")
    assert (await cafe.get("/metrics")).status == 404, "not where guests come"
    async with open_cafe(config_for(tmp_path, database_url=f"sqlite:///{tmp_path / 'b.db'}"), catalogue=None) as other:
        assert other.app.metrics_url == ""


async def test_a_stream_that_goes_on_is_not_timed(cafe: Cafe) -> None:
    code = await cafe.app.services.devices.issue_code("Кухня")
    tablet = cafe.guest()
    assert (await tablet.post("/api/board/pair", {"code": code.shown})).status in {200, 201}
    headers = {"Cookie": tablet.cookie or ""}
    async with cafe.session.get(f"{cafe.url}/api/board/stream", headers=headers) as stream:
        assert stream.status == 200
        await stream.content.readany()

    async def is_counted() -> bool:
        return ("cafe_requests_total", ("GET", "/api/board/stream", "200")) in await samples(cafe)

    await eventually(is_counted)
    found = await samples(cafe)
    assert ("cafe_request_seconds_count", ("/api/board/stream",)) not in found


def used_names(document: Any) -> set[str]:
    """The metrics that the expressions of a dashboard or of alert rules name."""
    if isinstance(document, dict):
        own = document.get("expr") or document.get("definition")
        return set(NAME.findall(own or "")) | {name for each in document.values() for name in used_names(each)}
    return {name for each in document for name in used_names(each)} if isinstance(document, list) else set()


async def test_dashboard_alerts_and_guide_know_the_names(cafe: Cafe, bank: FakeMonobank) -> None:
    placed = await cafe.guest().places("latte", payment_method="card")
    await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
    exported = {name for name, _ in await samples(cafe)}
    if cafe.app.config.is_shared:
        exported.add("cafe_copy_last_timestamp_seconds")  # of SQLite alone
    dashboard = used_names(json.loads((ROOT / "deploy" / "grafana" / "cafe.json").read_text(encoding="utf-8")))
    alerts = used_names(yaml.safe_load((ROOT / "deploy" / "prometheus" / "alerts.yml").read_text(encoding="utf-8")))
    assert len(dashboard) > 15
    assert len(alerts) > 9
    assert (dashboard | alerts) - exported == set()
    guide = (ROOT / "docs" / "operator-guide.md").read_text(encoding="utf-8")
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in exported if name.startswith("cafe_")}
    assert {name for name in families if f"`{name}" not in guide} == set()
    assert set(re.findall(r"`(cafe_[a-z_]+)", guide)) <= families


async def test_a_port_that_is_taken_stops_the_start(cafe: Cafe, tmp_path: Path) -> None:
    taken = int(cafe.app.metrics_url.rpartition(":")[2].partition("/")[0])
    config = config_for(tmp_path, database_url=f"sqlite:///{tmp_path / 'b.db'}", metrics_port=taken)
    with pytest.raises(OSError, match="address already in use"):
        async with open_cafe(config, catalogue=None):
            pass
