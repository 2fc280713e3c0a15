"""What a person hears when a handler did not do what it was asked to."""

import logging

from cafe.bot.speech import Speech
from cafe.bot.view import View
from cafe.core.errors import CafeError
from cafe.core.i18n import Texts
from cafe.core.refusals import refusal_text

log = logging.getLogger(__name__)


async def explain(error: Exception, view: View, say: Speech, texts: Texts) -> None:
    """Tell a refusal of the core in words; anything else is a defect: it is logged, and the person hears of trouble."""
    text = refusal_text(texts, say.locale, error) if isinstance(error, CafeError) else None
    if text is None:
        log.error("a conversation in chat %d failed", view.chat_id, exc_info=error)
        text = say("trouble")
    if view.is_answered:
        await view.say(say.html("plain", text=text))
    else:
        await view.answer(text, is_alert=True)
