"""Ingredients: what runs low, and correcting what was counted."""

from aiogram import F, Router
from aiogram.filters import Command, StateFilter
from aiogram.fsm.context import FSMContext
from aiogram.types import Message

from cafe.bot.dialogs import QUESTION, Asking, Replies
from cafe.bot.keyboards import rows_of
from cafe.bot.presses import StockPress
from cafe.bot.routing import on
from cafe.bot.speech import Speech, clipped
from cafe.bot.view import Screen, View
from cafe.core.ports import Button
from cafe.core.services import Services
from cafe.core.store.stock import Ingredient

LABEL = 30
MOST = 60
MAX_STOCK = 10**12


def router() -> Router:
    """Build the handlers."""
    router = Router(name="stock")
    on(router.message, show, Command("stock"))
    on(router.callback_query, show, StockPress.filter(F.act == "low"))
    on(router.callback_query, show_all, StockPress.filter(F.act == "all"))
    on(router.callback_query, ask, StockPress.filter(F.act == "set"))
    on(router.message, take, StateFilter(Asking.stock), Replies())
    return router


async def show(view: View, say: Speech, services: Services) -> None:
    """`/stock`: the ingredients under their mark."""
    low = await services.inventory.list_low()
    rest = (Button(say("button-stock-all"), StockPress(act="all").pack()),)
    text = say.html("stock-low" if low else "stock-fine")
    await view.show(Screen(text, (*rows_of(_buttons(say, low), 1), rest)))


async def show_all(view: View, say: Speech, services: Services) -> None:
    """Every ingredient."""
    ingredients = await services.inventory.list_all()
    back = (Button(say("button-stock-low"), StockPress(act="low").pack()),)
    await view.show(Screen(say.html("stock-all"), (*rows_of(_buttons(say, ingredients), 1), back)))


async def ask(callback_data: StockPress, view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """How much there is, written as a reply."""
    found = [one for one in await services.inventory.list_all() if one.id == callback_data.id]
    if not found:
        await view.answer(say("press-outdated"), is_alert=True)
        return
    one = found[0]
    question = await view.ask_for_reply(say.html("stock-ask", name=one.name, stock=one.stock, unit=one.unit))
    await state.set_state(Asking.stock)
    await state.update_data({"stock": one.id, QUESTION: question})


async def take(said: Message, view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """What was counted."""
    words = (said.text or "").replace(" ", "")
    if not (words.isascii() and words.isdecimal() and int(words) <= MAX_STOCK):
        await state.update_data({QUESTION: await view.ask_for_reply(say.html("stock-number"))})
        return
    ingredient_id = (await state.get_data()).get("stock")
    await state.set_state(None)
    await state.update_data({"stock": None, QUESTION: None})
    if isinstance(ingredient_id, int):
        ingredient = await services.inventory.correct(ingredient_id, int(words))
        text = say.html("stock-set", name=ingredient.name, stock=ingredient.stock, unit=ingredient.unit)
        await view.send(Screen(text, ((Button(say("button-stock-low"), StockPress(act="low").pack()),),)))


def _buttons(say: Speech, ingredients: list[Ingredient]) -> list[Button]:
    return [
        Button(
            say(
                "stock-label",
                mark="📉" if one.stock < one.low_stock else "▫️",
                name=clipped(one.name, LABEL),
                stock=one.stock,
                unit=one.unit,
                low=one.low_stock,
            ),
            StockPress(act="set", id=one.id).pack(),
        )
        for one in ingredients[:MOST]
    ]
