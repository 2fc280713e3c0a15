"""Stopping a dish from an order's card, which the barista has at hand when it runs out."""

from aiogram import F, Router

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff import card_views, stop_list
from cafe.bot.telegram.callbacks import CardAct, CardCallback, StopAct
from cafe.core.messages.outbox.port import Button

LISTED = 40
"""Dishes that fit under one message."""


def router() -> Router:
    router = Router(name="card-stops")
    on_callback(router, ask, CardCallback, F.act == CardAct.ASK_DISH)
    on_callback(router, switch, CardCallback, F.act == CardAct.STOP)
    return router


async def ask(callback_data: CardCallback, conversation: Conversation) -> None:
    """Ask on the card itself which of its dishes there is none of, and for how long."""
    found = await conversation.services.staff_orders.get(callback_data.id)
    if found.order.status.is_final:
        await card_views.refuse_late_press(conversation, callback_data.id)
    elif callback_data.arg:
        await _ask_how_long(callback_data, conversation)
    else:
        await _ask_which(callback_data, conversation)


async def switch(callback_data: CardCallback, conversation: Conversation) -> None:
    """Stop a dish or offer it again, and show the card."""
    dish, _, act = callback_data.arg.partition(".")
    if not dish.isdecimal() or act not in {*stop_list.SPANS, StopAct.OFFER}:
        await card_views.refuse_button(conversation)
        return
    await stop_list.switch_dish(conversation, StopAct(act), int(dish))
    await conversation.view.show(await card_views.card_screen(conversation, callback_data.id))


async def _ask_which(callback_data: CardCallback, conversation: Conversation) -> None:
    order = (await conversation.services.staff_orders.get(callback_data.id)).order
    buttons = []
    for product_id in dict.fromkeys(line.product_id for line in order.lines if line.product_id is not None):
        if found := await stop_list.find_dish(conversation, product_id):
            data = callback_data.model_copy(update={"arg": str(product_id)})
            buttons.append(button(stop_list.dish_label(*found), data))
    await _show(conversation, callback_data, conversation.say.html("staff-stop-which"), buttons[:LISTED])


async def _ask_how_long(callback_data: CardCallback, conversation: Conversation) -> None:
    found = await stop_list.find_dish(conversation, int(callback_data.arg)) if callback_data.arg.isdecimal() else None
    if found is None:
        await conversation.view.answer(conversation.say("menu-changed"), is_alert=True)
        await _ask_which(callback_data, conversation)
        return
    say = conversation.say
    buttons = [
        button(
            say(f"button-stop-{act}"),
            callback_data.model_copy(update={"act": CardAct.STOP, "arg": f"{callback_data.arg}.{act}"}),
        )
        for act in stop_list.acts(*found)
    ]
    await _show(conversation, callback_data, stop_list.dish_text(conversation, *found), buttons)


async def _show(conversation: Conversation, callback_data: CardCallback, question: str, buttons: list[Button]) -> None:
    card = await card_views.card_screen(conversation, callback_data.id)
    keep = CardCallback(act=CardAct.KEEP, id=callback_data.id, seen=callback_data.seen)
    back = button(conversation.say("button-back"), keep)
    await conversation.view.show(Screen(f"{card.text}\n\n{question}", rows_of([*buttons, back], 1)))
