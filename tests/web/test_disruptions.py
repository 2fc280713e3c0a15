"""Air alerts and power cuts: what they pause, who says so, and sources that lie, stutter and die."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Listen
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe, two_rounds
from tests.fakes.alerts import ACTIVE, BUCHA, KHARKIV, KHARKIV_OBLAST, KYIV, KYIV_OBLAST, LETTER, PLAN, FakeAlerts
from tests.fakes.service import Failure
from tests.web.later import KYIV as KYIV_TIME
from tests.web.later import orders_for, refused, times
from tests.web.test_modes import DARK, prevented

ANSWER = 12
"""Seconds in which an answer has come, or been given up."""
URL = "/api/desk/disruptions"


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, alerts: FakeAlerts) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path,
        database_url=database_url,
        bot_token=None,
        alerts_token=FakeAlerts.token,
        alerts_api_url=alerts.base_url,
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


async def listens(cafe: Cafe, alerts: FakeAlerts, effect: str = "pause_delivery", **more: object) -> None:
    """Have the cafe, in Bucha raion, ask the source."""
    await cafe.configure(
        air_alert_effect=effect, air_alert_source=alerts.base_url + ACTIVE, air_alert_region=str(BUCHA), **more
    )
    await rounds(cafe, 1)


async def rounds(cafe: Cafe, count: int) -> None:
    """Let time go on until the source has been asked so often again, and its answers are known."""
    for _ in range(count):
        cafe.clock.advance(seconds=30)
        await asyncio.sleep(ANSWER)


async def tries(who: Visitor, kind: str) -> str:
    """Order so; 'taken', or what the refusal says."""
    await who.adds("borscht", 2)
    answer = await who.orders(kind)
    return "taken" if answer.status == 201 else str(answer.json["message"])


async def in_force(cafe: Cafe) -> list[str]:
    cafe.clock.advance(seconds=1)
    return [each["message"] for each in (await cafe.get("/api/settings")).json.get("disruptions", [])]


async def told(cafe: Cafe) -> list[str]:
    """What the staff were told, and of each its most important word."""
    rows = await cafe.rows(
        "SELECT kind, payload FROM outbox WHERE kind LIKE 'staff-disruption%' OR kind LIKE 'staff-source%' ORDER BY id"
    )
    return [row["kind"].removeprefix("staff-") for row in rows]


async def test_an_alert_pauses_delivery_until_the_all_clear(cafe: Cafe, alerts: FakeAlerts) -> None:
    await listens(cafe, alerts)
    guest = cafe.guest()
    before = await guest.places("borscht", "borscht", kind="delivery")
    assert await in_force(cafe) == []
    alerts.begin(BUCHA, KYIV_OBLAST)
    await rounds(cafe, 1)
    assert await tries(guest, "delivery") == "Повітряна тривога: доставка знову після відбою."
    [english] = (await cafe.get("/api/settings?locale=en")).json["disruptions"]
    assert english["message"] == "Air alert: we deliver again after the all-clear."
    assert await tries(guest, "pickup") == "taken"
    settings = await cafe.get("/api/settings")
    [shown] = settings.json["disruptions"]
    assert (shown["kind"], shown["until"], shown["paused_types"]) == ("air_alert", None, ["delivery"])
    assert (settings.headers["X-Cafe-Paused"], "X-Cafe-Paused-Until" in settings.headers) == ("delivery", False)
    assert await cafe.value("SELECT status FROM orders WHERE id = :id", id=before["order_id"]) == "new"
    alerts.end(BUCHA)
    await rounds(cafe, 2)
    assert await tries(guest, "delivery") == "taken"
    assert (await in_force(cafe), await told(cafe)) == ([], ["disruption-began", "disruption-ended"])


async def test_an_alert_pauses_everything_and_no_pause_by_hand_ends_with_it(cafe: Cafe, alerts: FakeAlerts) -> None:
    await listens(cafe, alerts, "pause_all")
    alerts.begin(KYIV_OBLAST, KYIV_OBLAST)
    await rounds(cafe, 1)
    guest = cafe.guest()
    assert await tries(guest, "pickup") == "Повітряна тривога: замовлення приймаємо знову після відбою."
    settings = await cafe.get("/api/settings")
    assert (settings.json["force_closed"], settings.headers["X-Cafe-Orders"]) == (True, "closed")
    assert settings.json["force_closed_message"] == settings.json["disruptions"][0]["message"]
    await cafe.app.services.pause.pause_for(60)
    alerts.end(KYIV_OBLAST)
    await rounds(cafe, 2)
    assert "пауза" in await tries(guest, "pickup")
    await cafe.app.services.pause.resume()
    assert await tries(guest, "pickup") == "taken"


@pytest.mark.parametrize(
    ("region", "oblast", "kind"),
    [(KHARKIV, KHARKIV_OBLAST, "air_raid"), (KYIV, KYIV, "air_raid"), (BUCHA, KYIV_OBLAST, "artillery_shelling")],
)
async def test_an_alert_of_others_is_none(cafe: Cafe, alerts: FakeAlerts, region: int, oblast: int, kind: str) -> None:
    await listens(cafe, alerts)
    alerts.begin(region, oblast, kind=kind)
    await rounds(cafe, 2)
    assert await in_force(cafe) == []


async def test_a_line_alone_pauses_nothing_and_letters_are_read_too(cafe: Cafe, alerts: FakeAlerts) -> None:
    await listens(cafe, alerts, "line")
    alerts.begin(BUCHA, KYIV_OBLAST)
    await cafe.configure(air_alert_source=f"{alerts.base_url}{LETTER}{{uid}}.json")
    await rounds(cafe, 1)
    assert await in_force(cafe) == ["Повітряна тривога. Бережіть себе!"]
    assert await tries(cafe.guest(), "delivery") == "taken"
    await cafe.configure(air_alert_source="")
    await asyncio.sleep(5)
    assert (await in_force(cafe), await told(cafe)) == ([], ["disruption-began", "disruption-ended"])


async def test_a_source_that_stutters_begins_at_once_and_ends_with_the_second_answer(
    cafe: Cafe, alerts: FakeAlerts
) -> None:
    await listens(cafe, alerts)
    for _ in range(3):
        alerts.begin(BUCHA, KYIV_OBLAST)
        await rounds(cafe, 1)
        alerts.end(BUCHA)
        await rounds(cafe, 1)
        assert len(await in_force(cafe)) == 1
    assert await told(cafe) == ["disruption-began"]


LIES = [
    "",
    "{",
    "[]",
    '"?"',
    '" "',
    "null",
    '{"alerts": {}}',
    '{"alerts": [1]}',
    '{"alerts": [{"alert_type": "air_raid"}]}',
    '{"alerts": [{"alert_type": "air_raid", "location_uid": "75", "started_at": "давно"}]}',
    '{"alerts": [{"alert_type": "air_raid", "location_uid": "75", "started_at": "9999-99-99T00:00:00.000Z"}]}',
    '{"alerts": [{"alert_type": "air_raid", "location_uid": "75", "started_at": "2099-01-01T00:00:00.000Z"}]}',
    f'{{"alerts": [], "more": "{"x" * 1_100_000}"}}',
]


async def test_a_source_that_lies_changes_nothing_and_is_told_once(cafe: Cafe, alerts: FakeAlerts) -> None:
    await listens(cafe, alerts)
    for lie in LIES:
        alerts.lie = lie or " "
        await rounds(cafe, 1)
        assert await in_force(cafe) == [], lie
    assert await told(cafe) == ["source-silent"]
    alerts.lie = None
    await rounds(cafe, 1)
    assert await told(cafe) == ["source-silent", "source-back"]


@pytest.mark.parametrize(
    "failure", [Failure.SLOW, Failure.TOO_MANY_REQUESTS, Failure.SERVER_ERROR, Failure.HTML, Failure.DROPPED]
)
async def test_an_alert_goes_on_while_its_source_is_silent_but_not_for_ever(
    cafe: Cafe, alerts: FakeAlerts, failure: Failure
) -> None:
    await listens(cafe, alerts)
    alerts.begin(BUCHA, KYIV_OBLAST)
    await rounds(cafe, 1)
    alerts.fail(failure, path=ACTIVE, times=1_000, seconds=40)
    cafe.clock.advance(hours=3)
    await rounds(cafe, 2)
    assert (len(await in_force(cafe)), await told(cafe)) == (1, ["disruption-began", "source-silent"])
    cafe.clock.advance(hours=1)
    await rounds(cafe, 2)
    assert (await in_force(cafe), (await told(cafe))[2:]) == ([], ["disruption-ended"])
    alerts.recover()
    await rounds(cafe, 3)
    assert len(await in_force(cafe)) == 1  # the source says so, and can be believed again


async def test_the_staff_end_what_a_source_says_and_hear_of_the_next_one(cafe: Cafe, alerts: FakeAlerts) -> None:
    await listens(cafe, alerts)
    staff = await cafe.desk("staff", name="Олена")
    alerts.begin(BUCHA, KYIV_OBLAST)
    await rounds(cafe, 1)
    await staff.post(f"{URL}/end", {"kind": "air_alert"})
    await rounds(cafe, 2)
    assert await in_force(cafe) == []
    alerts.end(BUCHA)
    await rounds(cafe, 2)
    alerts.begin(BUCHA, KYIV_OBLAST)
    await rounds(cafe, 1)
    assert len(await in_force(cafe)) == 1
    assert await told(cafe) == ["disruption-began", "disruption-ended", "disruption-began"]
    [change] = (await (await cafe.desk()).get("/api/desk/changes?table=disruptions")).json["changes"]
    assert (change["by"], change["may_undo"], change["items"][0]["key"]) == ("Олена", False, "air_alert")


async def test_the_staff_begin_one_that_no_source_ends(cafe: Cafe, alerts: FakeAlerts) -> None:
    await listens(cafe, alerts)
    staff = await cafe.desk("staff")
    await staff.post(f"{URL}/begin", {"kind": "air_alert", "minutes": None})
    await rounds(cafe, 2)
    assert len(await in_force(cafe)) == 1
    await staff.post(f"{URL}/begin", {"kind": "air_alert", "minutes": 30})
    end = cafe.clock.now().astimezone(KYIV_TIME) + timedelta(minutes=30)
    assert await in_force(cafe) == [f"Повітряна тривога: доставка знову о {end:%H:%M}."]
    cafe.clock.advance(minutes=30)
    await asyncio.sleep(5)
    assert (await in_force(cafe), await told(cafe)) == ([], ["disruption-began", "disruption-ended"])


async def test_a_plan_is_previewed_saved_and_kept_from_being_ordered_for(cafe: Cafe) -> None:
    await cafe.configure(power_cut_effect="pause_delivery", power_cut_queue="3.1", schedule_days=1)
    owner, guest = await cafe.desk(), cafe.guest()
    text = "15.06\n1.1: 00:00-24:00\n3.1: 15:00-18:00\n16.06\n3.1: 10:00-12:00"
    preview = (await owner.post(f"{URL}/preview", {"text": text})).json
    assert (preview["days"], len(preview["cuts"])) == (["2026-06-15", "2026-06-16"], 2)
    assert (await owner.get(URL)).json["cuts"] == []
    assert len((await owner.post(f"{URL}/plan", {"text": text})).json["cuts"]) == 2
    bad = await owner.post(f"{URL}/plan", {"text": "3.1: 19:00-20:00\n3.1: 21:00-25:00"})
    assert (bad.status, bad.json["problems"][0]["message"]) == (400, "Рядок 2: такого часу немає.")
    offered = [at for at, _ in await times(guest, "delivery")]
    assert ("2026-06-15T14:45" in offered, "2026-06-15T15:00" in offered, "2026-06-15T18:00" in offered) == (
        True,
        False,
        True,
    )
    assert "2026-06-15T15:00" in [at for at, _ in await times(guest, "pickup")]
    assert "не буде світла" in refused(await orders_for(guest, "2026-06-15T17:45", kind="delivery"))
    assert await tries(guest, "delivery") == "taken"
    cafe.clock.advance(hours=3, seconds=5)
    await asyncio.sleep(5)
    assert await in_force(cafe) == ["Немає світла: доставка знову о 18:00."]
    ends = (await cafe.get("/api/settings")).headers["X-Cafe-Paused-Until"]
    assert ends == "delivery=2026-06-15T18:00"
    assert await owner.post(f"{URL}/end", {"kind": "power_cut"})
    assert (await in_force(cafe), await tries(guest, "delivery")) == ([], "taken")
    await owner.post(f"{URL}/plan", {"text": "3.1: 15:00-19:00"})  # light is back, until the plan said it would be
    assert [each["from"] for each in (await owner.get(URL)).json["cuts"]] == [
        int((cafe.clock.now().replace(hour=15, minute=0, second=0, microsecond=0)).timestamp()),
        int((cafe.clock.now().replace(hour=7, minute=0, second=0, microsecond=0) + timedelta(days=1)).timestamp()),
    ]
    assert await told(cafe) == ["disruption-began", "disruption-ended"]


async def test_a_row_is_added_and_deleted(cafe: Cafe) -> None:
    await cafe.configure(power_cut_effect="pause_all")
    manager = await cafe.desk("manager")
    await manager.post(f"{URL}/plan", {"text": "15:00-18:00"})
    added = await manager.post(f"{URL}/plan", {"text": "15.06 20:00-21:00", "adds": True})
    first, second = added.json["cuts"]
    assert [each["id"] for each in (await manager.delete(f"{URL}/cuts/{first['id']}")).json["cuts"]] == [second["id"]]
    assert (await manager.delete(f"{URL}/cuts/{first['id']}")).status == 404
    cafe.clock.advance(days=9)
    await cafe.app.services.disruptions.announce()
    assert (await manager.get(URL)).json["cuts"] == []


async def test_a_plan_is_fetched_and_a_broken_one_changes_nothing(cafe: Cafe, alerts: FakeAlerts) -> None:
    alerts.plan = "3.1: 15:00-18:00"
    address = alerts.base_url + PLAN
    await cafe.configure(power_cut_effect="pause_all", power_cut_source=address, power_cut_queue="3.1")
    owner = await cafe.desk()

    async def planned() -> list[Any]:
        return [each["from"] for each in (await owner.get(URL)).json["cuts"]]

    await asyncio.sleep(5)
    assert len(before := await planned()) == 1
    for answer in ("", "<html>502 Bad Gateway</html>", "1.1: 15:00-18:00", "3.1: 15:00-99:00", "\x00\ufffe"):
        alerts.lie = answer or "\n"
        cafe.clock.advance(minutes=15)
        await asyncio.sleep(ANSWER)
        assert await planned() == before
    assert await told(cafe) == ["source-silent"]
    alerts.lie, alerts.plan = None, "3.1: 16:00-18:00, 20:00-21:00"
    cafe.clock.advance(minutes=15)
    await asyncio.sleep(ANSWER)
    assert (len(await planned()), await told(cafe)) == (2, ["source-silent", "source-back"])


async def test_a_mode_is_on_for_as_long_as_an_alert(cafe: Cafe, alerts: FakeAlerts) -> None:
    await cafe.load('[[modes]]\nslug = "dark"\nname = "Без світла"\norder_types = ["pickup"]\n')
    await listens(cafe, alerts, "mode:dark")
    alerts.begin(BUCHA, KYIV_OBLAST)
    await rounds(cafe, 1)
    settings = (await cafe.get("/api/settings")).json
    assert (settings["order_types"], [each["name"] for each in settings["modes"]]) == (["pickup"], ["Без світла"])
    owner = await cafe.desk()
    [mode] = (await owner.get("/api/desk/day")).json["modes"]
    await owner.post("/api/desk/day/modes", {"id": mode["id"], "span": "off"})
    await asyncio.sleep(1)
    assert "modes" not in (await cafe.get("/api/settings")).json
    alerts.end(BUCHA)
    await rounds(cafe, 2)
    alerts.begin(BUCHA, KYIV_OBLAST)
    await rounds(cafe, 1)
    assert "modes" in (await cafe.get("/api/settings")).json


async def test_guests_for_later_are_told_of_a_planned_cut_and_not_of_an_alert_that_will_be_over(cafe: Cafe) -> None:
    await cafe.load(DARK)
    await cafe.configure(air_alert_effect="mode:dark", power_cut_effect="mode:dark", schedule_days=1)
    owner, guest = await cafe.desk(), cafe.guest()
    soon = (await orders_for(guest, "2026-06-15T14:30")).json["order_id"]
    tomorrow = (await orders_for(guest, "2026-06-16T14:30")).json["order_id"]
    assert (await owner.post(f"{URL}/begin", {"kind": "air_alert"})).status == 200
    await two_rounds()
    assert await prevented(guest, soon) == {"modes": ["Без світла"], "dishes": ["Лате"]}
    assert await prevented(guest, tomorrow) is None
    assert (await owner.post(f"{URL}/plan", {"text": "16.06 14:00-18:00"})).status == 200
    assert (await owner.post(f"{URL}/end", {"kind": "air_alert"})).status == 200
    await two_rounds()
    assert await prevented(guest, soon) is None
    assert await prevented(guest, tomorrow) == {"modes": ["Без світла"], "dishes": ["Лате"]}


async def test_the_owner_asks_a_source_and_nothing_changes(cafe: Cafe, alerts: FakeAlerts) -> None:
    owner = await cafe.desk()
    assert (await owner.post(f"{URL}/ask", {"kind": "air_alert"})).status == 404
    await cafe.configure(air_alert_source=alerts.base_url + ACTIVE, air_alert_region=str(BUCHA))
    alerts.begin(BUCHA, KYIV_OBLAST)
    assert (await owner.post(f"{URL}/ask", {"kind": "air_alert"})).json == {"is_alert": True}
    alerts.fail(Failure.HTML, path=ACTIVE)
    assert (await owner.post(f"{URL}/ask", {"kind": "air_alert"})).json == {"trouble": "unreadable"}
    assert await in_force(cafe) == []
    regions = (await owner.get(f"{URL}/regions")).json["groups"]
    assert {"id": BUCHA, "name": "Бучанський район"} in [each for group in regions for each in group]


async def test_the_token_goes_to_no_other_address(cafe: Cafe, listen: Listen, alerts: FakeAlerts) -> None:
    other = await listen(FakeAlerts(now=cafe.clock.now))
    await cafe.configure(air_alert_source=other.base_url + ACTIVE, air_alert_region="31")
    owner = await cafe.desk()
    assert (await owner.post(f"{URL}/ask", {"kind": "air_alert"})).json == {"trouble": "refused"}
    await cafe.configure(air_alert_source=alerts.base_url + ACTIVE)
    assert (await owner.post(f"{URL}/ask", {"kind": "air_alert"})).json == {"is_alert": False}
