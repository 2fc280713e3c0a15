"""Orders for later, as the chats show them."""

import pytest

from tests.bot.conversation import ChatCafe, converse
from tests.web.later import orders_for

TOMORROW = "2026-06-16T18:30"


@pytest.mark.parametrize(("kind", "words"), [("pickup", "Самовивіз"), ("delivery", "Доставка")])
async def test_the_card_tells_for_when_an_order_is(cafe: ChatCafe, kind: str, words: str) -> None:
    await cafe.cafe.configure(schedule_days=2)
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Меню")])
    answer = await orders_for(cafe.in_mini_app(olha), TOMORROW, kind=kind)
    assert answer.status == 201, answer
    await taras.sees(f"{words} · Нове", "🗓 На 16.06 18:30")
    assert "Забере о" not in taras.last.picture
    await olha.sees("[📋 Деталі]")
    await converse(olha, [("[📋 Деталі]", "🗓 На 16.06 18:30", words)])


async def test_an_order_for_now_tells_no_day(cafe: ChatCafe) -> None:
    await cafe.in_mini_app(cafe.customer()).places()
    await cafe.staff().sees("⏰ Забере о 14:30")
    assert "🗓" not in cafe.staff().last.picture
