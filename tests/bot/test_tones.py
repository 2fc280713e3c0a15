"""Buttons in colour: what is usual, what ends well, what cannot be taken back; and which news make a sound."""

from functools import partial
from itertools import pairwise

import pytest

from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse, eventually
from tests.fakes.telegram import Message, Seat


def is_all(seat: Seat, before: int, message: Message) -> bool:
    """Whether a message is all that stands in a chat beside what stood there before."""
    return seat.inbox[before:] == [message]


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


@pytest.mark.parametrize(("kind", "loud"), [("delivery", "в дорозі"), ("pickup", "чекаємо на вас"), ("dine-in", None)])
async def test_one_message_shows_an_order_and_a_sound_is_for_getting_up(
    cafe: ChatCafe, kind: str, loud: str | None
) -> None:
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    before = len(olha.inbox)
    placed = await cafe.in_mini_app(olha).places("borscht", "latte", kind=kind)
    thanks = await olha.sees("Дякуємо за замовлення")
    words = {"confirmed": "прийнято", "cooking": "готується", "ready": "готове", "courier": "в дорозі"}
    way = ["new", "confirmed", "cooking", "ready", *(["courier"] if kind == "delivery" else []), "completed"]
    for seen, to in pairwise(way):
        await cafe.cafe.app.services.staff_orders.advance(
            OrderId(placed["order_id"]), OrderStatus(seen), OrderStatus(to), "Тарас"
        )
        cafe.clock.advance(seconds=10)
        shown = await olha.sees(words.get(to, "Смачного"))
        await eventually(partial(is_all, olha, before, shown))
    assert (shown is thanks) == (loud is None)
    told = [call.params for call in cafe.telegram.calls_of("sendMessage") if call.params["chat_id"] == "501"][before:]
    with_sound = [params["text"] for params in told if not params.get("disable_notification")]
    assert with_sound == [text["text"] for text in told]
    assert len(told) == (1 if loud is None else 2)
    assert loud is None or loud in told[-1]["text"]
