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
from cafe.core.ports import Clock, Database, FiscalService, Provider, ProviderName, Tokens
from cafe.core.public_settings import SettingsService
from cafe.core.receipts import ReceiptService
from cafe.core.snapshot import SnapshotCache
from cafe.core.sweeper import Sweeper


@dataclass(frozen=True, slots=True)
class Outside:
    """The services of others, and how they reach us."""

    providers: Mapping[ProviderName, Provider]
    fiscal: FiscalService
    public_url: Callable[[], str]
    """Our own address, for links given to people and providers; known once we listen."""


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
    sweeper: Sweeper
    receipts: ReceiptService
    catalogue: CatalogueService

    @classmethod
    async def build(
        cls,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        outside: Outside,
    ) -> Self:
        """Put the services together and read the catalogue for the first time."""
        cache = SnapshotCache(database, clock)
        await cache.refresh()
        payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            providers=outside.providers,
            public_url=outside.public_url,
            makes_receipts=outside.fiscal.is_configured,
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
            sweeper=Sweeper(database, clock, payments),
            receipts=ReceiptService(database, clock, texts, outside.fiscal),
            catalogue=CatalogueService(database, cache),
        )
