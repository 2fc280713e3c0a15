"""The bot's words in one language."""

import html
from datetime import datetime
from zoneinfo import ZoneInfo

from cafe.core.i18n import FluentValue, Texts
from cafe.core.values import Locale


class Speech:
    """Formats texts for one person. Calling it gives plain text, `html` a part of a message."""

    def __init__(self, texts: Texts, locale: Locale) -> None:
        self._texts = texts
        self.locale = locale

    def __call__(self, text_id: str, /, **values: FluentValue) -> str:
        """Plain text, for buttons and short answers."""
        return self._texts.format(self.locale, text_id, **values)

    def html(self, text_id: str, /, **values: FluentValue) -> str:
        """A text for a message: what people typed cannot become markup."""
        safe = {name: escaped(value) if isinstance(value, str) else value for name, value in values.items()}
        return self._texts.format(self.locale, text_id, **safe)


def escaped(text: str) -> str:
    """A text as it is, inside a message."""
    return html.escape(text, quote=False)


def clipped(text: str, most: int) -> str:
    """A text of at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def day_and_time(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as the cafe's wall shows it, with its day."""
    return f"{moment.astimezone(zone):%d.%m %H:%M}"
