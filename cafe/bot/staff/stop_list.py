"""The stop-list: a category, a dish, and a button to switch it."""

from collections.abc import Mapping
from datetime import datetime

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.staff.option_stops import group_buttons
from cafe.bot.telegram.callbacks import StopAct, StopCallback
from cafe.bot.telegram.limits import LABEL
from cafe.core.catalogue.availability.stop_list import OptionStops, StopListPage, StopSpan
from cafe.core.catalogue.menu.errors import ProductNotFoundError
from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.snapshot.model import FOREVER
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.values import day_and_time

LISTED = 80
"""Dishes of a category that fit under one message."""
SPANS: Mapping[StopAct, StopSpan] = {
    StopAct.STOP_HOUR: StopSpan.HOUR,
    StopAct.STOP_TODAY: StopSpan.UNTIL_OPENING,
    StopAct.STOP: StopSpan.UNTIL_OFFERED,
}
MARKS = {"stop-state-on": "🟢", "stop-state-today": "🌙", "stop-state-off": "⛔️"}


def router() -> Router:
    router = Router(name="stop-list")
    on(router.message, show_categories, Command("stop"))
    on(router.callback_query, show_categories, StopCallback.filter(F.act == StopAct.CATEGORIES))
    on_callback(router, show_category, StopCallback, F.act == StopAct.CATEGORY)
    on_callback(router, show_dish, StopCallback, F.act == StopAct.DISH)
    on_callback(router, switch, StopCallback, F.act.in_({*SPANS, StopAct.OFFER}))
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
    found = await find_dish(conversation, callback_data.id)
    if found is None:
        await _show_changed_menu(conversation)
        return
    page, dish = found
    buttons = [
        button(conversation.say(f"button-stop-{act}"), StopCallback(act=act, id=dish.id)) for act in acts(page, dish)
    ]
    buttons.append(button(conversation.say("button-back"), StopCallback(act=StopAct.CATEGORY, id=page.category.id)))
    await conversation.view.show(Screen(dish_text(conversation, page, dish), rows_of(buttons, 1)))


async def switch(callback_data: StopCallback, conversation: Conversation) -> None:
    product = await switch_dish(conversation, callback_data.act, callback_data.id)
    page = await conversation.services.stop_list.get_page(product.category_id) if product else None
    if page is not None:
        await conversation.view.show(page_screen(conversation.say, page))


async def switch_dish(conversation: Conversation, act: StopAct, product_id: int) -> Product | None:
    """Stop a dish or offer it again, and confirm that; None if it is no longer on the menu."""
    say, view, stop_list = conversation.say, conversation.view, conversation.services.stop_list
    try:
        if act is StopAct.OFFER:
            product = await stop_list.offer(product_id, actor=conversation.author)
        else:
            product = await stop_list.stop(product_id, SPANS[act], actor=conversation.author)
    except ProductNotFoundError:
        await view.answer(say("menu-changed"), is_alert=True)
        return None
    if act in {StopAct.OFFER, StopAct.STOP}:
        await view.answer(say(f"stop-{act}", name=product.name.uk))
    else:
        await view.answer(say("stop-today", name=product.name.uk, time=_until(conversation, product)))
    return product


async def find_dish(conversation: Conversation, product_id: int) -> tuple[StopListPage, Product] | None:
    """Find a dish that is on the menu, stopped or not, and its category."""
    pages = await conversation.services.stop_list.list_pages()
    return next(((page, dish) for page in pages for dish in page.products if dish.id == product_id), None)


def acts(page: StopListPage, dish: Product) -> list[StopAct]:
    """Return how a dish can be switched."""
    return [StopAct.OFFER] if page.is_stopped(dish) else list(SPANS)


def dish_text(conversation: Conversation, page: StopListPage, dish: Product) -> str:
    """Return a dish's name and whether it is off, as HTML."""
    say = conversation.say
    return say.html("stop-dish", name=dish.name.uk, state=say(_state(page, dish), time=_until(conversation, dish)))


def dish_label(page: StopListPage, dish: Product) -> str:
    """Return the label of a dish's button."""
    return f"{MARKS[_state(page, dish)]} {clipped(dish.name.in_locale(Locale.UK), LABEL)}"


async def _show_changed_menu(conversation: Conversation) -> None:
    await conversation.view.answer(conversation.say("menu-changed"))
    await show_categories(conversation)


def categories_screen(say: Translator, pages: list[StopListPage], stops: OptionStops) -> Screen:
    """Show the categories with how many of their dishes are off, and the groups of options likewise."""
    buttons = [
        button(
            f"⛔️ {page.stopped} · {page.category.name.uk}" if page.stopped else page.category.name.uk,
            StopCallback(act=StopAct.CATEGORY, id=page.category.id),
        )
        for page in pages
    ]
    return Screen(say.html("stop-title"), (*rows_of(buttons, 2), *rows_of(group_buttons(say, stops), 2)))


def page_screen(say: Translator, page: StopListPage) -> Screen:
    """Show a category's dishes and which of them are off."""
    buttons = [
        button(dish_label(page, dish), StopCallback(act=StopAct.DISH, id=dish.id)) for dish in page.products[:LISTED]
    ]
    back = button(say("button-back"), StopCallback(act=StopAct.CATEGORIES))
    return Screen(say.html("stop-category", name=page.category.name.uk), (*rows_of(buttons, 1), (back,)))


def _state(page: StopListPage, dish: Product) -> str:
    if not page.is_stopped(dish):
        return "stop-state-on"
    return "stop-state-off" if dish.stopped_until >= FOREVER else "stop-state-today"


def _until(conversation: Conversation, dish: Product) -> str:
    """Return the end of a temporary stop."""
    if dish.stopped_until >= FOREVER:
        return ""
    zone = conversation.services.settings.current.zone
    return day_and_time(datetime.fromtimestamp(dish.stopped_until, zone), zone)
