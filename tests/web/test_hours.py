"""Hours that differ from day to day: what guests are told, when orders are taken, and until when a pause lasts."""

from datetime import UTC, date, datetime
from urllib.parse import unquote

import pytest

from cafe.core.catalogue.settings.days import day_of, day_start
from tests.driver import Cafe
from tests.web.later import KYIV, local, orders_for, refused, times
from tests.web.test_settings import KEYS

WEEK = """
[hours]
mon = ["08:00-15:00", "17:00-22:00"]
tue = ["08:00-22:00"]
fri = ["18:00-04:00"]
sat = ["10:00-24:00"]
"""
TUESDAY_OFF = """
[[special_days]]
date = 2026-06-16
hours = []
message = "Санітарний день"
message_en = "Cleaning day"
"""


def at(text: str) -> datetime:
    """A moment of Kyiv; the tests' week begins on Monday, 15 June 2026."""
    return datetime.fromisoformat(text).replace(tzinfo=KYIV).astimezone(UTC)


async def settings(cafe: Cafe, **query: str) -> dict[str, object]:
    path = "/api/settings" + "".join(f"?{name}={value}" for name, value in query.items())
    answer = await cafe.get(path)
    found: dict[str, object] = answer.json
    return found | {"turns": answer.headers.get("X-Cafe-Turns"), "notice": answer.headers.get("X-Cafe-Notice")}


async def test_a_cafe_without_a_week_answers_as_ever(cafe: Cafe) -> None:
    before = await cafe.get("/api/settings")
    await cafe.load(WEEK + TUESDAY_OFF)
    assert (await cafe.get("/api/settings")).body != before.body
    await cafe.load("[hours]\n")
    after = await cafe.get("/api/settings")
    assert (after.body, set(after.json)) == (before.body, KEYS)
    assert "X-Cafe-Turns" not in before.headers


@pytest.mark.parametrize(
    ("now", "is_open", "shown", "turns"),
    [
        ("2026-06-15T07:00", False, ("08:00", "15:00"), "2026-06-15T08:00"),
        ("2026-06-15T12:00", True, ("08:00", "15:00"), "2026-06-15T15:00"),
        ("2026-06-15T16:00", False, ("17:00", "22:00"), "2026-06-15T17:00"),
        ("2026-06-15T22:30", False, ("08:00", "22:00"), "2026-06-16T08:00"),
        ("2026-06-17T12:00", False, ("18:00", "04:00"), "2026-06-19T18:00"),
        ("2026-06-20T03:59", True, ("18:00", "04:00"), "2026-06-20T04:00"),
        ("2026-06-20T20:00", True, ("10:00", "00:00"), "2026-06-21T00:00"),
    ],
)
async def test_the_week_is_told_with_the_present_or_next_range(
    cafe: Cafe, now: str, shown: tuple[str, str], turns: str, *, is_open: bool
) -> None:
    await cafe.load(WEEK)
    cafe.clock.moment = at(now)
    found = await settings(cafe)
    assert (found["is_open"], found["turns"]) == (is_open, turns)
    assert (found["work_hours_from"], found["work_hours_to"]) == shown
    assert found["schedule"] == {
        "week": {
            "mon": ["08:00-15:00", "17:00-22:00"],
            "tue": ["08:00-22:00"],
            "wed": [],
            "thu": [],
            "fri": ["18:00-04:00"],
            "sat": ["10:00-24:00"],
            "sun": [],
        },
        "special_days": [],
    }


async def test_special_days_come_and_go(cafe: Cafe) -> None:
    await cafe.load(WEEK + TUESDAY_OFF)
    day = {"date": "2026-06-16", "hours": [], "message": "Санітарний день"}
    found = await settings(cafe)
    assert found["schedule"]["special_days"] == [day]  # type: ignore[index]
    assert found["notice"] is None
    cafe.clock.moment = at("2026-06-16T12:00")
    found = await settings(cafe, locale="en")
    assert found["schedule"]["special_days"] == [day | {"message": "Cleaning day"}]  # type: ignore[index]
    assert (found["is_open"], found["turns"], unquote(str(found["notice"]))) == (
        False,
        "2026-06-19T18:00",
        "Cleaning day",
    )
    cafe.clock.moment = at("2026-06-17T12:00")
    assert (await settings(cafe))["schedule"]["special_days"] == []  # type: ignore[index]


async def test_a_special_day_counts_without_a_week_too(cafe: Cafe) -> None:
    await cafe.load(TUESDAY_OFF)
    cafe.clock.moment = at("2026-06-16T12:00")
    found = await settings(cafe)
    assert found.keys() - {"turns", "notice"} == KEYS
    assert (found["is_open"], found["turns"]) == (False, "2026-06-17T08:00")
    assert (found["work_hours_from"], found["work_hours_to"]) == ("08:00", "22:00")


@pytest.mark.parametrize(
    ("now", "uk", "en"),
    [
        (
            "2026-06-15T16:00",
            "Кав'ярня «Тест» зараз не працює. Відчинимося о 17:00. Працюватимемо до 22:00.",
            "Кав'ярня «Тест» is closed now. We open at 17:00. We will be open until 22:00.",
        ),
        (
            "2026-06-16T12:00",
            "Кав'ярня «Тест» зараз не працює. Санітарний день. Відчинимося в п’ятницю о 18:00. Працюватимемо до 04:00.",
            "Кав'ярня «Тест» is closed now. Cleaning day. We open on Friday at 18:00. We will be open until 04:00.",
        ),
        (
            "2026-06-15T23:00",
            "Кав'ярня «Тест» зараз не працює. Відчинимося в п’ятницю о 18:00. Працюватимемо до 04:00.",
            "Кав'ярня «Тест» is closed now. We open on Friday at 18:00. We will be open until 04:00.",
        ),
        (
            "2026-06-21T20:00",
            "Кав'ярня «Тест» зараз не працює. Відчинимося завтра о 08:00. Працюватимемо до 15:00.",
            "Кав'ярня «Тест» is closed now. We open tomorrow at 08:00. We will be open until 15:00.",
        ),
    ],
)
async def test_who_orders_while_closed_is_told_when_we_open(cafe: Cafe, now: str, uk: str, en: str) -> None:
    await cafe.load(WEEK + TUESDAY_OFF)
    cafe.clock.moment = at(now)
    for guest, text in ((cafe.guest(), uk), (cafe.english_person(), en)):
        await guest.adds("latte")
        answer = await guest.orders_pickup()
        assert (answer.status, answer.json) == (400, {"error": "closed", "message": text})


async def test_closed_for_good(cafe: Cafe) -> None:
    """A week without any hours has no next opening, and nothing waits for one."""
    await cafe.load("[hours]\nmon = []\n")
    guest = cafe.guest()
    await guest.adds("latte")
    answer = await guest.orders_pickup()
    assert answer.json["message"] == "Кав'ярня «Тест» зараз не працює. Коли відчинимося знову, повідомимо."
    found = await settings(cafe)
    assert (found["is_open"], found["turns"], found["work_hours_from"]) == (False, "never", "08:00")
    services = cafe.app.services
    assert await services.pause.pause_today() == at("2026-06-16T00:00")
    assert (await services.busy.begin_today(10)).until == at("2026-06-16T00:00")


async def test_until_the_next_opening_is_the_next_of_the_day(cafe: Cafe) -> None:
    await cafe.load(WEEK + TUESDAY_OFF)
    services = cafe.app.services
    assert await services.pause.pause_today() == at("2026-06-15T17:00")
    cafe.clock.moment = at("2026-06-15T21:00")
    assert await services.pause.pause_today() == at("2026-06-19T18:00")


async def test_orders_for_later_only_while_open(cafe: Cafe) -> None:
    await cafe.load(WEEK + TUESDAY_OFF + "[settings]\nschedule_days = 4\n")
    guest = cafe.guest()
    offered = [time for time, _ in await times(guest)]
    days = {text[:10] for text in offered}
    assert days == {"2026-06-15", "2026-06-19"}
    assert "2026-06-15T14:45" in offered
    assert "2026-06-15T15:00" not in offered
    assert "2026-06-19T23:45" in offered
    assert "зачинені" in refused(await orders_for(guest, "2026-06-16T12:00"))
    assert (await orders_for(guest, "2026-06-15T17:30")).status == 201


@pytest.mark.parametrize(
    ("now", "typed", "due"),
    [
        ("2026-06-15T12:00", "14:30", "2026-06-15T14:30"),
        ("2026-06-15T21:00", "19:00", "2026-06-19T19:00"),  # Tuesday is off, then two closed days
        ("2026-06-15T12:00", "05:00", "2026-06-16T05:00"),  # never open then
    ],
)
async def test_a_pickup_is_due_when_its_time_comes_and_we_are_open(cafe: Cafe, now: str, typed: str, due: str) -> None:
    await cafe.load(WEEK + TUESDAY_OFF)
    cafe.clock.moment = at(now)
    placed = await cafe.guest().places(pickup_time=typed)
    assert await cafe.value("SELECT due_at FROM orders WHERE id = :id", id=placed["order_id"]) == local(due)


async def test_a_day_ends_when_its_own_night_does(cafe: Cafe) -> None:
    await cafe.load(WEEK + "[[special_days]]\ndate = 2026-06-18\nhours = ['20:00-02:00']\n")
    found = cafe.app.services.settings.current
    starts = {
        "2026-06-18": "2026-06-18T00:00",
        "2026-06-19": "2026-06-19T02:00",
        "2026-06-20": "2026-06-20T04:00",
        "2026-06-21": "2026-06-21T00:00",
    }
    for day, start in starts.items():
        assert day_start(date.fromisoformat(day), found) == at(start)
    assert day_of(at("2026-06-20T03:59"), found) == date(2026, 6, 19)


async def test_a_change_is_seen_by_everybody(cafe: Cafe) -> None:
    """Hours are a part of the catalogue's version."""
    old = await cafe.value("SELECT value FROM meta WHERE key = 'catalogue_version'")
    await cafe.load(WEEK)
    assert await cafe.value("SELECT value FROM meta WHERE key = 'catalogue_version'") != old
