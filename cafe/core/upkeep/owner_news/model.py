"""Who reads the news of the cafe, and of which part of a day."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import CustomerId, StaffId
from cafe.core.kernel.locale import Locale


class DayPart(StrEnum):
    """The values are stored."""

    MORNING = "morning"
    EVENING = "evening"


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who wants the news; `chat_id` is their own chat with the bot."""

    id: StaffId
    chat_id: CustomerId
    locale: Locale
