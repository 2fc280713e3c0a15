"""Signing in, and confirming one's identity, with a passkey; and by a recovery code on paper."""

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any

from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.kernel.meta import take_turn
from cafe.core.kernel.secrets import hash_of
from cafe.core.people.staff import passkey_store, session_store, store
from cafe.core.people.staff.errors import ForbiddenError, LastWayError, PasskeyError, SignInCodeError
from cafe.core.people.staff.model import Passkey, Session, SessionKind, SignedIn
from cafe.core.people.staff.port import NewPasskey, PasskeyVerifier, Site
from cafe.core.people.staff.service import TURN
from cafe.core.people.staff.sign_in import open_session

CHALLENGE_SECONDS = 300
MOST_CHALLENGES = 1_000
"""At a time; further ones replace the oldest."""
MOST_PASSKEYS = 20
"""Of one person."""
RECOVERY_BYTES = 10
"""80 random bits: more than anybody can guess, and not too many to type."""


class PasskeyService:
    def __init__(self, database: Database, clock: Clock, tokens: Tokens, verifier: PasskeyVerifier) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens
        self._verifier = verifier

    async def begin(self, session: Session | None) -> str:
        """Return a challenge (base64url), valid once within five minutes: for a session, or to sign in."""
        challenge, now = self._tokens.new(), unix_now(self._clock)
        await self._database.write(_begin, hash_of(challenge), None if session is None else session.id, now)
        return challenge

    async def list(self, staff_id: StaffId) -> list[Passkey]:
        """List a person's passkeys, oldest first."""
        return await self._database.read(passkey_store.list_passkeys, staff_id)

    async def add(self, session: Session, credential: Mapping[str, Any], site: Site, agent: str) -> None:
        """Store the passkey that the session's browser has made for its challenge.

        Raises:
            PasskeyError: it does not verify, is known already, or they have too many.
        """
        challenge = await self._take_challenge(credential, session.id)
        found = await self._verifier.read_new(credential, challenge, site)
        await self._database.write(_add, session.member.id, found, agent, unix_now(self._clock))

    async def delete(self, session: Session, passkey_id: str) -> None:
        """Delete one of a person's own passkeys.

        Raises:
            NotFoundError: they have no such passkey.
            LastWayError: they would be left without a way in.
        """
        await self._database.write(_delete, session.member.id, passkey_id)

    async def sign_in(self, credential: Mapping[str, Any], site: Site, agent: str) -> SignedIn:
        """Sign in the person of a passkey.

        Raises:
            PasskeyError: there is no such passkey, or its answer does not verify.
        """
        passkey, count = await self._verify(credential, None, site)
        new, now = self._tokens.new(), unix_now(self._clock)
        return SignedIn(new, await self._database.write(_sign_in, passkey, count, hash_of(new), agent, now))

    async def confirm(self, session: Session, credential: Mapping[str, Any], site: Site) -> None:
        """Confirm the session's person.

        Raises:
            PasskeyError: as for `sign_in`.
            ForbiddenError: the passkey is another person's.
        """
        passkey, count = await self._verify(credential, session.id, site)
        await self._database.write(_confirm, session, passkey, count, unix_now(self._clock))

    async def issue_recovery_code(self, session: Session) -> str:
        """Return a code that signs the person in once, instead of a former one; it is shown only now."""
        digest = hashlib.sha256(self._tokens.new().encode()).digest()
        code = base64.b32encode(digest[:RECOVERY_BYTES]).decode()
        now = unix_now(self._clock)
        await self._database.write(passkey_store.set_recovery_code, session.member.id, hash_of(code), now)
        return "-".join(re.findall("....", code))

    async def recover(self, typed: str, agent: str) -> SignedIn:
        """Use a recovery code up and sign its person in.

        Raises:
            SignInCodeError: there is no such code.
        """
        code = re.sub(r"[^A-Z2-7]", "", typed.upper())
        new, now = self._tokens.new(), unix_now(self._clock)
        return SignedIn(new, await self._database.write(_recover, hash_of(code), hash_of(new), agent, now))

    async def _verify(
        self, credential: Mapping[str, Any], session_id: SessionId | None, site: Site
    ) -> tuple[Passkey, int]:
        """Return the passkey of an answer, and its new count of signatures."""
        challenge = await self._take_challenge(credential, session_id)
        passkey_id = credential.get("id")
        if not isinstance(passkey_id, str):
            raise PasskeyError
        found = await self._database.read(passkey_store.find_passkey, passkey_id)
        if found is None:
            raise PasskeyError
        count = await self._verifier.read_use(credential, challenge, site, found.public_key, found.sign_count)
        return found, count

    async def _take_challenge(self, credential: Mapping[str, Any], session_id: SessionId | None) -> str:
        """Use up the challenge that an answer names, which the verifier then holds it to."""
        challenge = credential.get("challenge")
        now = unix_now(self._clock)
        if not isinstance(challenge, str) or not await self._database.write(
            passkey_store.take_challenge, hash_of(challenge), session_id, now
        ):
            raise PasskeyError
        return challenge


def _begin(conn: Connection, challenge_hash: str, session_id: SessionId | None, now: int) -> None:
    passkey_store.delete_challenges(conn, now, MOST_CHALLENGES - 1)
    passkey_store.add_challenge(conn, challenge_hash, session_id, now + CHALLENGE_SECONDS)


def _add(conn: Connection, staff_id: StaffId, passkey: NewPasskey, agent: str, now: int) -> None:
    take_turn(conn, TURN)
    is_full = len(passkey_store.list_passkeys(conn, staff_id)) >= MOST_PASSKEYS
    if is_full or not passkey_store.add_passkey(conn, staff_id, passkey, agent, now):
        raise PasskeyError


def _delete(conn: Connection, staff_id: StaffId, passkey_id: str) -> None:
    take_turn(conn, TURN)
    own = {each.id for each in passkey_store.list_passkeys(conn, staff_id)}
    if passkey_id not in own:
        raise NotFoundError
    member = store.find_member(conn, staff_id)
    if own == {passkey_id} and (member is None or member.telegram_id is None):
        raise LastWayError
    passkey_store.delete_passkey(conn, passkey_id)


def _sign_in(conn: Connection, passkey: Passkey, count: int, token_hash: str, agent: str, now: int) -> Session:
    take_turn(conn, TURN)
    _use(conn, passkey, count, now)
    return open_session(conn, passkey.staff_id, SessionKind.COOKIE, token_hash, agent, now)


def _confirm(conn: Connection, session: Session, passkey: Passkey, count: int, now: int) -> None:
    if passkey.staff_id != session.member.id:
        raise ForbiddenError
    _use(conn, passkey, count, now)
    session_store.mark_confirmed(conn, session.id, now)


def _use(conn: Connection, passkey: Passkey, count: int, now: int) -> None:
    """Count a use by an active person; of two at once with the same count, one may be a copy."""
    member = store.find_member(conn, passkey.staff_id)
    if member is None or not member.is_active or not passkey_store.mark_used(conn, passkey, count, now):
        raise PasskeyError


def _recover(conn: Connection, code_hash: str, token_hash: str, agent: str, now: int) -> Session:
    take_turn(conn, TURN)
    staff_id = passkey_store.take_recovery_code(conn, code_hash)
    member = None if staff_id is None else store.find_member(conn, staff_id)
    if member is None or not member.is_active:
        raise SignInCodeError
    return open_session(conn, member.id, SessionKind.COOKIE, token_hash, agent, now)
