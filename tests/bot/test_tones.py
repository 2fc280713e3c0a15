"""Buttons in colour: what is usual, what ends well, what cannot be taken back; and which news make a sound."""

from itertools import pairwise

import pytest

from cafe.core.kernel.ids import OrderId
from cafe.core.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse
from tests.fakes.telegram import Message


def tones(message: Message) -> dict[str, str]:
    """The labels of a message's coloured buttons, without their signs."""
    buttons = [button for row in message.inline for button in row]
    return {button["text"].split(" ", 1)[1]: button["style"] for button in buttons if "style" in button}


async def test_the_staff_s_card_and_the_guest_s_screens(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Вітаємо")])
    await cafe.in_mini_app(olha).places("latte")
    card = await taras.sees("№1", "Нове")
    assert tones(card) == {"Прийняти": "primary", "Скасувати": "danger"}
    await converse(olha, [("/orders", "Ваші замовлення"), ("[№1", "Замовлення №1", "[❌ Скасувати]")])
    assert tones(olha.last) == {"Скасувати": "danger"}
    await converse(olha, [("[❌ Скасувати]", "Скасувати замовлення")])
    assert tones(olha.last) == {"Так, скасувати": "danger"}
    await cafe.in_mini_app(olha).adds("latte")
    await converse(olha, [("/cart", "Ваш кошик")])
    assert tones(olha.last) == {"Оформити замовлення": "success"}


@pytest.mark.parametrize(
    ("kind", "loud"),
    [("delivery", ["прийнято", "в дорозі"]), ("pickup", ["прийнято", "чекаємо на вас"])],
)
async def test_a_sound_is_for_what_a_guest_waits_for(cafe: ChatCafe, kind: str, loud: list[str]) -> None:
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    placed = await cafe.in_mini_app(olha).places("borscht", "latte", kind=kind)
    await olha.sees("Дякуємо за замовлення")
    way = ["new", "confirmed", "cooking", "ready", *(["courier"] if kind == "delivery" else []), "completed"]
    for seen, to in pairwise(way):
        await cafe.cafe.app.services.staff_orders.advance(
            OrderId(placed["order_id"]), OrderStatus(seen), OrderStatus(to), "Тарас"
        )
        cafe.clock.advance(seconds=10)
    await olha.sees("Смачного")
    told = [call.params for call in cafe.telegram.calls_of("sendMessage") if call.params["chat_id"] == "501"][2:]
    assert len(told) == len(way) - 1
    with_sound = [params["text"] for params in told if not params.get("disable_notification")]
    assert len(with_sound) == len(loud)
    assert all(part in text for part, text in zip(loud, with_sound, strict=True))
