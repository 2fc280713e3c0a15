"""Answers to free texts; a text that a dialog waits for goes to the dialog."""

from aiogram.types import Message

from cafe.bot.chat.choice import is_simple
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import PAGE, button, rows_of, section_button
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.checkout.handlers import begin
from cafe.bot.customer.choice_screens import open_choice
from cafe.bot.customer.dishes import cart_button
from cafe.bot.customer.menu import dish_label, dish_screen, show_categories
from cafe.bot.customer.orders import show_latest
from cafe.bot.customer.speech import Intent, understand
from cafe.bot.customer.start import home_keyboard, show_home
from cafe.bot.telegram.callbacks import DishCallback, Section
from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.menu.search import Found
from cafe.core.messages.outbox.port import Button


async def answer_words(message: Message, conversation: CustomerConversation) -> None:
    menu = conversation.services.cache.menu
    meant = understand(message.text or "", menu)
    if isinstance(meant, list):
        await _show_dishes(conversation, menu, meant)
    else:
        await (_ANSWERS[meant] if meant else show_sections)(conversation)


async def show_sections(conversation: CustomerConversation) -> None:
    """Answer a message that was not understood with the sections of the bot."""
    say = conversation.say
    await conversation.view.send(Screen(say.html("misunderstood"), home_keyboard(say)))


async def _show_dishes(conversation: CustomerConversation, menu: Menu, found: list[Found]) -> None:
    """Show the matching dish with the named options, or a list if there are several matches."""
    say = conversation.say
    cart = await conversation.services.cart.get(conversation.customer.id)
    gone = [each.dish.name.in_locale(say.locale) for each in found if each.dish in menu.sold_out and each.is_exact]
    there = [each for each in found if each.dish in menu.products]
    exact = [each for each in there if each.is_exact]
    if not gone and len(meant := exact or there) == 1:
        dish = meant[0].dish
        if is_simple(menu, dish):
            await conversation.view.show(dish_screen(say, menu, dish, cart))
        else:
            await open_choice(conversation, menu, dish, cart, meant[0].options)
        return
    if not there:
        gone = [each.dish.name.in_locale(say.locale) for each in found]
    text = say.html("found-sold-out", names=", ".join(gone[:PAGE])) if gone else say.html("found-some")
    buttons = [button(dish_label(say, menu, each.dish, cart), DishCallback(id=each.dish.id)) for each in there[:PAGE]]
    await conversation.view.send(
        Screen(text, (*rows_of(buttons, 1), (section_button(say, Section.MENU), cart_button(say, cart))))
    )


async def _show_contacts(conversation: CustomerConversation) -> None:
    """Send how to reach a person, and where the cafe is."""
    say, settings = conversation.say, conversation.services.settings.current.in_locale(conversation.say.locale)
    parts = [say.html("person-none")]
    if settings.phone:
        parts.append(say.html("help-phone", phone=settings.phone))
    if settings.address:
        parts.append(say.html("help-address", address=settings.address))
    links = ((say("button-map"), settings.maps_url), ("Instagram", settings.instagram_url))
    row = tuple(Button(label, url=url) for label, url in links if url)
    await conversation.view.send(Screen("\n".join(parts), (row, *home_keyboard(say))))


async def _welcome(conversation: CustomerConversation) -> None:
    await conversation.view.say(conversation.say.html("spoken-welcome"))


_ANSWERS = {
    Intent.PERSON: _show_contacts,
    Intent.ADDRESS: _show_contacts,
    Intent.ORDERS: show_latest,
    Intent.CART: show_page,
    Intent.CHECKOUT: begin,
    Intent.HOURS: show_home,
    Intent.GREETING: show_home,
    Intent.MENU: show_categories,
    Intent.THANKS: _welcome,
}
