"""The bot's texts in one language."""

from cafe.bot.telegram.markup import escape
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.ordering.orders.model import Order
from cafe.core.ordering.orders.rules import status_text


class Translator:
    """Formats texts in a person's language."""

    def __init__(self, texts: Texts, locale: Locale) -> None:
        self._texts = texts
        self.locale = locale

    def __call__(self, text_id: str, /, **values: FluentValue) -> str:
        """Return plain text, for buttons and toasts."""
        return self._texts.format(self.locale, text_id, **values)

    def html(self, text_id: str, /, **values: FluentValue) -> str:
        """Return HTML for a message; the values are escaped."""
        safe = {name: escape(value) if isinstance(value, str) else value for name, value in values.items()}
        return self._texts.format(self.locale, text_id, **safe)


def clipped(text: str, most: int) -> str:
    """Shorten a text to a number of characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def status_name(say: Translator, order: Order) -> str:
    """Return the name of an order's status."""
    return say(status_text(order.order_type, order.status))
