"""Plans of power cuts as suppliers publish them: all of it is understood, or nothing is taken."""

import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cafe.core.catalogue.disruptions.plan import PlanError, read_plan
from cafe.core.catalogue.disruptions.published_plan import plan_text

KYIV = ZoneInfo("Europe/Kyiv")
MONDAY = datetime(2026, 11, 30, 8, tzinfo=KYIV)


def cuts(text: str, queue: str = "3.1", now: datetime = MONDAY) -> list[str]:
    plan = read_plan(plan_text(text), queue, now)
    return [f"{shown(each.from_at)}-{shown(each.until_at)}" for each in plan.cuts]


def shown(at: int) -> str:
    return f"{datetime.fromtimestamp(at, KYIV):%d.%m %H:%M}"


TWO = ["30.11 09:00-30.11 12:30", "30.11 16:00-30.11 19:30"]


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("3.1: 09:00-12:30, 16:00-19:30", TWO),
        ("Черга 3.1 09:00–12:30; 16:00–19:30", TWO),
        ("Графік на 30.11.2026\n1.1: 00:00-03:00\n3.1: 09:00-12:30, 16:00-19:30\n3.2: вимкнень немає", TWO),
        ("3.1: з 09:00 до 12:30 та з 16:00 до 19:30", TWO),
        ("підчерга 3.1 – 09.00 - 12.30 | 16.00 — 19.30", TWO),
        ("GPV3.1 09:00-12:30 16:00-19:30\nОновлено о 20:15 29.11", TWO),
        ("30 листопада\nЧерга 3.1\n09:00-12:30\n16:00-19:30", TWO),
        ("09:00-12:30\n16:00-19:30", TWO),
        ("черги 3.1, 3.2: 09:00-11:00, 10:30-12:30, 16:00-19:30", TWO),
        ("сьогодні 3.1: 09:00-12:30\nзавтра 3.1: 22:00-24:00", [TWO[0], "01.12 22:00-02.12 00:00"]),
        ("01.12 черга 3.1 23:00-04:00\n2026-12-02 3.1: 00:00-06:00", ["01.12 23:00-02.12 06:00"]),
        ("3.1: 06:00-07:30, 07:45-09:00", ["30.11 07:45-30.11 09:00"]),
        ("3.1: 06:00-07:30", []),
        ("3.1: не вимикається", []),
        (json.dumps({"3.1": ["09:00-12:30", "16:00-19:30"], "1.1": ["00:00-03:00"]}), TWO),
        (json.dumps({"2026-12-01": {"3.1": ["00:00-04:00"], "3.2": []}}), ["01.12 00:00-01.12 04:00"]),
        (
            json.dumps(
                {
                    "3.1": {
                        "today": {
                            "date": "2026-11-30T00:00:00+02:00",
                            "status": "ScheduleApplies",
                            "slots": [
                                {"start": 0, "end": 540, "type": "NotPlanned"},
                                {"start": 540, "end": 750, "type": "Definite"},
                                {"start": 750, "end": 1440, "type": "NotPlanned"},
                            ],
                        },
                        "tomorrow": {"date": "2026-12-01T00:00:00+02:00", "status": "WaitingForSchedule", "slots": []},
                    }
                }
            ),
            TWO[:1],
        ),
        (
            json.dumps(
                {"kiev": {"today": {"groups": {"3.1": [{"start": 9, "end": 12.5, "type": "DEFINITE_OUTAGE"}]}}}}
            ),
            TWO[:1],
        ),
    ],
)
def test_what_is_understood(text: str, understood: list[str]) -> None:
    assert cuts(text) == understood


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("", "plan-empty", 0),
        ("Сьогодні без змін", "plan-empty", 0),
        ("3.1: 09:00-12:30\n3.1: 09:00-25:00", "plan-time", 2),
        ("3.1: 09:00-12:60", "plan-time", 1),
        ("3.1: 09:00-09:00", "plan-time", 1),
        ("3.1: 09:00-", "plan-line", 1),
        ("3.1: 09:00-12:30\n1.1: 9-12:00", "plan-line", 2),
        ("32.11\n3.1: 09:00-12:30", "plan-day", 1),
        ("30.02 3.1: 09:00-12:30", "plan-day", 1),
        ("30.01 3.1: 09:00-12:30", "plan-day", 1),
        ("1.1: 09:00-12:30\n1.2: 13:00-14:00", "plan-queue-missing", 0),
        ("<html><h1>502 Bad Gateway</h1></html>", "plan-line", 1),
        ('{"3.1": ["09:00', "plan-line", 1),
        ("[]", "plan-empty", 0),
        ("{" * 1000, "plan-line", 1),
        ("3.1: 09:00-12:30\n" * 2_000, "plan-too-long", 0),
    ],
)
def test_what_is_not_understood(text: str, problem: str, line: int) -> None:
    with pytest.raises(PlanError) as found:
        cuts(text)
    assert (found.value.problem, found.value.line) == (problem, line)


def test_a_plan_of_several_queues_needs_to_know_which_is_ours() -> None:
    with pytest.raises(PlanError) as found:
        cuts("1.1: 09:00-12:30", queue="")
    assert found.value.problem == "plan-queue-unknown"


def test_the_hour_that_comes_twice_or_never() -> None:
    autumn = datetime(2026, 10, 24, 12, tzinfo=KYIV)
    [cut] = read_plan("25.10: 02:00-04:00", "", autumn).cuts
    assert cut.until_at - cut.from_at == 3 * 3600
    [cut] = read_plan("25.10: 03:00-03:30", "", autumn).cuts
    assert cut.until_at - cut.from_at == 90 * 60
    spring = datetime(2027, 3, 27, 12, tzinfo=KYIV)
    [cut] = read_plan("28.03: 02:00-04:00", "", spring).cuts
    assert cut.until_at - cut.from_at == 3600
