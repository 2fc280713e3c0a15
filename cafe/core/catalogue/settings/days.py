"""When a day of the cafe begins (pure): at midnight, or at closing time in a cafe that closes after midnight."""

from datetime import date, datetime, time, timedelta

from cafe.core.catalogue.settings.model import Settings


def day_of(moment: datetime, settings: Settings) -> date:
    """Return the cafe's day that includes an aware datetime."""
    day = moment.astimezone(settings.zone).date()
    return day if day_start(day, settings) <= moment else day - timedelta(days=1)


def day_start(day: date, settings: Settings) -> datetime:
    """Return when a day of the cafe begins, in UTC: when the night before ends, by that day's own hours.

    If closing time comes twice, the night includes both: the wall clock shows opening hours until the second.
    """
    turn = settings.hours.night_end(day)
    return settings.hours.moment_of(day, turn, fold=int(turn != time(0)))


def hour_of(moment: int, settings: Settings) -> datetime:
    """Return the hour of the cafe's wall clock at a moment in Unix seconds, as a naive datetime."""
    local = datetime.fromtimestamp(moment, settings.zone)
    return local.replace(minute=0, second=0, fold=0, tzinfo=None)
