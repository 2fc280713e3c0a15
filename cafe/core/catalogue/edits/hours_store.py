"""Loading and dumping the week, special days, and the hours in which dishes are served."""

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.hours import store
from cafe.core.catalogue.hours.week import DAYS, SpecialDay, parse_ranges
from cafe.core.kernel.database import Connection
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.validators import Reason


def save_hours(conn: Connection, item: Item) -> None:
    """Replace the week: a missing day is closed; an empty item reverts to the two times of the settings."""
    week = {day: parse_ranges(" ".join(ranges)) for day, ranges in item.items()}
    stored = store.get_week(conn)
    wanted = tuple(week.get(day, ()) for day in DAYS) if week else None
    if stored != wanted:
        store.set_week(conn, week or None)


def save_special_day(conn: Connection, item: Item) -> None:
    """Insert or update a special day, matched by date.

    Raises:
        CatalogueError: a new one without hours.
    """
    day = item["date"]
    stored = next((each for each in store.list_special_days(conn) if each.date == day), None)
    if stored is None and "hours" not in item:
        raise CatalogueError(f"[[special_days]] {day}: hours: missing", "hours", Reason("missing"))
    current = stored or SpecialDay(day, (), OwnText("", ""))
    ranges = parse_ranges(" ".join(item["hours"])) if "hours" in item else current.ranges
    message = OwnText(item.get("message", current.message.uk), item.get("message_en", current.message.en))
    store.set_special_day(conn, SpecialDay(day, ranges, message))


def dump_hours(conn: Connection) -> Item:
    """Return all seven days; nothing if the two times of the settings apply."""
    week = store.get_week(conn)
    return {} if week is None else {day: list(map(str, week[index])) for index, day in enumerate(DAYS)}


def dump_special_days(conn: Connection) -> list[Item]:
    """Return all special days by date, including past ones."""
    return [
        {
            "date": each.date,
            "hours": list(map(str, each.ranges)),
            **({"message": each.message.uk} if each.message.uk else {}),
            **({"message_en": each.message.en} if each.message.en else {}),
        }
        for each in store.list_special_days(conn)
    ]
