"""What the staff are reminded of with orders for later."""

from datetime import UTC, datetime

import pytest

from tests.bot.conversation import ChatCafe, converse, eventually
from tests.bot.test_reminders import nothing_new
from tests.web.later import orders_for


@pytest.fixture
async def cafe(cafe: ChatCafe) -> ChatCafe:
    """A cafe that takes orders until tomorrow; it is Monday, 15 June 2026, noon."""
    await cafe.cafe.configure(schedule_days=1, prep_minutes=30)
    return cafe


async def places(cafe: ChatCafe, at: str, kind: str = "pickup", person: int = 601) -> None:
    answer = await orders_for(cafe.in_mini_app(cafe.customer(person)), at, kind=kind)
    assert answer.status == 201, answer


@pytest.mark.parametrize(("kind", "words"), [("pickup", "Самовивіз"), ("delivery", "Доставка")])
async def test_it_is_brought_up_when_it_is_time_to_begin(cafe: ChatCafe, kind: str, words: str) -> None:
    taras = cafe.staff()
    await places(cafe, "2026-06-15T14:30", kind)
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    cafe.clock.advance(minutes=119)  # 13:59
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Час починати: має бути готове за 30 хв", f"{words} · Прийнято", "🗓 На 15.06 14:30")
    await eventually(lambda: len(taras.inbox) == 1)
    cafe.clock.advance(minutes=34)  # 14:34
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Запізнюється вже на 5 хв")


async def test_what_is_being_made_is_not_brought_up(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await places(cafe, "2026-06-15T14:30", "delivery")
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято"), ("[👩‍🍳 Готується]", "Готується")])
    cafe.clock.advance(minutes=130)
    await nothing_new(taras)


async def test_one_for_tomorrow_is_to_be_accepted_like_any(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await places(cafe, "2026-06-16T14:30")
    await taras.sees("№1", "Нове")
    cafe.clock.advance(minutes=3)
    await taras.sees("Ніхто не прийняв, чекає вже 3 хв")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    cafe.clock.advance(hours=6)
    await nothing_new(taras)


async def test_what_had_to_be_begun_while_closed_is_listed_at_opening(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await places(cafe, "2026-06-16T08:15")
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    await places(cafe, "2026-06-16T10:00", person=602)
    await taras.sees("№2", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    cafe.clock.moment = datetime(2026, 6, 16, 4, 50, tzinfo=UTC)  # 07:50
    await nothing_new(taras)
    cafe.clock.advance(minutes=10)  # 08:00
    await taras.sees("Відкриваємося. Чекає 1 замовлення", "№1 · 🥡 Самовивіз · Прийнято", "[№1]")
    await nothing_new(taras)
    assert not any("Час починати" in message.text for message in taras.inbox), "it is in the list"
    cafe.clock.advance(minutes=20)  # 08:20
    await taras.sees("Запізнюється вже на 5 хв", "№1")
    cafe.clock.advance(minutes=70)  # 09:30
    await taras.sees("Час починати: має бути готове за 30 хв", "№2")
