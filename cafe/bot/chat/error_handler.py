"""The answer to a person when a handler failed."""

import logging

from cafe.bot.chat.conversation import Conversation
from cafe.core.error_texts import error_text
from cafe.core.kernel.errors import CafeError

log = logging.getLogger(__name__)


async def explain(error: Exception, conversation: Conversation) -> None:
    """Explain a refusal of the core; anything else is a defect, which is logged and answered with a general text."""
    say, view = conversation.say, conversation.view
    text = error_text(conversation.services.texts, say.locale, error) if isinstance(error, CafeError) else None
    if text is None:
        log.error("a conversation in chat %d failed", view.chat_id, exc_info=error)
        text = say("trouble")
    if view.is_answered:
        await view.say(say.html("plain", text=text))
    else:
        await view.answer(text, is_alert=True)
