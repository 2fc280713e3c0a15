"""Choosing options of a dish for a guest at the counter, and a note for the kitchen."""

from dataclasses import replace
from typing import Any

from aiogram import F, Router
from aiogram.types import Message

from cafe.bot.chat.choice import Draft, groups_of, with_pieces, without_unavailable
from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.menu import find_dish
from cafe.bot.chat.routing import on_callback
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.staff.walk_in import find_note, now_of, show_dishes
from cafe.bot.staff.walk_in_note import add_line
from cafe.bot.staff.walk_in_screens import choice_screen
from cafe.bot.telegram.callbacks import ChoiceAct, ChoiceCallback
from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.options.errors import NoteInvalidError, NoteProblem, OptionsInvalidError, OptionsProblem
from cafe.core.catalogue.options.model import OptionGroups
from cafe.core.catalogue.options.rules import choose
from cafe.core.error_texts import error_text
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.lengths import NOTE
from cafe.core.ordering.cart.model import LineKey


def router() -> Router:
    router = Router(name="walk-in choice")
    on_callback(router, set_pieces, ChoiceCallback, F.act == ChoiceAct.SET)
    on_callback(router, ask_note, ChoiceCallback, F.act == ChoiceAct.ASK_NOTE)
    on_callback(router, drop_note, ChoiceCallback, F.act == ChoiceAct.DROP_NOTE)
    on_callback(router, take, ChoiceCallback, F.act == ChoiceAct.TAKE)
    router.message.register(take_note, Answers(Question.NOTE))
    return router


async def set_pieces(callback_data: ChoiceCallback, conversation: Conversation) -> None:
    """Set the number of pieces of an option."""
    found = await _find(conversation, callback_data.key)
    if found is None:
        return
    draft, dish, groups = found
    try:
        now = now_of(conversation)
        changed = with_pieces(
            without_unavailable(draft, groups, now), groups, callback_data.id, callback_data.pieces, now
        )
    except OptionsInvalidError as error:
        await _refuse(conversation, draft, dish, groups, error)
        return
    if changed.pieces == draft.pieces:
        await conversation.view.answer(conversation.say("choice-same"))
    else:
        await _show(conversation, changed, dish)


async def ask_note(callback_data: ChoiceCallback, conversation: Conversation) -> None:
    found = await _find(conversation, callback_data.key)
    if found is None:
        return
    draft, dish, _ = found
    await _save(conversation, replace(draft, question=conversation.view.message_key))
    question = conversation.say.html("walkin-note-ask", name=dish.name.uk, max=NOTE)
    await ask(conversation, question, Question.NOTE, choice=draft.key)


async def take_note(message: Message, about: dict[str, Any], conversation: Conversation) -> None:
    """Store a written note, if its author makes the choice."""
    say, view = conversation.say, conversation.view
    found = await _find(conversation, str(about["choice"]))
    if found is None:
        return
    draft, dish, _ = found
    note = clean_text(message.text) or ""
    if len(note) > NOTE:
        reason = error_text(conversation.services.texts, say.locale, NoteInvalidError(NoteProblem.TOO_LONG)) or ""
        question = say.html("walkin-note-ask", name=dish.name.uk, max=NOTE)
        await ask(conversation, f"⚠️ {say.html('plain', text=reason)}\n{question}", Question.NOTE, choice=draft.key)
        return
    if draft.question is not None:
        await view.delete(draft.question, conversation.user_id)
    await _show(conversation, replace(draft, note=note).with_new_key(), dish)


async def drop_note(callback_data: ChoiceCallback, conversation: Conversation) -> None:
    found = await _find(conversation, callback_data.key)
    if found is not None:
        draft, dish, _ = found
        await _show(conversation, replace(draft, note=""), dish)


async def take(callback_data: ChoiceCallback, conversation: Conversation) -> None:
    """Add the chosen dish to the note."""
    found, note = await _find(conversation, callback_data.key), await find_note(conversation)
    if found is None or note is None:
        return
    draft, dish, groups = found
    try:
        choice = choose(groups, draft.pieces, now_of(conversation))
    except OptionsInvalidError as error:
        await _refuse(conversation, draft, dish, groups, error)
        return
    add_line(note, LineKey(dish.id, choice.key, draft.note if dish.takes_note else ""))
    await conversation.state.update_data(walk_in=note, walk_in_choice=None)
    await show_dishes(conversation, dish.category_id, draft.page, note)


async def _find(conversation: Conversation, key: str) -> tuple[Draft, Product, OptionGroups] | None:
    """Return this person's unfinished choice and its dish as it is offered now; if it is another one, say so."""
    data = await conversation.state.get_data()
    draft = Draft.load(data.get("walk_in_choice"))
    if draft is None or draft.key != key:
        await _tell(conversation, "press-outdated" if data.get("walk_in") is not None else "walkin-not-yours")
        return None
    menu = conversation.services.cache.counter_menu
    dish = find_dish(menu, draft.product_id)
    if dish is None:
        await _tell(conversation, "menu-changed")
        return None
    return draft, dish, groups_of(menu, dish.id)


async def _tell(conversation: Conversation, text_id: str) -> None:
    """Answer a press, or a written reply with a message."""
    if conversation.view.is_answered:
        await conversation.view.say(conversation.say.html(text_id))
    else:
        await conversation.view.answer(conversation.say(text_id), is_alert=True)


async def _refuse(
    conversation: Conversation, draft: Draft, dish: Product, groups: OptionGroups, error: OptionsInvalidError
) -> None:
    """Explain the refusal, and show the choice without unavailable options."""
    say = conversation.say
    reason = error_text(conversation.services.texts, say.locale, error) or ""
    is_unknown = error.problem is OptionsProblem.UNKNOWN
    await conversation.view.answer(say("menu-changed") if is_unknown else reason, is_alert=True)
    await _show(conversation, without_unavailable(draft, groups, now_of(conversation)), dish)


async def _show(conversation: Conversation, draft: Draft, dish: Product) -> None:
    """Keep the choice and show it."""
    await _save(conversation, draft)
    menu = conversation.services.cache.counter_menu
    await conversation.view.show(choice_screen(conversation.say, menu, dish, draft, now_of(conversation)))


async def _save(conversation: Conversation, draft: Draft) -> None:
    await conversation.state.update_data(walk_in_choice=draft.dump())
