"""All services of the core, as used by the HTTP API, the bot and the command line."""

from collections.abc import Callable, Mapping

from cafe.core.catalogue.availability.busy import BusyService
from cafe.core.catalogue.availability.disruptions import DisruptionService
from cafe.core.catalogue.availability.modes import ModeService
from cafe.core.catalogue.availability.pause import PauseService
from cafe.core.catalogue.availability.stop_list import StopListService
from cafe.core.catalogue.bottles.port import CodeReader
from cafe.core.catalogue.bottles.service import BottleService
from cafe.core.catalogue.disruptions.sources import Sources
from cafe.core.catalogue.edits.edit_service import EditService
from cafe.core.catalogue.edits.file_service import CatalogueService
from cafe.core.catalogue.edits.overview import OverviewService
from cafe.core.catalogue.edits.prices import PriceService
from cafe.core.catalogue.edits.settings_service import SettingsService
from cafe.core.catalogue.pictures.icons import IconService
from cafe.core.catalogue.pictures.port import FileStore, PictureMaker
from cafe.core.catalogue.pictures.service import PictureService
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.spreadsheet.service import SpreadsheetService
from cafe.core.catalogue.stock.service import InventoryService
from cafe.core.delivery.cash.service import CourierCashService
from cafe.core.delivery.couriers.service import CourierService
from cafe.core.delivery.couriers.words import WordsService
from cafe.core.handlers import record
from cafe.core.kernel.apart import Apart
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.runs import RunId
from cafe.core.kernel.texts import Texts
from cafe.core.messages.inbox.dialogs import DialogService
from cafe.core.messages.inbox.photos import PhotoService
from cafe.core.messages.notifications.cards import CardService
from cafe.core.messages.notifications.questions import QuestionService
from cafe.core.messages.notifications.resend import ResendService
from cafe.core.messages.notifications.screens import ScreenService
from cafe.core.messages.printers.port import PagePrinter
from cafe.core.messages.printers.queue import PrintQueue
from cafe.core.messages.printers.service import PrinterService
from cafe.core.messages.subscriptions.push import PushServices
from cafe.core.messages.subscriptions.push_service import PushService
from cafe.core.messages.subscriptions.service import SubscriptionService
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.port import Provider
from cafe.core.money.payments.service import PaymentService
from cafe.core.money.receipts.hooks import FiscalHooks
from cafe.core.money.receipts.port import FiscalServices
from cafe.core.money.receipts.service import ReceiptService
from cafe.core.money.receipts.shifts import ShiftService
from cafe.core.money.refunds.service import RefundService
from cafe.core.money.reports.report import ReportService
from cafe.core.money.reports.service import DaySummaryService
from cafe.core.money.statements.service import StatementService
from cafe.core.money.tills.service import TillService
from cafe.core.ordering.board.service import BoardService
from cafe.core.ordering.cart.service import CartService
from cafe.core.ordering.checkout.preview import PreviewService
from cafe.core.ordering.checkout.service import CheckoutService
from cafe.core.ordering.checkout.times import TimesService
from cafe.core.ordering.checkout.trial_order import TrialOrderService
from cafe.core.ordering.checkout.walk_in import WalkInService
from cafe.core.ordering.checkout.zones import ZoneService
from cafe.core.ordering.device_acts.service import DeviceActService
from cafe.core.ordering.lookup.customers import CustomerLookupService
from cafe.core.ordering.lookup.news import NewsService
from cafe.core.ordering.lookup.own import OwnOrderService
from cafe.core.ordering.lookup.service import LookupService
from cafe.core.ordering.lookup.suggestions import SuggestionService
from cafe.core.ordering.order_edits.service import OrderEditService
from cafe.core.ordering.orders.counts import Counts
from cafe.core.ordering.orders.service import OrderService
from cafe.core.ordering.orders.staff_service import StaffOrderService
from cafe.core.ordering.ratings.service import RatingService
from cafe.core.people.customers.service import CustomerService
from cafe.core.people.devices.service import DeviceService
from cafe.core.people.privacy.service import PrivacyService
from cafe.core.people.staff.acts import ActService
from cafe.core.people.staff.codes import CodeService
from cafe.core.people.staff.passkeys import PasskeyService
from cafe.core.people.staff.pins import PinService
from cafe.core.people.staff.port import PasskeyVerifier
from cafe.core.people.staff.roles import RoleService
from cafe.core.people.staff.service import StaffService
from cafe.core.people.staff.sessions import SessionService
from cafe.core.people.staff.sign_in import SignInService
from cafe.core.upkeep.connections.port import KeyRing
from cafe.core.upkeep.connections.service import ConnectionService
from cafe.core.upkeep.setup_checklist.port import RuntimeInfo
from cafe.core.upkeep.setup_checklist.service import SetupChecklistService


class Services:
    """One instance of each service."""

    def __init__(  # noqa: PLR0915 - a line for each service
        self,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        providers: Mapping[ProviderName, Provider],
        cache: SnapshotCache,
        *,
        run_id: RunId,
        public_url: str,
        fiscal: Callable[[], FiscalServices],
        makes_receipts: Callable[[], bool],
        apart: Apart,
        picture_maker: PictureMaker,
        code_reader: CodeReader,
        picture_files: FileStore,
        page_printer: PagePrinter,
        runtime: RuntimeInfo,
        keys: KeyRing,
        passkeys: PasskeyVerifier,
        push_services: PushServices,
        sources: Sources,
    ) -> None:
        """Create the services over a snapshot that is loaded. `run_id` names this process in claims."""
        self.texts, self.clock, self.cache = texts, clock, cache
        self.counts = Counts()
        self.payments = PaymentService(
            database,
            clock,
            tokens,
            texts,
            record,
            providers=providers,
            public_url=public_url,
            makes_receipts=makes_receipts,
            counts=self.counts,
        )
        self.suggestions = SuggestionService(database, cache, clock)
        self.settings = SettingsService(database, cache, clock)
        self.customers = CustomerService(database, clock, texts.languages)
        self.cart = CartService(database, clock, cache)
        self.checkout = CheckoutService(database, cache, self.payments, clock, tokens, record, run_id, self.counts)
        self.order_edits = OrderEditService(database, cache, clock, tokens, record)
        self.times = TimesService(database, cache, clock)
        self.zones = ZoneService(cache, clock)
        self.couriers = CourierService(database, clock, tokens, record)
        self.words = WordsService(database, clock, record)
        self.courier_cash = CourierCashService(database, clock, record)
        self.tills = TillService(database, clock, record)
        self.orders = OrderService(database, clock, record, cache)
        self.subscriptions = SubscriptionService(database, clock, record)
        self.push = PushService(database, clock, record, push_services)
        self.counter = CounterService(database, clock, record)
        self.statements = StatementService(database, clock, providers, self.payments)
        self.refunds = RefundService(database, clock, tokens, record, providers, self.payments)
        self.catalogue = CatalogueService(database, cache, clock, apart)
        self.spreadsheets = SpreadsheetService(texts, apart)
        self.edits = EditService(database, cache, clock)
        self.preview = PreviewService(database, cache, clock)
        self.staff_orders = StaffOrderService(database, clock, record)
        self.board = BoardService(database, cache, clock)
        self.walk_in = WalkInService(database, cache, clock, tokens, record, self.counts)
        self.device_acts = DeviceActService(database, cache, clock, tokens, texts, record, self.counts)
        self.trial_orders = TrialOrderService(database, cache, clock, tokens, record)
        self.stop_list = StopListService(database, cache, clock)
        self.pause = PauseService(database, cache, clock, record)
        self.busy = BusyService(database, cache, clock, record)
        self.disruptions = DisruptionService(database, cache, clock, record, sources)
        self.modes = ModeService(database, cache, clock, record)
        self.inventory = InventoryService(database, clock)
        self.bottles = BottleService(database, clock, record, code_reader)
        self.day_summary = DaySummaryService(database, clock)
        self.reports = ReportService(database, clock)
        self.receipts = ReceiptService(database)
        self.shifts = ShiftService(database, clock, fiscal)
        self.fiscal_hooks = FiscalHooks(database, clock, fiscal, keys, public_url)
        self.cards = CardService(database, clock)
        self.screens = ScreenService(database)
        self.resend = ResendService(database, clock)
        self.ratings = RatingService(database, clock, record)
        self.questions = QuestionService(database, clock, lambda: runtime.has_staff_chat)
        self.lookup = LookupService(database, clock)
        self.own_orders = OwnOrderService(database, clock)
        self.news = NewsService(database)
        self.customer_lookup = CustomerLookupService(database)
        queue = PrintQueue(database, cache, clock, record, public_url)
        self.printers = PrinterService(database, cache, clock, tokens, queue, page_printer)
        self.devices = DeviceService(database, clock, tokens)
        self.staff = StaffService(database, clock)
        self.roles = RoleService(database, clock)
        self.sign_in = SignInService(database, clock, tokens)
        self.sign_in_codes = CodeService(database, clock, tokens)
        self.passkeys = PasskeyService(database, clock, tokens, passkeys)
        self.sessions = SessionService(database, clock)
        self.pins = PinService(database, clock, tokens)
        self.dialogs = DialogService(database, clock)
        self.photos = PhotoService(database)
        self.privacy = PrivacyService(database, clock, record)
        self.prices = PriceService(database)
        self.overview = OverviewService(database, clock)
        self.acts = ActService(database, clock, run_id)
        self.pictures = PictureService(database, clock, picture_maker, picture_files)
        self.icons = IconService(picture_maker, picture_files)
        self.connections = ConnectionService(database, cache, clock, keys)
        self.setup_checklist = SetupChecklistService(database, self.payments.accepts_cards, runtime)
