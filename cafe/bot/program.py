"""The bot as a part of the program: put together, and run in the configured way."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiogram import Bot

from cafe.bot.dispatcher import build_dispatcher
from cafe.bot.links import Links
from cafe.bot.pictures import Pictures
from cafe.bot.running import BotRunner
from cafe.core.ports import Database
from cafe.core.services import Services
from cafe.core.staff_chat import StaffChat


@dataclass(frozen=True, slots=True)
class BotSurroundings:
    """What the bot is given. `report` hears how the bot is; `webhook` is None when it polls."""

    services: Services
    database: Database
    staff_chat: StaffChat
    base_url: Callable[[], str]
    pictures: Path
    report: Callable[[str], None]
    webhook: "Webhook | None"


@dataclass(frozen=True, slots=True)
class Webhook:
    """How updates come in: the secret that they carry, and where to say who takes them."""

    secret: str
    open: Callable[[Callable[[dict[str, Any]], Awaitable[None]]], None]


async def run_bot(bot: Bot, around: BotSurroundings) -> None:
    """Converse until cancelled; with a webhook, return once the platform knows of it."""
    links = Links(around.base_url)
    services = around.services
    dispatcher = build_dispatcher(services, around.database, around.staff_chat, links, Pictures(around.pictures))
    runner = BotRunner(bot, dispatcher, services.texts, links, around.staff_chat, around.report)
    if around.webhook is None:
        await runner.poll()
    else:
        around.webhook.open(runner.take)
        await runner.listen(around.webhook.secret)
