"""All services of the core, as used by the HTTP API, the bot and the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from cafe.core.availability.busy import BusyService
from cafe.core.availability.pause import PauseService
from cafe.core.availability.stop_list import StopListService
from cafe.core.board.service import BoardService
from cafe.core.cart.service import CartService
from cafe.core.catalogue.service import CatalogueService
from cafe.core.catalogue.settings_service import SettingsService
from cafe.core.checkout.preview import PreviewService
from cafe.core.checkout.service import CheckoutService
from cafe.core.checkout.times import TimesService
from cafe.core.checkout.walk_in import WalkInService
from cafe.core.customers.service import CustomerService
from cafe.core.devices.service import DeviceService
from cafe.core.dialogs.service import DialogService
from cafe.core.handlers import record
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.runs import RunId
from cafe.core.kernel.texts import Texts
from cafe.core.notifications.cards import CardService
from cafe.core.orders.service import OrderService
from cafe.core.orders.staff_service import StaffOrderService
from cafe.core.payments.counter import CounterService
from cafe.core.payments.port import Provider
from cafe.core.payments.service import PaymentService
from cafe.core.privacy.service import PrivacyService
from cafe.core.receipts.service import ReceiptService
from cafe.core.reports.service import DaySummaryService
from cafe.core.snapshot.cache import SnapshotCache
from cafe.core.snapshot.service import MenuService
from cafe.core.stock.service import InventoryService


@dataclass(frozen=True, slots=True)
class Services:
    """One instance of each service."""

    texts: Texts
    clock: Clock
    cache: SnapshotCache
    menu: MenuService
    settings: SettingsService
    customers: CustomerService
    cart: CartService
    checkout: CheckoutService
    times: TimesService
    orders: OrderService
    payments: PaymentService
    counter: CounterService
    catalogue: CatalogueService
    preview: PreviewService
    staff_orders: StaffOrderService
    board: BoardService
    walk_in: WalkInService
    stop_list: StopListService
    pause: PauseService
    busy: BusyService
    inventory: InventoryService
    day_summary: DaySummaryService
    receipts: ReceiptService
    cards: CardService
    devices: DeviceService
    dialogs: DialogService
    privacy: PrivacyService

    @classmethod
    async def build(
        cls,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        providers: Mapping[ProviderName, Provider],
        *,
        run_id: RunId,
        public_url: Callable[[], str],
        makes_receipts: bool,
    ) -> Self:
        """Create the services and load the catalogue snapshot.

        `run_id` names this process in claims; `public_url` returns the service's own URL, which is known once it
        listens.
        """
        cache = SnapshotCache(database, clock)
        await cache.refresh()
        payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            record,
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
            cart=CartService(database, clock, cache.option_groups_in),
            checkout=CheckoutService(database, cache, payments, clock, tokens, record, run_id),
            times=TimesService(database, cache, clock),
            orders=OrderService(database, clock, record, cache.option_groups_in),
            payments=payments,
            counter=CounterService(database, clock, record),
            catalogue=CatalogueService(database, cache),
            preview=PreviewService(database, cache, clock),
            staff_orders=StaffOrderService(database, clock, record),
            board=BoardService(database, cache, clock),
            walk_in=WalkInService(database, cache, clock, tokens, record),
            stop_list=StopListService(database, cache, clock),
            pause=PauseService(database, cache, clock, record),
            busy=BusyService(database, cache, clock, record),
            inventory=InventoryService(database),
            day_summary=DaySummaryService(database, clock),
            receipts=ReceiptService(database),
            cards=CardService(database, clock),
            devices=DeviceService(database, clock, tokens),
            dialogs=DialogService(database, clock),
            privacy=PrivacyService(database, clock, record),
        )
