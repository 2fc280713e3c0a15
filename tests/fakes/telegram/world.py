"""The state of a fake Telegram: people, chats, updates waiting for the bot, what changes when."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from tests.fakes.telegram.chats import Chat, Message, message_as_api
from tests.fakes.telegram.markup import ApiError, bad

Json = dict[str, Any]
T = TypeVar("T")


class World:
    """Everything that both the Bot API and the people act upon."""

    def __init__(self, token: str, now: Callable[[], float]) -> None:
        self.token = token
        self.now = now
        self.me: Json = {
            "id": int(token.split(":", maxsplit=1)[0]),
            "is_bot": True,
            "first_name": "Кав'ярня",
            "username": "demo_cafe_bot",
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }
        self.chats: dict[int, Chat] = {}
        self.users: dict[int, Json] = {}
        self.files: dict[str, bytes | str] = {}
        self.updates: deque[Json] = deque()
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.default_menu_button: Json = {"type": "commands"}
        self.presses: dict[str, tuple[int, int, float]] = {}  # query id -> chat, user, when
        self.pressed: dict[str, tuple[int, float]] = {}  # the same of all: user, when
        self.answers: dict[str, Json] = {}
        self.revision = 0
        self.press_lifetime = 60.0
        self.takes_ephemeral = True
        """Whether the server knows messages that one person of a group sees; an older one does not."""
        self._update_id = int(self.now())
        self._changed = asyncio.Event()

    def touch(self) -> int:
        """Count a change and wake everyone who waits for one."""
        self.revision += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
        return self.revision

    async def wait_for(self, find: Callable[[], T | None], seconds: float) -> T | None:
        """Wait until ``find`` finds something; ``None`` when time is up."""
        end = asyncio.get_running_loop().time() + seconds
        while (found := find()) is None:
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                return None
            try:
                async with asyncio.timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                return find()
        return found

    # People and chats

    def user(self, user_id: int, first_name: str, language_code: str, username: str | None = None) -> Json:
        user = self.users.setdefault(
            user_id,
            {"id": user_id, "is_bot": False, "first_name": first_name, "language_code": language_code},
        )
        if username:
            user["username"] = username
        self.chats.setdefault(user_id, Chat(user_id, "private", first_name, username))
        return user

    def group(self, chat_id: int, title: str) -> Chat:
        kind = "supergroup" if chat_id < -1_000_000_000_000 else "group"
        return self.chats.setdefault(chat_id, Chat(chat_id, kind, title, is_started=True))

    def migrate(self, old_id: int, new_id: int) -> Chat:
        """Make a supergroup of a group: the old id now only points to the new one."""
        old = self.chats[old_id]
        new = self.group(new_id, old.title)
        old.migrated_to = new_id
        sender = self.me
        self.add_update("message", self.service_message(old, sender, migrate_to_chat_id=new_id))
        self.add_update("message", self.service_message(new, sender, migrate_from_chat_id=old_id))
        return new

    def service_message(self, chat: Chat, sender: Json, **fields: Any) -> Json:
        chat.last_message_id += 1
        return {
            "message_id": chat.last_message_id,
            "date": int(self.now()),
            "chat": chat.as_api(),
            "from": sender,
            **fields,
        }

    def chat_for_bot(self, chat_id: int) -> Chat:
        """The chat the bot wants to write to, or the platform's reason why not."""
        chat = self.chats.get(chat_id)
        if chat is None:
            raise bad("chat not found")
        if chat.migrated_to is not None:
            raise ApiError(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=chat.migrated_to,
            )
        if chat.is_blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        if chat.is_kicked:
            raise ApiError(403, "Forbidden: bot was kicked from the group chat")
        if not chat.is_started:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        return chat

    def add_message(self, chat: Chat, sender: Json, **fields: Any) -> Message:
        chat.last_message_id += 1
        message_id = -chat.last_message_id if fields.get("receiver") else chat.last_message_id
        message = Message(message_id, sender, int(self.now()), self.revision + 1, **fields)
        chat.messages.append(message)
        self.touch()
        return message

    # Updates

    def add_update(self, kind: str, body: Json) -> int:
        self._update_id += 1
        self.updates.append({"update_id": self._update_id, kind: body})
        self.touch()
        return self._update_id

    def say(self, chat: Chat, sender: Json, **fields: Any) -> Message:
        """A person's message: it stands in the chat and goes to the bot."""
        chat.is_started = True
        message = self.add_message(chat, sender, **fields)
        self.add_update("message", message_as_api(message, chat))
        return message

    def press(self, chat: Chat, sender: Json, message: Message, data: str) -> str:
        """Press an inline button that carries ``data``; the id of the query that the bot has to answer."""
        query_id = str(7_000_000 + self.revision)
        now = asyncio.get_running_loop().time()
        self.presses[query_id], self.pressed[query_id] = (chat.id, sender["id"], now), (sender["id"], now)
        self.add_update(
            "callback_query",
            {
                "id": query_id,
                "from": sender,
                "message": message_as_api(message, chat),
                "chat_instance": str(chat.id),
                "data": data,
            },
        )
        return query_id

    def set_blocked(self, chat: Chat, user: Json, *, is_blocked: bool) -> None:
        """A person stops the bot, or starts it again."""
        chat.is_blocked = is_blocked
        member, kicked = (
            {"user": self.me, "status": "member"},
            {"user": self.me, "status": "kicked", "until_date": 0},
        )
        self.add_update(
            "my_chat_member",
            {
                "chat": chat.as_api(),
                "from": user,
                "date": int(self.now()),
                "old_chat_member": member if is_blocked else kicked,
                "new_chat_member": kicked if is_blocked else member,
            },
        )

    def commands_for(self, chat: Chat, language: str) -> list[Json]:
        """The commands that a person sees in this chat; the narrowest scope wins."""
        scopes = [f"chat:{chat.id}", "all_private_chats" if chat.is_private else "all_group_chats", "default"]
        for scope in scopes:
            for code in (language, ""):
                if commands := self.commands.get((scope, code)):
                    return commands
        return []
