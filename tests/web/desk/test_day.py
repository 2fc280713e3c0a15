"""The day's work at the desk: open or closed, pauses and busy mode, with who did it."""

from datetime import UTC, datetime

import pytest

from tests.driver import MONDAY_NOON, Cafe
from tests.web.test_hours import WEEK, at

NOON = int(MONDAY_NOON.timestamp())
TEN_AT_NIGHT = int(datetime(2026, 6, 15, 19, tzinfo=UTC).timestamp())
TUESDAY = int(datetime(2026, 6, 16, 5, tzinfo=UTC).timestamp())
NOT_PAUSED = {"minutes": 0, "until": None, "mark": 0}


async def test_open_and_until_when(cafe: Cafe) -> None:
    staff = await cafe.desk("staff")
    assert (await staff.get("/api/desk/day")).json == {
        "now": NOON,
        "is_open": True,
        "turns_at": TEN_AT_NIGHT,
        "next_start": TUESDAY,
        "next_day_start": TUESDAY,
        "is_force_closed": False,
        "takes_orders": True,
        "pauses": [],
        "busy": NOT_PAUSED,
    }
    await cafe.load(WEEK)
    cafe.clock.moment = at("2026-06-15T16:00")
    day = (await staff.get("/api/desk/day")).json
    assert (day["is_open"], day["turns_at"]) == (False, int(at("2026-06-15T17:00").timestamp()))
    await cafe.load("[hours]\nmon = []\n")
    assert (await staff.get("/api/desk/day")).json["turns_at"] is None


@pytest.mark.parametrize(
    ("span", "until"),
    [(30, NOON + 1800), ("opening", TUESDAY), ("tomorrow", TUESDAY), ("resumed", None)],
)
@pytest.mark.parametrize("kind", [None, "delivery"])
async def test_orders_are_paused_and_resumed(cafe: Cafe, kind: str | None, span: object, until: int | None) -> None:
    staff = await cafe.desk("staff", name="Олена")
    answer = await staff.post("/api/desk/day/pause", {"type": kind, "span": span})
    assert (answer.status, answer.json["pauses"]) == (200, [{"type": kind, "until": until}])
    assert (await cafe.get("/api/settings")).json["force_closed"] is (kind is None)
    manager = await cafe.desk("manager")
    [change] = (await manager.get("/api/desk/changes?table=pauses")).json["changes"]
    assert (change["by"], change["may_undo"], change["items"][0]["key"]) == ("Олена", False, kind or "")
    resumed = await staff.post("/api/desk/day/resume", {"type": kind})
    assert resumed.json["pauses"] == []
    changes = (await manager.get("/api/desk/changes?table=pauses")).json["changes"]
    assert [len(change["items"]) for change in changes] == [1, 1]
    assert (await manager.post(f"/api/desk/changes/{change['id']}/undo")).status == 404


async def test_with_a_break_in_the_day_tomorrow_is_later_than_the_next_opening(cafe: Cafe) -> None:
    await cafe.load(WEEK)
    staff = await cafe.desk("staff")
    for span, until in (("opening", "2026-06-15T17:00"), ("tomorrow", "2026-06-16T08:00")):
        answer = await staff.post("/api/desk/day/pause", {"span": span})
        assert answer.json["pauses"] == [{"type": None, "until": int(at(until).timestamp())}]


async def test_resuming_what_is_not_paused_is_no_news(cafe: Cafe) -> None:
    staff = await cafe.desk("staff")
    assert (await staff.post("/api/desk/day/resume", {})).status == 200
    assert await cafe.value("SELECT count(*) FROM changes WHERE way = 'desk'") == 0


async def test_busy_mode_begins_and_ends(cafe: Cafe) -> None:
    staff = await cafe.desk("staff", name="Іван")
    begun = await staff.post("/api/desk/day/busy", {"minutes": 20, "span": 60, "mark": 0})
    assert begun.json["busy"] == {"minutes": 20, "until": NOON + 3600, "mark": 1}
    late = await staff.post("/api/desk/day/busy", {"minutes": 10, "span": "opening", "mark": 0})
    assert (late.status, late.json["error"], late.json["day"]["busy"]["minutes"]) == (409, "changed", 20)
    ended = await staff.post("/api/desk/day/busy", {"minutes": 0, "mark": 1})
    assert ended.json["busy"]["minutes"] == 0
    changes = (await (await cafe.desk("manager")).get("/api/desk/changes?table=busy")).json["changes"]
    assert [(each["by"], each["items"][0]["after"]["busy_minutes"]) for each in changes] == [("Іван", 0), ("Іван", 20)]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("pause", {"span": 0}, "span"),
        ("pause", {"span": 1441}, "span"),
        ("pause", {"span": "later"}, "span"),
        ("pause", {}, "span"),
        ("pause", {"type": "post", "span": 30}, "type"),
        ("pause", {"type": ["delivery"], "span": 30}, "type"),
        ("resume", {"type": "post"}, "type"),
        ("busy", {"minutes": 121, "span": 60}, "minutes"),
        ("busy", {"span": 60}, "minutes"),
        ("busy", {"minutes": 10}, "span"),
    ],
)
async def test_nonsense_is_refused_at_its_field(cafe: Cafe, path: str, body: dict[str, object], field: str) -> None:
    answer = await (await cafe.desk("staff")).post(f"/api/desk/day/{path}", body)
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (400, [field])


async def test_a_mark_of_another_shape_is_refused(cafe: Cafe) -> None:
    answer = await (await cafe.desk("staff")).post("/api/desk/day/busy", {"minutes": 5, "span": 30, "mark": {}})
    assert (answer.status, answer.json["problems"][0]["field"]) == (400, "mark")
