"""The menu: categories, lists of dishes, and a page for each dish with its picture."""

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.choice import is_simple, usual_price
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, next_page, page_of, rows_of, section_button
from cafe.bot.chat.menu import dishes_of, find_category, find_dish
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.customer.choice_screens import open_choice
from cafe.bot.customer.dishes import DISHES, cart_button, dish_parts, lines_of, navigation_rows, quantity_of
from cafe.bot.telegram.callbacks import CategoryCallback, DishCallback, Go, Section
from cafe.bot.telegram.limits import LABEL, LABEL_IN_ROW
from cafe.bot.telegram.markup import escape
from cafe.core.catalogue.menu.model import Category, Menu, Product
from cafe.core.kernel.ids import CustomerId, ProductId
from cafe.core.messages.outbox.port import Button
from cafe.core.ordering.cart.errors import ItemNotInCartError
from cafe.core.ordering.cart.model import Cart
from cafe.core.services import Services

CATEGORIES = 6
"""Categories in sight: three rows of two, and below them one to go elsewhere."""
NAME_IN_ROW = 16
"""Characters of a dish's name beside its price, on a button that shares its row."""


def router() -> Router:
    router = Router(name="menu")
    on(router.message, show_categories, Command("menu"))
    on(router.callback_query, show_categories, Go.filter(F.to == Section.MENU))
    on(router.callback_query, show_all_categories, Go.filter(F.to == Section.CATEGORIES))
    on_callback(router, show_category, CategoryCallback)
    on_callback(router, show_dish, DishCallback)
    return router


async def show_categories(conversation: CustomerConversation) -> None:
    services = conversation.services
    cart = await services.cart.get(conversation.customer.id)
    await conversation.view.show(categories_screen(conversation.say, services.cache.menu, cart))


async def show_all_categories(conversation: CustomerConversation) -> None:
    services = conversation.services
    cart = await services.cart.get(conversation.customer.id)
    await conversation.view.show(categories_screen(conversation.say, services.cache.menu, cart, is_whole=True))


async def show_category(callback_data: CategoryCallback, conversation: CustomerConversation) -> None:
    """Show a page of a category, or the categories if it is no longer in the menu."""
    services, say = conversation.services, conversation.say
    menu, cart = services.cache.menu, await services.cart.get(conversation.customer.id)
    category = find_category(menu, callback_data.id)
    if category is None:
        await conversation.view.answer(say("menu-changed"))
        await conversation.view.show(categories_screen(say, menu, cart))
        return
    await conversation.view.show(category_screen(say, menu, category, callback_data.page, cart))


async def show_dish(callback_data: DishCallback, conversation: CustomerConversation) -> None:
    """Show a dish, after adding or removing a piece of it; a dish with options shows its choice first."""
    services, say, customer_id = conversation.services, conversation.say, conversation.customer.id
    menu = services.cache.menu
    dish = find_dish(menu, callback_data.id)
    is_chosen_first = dish is not None and not is_simple(menu, dish)
    if callback_data.add and not is_chosen_first:
        cart = await change_quantity(services, customer_id, ProductId(callback_data.id), callback_data.add)
        await conversation.view.answer(say("cart-short", count=cart.count, total=cart.items_total))
    else:
        cart = await services.cart.get(customer_id)
    if dish is None:
        await conversation.view.answer(say("menu-changed"))
        await conversation.view.show(categories_screen(say, menu, cart))
    elif is_chosen_first:
        if callback_data.add:
            await conversation.view.answer(say("choice-first"))
        await open_choice(conversation, menu, dish, cart)
    else:
        await conversation.view.show(dish_screen(say, menu, dish, cart))


async def change_quantity(services: Services, customer_id: CustomerId, product_id: ProductId, by: int) -> Cart:
    """Add a piece of a dish to the cart or remove one, if there is one.

    Raises:
        ProductNotFoundError, QuantityTooLargeError: see `CartService.add`.
    """
    if by > 0:
        return await services.cart.add(customer_id, product_id, 1)
    cart = await services.cart.get(customer_id)
    lines = lines_of(cart, product_id)
    if not lines:
        return cart
    line = next((line for line in lines if line.is_plain), lines[-1])
    try:
        return await services.cart.set_line_quantity(customer_id, line.id, line.quantity - 1)
    except ItemNotInCartError:
        return await services.cart.get(customer_id)


def categories_screen(say: Translator, menu: Menu, cart: Cart, *, is_whole: bool = False) -> Screen:
    """Show the categories that have dishes: the first ones, unless all are wanted."""
    buttons = [
        button(clipped(category.name.in_locale(say.locale), LABEL_IN_ROW), CategoryCallback(id=category.id))
        for category in menu.categories
        if dishes_of(menu, category.id)
    ]
    text = say.html("menu-title" if buttons else "menu-empty")
    shown = buttons if is_whole else buttons[:CATEGORIES]
    elsewhere = Section.HOME if len(shown) == len(buttons) else Section.CATEGORIES
    return Screen(text, (*rows_of(shown, 2), (section_button(say, elsewhere), cart_button(say, cart))))


def category_screen(say: Translator, menu: Menu, category: Category, page: int, cart: Cart) -> Screen:
    """Show a page of a category's dishes, with whole names in the text and short ones on the buttons."""
    dishes = dishes_of(menu, category.id)
    shown, page = page_of(dishes, page, DISHES)
    buttons = [button(dish_label(say, menu, dish, cart, NAME_IN_ROW), DishCallback(id=dish.id)) for dish in shown]
    turn = next_page(len(dishes), page, lambda page: CategoryCallback(id=category.id, page=page), DISHES)
    back = button(say("button-categories"), Go(to=Section.MENU))
    lines = [
        say.html("category-dish", name=dish.name.in_locale(say.locale), price=usual_price(menu, dish)) for dish in shown
    ]
    name, hint = category.name.in_locale(say.locale), "category-hint" if dishes else "menu-empty"
    text = "\n".join([f"<b>{escape(name)}</b>", *lines, say.html(hint)])
    return Screen(text, (*rows_of(buttons, 2), (back, *turn, cart_button(say, cart))))


def dish_screen(say: Translator, menu: Menu, dish: Product, cart: Cart) -> Screen:
    """Show a dish with its picture, price, description and allergens, and four buttons at most."""
    text = "\n".join(dish_parts(say, menu, dish, dish.price))
    return Screen(
        text, (_quantity_row(say, dish, cart), *navigation_rows(say, menu, dish, cart)), picture=dish.image_url
    )


def _quantity_row(say: Translator, dish: Product, cart: Cart) -> tuple[Button, ...]:
    add, less = DishCallback(id=dish.id, add=1), DishCallback(id=dish.id, add=-1)
    quantity = quantity_of(cart, dish.id)
    if not quantity:
        return (button(say("button-add", price=dish.price), add),)
    return (button("➖", less), button(say("dish-count", count=quantity), add))


def dish_label(say: Translator, menu: Menu, dish: Product, cart: Cart, most: int = LABEL) -> str:
    """Return the label of a dish's button, with at most so many characters of its name."""
    quantity = quantity_of(cart, dish.id)
    mark = f"✅ {quantity} × " if quantity else ""
    return say("dish-label", name=mark + clipped(dish.name.in_locale(say.locale), most), price=usual_price(menu, dish))
