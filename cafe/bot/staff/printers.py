"""Another printer in the place of one that does not print: the button under the notice of it."""

from aiogram import Router

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import PrinterCallback
from cafe.core.messages.printers.model import PrinterError


def router() -> Router:
    router = Router(name="printers")
    on_callback(router, move, PrinterCallback)
    return router


async def move(callback_data: PrinterCallback, conversation: Conversation) -> None:
    say, printers = conversation.say, conversation.services.printers
    names = {each.printer.id: each.printer.name for each in await printers.list_states()}
    try:
        count = await printers.move_jobs(callback_data.id, callback_data.to)
    except PrinterError:
        await conversation.view.answer(say("press-outdated"), is_alert=True)
        return
    values = {"printer": names.get(callback_data.id, ""), "other": names.get(callback_data.to, "")}
    text_id = "printer-moved" if count else "printer-nothing-to-move"
    await conversation.view.show(Screen(say.html(text_id, count=count, actor=conversation.actor, **values)))
