"""Delivers the outbox: every queued message reaches its chat at least once, whatever fails in between.

A chat's messages go out in the order in which they were queued; one chat's trouble never holds up another.
"""

import asyncio
import logging
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from cafe.core.loops import backoff
from cafe.core.pace import Pace
from cafe.core.ports import (
    ChatMessage,
    Clock,
    Connection,
    Database,
    Delivered,
    MessageGone,
    Messenger,
    Migrated,
    Outcome,
    Rejected,
    RetryAfter,
    TemporaryFailure,
    Unreachable,
)
from cafe.core.store.deliveries import (
    STAFF,
    Delivery,
    claim_deliveries,
    finish_delivery,
    forget_finished,
    keep_claim,
    next_due,
    postpone_delivery,
    remember_migration,
)
from cafe.core.store.staff_cards import save_card

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""How often rows of other processes are looked for."""
GATHER_SECONDS = 0.02
"""After being woken: a burst of orders is looked at once, not once for each."""
PARALLEL = 20
CLAIM_SECONDS = 15
"""How long a row stays in hand; longer than one message may take, short enough after a kill."""
PATIENCE_SECONDS = 3.0
"""A turn that comes this soon is waited for with the row in hand."""
FIRST_RETRY_SECONDS = 1
LONGEST_RETRY_SECONDS = 300
FINISH_SECONDS = 3
"""What messages in hand get when the process stops."""
DEFECT_TRIES = 3
GIVE_UP_SECONDS = 86_400
KEEP_SECONDS = 30 * 86_400


@dataclass(frozen=True, slots=True)
class Plan:
    """What delivering a row means now: a new message, or a change of one that stands there."""

    chat_id: int
    message: ChatMessage
    edits: int | None = None
    """The message to change; a new one is sent when it is gone."""
    retires: int | None = None
    """A message that the new one replaces."""
    is_card: bool = False
    """Whether the message becomes the order's card."""


Planner = Callable[[Connection, Delivery], Plan | None]
"""Says what to send for a row; None when there is nothing to say or nobody to say it to any more."""


class Outbox:
    """The delivery loop. `run` it once per process; `wake` it when a row was queued."""

    def __init__(
        self, database: Database, clock: Clock, messenger: Messenger, plan: Planner, pace: Pace | None = None
    ) -> None:
        self._database = database
        self._clock = clock
        self._messenger = messenger
        self._plan = plan
        self._pace = pace or Pace()
        self._changed = asyncio.Event()
        self._in_hand: set[asyncio.Task[None]] = set()
        self._cleaned_at = 0
        self._complaint = ""

    def wake(self) -> None:
        """Look for queued rows at once."""
        self._changed.set()

    async def run(self) -> None:
        """Deliver until cancelled; what is in hand then gets a moment, or is sent again after a restart."""
        async with asyncio.TaskGroup() as deliveries:
            try:
                while True:
                    self._changed.clear()
                    delay = await self._step(deliveries)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(delay):
                            await self._changed.wait()
                        await asyncio.sleep(GATHER_SECONDS)
            except asyncio.CancelledError:
                if self._in_hand:
                    await asyncio.wait(self._in_hand, timeout=FINISH_SECONDS)
                raise

    async def _step(self, deliveries: asyncio.TaskGroup) -> float:
        """Start what is due and say how long to wait for more, in seconds."""
        try:
            now = self._now()
            due = await self._database.read(next_due)
            if due is not None and due <= now and len(self._in_hand) < PARALLEL:
                until = now + CLAIM_SECONDS
                claimed = await self._database.write(claim_deliveries, now, until, PARALLEL - len(self._in_hand))
                for delivery in claimed:
                    task = deliveries.create_task(self._deliver(delivery))
                    self._in_hand.add(task)
                    task.add_done_callback(self._in_hand.discard)
            await self._clean(now)
        except Exception:
            log.exception("the outbox cannot be read")
            return 5 * POLL_SECONDS
        return POLL_SECONDS

    async def _clean(self, now: int) -> None:
        if now - self._cleaned_at >= 3600:  # noqa: PLR2004 - an hour
            self._cleaned_at = now
            await self._database.write(forget_finished, now - KEEP_SECONDS)

    async def _deliver(self, delivery: Delivery) -> None:
        try:
            await self._attempt(delivery)
        except Exception:
            log.exception("message %d (%s) cannot be prepared", delivery.id, delivery.kind)
            await self._bear_defect(delivery)
        finally:
            self.wake()

    async def _bear_defect(self, delivery: Delivery) -> None:
        """Try a message with a defect a few more times, but not for long: the chat's others wait behind it."""
        if delivery.attempts < DEFECT_TRIES:
            await self._retry(delivery, "defect")
            return
        log.error("gave up on message %d (%s): it has a defect", delivery.id, delivery.kind)
        await self._database.write(finish_delivery, delivery.id, "given_up", self._now(), "defect")

    async def _attempt(self, delivery: Delivery) -> None:
        now = self._now()
        if now - delivery.created_at >= GIVE_UP_SECONDS:
            log.error("gave up on message %d (%s) after a day", delivery.id, delivery.kind)
            await self._database.write(finish_delivery, delivery.id, "given_up", now, "a day has passed")
            return
        plan = await self._database.read(self._plan, delivery)
        if plan is None:
            await self._database.write(finish_delivery, delivery.id, "closed", now)
            return
        while (wait := self._turn(plan)) > 0:
            if wait > PATIENCE_SECONDS:
                due = math.ceil(self._clock.now().timestamp() + wait)
                await self._database.write(postpone_delivery, delivery.id, due, is_failure=False)
                return
            await asyncio.sleep(wait)
            # What was true before the wait may be old news now.
            plan = await self._database.read(self._plan, delivery)
            if plan is None:
                await self._database.write(finish_delivery, delivery.id, "closed", self._now())
                return
        outcome = await self._write(delivery, plan)
        await self._conclude(delivery, plan, outcome)
        if plan.retires is not None and isinstance(outcome, Delivered):
            # Only tidiness, after the row is closed: an old card that cannot be removed still refuses late presses.
            await self._messenger.delete(plan.chat_id, plan.retires)

    def _turn(self, plan: Plan) -> float:
        """Take the chat's turn for this plan: 0 when it is here, else the seconds until it may be."""
        now = asyncio.get_running_loop().time()
        if plan.edits is not None:
            return self._pace.take_for_edit(now)
        return self._pace.take(plan.chat_id, now)

    async def _write(self, delivery: Delivery, plan: Plan) -> Outcome:
        if plan.edits is not None:
            outcome = await self._messenger.edit(plan.chat_id, plan.edits, plan.message)
            if not isinstance(outcome, MessageGone):
                return outcome
            await self._database.write(keep_claim, delivery.id, self._now() + CLAIM_SECONDS)
        return await self._messenger.send(plan.chat_id, plan.message)

    async def _conclude(self, delivery: Delivery, plan: Plan, outcome: Outcome) -> None:
        match outcome:
            case Delivered(message_id):
                self._complaint = ""
                await self._database.write(self._finish, delivery, plan, message_id)
            case RetryAfter(seconds):
                due = math.ceil(self._clock.now().timestamp() + seconds)
                await self._database.write(
                    postpone_delivery, delivery.id, due, is_failure=False, error=f"told to wait {seconds:g} s"
                )
            case Migrated(chat_id):
                log.info("the chat %d is now %d", plan.chat_id, chat_id)
                await self._database.write(self._move, delivery, plan.chat_id, chat_id)
            case Unreachable(reason) if delivery.recipient != STAFF:
                await self._database.write(finish_delivery, delivery.id, "closed", self._now(), reason)
            case Rejected(reason) | MessageGone(reason):
                log.error("message %d (%s) is not accepted: %s", delivery.id, delivery.kind, reason)
                await self._database.write(finish_delivery, delivery.id, "given_up", self._now(), reason)
            case TemporaryFailure(reason) | Unreachable(reason):
                # The staff's chat out of reach is for an operator to mend, and orders must not be lost meanwhile.
                await self._retry(delivery, reason)

    def _finish(self, conn: Connection, delivery: Delivery, plan: Plan, message_id: int) -> None:
        now = self._now()
        finish_delivery(conn, delivery.id, "sent", now)
        if plan.is_card and delivery.order_id is not None:
            save_card(conn, delivery.order_id, plan.chat_id, message_id, delivery.created_at)

    def _move(self, conn: Connection, delivery: Delivery, chat_id: int, new_chat_id: int) -> None:
        remember_migration(conn, chat_id, new_chat_id)
        postpone_delivery(conn, delivery.id, self._now(), is_failure=False, error=f"moved to {new_chat_id}")

    async def _retry(self, delivery: Delivery, reason: str) -> None:
        delay = backoff(delivery.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_RETRY_SECONDS)
        if reason != self._complaint:  # one line for an outage, not one for each message
            log.warning("message %d (%s) waits for a new try: %s", delivery.id, delivery.kind, reason)
            self._complaint = reason
        due = self._now() + delay
        await self._database.write(postpone_delivery, delivery.id, due, is_failure=True, error=reason)

    def _now(self) -> int:
        return int(self._clock.now().timestamp())
