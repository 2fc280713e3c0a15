"""The stop-list: by category, a tap to a dish and a tap to switch it."""

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.keyboards import rows_of
from cafe.bot.presses import StopPress
from cafe.bot.routing import on
from cafe.bot.speech import Speech, clipped
from cafe.bot.view import Screen, View
from cafe.core.errors import ProductNotFoundError
from cafe.core.ports import Button
from cafe.core.services import Services
from cafe.core.snapshot import FOREVER
from cafe.core.stop_list import StopListPage
from cafe.core.store.menu import Product
from cafe.core.values import Locale

LABEL = 40
MOST = 80
"""Dishes of a category that fit under one message."""


def router() -> Router:
    """Build the handlers."""
    router = Router(name="stop-list")
    on(router.message, show_categories, Command("stop"))
    on(router.callback_query, show_categories, StopPress.filter(F.act == "all"))
    on(router.callback_query, show_page, StopPress.filter(F.act == "page"))
    on(router.callback_query, show_dish, StopPress.filter(F.act == "dish"))
    on(router.callback_query, switch, StopPress.filter(F.act.in_({"off", "today", "on"})))
    return router


async def show_categories(view: View, say: Speech, services: Services) -> None:
    """`/stop`: the categories, with how many of their dishes are off."""
    buttons = [
        Button(
            f"⛔️ {page.stopped} · {page.category.name_uk}" if page.stopped else page.category.name_uk,
            StopPress(act="page", id=page.category.id).pack(),
        )
        for page in await services.stop_list.list_pages()
    ]
    await view.show(Screen(say.html("stop-title"), rows_of(buttons, 2)))


async def show_page(callback_data: StopPress, view: View, say: Speech, services: Services) -> None:
    """The dishes of a category."""
    page = await services.stop_list.get_page(callback_data.id)
    if page is None:
        await view.answer(say("menu-changed"))
        await show_categories(view, say, services)
        return
    await view.show(page_screen(say, page))


async def show_dish(callback_data: StopPress, view: View, say: Speech, services: Services) -> None:
    """How to switch a dish."""
    await _show_dish(callback_data.id, view, say, services)


async def switch(callback_data: StopPress, view: View, say: Speech, services: Services) -> None:
    """Off until switched on, off until the next opening, or on."""
    try:
        match callback_data.act:
            case "off":
                product = await services.stop_list.stop(callback_data.id)
            case "today":
                product = await services.stop_list.stop(callback_data.id, until_opening=True)
            case _:
                product = await services.stop_list.offer(callback_data.id)
    except ProductNotFoundError:
        await view.answer(say("menu-changed"), is_alert=True)
        return
    await view.answer(say("stop-off" if callback_data.act != "on" else "stop-on", name=product.name_uk))
    page = await services.stop_list.get_page(product.category_id)
    if page is not None:
        await view.show(page_screen(say, page))


async def _show_dish(product_id: int, view: View, say: Speech, services: Services) -> None:
    pages = await services.stop_list.list_pages()
    found = next(((page, dish) for page in pages for dish in page.products if dish.id == product_id), None)
    if found is None:
        await view.answer(say("menu-changed"))
        await show_categories(view, say, services)
        return
    page, dish = found

    def press(act: str) -> str:
        return StopPress(act=act, id=dish.id).pack()

    acts = ["on"] if page.is_stopped(dish) else ["today", "off"]
    rows = rows_of([Button(say(f"button-stop-{act}"), press(act)) for act in acts], 1)
    back = Button(say("button-back"), StopPress(act="page", id=page.category.id).pack())
    state = say(_state(page, dish))
    await view.show(Screen(say.html("stop-dish", name=dish.name_uk, state=state), (*rows, (back,))))


def page_screen(say: Speech, page: StopListPage) -> Screen:
    """A category's dishes and which of them are off."""
    buttons = []
    for dish in page.products[:MOST]:
        mark = {"stop-state-on": "🟢", "stop-state-today": "🌙", "stop-state-off": "⛔️"}[_state(page, dish)]
        act = StopPress(act="dish", id=dish.id).pack()
        buttons.append(Button(f"{mark} {clipped(dish.name(Locale.UK), LABEL)}", act))
    back = Button(say("button-back"), StopPress(act="all").pack())
    return Screen(say.html("stop-category", name=page.category.name_uk), (*rows_of(buttons, 1), (back,)))


def _state(page: StopListPage, dish: Product) -> str:
    if not page.is_stopped(dish):
        return "stop-state-on"
    return "stop-state-off" if dish.stopped_until >= FOREVER else "stop-state-today"
