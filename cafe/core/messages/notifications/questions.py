"""Questions of guests in the chat, handed over to the staff, who answer with a reply."""

from collections.abc import Callable

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CafeError, NotFoundError
from cafe.core.kernel.ids import CustomerId
from cafe.core.messages.notifications.question_messages import CustomerCafeAnswer, StaffGuestQuestion
from cafe.core.messages.notifications.store import count_questions
from cafe.core.messages.outbox.store import queue_to_customer, queue_to_staff
from cafe.core.ordering.orders.store import find_open_number
from cafe.core.people.customers.model import Customer
from cafe.core.people.customers.store import find_customer

MOST_AN_HOUR = 6
"""Questions of one guest: anybody can write to the bot, and the staff have to work."""
HOUR = 3_600
MOST_CHARACTERS = 1_500


class NobodyToAskError(CafeError):
    """The cafe has no staff chat, or this guest has asked too often."""


class QuestionService:
    """Hands over questions and answers; both are delivered by the outbox."""

    def __init__(self, database: Database, clock: Clock, has_staff_chat: Callable[[], bool]) -> None:
        self._database = database
        self._clock = clock
        self._has_staff_chat = has_staff_chat

    async def ask(self, customer: Customer, text: str) -> None:
        """Queue a guest's question to the staff.

        Raises:
            NobodyToAskError: there is nobody to ask, or the guest has asked too often.
        """
        if not self._has_staff_chat():
            raise NobodyToAskError
        await self._database.write(_ask, customer, text[:MOST_CHARACTERS], unix_now(self._clock))

    async def answer(self, customer_id: int, text: str) -> str:
        """Queue the staff's answer, and return the guest's name.

        Raises:
            NotFoundError: the guest has been forgotten.
        """
        now = unix_now(self._clock)
        return await self._database.write(_answer, CustomerId(customer_id), text[: 2 * MOST_CHARACTERS], now)


def _ask(conn: Connection, customer: Customer, text: str, now: int) -> None:
    conn.lock("customers", customer.id)
    if count_questions(conn, customer.id, now - HOUR) >= MOST_AN_HOUR:
        raise NobodyToAskError
    number = find_open_number(conn, customer.id)
    name = f"{customer.first_name} · {number}" if number else customer.first_name
    queue_to_staff(conn, StaffGuestQuestion(customer.id, name, text), now)


def _answer(conn: Connection, customer_id: CustomerId, text: str, now: int) -> str:
    customer = find_customer(conn, customer_id)
    if customer is None:
        raise NotFoundError
    cafe = get_settings(conn).in_locale(customer.locale).cafe_name
    queue_to_customer(conn, CustomerCafeAnswer(cafe, text), now, customer_id, customer.locale, None)
    return customer.first_name
