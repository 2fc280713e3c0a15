"""The services of the core, together: what the interface, the bot and the commands are given."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from cafe.core.cart import CartService
from cafe.core.catalogue import CatalogueService
from cafe.core.checkout import CheckoutService
from cafe.core.customers import CustomerService
from cafe.core.day_summary import DaySummaryService
from cafe.core.i18n import Texts
from cafe.core.inventory import InventoryService
from cafe.core.menu import MenuService
from cafe.core.orders import OrderService
from cafe.core.pause import PauseService
from cafe.core.payments import PaymentService
from cafe.core.ports import Clock, Database, Provider, ProviderName, Tokens
from cafe.core.preview import PreviewService
from cafe.core.public_settings import SettingsService
from cafe.core.snapshot import SnapshotCache
from cafe.core.staff_orders import StaffOrderService
from cafe.core.stop_list import StopListService
from cafe.core.walk_in import WalkInService


@dataclass(frozen=True, slots=True)
class Services:
    """One of each."""

    texts: Texts
    clock: Clock
    cache: SnapshotCache
    menu: MenuService
    settings: SettingsService
    customers: CustomerService
    cart: CartService
    checkout: CheckoutService
    orders: OrderService
    payments: PaymentService
    catalogue: CatalogueService
    preview: PreviewService
    staff_orders: StaffOrderService
    walk_in: WalkInService
    stop_list: StopListService
    pause: PauseService
    inventory: InventoryService
    day_summary: DaySummaryService

    @classmethod
    async def build(
        cls,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        providers: Mapping[ProviderName, Provider],
        *,
        public_url: Callable[[], str],
        makes_receipts: bool,
    ) -> Self:
        """Put the services together and read the catalogue for the first time.

        `public_url` is the service's own address, known once it listens.
        """
        cache = SnapshotCache(database, clock)
        await cache.refresh()
        payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            providers=providers,
            public_url=public_url,
            makes_receipts=makes_receipts,
        )
        return cls(
            texts=texts,
            clock=clock,
            cache=cache,
            menu=MenuService(cache),
            settings=SettingsService(database, cache, clock),
            customers=CustomerService(database, clock),
            cart=CartService(database, clock),
            checkout=CheckoutService(database, cache, payments, clock, tokens),
            orders=OrderService(database, clock),
            payments=payments,
            catalogue=CatalogueService(database, cache),
            preview=PreviewService(database, cache, clock),
            staff_orders=StaffOrderService(database, clock),
            walk_in=WalkInService(database, cache, clock, tokens),
            stop_list=StopListService(database, cache, clock),
            pause=PauseService(database, cache, clock),
            inventory=InventoryService(database),
            day_summary=DaySummaryService(database, clock),
        )
