"""Codes shown by a waiting page and typed to the bot, which then asks the person to confirm.

The code alone does not sign anybody in: the page polls for the answer with a secret, and only the Telegram account
that typed the code can answer. So a code read over a shoulder is worthless, and a person talked into typing a
stranger's code still sees which browser it would sign in.
"""

from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import TooManyGuessesError
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.kernel.secrets import digits_in, digits_of, hash_of
from cafe.core.people.staff import session_store, store
from cafe.core.people.staff.errors import SignInCodeError
from cafe.core.people.staff.model import (
    CODE_SECONDS,
    CodeQuestion,
    Session,
    SessionKind,
    SignedIn,
    SignInCode,
    StaffMember,
)
from cafe.core.people.staff.service import TURN
from cafe.core.people.staff.sign_in import open_session

GUESSES = 10
"""Wrong codes that a person may type within a minute."""
GUESS_SECONDS = 60
BOT = "bot_username"
MOST_CODES, MOST_CONFIRMATIONS = 1_000, 5
"""At a time, for strangers and for a session; further ones replace the oldest that nobody has typed."""


class CodeService:
    def __init__(self, database: Database, clock: Clock, tokens: Tokens) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens

    async def begin(self, agent: str, session: Session | None) -> SignInCode:
        """Return a new code, valid for ten minutes: to sign in, or to confirm a session."""
        now = unix_now(self._clock)
        code = SignInCode(digits_of(self._tokens.new()), self._tokens.new(), now + CODE_SECONDS)
        await self._database.write(_begin, code, None if session is None else session.id, agent, now)
        return code

    async def check_typed(self, member: StaffMember, typed: str, *, only_confirms: bool = False) -> CodeQuestion:
        """Return the question for a person who typed a code to the bot; `only_confirms` is for a code from a link.

        Links to the bot cannot sign in: a stranger could send one, and pressing it is easier than typing a code.

        Raises:
            SignInCodeError: there is no such code, it has expired, or another person must answer it.
            TooManyGuessesError: they typed too many wrong codes within the last minute.
        """
        code_hash, now = hash_of(digits_in(typed)), unix_now(self._clock)
        question = await self._database.write(_check_typed, member.id, code_hash, now, only_confirms=only_confirms)
        if question is None:
            raise SignInCodeError
        return question

    async def answer(self, member: StaffMember, code_id: int, *, is_granted: bool) -> bool:
        """Store a person's answer; False if it comes too late."""
        now = unix_now(self._clock)
        return await self._database.write(session_store.answer_code, code_id, member.id, now, is_granted=is_granted)

    async def poll_sign_in(self, secret: str) -> SignedIn | None:
        """Return the session granted for a code, once; None while nobody has answered.

        Raises:
            SignInCodeError: the answer was no, the code has expired, or there is none.
        """
        new, now = self._tokens.new(), unix_now(self._clock)
        if not await self._database.read(_is_answered, hash_of(secret), now):
            return None
        return SignedIn(new, await self._database.write(_sign_in, hash_of(secret), hash_of(new), now))

    async def poll_confirmation(self, session: Session, secret: str) -> bool:
        """Return whether the session's person has answered; that confirms the session.

        Raises:
            SignInCodeError: as for `poll_sign_in`.
        """
        now = unix_now(self._clock)
        if not await self._database.read(_is_answered, hash_of(secret), now):
            return False
        await self._database.write(_confirm, session, hash_of(secret), now)
        return True

    async def store_bot_name(self, username: str | None) -> None:
        """Store the bot's name, for the pages that link to it."""
        await self._database.write(set_meta, BOT, username or "")

    async def bot_name(self) -> str | None:
        """Return the bot's name without `@`; None if it has never connected to Telegram."""
        return await self._database.read(get_meta, BOT) or None


def _begin(conn: Connection, code: SignInCode, session_id: SessionId | None, agent: str, now: int) -> None:
    session_store.delete_expired(conn, now)
    session_store.add_code(conn, hash_of(code.digits), hash_of(code.secret), session_id, agent, code.expires_at)
    session_store.keep_newest_codes(conn, session_id, MOST_CODES if session_id is None else MOST_CONFIRMATIONS)


def _check_typed(
    conn: Connection, staff_id: StaffId, code_hash: str, now: int, *, only_confirms: bool
) -> CodeQuestion | None:
    """Count a wrong code, or return the question for a right one."""
    take_turn(conn, "sign_in_codes")
    if session_store.count_guesses(conn, staff_id, now - GUESS_SECONDS + 1) >= GUESSES:
        raise TooManyGuessesError
    question = session_store.assign_code(conn, code_hash, staff_id, now, only_confirms=only_confirms)
    if question is None:
        session_store.add_guess(conn, staff_id, now)
    return question


def _sign_in(conn: Connection, secret_hash: str, token_hash: str, now: int) -> Session:
    take_turn(conn, TURN)
    staff_id, agent = _take_granted(conn, secret_hash, None, now)
    member = store.find_member(conn, staff_id)
    if member is None or not member.is_active:
        raise SignInCodeError
    return open_session(conn, member.id, SessionKind.COOKIE, token_hash, agent, now)


def _confirm(conn: Connection, session: Session, secret_hash: str, now: int) -> None:
    _take_granted(conn, secret_hash, session.id, now)
    session_store.mark_confirmed(conn, session.id, now)


def _is_answered(conn: Connection, secret_hash: str, now: int) -> bool:
    code = session_store.find_code(conn, secret_hash, now)
    if code is None:
        raise SignInCodeError
    return code.is_granted is not None


def _take_granted(conn: Connection, secret_hash: str, session_id: SessionId | None, now: int) -> tuple[StaffId, str]:
    """Use an answered code up; return the person who granted it, and the browser."""
    code = session_store.find_code(conn, secret_hash, now)
    if (
        code is None
        or not code.is_granted
        or code.staff_id is None
        or code.session_id != session_id
        or not session_store.delete_code(conn, code.id)
    ):
        raise SignInCodeError
    return code.staff_id, code.agent
