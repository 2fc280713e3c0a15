"""What the platform is told at a stop: the updates that were handled, and no others."""

import asyncio
from typing import Any, cast

import pytest
from aiogram.types import Update

from cafe.bot.polling import BotRunner
from cafe.bot.telegram.updates import GetRawUpdates
from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.texts import read_texts
from tests.bot.conversation import eventually


class Platform:
    """The Bot API as the runner calls it: one batch of updates, then silence."""

    def __init__(self, count: int) -> None:
        self.batch = [update(number) for number in range(1, count + 1)]
        self.offsets: list[int | None] = []

    async def __call__(self, request: GetRawUpdates, **_: Any) -> list[Any]:
        self.offsets.append(request.offset)
        if request.offset is None:
            return self.batch
        await asyncio.sleep(request.timeout or 0)
        return []

    async def get_me(self) -> Any:
        return Update.model_validate(update(0)).message.from_user  # type: ignore[union-attr]

    async def delete_webhook(self) -> None:
        pass


class Kitchen:
    """Handles updates at once, but for one that never ends."""

    def __init__(self, endless: int) -> None:
        self.endless = endless
        self.handled: list[int] = []

    async def feed_update(self, _: object, fed: Update) -> None:
        if fed.update_id == self.endless:
            await asyncio.Event().wait()
        self.handled.append(fed.update_id)


def update(number: int) -> dict[str, Any]:
    chat = {"id": 5, "type": "private", "first_name": "Оля"}
    person = {"id": 5, "is_bot": False, "first_name": "Оля"}
    return {"update_id": number, "message": {"message_id": 1, "date": 1, "chat": chat, "from": person, "text": "x"}}


@pytest.mark.parametrize(("endless", "told"), [(3, 3), (0, 6)])
async def test_only_what_was_handled_is_confirmed(monkeypatch: pytest.MonkeyPatch, endless: int, told: int) -> None:
    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr("cafe.bot.polling.set_commands", nothing)
    monkeypatch.setattr("cafe.bot.polling.FINISH_SECONDS", 0.1)
    platform, kitchen = Platform(5), Kitchen(endless)
    chat = cast("Any", type("StaffChat", (), {"current": nothing})())
    links = cast("Any", None)
    runner = BotRunner(
        cast("Any", platform),
        SYSTEM_CLOCK,
        lambda: cast("Any", kitchen),
        read_texts(),
        links,
        chat,
        lambda _: None,
        lambda: None,
        nothing,
    )
    polling = asyncio.ensure_future(runner.poll())
    await eventually(lambda: len(kitchen.handled) == 5 - (endless > 0))
    polling.cancel()
    await asyncio.gather(polling, return_exceptions=True)
    assert kitchen.handled == [number for number in range(1, 6) if number != endless]
    assert platform.offsets[-1] == told
