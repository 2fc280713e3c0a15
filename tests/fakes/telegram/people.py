"""People who use a fake Telegram: what a test lets them do and see."""

import re
from typing import Any, Self, TypeVar

from tests.fakes.telegram.chats import Chat, Message, Toast
from tests.fakes.telegram.world import Json, World

Seen = TypeVar("Seen", Message, Toast)


class Seat:
    """One person in one chat. Every act remembers the moment; ``sees`` looks at what came after it."""

    def __init__(self, world: World, user: Json, chat: Chat) -> None:
        self.world = world
        self.user = user
        self.chat = chat
        self.mark = world.revision

    def at(self, chat: Chat) -> Self:
        """The same person in another chat."""
        return type(self)(self.world, self.user, chat)

    # Acts

    async def send(self, text: str, *, replies: bool = True) -> Message:
        """Write; when the bot's last message asks for a reply, clients make it one unless the person declines."""
        reply_to = self._asked() if replies and not text.startswith("/") else None
        receiver = self.world.me if self._is_ephemeral(text) else None
        return self._say(text=text, reply_to=reply_to, receiver=receiver)

    def _asked(self) -> int | None:
        """The bot's last message, if it asks for a reply."""
        last = self.inbox[-1] if self.inbox else None
        return last.message_id if last is not None and last.asks_for_reply else None

    def _is_ephemeral(self, text: str) -> bool:
        """Whether clients send this command so that nobody but the bot sees it."""
        commands = self.world.commands_for(self.chat, self.user["language_code"])
        names = [each["command"] for each in commands if each.get("is_ephemeral")]
        is_asked = any(re.match(rf"/{name}\b", text) for name in names)
        return is_asked and not self.chat.is_private and self.world.takes_ephemeral

    async def send_photo(self, caption: str = "") -> Message:
        self.world.files["people's"] = b"\xff\xd8"
        return self._say(photo="people's", text=caption, reply_to=self._asked())

    async def share_contact(self, phone: str = "380501112233", *, user_id: int | None = None) -> Message:
        """Share a contact: the person's own unless another user's id is given."""
        contact = {"phone_number": phone, "first_name": self.user["first_name"]}
        return self._say(contact={**contact, "user_id": user_id or self.user["id"]})

    async def send_location(self, lat: float, lon: float) -> Message:
        """Send a place on the map."""
        return self._say(location={"latitude": lat, "longitude": lon})

    async def share_location(self, lat: float, lon: float) -> Message:
        """Share where one is for an hour; `moves` goes on with it."""
        return self._say(location={"latitude": lat, "longitude": lon, "live_period": 3600})

    async def moves(self, shared: Message, lat: float, lon: float) -> None:
        """Be elsewhere while one shares it: the client edits the message."""
        place = {"latitude": lat, "longitude": lon, "live_period": 3600}
        body = self.world.service_message(self.chat, self.user, location=place)
        self.world.add_update("edited_message", {**body, "message_id": shared.message_id, "edit_date": body["date"]})

    async def share_chat(self, label: str, chat: Chat) -> Message:
        """Choose a chat by a button of the reply keyboard that asks for one."""
        _, button = self._find_button(label, None)
        return self._say(chat_shared={"request_id": button["request_chat"]["request_id"], "chat_id": chat.id})

    async def press(self, label: str, *, on: Message | None = None) -> str | None:
        """Press a button by its label, on the newest message that has it or on ``on``.

        Returns the id of the callback query, None for a button of the reply keyboard or a link.
        """
        message, button = self._find_button(label, on)
        if message is None:
            if button.get("request_contact"):
                await self.share_contact()
            else:
                await self.send(button["text"])
            return None
        if "callback_data" not in button:
            return None
        return await self.press_data(button["callback_data"], on=message)

    async def press_data(self, data: str, *, on: Message) -> str:
        """Press a button with this data, whether the message has one or not (people can forge it)."""
        self.mark = self.world.revision
        return self.world.press(self.chat, self.user, on, data)

    async def edit(self, message: Message, text: str) -> None:
        """Edit one's own message."""
        self.mark = self.world.revision
        body = self.world.service_message(self.chat, self.user, text=text)
        self.world.add_update("edited_message", {**body, "message_id": message.message_id, "edit_date": body["date"]})

    async def block(self) -> None:
        self.world.set_blocked(self.chat, self.user, is_blocked=True)

    async def unblock(self) -> None:
        self.world.set_blocked(self.chat, self.user, is_blocked=False)

    # Sights

    @property
    def inbox(self) -> list[Message]:
        """The bot's messages in this chat."""
        return [each for each in self.chat.messages if each.is_bots and each.is_seen_by(self.user["id"])]

    @property
    def last(self) -> Message:
        return self.inbox[-1]

    def link(self, label: str) -> str:
        """The address behind a link button."""
        _, button = self._find_button(label, None)
        return str(button.get("url") or button["web_app"]["url"])

    async def sees(self, *parts: str, seconds: float = 30) -> Message:
        """Wait for one message, new or changed since the last act, that has all these parts."""
        found = await self.world.wait_for(lambda: self._seen(self._news(), parts), seconds)
        if found is None:
            raise AssertionError(f"not seen: {parts}\nthe chat of {self.user['first_name']}:\n{self.chat.transcript()}")
        return found

    async def sees_toast(self, *parts: str, seconds: float = 30) -> Toast:
        """Wait for a short answer to the last pressed button."""
        found = await self.world.wait_for(lambda: self._seen(self._toasts(), parts), seconds)
        if found is None:
            raise AssertionError(f"no toast: {parts}\nthe chat of {self.user['first_name']}:\n{self.chat.transcript()}")
        return found

    async def is_answered(self, query_id: str, seconds: float = 30) -> Json:
        """Wait until the bot answers a pressed button (the little clock on it goes away)."""
        answer = await self.world.wait_for(lambda: self.world.answers.get(query_id), seconds)
        if answer is None:
            raise AssertionError(f"the button was never answered:\n{self.chat.transcript()}")
        return answer

    # Parts

    def _say(self, **fields: Any) -> Message:
        self.mark = self.world.revision
        return self.world.say(self.chat, self.user, **fields)

    def _news(self) -> list[Message]:
        return [message for message in self.inbox if message.revision > self.mark]

    def _toasts(self) -> list[Toast]:
        return [toast for toast in self.chat.toasts if toast.user_id == self.user["id"] and toast.revision > self.mark]

    @staticmethod
    def _seen(things: list[Seen], parts: tuple[str, ...]) -> Seen | None:
        return next((thing for thing in things if all(part in thing.picture for part in parts)), None)

    def _find_button(self, label: str, on: Message | None) -> tuple[Message | None, Json]:
        messages = [on] if on else list(reversed(self.inbox))
        for is_match in (str.__eq__, str.__contains__):
            for message in messages:
                for button in (button for row in message.inline for button in row):
                    if is_match(button["text"], label):
                        return message, button
            for button in (button for row in self.chat.keyboard or [] for button in row):
                if is_match(button["text"], label) and on is None:
                    return None, button
        raise AssertionError(f"no button {label!r} in the chat:\n{self.chat.transcript()}")
