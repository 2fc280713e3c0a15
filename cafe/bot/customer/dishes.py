"""The common parts of all pages of dishes: the description, and buttons to category and cart."""

from collections.abc import Iterable

from cafe.bot.chat.keyboards import button
from cafe.bot.chat.menu import dishes_of, find_category
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.telegram.callbacks import CategoryCallback, Go, Section
from cafe.bot.telegram.limits import LABEL
from cafe.bot.telegram.markup import escape
from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.messages.outbox.port import Button, Keyboard
from cafe.core.ordering.cart.model import Cart, CartLine

DISHES = 6
"""Dishes on a page of a category: three rows of two, and below them one to go elsewhere."""
DESCRIPTION = 500
"""The most characters of a dish's description."""


def dish_parts(say: Translator, dish: Product, price: int, allergens: Iterable[str]) -> list[str]:
    """Return name, price (whole UAH), description and allergens (codes, with the choice) of a dish, as HTML."""
    locale = say.locale
    parts = [f"<b>{escape(dish.name.in_locale(locale))}</b>"]
    if weight := dish.weight.in_locale(locale):
        parts[0] += f" · {escape(weight)}"
    parts.append(say.html("dish-price", price=price))
    if description := dish.description.in_locale(locale):
        parts.append(f"\n{escape(clipped(description, DESCRIPTION))}")
    names = ", ".join(f"{each.emoji} {say(each.text_id)}" for each in known_allergens(allergens))
    if names:
        parts.append("\n" + say.html("dish-allergens", names=names))
    if not dish.states_allergens:
        parts.append(("" if names else "\n") + say.html("dish-allergens-unknown"))
    elif not names:
        parts.append("\n" + say.html("dish-allergens-none"))
    return parts


def navigation_rows(say: Translator, menu: Menu, dish: Product, cart: Cart) -> Keyboard:
    """Return the buttons to the category and to the cart."""
    index = dishes_of(menu, dish.category_id).index(dish)
    category = find_category(menu, dish.category_id)
    back = button(
        f"⬅️ {clipped(category.name.in_locale(say.locale), LABEL)}" if category else say("button-categories"),
        CategoryCallback(id=dish.category_id, page=index // DISHES),
    )
    return ((back, cart_button(say, cart)),)


def cart_button(say: Translator, cart: Cart) -> Button:
    text = say("button-cart-full", total=cart.items_total) if cart.lines else say("button-cart")
    return button(text, Go(to=Section.CART))


def lines_of(cart: Cart, product_id: int) -> list[CartLine]:
    """Return the lines of a dish, one for each choice."""
    return [line for line in cart.lines if line.product_id == product_id]


def quantity_of(cart: Cart, product_id: int) -> int:
    """Return the pieces of a dish in the cart, with any options."""
    return sum(line.quantity for line in lines_of(cart, product_id))
