"""The continuous copy: every few seconds what was committed since goes into a folder; trouble is told to the staff."""

import asyncio
import logging
from collections.abc import Callable

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database, UnavailableError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.loops import backoff
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.kernel.pages import Changes, LostPlaceError, Place
from cafe.core.upkeep.backups.facts import CopyRecovered, CopyStopped
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.backups.port import BackupError, CommitLog, CopyStorage, KeepUp

log = logging.getLogger(__name__)

Start = Callable[[Callable[[], bool]], asyncio.Future[bool]]
"""Runs a function in a thread that nothing waits for."""

ROUND_SECONDS = 5
"""How long a round is waited for; it goes on."""
END_SECONDS = 2
KEEP_UP = 3_000
"""Milliseconds after which changes are copied while the whole database is."""
FIRST_PAUSE, LONGEST_PAUSE = 5, 300
"""Seconds until it is tried again to copy the whole database."""
LATE = 60
"""Seconds without progress after which the staff are told."""
MOST_LOG = 1 << 26
"""Bytes that the database's log may have while the folder cannot be written; then the copy begins anew later."""
WARNED = "copy_warned"
"""The key in `meta`: whether the staff were told that the copy stands still."""


class Copier:
    """Copies, in one thread; times in milliseconds."""

    def __init__(self, commits: CommitLog, storage: CopyStorage, read_time: Callable[[], int]) -> None:
        self._commits = commits
        self._storage = storage
        self._read_time = read_time
        self._is_first = True
        self._pending: tuple[int, Changes] | None = None
        """What was read and is not in the folder yet."""
        self._failures = 0
        self._failed_at = 0
        self._problem = Problem.OTHER
        """Why it failed to begin."""
        self.progress = 0
        """Counts what was achieved, so that others see that something is."""

    def copy(self) -> bool:
        """Bring the folder up to date; False if another process does so.

        Raises:
            BackupError: the folder or the database cannot be used now.
        """
        if not self._commits.claim():
            return False
        try:
            self._copy(self._read_time())
        except BackupError:
            self._commits.let_go(above=MOST_LOG)
            raise
        except UnavailableError as error:
            self._commits.let_go()
            raise BackupError(Problem.UNREADABLE, str(error)) from None
        self.progress += 1
        return True

    def _copy(self, at: int) -> None:
        try:
            if not self._commits.is_following and not (self._is_first and self._resume(at)):
                self._begin(at)
                return
            self._go_on(at)
        except LostPlaceError as error:
            log.warning("the continuous copy begins anew: %s", error)
            self._begin(at)

    def _go_on(self, at: int) -> None:
        self._put_pending()
        if self._storage.is_due(at) and not self._waits(at):
            self._begin_next(at)
            return
        self._pending = at, self._commits.read()
        self._put_pending()
        if (rest := self._commits.checkpoint()) is not None:
            self._pending = at, rest
            self._put_pending()

    def _resume(self, at: int) -> bool:
        """Go on where the folder ends, if the database's log still has what followed."""
        place = self._storage.resume()
        self._is_first = False
        if place is None:
            return False
        try:
            self._pending = at, self._commits.resume(place)
        except LostPlaceError as error:
            log.info("the continuous copy begins anew: %s", error)
            return False
        return True

    def _begin(self, at: int) -> None:
        """Begin anew with the whole database; after a failure wait, since this takes long."""
        self._is_first, self._pending = False, None
        self._commits.let_go()
        if self._waits(at):
            raise BackupError(self._problem, "it waits before it begins anew")
        try:
            self._make(at, self._commits.begin(), self._note_progress)
        except Exception:
            self._commits.let_go()
            raise

    def _begin_next(self, at: int) -> None:
        """Begin a generation, and meanwhile go on with the one before."""
        seen = self._commits.see_all()
        self._pending = at, seen
        self._put_pending()
        meanwhile: list[tuple[int, Changes]] = []
        last = at

        def keep_up() -> None:
            nonlocal last
            now = self._read_time()
            if abs(now - last) >= KEEP_UP:
                last = now
                self._pending = now, self._commits.look()
                if self._pending[1].size:
                    meanwhile.append(self._pending)
                self._put_pending()

        try:
            self._make(at, seen.place, keep_up)
        except BackupError as error:
            if self._pending is not None:
                raise  # not even what changed could be added
            log.warning("the continuous copy goes on without a new beginning (%s): %s", error.problem, error)
            return
        try:
            for moment, changes in meanwhile:
                self._storage.add(moment, changes)
        except BackupError:
            self._commits.let_go()  # what is not added yet was read: it can only begin anew
            raise

    def _make(self, at: int, place: Place, between: KeepUp) -> None:
        try:
            self._storage.begin(at, place, lambda target: self._commits.copy(target, between), between)
        except Exception as error:
            self._failures, self._failed_at = self._failures + 1, at
            self._problem = error.problem if isinstance(error, BackupError) else Problem.OTHER
            raise
        self._failures = 0
        log.info("the continuous copy has the whole database")
        try:
            self._storage.delete_old(at)
        except BackupError as error:
            log.warning("what is too old of the continuous copy cannot be deleted: %s", error)

    def _waits(self, at: int) -> bool:
        """Whether it failed to begin not long ago."""
        pause = 1000 * backoff(self._failures, first=FIRST_PAUSE, most=LONGEST_PAUSE)
        return self._failures > 0 and 0 <= at - self._failed_at < pause

    def _put_pending(self) -> None:
        if self._pending is not None:
            at, changes = self._pending
            if changes.size:
                self._storage.add(at, changes)
            self._pending = None
            self._commits.confirm()
            self._note_progress()

    def _note_progress(self) -> None:
        self.progress += 1


class ContinuousCopy:
    """Copies every few seconds, and reports."""

    def __init__(
        self, database: Database, clock: Clock, record: Recorder, commits: CommitLog, storage: CopyStorage, start: Start
    ) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._commits = commits
        self._copier = Copier(commits, storage, self._now)
        self._progress = 0
        self._start = start
        self._round: asyncio.Future[bool] | None = None
        self._good_at = clock.monotonic()
        self._problem = Problem.OTHER
        self._said = ""
        self._is_told: bool | None = None
        """Whether the staff know of a copy that stands still; None as long as it was not looked up."""

    async def work(self) -> bool:
        """Copy what is new; always False: nothing is left to do."""
        await self._go_on(ROUND_SECONDS)
        if self._copier.progress != self._progress:
            self._progress, self._good_at = self._copier.progress, self._clock.monotonic()
        is_late = self._clock.monotonic() - self._good_at > LATE
        if self._is_told is None:
            self._is_told = await self._database.read(get_meta, WARNED) == "1"
        if is_late is not self._is_told and (is_late or self._round is None):
            await self._database.write(_report, self._record, is_late, self._problem, self._now() // 1000)
            self._is_told = is_late
        return False

    async def end(self) -> None:
        """Copy what is left; a folder that does not answer is waited for no longer than two seconds."""
        if self._round is not None:
            await self._go_on(END_SECONDS)  # it may have read before the last commits
        if self._round is None:
            await self._go_on(END_SECONDS)
        if self._round is None:
            self._commits.close()

    async def _go_on(self, seconds: float) -> None:
        if self._round is None:
            self._round = self._start(self._copier.copy)
        await asyncio.wait([self._round], timeout=seconds)
        if not self._round.done():
            self._problem = Problem.OTHER
            self._commits.let_go(above=MOST_LOG)
            return
        done, self._round = self._round, None
        try:
            done.result()
        except BackupError as error:
            self._problem = error.problem
            self._say(f"{error.problem}: {error}")
        except Exception:
            self._problem = Problem.OTHER
            log.exception("the continuous copy stands still")
        else:
            self._said = ""

    def _say(self, text: str) -> None:
        """Log once what goes wrong round after round."""
        if text != self._said:
            log.warning("the continuous copy stands still (%s)", text)
        self._said = text

    def _now(self) -> int:
        return int(self._clock.now().timestamp() * 1000)


def _report(conn: Connection, record: Recorder, is_late: bool, problem: Problem, now: int) -> None:  # noqa: FBT001 - a transaction's
    """Tell the staff, once, that the copy stands still, or that it goes on."""
    take_turn(conn, "copying")
    if (get_meta(conn, WARNED) == "1") is is_late:
        return
    set_meta(conn, WARNED, "1" if is_late else "0")
    record(conn, CopyStopped(at=now, problem=problem) if is_late else CopyRecovered(at=now))
