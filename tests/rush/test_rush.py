"""The rush stays playable: a tiny one from its first order to its last, and what it measures by."""

import asyncio
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.fakes.telegram import FakeTelegram
from tests.rush.chat import lines_of, lines_to_scroll, read_card
from tests.rush.pace import QuickLoop
from tests.rush.plan import Outage, Plan, make_dark, make_deliveries, make_plan
from tests.rush.play import Stand, at_the_screen, in_the_chat, play
from tests.rush.report import report
from tests.rush.screen import read_order
from tests.rush.station import Stage, Ticket

CARD = "№{} · 🥡 Самовивіз · {}\n🕒 12:31\n⏰ Забере о 12:41\n\n2 × Лате — 170 ₴\n1 × Борщ — 145 ₴"
BUTTON = [[{"text": "❌ Скасувати", "callback_data": "card:cancel:1:new:"}]]


@pytest.mark.parametrize("kitchen", [at_the_screen, in_the_chat])
def test_a_tiny_rush_is_played_to_its_end(kitchen: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    plan = make_plan(seed=3, orders=3, walk_ins=1, seconds=30)
    soon = [replace(wish, kind="dine-in", later=None, cancels_after=None) for wish in plan.wishes]
    soon[0] = replace(soon[0], changes_after=0)
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        played = runner.run(play(Plan(tuple(soon), plan.walk_ins), 3, speed=60, kitchen=kitchen))
    text = report(played)
    assert not played.unfinished, text
    assert not played.wrong, text
    assert played.changed == 1, text
    assert len(played.to_shown) == len(played.to_seen) == len(played.orders) == 4, text
    assert len(played.sent) >= 5, text
    assert len(played.to_paper) >= 3, text
    assert "on paper after" in text
    assert max(sample.lines for sample in played.samples) > 10, text
    assert "4, 1 of them walk-ins" in text
    assert "compressed 60 times" in text
    assert ("the kitchen screen" in text) is (kitchen is at_the_screen)
    assert not capsys.readouterr().err


def test_tiny_deliveries_are_brought_by_couriers() -> None:
    plan = make_deliveries(seed=3, orders=4, couriers=2, seconds=30)
    plan = replace(plan, wishes=tuple(replace(wish, cancels_after=None) for wish in plan.wishes))
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        played = runner.run(play(plan, 3, speed=60))
    text = report(played)
    assert not played.unfinished, text
    assert not played.wrong, text
    assert [row["status"] for row in played.orders] == ["completed"] * 4, text
    assert len(played.taps) == 4, text
    assert min(played.taps) >= 4, text
    assert len(played.to_couriers) == 2
    assert "taps of couriers" in text


def test_a_tiny_rush_goes_on_without_light_and_net() -> None:
    plan = make_dark(seed=3, orders=4, walk_ins=1, outage=Outage(light_at=8, net_at=12, back_at=40), seconds=30)
    plan = replace(plan, wishes=tuple(replace(wish, cancels_after=None) for wish in plan.wishes), walk_ins=(20,))
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        played = runner.run(play(plan, 3, speed=60))
    text = report(played)
    assert not played.unfinished, text
    assert not played.wrong, text
    assert played.kept is not None
    assert played.kept.sales == 1, text
    assert len(played.orders) == 5, text
    assert "without net        " in text


def test_an_order_that_is_not_over_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.rush.play.LONGEST", timedelta())
    wish = replace(make_plan(3, 1, 0, seconds=1).wishes[0], kind="dine-in", cancels_after=None)
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        played = runner.run(play(Plan((wish,), ()), 3, speed=60))
    [unfinished] = played.unfinished
    assert unfinished.startswith("№1 ")
    assert f"NOT OVER           {unfinished}" in report(played)


def test_waiting_is_compressed_and_computing_is_not() -> None:
    async def measure() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, QuickLoop)
        loop.run_at(60)
        began = loop.time()
        await asyncio.sleep(30)
        slept, began = loop.time() - began, loop.time()
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
        return slept, loop.time() - began

    began = time.monotonic()
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        slept, computed = runner.run(measure())
    assert 30 <= slept < 31
    assert 0.2 <= computed < 5
    assert time.monotonic() - began < 15


def test_a_seed_always_gives_the_same_rush() -> None:
    plan = make_plan(7, 40, 4)
    assert plan == make_plan(7, 40, 4) != make_plan(8, 40, 4)
    assert (len(plan.wishes), len(plan.walk_ins)) == (40, 4)
    assert {wish.kind for wish in plan.wishes} == {"pickup", "dine-in", "delivery"}
    assert len({wish.door for wish in plan.wishes}) == 3
    for asked in ("later", "cancels_after", "pays_after", "changes_after"):
        assert any(getattr(wish, asked) is not None for wish in plan.wishes), asked
    assert any(line.options for wish in plan.wishes for line in wish.lines)
    assert any(line.note for wish in plan.wishes for line in wish.lines)


def test_the_screen_is_read_as_people_read_it() -> None:
    order = {
        "number": "№5",
        "order_type": "dine_in",
        "status": "confirmed",
        "due": "2026-06-15T12:45",
        "is_promised": False,
        "is_scheduled": False,
        "lines": [{"quantity": 2}, {"quantity": 1}],
    }
    assert read_order(order) == Ticket("№5", Stage.ACCEPTED, "dine-in", 3, "", is_promised=False)
    promised = order | {"status": "courier", "order_type": "delivery", "is_promised": True}
    assert read_order(promised) == Ticket("№5", Stage.ON_ITS_WAY, "delivery", 3, "12:45", is_promised=True)


async def test_lines_are_counted_as_a_phone_shows_them(telegram: FakeTelegram) -> None:
    chat, world = telegram.group(-100200), telegram.world
    world.add_message(chat, world.me, text="старе")
    board = world.add_message(chat, world.me, text="дошка", inline=[*BUTTON, *BUTTON])
    done = world.add_message(chat, world.me, text=CARD.format(1, "Видано"))
    assert lines_to_scroll(chat) == 0, "nothing waits, and nothing is pinned"
    card = world.add_message(chat, world.me, text=CARD.format(2, "Готується"), inline=BUTTON)
    assert read_card(done) is None
    assert read_card(card) == Ticket("№2", Stage.COOKING, "pickup", 3, "12:41", is_promised=False)
    assert lines_of(card) == lines_to_scroll(chat) == 7
    long = world.add_message(chat, world.me, text="слово " * 12)
    assert lines_of(long) == 2
    telegram.api.call("pinChatMessage", {"chat_id": chat.id, "message_id": board.message_id})
    assert lines_to_scroll(chat) == 3 + 6 + 7 + 2
