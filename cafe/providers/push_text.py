"""The text of a browser's notification, which shows no markup."""

import re
from functools import cached_property

from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.phrases import format_phrases
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.notifications.wording import message_phrases

TAG = re.compile(r"</?[a-z]+>")
"""The markup of texts, which chats show; values have none."""


class PlainRenderer:
    """Renders messages as plain text."""

    def __init__(self, texts: Texts) -> None:
        self._marked = texts

    def render(self, contents: MessageContents) -> str:
        return format_phrases(self._texts, contents.locale, message_phrases(contents))

    @cached_property
    def _texts(self) -> Texts:
        """Read only when the first push is sent."""
        return self._marked.without(TAG)
