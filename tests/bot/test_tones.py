"""Buttons in colour: what is usually pressed, what ends well, what cannot be taken back."""

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
