"""Finding and creating customers, and their language."""

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Languages, Locale
from cafe.core.people.customers import store
from cafe.core.people.customers.guest_ids import GuestIds
from cafe.core.people.customers.model import Customer, TelegramUser


class CustomerService:
    """Finds, creates and updates customers (specification, Customer identity)."""

    def __init__(self, database: Database, clock: Clock, languages: Languages) -> None:
        self._database = database
        self._clock = clock
        self._languages = languages
        self._guest_ids = GuestIds(database)

    async def identify(self, user: TelegramUser) -> Customer:
        """Return a Telegram user's customer, created on first contact; the names are updated on each contact.

        Writes only if something changed.
        """
        known = await self._database.read(store.find_customer, user.id)
        if known is not None and (known.username, known.first_name) == (user.username, user.first_name):
            return known
        customer = Customer(
            CustomerId(user.id), user.first_name, user.username, self._languages.of_language_code(user.language_code)
        )
        return await self._database.write(store.add_customer, customer, unix_now(self._clock))

    async def new_guest(self) -> CustomerId:
        """Return a new guest's id; the row is written with the first cart line or language."""
        return await self._guest_ids.take()

    async def is_issued(self, guest_id: CustomerId) -> bool:
        """Whether this database issued a guest id. The guest need not have a row."""
        return await self._guest_ids.is_issued(guest_id)

    async def record_visit(self, guest_id: CustomerId) -> None:
        """Record a guest's visit today, so that their data lives as long as their cookie."""
        await self._database.write_relaxed(store.record_visit, guest_id, unix_now(self._clock))

    async def get_locale(self, customer_id: CustomerId) -> Locale:
        """Return a customer's language."""
        return await self._database.read(store.get_locale, customer_id)

    async def set_locale(self, customer_id: CustomerId, locale: Locale) -> None:
        """Change a customer's language."""
        await self._database.write(_set_locale, customer_id, locale, unix_now(self._clock))


def _set_locale(conn: Connection, customer_id: CustomerId, locale: Locale, now: int) -> None:
    if store.set_locale(conn, customer_id, locale) or locale == Locale.UK:  # the language without a row
        return
    store.ensure_customer(conn, customer_id, now)
    store.set_locale(conn, customer_id, locale)
