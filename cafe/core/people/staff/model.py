"""Staff members with their roles and sessions. Times in Unix seconds."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.kernel.secrets import shown_digits

LINK_SECONDS = 600
CODE_SECONDS = 600
INVITATION_SECONDS = 86_400
COOKIE_SECONDS = 30 * 86_400
"""How long a browser stays signed in after its last use."""
BEARER_SECONDS = 3_600
"""The same inside Telegram, where each opening signs in again."""
LONGEST_BEARER_SECONDS = 12 * 3_600
"""The limit of such a session with use."""
CONFIRMED_SECONDS = 600
"""How long dangerous acts are allowed after a person has confirmed their identity."""


class Role(StrEnum):
    """The roles, the most powerful first; each includes the permissions of those after it."""

    OWNER = "owner"
    MANAGER = "manager"
    STAFF = "staff"

    def may(self, least: "Role") -> bool:
        """Whether this role has the permissions of at least that one."""
        roles = list(Role)
        return roles.index(self) <= roles.index(least)


class Right(StrEnum):
    """The areas that somebody may work in; the values are stored and known to the page."""

    ORDERS = "orders"
    DELIVERIES = "deliveries"
    """Being on shift as a courier, in one's own chat with the bot."""
    REFUNDS = "refunds"
    """Giving money back, within the settings `refund_role` and `refund_limit`."""
    CASH = "cash"
    """Seeing what couriers carry, which who counts does not, and deciding about differences."""
    MENU = "menu"
    """Menu, hours, promo codes, tables, announcements."""
    STOCK = "stock"
    REPORTS = "reports"
    """Reports, past orders, guests."""
    PEOPLE = "people"
    """The staff and their roles; forgetting guests."""
    SETTINGS = "settings"
    """Settings, connections, checks."""


PRESETS: Mapping[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.MANAGER: frozenset(Right) - {Right.CASH, Right.PEOPLE, Right.SETTINGS},
    Role.STAFF: frozenset({Right.ORDERS, Right.DELIVERIES, Right.REFUNDS}),
}


@dataclass(frozen=True, slots=True)
class OwnRole:
    """A role that the cafe has made for itself."""

    id: int
    name: str
    rights: frozenset[Right]


DEFAULT_NAMES = {Role.OWNER: "Власник", Role.MANAGER: "Менеджер", Role.STAFF: "Персонал"}
"""Names of people added by a command without a name."""


@dataclass(frozen=True, slots=True)
class StaffMember:
    """A person of the staff; an inactive one cannot sign in, but stays in histories."""

    id: StaffId
    name: str
    role: Role
    telegram_id: int | None
    is_active: bool
    has_pin: bool = False
    wants_news: bool = False
    """Whether two lines a day and each alarm come to their chat with the bot."""
    own_role: OwnRole | None = None
    """The cafe's own role, whose rights count instead of those of `role`, which is then `staff`."""

    @property
    def rights(self) -> frozenset[Right]:
        return PRESETS[self.role] if self.own_role is None else self.own_role.rights

    def may(self, *areas: Right) -> bool:
        """Whether they may work in one of these areas; in none given, everybody may."""
        return not areas or not self.rights.isdisjoint(areas)

    def may_manage(self, other: "StaffMember") -> bool:
        """Whether they may change a person, who must not have more rights than they: that would be a way to them."""
        return self.role is Role.OWNER or (other.role is not Role.OWNER and other.rights <= self.rights)

    @property
    def refund_role(self) -> Role | None:
        """The role that counts for refunds: an own one with that right counts as a manager's; None: they may not."""
        if not self.may(Right.REFUNDS):
            return None
        return self.role if self.own_role is None else Role.MANAGER

    def may_refund(self, least: Role) -> bool:
        """Whether they may give money back where the setting `refund_role` is this."""
        return self.refund_role is not None and self.refund_role.may(least)


class SessionKind(StrEnum):
    """How the token is sent: in a browser's cookie, or in the page's own header inside Telegram."""

    COOKIE = "cookie"
    BEARER = "bearer"


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in person; `seen_at` to the minute, `agent` is a short name of browser and system."""

    id: SessionId
    member: StaffMember
    kind: SessionKind
    agent: str
    created_at: int
    seen_at: int
    expires_at: int
    confirmed_at: int
    has_passkey: bool = False

    @property
    def actor(self) -> Actor:
        return Actor(self.member.name, self.member.id)

    def is_confirmed(self, now: int) -> bool:
        """Whether the person has confirmed their identity within the last ten minutes."""
        return now - self.confirmed_at < CONFIRMED_SECONDS


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session with its token, which is returned once and stored nowhere."""

    token: str
    session: Session


class LinkPurpose(StrEnum):
    """The purpose of a link: signing in at the page, or connecting a Telegram account in the bot."""

    SIGN_IN = "sign_in"
    TELEGRAM = "telegram"


@dataclass(frozen=True, slots=True)
class StaffLink:
    """A link for one person, valid once; the token is returned once and stored nowhere."""

    token: str
    name: str
    role: Role
    expires_at: int


@dataclass(frozen=True, slots=True)
class SignInCode:
    """The code shown by a page, and the secret with which it polls for the answer; neither is stored."""

    digits: str
    secret: str
    expires_at: int

    @property
    def shown(self) -> str:
        return shown_digits(self.digits)


@dataclass(frozen=True, slots=True)
class CodeQuestion:
    """The bot's question after a code was typed: is it you, at this browser? It signs in, or `confirms` a session."""

    id: int
    agent: str
    confirms: bool


@dataclass(frozen=True, slots=True)
class Passkey:
    """A person's passkey; `agent` is the browser it was made in."""

    id: str
    staff_id: StaffId
    public_key: str
    sign_count: int
    agent: str
    created_at: int
    used_at: int | None
