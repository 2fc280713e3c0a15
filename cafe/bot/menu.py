"""The menu: categories, lists of dishes, and a page for each dish with its picture."""

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.keyboards import PAGE, page_of, rows_of, turning_row
from cafe.bot.presses import CategoryPress, DishPress, Go
from cafe.bot.routing import on
from cafe.bot.speech import Speech, clipped, escaped
from cafe.bot.view import Screen, View
from cafe.core.allergens import known_allergens
from cafe.core.errors import ItemNotInCartError
from cafe.core.ports import Button, Keyboard
from cafe.core.services import Services
from cafe.core.snapshot import Menu
from cafe.core.store.menu import Category, Product
from cafe.core.values import Cart, Customer, CustomerId, ProductId

DESCRIPTION = 500
LABEL = 40


def router() -> Router:
    """Build the handlers."""
    router = Router(name="menu")
    on(router.message, show_categories, Command("menu"))
    on(router.callback_query, show_categories, Go.filter(F.to == "menu"))
    on(router.callback_query, show_category, CategoryPress.filter())
    on(router.callback_query, show_dish, DishPress.filter())
    return router


async def show_categories(view: View, say: Speech, services: Services, customer: Customer) -> None:
    """`/menu`: the categories."""
    cart = await services.cart.get(customer.id)
    await view.show(categories_screen(say, services.menu.get(), cart))


async def show_category(
    callback_data: CategoryPress, view: View, say: Speech, services: Services, customer: Customer
) -> None:
    """A page of a category; one that is not on the menu any more leads back to the menu."""
    menu, cart = services.menu.get(), await services.cart.get(customer.id)
    category = find_category(menu, callback_data.id)
    if category is None:
        await view.answer(say("menu-changed"))
        await view.show(categories_screen(say, menu, cart))
        return
    await view.show(category_screen(say, menu, category, callback_data.page, cart))


async def show_dish(callback_data: DishPress, view: View, say: Speech, services: Services, customer: Customer) -> None:
    """A dish, after putting a piece of it into the cart or taking one out."""
    if callback_data.add:
        cart = await change_line(services, customer.id, ProductId(callback_data.id), callback_data.add)
        await view.answer(say("cart-short", count=cart.count, total=cart.items_total))
    else:
        cart = await services.cart.get(customer.id)
    menu = services.menu.get()
    product = next((product for product in menu.products if product.id == callback_data.id), None)
    if product is None:
        await view.answer(say("menu-changed"))
        await view.show(categories_screen(say, menu, cart))
        return
    await view.show(dish_screen(say, menu, product, cart))


async def change_line(services: Services, customer_id: CustomerId, product_id: ProductId, by: int) -> Cart:
    """Put a piece of a dish into the cart, or take one out; taking from nothing changes nothing.

    Raises:
        ProductNotFoundError, QuantityTooLargeError: see `CartService.add`.
    """
    if by > 0:
        return await services.cart.add(customer_id, product_id, 1)
    cart = await services.cart.get(customer_id)
    try:
        return await services.cart.set_quantity(customer_id, product_id, quantity_of(cart, product_id) - 1)
    except ItemNotInCartError:
        return cart


def quantity_of(cart: Cart, product_id: int) -> int:
    """How many pieces of a dish the cart holds."""
    return next((line.quantity for line in cart.lines if line.product_id == product_id), 0)


def find_category(menu: Menu, category_id: int) -> Category | None:
    """A category that is on the menu."""
    return next((category for category in menu.categories if category.id == category_id), None)


def dishes_of(menu: Menu, category_id: int) -> list[Product]:
    """What a category offers."""
    return [product for product in menu.products if product.category_id == category_id]


def categories_screen(say: Speech, menu: Menu, cart: Cart) -> Screen:
    """The categories that have something to offer."""
    buttons = [
        Button(clipped(category.name(say.locale), LABEL), CategoryPress(id=category.id).pack())
        for category in menu.categories
        if dishes_of(menu, category.id)
    ]
    text = say.html("menu-title" if buttons else "menu-empty")
    return Screen(text, (*rows_of(buttons, 2), *_bottom(say, cart)))


def category_screen(say: Speech, menu: Menu, category: Category, page: int, cart: Cart) -> Screen:
    """The dishes of a category, a page of them."""
    dishes = dishes_of(menu, category.id)
    shown, page = page_of(dishes, page)
    buttons = [Button(_dish_label(say, dish, cart), DishPress(id=dish.id).pack()) for dish in shown]
    turning = turning_row(len(dishes), page, lambda page: CategoryPress(id=category.id, page=page).pack())
    back = Button(say("button-categories"), Go(to="menu").pack())
    text = f"<b>{escaped(category.name(say.locale))}</b>\n{say.html('category-hint' if dishes else 'menu-empty')}"
    return Screen(text, (*rows_of(buttons, 1), *turning, (back, _cart_button(say, cart))))


def dish_screen(say: Speech, menu: Menu, product: Product, cart: Cart) -> Screen:
    """A dish with everything that one wants to know before ordering it."""
    locale = say.locale
    parts = [f"<b>{escaped(product.name(locale))}</b>"]
    if weight := product.weight(locale):
        parts[0] += f" · {escaped(weight)}"
    parts.append(say.html("dish-price", price=product.price))
    if description := product.description(locale):
        parts.append(f"\n{escaped(clipped(description, DESCRIPTION))}")
    if allergens := known_allergens(product.allergens):
        names = ", ".join(f"{allergen.emoji} {allergen.label(locale)}" for allergen in allergens)
        parts.append("\n" + say.html("dish-allergens", names=names))
    return Screen("\n".join(parts), _dish_keyboard(say, menu, product, cart), picture=product.image_url)


def _dish_keyboard(say: Speech, menu: Menu, product: Product, cart: Cart) -> Keyboard:
    quantity = quantity_of(cart, product.id)
    add = DishPress(id=product.id, add=1).pack()
    if quantity:
        less = DishPress(id=product.id, add=-1).pack()
        counter: tuple[Button, ...] = (
            Button("➖", less),
            Button(say("dish-count", count=quantity), add),
            Button("➕", add),
        )
    else:
        counter = (Button(say("button-add", price=product.price), add),)
    dishes = dishes_of(menu, product.category_id)
    index = dishes.index(product)
    turning = turning_row(len(dishes), index, lambda index: DishPress(id=dishes[index].id).pack(), size=1)
    category = find_category(menu, product.category_id)
    back = Button(
        f"⬅️ {clipped(category.name(say.locale), LABEL)}" if category else say("button-categories"),
        CategoryPress(id=product.category_id, page=index // PAGE).pack(),
    )
    return (counter, *turning, (back, _cart_button(say, cart)))


def _dish_label(say: Speech, dish: Product, cart: Cart) -> str:
    quantity = quantity_of(cart, dish.id)
    mark = f"✅ {quantity} × " if quantity else ""
    return say("dish-label", name=mark + clipped(dish.name(say.locale), LABEL), price=dish.price)


def _cart_button(say: Speech, cart: Cart) -> Button:
    text = say("button-cart-full", total=cart.items_total) if cart.lines else say("button-cart")
    return Button(text, Go(to="cart").pack())


def _bottom(say: Speech, cart: Cart) -> Keyboard:
    return ((Button(say("button-home"), Go(to="home").pack()), _cart_button(say, cart)),)
