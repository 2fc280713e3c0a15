"""Several ranges a day and special days, against a cafe whose every minute is counted."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.hours.model import OpeningHours, hours_of
from cafe.core.catalogue.hours.week import (
    Calendar,
    ClockRange,
    Ranges,
    SpecialDay,
    parse_range,
    parse_ranges,
    read_ranges,
)
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.validators import ValidatorError

KYIV = ZoneInfo("Europe/Kyiv")
MONDAY = date(2026, 6, 15)
DAYS = 20
"""How long the counted cafe is looked at."""


@st.composite
def ranges_of_a_day(draw: st.DrawFn) -> Ranges:
    """Ranges as the owner may write them: in order, apart or touching, the last perhaps over midnight."""
    edges = sorted(draw(st.lists(st.integers(0, 95), max_size=6, unique=True)))
    pairs = list(zip(edges[::2], edges[1::2], strict=False))
    ranges = [ClockRange(quarter(opens), quarter(closes)) for opens, closes in pairs]
    if draw(st.booleans()):
        opens = draw(st.integers(pairs[-1][1] if pairs else 0, 95))
        ranges.append(ClockRange(quarter(opens), quarter(draw(st.integers(0, opens)))))
    return tuple(ranges)


def quarter(number: int) -> time:
    return time(number // 4, number % 4 * 15)


weeks = st.lists(ranges_of_a_day(), min_size=7, max_size=7).map(tuple)
specials = st.dictionaries(
    st.integers(-1, DAYS).map(lambda days: MONDAY + timedelta(days)), ranges_of_a_day(), max_size=5
)
quarters = st.integers(0, 10 * 96)


def cafe_of(week: tuple[Ranges, ...], special: dict[date, Ranges], zone: ZoneInfo = KYIV) -> OpeningHours:
    days = tuple(SpecialDay(day, ranges, OwnText("", "")) for day, ranges in special.items())
    return hours_of(Calendar(week, days), time(8), time(22), zone)


def count_quarters(week: tuple[Ranges, ...], special: dict[date, Ranges]) -> set[int]:
    """The open quarters of an hour since Monday's midnight, one by one."""
    found = set()
    for number in range(-1, DAYS):
        day = MONDAY + timedelta(number)
        for each in special.get(day, week[day.weekday()]):
            at, last = quarters_of(each.opens), quarters_of(each.closes)
            found.add(number * 96 + at)
            while (at := at + 1) % 96 != last and at < quarters_of(each.opens) + 96:
                found.add(number * 96 + at)
    return found


def quarters_of(clock: time) -> int:
    return clock.hour * 4 + clock.minute // 15


def moment(number: int) -> datetime:
    """A quarter of an hour since Monday's midnight; no clock changes in June."""
    return datetime.combine(MONDAY, time(0), KYIV).astimezone(UTC) + timedelta(minutes=15 * number)


@given(week=weeks, special=specials, now=quarters)
def test_open_when_the_counted_minutes_are(week: tuple[Ranges, ...], special: dict[date, Ranges], now: int) -> None:
    hours, is_open = cafe_of(week, special), count_quarters(week, special)
    assert hours.is_open(moment(now)) is (now in is_open)
    assert hours.is_open(moment(now) + timedelta(minutes=14, seconds=59)) is (now in is_open)


@given(week=weeks, special=specials, now=quarters)
def test_opens_and_closes_when_the_count_changes(
    week: tuple[Ranges, ...], special: dict[date, Ranges], now: int
) -> None:
    hours, is_open = cafe_of(week, special), count_quarters(week, special)
    following = range(now + 1, now + 8 * 96)
    opening = next((at for at in following if at in is_open and at - 1 not in is_open), None)
    closing = next((at for at in following if at not in is_open), None) if now in is_open else None
    found = hours.next_opening(moment(now))
    if opening is None:
        assert found is None or found >= moment(now + 8 * 96) or is_midnight_while_open(found, is_open)
    else:
        assert found is not None
        assert found == moment(opening) or (found < moment(opening) and is_midnight_while_open(found, is_open))
    assert hours.closes_at(moment(now)) == (None if closing is None else moment(closing))
    opened = hours.opened_at(moment(now))
    if now not in is_open:
        assert opened is None
    elif opened is not None:
        began = int((opened - moment(0)).total_seconds()) // 900
        assert began <= now
        assert began < 0 or began - 1 not in is_open
        assert all(at in is_open for at in range(max(began, 0), now))


def is_midnight_while_open(found: datetime, is_open: set[int]) -> bool:
    """Whether a new day begins in a cafe that is open all through the one before or after it."""
    at = int((found - moment(0)).total_seconds()) // 900
    before, after = (all(each in is_open for each in days) for days in (range(at - 96, at), range(at, at + 96)))
    return at % 96 == 0 and (before or after)


@given(week=weeks, special=specials, now=quarters)
def test_what_is_shown_is_the_present_or_next_range(
    week: tuple[Ranges, ...], special: dict[date, Ranges], now: int
) -> None:
    hours = cafe_of(week, special)
    shown = hours.shown_at(moment(now))
    if shown is None:
        assert not hours.is_open(moment(now))
        assert hours.next_opening(moment(now)) is None
    elif hours.is_open(moment(now)):
        assert shown.contains(moment(now).astimezone(KYIV).time())


@given(week=weeks, special=specials)
def test_days_follow_each_other(week: tuple[Ranges, ...], special: dict[date, Ranges]) -> None:
    """A night belongs to one day, and every moment to exactly one."""
    hours = cafe_of(week, special)
    starts = [hours.moment_of(day, hours.night_end(day)) for day in (MONDAY + timedelta(n) for n in range(10))]
    assert all(timedelta(0) < latter - former < timedelta(days=2) for former, latter in pairwise(starts))
    for day, start in zip((MONDAY + timedelta(n) for n in range(10)), starts, strict=True):
        if start != hours.moment_of(day, time(0)):
            assert not hours.is_open(start)
            assert hours.is_open(start - timedelta(minutes=1))


@given(special=st.dictionaries(st.dates(date(2000, 1, 1), date(2199, 12, 31)), ranges_of_a_day(), max_size=4))
def test_a_week_without_hours_ends_the_search(special: dict[date, Ranges]) -> None:
    hours = cafe_of(((),) * 7, special)
    noon = datetime(2026, 6, 15, 9, tzinfo=UTC)
    found = hours.next_opening(noon)
    ahead = [day for day, ranges in special.items() if ranges and day >= noon.date()]
    assert (found is None) <= (not [day for day in ahead if day > noon.date()])
    assert noon < hours.next_start(noon) <= hours.next_day_start(noon)
    if found is None:
        assert hours.next_start(noon) == datetime(2026, 6, 15, 21, tzinfo=UTC)  # midnight in Kyiv
    else:
        assert found.astimezone(KYIV).date() in ahead


def week_of(**days: str) -> tuple[Ranges, ...]:
    return tuple(parse_ranges(days.get(day, "")) for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"))


WEEK = week_of(
    mon="08:00-15:00 17:00-22:00", tue="08:00-22:00", fri="18:00-04:00", sat="10:00-24:00", sun="00:00-02:00"
)
CHRISTMAS = date(2026, 12, 25)


@pytest.mark.parametrize(
    ("at", "is_open", "turns"),
    [
        ("2026-06-15T07:59", False, "2026-06-15T08:00"),
        ("2026-06-15T12:00", True, "2026-06-15T15:00"),
        ("2026-06-15T15:00", False, "2026-06-15T17:00"),
        ("2026-06-15T23:00", False, "2026-06-16T08:00"),
        ("2026-06-16T22:00", False, "2026-06-19T18:00"),  # two closed days
        ("2026-06-19T23:00", True, "2026-06-20T04:00"),
        ("2026-06-20T04:00", False, "2026-06-20T10:00"),
        ("2026-06-20T23:00", True, "2026-06-21T02:00"),  # two days' ranges are one evening
        ("2026-06-21T02:00", False, "2026-06-22T08:00"),
        # Thursday is special and goes on into Friday's night, which is closed itself.
        ("2026-12-24T20:00", True, "2026-12-25T01:00"),
        ("2026-12-25T00:30", True, "2026-12-25T01:00"),
        ("2026-12-25T01:00", False, "2026-12-26T10:00"),
        ("2026-12-26T01:00", False, "2026-12-26T10:00"),  # no Friday's evening, no night after it
    ],
)
def test_a_real_week(at: str, turns: str, *, is_open: bool) -> None:
    special = {CHRISTMAS: (), CHRISTMAS - timedelta(days=1): parse_ranges("12:00-01:00")}
    hours = cafe_of(WEEK, special)
    now = datetime.fromisoformat(at).replace(tzinfo=KYIV)
    found = hours.closes_at(now) if is_open else hours.next_opening(now)
    assert hours.is_open(now) is is_open
    assert found is not None
    assert found.astimezone(KYIV).strftime("%Y-%m-%dT%H:%M") == turns


@pytest.mark.parametrize(
    ("now", "tomorrow"),
    [
        ("2026-06-15T07:00", "2026-06-16T08:00"),
        ("2026-06-15T12:00", "2026-06-16T08:00"),
        ("2026-06-16T12:00", "2026-06-19T18:00"),
        ("2026-06-20T01:00", "2026-06-20T10:00"),  # Friday's night still
        ("2026-06-20T05:00", "2026-06-22T08:00"),  # Sunday's hours are the end of Saturday's
    ],
)
def test_until_tomorrow(now: str, tomorrow: str) -> None:
    found = cafe_of(WEEK, {}).next_day_start(datetime.fromisoformat(now).replace(tzinfo=KYIV))
    assert found == datetime.fromisoformat(tomorrow).replace(tzinfo=KYIV)


def test_round_the_clock_and_a_day_off() -> None:
    """A pause 'until the next opening' on Monday ends at midnight, not after a week."""
    hours = cafe_of(week_of(**dict.fromkeys(("mon", "tue", "wed", "thu", "fri", "sat"), "00:00-24:00")), {})
    monday, saturday = (datetime(2026, 6, day, 12, tzinfo=KYIV) for day in (15, 20))
    assert hours.next_opening(monday) == datetime(2026, 6, 16, tzinfo=KYIV)
    assert hours.next_opening(saturday) == datetime(2026, 6, 22, tzinfo=KYIV)
    assert hours.closes_at(saturday) == datetime(2026, 6, 21, tzinfo=KYIV)
    assert hours.night_end(date(2026, 6, 16)) == time(0)


@pytest.mark.parametrize(
    ("ranges", "at", "opens", "closes"),
    [
        # In spring the clock jumps from 3:00 to 4:00, in autumn back from 4:00 to 3:00.
        ("02:00-03:30", "2026-03-29T01:00", "2026-03-29T00:00+00:00", "2026-03-29T01:00+00:00"),
        ("03:30-05:00", "2026-03-29T01:00", "2026-03-29T01:00+00:00", "2026-03-29T02:00+00:00"),
        ("02:00-05:00", "2026-10-25T01:00", "2026-10-24T23:00+00:00", "2026-10-25T03:00+00:00"),
    ],
)
def test_when_the_clock_jumps(ranges: str, at: str, opens: str, closes: str) -> None:
    hours = cafe_of(week_of(sun=ranges), {})
    opening = hours.next_opening(datetime.fromisoformat(at).replace(tzinfo=KYIV))
    assert opening == datetime.fromisoformat(opens)
    assert hours.closes_at(opening) == datetime.fromisoformat(closes)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("8:00-15:00", "08:00-15:00"),
        (" 22:00 – 4:00 ", "22:00-04:00"),
        ("00:00-24:00", "00:00-24:00"),
        ("00:00-00:00", "00:00-24:00"),
        ("18:00-00:00", "18:00-24:00"),
        ("24:00-08:00", None),
        ("08:00", None),
        ("08:00-25:00", None),
        ("8-15", None),
        ("", None),
    ],
)
def test_ranges_as_they_are_written(written: str, meant: str | None) -> None:
    found = parse_range(written)
    assert (None if found is None else str(found)) == meant


@given(ranges=ranges_of_a_day())
def test_what_is_written_is_read_back(ranges: Ranges) -> None:
    texts = list(map(str, ranges))
    assert read_ranges(texts) == texts
    assert parse_ranges(" ".join(texts)) == ranges
    assert read_ranges(texts[::-1]) == texts


@pytest.mark.parametrize(
    "value",
    ["08:00-15:00", [8], ["08:00-15:00", "14:00-22:00"], ["22:00-04:00", "23:00-23:30"], ["nine to five"], None, [[]]],
)
def test_bad_ranges_are_refused(value: object) -> None:
    with pytest.raises(ValidatorError):
        read_ranges(value)
