"""The stop-list: a category, a dish, and a button to switch it."""

from datetime import datetime

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.notifications.html import day_and_time
from cafe.bot.staff.option_stops import group_buttons
from cafe.bot.telegram.callbacks import StopAct, StopCallback
from cafe.bot.telegram.limits import LABEL
from cafe.core.availability.stop_list import OptionStops, StopListPage, StopListService
from cafe.core.kernel.errors import ProductNotFoundError
from cafe.core.kernel.locale import Locale
from cafe.core.menu.model import Product
from cafe.core.snapshot.model import FOREVER

LISTED = 80
"""Dishes of a category that fit under one message."""
MARKS = {"stop-state-on": "🟢", "stop-state-today": "🌙", "stop-state-off": "⛔️"}


def router() -> Router:
    router = Router(name="stop-list")
    on(router.message, show_categories, Command("stop"))
    on(router.callback_query, show_categories, StopCallback.filter(F.act == StopAct.CATEGORIES))
    on_callback(router, show_category, StopCallback, F.act == StopAct.CATEGORY)
    on_callback(router, show_dish, StopCallback, F.act == StopAct.DISH)
    on_callback(router, switch, StopCallback, F.act.in_({StopAct.STOP, StopAct.STOP_TODAY, StopAct.OFFER}))
    return router


async def show_categories(conversation: Conversation) -> None:
    stop_list = conversation.services.stop_list
    pages, stops = await stop_list.list_pages(), await stop_list.list_groups()
    await conversation.view.show(categories_screen(conversation.say, pages, stops))


async def show_category(callback_data: StopCallback, conversation: Conversation) -> None:
    page = await conversation.services.stop_list.get_page(callback_data.id)
    if page is None:
        await _show_changed_menu(conversation)
    else:
        await conversation.view.show(page_screen(conversation.say, page))


async def show_dish(callback_data: StopCallback, conversation: Conversation) -> None:
    """Ask how to switch a dish."""
    pages = await conversation.services.stop_list.list_pages()
    found = next(((page, dish) for page in pages for dish in page.products if dish.id == callback_data.id), None)
    if found is None:
        await _show_changed_menu(conversation)
    else:
        await conversation.view.show(dish_screen(conversation.say, *found))


async def switch(callback_data: StopCallback, conversation: Conversation) -> None:
    say, view, stop_list = conversation.say, conversation.view, conversation.services.stop_list
    try:
        product = await _switch(stop_list, callback_data.act, callback_data.id)
    except ProductNotFoundError:
        await view.answer(say("menu-changed"), is_alert=True)
        return
    await view.answer(_switched(conversation, callback_data.act, product))
    page = await stop_list.get_page(product.category_id)
    if page is not None:
        await view.show(page_screen(say, page))


def _switched(conversation: Conversation, act: StopAct, product: Product) -> str:
    say, zone = conversation.say, conversation.services.settings.current.zone
    if act is StopAct.STOP_TODAY:
        until = datetime.fromtimestamp(product.stopped_until, zone)
        return say("stop-today", name=product.name_uk, time=day_and_time(until, zone))
    return say("stop-off" if act is StopAct.STOP else "stop-on", name=product.name_uk)


async def _switch(stop_list: StopListService, act: StopAct, product_id: int) -> Product:
    if act is StopAct.OFFER:
        return await stop_list.offer(product_id)
    return await stop_list.stop(product_id, until_opening=act is StopAct.STOP_TODAY)


async def _show_changed_menu(conversation: Conversation) -> None:
    await conversation.view.answer(conversation.say("menu-changed"))
    await show_categories(conversation)


def categories_screen(say: Translator, pages: list[StopListPage], stops: OptionStops) -> Screen:
    """Show the categories with how many of their dishes are off, and the groups of options likewise."""
    buttons = [
        button(
            f"⛔️ {page.stopped} · {page.category.name_uk}" if page.stopped else page.category.name_uk,
            StopCallback(act=StopAct.CATEGORY, id=page.category.id),
        )
        for page in pages
    ]
    return Screen(say.html("stop-title"), (*rows_of(buttons, 2), *rows_of(group_buttons(say, stops), 2)))


def page_screen(say: Translator, page: StopListPage) -> Screen:
    """Show a category's dishes and which of them are off."""
    buttons = [
        button(
            f"{MARKS[_state(page, dish)]} {clipped(dish.name(Locale.UK), LABEL)}",
            StopCallback(act=StopAct.DISH, id=dish.id),
        )
        for dish in page.products[:LISTED]
    ]
    back = button(say("button-back"), StopCallback(act=StopAct.CATEGORIES))
    return Screen(say.html("stop-category", name=page.category.name_uk), (*rows_of(buttons, 1), (back,)))


def dish_screen(say: Translator, page: StopListPage, dish: Product) -> Screen:
    """Show whether a dish is off, and how it can be switched."""
    acts = [StopAct.OFFER] if page.is_stopped(dish) else [StopAct.STOP_TODAY, StopAct.STOP]
    buttons = [button(say(f"button-stop-{act}"), StopCallback(act=act, id=dish.id)) for act in acts]
    back = button(say("button-back"), StopCallback(act=StopAct.CATEGORY, id=page.category.id))
    text = say.html("stop-dish", name=dish.name_uk, state=say(_state(page, dish)))
    return Screen(text, (*rows_of(buttons, 1), (back,)))


def _state(page: StopListPage, dish: Product) -> str:
    if not page.is_stopped(dish):
        return "stop-state-on"
    return "stop-state-off" if dish.stopped_until >= FOREVER else "stop-state-today"
