"""The HTML of Telegram's messages."""

import html

from cafe.core.messages.notifications.values import shorten


def escape(text: str) -> str:
    """Return a text as it stands in a message's HTML."""
    return html.escape(text, quote=False)


def safe(value: object) -> str:
    """Return a value that cannot become markup, shortened."""
    return escape(shorten(str(value)))
