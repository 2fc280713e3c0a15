"""Reading a plan of power cuts as suppliers publish it: text lines of queues and hours (pure).

All or nothing: a line that is not understood refuses the whole, so that no cut is missed in silence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from cafe.core.catalogue.disruptions.model import Cut
from cafe.core.catalogue.disruptions.rules import merge
from cafe.core.kernel.errors import CafeError

MAX_PLAN = 20_000
"""Characters."""
MAX_LINES, MAX_LINE = 500, 500
MAX_CUTS = 200
DAYS_AHEAD = 14
QUEUE = re.compile(r"[1-9][0-9]?(\.[1-9])?")
_DAY = timedelta(days=1)
_MONTHS = (
    *("січня", "лютого", "березня", "квітня", "травня", "червня"),
    *("липня", "серпня", "вересня", "жовтня", "листопада", "грудня"),
)
_DASHES = re.compile(r"\s*(?:[-‐-―−]|\bдо\b|\bto\b)\s*", re.IGNORECASE)
_RANGE = re.compile(r"(?<![\d:.])(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})(?![\d:])")
_POINT_RANGE = re.compile(r"(?<![\d.])(\d{1,2})\.(00|30)-(\d{1,2})\.(00|30)(?![\d.])")
_HOURS = re.compile(r"(?:\bз|\bfrom)\s*(\d{1,2})-(\d{1,2})(?![\d:.])", re.IGNORECASE)
_ISO_DAY = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_POINT_DAY = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{2})(?:\.(\d{4}|\d{2}))?(?![\d.])")
_WORD_DAY = re.compile(rf"(?<!\d)(\d{{1,2}})\s+({'|'.join(_MONTHS)})(?:\s+(\d{{4}}))?", re.IGNORECASE)
_NEAR_DAY = re.compile(r"\b(сьогодні|today|завтра|tomorrow)\b", re.IGNORECASE)
_NAMED_QUEUES = re.compile(
    r"(?:під)?(?:черг|груп)\w*\s*№?\s*((?:\d{1,2}(?:\.\d)?(?!\d|:\d)(?:\s*(?:,|;|та|і|and)\s*)?)+)|"
    r"(?:queues?|groups?|gpv)\s*((?:\d{1,2}(?:\.\d)?(?!\d|:\d)(?:\s*(?:,|;|and)\s*)?)+)|"
    r"(?<![\d.:])(\d{1,2}(?:\.\d)?)\s*(?:під)?(?:черга|група|queue)",
    re.IGNORECASE,
)
_FIRST_QUEUES = re.compile(r"\s*((?:\d{1,2}(?:\.\d)?\s*[,;]\s*)*\d{1,2}(?:\.\d)?)\s*(?=:(?!\d)|\s)")
_POINT_QUEUE = re.compile(r"(?<![\d.:])([1-9]\.[1-9])(?![\d.:])")
_NUMBER = re.compile(r"\d{1,2}(?:\.\d)?")
_NO_CUTS = re.compile(
    r"не\s+(?:вимика|відключа|передбач|застосов)|без\s+(?:вимкн|відключ)|(?:вимкн|відключ)\w+\s+(?:не|нема)|"
    r"no (?:cuts|outages)",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\s*(?:оновлен|станом\s+на|опублік|updated|as of)", re.IGNORECASE)
"""A line that says when the plan was made."""


class PlanError(CafeError):
    """A plan is not understood; `problem` is a text id, `line` counts from 1, 0: the whole."""

    def __init__(self, problem: str, line: int = 0, **values: str | int) -> None:
        super().__init__(problem)
        self.problem, self.line, self.values = problem, line, values


@dataclass(frozen=True, slots=True)
class Plan:
    """The cuts of some days, soonest first; those of its days that were planned before are replaced."""

    days: frozenset[date]
    cuts: tuple[Cut, ...]


@dataclass(slots=True)
class _Reading:
    """What was read so far: the day and the queues that the next hours belong to."""

    queue: str
    today: date
    zone: ZoneInfo
    day: date
    queues: tuple[str, ...] = ()
    seen: set[str] = field(default_factory=set)
    days: set[date] = field(default_factory=set)
    cuts: list[Cut] = field(default_factory=list)


def read_plan(text: str, queue: str, now: datetime) -> Plan:
    """Read a plan for the cafe's queue (empty: a plan with hours alone); `now` in the cafe's zone.

    Lines without a day are for today. Cuts that are over are left out.

    Raises:
        PlanError: a line is not understood, or nothing is there about the queue.
    """
    zone = now.tzinfo
    if not isinstance(zone, ZoneInfo):
        raise TypeError(zone)
    lines = text.splitlines()
    if len(text) > MAX_PLAN or len(lines) > MAX_LINES:
        raise PlanError("plan-too-long", limit=MAX_PLAN)
    reading = _Reading(queue, now.date(), zone, now.date())
    for number, line in enumerate(lines, 1):
        _read_line(reading, " ".join(line.split()), number)  # long runs of blanks would take long
    if not reading.days:
        is_other = bool(reading.seen)
        problem = ("plan-queue-missing" if queue else "plan-queue-unknown") if is_other else "plan-empty"
        raise PlanError(problem, queue=queue)
    if len(reading.cuts) > MAX_CUTS:
        raise PlanError("plan-too-many", limit=MAX_CUTS)
    left = [each for each in merge(reading.cuts) if each.until_at > now.timestamp()]
    return Plan(frozenset(day for day in reading.days if day >= now.date()), tuple(left))


def _read_line(reading: _Reading, line: str, number: int) -> None:
    if _ABOUT.match(line):
        return
    if len(line) > MAX_LINE:
        raise PlanError("plan-line", number)
    before = reading.day
    rest = _ISO_DAY.sub(_keep_day(reading, number, _iso_day), line)
    rest = _DASHES.sub("-", rest)
    rest = _POINT_RANGE.sub(r"\1:\2-\3:\4", rest)
    rest = _WORD_DAY.sub(_keep_day(reading, number, _word_day), rest)
    rest = _POINT_DAY.sub(_keep_day(reading, number, _point_day), rest)
    rest = _NEAR_DAY.sub(_keep_day(reading, number, _near_day), rest)
    ranges = [_times(match.groups(), number) for match in _RANGE.finditer(rest)]
    ranges += [_times((match[1], "00", match[2], "00"), number) for match in _HOURS.finditer(rest)]
    rest, queues = _take_queues(_HOURS.sub(" ", _RANGE.sub(" ", rest)))
    if re.search(r"\d", rest):
        raise PlanError("plan-line", number)
    has_none = bool(_NO_CUTS.search(rest))
    if queues:
        reading.queues = queues
        reading.seen.update(queues)
    elif reading.day != before and not ranges:
        reading.queues = ()  # a headline
    if not ranges and not has_none:
        return
    if reading.queues and reading.queue not in reading.queues:
        return
    reading.days.add(reading.day)
    reading.cuts += [_cut(reading, begins, ends) for begins, ends in ranges]


def _take_queues(rest: str) -> tuple[str, tuple[str, ...]]:
    """Take the queues out of a line: named by a word, or numbers at its beginning, or with a point."""
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        found.extend(_NUMBER.findall(match[0]))
        return " "

    rest = _NAMED_QUEUES.sub(take, rest)
    if not found:
        rest = _FIRST_QUEUES.sub(take, f"{rest} ", count=1) if _FIRST_QUEUES.match(f"{rest} ") else rest
    return _POINT_QUEUE.sub(take, rest), tuple(found)


def _keep_day(
    reading: _Reading, number: int, read: Callable[[re.Match[str], date], date]
) -> Callable[[re.Match[str]], str]:
    """Return a replacement that takes the day of a match."""

    def replace(match: re.Match[str]) -> str:
        try:
            day = read(match, reading.today)
        except ValueError:
            raise PlanError("plan-day", number) from None
        if not -_DAY * DAYS_AHEAD <= day - reading.today <= _DAY * DAYS_AHEAD:
            raise PlanError("plan-day", number)
        reading.day = day
        return " "

    return replace


def _iso_day(match: re.Match[str], _today: date) -> date:
    return date(int(match[1]), int(match[2]), int(match[3]))


def _word_day(match: re.Match[str], today: date) -> date:
    month = _MONTHS.index(match[2].lower()) + 1
    return _nearest(int(match[1]), month, match[3], today)


def _point_day(match: re.Match[str], today: date) -> date:
    return _nearest(int(match[1]), int(match[2]), match[3], today)


def _near_day(match: re.Match[str], today: date) -> date:
    return today if match[1].lower() in {"сьогодні", "today"} else today + _DAY


def _nearest(day: int, month: int, year: str | None, today: date) -> date:
    """Return a day; without a year the nearest one."""
    if year:
        return date(int(year) % 100 + today.year // 100 * 100, month, day)
    near = [
        date(each, month, day) for each in (today.year - 1, today.year, today.year + 1) if _exists(each, month, day)
    ]
    return min(near, key=lambda each: abs(each - today))


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _times(parts: tuple[str, ...], number: int) -> tuple[int, int]:
    """Return the two times of a range in minutes of the day; the second may be 24:00, or past midnight."""
    begins, ends = (int(parts[at]) * 60 + int(parts[at + 1]) for at in (0, 2))
    is_time = int(parts[1]) < 60 and int(parts[3]) < 60 and begins < 24 * 60 and ends <= 24 * 60  # noqa: PLR2004
    if not is_time or begins == ends:
        raise PlanError("plan-time", number)
    return begins, ends if ends > begins else ends + 24 * 60


def _cut(reading: _Reading, begins: int, ends: int) -> Cut:
    """Return the cut; of an hour that the clock repeats or skips, it has the whole."""
    return Cut(min(_moments(reading, begins)), max(_moments(reading, ends)))


def _moments(reading: _Reading, minutes: int) -> list[int]:
    """Return both moments at which the clock shows a time, mostly one."""
    days, minutes = divmod(minutes, 24 * 60)
    wall = datetime.combine(reading.day + _DAY * days, time(minutes // 60, minutes % 60), reading.zone)
    return [int(wall.replace(fold=fold).timestamp()) for fold in (0, 1)]
