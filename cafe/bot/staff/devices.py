"""The kitchen screen: its address and a code for another tablet, and which tablets are paired."""

from datetime import datetime
from typing import Any

from aiogram import F, Router
from aiogram.filters import BaseFilter, Command, CommandObject
from aiogram.types import Message, TelegramObject

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.telegram.callbacks import DeviceAct, DeviceCallback
from cafe.core.kernel.urls import BOARD, pairing_path
from cafe.core.messages.notifications.values import day_and_time
from cafe.core.messages.outbox.port import Tone
from cafe.core.people.devices.model import CODE_SECONDS, Device


def router() -> Router:
    router = Router(name="devices")
    on(router.message, refuse, Command("board"), MayNotPair())
    on(router.message, refuse, Answers(Question.DEVICE_NAME), MayNotPair())
    on(router.callback_query, refuse_press, DeviceCallback.filter(), MayNotPair())
    router.message.register(show_code, Command("board"))
    router.message.register(take_name, Answers(Question.DEVICE_NAME))
    on_callback(router, ask_name, DeviceCallback, F.act == DeviceAct.NAME)
    on_callback(router, show_list, DeviceCallback, F.act == DeviceAct.LIST)
    on_callback(router, ask_to_revoke, DeviceCallback, F.act == DeviceAct.ASK_TO_REVOKE)
    on_callback(router, revoke, DeviceCallback, F.act == DeviceAct.REVOKE)
    return router


class MayNotPair(BaseFilter):
    """Matches people who may not pair or revoke tablets."""

    async def __call__(self, _event: TelegramObject, conversation: Conversation) -> bool:
        return not await conversation.services.staff.may_pair(conversation.user_id)


async def refuse(conversation: Conversation) -> None:
    await conversation.view.say(conversation.say.html("devices-owners-only"))


async def refuse_press(conversation: Conversation) -> None:
    await conversation.view.answer(conversation.say("devices-owners-only"), is_alert=True)


async def show_code(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Show a pairing code; the tablet's name may follow the command."""
    await _send_code(conversation, command.args or "")


async def ask_name(_data: DeviceCallback, conversation: Conversation) -> None:
    await ask(conversation, conversation.say.html("devices-ask-name"), Question.DEVICE_NAME)


async def take_name(message: Message, about: dict[str, Any], conversation: Conversation) -> None:  # noqa: ARG001 - the filter gives it
    await _send_code(conversation, message.text or "")


async def show_list(_data: DeviceCallback, conversation: Conversation) -> None:
    await conversation.view.show(await _list_screen(conversation))


async def ask_to_revoke(callback_data: DeviceCallback, conversation: Conversation) -> None:
    say = conversation.say
    devices = await conversation.services.devices.list_all()
    device = next((device for device in devices if device.id == callback_data.id), None)
    if device is None:
        await conversation.view.show(await _list_screen(conversation))
        return
    yes = button(say("button-device-revoke-yes"), DeviceCallback(act=DeviceAct.REVOKE, id=device.id), Tone.DANGER)
    back = button(say("button-back"), DeviceCallback(act=DeviceAct.LIST))
    text = say.html("devices-revoke-sure", name=device.name)
    await conversation.view.show(Screen(text, ((yes,), (back,))))


async def revoke(callback_data: DeviceCallback, conversation: Conversation) -> None:
    device = await conversation.services.devices.revoke(callback_data.id, conversation.author)
    say = conversation.say
    told = say("press-outdated") if device is None else say("devices-revoked", name=device.name)
    await conversation.view.answer(told)
    await conversation.view.show(await _list_screen(conversation))


async def _send_code(conversation: Conversation, name: str) -> None:
    say, services = conversation.say, conversation.services
    code = await services.devices.issue_code(name, conversation.author)
    text = say.html(
        "devices-code",
        address=conversation.links.page(BOARD),
        code=code.shown,
        link=conversation.links.page(pairing_path(code.token)),
        name=code.name,
        minutes=CODE_SECONDS // 60,
    )
    rename = button(say("button-device-name"), DeviceCallback(act=DeviceAct.NAME))
    devices = button(say("button-device-list"), DeviceCallback(act=DeviceAct.LIST))
    rows = ((rename,), (devices,)) if await services.devices.list_all() else ((rename,),)
    await conversation.view.send(Screen(text, rows))


async def _list_screen(conversation: Conversation) -> Screen:
    """List the paired tablets, each with a button that revokes it."""
    say, services = conversation.say, conversation.services
    devices = await services.devices.list_all()
    if not devices:
        return Screen(say.html("devices-none"))
    zone = services.settings.current.zone

    def describe(device: Device) -> str:
        seen = day_and_time(datetime.fromtimestamp(device.seen_at, zone), zone)
        return say.html("devices-line", name=device.name, seen=seen)

    buttons = [
        button(say("button-device-revoke", name=device.name), DeviceCallback(act=DeviceAct.ASK_TO_REVOKE, id=device.id))
        for device in devices
    ]
    return Screen("\n".join([say.html("devices-title"), *map(describe, devices)]), rows_of(buttons, 1))
