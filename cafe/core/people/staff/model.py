"""People with their roles, and their sessions. Times in Unix seconds."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.kernel.secrets import shown_digits

LINK_SECONDS = 600
CODE_SECONDS = 600
INVITATION_SECONDS = 86_400
COOKIE_SECONDS = 30 * 86_400
"""How long a browser stays signed in after it was last used."""
BEARER_SECONDS = 3_600
"""The same inside Telegram, where every opening signs in anew."""
LONGEST_BEARER_SECONDS = 12 * 3_600
"""How long that may go on."""
CONFIRMED_SECONDS = 600
"""How long a person who has shown that it is they may do dangerous acts."""


class Role(StrEnum):
    """What a person may do, the most first; each may do all that those after it may."""

    OWNER = "owner"
    MANAGER = "manager"
    STAFF = "staff"

    def may(self, least: "Role") -> bool:
        """Whether this role may do what needs at least that one."""
        roles = list(Role)
        return roles.index(self) <= roles.index(least)


DEFAULT_NAMES = {Role.OWNER: "Власник", Role.MANAGER: "Менеджер", Role.STAFF: "Персонал"}
"""What people are called whom a command adds without a name."""


@dataclass(frozen=True, slots=True)
class StaffMember:
    """A person of the staff; one who is not active any more gets in nowhere, but stands in histories."""

    id: StaffId
    name: str
    role: Role
    telegram_id: int | None
    is_active: bool


class SessionKind(StrEnum):
    """What carries the token: a browser's cookie, or the page's own header inside Telegram."""

    COOKIE = "cookie"
    BEARER = "bearer"


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in person; `seen_at` to the minute, `agent` names the browser and the system in short words."""

    id: SessionId
    member: StaffMember
    kind: SessionKind
    agent: str
    created_at: int
    seen_at: int
    expires_at: int
    confirmed_at: int

    @property
    def actor(self) -> Actor:
        return Actor(self.member.name, self.member.id)

    def is_confirmed(self, now: int) -> bool:
        """Whether the person has shown within the last ten minutes that it is they."""
        return now - self.confirmed_at < CONFIRMED_SECONDS


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session with its token, which is told once and stored nowhere."""

    token: str
    session: Session


class LinkPurpose(StrEnum):
    """What a link is for: signing in at the page, or telling the bot whose Telegram account it is."""

    SIGN_IN = "sign_in"
    TELEGRAM = "telegram"


@dataclass(frozen=True, slots=True)
class StaffLink:
    """A link for one person, good once; the token is told once and stored nowhere."""

    token: str
    name: str
    role: Role
    expires_at: int


@dataclass(frozen=True, slots=True)
class SignInCode:
    """What a page shows, and the secret by which it asks for the answer; both are stored nowhere."""

    digits: str
    secret: str
    expires_at: int

    @property
    def shown(self) -> str:
        return shown_digits(self.digits)


@dataclass(frozen=True, slots=True)
class CodeQuestion:
    """What the bot asks whoever typed a code: is it you, at this browser? It signs in, or `confirms` a session."""

    id: int
    agent: str
    confirms: bool
