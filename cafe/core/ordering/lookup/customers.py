"""Searching customers."""

from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.ordering.lookup import customers_store as store
from cafe.core.ordering.lookup.customer_model import CustomerCursor, CustomerEntry, CustomerPage
from cafe.core.ordering.lookup.text import SearchTerms, read_text

PAGE = 50


class CustomerLookupService:
    """Reads customers; `privacy` forgets them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, text: str, before: CustomerCursor | None = None) -> CustomerPage:
        """Search customers by phone, parts of a name, or Telegram name (`@olena`), latest visit first."""
        return await self._database.read_long(_find, text.strip(), before)

    async def get(self, customer: int) -> CustomerEntry:
        """Return the customer with an order's phone.

        Raises:
            NotFoundError: no such order, or it has no phone (any more).
        """
        return await self._database.read(_get, customer)


def _find(conn: Connection, text: str, before: CustomerCursor | None) -> CustomerPage:
    wanted, username = _read(text)
    latest = store.list_latest(conn, wanted, username, before, PAGE + 1)
    customers = store.list_entries(conn, latest[:PAGE])
    following = None
    if len(latest) > PAGE:
        following = CustomerCursor(customers[-1].last_visit, customers[-1].last_order)
    return CustomerPage(customers, following, store.count_customers(conn, wanted, username) if before is None else None)


def _get(conn: Connection, customer: int) -> CustomerEntry:
    latest = store.find_latest(conn, customer)
    if latest is None:
        raise NotFoundError
    [entry] = store.list_entries(conn, [latest])
    return entry


def _read(text: str) -> tuple[SearchTerms, str]:
    """Return the search terms for names and phones, and the one for Telegram names."""
    if text.startswith("@"):
        return SearchTerms(), text.removeprefix("@").lower()
    wanted = read_text(text)
    if wanted.number is not None and not wanted.words:  # an order's number; here it can only be a part of a phone
        wanted = SearchTerms(words=(str(wanted.number),))
    is_username = text.isascii() and text.replace("_", "").isalnum() and not text.isdecimal()
    return wanted, text.lower() if is_username else ""
