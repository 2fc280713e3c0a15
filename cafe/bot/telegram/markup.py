"""The HTML of Telegram's messages."""

import html

from cafe.core.messages.notifications.values import shorten


def escape(text: str) -> str:
    """Escape a text for a message's HTML."""
    return html.escape(text, quote=False)


def safe(value: object) -> str:
    """Shorten and escape a value."""
    return escape(shorten(str(value)))
