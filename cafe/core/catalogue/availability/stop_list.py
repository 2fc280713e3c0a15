"""The stop-list: products and options that are temporarily unavailable."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem, Fields
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.menu import store as menu
from cafe.core.catalogue.menu.errors import ProductNotFoundError
from cafe.core.catalogue.menu.model import Category, Product
from cafe.core.catalogue.options.errors import OptionNotFoundError
from cafe.core.catalogue.options.model import Option, OptionGroup, option_key, option_name
from cafe.core.catalogue.options.store import groups_of_all, list_groups, set_option_stopped
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import FOREVER
from cafe.core.kernel import meta as kernel_meta
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CategoryId, OptionId, ProductId


class StopSpan(Enum):
    """How long something is stopped."""

    HOUR = auto()
    UNTIL_OPENING = auto()
    UNTIL_OFFERED = auto()


@dataclass(frozen=True, slots=True)
class StopListPage:
    """A category's active products, including stopped ones. `now` in Unix seconds."""

    category: Category
    products: tuple[Product, ...]
    now: int

    def is_stopped(self, product: Product) -> bool:
        """Whether a product is on the stop-list now."""
        return product.stopped_until > self.now

    @property
    def stopped(self) -> int:
        """The number of stopped products."""
        return sum(map(self.is_stopped, self.products))


@dataclass(frozen=True, slots=True)
class OptionStops:
    """All option groups with their active options, including stopped ones. `now` in Unix seconds."""

    groups: tuple[OptionGroup, ...]
    now: int

    def is_stopped(self, option: Option) -> bool:
        """Whether an option is on the stop-list now."""
        return option.stopped_until > self.now


class StopListService:
    """Stops products and options, and offers them again. The `actor` is recorded in the history."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def list_pages(self) -> list[StopListPage]:
        """List all active categories with their products, in menu order."""
        return await self._database.read_long(_list_pages, unix_now(self._clock))

    async def get_page(self, category_id: int) -> StopListPage | None:
        """Return one category; None if it does not exist or is hidden."""
        return next((page for page in await self.list_pages() if page.category.id == category_id), None)

    async def stop(
        self, product_id: int, span: StopSpan = StopSpan.UNTIL_OFFERED, *, actor: Actor | None = None
    ) -> Product:
        """Stop a product.

        Raises:
            ProductNotFoundError: no such product.
        """
        return await self._set(product_id, self._until(span), actor)

    async def offer(self, product_id: int, *, actor: Actor | None = None) -> Product:
        """Take a product off the stop-list.

        Raises:
            ProductNotFoundError: no such product.
        """
        return await self._set(product_id, 0, actor)

    async def stop_option(
        self, option_id: OptionId, *, until_opening: bool = False, actor: Actor | None = None
    ) -> None:
        """Stop an option for all products, until it is offered again or only until the next opening.

        Raises:
            OptionNotFoundError: no such option.
        """
        span = StopSpan.UNTIL_OPENING if until_opening else StopSpan.UNTIL_OFFERED
        await self._set_option(option_id, self._until(span), actor)

    async def offer_option(self, option_id: OptionId, *, actor: Actor | None = None) -> None:
        """Take an option off the stop-list.

        Raises:
            OptionNotFoundError: no such option.
        """
        await self._set_option(option_id, 0, actor)

    async def list_groups(self) -> OptionStops:
        """List all option groups that products offer, with their active options."""
        return OptionStops(tuple(await self._database.read_long(_list_groups)), unix_now(self._clock))

    def _until(self, span: StopSpan) -> int:
        """Return when a stop ends (Unix seconds)."""
        match span:
            case StopSpan.HOUR:
                return unix_now(self._clock) + 3600
            case StopSpan.UNTIL_OPENING:
                return int(self._cache.current.settings.hours.next_start(self._clock.now()).timestamp())
            case StopSpan.UNTIL_OFFERED:
                return FOREVER

    async def _set_option(self, option_id: OptionId, until: int, actor: Actor | None) -> None:
        await self._database.write(_set_option_stopped, option_id, until, actor, unix_now(self._clock))
        await self._cache.refresh()

    async def _set(self, product_id: int, until: int, actor: Actor | None) -> Product:
        product = await self._database.write(_set_stopped, product_id, until, actor, unix_now(self._clock))
        await self._cache.refresh()
        return product


def _list_pages(conn: Connection, now: int) -> list[StopListPage]:
    by_category: dict[CategoryId, list[Product]] = {}
    for product in menu.list_products(conn):
        if product.is_active:
            by_category.setdefault(product.category_id, []).append(product)
    return [
        StopListPage(category, tuple(by_category.get(category.id, ())), now)
        for category in menu.list_categories(conn)
        if category.is_active and category.id in by_category
    ]


def _list_groups(conn: Connection) -> list[OptionGroup]:
    offered = {group.id for groups in groups_of_all(conn).values() for group in groups}
    active = (
        replace(group, options=tuple(option for option in group.options if option.is_active))
        for group in list_groups(conn)
        if group.id in offered
    )
    return [group for group in active if group.options]


def _set_option_stopped(conn: Connection, option_id: OptionId, until: int, actor: Actor | None, now: int) -> None:
    kernel_meta.bump_catalogue_version(conn)
    group, option = _find_option(conn, option_id)
    set_option_stopped(conn, option_id, until)
    if actor is not None and option.stopped_until != until:
        key, name = option_key(group.slug, option.slug), option_name(group.name.uk, option.name.uk)
        add_change(conn, actor, [ChangedItem("options", key, name, *_stops(option.stopped_until, until))], now)


def _find_option(conn: Connection, option_id: OptionId) -> tuple[OptionGroup, Option]:
    for group in list_groups(conn):
        for option in group.options:
            if option.id == option_id:
                return group, option
    raise OptionNotFoundError


def _stops(*moments: int) -> Iterable[Fields]:
    """Return stops in the form used by the history."""
    return ({"stopped_until": min(moment, ENDLESS)} for moment in moments)


def _set_stopped(conn: Connection, product_id: int, until: int, actor: Actor | None, now: int) -> Product:
    kernel_meta.bump_catalogue_version(conn)
    found = menu.list_products(conn, [ProductId(product_id)])
    if not found:
        raise ProductNotFoundError
    [before] = found
    menu.set_stopped(conn, ProductId(product_id), until)
    if actor is not None and before.stopped_until != until:
        fields = _stops(before.stopped_until, until)
        add_change(conn, actor, [ChangedItem("products", before.slug, before.name.uk, *fields)], now)
    return replace(before, stopped_until=until)
