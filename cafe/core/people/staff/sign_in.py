"""Getting in without passwords: by a link, by a code that is typed to the bot, or from inside Telegram.

Of links, codes and tokens only hashes are stored.
"""

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
"""Since when there is somebody who got in."""


class SignInService:
    def __init__(self, database: Database, clock: Clock, tokens: Tokens) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens

    async def issue_link(self, name: str | None, role: Role | None) -> StaffLink:
        """Return a link, good for ten minutes, for the person of a name, who is made if there is none.

        Raises:
            LastOwnerError: the role would leave the cafe without an owner.
        """
        token, now = self._tokens.new(), unix_now(self._clock)
        return await self._database.write(_issue_link, token, name, role, now)

    async def has_opened(self) -> bool:
        """Whether anybody has ever signed in."""
        return await self._database.read(get_meta, HAS_OPENED) is not None

    async def issue_first_link(self) -> StaffLink | None:
        """Return a link for the first owner as long as nobody has ever signed in; None afterwards."""
        token, now = self._tokens.new(), unix_now(self._clock)
        return await self._database.write(_issue_first_link, token, now)

    async def issue_link_for(self, member: StaffMember, seconds: int = LINK_SECONDS) -> StaffLink:
        """Return a link that signs a person in and is good for so many seconds."""
        link, now = self._new_link(member, seconds)
        await self._database.write(_store_link, link, LinkPurpose.SIGN_IN, member.id, None, now)
        return link

    async def issue_telegram_link(self, session: Session) -> StaffLink:
        """Return a link to the bot, good for ten minutes, which makes whoever opens it the session's person."""
        link, now = self._new_link(session.member, LINK_SECONDS)
        await self._database.write(_store_link, link, LinkPurpose.TELEGRAM, session.member.id, session.id, now)
        return link

    def _new_link(self, member: StaffMember, seconds: int) -> tuple[StaffLink, int]:
        now = unix_now(self._clock)
        return StaffLink(self._tokens.new(), member.name, member.role, now + seconds), now

    async def look_at_link(self, token: str) -> StaffMember:
        """Return whom a link would sign in, without using it up.

        Raises:
            SignInLinkError: there is no such link, or its time is over.
        """
        return await self._database.read(_look_at_link, hash_of(token), unix_now(self._clock))

    async def use_link(self, token: str, agent: str) -> SignedIn:
        """Use a link up and sign its person in.

        Raises:
            SignInLinkError: as for `look_at_link`.
        """
        new, now = self._tokens.new(), unix_now(self._clock)
        session = await self._database.write(_use_link, hash_of(token), hash_of(new), agent, now)
        return SignedIn(new, session)

    async def confirm_by_link(self, session: Session, token: str) -> None:
        """Use a link up to show that it is the same person.

        Raises:
            SignInLinkError: as for `look_at_link`.
            ForbiddenError: it is another person's, and stays good.
        """
        await self._database.write(_confirm_by_link, session, hash_of(token), unix_now(self._clock))

    async def sign_in_telegram(self, telegram_id: int, agent: str) -> SignedIn:
        """Sign in the person with a Telegram account, whose init data the caller has checked.

        Raises:
            ForbiddenError: nobody of the staff has this account.
        """
        new, now = self._tokens.new(), unix_now(self._clock)
        session = await self._database.write(_sign_in_telegram, telegram_id, hash_of(new), agent, now)
        return SignedIn(new, session)

    async def confirm_by_telegram(self, session: Session, telegram_id: int) -> None:
        """Take fresh init data as showing that it is the same person.

        Raises:
            ForbiddenError: it is another person's account.
        """
        if session.member.telegram_id != telegram_id:
            raise ForbiddenError
        await self._database.write(session_store.note_confirmed, session.id, unix_now(self._clock))

    async def bind_telegram(self, token: str, telegram_id: int) -> StaffMember:
        """Make the Telegram account that opened the bot by a link that person's.

        Whoever uses the former one is out, and so is every session but that at which the link was made.

        Raises:
            SignInLinkError: there is no such link, or its time is over.
            ForbiddenError: the account is somebody else's of the staff.
        """
        return await self._database.write(_bind, hash_of(token), telegram_id, unix_now(self._clock))


def open_session(
    conn: Connection, staff_id: StaffId, kind: SessionKind, token_hash: str, agent: str, now: int
) -> Session:
    """Begin a session of an active person."""
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
    """The owner is made when the link is used: one who never comes must not count as somebody who can get in."""
    if get_meta(conn, HAS_OPENED) is not None:
        return None
    link = StaffLink(token, DEFAULT_NAMES[Role.OWNER], Role.OWNER, now + LINK_SECONDS)
    _store_link(conn, link, LinkPurpose.SIGN_IN, None, None, now)
    return link


def _look_at_link(conn: Connection, token_hash: str, now: int) -> StaffMember:
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
    member = _look_at_link(conn, link_hash, now)
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
    session_store.note_confirmed(conn, session.id, now)


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
    bound = StaffMember(member.id, member.name, member.role, telegram_id, is_active=True)
    store.change_member(conn, bound)
    record_person(conn, Actor(member.name, member.id, Way.CHAT), member, bound, now)
    return bound
