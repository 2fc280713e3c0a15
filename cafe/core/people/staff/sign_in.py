"""Signing in without passwords: by a link, by a code typed to the bot, or from inside Telegram.

Links, codes and tokens are stored only as hashes.
"""

from dataclasses import replace

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.kernel.secrets import hash_of
from cafe.core.people.staff import session_store, store
from cafe.core.people.staff.errors import ForbiddenError, SignInLinkError
from cafe.core.people.staff.history import record_person
from cafe.core.people.staff.model import (
    DEFAULT_NAMES,
    LINK_SECONDS,
    LinkPurpose,
    Role,
    Session,
    SessionKind,
    SignedIn,
    StaffLink,
    StaffMember,
)
from cafe.core.people.staff.service import TURN, find_or_add
from cafe.core.people.staff.sessions import expiry

HAS_OPENED = "desk_opened_at"
"""Key of the time of the first sign-in."""


class SignInService:
    def __init__(self, database: Database, clock: Clock, tokens: Tokens) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens

    async def issue_link(self, name: str | None, role: Role | None) -> StaffLink:
        """Return a link, valid for ten minutes, for the person with a name, who is added if missing.

        Raises:
            LastOwnerError: the role would leave the cafe without an owner.
        """
        token, now = self._tokens.new(), unix_now(self._clock)
        return await self._database.write(_issue_link, token, name, role, now)

    async def has_opened(self) -> bool:
        """Whether anybody has ever signed in."""
        return await self._database.read(get_meta, HAS_OPENED) is not None

    async def issue_first_link(self) -> StaffLink | None:
        """Return a link for the first owner while nobody has ever signed in; None afterwards."""
        token, now = self._tokens.new(), unix_now(self._clock)
        return await self._database.write(_issue_first_link, token, now)

    async def issue_link_for(self, member: StaffMember, seconds: int = LINK_SECONDS) -> StaffLink:
        """Return a link that signs a person in and is valid for so many seconds."""
        link, now = self._new_link(member, seconds)
        await self._database.write(_store_link, link, LinkPurpose.SIGN_IN, member.id, None, now)
        return link

    async def issue_telegram_link(self, session: Session) -> StaffLink:
        """Return a link to the bot, valid for ten minutes, to connect a Telegram account to the session's person."""
        link, now = self._new_link(session.member, LINK_SECONDS)
        await self._database.write(_store_link, link, LinkPurpose.TELEGRAM, session.member.id, session.id, now)
        return link

    def _new_link(self, member: StaffMember, seconds: int) -> tuple[StaffLink, int]:
        now = unix_now(self._clock)
        return StaffLink(self._tokens.new(), member.name, member.role, now + seconds), now

    async def inspect_link(self, token: str) -> StaffMember:
        """Return the person of a sign-in link, without using it up.

        Raises:
            SignInLinkError: there is no such link, or it has expired.
        """
        return await self._database.read(_inspect_link, hash_of(token), unix_now(self._clock))

    async def use_link(self, token: str, agent: str) -> SignedIn:
        """Use a link up and sign its person in.

        Raises:
            SignInLinkError: as for `inspect_link`.
        """
        new, now = self._tokens.new(), unix_now(self._clock)
        session = await self._database.write(_use_link, hash_of(token), hash_of(new), agent, now)
        return SignedIn(new, session)

    async def confirm_by_link(self, session: Session, token: str) -> None:
        """Use a link up to confirm the session's person.

        Raises:
            SignInLinkError: as for `inspect_link`.
            ForbiddenError: it is another person's, and stays valid.
        """
        await self._database.write(_confirm_by_link, session, hash_of(token), unix_now(self._clock))

    async def sign_in_telegram(self, telegram_id: int, agent: str) -> SignedIn:
        """Sign in the person with a Telegram account; the caller has verified its init data.

        Raises:
            ForbiddenError: the account is not connected to anybody of the staff.
        """
        new, now = self._tokens.new(), unix_now(self._clock)
        session = await self._database.write(_sign_in_telegram, telegram_id, hash_of(new), agent, now)
        return SignedIn(new, session)

    async def confirm_by_telegram(self, session: Session, telegram_id: int) -> None:
        """Confirm the session's person by fresh init data.

        Raises:
            ForbiddenError: it is another person's account.
        """
        if session.member.telegram_id != telegram_id:
            raise ForbiddenError
        await self._database.write(session_store.mark_confirmed, session.id, unix_now(self._clock))

    async def bind_telegram(self, token: str, telegram_id: int) -> StaffMember:
        """Connect the Telegram account that opened the bot by a link to the link's person.

        Replacing another account ends the person's sessions, except the one that created the link.

        Raises:
            SignInLinkError: there is no such link, or it has expired.
            ForbiddenError: the account is connected to somebody else of the staff.
        """
        return await self._database.write(_bind, hash_of(token), telegram_id, unix_now(self._clock))


def open_session(
    conn: Connection, staff_id: StaffId, kind: SessionKind, token_hash: str, agent: str, now: int
) -> Session:
    """Begin a session for an active person."""
    session_store.delete_expired(conn, now)
    session_id = session_store.add_session(conn, staff_id, kind, token_hash, agent, now, expiry(kind, now, now))
    if get_meta(conn, HAS_OPENED) is None:
        set_meta(conn, HAS_OPENED, str(now))
        session_store.delete_first_links(conn)
    return session_store.get_session(conn, session_id)


def _store_link(
    conn: Connection,
    link: StaffLink,
    purpose: LinkPurpose,
    staff_id: StaffId | None,
    session_id: SessionId | None,
    now: int,
) -> None:
    session_store.delete_expired(conn, now)
    session_store.add_link(conn, hash_of(link.token), purpose, staff_id, session_id, link.expires_at)


def _issue_link(conn: Connection, token: str, name: str | None, role: Role | None, now: int) -> StaffLink:
    member = find_or_add(conn, name, role, now)
    link = StaffLink(token, member.name, member.role, now + LINK_SECONDS)
    _store_link(conn, link, LinkPurpose.SIGN_IN, member.id, None, now)
    return link


def _issue_first_link(conn: Connection, token: str, now: int) -> StaffLink | None:
    """Store a link for the first owner, who is added only on its use: an owner who never signs in must not exist."""
    if get_meta(conn, HAS_OPENED) is not None:
        return None
    link = StaffLink(token, DEFAULT_NAMES[Role.OWNER], Role.OWNER, now + LINK_SECONDS)
    _store_link(conn, link, LinkPurpose.SIGN_IN, None, None, now)
    return link


def _inspect_link(conn: Connection, token_hash: str, now: int) -> StaffMember:
    link = session_store.find_link(conn, token_hash, LinkPurpose.SIGN_IN, now)
    if link is None:
        raise SignInLinkError
    if link.staff_id is None:
        return store.find_first_owner(conn) or StaffMember(
            StaffId(0), DEFAULT_NAMES[Role.OWNER], Role.OWNER, None, is_active=True
        )
    member = store.find_member(conn, link.staff_id)
    if member is None or not member.is_active:
        raise SignInLinkError
    return member


def _use_link(conn: Connection, link_hash: str, token_hash: str, agent: str, now: int) -> Session:
    take_turn(conn, TURN)
    member = _inspect_link(conn, link_hash, now)
    link = session_store.take_link(conn, link_hash, LinkPurpose.SIGN_IN, now)
    if link is None:
        raise SignInLinkError
    if link.staff_id is None:
        member = find_or_add(conn, None, None, now)
    return open_session(conn, member.id, SessionKind.COOKIE, token_hash, agent, now)


def _confirm_by_link(conn: Connection, session: Session, link_hash: str, now: int) -> None:
    link = session_store.take_link(conn, link_hash, LinkPurpose.SIGN_IN, now)
    if link is None:
        raise SignInLinkError
    if link.staff_id != session.member.id:
        raise ForbiddenError
    session_store.mark_confirmed(conn, session.id, now)


def _sign_in_telegram(conn: Connection, telegram_id: int, token_hash: str, agent: str, now: int) -> Session:
    take_turn(conn, TURN)
    member = store.find_by_telegram(conn, telegram_id)
    if member is None or not member.is_active:
        raise ForbiddenError
    return open_session(conn, member.id, SessionKind.BEARER, token_hash, agent, now)


def _bind(conn: Connection, link_hash: str, telegram_id: int, now: int) -> StaffMember:
    take_turn(conn, TURN)
    link = session_store.take_link(conn, link_hash, LinkPurpose.TELEGRAM, now)
    member = None if link is None or link.staff_id is None else store.find_member(conn, link.staff_id)
    if member is None or not member.is_active:
        raise SignInLinkError
    other = store.find_by_telegram(conn, telegram_id)
    if other is not None and other.id != member.id:
        raise ForbiddenError
    if link is not None and member.telegram_id not in {None, telegram_id}:
        session_store.delete_access(conn, member.id, link.session_id)
    bound = replace(member, telegram_id=telegram_id)
    store.change_member(conn, bound)
    record_person(conn, Actor(member.name, member.id, Way.CHAT), member, bound, now)
    return bound
