"""The dishes for a diet that somebody asked for, as they come or with an option."""

from collections.abc import Sequence

from aiogram import Router

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, page_of, paging_row, rows_of, section_button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.customer.dishes import cart_button, diet_names
from cafe.bot.telegram.callbacks import DietCallback, DishCallback, Section
from cafe.bot.telegram.limits import LABEL
from cafe.core.catalogue.menu.diets import Suitable, list_suitable
from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.options.diets import Diet
from cafe.core.ordering.cart.model import Cart


def router() -> Router:
    router = Router(name="diets")
    on_callback(router, turn_page, DietCallback)
    return router


async def show_suitable(conversation: CustomerConversation, diets: Sequence[Diet]) -> None:
    """Answer with the first page of the dishes that suit."""
    menu = conversation.services.cache.menu
    cart = await conversation.services.cart.get(conversation.customer.id)
    await conversation.view.send(_screen(conversation.say, menu, diets, 0, cart))


async def turn_page(callback_data: DietCallback, conversation: CustomerConversation) -> None:
    """Show a page of the dishes that suit."""
    menu = conversation.services.cache.menu
    cart = await conversation.services.cart.get(conversation.customer.id)
    diets = [diet for diet in Diet if diet in callback_data.diets.split(".")]
    await conversation.view.show(_screen(conversation.say, menu, diets, callback_data.page, cart))


def _screen(say: Translator, menu: Menu, diets: Sequence[Diet], page: int, cart: Cart) -> Screen:
    dishes = list_suitable(menu, diets)
    shown, page = page_of(dishes, page)
    codes = ".".join(diets)
    buttons = [button(_label(say, each), DishCallback(id=each.dish.id)) for each in shown]
    paging = paging_row(len(dishes), page, lambda page: DietCallback(diets=codes, page=page))
    text = say.html("diet-found" if dishes else "diet-none", names=diet_names(say, diets))
    return Screen(text, (*rows_of(buttons, 1), *paging, (section_button(say, Section.MENU), cart_button(say, cart))))


def _label(say: Translator, found: Suitable) -> str:
    name = found.dish.name.in_locale(say.locale)
    return clipped(f"{name}: {found.option.name.in_locale(say.locale)}" if found.option else name, LABEL)
