"""Pairing devices by a code, recognising them by their token, and revoking them.

Codes and tokens are stored only as hashes. The history of changes has who paired and who revoked a device.
"""

from cafe.core.catalogue.changes.actor import COMMAND, Actor
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import TooManyGuessesError
from cafe.core.kernel.ids import DeviceId, StaffId
from cafe.core.kernel.lengths import DEVICE
from cafe.core.kernel.meta import take_turn
from cafe.core.kernel.secrets import digits_in, digits_of, hash_of
from cafe.core.people.devices import store
from cafe.core.people.devices.model import (
    CODE_SECONDS,
    DEFAULT_NAME,
    PERSON_SECONDS,
    Device,
    NotPairedError,
    PairingCode,
    PairingCodeError,
)
from cafe.core.people.devices.store import record_paired, record_revoked

GUESSES = 10
"""Wrong codes accepted from the whole cafe per minute: of a hundred million, an attacker could try a hundred."""
GUESS_SECONDS = 60
SEEN_SECONDS = 60
"""Least interval between updates of a device's last visit."""


class DeviceService:
    def __init__(self, database: Database, clock: Clock, tokens: Tokens) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens

    async def issue_code(self, name: str = "", actor: Actor = COMMAND) -> PairingCode:
        """Return a new code with its link; it pairs one device within ten minutes, under this name or 'Кухня'."""
        known_as = (clean_text(name) or DEFAULT_NAME)[:DEVICE]
        code = PairingCode(digits_of(self._tokens.new()), self._tokens.new(), known_as)
        await self._database.write(_add_code, code, actor, unix_now(self._clock))
        return code

    async def pair(self, typed: str) -> str:
        """Use a code up and return the new device's token, its only credential.

        Raises:
            PairingCodeError: there is no such code, or it has expired.
            TooManyGuessesError: too many wrong codes were sent within the last minute.
        """
        token = self._tokens.new()
        code_hash = hash_of(digits_in(typed))
        is_paired = await self._database.write(_pair, code_hash, hash_of(token), unix_now(self._clock))
        if not is_paired:
            raise PairingCodeError
        return token

    async def pair_by_link(self, link_token: str) -> str:
        """Use a code up by its link and return the new device's token; links cannot be guessed, so nothing is counted.

        Raises:
            PairingCodeError: there is no such link, or it has expired.
        """
        token = self._tokens.new()
        if not await self._database.write(_pair_by_link, hash_of(link_token), hash_of(token), unix_now(self._clock)):
            raise PairingCodeError
        return token

    async def identify(self, token: str | None) -> Device:
        """Return the device with a token.

        Raises:
            NotPairedError: the device is not paired, or not any more.
        """
        now = unix_now(self._clock)
        device = await self._database.read(store.find_device, hash_of(token), now) if token else None
        if device is None:
            raise NotPairedError
        if now - device.seen_at >= SEEN_SECONDS:
            await self._database.write_relaxed(store.mark_seen, device.id, now)
        return device

    async def list_all(self) -> list[Device]:
        """Return the paired devices, the oldest pairing first."""
        return await self._database.read(store.list_devices)

    async def set_person(self, device_id: DeviceId, staff_id: StaffId | None) -> None:
        """Note who works at a device for the next twelve hours; None: nobody said."""
        until = unix_now(self._clock) + PERSON_SECONDS
        await self._database.write(store.set_person, device_id, staff_id, until)

    async def revoke(self, device_id: int, actor: Actor = COMMAND) -> Device | None:
        """Delete a device, which invalidates its token; return it, None if there is no such device."""
        return await self._database.write(_revoke, device_id, actor, unix_now(self._clock))


def _add_code(conn: Connection, code: PairingCode, actor: Actor, now: int) -> None:
    store.delete_expired_codes(conn, now)
    store.add_code(conn, hash_of(code.digits), hash_of(code.token), code.name, actor, now + CODE_SECONDS)


def _revoke(conn: Connection, device_id: int, actor: Actor, now: int) -> Device | None:
    device = store.delete_device(conn, device_id)
    if device is not None:
        record_revoked(conn, actor, device, now)
    return device


def _pair(conn: Connection, code_hash: str, token_hash: str, now: int) -> bool:
    """Count a wrong code, or add a device for a right one. Without any codes there is nothing to guess."""
    take_turn(conn, "pairing")
    store.delete_expired_codes(conn, now)
    if not store.has_codes(conn):
        return False
    if store.count_guesses(conn, now - GUESS_SECONDS + 1) >= GUESSES:
        raise TooManyGuessesError
    code = store.take_code(conn, code_hash)
    if code is None:
        store.add_guess(conn, now)
        return False
    _add_device(conn, code, token_hash, now)
    return True


def _pair_by_link(conn: Connection, link_hash: str, token_hash: str, now: int) -> bool:
    store.delete_expired_codes(conn, now)
    code = store.take_link(conn, link_hash)
    if code is None:
        return False
    _add_device(conn, code, token_hash, now)
    return True


def _add_device(conn: Connection, code: tuple[str, Actor], token_hash: str, now: int) -> None:
    name, actor = code
    record_paired(conn, actor, store.add_device(conn, name, token_hash, now), now)
