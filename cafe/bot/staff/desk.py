"""The owner's desk, in a person's own chat with the bot: opening it, signing in on a computer, and binding an account.

People of the staff are known by their Telegram ids, not by the staff chat.
"""

from dataclasses import replace

from aiogram import F, Router
from aiogram.exceptions import TelegramAPIError
from aiogram.filters import BaseFilter, Command, CommandObject, CommandStart
from aiogram.types import ChatAdministratorRights, KeyboardButton, KeyboardButtonRequestChat, Message

from cafe.bot.chat.conversation import Conversation, CustomerConversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.callbacks import DeskAct, DeskCallback
from cafe.bot.telegram.markup import escape
from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.kernel.errors import TooManyGuessesError
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import ProblemsError
from cafe.core.kernel.secrets import CODE_DIGITS
from cafe.core.kernel.urls import DESK, desk_link_path
from cafe.core.messages.outbox.port import Button, Keyboard, Tone
from cafe.core.people.staff.errors import ForbiddenError, SignInCodeError, SignInLinkError
from cafe.core.people.staff.model import LINK_SECONDS, Right, StaffMember
from cafe.core.upkeep.connections.model import Connection, ConnectionFixedError

BIND = "desk-"
"""The prefix of the token in a link to the bot."""
CONFIRM = "sure-"
"""The same of a code that confirms a session."""
PINS = ("can_manage_chat", "can_pin_messages")
"""The rights that the bot gets in the staff chat: it pins the board there."""
CODE = rf"^\s*(?:\d[\s-]?){{{CODE_DIGITS}}}$"


class OfStaff(BaseFilter):
    """Matches active people of the staff, and passes the `member` to handlers."""

    async def __call__(self, _event: object, conversation: CustomerConversation) -> bool | dict[str, StaffMember]:
        member = await conversation.services.staff.find_by_telegram(conversation.customer.id)
        return False if member is None else {"member": member}


def router() -> Router:
    router = Router(name="desk")
    router.message.register(bind, CommandStart(deep_link=True, magic=F.args.startswith(BIND)))
    router.message.register(take_link, CommandStart(deep_link=True, magic=F.args.startswith(CONFIRM)), OfStaff())
    router.message.register(show_desk, Command("desk"), OfStaff())
    on(router.message, show_own_id, Command("desk"))
    router.message.register(take_code, F.text.regexp(CODE), OfStaff())
    on_callback(router, send_link, DeskCallback, F.act == DeskAct.LINK)
    on_callback(router, answer_code, DeskCallback, F.act.in_({DeskAct.GRANT, DeskAct.REFUSE}))
    on_callback(router, ask_for_group, DeskCallback, F.act == DeskAct.STAFF_CHAT)
    router.message.register(take_group, F.chat_shared, OfStaff())
    on_callback(router, switch_news, DeskCallback, F.act.in_({DeskAct.NEWS_ON, DeskAct.NEWS_OFF}))
    return router


async def show_desk(_message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    """Show how to open the desk: inside Telegram, or by a link where Telegram would not open the page."""
    if conversation.links.is_https:
        await conversation.view.send(_desk_screen(conversation, member))
    else:
        await _send_link(conversation, member, _own_rows(conversation, member))


def _desk_screen(conversation: CustomerConversation, member: StaffMember) -> Screen:
    say, links = conversation.say, conversation.links
    here = (Button(say("button-desk-here"), app=links.page(DESK)),) if links.is_https else None
    elsewhere = (button(say("button-desk-link"), DeskCallback(act=DeskAct.LINK)),)
    rows = (*((here,) if here else ()), elsewhere, *_own_rows(conversation, member))
    return Screen(say.html("desk-open", name=member.name), rows)


def _own_rows(conversation: CustomerConversation, member: StaffMember) -> Keyboard:
    """Return the buttons for the news of the cafe, for those who may read figures, and for an owner's staff chat."""
    news = DeskAct.NEWS_OFF if member.wants_news else DeskAct.NEWS_ON
    is_free = not conversation.services.connections.is_fixed(Connection.STAFF_CHAT)
    acts = [news] if member.may(Right.REPORTS) else []
    acts += [DeskAct.STAFF_CHAT] if member.may(Right.SETTINGS) and is_free else []
    return tuple((button(conversation.say(f"button-desk-{act}"), DeskCallback(act=act)),) for act in acts)


async def ask_for_group(_data: DeskCallback, conversation: CustomerConversation) -> None:
    """Have an owner choose the staff chat in Telegram's own list of groups; the bot joins it with that."""
    member = await conversation.services.staff.find_by_telegram(conversation.customer.id)
    if member is None or not member.may(Right.SETTINGS):
        await _say_outdated(conversation)
        return
    wanted = KeyboardButtonRequestChat(
        request_id=1,
        chat_is_channel=False,
        user_administrator_rights=_rights(*PINS, "can_promote_members"),  # to make the bot one who pins
        bot_administrator_rights=_rights(*PINS),
    )
    say = conversation.say
    keys = [[KeyboardButton(text=say("key-staff-chat"), request_chat=wanted)]]
    await conversation.view.answer()
    await conversation.view.ask_with_keys(say.html("desk-group"), keys)


def _rights(*granted: str) -> ChatAdministratorRights:
    """Return these rights and no others, whichever Telegram knows by now."""
    needed = {name: False for name, field in ChatAdministratorRights.model_fields.items() if field.is_required()}
    return ChatAdministratorRights(**needed | dict.fromkeys(granted, True))


async def take_group(message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    """Make the chosen group the staff chat, and say hello there."""
    say, services, shared = conversation.say, conversation.services, message.chat_shared
    if shared is None or message.bot is None or not member.may(Right.SETTINGS):
        await conversation.view.say(say.html("press-outdated"), removes_keys=True)
        return
    actor = Actor(member.name, member.id, Way.CHAT)
    try:
        keys = {"staff_chat_id": str(shared.chat_id)}
        await services.connections.connect(Connection.STAFF_CHAT, keys, actor)
        await message.bot.send_message(shared.chat_id, services.texts.format(Locale.UK, "staff-chat-hello"))
    except (ProblemsError, ConnectionFixedError, TelegramAPIError):
        await conversation.view.say(say.html("desk-group-failed"), removes_keys=True)
    else:
        await conversation.view.say(say.html("desk-group-taken"), removes_keys=True)


async def switch_news(callback_data: DeskCallback, conversation: CustomerConversation) -> None:
    """Switch the two lines a day and the alarms in this chat on or off."""
    services, wants_news = conversation.services, callback_data.act is DeskAct.NEWS_ON
    member = await services.staff.find_by_telegram(conversation.customer.id)
    if member is None or not member.may(Right.REPORTS):
        await _say_outdated(conversation)
        return
    await services.staff.set_wants_news(member, wants_news=wants_news)
    await conversation.view.answer(conversation.say(f"desk-{callback_data.act}"), is_alert=wants_news)
    await conversation.view.show(_desk_screen(conversation, replace(member, wants_news=wants_news)))


async def show_own_id(conversation: CustomerConversation) -> None:
    """Explain to a stranger how to be added to the staff."""
    await conversation.view.say(conversation.say.html("desk-strangers", id=str(conversation.customer.id)))


async def send_link(_data: DeskCallback, conversation: CustomerConversation) -> None:
    member = await conversation.services.staff.find_by_telegram(conversation.customer.id)
    if member is None:
        await _say_outdated(conversation)
    else:
        await _send_link(conversation, member)


async def take_code(message: Message, conversation: CustomerConversation, member: StaffMember) -> None:
    await _ask(conversation, member, message.text or "")


async def take_link(
    _message: Message, command: CommandObject, conversation: CustomerConversation, member: StaffMember
) -> None:
    """Handle a code from the link of a page where this person is signed in."""
    await _ask(conversation, member, (command.args or "").removeprefix(CONFIRM), only_confirms=True)


async def _ask(
    conversation: CustomerConversation, member: StaffMember, typed: str, *, only_confirms: bool = False
) -> None:
    """Ask whether the person is at the browser that shows the code."""
    say, codes = conversation.say, conversation.services.sign_in_codes
    try:
        question = await codes.check_typed(member, typed, only_confirms=only_confirms)
    except (SignInCodeError, TooManyGuessesError) as error:
        text_id = "desk-code-wrong" if isinstance(error, SignInCodeError) else "desk-code-too-many"
        await conversation.view.say(say.html(text_id))
        return
    kind = "confirm" if question.confirms else "sign-in"
    keyboard: Keyboard = (
        (button(say(f"button-desk-{kind}"), DeskCallback(act=DeskAct.GRANT, id=question.id)),),
        (button(say("button-desk-refuse"), DeskCallback(act=DeskAct.REFUSE, id=question.id), Tone.DANGER),),
    )
    await conversation.view.send(Screen(say.html(f"desk-ask-{kind}", agent=question.agent), keyboard))


async def answer_code(callback_data: DeskCallback, conversation: CustomerConversation) -> None:
    services, is_granted = conversation.services, callback_data.act is DeskAct.GRANT
    member = await services.staff.find_by_telegram(conversation.customer.id)
    if member is None or not await services.sign_in_codes.answer(member, callback_data.id, is_granted=is_granted):
        await _say_outdated(conversation)
        return
    text_id = "desk-granted" if is_granted else "desk-refused"
    await conversation.view.show(Screen(conversation.say.html(text_id)))


async def bind(_message: Message, command: CommandObject, conversation: CustomerConversation) -> None:
    """Bind this account to the person whose page showed the link."""
    say = conversation.say
    token = (command.args or "").removeprefix(BIND)
    try:
        member = await conversation.services.sign_in.bind_telegram(token, conversation.customer.id)
    except SignInLinkError:
        await conversation.view.say(say.html("desk-bind-late"))
    except ForbiddenError:
        await conversation.view.say(say.html("desk-bind-taken"))
    else:
        await conversation.view.say(say.html("desk-bound", name=member.name))


async def _send_link(conversation: CustomerConversation, member: StaffMember, rows: Keyboard = ()) -> None:
    link = await conversation.services.sign_in.issue_link_for(member)
    address = escape(conversation.links.page(desk_link_path(link.token)))
    text = conversation.say.html("desk-link", minutes=LINK_SECONDS // 60)
    await conversation.view.send(Screen(f"{text}\n\n{address}", rows))


async def _say_outdated(conversation: Conversation) -> None:
    await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
