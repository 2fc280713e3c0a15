"""What runs in the background, when the program stops."""

import asyncio
import threading

import pytest

from cafe import background
from cafe.background import CurrentBot


@pytest.mark.real_time  # a thread that hangs would hold virtual time for ever
async def test_a_stop_does_not_wait_for_the_bot_that_still_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    began, may_end = threading.Event(), threading.Event()

    def load() -> None:
        began.set()
        may_end.wait(30)

    monkeypatch.setattr(background, "_import_bot", load)
    try:
        async with asyncio.timeout(10):
            async with CurrentBot("http://127.0.0.1:9") as current:
                bot = await current.use("42:TEST")
                assert bot is not None
                wanted = asyncio.create_task(bot.get())
                while not began.is_set():  # noqa: ASYNC110 - a thread sends no events
                    await asyncio.sleep(0.01)
            with pytest.raises(asyncio.CancelledError):
                await wanted
    finally:
        may_end.set()
