"""URL paths given to users and external services; the web's route table serves the same paths."""

from urllib.parse import quote

from cafe.core.kernel.ids import ProviderName

WEBAPP = "/webapp/"
BOARD = "/board/"
DESK = "/desk/"
MENU = "/menu/"
"""The menu as a page without JavaScript."""
PICTURES = "/webapp/pictures/"
UPLOADS = "/webapp/uploads/"
"""Pictures uploaded at the desk."""
TELEGRAM_WEBHOOK = "/telegram/webhook"
FISCAL_WEBHOOK = "/api/fiscal/checkbox/webhook"
PAYMENT_WEBHOOKS = {
    ProviderName.MONOBANK: "/api/payments/bank/webhook",
    ProviderName.LIQPAY: "/api/payments/liqpay/webhook",
}


PRINT_AGENT = "/print-agent.py"
"""The program that prints in the cafe."""


def printer_paths(token: str) -> tuple[str, str]:
    """Return where a printer with CloudPRNT asks, and one with Server Direct Print; the token is its credential."""
    return f"/api/printers/cloudprnt/{token}", f"/api/printers/epson/{token}"


def track_path(token: str | None) -> str | None:
    """Return the same-origin path of an order's read-only page; the token is its only credential."""
    return f"{WEBAPP}?track={token}" if token else None


def order_path(order_id: int) -> str:
    """Return the same-origin path of a customer's own order."""
    return f"{WEBAPP}?order={order_id}"


def pairing_path(token: str) -> str:
    """Return the path of a link that pairs a tablet; the token is in the fragment, as below."""
    return f"{BOARD}#pair={token}"


def desk_link_path(token: str) -> str:
    """Return the path of a sign-in link. The token is in the fragment, which browsers do not send."""
    return f"{DESK}#link={token}"


def map_url(place: str) -> str:
    """Return the URL of a map that looks for a place."""
    return f"https://www.google.com/maps/search/?api=1&query={quote(place)}"
