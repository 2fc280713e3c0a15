"""All services of the core, as used by the HTTP API, the bot and the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from cafe.core.catalogue.availability.busy import BusyService
from cafe.core.catalogue.availability.pause import PauseService
from cafe.core.catalogue.availability.stop_list import StopListService
from cafe.core.catalogue.edits.edits import EditService
from cafe.core.catalogue.edits.overview import OverviewService
from cafe.core.catalogue.edits.prices import PriceService
from cafe.core.catalogue.edits.service import CatalogueService
from cafe.core.catalogue.edits.settings_service import SettingsService
from cafe.core.catalogue.pictures.icons import IconService
from cafe.core.catalogue.pictures.port import FileStore, PictureMaker
from cafe.core.catalogue.pictures.service import PictureService
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.stock.service import InventoryService
from cafe.core.handlers import record
from cafe.core.kernel.apart import Apart
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.runs import RunId
from cafe.core.kernel.texts import Texts
from cafe.core.messages.inbox.dialogs import DialogService
from cafe.core.messages.notifications.cards import CardService
from cafe.core.messages.notifications.resend import ResendService
from cafe.core.messages.notifications.screens import ScreenService
from cafe.core.messages.subscriptions.push import PushServices
from cafe.core.messages.subscriptions.push_service import PushService
from cafe.core.messages.subscriptions.service import FollowService
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.port import Provider
from cafe.core.money.payments.service import PaymentService
from cafe.core.money.receipts.service import ReceiptService
from cafe.core.money.refunds.service import RefundService
from cafe.core.money.reports.report import ReportService
from cafe.core.money.reports.service import DaySummaryService
from cafe.core.money.statements.service import StatementService
from cafe.core.ordering.board.service import BoardService
from cafe.core.ordering.cart.service import CartService
from cafe.core.ordering.checkout.preview import PreviewService
from cafe.core.ordering.checkout.service import CheckoutService
from cafe.core.ordering.checkout.times import TimesService
from cafe.core.ordering.checkout.walk_in import WalkInService
from cafe.core.ordering.lookup.customers import DirectoryService
from cafe.core.ordering.lookup.news import NewsService
from cafe.core.ordering.lookup.own import OwnOrderService
from cafe.core.ordering.lookup.service import RegisterService
from cafe.core.ordering.lookup.suggestions import SuggestionService
from cafe.core.ordering.orders.counts import Counts
from cafe.core.ordering.orders.service import OrderService
from cafe.core.ordering.orders.staff_service import StaffOrderService
from cafe.core.people.customers.service import CustomerService
from cafe.core.people.devices.service import DeviceService
from cafe.core.people.privacy.service import PrivacyService
from cafe.core.people.staff.acts import ActService
from cafe.core.people.staff.codes import CodeService
from cafe.core.people.staff.service import StaffService
from cafe.core.people.staff.sessions import SessionService
from cafe.core.people.staff.sign_in import SignInService
from cafe.core.upkeep.setup_checklist.port import Surroundings
from cafe.core.upkeep.setup_checklist.service import FirstStepsService


@dataclass(frozen=True, slots=True)
class Services:
    """One instance of each service."""

    texts: Texts
    clock: Clock
    counts: Counts
    cache: SnapshotCache
    suggestions: SuggestionService
    settings: SettingsService
    customers: CustomerService
    cart: CartService
    checkout: CheckoutService
    times: TimesService
    orders: OrderService
    following: FollowService
    push: PushService
    payments: PaymentService
    counter: CounterService
    statements: StatementService
    refunds: RefundService
    catalogue: CatalogueService
    edits: EditService
    preview: PreviewService
    staff_orders: StaffOrderService
    board: BoardService
    walk_in: WalkInService
    stop_list: StopListService
    pause: PauseService
    busy: BusyService
    inventory: InventoryService
    day_summary: DaySummaryService
    reports: ReportService
    receipts: ReceiptService
    cards: CardService
    screens: ScreenService
    resend: ResendService
    register: RegisterService
    own_orders: OwnOrderService
    news: NewsService
    directory: DirectoryService
    devices: DeviceService
    staff: StaffService
    sign_in: SignInService
    sign_in_codes: CodeService
    sessions: SessionService
    dialogs: DialogService
    privacy: PrivacyService
    pictures: PictureService
    icons: IconService
    prices: PriceService
    first_steps: FirstStepsService
    acts: ActService
    overview: OverviewService

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
        apart: Apart,
        picture_maker: PictureMaker,
        picture_files: FileStore,
        surroundings: Surroundings,
        push_services: PushServices,
    ) -> Self:
        """Create the services and load the catalogue snapshot.

        `run_id` names this process in claims; `public_url` returns the service's own URL, which is known once it
        listens.
        """
        cache = SnapshotCache(database, clock)
        await cache.refresh()
        counts = Counts()
        payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            record,
            providers=providers,
            public_url=public_url,
            makes_receipts=makes_receipts,
            counts=counts,
        )
        return cls(
            texts=texts,
            clock=clock,
            counts=counts,
            cache=cache,
            suggestions=SuggestionService(database, cache, clock),
            settings=SettingsService(database, cache, clock),
            customers=CustomerService(database, clock),
            cart=CartService(database, clock, cache.option_groups_in),
            checkout=CheckoutService(database, cache, payments, clock, tokens, record, run_id, counts),
            times=TimesService(database, cache, clock),
            orders=OrderService(database, clock, record, cache.option_groups_in),
            following=FollowService(database, clock, record),
            push=PushService(database, clock, record, push_services),
            payments=payments,
            counter=CounterService(database, clock, record),
            statements=StatementService(database, clock, providers, payments),
            refunds=RefundService(database, clock, tokens, record, providers, payments),
            catalogue=CatalogueService(database, cache, clock, apart),
            edits=EditService(database, cache, clock),
            preview=PreviewService(database, cache, clock),
            staff_orders=StaffOrderService(database, clock, record),
            board=BoardService(database, cache, clock),
            walk_in=WalkInService(database, cache, clock, tokens, record, counts),
            stop_list=StopListService(database, cache, clock),
            pause=PauseService(database, cache, clock, record),
            busy=BusyService(database, cache, clock, record),
            inventory=InventoryService(database, clock),
            day_summary=DaySummaryService(database, clock),
            reports=ReportService(database, clock),
            receipts=ReceiptService(database),
            cards=CardService(database, clock),
            screens=ScreenService(database),
            resend=ResendService(database, clock),
            register=RegisterService(database, clock),
            own_orders=OwnOrderService(database, clock),
            news=NewsService(database),
            directory=DirectoryService(database),
            devices=DeviceService(database, clock, tokens),
            staff=StaffService(database, clock),
            sign_in=SignInService(database, clock, tokens),
            sign_in_codes=CodeService(database, clock, tokens),
            sessions=SessionService(database, clock),
            dialogs=DialogService(database, clock),
            privacy=PrivacyService(database, clock, record),
            prices=PriceService(database),
            overview=OverviewService(database, clock),
            acts=ActService(database, clock, run_id),
            pictures=PictureService(database, clock, picture_maker, picture_files),
            icons=IconService(picture_maker, picture_files),
            first_steps=FirstStepsService(database, payments.accepts_cards, surroundings),
        )
