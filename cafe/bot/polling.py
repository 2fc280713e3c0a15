"""Getting updates from Telegram, by polling or by webhook, through outages, until the token is refused."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.exceptions import (
    AiogramError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.types import Update

from cafe.bot.telegram.commands import set_commands
from cafe.bot.telegram.links import Links
from cafe.bot.telegram.openness import openness_of
from cafe.bot.telegram.update_slots import UpdateSlots
from cafe.bot.telegram.updates import Batch, GetRawUpdates, read_batch, read_update, sender_of
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.loops import backoff
from cafe.core.kernel.request_id import begin_request
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.upkeep.setup_checklist.port import BotState

log = logging.getLogger(__name__)

POLL_SECONDS = 25
MAX_FETCHED = 2000
"""Updates that were fetched and are not handled yet; further ones stay with Telegram."""
FIRST_RETRY, LONGEST_RETRY = 1, 30
"""Seconds between tries to reach Telegram."""
CONFLICT_RETRY = 5
"""Seconds before the next try when another process polls with the same token."""
FINISH_SECONDS = 3
"""How long handlers may go on when the process stops."""
UPDATES = ["message", "edited_message", "callback_query"]
"""A place that somebody shares comes as edits of its message."""


def _is_handled(update: Update) -> bool:
    """Whether there is anything to do about an update: of what people edit only places count."""
    edited = update.edited_message
    return update.message is not None or update.callback_query is not None or bool(edited and edited.location)


class BotRunner:
    """Runs one bot; `report` is called with its state whenever that changes, `on_recovery` after an outage."""

    def __init__(
        self,
        bot: Bot,
        clock: Clock,
        build_dispatcher: Callable[[], Dispatcher],
        texts: Texts,
        links: Links,
        staff_chat: StaffChat,
        report: Callable[[str], None],
        on_recovery: Callable[[], None],
        note_name: Callable[[str | None], Awaitable[None]],
    ) -> None:
        self._bot = bot
        self._clock = clock
        self._build_dispatcher = build_dispatcher
        self._texts = texts
        self._links = links
        self._staff_chat = staff_chat
        self._offset: int | None = None
        self._unfinished: set[int] = set()
        """Updates that were fetched but not handled to the end."""
        self._slots = UpdateSlots()
        self._report = report
        self._on_recovery = on_recovery
        self._note_name = note_name
        self._state = BotState.STARTING
        report(self._state)

    @cached_property
    def _dispatcher(self) -> Dispatcher:
        """Put together for the first update: as long as Telegram sends none, it would only cost time."""
        return self._build_dispatcher()

    async def poll(self) -> None:
        """Fetch updates and handle them until cancelled; returns only when the token is refused."""
        if not await self._connect(self._prepare_polling):
            return
        room = asyncio.Semaphore(MAX_FETCHED)
        handling: set[asyncio.Task[None]] = set()
        async with asyncio.TaskGroup() as tasks:
            try:
                while (updates := await self._fetch()) is not None:
                    for update in updates:
                        await room.acquire()
                        task = tasks.create_task(self._handle_in_turn(update))
                        handling.add(task)
                        task.add_done_callback(handling.discard)
                        task.add_done_callback(lambda _: room.release())
            except asyncio.CancelledError:
                if handling:
                    await asyncio.wait(handling, timeout=FINISH_SECONDS)
                await self._confirm()
                raise

    async def set_webhook(self, secret: str) -> None:
        """Have Telegram send updates to our webhook, and return; `receive` handles them."""

        async def prepare() -> None:
            await self._bot.set_webhook(
                self._links.page("/telegram/webhook"), secret_token=secret, allowed_updates=UPDATES
            )

        if await self._connect(prepare):
            log.info("the bot gets its updates by webhook")

    async def receive(self, raw: dict[str, Any]) -> bool:
        """Handle an update that came by webhook; one that cannot be parsed is logged and dropped.

        Return False if its sender has too many in progress, so that Telegram should send it again later.
        """
        update = read_update(raw, self._bot)
        if update is None:
            return True
        if not self._slots.has_own_slot(sender_of(update)):
            return False
        await self._handle_in_turn(update)
        return True

    async def _prepare_polling(self) -> None:
        await self._bot.delete_webhook()
        log.info("the bot polls for its updates")

    async def _connect(self, prepare: Callable[[], Awaitable[None]]) -> bool:
        """Prepare the bot at Telegram, retrying as long as it takes; False when the token is refused."""
        attempts = 0
        while True:
            try:
                me = await self._bot.get_me()
                await prepare()
                staff_chat_id = await self._staff_chat.current()
                await set_commands(self._bot, self._texts, self._links, staff_chat_id)
            except (TelegramUnauthorizedError, TelegramNotFound):
                self._refuse()
                return False
            except (AiogramError, ConnectionError) as error:
                await self._wait(error, attempts)
                attempts += 1
            else:
                log.info("the bot is @%s", me.username)
                await self._note_name(me.username)
                self._note_answer()
                if staff_chat_id is not None and (openness := await openness_of(self._bot, staff_chat_id)):
                    log.warning("the staff chat is %s: strangers can get in and steer orders", openness)
                return True

    async def _fetch(self) -> tuple[Update, ...] | None:
        """Return the next updates; None when the token is refused."""
        attempts = 0
        while True:
            try:
                # After an outage the first answer comes at once, not after a long poll.
                timeout = POLL_SECONDS if self._state is BotState.RUNNING else 0
                request = GetRawUpdates(offset=self._offset, timeout=timeout, allowed_updates=UPDATES)
                raw_updates = await self._bot(request, request_timeout=POLL_SECONDS + 10)
            except (TelegramUnauthorizedError, TelegramNotFound):
                self._refuse()
                return None
            except AiogramError as error:
                await self._wait(error, attempts)
                attempts += 1
            else:
                self._note_answer()
                batch = read_batch(raw_updates, self._bot)
                if batch.last_id is not None or not raw_updates:
                    return self._note_fetched(batch)
                # Without ids they cannot be skipped.
                await self._wait(ValueError("its updates have no ids"), attempts)
                attempts += 1

    def _note_fetched(self, batch: Batch) -> tuple[Update, ...]:
        if batch.last_id is not None:
            self._offset = batch.last_id + 1
            self._unfinished.update(update.update_id for update in batch.updates)
        return batch.updates

    async def _confirm(self) -> None:
        """Tell Telegram what was handled, so that the next start gets the rest and nothing twice."""
        offset = min(self._unfinished, default=self._offset)
        if offset is None:
            return
        try:
            await self._bot(GetRawUpdates(offset=offset, limit=1, timeout=0), request_timeout=1)
        except AiogramError as error:
            log.info("the last updates may come again: %s", error)

    async def _handle_in_turn(self, update: Update) -> None:
        sender_id = sender_of(update)
        if self._slots.is_full_for(sender_id):
            log.warning("update %d is dropped: too many of %d are waiting", update.update_id, sender_id)
            self._unfinished.discard(update.update_id)
            return
        async with self._slots.slot(sender_id):
            await self._handle(update)

    async def _handle(self, update: Update) -> None:
        begin_request()
        try:
            if _is_handled(update):
                await self._dispatcher.feed_update(self._bot, update)
        except Exception:
            # A defect in one conversation must not end the others.
            log.exception("update %d failed", update.update_id)
        self._unfinished.discard(update.update_id)  # not reached when cancelled: the update comes again

    async def _wait(self, error: Exception, attempts: int) -> None:
        state = BotState.CONFLICT if isinstance(error, TelegramConflictError) else BotState.WAITING
        if self._state is not state:  # one log line for each outage
            log.warning("the bot waits for Telegram: %s", str(error).splitlines()[0])
            self._change(state)
        pause: float = backoff(attempts, first=FIRST_RETRY, most=LONGEST_RETRY)
        if isinstance(error, TelegramRetryAfter):
            pause = max(pause, error.retry_after)
        if isinstance(error, TelegramConflictError):
            pause = max(pause, CONFLICT_RETRY)
        await self._clock.sleep(pause)

    def _note_answer(self) -> None:
        if self._state in {BotState.WAITING, BotState.CONFLICT}:
            log.info("Telegram answers again")
            self._on_recovery()
        if self._state is not BotState.RUNNING:
            self._change(BotState.RUNNING)

    def _refuse(self) -> None:
        self._change(BotState.REFUSED)
        log.error("Telegram does not accept CAFE_BOT_TOKEN: the bot is off, everything else goes on")

    def _change(self, state: BotState) -> None:
        self._state = state
        self._report(state)
