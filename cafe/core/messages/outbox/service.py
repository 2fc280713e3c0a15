"""Delivers the outbox: every queued message is sent at least once, whatever fails in between.

A failing chat never delays another. A customer's messages are sent in the order of queueing, the staff's by priority,
and a staff message that keeps failing is skipped for a while.
"""

import asyncio
import logging
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.loops import backoff
from cafe.core.kernel.runs import RunId
from cafe.core.messages.outbox import deliveries
from cafe.core.messages.outbox.chats import remember_migration
from cafe.core.messages.outbox.deliveries import LONGEST_RETRY_SECONDS
from cafe.core.messages.outbox.model import Delivery, DeliveryState, Priority, Recipient
from cafe.core.messages.outbox.plan import Plan, Planner
from cafe.core.messages.outbox.port import (
    Delivered,
    MessageGone,
    Messenger,
    Migrated,
    Outcome,
    Rejected,
    RetryAfter,
    TemporaryFailure,
    Throttle,
    Unreachable,
)

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""How often to check for rows queued by other processes."""
GATHER_SECONDS = 0.02
"""Delay after a wake-up, so that a burst of orders is handled in one step."""
PARALLEL = 20
PARALLEL_EDITS = 4
"""Concurrent edits in one chat; new messages are sent one after another."""
FIRST_RETRY_SECONDS = 1
FINISH_SECONDS = 3
"""How long messages in progress may take to finish when the process stops."""
RETRY_ALL_SECONDS = 30
"""The shortest time between two retries of all failed messages after a success."""
DEFECT_TRIES = 3
GIVE_UP_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Signals:
    """Events that wake the loop."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a row may have been queued."""
    recovered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, before `changed`, when the messenger answers again: failed messages are then retried at once."""


class Outbox:
    """The delivery loop. `run` it once per process; `wake` it after queueing a row."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        messenger: Messenger,
        planner: Planner,
        run_id: RunId,
        signals: Signals,
        throttle: Throttle,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        """The throttle is shared with the conversations."""
        self._database = database
        self._clock = clock
        self._messenger = messenger
        self._planner = planner
        self._run_id = run_id
        self._signals = signals
        self._throttle = throttle
        self._poll_seconds = poll_seconds
        self._in_progress: dict[asyncio.Task[None], Delivery] = {}
        self._lost: set[int] = set()
        """Rows that stay claimed because their outcome could not be stored."""
        self._last_failure = ""
        self._failing: set[int] = set()
        """Rows that failed since the last success."""
        self._retried_all_at = -math.inf

    def wake(self) -> None:
        """Check for queued rows at once."""
        self._signals.changed.set()

    async def run(self, on_round: Callable[[], None] = lambda: None) -> None:
        """Deliver until cancelled; messages in progress may then finish, or are sent again after a restart.

        `on_round` is called after each round in which the outbox could be read.
        """
        await self._database.write(deliveries.recover_deliveries, self._run_id, unix_now(self._clock))
        async with asyncio.TaskGroup() as tasks:
            try:
                while True:
                    self._signals.changed.clear()
                    delay = await self._step(tasks, on_round)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(delay):
                            await self._signals.changed.wait()
                        await self._clock.sleep(GATHER_SECONDS)
            except asyncio.CancelledError:
                if self._in_progress:
                    await asyncio.wait(self._in_progress, timeout=FINISH_SECONDS)
                raise

    async def _step(self, tasks: asyncio.TaskGroup, on_round: Callable[[], None]) -> float:
        """Start delivering what may be sent now; return the seconds to wait before the next step."""
        try:
            now = unix_now(self._clock)
            await self._recover(now)
            found = await self._database.read(self._find_next, now)
            ready, delay = self._choose(found)
            if ready:
                ids = [delivery.id for delivery in ready]
                claimed = await self._database.write(deliveries.claim_deliveries, ids, self._run_id, now)
                for delivery in ready:
                    if delivery.id in claimed:
                        task = tasks.create_task(self._deliver(delivery))
                        self._in_progress[task] = delivery
                        task.add_done_callback(self._in_progress.__delitem__)
        except Exception:
            log.exception("the outbox cannot be read")
            return 5 * self._poll_seconds
        on_round()
        return delay

    async def _recover(self, now: int) -> None:
        if self._signals.recovered.is_set():
            await self._database.write(deliveries.retry_now, now)
            self._signals.recovered.clear()
        for delivery_id in list(self._lost):
            await self._database.write(deliveries.release_delivery, delivery_id)
            self._lost.discard(delivery_id)

    def _find_next(self, conn: Connection, now: int) -> list[tuple[Delivery, int | None]]:
        """Find candidates for delivery, with their chats."""
        return [(delivery, self._planner.chat_id(conn, delivery)) for delivery in deliveries.list_next(conn, now)]

    def _choose(self, found: list[tuple[Delivery, int | None]]) -> tuple[list[Delivery], float]:
        """Return the candidates that may be sent now, and the seconds until more may."""
        ready: list[Delivery] = []
        delay = self._poll_seconds
        now = self._now()
        for delivery, chat_id in found:
            if len(self._in_progress) + len(ready) >= PARALLEL:
                break
            if not self._has_room(delivery, [*self._in_progress.values(), *ready]):
                continue
            wait = 0.0 if chat_id is None else self._throttle.wait(chat_id, now, delivery.priority)
            if wait > 0:
                delay = min(delay, wait)
            else:
                ready.append(delivery)
        return ready, delay

    @staticmethod
    def _has_room(delivery: Delivery, busy: list[Delivery]) -> bool:
        """Whether the queue is free; of the messages about one order only one at a time is in progress."""
        if any(other.id == delivery.id for other in busy):
            return False
        beside = [other.queue for other in busy].count(delivery.queue)
        is_about_same = delivery.recipient is Recipient.STAFF and any(
            other.order_id == delivery.order_id and other.recipient is Recipient.STAFF
            for other in busy
            if delivery.order_id is not None
        )
        return beside < (PARALLEL_EDITS if delivery.queue.is_of_edits else 1) and not is_about_same

    async def _deliver(self, delivery: Delivery) -> None:
        try:
            await self._attempt(delivery)
        except Exception:
            log.exception("message %d (%s) cannot be prepared", delivery.id, delivery.kind)
            await self._handle_defect(delivery)
        finally:
            self.wake()

    async def _handle_defect(self, delivery: Delivery) -> None:
        """Retry a message that cannot be prepared, but only a few times: the chat's other messages wait behind it."""
        try:
            if delivery.attempts < DEFECT_TRIES:
                await self._retry(delivery, "defect")
            else:
                await self._refuse(delivery, "defect")
        except Exception:
            log.exception("the outcome of message %d cannot be stored", delivery.id)
            self._lost.add(delivery.id)

    async def _attempt(self, delivery: Delivery) -> None:
        is_old = unix_now(self._clock) - delivery.created_at >= GIVE_UP_SECONDS
        if is_old and not await self._database.read(self._planner.must_arrive, delivery):
            log.error("gave up on message %d (%s) after a day", delivery.id, delivery.kind)
            await self._close(delivery, DeliveryState.GIVEN_UP, "a day has passed")
            return
        plan = await self._database.read(self._planner.plan, delivery)
        if plan is None:
            await self._close(delivery, DeliveryState.CLOSED)
            return
        priority = Priority.EDIT if _goes_as_edit(delivery, plan) else max(delivery.priority, Priority.FIRST)
        if self._throttle.take(plan.chat_id, self._now(), priority) > 0:
            await self._database.write(deliveries.release_delivery, delivery.id)
            return
        outcome = await self._send(plan)
        await self._conclude(delivery, plan, outcome)
        if isinstance(outcome, Delivered):
            await self._tidy(plan, outcome.message_id)

    async def _tidy(self, plan: Plan, message_id: int) -> None:
        """Remove the old message, redraw others and pin the new one: best effort, after the row is closed."""
        if plan.retires is not None:
            # If an old card stays, its buttons are refused anyway.
            deleted = await self._messenger.delete(plan.chat_id, plan.retires)
            if plan.pinning is not None and not isinstance(deleted, Delivered):
                await self._messenger.unpin(plan.chat_id, plan.retires)
            if plan.leaves is not None and not isinstance(deleted, Delivered):
                await self._messenger.edit(plan.chat_id, plan.retires, plan.leaves)
        for other, message in plan.redraws.items():
            await self._messenger.edit(plan.chat_id, other, message)
        if plan.pinning is None:
            return
        if plan.pinning.was_pinned and await self._messenger.has_pinned(plan.chat_id):
            pinned: Outcome = Delivered(message_id)
        else:
            pinned = await self._messenger.pin(plan.chat_id, message_id)
        await self._database.write(plan.pinning.note, message_id, pinned)

    def _now(self) -> float:
        """Return the time of the monotonic clock."""
        return self._clock.monotonic()

    async def _send(self, plan: Plan) -> Outcome:
        if plan.edits is not None:
            return await self._messenger.edit(plan.chat_id, plan.edits, plan.message)
        return await self._messenger.send(plan.chat_id, plan.message)

    async def _conclude(self, delivery: Delivery, plan: Plan, outcome: Outcome) -> None:
        match outcome:
            case Delivered(message_id):
                await self._database.write(self._finish, delivery, plan, message_id)
                self._handle_success()
            case RetryAfter(seconds):
                is_edit = _goes_as_edit(delivery, plan)
                self._throttle.hold(plan.chat_id, self._now() + seconds, edits=is_edit)
                note = f"told to wait {seconds:g} s"
                await self._database.write(deliveries.release_delivery, delivery.id, note)
            case Migrated(chat_id):
                log.info("the chat %d is now %d", plan.chat_id, chat_id)
                await self._database.write(self._move, delivery, plan.chat_id, chat_id)
            case Unreachable(reason) if delivery.recipient is Recipient.CUSTOMER:
                await self._database.write(self._give_up_on_chat, delivery, plan, reason)
            case MessageGone() if plan.when_gone is not None:
                await self._database.write(self._send_anew, delivery, plan.when_gone)
            case MessageGone(reason):  # nothing to edit, and nothing else to send
                await self._close(delivery, DeliveryState.CLOSED, reason)
            case Rejected(reason):
                await self._refuse(delivery, reason)
            case TemporaryFailure(reason) | Unreachable(reason):
                # An unreachable staff chat is for the operator to fix; no order may be lost meanwhile.
                await self._retry(delivery, reason)

    def _handle_success(self) -> None:
        """Retry all failed messages at once after an outage, but not a single one that always fails."""
        was_outage = len(self._failing) > 1
        self._last_failure = ""
        self._failing.clear()
        if was_outage and self._now() - self._retried_all_at >= RETRY_ALL_SECONDS:
            self._retried_all_at = self._now()
            self._signals.recovered.set()

    async def _close(self, delivery: Delivery, state: DeliveryState, reason: str | None = None) -> None:
        await self._database.write(deliveries.finish_delivery, delivery.id, state, unix_now(self._clock), reason)

    def _finish(self, conn: Connection, delivery: Delivery, plan: Plan, message_id: int) -> None:
        deliveries.finish_delivery(conn, delivery.id, DeliveryState.SENT, unix_now(self._clock))
        if plan.after_sent is not None:
            plan.after_sent(conn, message_id)

    def _give_up_on_chat(self, conn: Connection, delivery: Delivery, plan: Plan, reason: str) -> None:
        now = unix_now(self._clock)
        deliveries.finish_delivery(conn, delivery.id, DeliveryState.CLOSED, now, reason)
        if plan.when_unreachable is not None:
            plan.when_unreachable(conn, now)

    def _move(self, conn: Connection, delivery: Delivery, chat_id: int, new_chat_id: int) -> None:
        remember_migration(conn, chat_id, new_chat_id)
        deliveries.release_delivery(conn, delivery.id, f"moved to {new_chat_id}")

    def _send_anew(self, conn: Connection, delivery: Delivery, forget: Callable[[Connection], None]) -> None:
        """Turn an edit into a new message, since the message to edit is gone; it is then planned again."""
        forget(conn)
        deliveries.make_message(conn, delivery.id)

    async def _refuse(self, delivery: Delivery, reason: str) -> None:
        """Give up a message that cannot be sent; one that must arrive is retried anyway."""
        if await self._database.read(self._planner.must_arrive, delivery):
            if delivery.attempts <= DEFECT_TRIES:
                log.error("message %d (%s) is rejected and retried: %s", delivery.id, delivery.kind, reason)
            await self._retry(delivery, reason)
            return
        log.error("gave up on message %d (%s): %s", delivery.id, delivery.kind, reason)
        await self._close(delivery, DeliveryState.GIVEN_UP, reason)

    async def _retry(self, delivery: Delivery, reason: str) -> None:
        self._failing.add(delivery.id)
        delay = backoff(delivery.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_RETRY_SECONDS)
        if reason != self._last_failure:  # one log line for each outage, not for each message
            log.warning("message %d (%s) will be retried: %s", delivery.id, delivery.kind, reason)
            self._last_failure = reason
        due = unix_now(self._clock) + delay
        await self._database.write(deliveries.postpone_delivery, delivery.id, due, reason)


def _goes_as_edit(delivery: Delivery, plan: Plan) -> bool:
    """Whether the limits of edits apply. A customer's edits share the queue and the limits of the new messages."""
    return plan.edits is not None and delivery.recipient is Recipient.STAFF
