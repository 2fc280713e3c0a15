"""When a day of the cafe begins (pure): at midnight, or at closing time in a cafe that closes after midnight."""

from datetime import date, datetime, time, timedelta

from cafe.core.catalogue.settings.model import Settings


def day_of(moment: datetime, settings: Settings) -> date:
    """Return the cafe's day that includes an aware datetime."""
    day = moment.astimezone(settings.zone).date()
    return day if day_start(day, settings) <= moment else day - timedelta(days=1)


def day_start(day: date, settings: Settings) -> datetime:
    """Return when a day of the cafe begins, in UTC: when the night before ends, by the hours of that one day.

    Where closing time comes twice the night includes both: the clock on the wall shows opening hours until the second.
    """
    turn = settings.hours.night_end(day)
    return settings.hours.moment_of(day, turn, fold=int(turn != time(0)))


def hour_of(moment: int, settings: Settings) -> datetime:
    """Return the hour on the cafe's clock that includes a moment in Unix seconds, naive: the wall shows no more."""
    local = datetime.fromtimestamp(moment, settings.zone)
    return local.replace(minute=0, second=0, fold=0, tzinfo=None)
