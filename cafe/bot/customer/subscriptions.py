"""Following somebody's order: begins with the link on its page, ends with a button of each message about it."""

from aiogram import F, Router

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, section_button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import Screen
from cafe.bot.customer.order_screens import Place, order_screen, order_text, track_rows
from cafe.bot.telegram.callbacks import FollowAct, FollowCallback, Section
from cafe.core.kernel.errors import NotFoundError
from cafe.core.messages.outbox.port import Keyboard
from cafe.core.messages.subscriptions.model import OrderSubscription, Standing

FOLLOW = "follow_"
"""Precedes the tracking token in the link on the order's page."""


def router() -> Router:
    router = Router(name="subscriptions")
    on_callback(router, follow, FollowCallback, F.act == FollowAct.YES)
    on_callback(router, decline, FollowCallback, F.act == FollowAct.NO)
    on_callback(router, stop, FollowCallback, F.act == FollowAct.STOP)
    return router


async def ask_to_follow(token: str, conversation: CustomerConversation) -> None:
    """Show the order of a link and ask whether to send messages about it."""
    try:
        found = await conversation.services.subscriptions.find(token, conversation.customer.id)
    except NotFoundError:
        await conversation.view.say(conversation.say.html("track-unknown"))
        return
    await conversation.view.send(_screen(conversation, found, token))


async def follow(callback_data: FollowCallback, conversation: CustomerConversation) -> None:
    token = callback_data.token
    found = await conversation.services.subscriptions.follow(token, conversation.customer.id)
    await conversation.view.show(_screen(conversation, found, token))


async def decline(callback_data: FollowCallback, conversation: CustomerConversation) -> None:
    """Show the order without the question."""
    found = await conversation.services.subscriptions.find(callback_data.token, conversation.customer.id)
    await conversation.view.show(_screen(conversation, found, callback_data.token, is_asked=False))


async def stop(callback_data: FollowCallback, conversation: CustomerConversation) -> None:
    """Stop following an order. The message stays: it may be the news that made the person press."""
    say = conversation.say
    order = await conversation.services.subscriptions.stop(callback_data.id, conversation.customer.id)
    message = conversation.view.message
    if message is not None:
        await conversation.view.remove_buttons(message.message_id)
    if order is not None:
        home = (section_button(say, Section.HOME),)
        await conversation.view.send(Screen(say.html("follow-off", number=order.number), (home,)))


def _screen(
    conversation: CustomerConversation, found: OrderSubscription, token: str, *, is_asked: bool = True
) -> Screen:
    """Render an order as its page does, with a line about following it."""
    say, order, links = conversation.say, found.order, conversation.links
    place = Place.of(order, conversation.services.settings.current)
    if found.standing is Standing.OWN:
        return order_screen(say, order, place, links)
    text_ids = {Standing.CAN: "follow-ask", Standing.FOLLOWS: "follow-on", Standing.FULL: "follow-full"}
    text_id = text_ids.get(found.standing) if is_asked or found.standing is Standing.FOLLOWS else None
    parts = [order_text(say, order, place, is_tracked=True)]
    if text_id is not None:
        parts.append(say.html(text_id, number=order.number))
    rows = (*_answers(say, found, token if is_asked else ""), *track_rows(say, order, links))
    return Screen("\n\n".join(parts), (*rows, (section_button(say, Section.HOME),)))


def _answers(say: Translator, found: OrderSubscription, token: str) -> Keyboard:
    """Return the buttons about following; without a token there is no question."""
    if found.standing is Standing.FOLLOWS:
        return ((button(say("button-unfollow"), FollowCallback(act=FollowAct.STOP, id=found.order.id)),),)
    if found.standing is not Standing.CAN or not token:
        return ()
    yes = button(say("button-follow-yes"), FollowCallback(act=FollowAct.YES, token=token))
    return ((yes, button(say("button-follow-no"), FollowCallback(act=FollowAct.NO, token=token))),)
