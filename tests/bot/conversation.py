"""Conversations with the running bot, written as tables: what a person does, what then appears in their chat.

A turn is `(act, sights…)`. An act is a text to send, `[label]` or a part `[lab` of it to press a button, `(number)` to
share one's own contact.
A sight is a part of one message, new or changed since the act; all sights of a turn are in the same message.
`(text)` is a short answer to a pressed button.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cafe.core.kernel.locale import FOLDER as LOCALES
from tests.driver import Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.telegram import Chat, FakeTelegram, Message, Seat

STAFF = -1001234567000

Turn = tuple[str, ...]


def is_board(message: Message) -> bool:
    """Whether this is the board, and not one that somebody asked for, which has buttons."""
    return message.text.startswith("📋") and not message.inline


class StaffSeat(Seat):
    """One of the staff in their chat, where the board stands apart from what is said."""

    @property
    def inbox(self) -> list[Message]:
        """The bot's messages but the board."""
        return [message for message in super().inbox if not is_board(message)]

    @property
    def boards(self) -> list[Message]:
        return [message for message in super().inbox if is_board(message)]

    async def sees_board(self, *parts: str, seconds: float = 30) -> Message:
        """Wait until the board has all these parts."""
        found = await self.world.wait_for(lambda: self._seen(self.boards, parts), seconds)
        if found is None:
            raise AssertionError(f"not on the board: {parts}\n{self.chat.transcript()}")
        return found


@dataclass(slots=True)
class ChatCafe:
    """A running cafe whose bot talks to a fake Telegram."""

    cafe: Cafe
    telegram: FakeTelegram
    staff_chat: Chat

    @property
    def clock(self) -> FakeClock:
        return self.cafe.clock

    def customer(self, user_id: int = 501, name: str = "Оля", language: str = "uk") -> Seat:
        return self.telegram.person(user_id, name, language=language)

    def staff(self, user_id: int = 701, name: str = "Тарас") -> StaffSeat:
        """One of the staff, in the staff's chat."""
        person = self.telegram.person(user_id, name)
        return StaffSeat(person.world, person.user, self.staff_chat)

    def in_mini_app(self, seat: Seat) -> Visitor:
        """The same person in the mini-app."""
        user = seat.user
        return self.cafe.person(user["id"], first_name=user["first_name"], language_code=user["language_code"])


@asynccontextmanager
async def open_chat_cafe(
    folder: Path, telegram: FakeTelegram, *, locales: Path = LOCALES, **changes: Any
) -> AsyncIterator[ChatCafe]:
    """Run the cafe over the database in `folder`, and wait until its bot is there."""
    staff_chat = telegram.group(STAFF)
    config = config_for(folder, bot_api_url=telegram.url, **{"staff_chat_id": STAFF, **changes})
    async with open_cafe(config, catalogue=None, locales=locales) as cafe:
        before = len(telegram.calls_of("setChatMenuButton"))
        found = await telegram.world.wait_for(
            lambda: True if len(telegram.calls_of("setChatMenuButton")) > before or before else None, 20
        )
        assert found, "the bot did not come up"
        yield ChatCafe(cafe, telegram, staff_chat)


async def eventually(is_so: Callable[[], bool | Awaitable[bool]], seconds: float = 30) -> None:
    """Wait until something is so that nobody tells of."""
    async with asyncio.timeout(seconds):
        while True:
            answer = is_so()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(0.05)


async def converse(seat: Seat, turns: Iterable[Turn], seconds: float = 30) -> None:
    """Have a conversation; each turn must show what it promises."""
    for act, *sights in turns:
        await do(seat, act)
        toasts = [sight[1:-1] for sight in sights if sight.startswith("(")]
        parts = [sight for sight in sights if not sight.startswith("(")]
        try:
            if toasts:
                await seat.sees_toast(*toasts, seconds=seconds)
            if parts:
                await seat.sees(*parts, seconds=seconds)
        except AssertionError as error:
            raise AssertionError(f"after {act!r}: {error}") from None


async def do(seat: Seat, act: str) -> None:
    """One act of a turn."""
    if act.startswith("["):
        await seat.press(act.strip("[]"))
    elif act.startswith("("):
        await seat.share_contact(act[1:-1])
    else:
        await seat.send(act)
