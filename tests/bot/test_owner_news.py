"""The day's two lines and the alarms, in the own chat of who runs the cafe."""

import asyncio
from copy import copy
from datetime import timedelta

import pytest

from cafe.core.money.tills.model import MoveKind
from cafe.core.upkeep.checks.model import Finding
from cafe.core.upkeep.owner_news.service import OwnerNews
from tests.bot.conversation import ChatCafe, converse, eventually
from tests.bot.test_desk import IRYNA, hire
from tests.fakes.telegram.people import Seat


async def reader(cafe: ChatCafe) -> Seat:
    """A manager who has switched the news on."""
    await hire(cafe)
    iryna = cafe.customer(IRYNA, "Ірина")
    await converse(iryna, [("/desk", "[🔔 Щоденні"), ("[🔔", "(Щодня тут буде рядок", "[🔕 Щоденні")])
    return iryna


async def later(cafe: ChatCafe, **span: float) -> None:
    """Move the clock once everything is sent: what is queued for hours is an alarm of its own."""
    await none_left(cafe, "SELECT * FROM outbox WHERE state = 'queued'")
    cafe.clock.moment += timedelta(**span)


async def none_left(cafe: ChatCafe, sql: str) -> None:
    while await cafe.cafe.rows(sql):  # noqa: ASYNC110 - the database sends no events
        await asyncio.sleep(0.05)


def lines(seat: Seat, mark: str) -> list[str]:
    return [each.text for each in seat.inbox if mark in each.text]


async def test_a_line_in_the_evening_and_one_in_the_morning(cafe: ChatCafe) -> None:
    iryna = await reader(cafe)
    for _ in range(2):
        await cafe.in_mini_app(cafe.customer()).places("latte", "borscht", kind="dine-in")
    await later(cafe, hours=10)
    told = await iryna.sees("🌙 15.06")
    assert told.text == "🌙 15.06: 2 замовлення на 460 ₴.\nНайкраще йшло: Борщ × 2, Лате × 2."
    await later(cafe, minutes=2)
    await cafe.cafe.execute("UPDATE ingredients SET stock = 1, low_stock = 5 WHERE code = 'milk'")
    await later(cafe, hours=11)
    told = await iryna.sees("☀️ Доброго ранку!")
    assert told.text == "☀️ Доброго ранку! Учора: 2 замовлення на 460 ₴.\n📉 Закінчується: Молоко."
    for mark in "🌙", "☀️":
        assert len(lines(iryna, mark)) == 1


async def test_who_does_not_want_them_hears_nothing(cafe: ChatCafe) -> None:
    iryna = await reader(cafe)
    await converse(iryna, [("[🔕", "(Більше не надсилаю.)", "[🔔 Щоденні")])
    await hire(cafe, 602, "Олег")
    oleh = cafe.customer(602, "Олег")
    await converse(oleh, [("/desk", "[🔔 Щоденні"), ("[🔔", "[🔕 Щоденні")])
    await later(cafe, hours=10)
    await oleh.sees("🌙 15.06: замовлень не було.")
    assert lines(iryna, "🌙") == []


async def test_once_all_are_told_nothing_is_examined_any_more(cafe: ChatCafe, monkeypatch: pytest.MonkeyPatch) -> None:
    iryna = await reader(cafe)
    await later(cafe, hours=10)
    await iryna.sees("🌙 15.06")
    app, runs = cafe.cafe.app, []
    checks = copy(app.checks)  # the program's own loop may still be at it

    async def counted() -> list[Finding]:
        runs.append(cafe.clock.now())
        return await app.checks.run()

    monkeypatch.setattr(checks, "run", counted)
    services = app.services
    news = OwnerNews(app.database, cafe.clock, services.texts, services.day_summary, services.inventory, checks)
    for _ in range(4):
        await news.work()
        await later(cafe, minutes=2)
    assert len(runs) == 1, "for the alarms"


async def test_an_alarm_comes_once_until_all_is_well_again(cafe: ChatCafe) -> None:
    iryna = await reader(cafe)
    cafe.staff_chat.is_kicked = True
    await later(cafe, minutes=11)
    await iryna.sees("⚠️ Чат персоналу")
    await later(cafe, minutes=11)
    await converse(iryna, [("/desk", "кабінет")])
    cafe.staff_chat.is_kicked = False
    await later(cafe, minutes=11)
    await none_left(cafe, "SELECT * FROM staff_news WHERE subject LIKE 'check-%'")
    assert len(lines(iryna, "⚠️")) == 1
    cafe.staff_chat.is_kicked = True
    await later(cafe, minutes=11)
    await eventually(lambda: len(lines(iryna, "⚠️")) == 2)


async def test_a_cook_cannot_switch_them_on(cafe: ChatCafe) -> None:
    await hire(cafe, role="staff")
    cook = cafe.customer(IRYNA, "Ірина")
    await converse(cook, [("/desk", "/desk/#link=")])
    assert cook.last.buttons == []
    await cook.press_data("desk:news:0", on=cook.last)
    await cook.sees_toast("вже не діє")


async def test_a_closed_day_of_a_till_is_told(cafe: ChatCafe) -> None:
    iryna, tills = await reader(cafe), cafe.cafe.app.services.tills
    opening = await tills.count(None, {"100": 3}, "Ірина")
    await tills.open(opening.id, "", "Ірина")
    await tills.move(1, MoveKind.OUT, 50_50, "Молоко", "Ірина")
    closing = await tills.count(1, {"100": 2, "50": 1}, "Ірина")
    await tills.close(closing.id, "Решта гостю", "Ірина")
    told = await iryna.sees("🔒 Каса: день 1 (15.06) закрито, закриває Ірина.")
    assert told.text.splitlines()[1:] == [
        "Пораховано: 250 ₴ — зайвих 0.50 ₴ ⚠️ Решта гостю",
        "Готівка: 0 ₴, від кур’єрів: 0 ₴, термінал: 0 ₴, карткою: 0 ₴. Повернуто: 0 ₴.",
    ]
