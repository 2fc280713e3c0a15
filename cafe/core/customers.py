"""Who orders: platform users and guests, and their language."""

from cafe.core.ports import Clock, Connection, Database
from cafe.core.store import customers as store
from cafe.core.store.settings import next_value
from cafe.core.values import GUEST_BASE, Customer, CustomerId, Locale, PlatformUser

GUEST_NAME = "Гість"


class CustomerService:
    """Finds, makes and updates customers (specification, Customer identity)."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def identify(self, user: PlatformUser) -> Customer:
        """The customer of a platform user, made on first contact; their names are those of this contact.

        Writes only when there is something new.
        """
        known = await self._database.read(store.find_customer, user.id)
        if known is not None and (known.username, known.first_name) == (user.username, user.first_name):
            return known
        customer = Customer(
            CustomerId(user.id), user.first_name, user.username, Locale.of_language_code(user.language_code)
        )
        return await self._database.write(store.add_customer, customer, self._now())

    async def create_guest(self) -> Customer:
        """A new guest. Durable, since no later guest may ever get the same id."""
        return await self._database.write(_create_guest, self._now())

    async def get_locale(self, customer_id: CustomerId) -> Locale:
        """A customer's language.

        Raises:
            CustomerGoneError: this database does not know them.
        """
        return await self._database.read(store.get_locale, customer_id)

    async def set_locale(self, customer_id: CustomerId, locale: Locale) -> None:
        """Change a customer's language.

        Raises:
            CustomerGoneError: this database does not know them.
        """
        await self._database.write(_set_locale, customer_id, locale)

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _create_guest(conn: Connection, now: int) -> Customer:
    guest_id = CustomerId(-(GUEST_BASE + next_value(conn, "guest")))
    return store.add_customer(conn, Customer(guest_id, GUEST_NAME, None, Locale.UK), now)


def _set_locale(conn: Connection, customer_id: CustomerId, locale: Locale) -> None:
    if not store.set_locale(conn, customer_id, locale):
        store.get_locale(conn, customer_id)  # raises CustomerGoneError
