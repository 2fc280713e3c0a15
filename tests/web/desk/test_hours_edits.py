"""What the desk says of wrong hours, at their fields and in both languages."""

from typing import Any

import pytest

from tests.driver import Cafe


def week(*ranges: object) -> dict[str, Any]:
    return {"table": "hours", "key": "", "seen": None, "values": {"mon": list(ranges)}}


def day(date: object, hours: object) -> dict[str, Any]:
    return {"table": "special_days", "key": None, "seen": None, "values": {"date": date, "hours": hours}}


@pytest.mark.parametrize(
    ("edit", "field", "uk", "en"),
    [
        (
            week("08:00-22:00", "21:00-23:00"),
            "mon",
            "Години накладаються: 08:00-22:00 і 21:00-23:00.",
            "These hours overlap: 08:00-22:00 and 21:00-23:00.",
        ),
        (week("-22:00"), "mon", "Тут мають бути години, наприклад 08:00-15:00.", "These must be hours"),
        (week(8, 22), "mon", "Тут має бути список годин", "This must be a list of hours"),
        (week(*["08:00-09:00"] * 13), "mon", "Щонайбільше 12 проміжків на день.", "At most 12 ranges a day."),
        (day("завтра", []), "date", "Тут має бути дата.", "This must be a date."),
        (day("2026-12-25", "closed"), "hours", "Тут має бути список годин", "This must be a list of hours"),
    ],
)
async def test_wrong_hours_are_told_in_words(cafe: Cafe, edit: dict[str, Any], field: str, uk: str, en: str) -> None:
    manager = await cafe.desk("manager")
    for language, text in (("uk", uk), ("en", en)):
        answer = await manager.request(
            "POST", "/api/desk/edits", json={"edits": [edit]}, headers={"Accept-Language": language}
        )
        assert (answer.status, answer.json["error"]) == (400, "invalid")
        [problem] = answer.json["problems"]
        assert problem["field"] == f"edits.0.{field}"
        assert text in problem["message"]
