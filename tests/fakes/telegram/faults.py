"""Ways in which a fake Telegram misbehaves on demand."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What happens instead of a proper answer."""

    FLOOD = "flood"  # 429 with retry_after
    SERVER_ERROR = "server_error"  # 502 as JSON
    HTML = "html"  # a proxy's page instead of JSON
    DROP = "drop"  # the connection closes, nothing was done
    DROP_AFTER = "drop_after"  # it was done, but the answer is lost
    UNAUTHORIZED = "unauthorized"  # 401, the token is not known
    REFUSED = "refused"  # 400, as for a message with broken markup
    REJECTED = "rejected"  # 400, it is never accepted
    SLOW = "slow"  # a proper answer, late


@dataclass(slots=True)
class Trouble:
    """A rule: which calls (perhaps with this ``text``) meet which fault, how many of them (``None``: until cleared)."""

    fault: Fault
    method: str | None = None
    chat_id: int | None = None
    times: int | None = None
    seconds: float = 1
    text: str = ""

    def meets(self, method: str, chat_id: int | None, text: str) -> bool:
        """Whether this call runs into it; counts down."""
        if self.times == 0 or self.method not in {None, method} or self.chat_id not in {None, chat_id}:
            return False
        if self.text not in text:
            return False
        if self.times is not None:
            self.times -= 1
        return True
