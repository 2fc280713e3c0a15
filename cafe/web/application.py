"""The HTTP application: one route table, beside the specification's."""

from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from cafe.core.ports import ProviderName
from cafe.core.services import Services
from cafe.core.values import OrderType
from cafe.web.cart import CartHandlers
from cafe.web.checkout import CheckoutHandlers
from cafe.web.identity import MAX_BODY, Doorkeeper
from cafe.web.init_data import InitDataReader
from cafe.web.menu import MenuHandlers
from cafe.web.orders import OrderHandlers
from cafe.web.pages import WEBAPP, Health, PageHandlers
from cafe.web.payments import PaymentHandlers
from cafe.web.session import GuestSession
from cafe.web.settings import SettingsHandlers
from cafe.web.telegram import UpdateDoor

ID = "[0-9]+"
"""Ids in paths; what is no number is an unknown route."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """What the interface needs to know of its surroundings."""

    bot_token: str | None
    secret_key: str
    instance_id: str
    is_https: bool
    is_debug: bool
    pictures: Path


def build_application(services: Services, config: WebConfig, health: Health, telegram: UpdateDoor) -> web.Application:
    """Build the application. No middleware: the framework's own pages answer unknown routes and failures."""
    session = GuestSession(config.secret_key, config.instance_id, services.clock, is_secure=config.is_https)
    door = Doorkeeper(services, InitDataReader(config.bot_token), session, is_debug=config.is_debug)
    menu = MenuHandlers(services.menu)
    settings = SettingsHandlers(services.settings, services.clock)
    cart = CartHandlers(services.cart)
    orders = OrderHandlers(services)
    checkout = CheckoutHandlers(services)
    payments = PaymentHandlers(services)
    pages = PageHandlers(WEBAPP, config.pictures, health)

    public, customer = door.public, door.customer
    app = web.Application(client_max_size=MAX_BODY)
    app.add_routes(
        [
            web.get("/api/categories", public(menu.list_categories)),
            web.get("/api/products", public(menu.list_products)),
            web.get("/api/settings", public(settings.get)),
            web.get("/api/cart", customer(cart.get)),
            web.delete("/api/cart", customer(cart.clear)),
            web.post("/api/cart/items", customer(cart.add)),
            web.patch(f"/api/cart/items/{{product_id:{ID}}}", customer(cart.set_quantity)),
            web.delete(f"/api/cart/items/{{product_id:{ID}}}", customer(cart.remove)),
            web.get("/api/orders", customer(orders.list)),
            web.post(f"/api/orders/{{order_id:{ID}}}/cancel", customer(orders.cancel)),
            web.post(f"/api/orders/{{order_id:{ID}}}/repeat", customer(orders.repeat)),
            web.post(f"/api/orders/{{order_id:{ID}}}/pay", customer(payments.pay)),
            web.post("/api/checkout/delivery", customer(checkout.place(OrderType.DELIVERY))),
            web.post("/api/checkout/pickup", customer(checkout.place(OrderType.PICKUP))),
            web.post("/api/checkout/dine-in", customer(checkout.place(OrderType.DINE_IN))),
            web.post("/api/checkout/promo/validate", customer(checkout.validate_promo)),
            web.get("/api/checkout/prefill", customer(checkout.prefill)),
            web.get(f"/api/checkout/payment-status/{{order_id:{ID}}}", customer(payments.payment_status)),
            web.get("/api/checkout/track/{token}", public(orders.track)),
            web.patch("/api/me/locale", customer(checkout.set_locale)),
            web.post("/api/payments/bank/webhook", public(payments.webhook(ProviderName.MONOBANK))),
            web.post("/api/payments/monobank/webhook", public(payments.webhook(ProviderName.MONOBANK))),
            web.post("/api/payments/liqpay/webhook", public(payments.webhook(ProviderName.LIQPAY))),
            web.post("/telegram/webhook", telegram.post),
            web.get("/healthz", pages.health),
            web.get("/", pages.redirect),
            web.get("/webapp", pages.redirect),
            web.get("/webapp/", pages.page),
            web.get("/webapp/pictures/{name:[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}}", pages.picture),
            web.get("/webapp/{version:[0-9a-f]{12}}/{path:.+}", pages.file),
        ]
    )
    return app
