"""The bot as a part of the program: its client, its messenger, its conversations."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cafe.bot.chat.replies import Replies
from cafe.bot.customer.order_screens import redrawn_screen
from cafe.bot.dispatcher import build_dispatcher
from cafe.bot.notifications.renderer import TelegramRenderer
from cafe.bot.polling import BotRunner
from cafe.bot.telegram.client import open_bot
from cafe.bot.telegram.links import Links
from cafe.bot.telegram.messenger import TelegramMessenger
from cafe.bot.telegram.pictures import Pictures
from cafe.bot.telegram.rate_limit import Limits, RateLimiter
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.services import Services


@dataclass(frozen=True, slots=True)
class Webhook:
    """How updates come in: the secret that they carry, and the call that says what handles them."""

    secret: str
    open: Callable[[Callable[[dict[str, Any]], Awaitable[bool]]], None]


@dataclass(frozen=True, slots=True)
class BotDependencies:
    """What conversations need.

    `report` is called with the bot's state, `on_recovery` when Telegram answers again; `webhook` is None when it polls.
    """

    services: Services
    staff_chat: StaffChat
    base_url: str
    pictures: Path
    uploads: Path
    """The folder of uploaded pictures."""
    report: Callable[[str], None]
    on_recovery: Callable[[], None]
    webhook: Webhook | None


class TelegramBot:
    def __init__(self, token: str, api_url: str, limits: Limits | None) -> None:
        self._bot = open_bot(token, api_url)
        self.rate_limiter = RateLimiter(limits or Limits())
        """Shared by the outbox and the conversations."""

    def messenger(self) -> TelegramMessenger:
        return TelegramMessenger(self._bot)

    def renderer(self, texts: Texts) -> TelegramRenderer:
        return TelegramRenderer(texts, redrawn_screen)

    async def converse(self, dependencies: BotDependencies) -> None:
        """Run until cancelled, or until the token is refused."""
        links = Links(dependencies.base_url)
        services, staff_chat = dependencies.services, dependencies.staff_chat
        async with Replies(self.rate_limiter, services.clock) as replies:
            pictures = Pictures(dependencies.pictures, dependencies.uploads, services.photos)
            runner = BotRunner(
                self._bot,
                services.clock,
                partial(build_dispatcher, services, staff_chat, links, pictures, replies),
                services.texts,
                links,
                staff_chat,
                dependencies.report,
                dependencies.on_recovery,
                services.sign_in_codes.store_bot_name,
            )
            if dependencies.webhook is None:
                await runner.poll()
            else:
                dependencies.webhook.open(runner.receive)
                await runner.set_webhook(dependencies.webhook.secret)
                await asyncio.Event().wait()  # replies are sent from here

    async def close(self) -> None:
        await self._bot.session.close()
