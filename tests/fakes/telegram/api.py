"""The Bot API's methods, as far as this project calls them, over a fake world."""

import asyncio
import json
import re
from typing import Any

from tests.fakes.telegram.chats import Chat, Keyboard, Message, Toast, message_as_api
from tests.fakes.telegram.markup import (
    ApiError,
    bad,
    check_caption,
    check_inline,
    check_reply_keyboard,
    check_text,
    check_web_app,
)
from tests.fakes.telegram.world import Json, World

GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
ADMINISTRATOR = (
    *("can_be_edited", "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories"),
    *("can_delete_stories", "can_send_welcome_messages"),
)
COMMAND = re.compile(r"[a-z0-9_]{1,32}")
DELETABLE_SECONDS = 48 * 3600
EPHEMERAL_SECONDS = 15
"""How long after a press the one who pressed can be answered alone."""


class BotApi:
    """One coroutine-free method per Bot API method; parameters arrive as text and JSON."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.webhook_failure: Json = {}  # `last_error_date` and `last_error_message`, when updates cannot be brought
        self.webhook: Json = {"url": "", "secret_token": "", "pending_update_count": 0}

    def call(self, method: str, params: Json) -> Any:
        handler = getattr(self, f"do_{method.lower()}", None)
        if handler is None:
            raise ApiError(404, "Not Found: method not found")
        return handler(params)

    # Messages

    def do_sendmessage(self, params: Json) -> Json:
        chat = self._chat(params)
        text = check_text(str(params.get("text", "")), params.get("parse_mode"))
        return self._send(chat, params, text=text, html=str(params["text"]))

    def do_sendphoto(self, params: Json) -> Json:
        chat = self._chat(params)
        caption = str(params.get("caption", ""))
        text = check_caption(caption, params.get("parse_mode"))
        return self._send(chat, params, text=text, html=caption, photo=self._photo(params.get("photo"), params))

    def do_editmessagetext(self, params: Json) -> Json:
        chat, message = self._own_message(params)
        text = check_text(str(params.get("text", "")), params.get("parse_mode"))
        if message.photo:
            raise bad("there is no text in the message to edit")
        return self._edit(chat, message, params, text=text, html=str(params["text"]))

    def do_editmessagecaption(self, params: Json) -> Json:
        chat, message = self._own_message(params)
        caption = str(params.get("caption", ""))
        text = check_caption(caption, params.get("parse_mode"))
        if not message.photo:
            raise bad("there is no caption in the message to edit")
        return self._edit(chat, message, params, text=text, html=caption)

    def do_editmessagereplymarkup(self, params: Json) -> Json:
        chat, message = self._own_message(params)
        return self._edit(chat, message, params)

    def do_editmessagemedia(self, params: Json) -> Json:
        chat, message = self._own_message(params)
        media = _parsed(params["media"])
        if media["type"] != "photo":
            raise bad("wrong type of media")
        caption = media.get("caption", "")
        text = check_caption(caption, media.get("parse_mode"))
        return self._edit(chat, message, params, text=text, html=caption, photo=self._photo(media["media"], params))

    def do_editephemeralmessagetext(self, params: Json) -> bool:
        chat, message = self._ephemeral(params)
        text = check_caption(str(params.get("text", "")), params.get("parse_mode"))  # as the real one does
        self._edit(chat, message, params, text=text, html=str(params["text"]))
        return True

    def do_deleteephemeralmessage(self, params: Json) -> bool:
        chat, message = self._ephemeral(params)
        chat.remove(message)
        self.world.touch()
        return True

    def do_deletemessage(self, params: Json) -> bool:
        chat = self._chat(params)
        message = chat.find(int(params["message_id"]))
        if message is None:
            raise bad("message to delete not found")
        if not message.is_bots and not chat.is_private:
            raise bad("message can't be deleted")
        if self.world.now() - message.date > DELETABLE_SECONDS:
            raise bad("message can't be deleted for everyone")
        chat.remove(message)
        self.world.touch()
        return True

    def do_pinchatmessage(self, params: Json) -> bool:
        chat = self._chat(params)
        message = chat.find(int(params["message_id"]))
        if message is None:
            raise bad("message to pin not found")
        self._check_pin_right(chat)
        if message in chat.pinned:
            return True
        chat.pinned.append(message)
        self.world.touch()
        return True

    def do_unpinchatmessage(self, params: Json) -> bool:
        chat = self._chat(params)
        self._check_pin_right(chat)
        wanted = int(params["message_id"]) if params.get("message_id") else None
        message = next((one for one in reversed(chat.pinned) if wanted in {None, one.message_id}), None)
        if message is None:
            raise bad("message to unpin not found")
        chat.pinned.remove(message)
        self.world.touch()
        return True

    def _check_pin_right(self, chat: Chat) -> None:
        if not chat.is_private and not chat.may_pin:
            raise bad("not enough rights to manage pinned messages in the chat")

    def do_answercallbackquery(self, params: Json) -> bool:
        query_id = str(params["callback_query_id"])
        text = str(params.get("text", ""))
        if len(text) > 200:
            raise bad("MESSAGE_TOO_LONG")
        pressed = self.world.presses.pop(query_id, None)
        if pressed is None or asyncio.get_running_loop().time() - pressed[2] > self.world.press_lifetime:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        chat_id, user_id, _ = pressed
        is_alert = params.get("show_alert") in {"true", "True", True}
        self.world.answers[query_id] = {"text": text, "show_alert": is_alert}
        revision = self.world.touch()
        if text:
            self.world.chats[chat_id].toasts.append(Toast(user_id, text, is_alert, revision))
            self.world.touch()
        return True

    def do_sendchataction(self, params: Json) -> bool:
        self._chat(params)
        return True

    def do_getchat(self, params: Json) -> Json:
        chat = self._chat(params)
        pinned = {"pinned_message": message_as_api(chat.pinned[-1], chat)} if chat.pinned else {}
        gifts = dict.fromkeys(GIFTS, False)
        return {
            **chat.as_api(),
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": gifts,
            **({"linked_chat_id": chat.linked_to} if chat.linked_to else {}),
            **pinned,
        }

    def do_getchatmember(self, params: Json) -> Json:
        chat = self._chat(params)
        if int(params["user_id"]) != self.world.me["id"]:
            raise bad("PARTICIPANT_ID_INVALID")
        if not chat.may_pin:
            return {"user": self.world.me, "status": "member"}
        member = {"user": self.world.me, "status": "administrator", "is_anonymous": False, "can_pin_messages": True}
        return member | dict.fromkeys(ADMINISTRATOR, False)

    # The bot itself

    def do_getme(self, _params: Json) -> Json:
        return self.world.me

    def do_setmycommands(self, params: Json) -> bool:
        commands = _parsed(params["commands"])
        for command in commands:
            if not COMMAND.fullmatch(command["command"]):
                raise bad("BOT_COMMAND_INVALID")
            if not 1 <= len(command["description"]) <= 256:
                raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
        self.world.commands[self._scope(params)] = commands
        self.world.touch()
        return True

    def do_deletemycommands(self, params: Json) -> bool:
        self.world.commands.pop(self._scope(params), None)
        return True

    def do_getmycommands(self, params: Json) -> list[Json]:
        return self.world.commands.get(self._scope(params), [])

    def do_setchatmenubutton(self, params: Json) -> bool:
        button = _parsed(params.get("menu_button")) or {"type": "default"}
        if button["type"] == "web_app":
            check_web_app(button["web_app"]["url"])
        if params.get("chat_id"):
            self._chat(params).menu_button = button
        else:
            self.world.default_menu_button = button
        self.world.touch()
        return True

    # Updates

    def do_setwebhook(self, params: Json) -> bool:
        self.webhook = {"url": params["url"], "secret_token": params.get("secret_token", "")}
        self.webhook["pending_update_count"] = len(self.world.updates)
        self._drop_pending(params)
        return True

    def do_deletewebhook(self, params: Json) -> bool:
        self.webhook = {"url": "", "secret_token": "", "pending_update_count": 0}
        self._drop_pending(params)
        return True

    def do_getwebhookinfo(self, _params: Json) -> Json:
        return {
            "url": self.webhook["url"],
            "has_custom_certificate": False,
            "pending_update_count": len(self.world.updates),
            **self.webhook_failure,
        }

    def _drop_pending(self, params: Json) -> None:
        if params.get("drop_pending_updates") == "true":
            self.world.updates.clear()
        self.world.touch()

    # Parts

    def _scope(self, params: Json) -> tuple[str, str]:
        scope = _parsed(params.get("scope")) or {"type": "default"}
        if scope["type"] == "chat":
            self._chat(scope)
            return f"chat:{scope['chat_id']}", params.get("language_code", "")
        return scope["type"], params.get("language_code", "")

    def _chat(self, params: Json) -> Chat:
        try:
            chat_id = int(params["chat_id"])
        except (KeyError, ValueError):
            raise bad("chat not found") from None
        return self.world.chat_for_bot(chat_id)

    def _own_message(self, params: Json) -> tuple[Chat, Message]:
        chat = self._chat(params)
        message = chat.find(int(params["message_id"]))
        if message is None:
            raise bad("message to edit not found")
        if not message.is_bots:
            raise bad("message can't be edited")
        return chat, message

    def _ephemeral(self, params: Json) -> tuple[Chat, Message]:
        chat = self._chat(params)
        message = chat.find(-int(params["ephemeral_message_id"]))
        receiver = message.receiver if message is not None else None
        if message is None or receiver is None or receiver["id"] != int(params["receiver_user_id"]):
            raise bad("message to edit not found")
        return chat, message

    def _receiver(self, chat: Chat, params: Json) -> Json | None:
        """Who alone gets a message; only an administrator may write to people who have not just asked."""
        told = _parsed(params.get("ephemeral_message_parameters"))
        if not told or not self.world.takes_ephemeral:
            return None
        user_id = int(told["receiver_user_id"])
        receiver = self.world.users.get(user_id)
        if chat.is_private or receiver is None:
            raise bad("PEER_ID_INVALID")
        if "callback_query_id" in told:
            presser, at = self.world.pressed.get(str(told["callback_query_id"]), (0, 0.0))
            is_asked = presser == user_id and asyncio.get_running_loop().time() - at <= EPHEMERAL_SECONDS
        else:
            reply = _parsed(params.get("reply_parameters")) or {}
            asked = chat.find(-int(reply.get("ephemeral_message_id", 0)))
            is_late = asked is None or self.world.now() - asked.date > EPHEMERAL_SECONDS
            is_asked = asked is not None and asked.sender["id"] == user_id and not is_late
        if not is_asked and not chat.may_pin:
            raise bad("CHAT_ADMIN_REQUIRED")
        return receiver

    def _photo(self, source: Any, params: Json) -> str:
        if isinstance(source, str) and source.startswith("attach://"):
            source = params.get(source.removeprefix("attach://"))
        if isinstance(source, bytes):
            if not source:
                raise bad("file must be non-empty")
            if source.lstrip()[:1] == b"<":  # SVG, or a page in place of a picture
                raise bad("IMAGE_PROCESS_FAILED")
            file_id = f"photo{len(self.world.files)}"
            self.world.files[file_id] = source
            return file_id
        if isinstance(source, str) and source in self.world.files:
            return source
        raise bad("wrong file identifier/HTTP URL specified")

    def _inline(self, chat: Chat, params: Json) -> Keyboard:
        markup = _parsed(params.get("reply_markup"))
        return check_inline(markup, private=chat.is_private) if markup and "inline_keyboard" in markup else []

    def _send(self, chat: Chat, params: Json, **fields: Any) -> Json:
        inline = self._inline(chat, params)
        markup = _parsed(params.get("reply_markup")) or {}
        if "keyboard" in markup:
            chat.keyboard = check_reply_keyboard(markup, private=chat.is_private)
        elif markup.get("remove_keyboard"):
            chat.keyboard = None
        asks = bool(markup.get("force_reply"))
        receiver = self._receiver(chat, params)
        message = self.world.add_message(
            chat, self.world.me, inline=inline, asks_for_reply=asks, receiver=receiver, **fields
        )
        return message_as_api(message, chat)

    def _edit(self, chat: Chat, message: Message, params: Json, **fields: Any) -> Json:
        wanted = {**fields, "inline": self._inline(chat, params)}
        if all(getattr(message, name) == value for name, value in wanted.items() if name != "text"):
            raise bad(
                "message is not modified: specified new message content and reply markup are exactly "
                "the same as a current content and reply markup of the message"
            )
        for name, value in wanted.items():
            setattr(message, name, value)
        message.edits += 1
        message.revision = self.world.touch()
        return message_as_api(message, chat)


def _parsed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
