"""Orders for later (operating contract): when each order is due, `scheduled_for`, and the times on offer."""

from datetime import UTC, datetime

import pytest

from tests.driver import ABSENT, Cafe
from tests.web.later import local, orders_for, refused, times


@pytest.fixture
async def later(cafe: Cafe) -> Cafe:
    """A cafe that takes orders until tomorrow; it is Monday, 15 June 2026, noon."""
    await cafe.configure(schedule_days=1)
    return cafe


async def due(cafe: Cafe, order_id: int) -> int:
    return int(await cafe.value("SELECT due_at FROM orders WHERE id = :id", id=order_id))


# When an order is due.


async def test_an_order_is_due_as_soon_as_it_can_be_made(cafe: Cafe) -> None:
    await cafe.configure(prep_minutes=20)
    guest = cafe.guest()
    for kind, slugs in (("delivery", ("borscht", "borscht")), ("dine-in", ("latte",))):
        placed = await guest.places(*slugs, kind=kind)
        assert await due(cafe, placed["order_id"]) == local("2026-06-15T12:20")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("14:30", "2026-06-15T14:30"), ("9:05", "2026-06-16T09:05"), ("11:50", "2026-06-15T11:50")],
)
async def test_a_pickup_is_due_at_its_time(cafe: Cafe, typed: str, expected: str) -> None:
    placed = await cafe.guest().places(pickup_time=typed)
    assert await due(cafe, placed["order_id"]) == local(expected)


async def test_orders_of_earlier_versions_have_no_due_time_and_look_as_before(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places()
    await cafe.execute("UPDATE orders SET due_at = NULL")
    [order] = await guest.sees_orders()
    assert "scheduled_for" not in order


# The time in an order.


@pytest.mark.parametrize("kind", ["pickup", "delivery"])
async def test_an_order_for_later(later: Cafe, kind: str) -> None:
    guest = later.guest()
    answer = await orders_for(guest, "2026-06-16T09:05", kind=kind)
    assert answer.status == 201, answer
    assert answer.json.keys() == (await guest.places()).keys()
    [plain, order] = await guest.sees_orders()
    assert order["scheduled_for"] == "2026-06-16T09:05"
    assert order["pickup_time"] == ("09:05" if kind == "pickup" else None)
    assert order.keys() - plain.keys() == {"scheduled_for"}
    assert await due(later, order["id"]) == local("2026-06-16T09:05")
    tracked = await later.get("/api/checkout/track/" + answer.json["track_url"].partition("track=")[2])
    assert tracked.json["scheduled_for"] == "2026-06-16T09:05"


async def test_the_pickup_time_of_an_order_for_later_is_that_time(later: Cafe) -> None:
    guest = later.guest()
    for typed in ("18:30", "опівдні", " "):
        assert (await orders_for(guest, "2026-06-15T17:00", pickup_time=typed)).status == 201
    assert {order["pickup_time"] for order in await guest.sees_orders()} == {"17:00"}


async def test_no_order_has_the_new_key_unless_it_was_asked_for(later: Cafe) -> None:
    guest = later.guest()
    nothing: list[object] = [ABSENT, None, " ", [], {}, True]
    for value in nothing:
        assert (await orders_for(guest, value, pickup_time="14:30")).status == 201
    assert not [order for order in await guest.sees_orders() if "scheduled_for" in order]


async def test_at_a_table_there_is_no_later(later: Cafe) -> None:
    guest = later.guest()
    await guest.places(kind="dine-in", scheduled_for="nonsense")
    [order] = await guest.sees_orders()
    assert "scheduled_for" not in order
    assert await due(later, order["id"]) == local("2026-06-15T12:15")


@pytest.mark.parametrize(
    "text",
    [
        "tomorrow",
        "2026-06-16",
        "2026-06-16T9:05",
        "2026-06-16 09:05",
        "2026-06-16T09:05:00",
        "2026-06-16T09:05Z",
        "2026-06-16T24:00",
        "2026-06-31T09:05",
        "2026-13-01T09:05",
        "0000-00-00T00:00",
        "0001-01-01T00:00",
        "9999-12-31T23:59",
        "٢٠٢٦-06-16T09:05",
        "2026-06-15T11:59",
        "2026-06-14T12:00",
        "2026-06-15T22:00",
        "2026-06-15T23:30",
        "2026-06-16T07:59",
        "2026-06-17T09:00",
        20260616,
    ],
)
@pytest.mark.parametrize("kind", ["pickup", "delivery"])
async def test_times_that_cannot_be(later: Cafe, kind: str, text: object) -> None:
    guest = later.guest()
    assert refused(await orders_for(guest, text, kind=kind))
    assert await guest.sees_orders() == []
    assert (await guest.cart()).json["count"] > 0, "nothing changed"


@pytest.mark.parametrize("text", ["2026-06-15T12:00", "2026-06-15T21:59", "2026-06-16T08:00", "2026-06-16T21:59"])
async def test_times_that_can_be(later: Cafe, text: str) -> None:
    later.clock.advance(seconds=40)
    assert (await orders_for(later.guest(), text)).status == 201


async def test_the_refusal_says_what_is_wrong_in_the_customers_language(later: Cafe) -> None:
    person = later.english_person()
    wrong = ("soon", "2026-06-15T10:00", "2026-06-18T10:00", "2026-06-15T23:00")
    in_english = [refused(await orders_for(person, text)) for text in wrong]
    assert len(set(in_english)) == 4
    assert "15.06" in in_english[1]
    assert "10:00" in in_english[1]
    assert "1 day" in in_english[2]
    assert "closed" in in_english[3]
    await person.speaks("uk")
    in_ukrainian = [refused(await orders_for(person, text)) for text in wrong]
    assert "1 день" in in_ukrainian[2]
    assert not set(in_english) & set(in_ukrainian)


async def test_without_the_setting_no_order_is_for_later(cafe: Cafe) -> None:
    guest = cafe.guest()
    assert refused(await orders_for(guest, "2026-06-15T18:00"))
    assert refused(await orders_for(guest, "2026-06-16T18:00", kind="delivery"))
    cafe.clock.advance(hours=14)
    assert (await orders_for(guest, "2026-06-16T18:00")).json["error"] == "closed"


@pytest.mark.parametrize("kind", ["pickup", "delivery"])
async def test_an_order_for_later_is_taken_while_the_cafe_is_closed(later: Cafe, kind: str) -> None:
    later.clock.advance(hours=-6)
    guest = later.guest()
    assert (await orders_for(guest, "2026-06-15T08:00", kind=kind)).status == 201
    assert refused(await orders_for(guest, "2026-06-15T07:00", kind=kind))
    assert (await guest.orders(kind)).json["error"] == "closed"


async def test_no_order_for_later_while_the_owner_or_the_staff_have_stopped_orders(later: Cafe) -> None:
    guest = later.guest()
    await later.configure(force_closed=True)
    closed = (await orders_for(guest, "2026-06-16T18:00")).json
    assert closed == {"error": "closed", "message": "Зачинено на інвентаризацію."}
    assert await times(guest) == []
    await later.configure(force_closed=False)
    await later.app.services.pause.pause_for(60)
    assert (await orders_for(guest, "2026-06-16T18:00")).json["error"] == "closed"
    assert await times(guest) == []
    await later.app.services.pause.resume()
    assert (await guest.orders_pickup(scheduled_for="2026-06-16T18:00")).status == 201


async def test_the_time_is_checked_in_place_of_the_opening(later: Cafe) -> None:
    guest = later.guest()
    assert (await guest.orders_pickup(scheduled_for="soon")).json["error"] == "cart_empty"
    await guest.adds("latte")
    assert refused(await guest.orders_delivery(scheduled_for="soon", name=" "))
    assert (await guest.orders_delivery(scheduled_for="2026-06-16T18:00")).json["error"] == "min_order_amount"
    missing = (await guest.orders_pickup(scheduled_for="2026-06-16T18:00", name=" ", pickup_time=ABSENT)).json
    assert missing == {"error": "validation", "missing": ["name"]}
    total = await guest.orders_pickup(scheduled_for="2026-06-16T18:00", expected_total=1)
    assert total.json["error"] == "total_changed"


async def test_a_repeated_request_gets_its_order_again(later: Cafe) -> None:
    guest = later.guest()
    await later.load('[[slots]]\norder_type = "pickup"\nmax_orders = 1\n')
    first = await orders_for(guest, "2026-06-15T18:00", key="tap")
    later.clock.advance(hours=8)
    again = await guest.orders_pickup(scheduled_for="2026-06-15T18:00", pickup_time=ABSENT, key="tap")
    assert (again.status, again.json) == (201, first.json)
    assert len(await guest.sees_orders()) == 1


# Over midnight, and on days on which the clock changes.


async def test_after_midnight_is_within_the_hours_of_a_night_cafe(later: Cafe) -> None:
    await later.configure(work_hours_from="18:00", work_hours_to="02:00")
    guest = later.guest()
    for text in ("2026-06-15T18:00", "2026-06-16T00:00", "2026-06-16T01:59", "2026-06-16T23:59"):
        assert (await orders_for(guest, text)).status == 201, text
    for text in ("2026-06-16T02:00", "2026-06-16T17:59", "2026-06-17T00:30"):
        assert refused(await orders_for(guest, text)), text
    offered = [at for at, _ in await times(guest)]
    assert offered[0] == "2026-06-15T18:00"
    assert offered[24:33:8] == ["2026-06-16T00:00", "2026-06-16T18:00"]
    assert offered[-1] == "2026-06-16T23:45"


async def test_the_night_on_which_the_clock_goes_forward(later: Cafe) -> None:
    """On 28 March 2027 Kyiv has no time from 03:00 to 04:00."""
    await later.configure(work_hours_from="00:00", work_hours_to="00:00")
    later.clock.moment = datetime(2027, 3, 27, 22, 0, tzinfo=UTC)  # 00:00
    guest = later.guest()
    assert refused(await orders_for(guest, "2027-03-28T03:30"))
    assert (await orders_for(guest, "2027-03-28T04:30")).status == 201
    [order] = await guest.sees_orders()
    assert order["scheduled_for"] == "2027-03-28T04:30"
    assert await due(later, order["id"]) == int(datetime(2027, 3, 28, 1, 30, tzinfo=UTC).timestamp())
    offered = [at for at, _ in await times(guest)]
    assert offered[10:14] == ["2027-03-28T02:45", "2027-03-28T04:00", "2027-03-28T04:15", "2027-03-28T04:30"]
    assert len(offered) == len(set(offered)) == (23 + 24) * 4 - 1


async def test_the_night_on_which_the_clock_goes_back(later: Cafe) -> None:
    """On 25 October 2026 Kyiv has the time from 03:00 to 04:00 twice; the first is meant while it can be."""
    await later.configure(work_hours_from="00:00", work_hours_to="00:00", prep_minutes=0)
    later.clock.moment = datetime(2026, 10, 24, 21, 0, tzinfo=UTC)  # 00:00
    guest = later.guest()
    offered = [at for at, _ in await times(guest)]
    assert len(offered) == len(set(offered)) == 48 * 4
    assert offered == sorted(offered)
    first = (await orders_for(guest, "2026-10-25T03:30")).json["order_id"]
    later.clock.moment = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)  # 03:45, for the first time
    assert [at for at, _ in await times(guest)][:3] == ["2026-10-25T03:45", "2026-10-25T03:00", "2026-10-25T03:15"]
    second = (await orders_for(guest, "2026-10-25T03:30")).json["order_id"]
    assert await due(later, first) == int(datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp())
    assert await due(later, second) == int(datetime(2026, 10, 25, 1, 30, tzinfo=UTC).timestamp())


# The times on offer.


async def test_the_times_on_offer(later: Cafe) -> None:
    guest = later.guest()
    answer = (await guest.get("/api/checkout/times?type=delivery")).json
    assert (answer["type"], answer["asap_minutes"]) == ("delivery", 15)
    assert answer["times"][0] == {"at": "2026-06-15T12:15", "is_full": False}
    offered = [time["at"] for time in answer["times"]]
    assert offered == sorted(offered)
    assert offered[38:40] == ["2026-06-15T21:45", "2026-06-16T08:00"]
    assert offered[-1] == "2026-06-16T21:45"
    later.clock.advance(seconds=1)
    assert (await times(guest))[0] == ("2026-06-15T12:30", False)


async def test_many_times_come_compressed_to_whoever_takes_that(later: Cafe) -> None:
    guest = later.guest()
    path = "/api/checkout/times?type=delivery"
    compressed = await guest.get(path, **{"Accept-Encoding": "gzip"})
    assert compressed.headers["Content-Encoding"] == "gzip"
    plain = await guest.get(path, **{"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert compressed.json == plain.json  # the client unpacks what it got
    assert int(compressed.headers["Content-Length"]) * 5 < len(plain.body)


async def test_every_time_on_offer_can_be_ordered(later: Cafe) -> None:
    await later.configure(work_hours_from="20:10", work_hours_to="21:35")
    guest = later.guest()
    offered = [at for at, _ in await times(guest)]
    assert len(offered) == 12
    for at in offered:
        assert (await orders_for(guest, at)).status == 201


async def test_without_the_setting_no_time_is_on_offer(cafe: Cafe) -> None:
    await cafe.configure(prep_minutes=25)
    answer = await cafe.guest().get("/api/checkout/times?type=pickup")
    assert (answer.status, answer.json) == (200, {"type": "pickup", "asap_minutes": 25, "times": []})


@pytest.mark.parametrize("query", ["", "?type=", "?type=dine_in", "?type=dine-in", "?type=PICKUP", "?kind=pickup"])
async def test_times_of_no_type(later: Cafe, query: str) -> None:
    answer = await later.guest().get("/api/checkout/times" + query)
    assert answer.status == 400
    assert answer.json == {"error": "validation", "message": "type must be pickup or delivery"}
