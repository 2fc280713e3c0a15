"""What a source of air alerts says, and whether it can be believed (pure)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Protocol

from cafe.core.catalogue.disruptions.regions import OBLASTS, REGIONS, oblast_of
from cafe.core.kernel.errors import CafeError

ALERTING, CALM = frozenset("APRY"), frozenset("N")
"""The letters of the short form; an alert in a part of the region (`P`) is one."""
LATE_CLOCK = 300
"""Seconds by which a source's clock may be ahead of ours."""


class Trouble(StrEnum):
    """Why an answer says nothing; the values are stored, and the ends of text ids."""

    SILENT = "silent"
    """No answer, or one that is too long."""
    REFUSED = "refused"
    """The token is missing or wrong."""
    TOO_OFTEN = "too-often"
    FAILED = "failed"
    """An error of theirs, or a page that is not there."""
    UNREADABLE = "unreadable"
    """Another shape."""
    ELSEWHERE = "elsewhere"
    """Nothing about this region or queue."""
    UNBELIEVABLE = "unbelievable"
    """An alert that is yet to begin."""
    EMPTY = "empty"
    """A plan without any day."""


class SourceError(CafeError):
    """A source says nothing that can be believed."""

    def __init__(self, trouble: Trouble, text: str = "") -> None:
        super().__init__(text or trouble)
        self.trouble = trouble


class SilentSourceError(SourceError):
    """There is no answer; `text` says why."""

    def __init__(self, text: str) -> None:
        super().__init__(Trouble.SILENT, text)


class Sources(Protocol):
    """Asks the addresses that the owner has given."""

    async def fetch(self, address: str) -> str:
        """Return the text of an answer.

        Raises:
            SourceError: there is none.
        """
        ...


@dataclass(frozen=True, slots=True)
class SourceState:
    """What is known of a source; moments in Unix seconds."""

    asked: str
    """Its address and place."""
    since: int
    """When it was first asked."""
    heard_at: int | None = None
    """Its last answer that could be believed."""
    trouble: Trouble | None = None
    """Of the last answer."""
    told_at: int | None = None
    """When the staff were told that it is silent."""
    calm_since: int | None = None
    """Since when all its answers have been that there is no alert."""
    is_overruled: bool = False
    """Whether the staff have ended what it still says."""
    digest: str = ""
    """Of the plan that was taken last."""

    @property
    def last_word(self) -> int:
        return self.since if self.heard_at is None else self.heard_at

    def heard(self, now: int) -> "SourceState":
        return replace(self, heard_at=now, trouble=None, told_at=None)


@dataclass(frozen=True, slots=True)
class Turn:
    """What follows from an answer about alerts: the new state, and whether an alert begins or ends."""

    state: SourceState
    begins: bool = False
    ends: bool = False


def hear(state: SourceState, now: int, *, is_alert: bool, is_on: bool) -> Turn:
    """Judge an answer: an alert begins at once, and ends with the second answer in a row that it is over.

    `is_on`: the source's alert is in force. After the staff have ended it by hand, the next one counts.
    """
    heard = state.heard(now)
    if is_alert:
        return Turn(replace(heard, calm_since=None), begins=not is_on and not state.is_overruled)
    if state.calm_since is None:
        return Turn(replace(heard, calm_since=now))
    return Turn(replace(heard, is_overruled=False), ends=is_on)


def read_alert(told: Any, region: int, now: int) -> bool:
    """Whether there is an air alert in a region, in either form of alerts.in.ua: a list of alerts, or letters.

    Raises:
        SourceError: the answer says nothing that can be believed.
    """
    if isinstance(told, str):
        return _read_letter(told, region)
    alerts = told.get("alerts") if isinstance(told, dict) else None
    if not isinstance(alerts, list) or not all(isinstance(each, dict) for each in alerts):
        raise SourceError(Trouble.UNREADABLE)
    return True in [_is_alert_here(each, region, now) for each in alerts]  # all of them are judged


def _read_letter(letters: str, region: int) -> bool:
    """Read one letter, or one for each region by its number."""
    if len(letters) > 1 and region >= len(letters):
        raise SourceError(Trouble.ELSEWHERE)
    letter = letters if len(letters) == 1 else letters[region : region + 1]
    if letter == " ":
        raise SourceError(Trouble.ELSEWHERE)
    if letter not in ALERTING | CALM:
        raise SourceError(Trouble.UNREADABLE)
    return letter in ALERTING


def _is_alert_here(alert: Mapping[str, Any], region: int, now: int) -> bool:
    kind, place = alert.get("alert_type"), _number(alert.get("location_uid"))
    if not isinstance(kind, str) or place is None:
        raise SourceError(Trouble.UNREADABLE)
    if _moment(alert.get("started_at")) > now + LATE_CLOCK:
        raise SourceError(Trouble.UNBELIEVABLE)
    if kind != "air_raid" or alert.get("finished_at"):
        return False
    within = _number(alert.get("location_oblast_uid"))
    if region in OBLASTS:
        return region in {place, within}
    is_part = within == oblast_of(region) and _plain(alert.get("location_raion")) == _plain(REGIONS.get(region))
    return is_part or place in {region, oblast_of(region)}


def _plain(name: object) -> str:
    """Return a name with one kind of apostrophe."""
    return str(name or " ").replace("'", "’")


def _number(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).isdecimal():
        return None
    return int(value) if len(str(value)) < 10 else None  # noqa: PLR2004 - longer than any id


def _moment(told: object) -> float:
    """Return a moment that is told in ISO 8601; without a zone in UTC."""
    try:
        moment = datetime.fromisoformat(str(told))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise SourceError(Trouble.UNREADABLE) from None
