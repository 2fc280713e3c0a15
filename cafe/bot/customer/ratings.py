"""A thumb for an order, and words about it."""

from aiogram import F, Router
from aiogram.filters import StateFilter
from aiogram.types import Message

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, section_button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.states import Asking
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import RatingAct, RatingCallback, Section
from cafe.core.kernel.errors import NotFoundError


def router() -> Router:
    router = Router(name="ratings")
    on_callback(router, rate, RatingCallback, F.act != RatingAct.WORDS)
    on_callback(router, ask_words, RatingCallback, F.act == RatingAct.WORDS)
    router.message.register(take_words, StateFilter(Asking.rating), F.text, ~F.text.startswith("/"))
    return router


async def rate(callback_data: RatingCallback, conversation: CustomerConversation) -> None:
    """Store the thumb; who is not content is asked why at once, others may add something."""
    say, view, order_id = conversation.say, conversation.view, callback_data.id
    is_good = callback_data.act is RatingAct.GOOD
    try:
        number = await conversation.services.ratings.rate(conversation.customer.id, order_id, is_good=is_good)
    except NotFoundError:
        await view.answer(say("press-outdated"), is_alert=True)
        return
    if is_good:
        words = button(say("rating-words"), RatingCallback(act=RatingAct.WORDS, id=order_id))
        await view.show(
            Screen(say.html("rating-good", number=number), ((words,), (section_button(say, Section.MENU),)))
        )
        return
    await _wait_for_words(conversation, order_id)
    await view.show(Screen(say.html("rating-bad", number=number)))


async def ask_words(callback_data: RatingCallback, conversation: CustomerConversation) -> None:
    await _wait_for_words(conversation, callback_data.id)
    await conversation.view.send(Screen(conversation.say.html("rating-words-ask")))


async def take_words(message: Message, conversation: CustomerConversation) -> None:
    """Store what the guest wrote."""
    order_id = (await conversation.state.get_data()).get("rated_order", 0)
    await conversation.state.set_state(None)
    await conversation.state.update_data(rated_order=None)
    await conversation.services.ratings.add_words(conversation.customer.id, order_id, message.text or "")
    await conversation.view.say(conversation.say.html("rating-words-taken"))


async def _wait_for_words(conversation: CustomerConversation, order_id: int) -> None:
    await conversation.state.set_state(Asking.rating)
    await conversation.state.update_data(rated_order=order_id)
