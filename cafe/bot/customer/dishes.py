"""The common parts of all pages of dishes: the description, and buttons to category and cart."""

from collections.abc import Collection, Iterator

from cafe.bot.chat.keyboards import button
from cafe.bot.chat.menu import dishes_of, find_category
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.telegram.callbacks import CategoryCallback, Go, Section
from cafe.bot.telegram.limits import LABEL
from cafe.bot.telegram.markup import escape
from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.diets import Diet, without_implied
from cafe.core.catalogue.options.model import PLAIN, Choice, OptionGroups
from cafe.core.messages.outbox.port import Button, Keyboard
from cafe.core.ordering.cart.model import Cart, CartLine

DISHES = 6
"""Dishes on a page of a category: three rows of two, and below them one to go elsewhere."""
DESCRIPTION = 500
"""The most characters of a dish's description."""


def dish_parts(
    say: Translator, menu: Menu, dish: Product, price: int, groups: OptionGroups = (), choice: Choice = PLAIN
) -> list[str]:
    """Return name, price (whole UAH), description, diets and allergens of a dish with a choice, as HTML."""
    locale = say.locale
    parts = [f"<b>{escape(dish.name.in_locale(locale))}</b>"]
    if weight := dish.weight.in_locale(locale):
        parts[0] += f" · {escape(weight)}"
    parts.append(say.html("dish-price", price=price))
    if description := dish.description.in_locale(locale):
        parts.append(f"\n{escape(clipped(description, DESCRIPTION))}")
    parts += _diet_lines(say, dish, groups, choice, menu.valid_from)
    allergens = known_allergens(dish.allergens_of(groups, choice))
    names = ", ".join(f"{each.emoji} {say(each.text_id)}" for each in allergens)
    if names:
        parts.append("\n" + say.html("dish-allergens", names=names))
    if not dish.states_allergens:
        parts.append(("" if names else "\n") + say.html("dish-allergens-unknown"))
    elif not names:
        parts.append("\n" + say.html("dish-allergens-none"))
    return parts


def diet_names(say: Translator, diets: Collection[Diet]) -> str:
    """Return the names of diets, without those that follow from others."""
    return " · ".join(say(diet.text_id) for diet in without_implied(diets))


def _diet_lines(say: Translator, dish: Product, groups: OptionGroups, choice: Choice, now: int) -> Iterator[str]:
    """Yield what a dish is, and what else it can be with another option."""
    diets = dish.diets_of(groups, choice)
    if diets:
        yield "\n" + say.html("dish-diets", names=diet_names(say, diets))
    ways = {diet: option for diet, option in dish.ways_of(groups, now).items() if diet not in diets}
    for option in dict.fromkeys(ways.values()):
        names = diet_names(say, [diet for diet, way in ways.items() if way == option])
        yield "\n" + say.html("dish-diets-with", option=option.name.in_locale(say.locale), names=names)


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
