"""The services of the core, together: what the interface, the bot and the commands are given."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from cafe.core.cart import CartService
from cafe.core.catalogue import CatalogueService
from cafe.core.checkout import CheckoutService
from cafe.core.customers import CustomerService
from cafe.core.i18n import Texts
from cafe.core.menu import MenuService
from cafe.core.orders import OrderService
from cafe.core.payments import PaymentService
from cafe.core.ports import Clock, Database, Provider, ProviderName, Tokens
from cafe.core.public_settings import SettingsService
from cafe.core.snapshot import SnapshotCache


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
        )
