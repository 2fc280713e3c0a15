"""Forgetting a customer, on their own request or by the owner's command."""

import re

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import GUEST_BASE, MAX_ID, CustomerId
from cafe.core.ordering.orders.model import phone_key
from cafe.core.people.privacy import store
from cafe.core.people.privacy.anonymise import forget_customer, forget_phone
from cafe.core.people.privacy.model import AmbiguousCustomerError, Forgotten

PHONE = re.compile(r"\+?[0-9 ().\-]+")
PHONE_DIGITS = range(9, 14)
ID_PREFIX = "id:"
BATCH_SIZE = 500


class PrivacyService:
    """Forgets customers. Lines, amounts and times of their orders are kept for bookkeeping."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def forget(self, customer_id: CustomerId) -> Forgotten:
        """Forget a customer. An unfinished order keeps its data and is anonymised when it ends."""
        return await self._database.write(forget_customer, self._record, customer_id, unix_now(self._clock))

    async def forget_phone_of(self, order_id: int) -> Forgotten:
        """Forget the customers with the phone of an order.

        Raises:
            NotFoundError: no such order, or it has no phone (any more).
        """
        return await self._database.write(_forget_phone_of, self._record, order_id, unix_now(self._clock))

    async def forget_person(self, text: str) -> Forgotten:
        """Forget the customers with a phone, or one by their id. The prefix `id:` marks a number as an id.

        Raises:
            AmbiguousCustomerError: the text is neither, or could be both.
        """
        while await self._database.write(store.fill_phone_keys, BATCH_SIZE) == BATCH_SIZE:
            pass
        return await self._database.write(_forget_person, self._record, text.strip(), unix_now(self._clock))


def _forget_phone_of(conn: Connection, record: Recorder, order_id: int, now: int) -> Forgotten:
    key = store.find_phone_of(conn, order_id)
    if not key:
        raise NotFoundError
    return forget_phone(conn, record, key, now)


def _forget_person(conn: Connection, record: Recorder, text: str, now: int) -> Forgotten:
    customer_id, key = _read_customer_id(text), _read_phone(text)
    if customer_id is not None and key is not None:
        # Nine to thirteen digits without a plus or a leading zero may be either: check which one exists.
        is_id, is_phone = store.has_customer(conn, customer_id), bool(store.list_customers_with_phone(conn, key))
        if is_id and is_phone:
            raise AmbiguousCustomerError(
                f"{text}: both a customer's id and a phone; write {ID_PREFIX}{text} or 0{key} to say which"
            )
        customer_id = customer_id if is_id else None
    if customer_id is not None:
        return forget_customer(conn, record, customer_id, now)
    if key is not None:
        return forget_phone(conn, record, key, now)
    raise AmbiguousCustomerError(f"{text}: neither a phone of 9 to 13 digits nor a customer's id")


def _read_customer_id(text: str) -> CustomerId | None:
    """Parse a Telegram user's or a guest's id."""
    digits = text.removeprefix(ID_PREFIX)
    if not re.fullmatch(r"-?[1-9][0-9]{0,18}", digits):
        return None
    number = int(digits)
    is_possible = 0 < number <= MAX_ID or -MAX_ID <= number < -GUEST_BASE
    return CustomerId(number) if is_possible else None


def _read_phone(text: str) -> str | None:
    """Parse a phone into its key."""
    if not PHONE.fullmatch(text) or text.startswith("-"):
        return None
    return phone_key(text) if len(re.sub(r"[^0-9]", "", text)) in PHONE_DIGITS else None
