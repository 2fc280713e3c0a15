"""The staff chat as a place to act from, and how long it is on a phone."""

import re
import textwrap

from tests.fakes.telegram import Chat, Message, Seat
from tests.rush.station import Stage, Ticket

WIDTH = 40
"""Characters of a line on a phone."""
LINES_A_SECOND = 60
"""How fast somebody scrolls and still sees the number that they look for."""
PATIENCE = 20
"""Seconds that people wait for a card to change before they look again."""
STAGES = {
    "Нове": Stage.NEW,
    "Прийнято": Stage.ACCEPTED,
    "Готується": Stage.COOKING,
    "Готове": Stage.READY,
    "Передано кур’єру": Stage.ON_ITS_WAY,
}
KINDS = {"🥡": "pickup", "🍽": "dine-in", "🛵": "delivery"}
TITLE = re.compile(rf"^(№\d+) · ([{''.join(KINDS)}])[^·]* · ({'|'.join(STAGES)})$", re.MULTILINE)
LINE = re.compile(r"^(\d+) × .* — \d+ ₴$", re.MULTILINE)
WANTED = re.compile(r"(?:🗓 На|Забере о)[^\n]*?(\d\d:\d\d)")
PROMISED = re.compile(r"Обіцяно на (\d\d:\d\d)")
NUMBER = re.compile(r"№\d+")


def read_card(message: Message) -> Ticket | None:
    """An order's card, if the message is one and the order is not over."""
    found = TITLE.search(message.text)
    if found is None or not message.is_bots or not message.inline:
        return None
    promised = PROMISED.search(message.text)
    due = promised or WANTED.search(message.text)
    return Ticket(
        number=found[1],
        stage=STAGES[found[3]],
        kind=KINDS[found[2]],
        pieces=sum(int(each) for each in LINE.findall(message.text)),
        due=due[1] if due else "",
        is_promised=promised is not None,
    )


def lines_of(message: Message) -> int:
    """Lines that a message takes: its text, wrapped, and its rows of buttons."""
    text = sum(max(1, len(textwrap.wrap(line, WIDTH))) for line in message.text.split("\n")) if message.text else 0
    return text + len(message.inline)


def lines_to_scroll(chat: Chat) -> int:
    """Lines from the pinned board, or where there is none from the oldest card of an unfinished order, to the end."""
    messages = chat.messages
    is_top = [message in chat.pinned for message in messages]
    if not any(is_top):
        is_top = [read_card(message) is not None for message in messages]
    top = is_top.index(True) if any(is_top) else len(messages)
    return sum(lines_of(message) for message in messages[top:])


class ChatStation:
    """Cards and their buttons."""

    name = "the chat's cards"

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def cards(self) -> dict[str, tuple[Ticket, Message]]:
        """The newest card of each order."""
        read = [(read_card(message), message) for message in self.seat.chat.messages]
        return {ticket.number: (ticket, message) for ticket, message in read if ticket is not None}

    async def look(self) -> list[Ticket]:
        return [ticket for ticket, _ in self.cards().values()]

    def search(self, ticket: Ticket) -> float:
        """One reads from the end of the chat upwards."""
        _, card = self.cards().get(ticket.number, (None, None))
        messages = self.seat.chat.messages
        below = messages[messages.index(card) + 1 :] if card else []
        return sum(map(lines_of, below)) / LINES_A_SECOND

    async def accept(self, ticket: Ticket, minutes: int | None) -> None:
        await self._press(ticket, "✅ Прийняти" if minutes is None else f"⏱ {minutes} хв")

    async def start(self, ticket: Ticket) -> None:
        await self._press(ticket, "👩‍🍳 Готується")

    async def ready(self, ticket: Ticket) -> None:
        await self._press(ticket, "🔔 Готове")

    async def hand_over(self, ticket: Ticket) -> None:
        """Where the program asks how an unpaid order was paid: at the terminal."""
        is_to_courier = ticket.kind == "delivery" and ticket.stage is Stage.READY
        await self._press(ticket, "🛵 Кур’єру" if is_to_courier else "🏁")
        if not is_to_courier and ticket.number in self.cards():
            await self._press(ticket, "💳 Термінал")

    async def _press(self, ticket: Ticket, label: str) -> None:
        """Press a button of the card, and wait until the order has moved or the card asks something."""
        _, card = self.cards().get(ticket.number, (None, None))
        full = next((text for text in card.buttons if text.startswith(label)), None) if card else None
        if full is None:  # somebody was quicker, or the guest has cancelled
            return
        before = card.picture if card else ""
        await self.seat.press(full, on=card)

        def has_changed() -> bool | None:
            _, now = self.cards().get(ticket.number, (None, None))
            return True if now is None or now.picture != before else None

        await self.seat.world.wait_for(has_changed, PATIENCE)
