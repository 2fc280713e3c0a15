"""URL paths given to users and external services; the web's route table serves the same paths."""

from cafe.core.kernel.ids import ProviderName

WEBAPP = "/webapp/"
BOARD = "/board/"
PICTURES = "/webapp/pictures/"
TELEGRAM_WEBHOOK = "/telegram/webhook"
PAYMENT_WEBHOOKS = {
    ProviderName.MONOBANK: "/api/payments/bank/webhook",
    ProviderName.LIQPAY: "/api/payments/liqpay/webhook",
}


def track_path(token: str | None) -> str | None:
    """Return the same-origin path of an order's read-only page; the token is its only credential."""
    return f"{WEBAPP}?track={token}" if token else None
