"""Telegram's rate limits for bots, per chat, per group and overall, and how messages share them.

Answers and queued messages share a group's twenty messages a minute. Each priority may use only a part of them, so that
not even a flood uses them up: urgent messages are sent at once, and the others still get a share.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from cafe.core.messages.outbox.model import Priority

MINUTE = 60.5
"""A minute, and the time that a message may be on its way: Telegram counts when it arrives."""
GIVING_WAY_SECONDS = 0.25
"""The wait of less urgent messages while an answer waits."""

SHARES: Mapping[Priority, float] = {
    Priority.ANSWER: 0.8,
    Priority.FIRST: 0.8,
    Priority.NORMAL: 0.75,
    Priority.LATER: 0.65,
    Priority.LAST: 0.3,
}
"""The part of a group's messages a minute that a priority may use together with all lower ones; for answers, alone."""
QUEUED = (Priority.FIRST, Priority.NORMAL, Priority.LATER, Priority.LAST)
LEFT_TO_OTHERS = 0.1
"""The part that each priority leaves to the lower ones."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Telegram's limits, with some margin where they are not published exactly."""

    chat_gap: float = 1.0
    """Seconds between two messages to one chat."""
    group_minute: int = 20
    """Messages to one group in any minute."""
    second: int = 25
    """Messages in any second, to all chats."""


@dataclass(frozen=True, slots=True)
class _Sent:
    at: float
    priority: Priority


@dataclass(slots=True)
class RateLimiter:
    """Tracks the messages of the last minute: the outbox's `Throttle`, shared with the conversations."""

    limits: Limits = field(default_factory=Limits)
    _chats: dict[int, deque[_Sent]] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)
    _held: dict[tuple[int, bool], float] = field(default_factory=dict)
    """The end of each wait that Telegram demanded, by chat, separately for edits."""
    _waiting_answers: dict[int, int] = field(default_factory=dict)
    """The number of waiting answers by chat."""

    def take(self, chat_id: int, now: float, priority: Priority = Priority.NORMAL) -> float:
        """Take a slot for a message to a chat: return 0 if it may be sent now, else the seconds to wait."""
        if (wait := self.wait(chat_id, now, priority)) > 0:
            return wait
        self._all.append(now)
        if priority is not Priority.EDIT:  # it counts as a call, but not as a new message
            self._chats.setdefault(chat_id, deque()).append(_Sent(now, priority))
            self._forget_idle(now)
        return 0.0

    def wait(self, chat_id: int, now: float, priority: Priority) -> float:
        """Return what `take` would, without taking a slot."""
        wait = self._held.get((chat_id, priority is Priority.EDIT), now) - now
        if priority is not Priority.EDIT:
            wait = max(wait, self._wait_for_chat(chat_id, now, priority))
        # Answers do not wait for the overall limit: they are few, and the outbox leaves room for them.
        return wait if wait > 0 or priority is Priority.ANSWER else self._wait_overall(now)

    def hold(self, chat_id: int, until: float, *, edits: bool) -> None:
        """Send nothing to a chat, or edit nothing there, until a time, as Telegram demanded."""
        self._held[chat_id, edits] = until

    def add_waiting_answer(self, chat_id: int) -> None:
        """Count a waiting answer: less urgent messages give way to it."""
        self._waiting_answers[chat_id] = self._waiting_answers.get(chat_id, 0) + 1

    def remove_waiting_answer(self, chat_id: int) -> None:
        """Count an answer that no longer waits."""
        self._waiting_answers[chat_id] -= 1
        if self._waiting_answers[chat_id] <= 0:
            del self._waiting_answers[chat_id]

    def _wait_for_chat(self, chat_id: int, now: float, priority: Priority) -> float:
        sent = self._chats.get(chat_id)
        wait = 0.0
        if sent:
            while sent and sent[0].at <= now - MINUTE:
                sent.popleft()
            if sent and priority is not Priority.ANSWER:
                wait = sent[-1].at + self.limits.chat_gap - now
        if chat_id < 0:
            wait = max(wait, self._wait_for_share(list(sent or ()), now, priority))
            if wait <= 0 and priority >= Priority.LATER and chat_id in self._waiting_answers:
                wait = self._give_way_to_answers(list(sent or ()), now)
        return wait

    def _wait_for_share(self, sent: list[_Sent], now: float, priority: Priority) -> float:
        """Return the seconds until the group's limit and this priority's part of it leave room."""
        everything = [one.at for one in sent]
        waits = [_until_room(everything, self.limits.group_minute, now, MINUTE)]
        if priority is Priority.ANSWER:
            waits.append(_until_room(_times(sent, {priority}), self._part(SHARES[priority]), now, MINUTE))
            return max(waits)
        for before in (other for other in QUEUED if other <= priority):
            behind = {other for other in QUEUED if other >= before}
            waits.append(_until_room(_times(sent, behind), self._part(SHARES[before]), now, MINUTE))
        if priority is not Priority.LAST:
            own = self._part(SHARES[priority] - LEFT_TO_OTHERS)
            waits.append(_until_room(_times(sent, {priority}), own, now, MINUTE))
        return max(waits)

    def _give_way_to_answers(self, sent: list[_Sent], now: float) -> float:
        """Return a short wait if an answer waits only because the group's limit is reached."""
        may_go = self._wait_for_share([one for one in sent if one.priority is Priority.ANSWER], now, Priority.ANSWER)
        return GIVING_WAY_SECONDS if may_go <= 0 else 0.0

    def _part(self, share: float) -> int:
        return max(1, round(self.limits.group_minute * share))

    def _wait_overall(self, now: float) -> float:
        while self._all and self._all[0] <= now - 1:
            self._all.popleft()
        return _until_room(self._all, self.limits.second, now, 1.0)

    def _forget_idle(self, now: float) -> None:
        """Drop chats idle for a minute; all of them are scanned only once the table has grown."""
        if len(self._chats) > 2 * max(len(self._all), 500):
            self._chats = {chat: sent for chat, sent in self._chats.items() if sent and sent[-1].at > now - MINUTE}
            self._held = {key: until for key, until in self._held.items() if until > now}


def _times(sent: list[_Sent], priorities: set[Priority]) -> list[float]:
    return [one.at for one in sent if one.priority in priorities]


def _until_room(times: list[float] | deque[float], limit: int, now: float, window: float) -> float:
    """Return the seconds until fewer than `limit` of these times, oldest first, are within the window."""
    return times[-limit] + window - now if len(times) >= limit else 0.0
