"""How fast the platform lets a bot write: to one chat, to a group, and overall."""

from collections import deque
from dataclasses import dataclass, field

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The platform's limits, with a little room where it publishes no exact ones."""

    chat_gap: float = 1.0
    """Seconds between two messages to one chat."""
    group_minute: int = 20
    """Messages to one group in any minute."""
    second: int = 25
    """Messages in any second, to everybody."""


@dataclass(slots=True)
class Pace:
    """Remembers the last minute of messages. Times in seconds of any clock that only goes forward."""

    limits: Limits = field(default_factory=Limits)
    _chats: dict[int, deque[float]] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)

    def take(self, chat_id: int, now: float) -> float:
        """Take a turn to write to a chat: 0 when it may be written now, else the seconds to wait and ask again."""
        sent = self._chats.get(chat_id, deque())
        while sent and sent[0] <= now - MINUTE:
            sent.popleft()
        wait = sent[-1] + self.limits.chat_gap - now if sent else 0.0
        if chat_id < 0 and len(sent) >= self.limits.group_minute:
            wait = max(wait, sent[-self.limits.group_minute] + MINUTE - now)
        if wait > 0 or (wait := self._wait_overall(now)) > 0:
            return wait
        sent.append(now)
        self._chats[chat_id] = sent
        self._forget_idle(now)
        return 0.0

    def take_for_edit(self, now: float) -> float:
        """The same for changing a message: that is no new message to its chat, only a call like the others."""
        return self._wait_overall(now)

    def _wait_overall(self, now: float) -> float:
        while self._all and self._all[0] <= now - 1:
            self._all.popleft()
        if len(self._all) >= self.limits.second:
            return self._all[-self.limits.second] + 1 - now
        self._all.append(now)
        return 0.0

    def _forget_idle(self, now: float) -> None:
        """Keep only chats of the last minute, looking at all of them only now and then."""
        if len(self._chats) > 2 * max(len(self._all), 500):
            self._chats = {chat: sent for chat, sent in self._chats.items() if sent[-1] > now - MINUTE}
