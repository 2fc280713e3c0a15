"""How long an order takes by hour of the week."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.hours.week import DAYS
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.prep_times import parse_prep_times, read_prep_times
from cafe.core.kernel.validators import ValidatorError

KYIV = ZoneInfo("Europe/Kyiv")
TEXT = "mon-fri 12:00-14:00 25; fri 22:00-02:00 40; sat,sun 10:00-13:00 20"


@pytest.mark.parametrize(
    ("at", "minutes"),
    [
        ("2026-06-15T11:59", 15),
        ("2026-06-15T12:00", 25),  # a Monday
        ("2026-06-15T13:59", 25),
        ("2026-06-15T14:00", 15),
        ("2026-06-19T23:00", 40),  # a Friday
        ("2026-06-20T01:59", 40),
        ("2026-06-21T01:00", 15),  # the night after Saturday
        ("2026-06-20T10:30", 20),
    ],
)
def test_the_minutes_of_a_moment(at: str, minutes: int) -> None:
    moment = int(datetime.fromisoformat(at).replace(tzinfo=KYIV).timestamp())
    assert Settings(prep_minutes=15, prep_times=TEXT).prep_minutes_at(moment) == minutes


def test_of_several_the_longest_counts() -> None:
    moment = int(datetime(2026, 6, 15, 12, 30, tzinfo=KYIV).timestamp())
    assert Settings(prep_times="mon 12:00-13:00 20; mon-sun 08:00-22:00 30").prep_minutes_at(moment) == 30


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("", ""),
        (" mon,tue,wed 9:00-10:00 5 ;; ", "mon-wed 09:00-10:00 5"),
        ("fri-mon 10:00-24:00 30", "mon,fri-sun 10:00-24:00 30"),
        ("MON-SUN 00:00-00:00 30", "mon-sun 00:00-24:00 30"),
        (["mon 10:00-11:00 5", "tue 10:00-11:00 6"], "mon 10:00-11:00 5; tue 10:00-11:00 6"),
    ],
)
def test_the_usual_form(written: object, stored: str) -> None:
    assert read_prep_times(written) == stored
    assert read_prep_times(stored) == stored


@pytest.mark.parametrize(
    "wrong", ["mon", "mon 12:00-14:00", "may 12:00-14:00 5", "mon 12-14 5", "mon 12:00-14:00 1441", "mon 25:00-26:00 5"]
)
def test_what_is_no_such_time(wrong: str) -> None:
    with pytest.raises(ValidatorError):
        read_prep_times(wrong)


@given(st.sets(st.sampled_from(DAYS), min_size=1), st.integers(0, 1439), st.integers(0, 1439), st.integers(0, 1440))
def test_what_is_written_is_read_again(days: set[str], opens: int, closes: int, minutes: int) -> None:
    span = f"{opens // 60:02}:{opens % 60:02}-{closes // 60:02}:{closes % 60:02}"
    stored = read_prep_times(f"{','.join(sorted(days))} {span} {minutes}")
    [found] = parse_prep_times(stored)
    assert {DAYS[day] for day in found.when.days} == days
    assert (found.minutes, str(found)) == (minutes, stored)
