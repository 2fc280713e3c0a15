"""The HTTP application with its route table, in the specification's order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from cafe.core.kernel.ids import ProviderName
from cafe.core.ordering.orders.model import OrderType
from cafe.core.services import Services
from cafe.core.upkeep.checks.service import ChecksService
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.web.board import BoardHandlers
from cafe.web.board_cash import BoardCashHandlers
from cafe.web.board_controls import ControlHandlers
from cafe.web.board_edits import BoardEditHandlers
from cafe.web.board_people import BoardPeopleHandlers
from cafe.web.board_printers import BoardPrinterHandlers
from cafe.web.board_refunds import BoardRefundHandlers
from cafe.web.cart import CartHandlers
from cafe.web.checkout import CheckoutHandlers
from cafe.web.desk.access import DeskAccess, desk_cookie
from cafe.web.desk.news import NewsHandlers
from cafe.web.desk.routes import desk_routes
from cafe.web.devices import DeviceResolver, device_cookie
from cafe.web.identity import MAX_BODY, CustomerResolver
from cafe.web.init_data import InitDataReader
from cafe.web.installed import ICON_NAME, InstalledHandlers
from cafe.web.languages import StaffPage
from cafe.web.menu import MenuHandlers
from cafe.web.order_edits import OrderEditHandlers
from cafe.web.orders import OrderHandlers
from cafe.web.payments import PaymentHandlers
from cafe.web.pictures import PICTURE_NAME, Pictures
from cafe.web.printers.access import for_printer
from cafe.web.printers.agent import AgentHandlers
from cafe.web.printers.calls import PrinterCalls
from cafe.web.printers.cloudprnt import CloudPrntHandlers
from cafe.web.printers.epson import EpsonHandlers
from cafe.web.privacy import PrivacyHandlers
from cafe.web.security_headers import header_completer
from cafe.web.session import GuestSession
from cafe.web.settings import SettingsHandlers
from cafe.web.sites import Health, PageHandlers, open_board, open_desk, open_webapp
from cafe.web.storefront.handlers import Storefront
from cafe.web.streams import Streams
from cafe.web.subscriptions import SubscriptionHandlers
from cafe.web.suggestions import SuggestionHandlers
from cafe.web.telegram import TelegramWebhook
from cafe.web.uploads import UPLOAD_NAME, UploadHandlers

ID = "[0-9]+"
"""Ids in paths; anything but digits is an unknown route."""
VERSION = "[0-9a-f]{12}"
"""The version part of URLs of immutable files."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The configuration of the HTTP application."""

    init_data: InitDataReader
    secret_key: str
    instance_id: str
    is_https: bool
    base_url: str
    """The public address; empty if not configured."""
    is_debug: bool
    pictures: Pictures
    uploads: Path
    """The folder of uploaded pictures."""
    print_agent: bytes
    """The program that prints in the cafe."""
    bot_state: Callable[[], BotState]
    push_key: Callable[[], str | None]
    """The key that browsers need for push subscriptions; None without push."""
    heartbeat: float
    """Seconds of silence after which a stream sends a heartbeat."""


def build_application(
    services: Services, config: WebConfig, health: Health, telegram: TelegramWebhook, checks: ChecksService
) -> tuple[web.Application, Mapping[str, Streams | PrinterCalls]]:
    """Build the application; return it with its streams and open calls by name, which the caller has to run and close.

    No middleware: unknown routes and crashes get aiohttp's own error pages.
    """
    session = GuestSession(config.secret_key, config.instance_id, is_secure=config.is_https)
    init_data = config.init_data
    resolver = CustomerResolver(services, init_data, session, is_debug=config.is_debug, own_origin=config.base_url)
    menu = MenuHandlers(services)
    suggestions = SuggestionHandlers(services)
    settings = SettingsHandlers(services, config.pictures)
    cart = CartHandlers(services, config.heartbeat)
    orders = OrderHandlers(services, config.heartbeat)
    order_edits = OrderEditHandlers(services)
    subscriptions = SubscriptionHandlers(services, config.bot_state, config.push_key)
    checkout = CheckoutHandlers(services)
    payments = PaymentHandlers(services)
    privacy = PrivacyHandlers(services, session)
    cookie = device_cookie(is_secure=config.is_https)
    devices = DeviceResolver(services, cookie, config.base_url)
    desk = DeskAccess(services, desk_cookie(is_secure=config.is_https), init_data, config.base_url)
    pages = PageHandlers(config.pictures, health)
    webapp, screen, office = open_webapp(services.texts), open_board(services.texts), open_desk(services.texts)
    installed = InstalledHandlers(services)
    storefront = Storefront(services, config.pictures, webapp, config.base_url)
    uploads = UploadHandlers(config.uploads)
    news = NewsHandlers(services, config.heartbeat)
    board = BoardHandlers(services, cookie, screen.version, config.heartbeat)
    board_edits = BoardEditHandlers(services)
    controls, board_refunds = ControlHandlers(services, board), BoardRefundHandlers(services)
    board_people, board_cash = BoardPeopleHandlers(services, board), BoardCashHandlers(services)

    board_printers = BoardPrinterHandlers(services, board)
    calls, queue = PrinterCalls(services.printers.queue), services.printers.queue
    star, epson = CloudPrntHandlers(services), EpsonHandlers(services)
    agent = AgentHandlers(services, calls, config.print_agent)

    public, customer, device = resolver.public, resolver.customer, devices.device
    app = web.Application(client_max_size=MAX_BODY)
    app.on_response_prepare.append(header_completer(is_https=config.is_https))
    app.add_routes(
        [
            web.get("/api/categories", public(menu.list_categories)),
            web.get("/api/products", public(menu.list_products)),
            web.get("/api/menu/suggestions", resolver.visitor(suggestions.get)),
            web.get("/api/settings", public(settings.get)),
            web.get("/api/cart", customer(cart.get)),
            web.delete("/api/cart", customer(cart.clear)),
            web.get("/api/cart/stream", resolver.visitor(cart.stream)),
            web.post("/api/cart/items", customer(cart.add)),
            web.patch(f"/api/cart/items/{{product_id:{ID}}}", customer(cart.set_quantity)),
            web.delete(f"/api/cart/items/{{product_id:{ID}}}", customer(cart.remove)),
            web.patch(f"/api/cart/lines/{{line_id:{ID}}}", customer(cart.set_line_quantity)),
            web.delete(f"/api/cart/lines/{{line_id:{ID}}}", customer(cart.remove_line)),
            web.get("/api/follow", public(subscriptions.ways)),
            web.get("/api/orders", customer(orders.list)),
            web.get(f"/api/orders/{{order_id:{ID}}}/details", customer(orders.details)),
            web.get(f"/api/orders/{{order_id:{ID}}}/stream", customer(orders.stream)),
            web.post(f"/api/orders/{{order_id:{ID}}}/cancel", customer(orders.cancel)),
            web.post(f"/api/orders/{{order_id:{ID}}}/repeat", customer(orders.repeat)),
            web.post(f"/api/orders/{{order_id:{ID}}}/pay", customer(payments.pay)),
            web.post(f"/api/orders/{{order_id:{ID}}}/cash", customer(orders.switch_to_cash)),
            web.post(f"/api/orders/{{order_id:{ID}}}/words", customer(orders.write)),
            web.post(f"/api/orders/{{order_id:{ID}}}/edits", customer(order_edits.edit)),
            web.post(f"/api/orders/{{order_id:{ID}}}/edits/{{number:{ID}}}/agree", customer(order_edits.agree)),
            web.post(f"/api/orders/{{order_id:{ID}}}/edits/{{number:{ID}}}/decline", customer(order_edits.decline)),
            web.post(f"/api/orders/{{order_id:{ID}}}/push", customer(subscriptions.subscribe)),
            web.delete(f"/api/orders/{{order_id:{ID}}}/push", customer(subscriptions.unsubscribe)),
            web.post("/api/checkout/delivery", customer(checkout.place(OrderType.DELIVERY))),
            web.post("/api/checkout/pickup", customer(checkout.place(OrderType.PICKUP))),
            web.post("/api/checkout/dine-in", customer(checkout.place(OrderType.DINE_IN))),
            web.post("/api/checkout/promo/validate", customer(checkout.validate_promo)),
            web.get("/api/checkout/prefill", customer(checkout.prefill)),
            web.post("/api/checkout/zone", public(checkout.find_zone)),
            web.get("/api/checkout/times", customer(checkout.list_times)),
            web.get(f"/api/checkout/payment-status/{{order_id:{ID}}}", customer(payments.payment_status)),
            web.get("/api/checkout/track/{token}", public(orders.track)),
            web.get("/api/checkout/track/{token}/stream", public(orders.stream_tracked)),
            web.patch("/api/me/locale", customer(checkout.set_locale)),
            web.post("/api/me/forget", customer(privacy.forget)),
            web.post("/api/payments/bank/webhook", public(payments.webhook(ProviderName.MONOBANK))),
            web.post("/api/payments/monobank/webhook", public(payments.webhook(ProviderName.MONOBANK))),
            web.post("/api/payments/liqpay/webhook", public(payments.webhook(ProviderName.LIQPAY))),
            web.post("/api/fiscal/checkbox/webhook", public(payments.take_fiscal_call)),
            web.get("/api/board", device(board.get)),
            web.get("/api/board/stream", device(board.stream)),
            web.post("/api/board/busy", device(controls.set_busy)),
            web.post("/api/board/pause", device(controls.pause)),
            web.post("/api/board/modes", device(controls.switch_mode)),
            web.get("/api/board/stops", device(controls.list_stops)),
            web.post("/api/board/stops/dish", device(controls.stop_dish)),
            web.post("/api/board/stops/option", device(controls.stop_option)),
            web.get("/api/board/people", device(board_people.list)),
            web.post("/api/board/person", device(board_people.set)),
            web.post("/api/board/pair", devices.pairing()),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/move", device(board.move)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/back", device(board.step_back)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/paid", device(board.complete_paid)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/lines/{{line_id:{ID}}}", device(board.mark_line)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/courier", device(board.assign)),
            web.get(f"/api/board/orders/{{order_id:{ID}}}/ticket", device(board.ticket)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/marks", device(board.scan_mark)),
            web.post("/api/board/code", device(board.read_code)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/edits", device(board_edits.edit)),
            web.get(f"/api/board/orders/{{order_id:{ID}}}/refunds", device(board_refunds.offer)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/refunds", device(board_refunds.add)),
            web.post(f"/api/board/orders/{{order_id:{ID}}}/print", device(board_printers.print_order)),
            web.post(f"/api/board/printers/{{printer_id:{ID}}}/move", device(board_printers.move)),
            web.get("/api/board/cash", device(board_cash.list)),
            web.post("/api/board/cash", device(board_cash.hand_in)),
            web.post("/api/printers/agent", for_printer(queue, agent.post)),
            web.post("/api/printers/cloudprnt/{token}", for_printer(queue, star.poll)),
            web.get("/api/printers/cloudprnt/{token}", for_printer(queue, star.get), allow_head=False),
            web.delete("/api/printers/cloudprnt/{token}", for_printer(queue, star.delete)),
            web.post("/api/printers/epson/{token}", for_printer(queue, epson.post)),
            web.get("/print-agent.py", public(agent.program)),
            *desk_routes(services, desk, checks),
            *news.routes(desk),
            web.post("/telegram/webhook", telegram.post),
            web.get("/healthz", pages.health),
            web.get("/", pages.redirect),
            web.get("/webapp", pages.redirect),
            web.get("/webapp/", storefront.webapp),
            web.get("/webapp/service-worker.js", webapp.worker),
            web.get("/webapp/manifest.webmanifest", installed.manifest),
            web.get(f"/webapp/icons/{{version:{VERSION}}}/{{name:{ICON_NAME}}}", installed.icon),
            web.get("/favicon.ico", installed.favicon),
            web.get("/apple-touch-icon.png", installed.apple_icon),
            web.get(f"/webapp/pictures/{{name:{PICTURE_NAME}}}", pages.picture),
            web.get(f"/webapp/pictures/{{version:{VERSION}}}/{{name:{PICTURE_NAME}}}", pages.picture),
            web.get(f"/webapp/uploads/{{name:{UPLOAD_NAME}}}", uploads.get),
            web.get(f"/webapp/{{version:{VERSION}}}/{{path:.+}}", webapp.file),
            web.get("/menu", storefront.redirect_to_menu),
            web.get("/menu/", storefront.menu),
            web.get("/menu/print/", storefront.printed_menu),
            web.get(f"/menu/{{version:{VERSION}}}/{{name:menu|colours|print}}.css", storefront.stylesheet),
            web.get("/robots.txt", storefront.robots),
            web.get("/sitemap.xml", storefront.sitemap),
            web.get("/board", pages.redirect_to_board),
            web.get("/board/", StaffPage(screen, services).get),
            web.get(f"/board/{{version:{VERSION}}}/{{path:.+}}", screen.file),
            web.get("/desk", pages.redirect_to_desk),
            web.get("/desk/", StaffPage(office, services).get),
            web.get(f"/desk/{{version:{VERSION}}}/{{path:.+}}", office.file),
        ]
    )
    streams: dict[str, Streams | PrinterCalls] = {
        "board": board.streams,
        "desk": news.streams,
        "orders": orders.streams,
        "carts": cart.streams,
        "printer calls": calls,
    }
    return app, streams
