"""Ingredients: the ones that run low, and corrections after a count."""

from typing import Any

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, page_of, paging_row, rows_of
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.telegram.callbacks import StockAct, StockCallback
from cafe.bot.telegram.limits import LABEL_WITH_NUMBERS
from cafe.core.catalogue.stock.model import Ingredient, StockLevel
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.phrases import format_phrases
from cafe.core.messages.notifications.wording import unit_phrase
from cafe.core.messages.outbox.port import Button

PAGE = 20
MAX_STOCK = 10**12


def router() -> Router:
    router = Router(name="stock")
    on(router.message, show_low, Command("stock"))
    on_callback(router, turn_page, StockCallback, F.act.in_({StockAct.LOW, StockAct.ALL}))
    on_callback(router, ask_amount, StockCallback, F.act == StockAct.SET)
    router.message.register(take_amount, Answers(Question.STOCK))
    return router


async def show_low(conversation: Conversation) -> None:
    """Show the ingredients that run low."""
    await _show(conversation, StockAct.LOW, 0)


async def turn_page(callback_data: StockCallback, conversation: Conversation) -> None:
    await _show(conversation, callback_data.act, callback_data.id)


async def ask_amount(callback_data: StockCallback, conversation: Conversation) -> None:
    """Ask how much of an ingredient there is."""
    say, services = conversation.say, conversation.services
    levels = await services.inventory.list_levels()
    level = next((level for level in levels if level.ingredient.id == callback_data.id), None)
    if level is None:
        await conversation.view.answer(say("press-outdated"), is_alert=True)
        return
    question = say.html("stock-ask", **_told(services.texts, level))
    await ask(conversation, question, Question.STOCK, ingredient=level.ingredient.id)


async def take_amount(message: Message, about: dict[str, Any], conversation: Conversation) -> None:
    """Store the amount that was counted."""
    say, services = conversation.say, conversation.services
    digits = (message.text or "").replace(" ", "")
    if not (digits.isascii() and digits.isdecimal() and int(digits) <= MAX_STOCK):
        await ask(conversation, say.html("stock-number"), Question.STOCK, ingredient=about["ingredient"])
        return
    level = await services.inventory.correct(int(about["ingredient"]), int(digits), conversation.author)
    text = say.html("stock-set", **_told(services.texts, level))
    await conversation.view.send(Screen(text, ((_button_to(say, StockAct.LOW),),)))


def _told(texts: Texts, level: StockLevel) -> dict[str, str | int]:
    """Return the values of an ingredient's texts: the stock on the shelf, and the part reserved by orders."""
    ingredient = level.ingredient
    unit = _unit(texts, ingredient)
    return {"name": ingredient.name, "shelf": level.shelf, "held": level.held, "unit": unit}


async def _show(conversation: Conversation, act: StockAct, page: int) -> None:
    """Show a page of the ingredients that run low, or of all."""
    say, inventory = conversation.say, conversation.services.inventory
    is_low = act is StockAct.LOW
    ingredients = await (inventory.list_low() if is_low else inventory.list_all())
    shown, page = page_of(ingredients, page, PAGE)
    buttons = [_button(say, conversation.services.texts, ingredient) for ingredient in shown]
    paging = paging_row(len(ingredients), page, lambda page: StockCallback(act=act, id=page), PAGE)
    other = _button_to(say, StockAct.ALL if is_low else StockAct.LOW)
    text = "stock-all" if not is_low else "stock-low" if ingredients else "stock-fine"
    await conversation.view.show(Screen(say.html(text), (*rows_of(buttons, 1), *paging, (other,))))


def _button_to(say: Translator, act: StockAct) -> Button:
    return button(say(f"button-stock-{act}"), StockCallback(act=act))


def _unit(texts: Texts, ingredient: Ingredient) -> str:
    return format_phrases(texts, Locale.UK, [unit_phrase(ingredient.unit)])


def _button(say: Translator, texts: Texts, ingredient: Ingredient) -> Button:
    label = say(
        "stock-label",
        mark="📉" if ingredient.stock < ingredient.low_stock else "▫️",
        name=clipped(ingredient.name, LABEL_WITH_NUMBERS),
        stock=ingredient.stock,
        unit=_unit(texts, ingredient),
        low=ingredient.low_stock,
    )
    return button(label, StockCallback(act=StockAct.SET, id=ingredient.id))
