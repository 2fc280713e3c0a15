"""What the kitchen screen stops, pauses and slows down: for everybody, by name, and seen on other screens."""

from typing import Any

import pytest

from tests.driver import Cafe, FakeClock
from tests.web.kitchen import board, paired
from tests.web.options_shop import OptionsShop
from tests.web.streams import listening


async def changes(cafe: Cafe) -> list[tuple[str, str, str]]:
    """Who changed what where, as the desk's history tells it."""
    found = (await (await cafe.desk()).get("/api/desk/changes")).json["changes"]
    return [(each["by"], each["way"], each["items"][0]["table"]) for each in found]


async def test_a_pause_of_all_and_of_one_type(cafe: Cafe, clock: FakeClock) -> None:
    tablet, other, guest = await paired(cafe, "Бар"), await paired(cafe), cafe.guest()
    assert (await board(tablet))["pauses"] == []
    async with listening(other) as stream:
        first = await stream.next_event()
        paused = await tablet.post("/api/board/pause", {"type": "delivery", "span": 30})
        assert paused.json["pauses"] == [{"type": "delivery", "until": "2026-06-15T12:30"}]
        assert await stream.next_event() != first
    assert (await board(other))["pauses"] == paused.json["pauses"]
    await guest.adds("borscht", 2)
    assert (await guest.orders_delivery()).json["error"] == "closed"
    assert (await guest.orders_pickup()).status == 201
    everything = await tablet.post("/api/board/pause", {"span": "resumed"})
    assert everything.json["pauses"][0] == {"type": None, "until": None}
    await guest.adds("latte")
    assert (await guest.orders_pickup()).json["error"] == "closed"
    assert (await other.post("/api/board/pause", {"span": "on"})).json["pauses"] == []
    assert (await guest.orders_pickup()).status == 201
    until_opening = await tablet.post("/api/board/pause", {"type": "pickup", "span": "opening"})
    assert until_opening.json["pauses"] == [{"type": "pickup", "until": "2026-06-16T08:00"}]
    clock.advance(hours=21)
    assert (await board(tablet))["pauses"] == []
    assert (await changes(cafe))[0] == ("Бар", "screen", "pauses")
    assert ("Кухня", "screen", "pauses") in await changes(cafe)


@pytest.mark.parametrize(
    "body",
    [{}, {"span": 0}, {"span": 1441}, {"span": "ever"}, {"type": "drone", "span": 30}, {"type": [], "span": 30}, []],
)
async def test_a_pause_that_says_nothing(cafe: Cafe, body: Any) -> None:
    tablet = await paired(cafe)
    answer = await tablet.post("/api/board/pause", body)
    assert (answer.status, answer.json) == (400, {"error": "invalid"})
    assert (await board(tablet))["pauses"] == []


async def test_busy_mode_is_in_the_history_under_the_tablets_name(cafe: Cafe) -> None:
    tablet = await paired(cafe, "Бар")
    await tablet.post("/api/board/busy", {"minutes": 20, "span": 60, "mark": 0})
    assert (await changes(cafe))[0] == ("Бар", "screen", "busy")


def item(groups: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(each for group in groups for each in group["items"] if each["name"] == name)


async def test_a_dish_is_stopped_and_offered_again(cafe: Cafe) -> None:
    tablet, other = await paired(cafe, "Бар"), await paired(cafe)
    listed = (await tablet.get("/api/board/stops")).json
    assert [group["name"] for group in listed["dishes"]] == ["Їжа", "Кава", "Десерти"]
    latte = item(listed["dishes"], "Лате")
    assert latte == {"id": cafe.products["latte"], "name": "Лате", "is_stopped": False, "until": None}
    async with listening(other) as stream:
        first = await stream.next_event()
        stopped = await tablet.post("/api/board/stops/dish", {"id": latte["id"], "span": "hour"})
        assert item(stopped.json["dishes"], "Лате")["until"] == "2026-06-15T13:00"
        assert await stream.next_event() != first
    assert (await board(other))["catalogue"] == stopped.json["catalogue"] > listed["catalogue"]
    assert (await cafe.guest().adds("latte")).status == 404
    for span, until in (("opening", "2026-06-16T08:00"), ("resumed", None)):
        answer = await other.post("/api/board/stops/dish", {"id": latte["id"], "span": span})
        assert item(answer.json["dishes"], "Лате") | {"id": 0} == {
            "id": 0,
            "name": "Лате",
            "is_stopped": True,
            "until": until,
        }
    await other.post("/api/board/stops/dish", {"id": latte["id"], "span": "on"})
    assert (await cafe.guest().adds("latte")).status == 201
    assert [who for who, *_ in await changes(cafe)][:4] == ["Кухня", "Кухня", "Кухня", "Бар"]


async def test_an_option_is_stopped_wherever_it_is_offered(cafe: Cafe) -> None:
    tablet, shop = await paired(cafe, "Бар"), await OptionsShop.of(cafe)
    path, oat = "/api/board/stops/option", shop.ids["oat"]
    stopped = await tablet.post(path, {"id": oat, "span": "opening"})
    assert item(stopped.json["options"], "Вівсяне")["until"] == "2026-06-16T08:00"
    assert (await shop.adds(cafe.guest(), "latte", ["oat", "small"])).json["error"] == "options_invalid"
    assert (await tablet.post(path, {"id": oat, "span": "on"})).status == 200
    assert (await changes(cafe))[0] == ("Бар", "screen", "options")
    assert (await tablet.post(path, {"id": oat, "span": "hour"})).json == {"error": "invalid"}


@pytest.mark.parametrize("kind", ["dish", "option"])
async def test_a_stop_of_what_is_not_there_or_says_nothing(cafe: Cafe, kind: str) -> None:
    tablet = await paired(cafe)
    assert (await tablet.post(f"/api/board/stops/{kind}", {"id": 999, "span": "on"})).status == 404
    bodies: list[Any] = [{}, {"id": 1}, {"id": "x", "span": "on"}, {"id": 1, "span": ["on"]}, []]
    for body in bodies:
        answer = await tablet.post(f"/api/board/stops/{kind}", body)
        assert (answer.status, answer.json) == (400, {"error": "invalid"}), body
