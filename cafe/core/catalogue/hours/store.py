"""SQL for the week and the special days."""

from collections.abc import Mapping
from datetime import date

from cafe.core.catalogue.hours.week import DAYS, Calendar, Ranges, SpecialDay, Week, parse_ranges, write_ranges
from cafe.core.kernel.database import Connection
from cafe.core.kernel.locale import OwnText


def get_calendar(conn: Connection) -> Calendar:
    """Return the owner's week and special days."""
    return Calendar(get_week(conn), tuple(list_special_days(conn)))


def get_week(conn: Connection) -> Week | None:
    """Return the week; None if two times apply to every day."""
    stored = {row["day"]: parse_ranges(row["ranges"]) for row in conn.all("SELECT day, ranges FROM week_hours")}
    return tuple(stored.get(day, ()) for day in DAYS) if stored else None


def set_week(conn: Connection, week: Mapping[str, Ranges] | None) -> None:
    """Replace the week: a missing day is closed. None reverts to the two times."""
    conn.run("DELETE FROM week_hours")
    for day in DAYS if week is not None else ():
        ranges = write_ranges((week or {}).get(day, ()))
        conn.run("INSERT INTO week_hours (day, ranges) VALUES (:day, :ranges)", {"day": day, "ranges": ranges})


def list_special_days(conn: Connection) -> list[SpecialDay]:
    """List all special days by date, including past ones, which reports need."""
    return [
        SpecialDay(date.fromisoformat(row["day"]), parse_ranges(row["ranges"]), OwnText.of(row, "message"))
        for row in conn.all("SELECT day, ranges, message, message_en FROM special_days ORDER BY day")
    ]


def set_special_day(conn: Connection, day: SpecialDay) -> None:
    """Insert or replace a special day."""
    conn.run(
        "INSERT INTO special_days (day, ranges, message, message_en) VALUES (:day, :ranges, :message, :message_en) "
        "ON CONFLICT (day) DO UPDATE SET ranges = excluded.ranges, message = excluded.message, "
        "message_en = excluded.message_en",
        {
            "day": day.date.isoformat(),
            "ranges": write_ranges(day.ranges),
            "message": day.message.uk,
            "message_en": day.message.en,
        },
    )
