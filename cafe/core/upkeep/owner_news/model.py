"""Of which part of a day the news of the cafe is."""

from enum import StrEnum


class DayPart(StrEnum):
    """The values are stored."""

    MORNING = "morning"
    EVENING = "evening"
