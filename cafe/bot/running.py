"""Keeps the bot in touch with the platform: by polling or by webhook, through outages, until its token is refused."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import StrEnum
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

from cafe.bot.commands import set_commands
from cafe.bot.links import Links
from cafe.core.i18n import Texts
from cafe.core.loops import backoff
from cafe.core.staff_chat import StaffChat

log = logging.getLogger(__name__)

POLL_SECONDS = 25
AT_ONCE = 100
"""Updates that are worked on at the same time."""
FIRST_GAP, LONGEST_GAP = 1, 30
FINISH_SECONDS = 3
"""What handlers get to finish when the process stops."""
UPDATES = ["message", "callback_query"]


class BotState(StrEnum):
    """How the bot is, for whoever looks after the service."""

    STARTING = "starting"
    RUNNING = "running"
    WAITING = "waiting for Telegram"
    REFUSED = "token refused"


class BotRunner:
    """Runs one bot; `report` hears how it is whenever that changes."""

    def __init__(
        self,
        bot: Bot,
        dispatcher: Dispatcher,
        texts: Texts,
        links: Links,
        staff_chat: StaffChat,
        report: Callable[[str], None],
    ) -> None:
        self._bot = bot
        self._dispatcher = dispatcher
        self._texts = texts
        self._links = links
        self._staff_chat = staff_chat
        self._offset: int | None = None
        self._unfinished: set[int] = set()
        """Updates that were fetched but not handled to the end."""
        self._report = report
        self._state = BotState.STARTING
        report(self._state)

    async def poll(self) -> None:
        """Fetch updates and handle them until cancelled; returns only when the token is refused."""
        if not await self._reach(self._prepare_polling):
            return
        room = asyncio.Semaphore(AT_ONCE)
        handling: set[asyncio.Task[None]] = set()
        async with asyncio.TaskGroup() as tasks:
            try:
                while (updates := await self._fetch()) is not None:
                    for update in updates:
                        await room.acquire()
                        task = tasks.create_task(self._handle(update))
                        handling.add(task)
                        task.add_done_callback(handling.discard)
                        task.add_done_callback(lambda _: room.release())
            except asyncio.CancelledError:
                if handling:
                    await asyncio.wait(handling, timeout=FINISH_SECONDS)
                await self._confirm()
                raise

    async def listen(self, secret: str) -> None:
        """Have the platform bring updates to our webhook, and return; `take` handles them."""

        async def prepare() -> None:
            await self._bot.set_webhook(
                self._links.page("/telegram/webhook"), secret_token=secret, allowed_updates=UPDATES
            )

        if await self._reach(prepare):
            log.info("the bot gets its updates by webhook")

    async def take(self, raw: dict[str, Any]) -> None:
        """Handle an update that came by webhook; one that cannot be read is noted and dropped."""
        try:
            update = Update.model_validate(raw, context={"bot": self._bot})
        except ValueError as error:
            log.warning("an update cannot be read: %s", type(error).__name__)
            return
        await self._handle(update)

    async def _prepare_polling(self) -> None:
        await self._bot.delete_webhook()
        log.info("the bot polls for its updates")

    async def _reach(self, prepare: Callable[[], Awaitable[None]]) -> bool:
        """Introduce the bot to the platform, however long that takes; False when its token is refused."""
        attempts = 0
        while True:
            try:
                me = await self._bot.get_me()
                await prepare()
                await set_commands(self._bot, self._texts, self._links, await self._staff_chat.current())
            except (TelegramUnauthorizedError, TelegramNotFound):
                self._refuse()
                return False
            except (AiogramError, ConnectionError) as error:
                await self._wait(error, attempts)
                attempts += 1
            else:
                log.info("the bot is @%s", me.username)
                self._change(BotState.RUNNING)
                return True

    async def _fetch(self) -> list[Update] | None:
        """The next updates; None when the token is refused."""
        attempts = 0
        while True:
            try:
                updates = await self._bot.get_updates(
                    offset=self._offset,
                    timeout=POLL_SECONDS,
                    allowed_updates=UPDATES,
                    request_timeout=POLL_SECONDS + 10,
                )
            except (TelegramUnauthorizedError, TelegramNotFound):
                self._refuse()
                return None
            except AiogramError as error:
                await self._wait(error, attempts)
                attempts += 1
            else:
                if self._state is not BotState.RUNNING:
                    log.info("Telegram answers again")
                    self._change(BotState.RUNNING)
                if updates:
                    self._offset = updates[-1].update_id + 1
                    self._unfinished.update(update.update_id for update in updates)
                return updates

    async def _confirm(self) -> None:
        """Tell the platform what was handled, so that the next start gets the rest and nothing twice."""
        offset = min(self._unfinished, default=self._offset)
        if offset is None:
            return
        try:
            await self._bot.get_updates(offset=offset, limit=1, timeout=0, request_timeout=1)
        except AiogramError as error:
            log.info("the last updates may come again: %s", error)

    async def _handle(self, update: Update) -> None:
        try:
            if update.message is not None or update.callback_query is not None:  # else nothing that was asked for
                await self._dispatcher.feed_update(self._bot, update)
        except Exception:
            # A defect in one conversation must not end the others.
            log.exception("update %d failed", update.update_id)
        self._unfinished.discard(update.update_id)  # not when it was cancelled: then it comes again

    async def _wait(self, error: Exception, attempts: int) -> None:
        if self._state is not BotState.WAITING:  # one line for an outage
            log.warning("the bot waits for Telegram: %s", str(error).splitlines()[0])
            self._change(BotState.WAITING)
        gap: float = backoff(attempts, first=FIRST_GAP, most=LONGEST_GAP)
        if isinstance(error, TelegramRetryAfter):
            gap = max(gap, error.retry_after)
        if isinstance(error, TelegramConflictError):
            gap = max(gap, 5)
        await asyncio.sleep(gap)

    def _refuse(self) -> None:
        self._change(BotState.REFUSED)
        log.error("Telegram does not accept CAFE_BOT_TOKEN: the bot is off, everything else goes on")

    def _change(self, state: BotState) -> None:
        self._state = state
        self._report(state)
