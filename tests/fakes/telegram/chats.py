"""The chats of a fake Telegram: what stands in them, and what the people in them can see."""

from dataclasses import dataclass, field
from typing import Any

Button = dict[str, Any]
Keyboard = list[list[Button]]


@dataclass(slots=True)
class Message:
    """One message as it stands now; ``revision`` grows whenever anything in the world changes."""

    message_id: int
    sender: dict[str, Any]
    date: int
    revision: int
    text: str = ""
    html: str = ""
    photo: str | None = None
    contact: dict[str, Any] | None = None
    location: dict[str, float] | None = None
    chat_shared: dict[str, Any] | None = None
    inline: Keyboard = field(default_factory=list)
    edits: int = 0
    asks_for_reply: bool = False
    reply_to: int | None = None
    receiver: dict[str, Any] | None = None
    """Who alone sees it, beside its sender; its id is below 0 here, and has no sign in the Bot API."""

    def is_seen_by(self, user_id: int) -> bool:
        return self.receiver is None or user_id in {self.receiver["id"], self.sender["id"]}

    @property
    def is_bots(self) -> bool:
        return bool(self.sender["is_bot"])

    @property
    def buttons(self) -> list[str]:
        return [button["text"] for row in self.inline for button in row]

    @property
    def picture(self) -> str:
        """The message as a person sees it: picture mark, text, rows of [buttons]."""
        rows = (" ".join(f"[{button['text']}]" for button in row) for row in self.inline)
        return "\n".join([*(["🖼"] if self.photo else []), self.text, *rows])


@dataclass(slots=True)
class Toast:
    """A short answer to a pressed button, seen only by the one who pressed."""

    user_id: int
    text: str
    is_alert: bool
    revision: int

    @property
    def picture(self) -> str:
        return f"({self.text})"


@dataclass(slots=True)
class Chat:
    """A private chat (its id is the person's) or a group."""

    id: int
    type: str
    title: str
    username: str | None = None
    messages: list[Message] = field(default_factory=list)
    toasts: list[Toast] = field(default_factory=list)
    pinned: list[Message] = field(default_factory=list)
    may_pin: bool = True
    keyboard: Keyboard | None = None
    menu_button: dict[str, Any] | None = None
    is_started: bool = False
    is_blocked: bool = False
    is_kicked: bool = False
    migrated_to: int | None = None
    linked_to: int | None = None
    """The channel whose discussion group it is."""
    last_message_id: int = 0
    sent_at: list[float] = field(default_factory=list)

    @property
    def is_private(self) -> bool:
        return self.type == "private"

    def as_api(self) -> dict[str, Any]:
        name = {"first_name": self.title} if self.is_private else {"title": self.title}
        return {
            "id": self.id,
            "type": self.type,
            **name,
            **({"username": self.username} if self.username else {}),
        }

    def find(self, message_id: int) -> Message | None:
        return next((message for message in self.messages if message.message_id == message_id), None)

    def remove(self, message: Message) -> None:
        """Take a message away; a pinned one is pinned no more."""
        self.messages.remove(message)
        if message in self.pinned:
            self.pinned.remove(message)

    def transcript(self, last: int = 8) -> str:
        """The end of the conversation, for the text of a failed test."""
        seen = [
            f"{message.sender['first_name']} #{message.message_id}: {message.picture}"
            for message in self.messages[-last:]
        ]
        return "\n---\n".join([*seen, *(toast.picture for toast in self.toasts[-3:])])


def message_as_api(message: Message, chat: Chat) -> dict[str, Any]:
    """A message as the Bot API tells of it."""
    body: dict[str, Any] = {
        "message_id": message.message_id,
        "date": message.date,
        "chat": chat.as_api(),
        "from": message.sender,
    }
    if message.receiver is not None:
        body |= {"message_id": 0, "ephemeral_message_id": -message.message_id, "receiver_user": message.receiver}
    if message.edits:
        body["edit_date"] = message.date
    if message.photo:
        body["photo"] = [{"file_id": message.photo, "file_unique_id": message.photo, "width": 800, "height": 600}]
    if message.text:
        body["caption" if message.photo else "text"] = message.text
    shared = {"contact": message.contact, "location": message.location, "chat_shared": message.chat_shared}
    body |= {name: value for name, value in shared.items() if value}
    if message.reply_to is not None and (replied := chat.find(message.reply_to)):
        body["reply_to_message"] = message_as_api(replied, chat)
    if message.inline:
        body["reply_markup"] = {"inline_keyboard": message.inline}
    if message.text.startswith("/") and not message.is_bots:
        word = message.text.split(maxsplit=1)[0]
        body["entities"] = [{"type": "bot_command", "offset": 0, "length": len(word)}]
    return body
