"""Limits of Telegram's messages and buttons (https://core.telegram.org/bots/api)."""

MESSAGE = 4096
"""UTF-16 units of a message's text, markup not counted."""
CAPTION = 1024
"""UTF-16 units of a picture's caption, markup not counted."""
TOAST = 200
"""Characters of the short answer to a pressed button."""
CALLBACK_BYTES = 64
"""The callback data of a button."""

LABEL = 40
"""Characters of a name that is readable on a button with a row of its own. Telegram has no limit here; phones do."""
LABEL_WITH_NUMBERS = 30
"""The same beside a price or an amount."""
LABEL_IN_ROW = 28
"""The same on a button that shares its row."""


def utf16_length(text: str) -> int:
    """Return a text's length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2
