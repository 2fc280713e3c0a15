"""Choosing options of a dish, and typing a note for the kitchen, in the chat."""

from dataclasses import dataclass, replace

from aiogram import F, Router
from aiogram.filters import StateFilter
from aiogram.types import Message

from cafe.bot.chat.choice import Draft, groups_of, with_pieces, without_unavailable
from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.menu import dishes_of, find_category, find_dish
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.states import Asking
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.choice_screens import choice_screen, note_question, save_draft
from cafe.bot.customer.dishes import DISHES
from cafe.bot.customer.menu import categories_screen, category_screen
from cafe.bot.telegram.callbacks import ChoiceAct, ChoiceCallback
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.errors import NoteInvalidError, NoteProblem, OptionsInvalidError, OptionsProblem
from cafe.core.catalogue.options.model import OptionGroups
from cafe.core.error_texts import error_text
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.lengths import NOTE
from cafe.core.ordering.cart.errors import CartFullError, ItemNotInCartError
from cafe.core.ordering.cart.model import Cart, LineChange


def router() -> Router:
    router = Router(name="choice")
    on_callback(router, set_pieces, ChoiceCallback, F.act == ChoiceAct.SET)
    on_callback(router, ask_note, ChoiceCallback, F.act == ChoiceAct.ASK_NOTE)
    on_callback(router, drop_note, ChoiceCallback, F.act == ChoiceAct.DROP_NOTE)
    on_callback(router, show_choice, ChoiceCallback, F.act == ChoiceAct.SHOW)
    on_callback(router, show_all, ChoiceCallback, F.act == ChoiceAct.MORE)
    on_callback(router, take, ChoiceCallback, F.act == ChoiceAct.TAKE)
    is_asked = StateFilter(Asking.note)
    router.message.register(handle_note, is_asked, F.text, ~F.text.startswith("/"))
    on(router.message, ask_for_text, is_asked, ~F.text)
    return router


@dataclass(frozen=True, slots=True)
class Choosing:
    """An unfinished choice, and the dish as it is offered now."""

    conversation: CustomerConversation
    draft: Draft
    menu: Menu
    dish: Product

    @property
    def groups(self) -> OptionGroups:
        return groups_of(self.menu, self.dish.id)

    @property
    def now(self) -> int:
        """Unix seconds."""
        return unix_now(self.conversation.services.clock)

    def reason_of(self, error: CafeError) -> str:
        """Return the refusal in the customer's language."""
        say = self.conversation.say
        if isinstance(error, OptionsInvalidError) and error.problem is OptionsProblem.UNKNOWN:
            return say("menu-changed")
        return error_text(self.conversation.services.texts, say.locale, error) or say("trouble")

    async def screen(self, draft: Draft, reason: str = "") -> Screen:
        cart = await self.conversation.services.cart.get(self.conversation.customer.id)
        return choice_screen(self.conversation, self.menu, self.dish, draft, cart, reason)

    async def show(self, draft: Draft) -> None:
        """Store the choice and show it."""
        await save_draft(self.conversation, draft)
        await self.conversation.view.show(await self.screen(draft))

    async def refuse(self, error: CafeError) -> None:
        """Explain the refusal, and show the choice without unavailable options."""
        await self.conversation.view.answer(self.reason_of(error), is_alert=True)
        draft = replace(without_unavailable(self.draft, self.groups, self.now), is_open=True)
        await self.show(draft if self.dish.takes_note else replace(draft, note=""))


async def set_pieces(callback_data: ChoiceCallback, conversation: CustomerConversation) -> None:
    """Set the number of pieces of an option."""
    choosing = await _find(conversation, callback_data.key)
    if choosing is None:
        return
    draft = without_unavailable(choosing.draft, choosing.groups, choosing.now)
    try:
        changed = with_pieces(draft, choosing.groups, callback_data.id, callback_data.pieces, choosing.now)
    except OptionsInvalidError as error:
        await choosing.refuse(error)
        return
    if changed.pieces == choosing.draft.pieces:
        await conversation.view.answer(conversation.say("choice-same"))
    else:
        await choosing.show(changed)


async def ask_note(callback_data: ChoiceCallback, conversation: CustomerConversation) -> None:
    choosing = await _find(conversation, callback_data.key)
    if choosing is None:
        return
    if not choosing.dish.takes_note:
        await choosing.refuse(NoteInvalidError(NoteProblem.NOT_TAKEN))
        return
    await conversation.state.set_state(Asking.note)
    message = await conversation.view.show(note_question(conversation.say, choosing.dish, choosing.draft))
    await save_draft(conversation, replace(choosing.draft, question=message))


async def handle_note(message: Message, conversation: CustomerConversation) -> None:
    """Store a written note; if it is too long, explain that and wait for another."""
    say, view = conversation.say, conversation.view
    choosing = await _find(conversation, None)
    if choosing is None:
        return
    note = clean_text(message.text) or ""
    if not note or len(note) > NOTE:
        reason = choosing.reason_of(NoteInvalidError(NoteProblem.TOO_LONG)) if note else say("form-text-please")
        await view.send(note_question(say, choosing.dish, choosing.draft, reason))
        return
    await conversation.state.set_state(None)
    if choosing.draft.question is not None:
        await view.edit(choosing.draft.question, Screen(say.html("choice-note-taken", note=note)))
    await choosing.show(replace(choosing.draft, note=note).with_new_key())


async def ask_for_text(conversation: CustomerConversation) -> None:
    """Answer a picture, a sticker or a voice message sent instead of a note."""
    choosing = await _find(conversation, None)
    if choosing is not None:
        reason = conversation.say("form-text-please")
        await conversation.view.send(note_question(conversation.say, choosing.dish, choosing.draft, reason))


async def drop_note(callback_data: ChoiceCallback, conversation: CustomerConversation) -> None:
    choosing = await _find(conversation, callback_data.key)
    if choosing is not None:
        await choosing.show(replace(choosing.draft, note=""))


async def show_choice(callback_data: ChoiceCallback, conversation: CustomerConversation) -> None:
    """Return from the question for a note to the choice."""
    choosing = await _find(conversation, callback_data.key)
    if choosing is not None:
        await choosing.show(choosing.draft)


async def show_all(callback_data: ChoiceCallback, conversation: CustomerConversation) -> None:
    """Show all options with their buttons."""
    choosing = await _find(conversation, callback_data.key)
    if choosing is not None:
        await choosing.show(replace(choosing.draft, is_open=True))


async def take(callback_data: ChoiceCallback, conversation: CustomerConversation) -> None:
    """Add the chosen dish to the cart, or replace the line that the choice changes."""
    choosing = await _find(conversation, callback_data.key)
    if choosing is None:
        return
    say, view, draft = conversation.say, conversation.view, choosing.draft
    try:
        cart = await _take(conversation, draft)
    except (OptionsInvalidError, NoteInvalidError, CartFullError) as error:
        await choosing.refuse(error)
        return
    except ItemNotInCartError:
        await save_draft(conversation, None)
        await view.answer(say("cart-changed"))
        await show_page(conversation)
        return
    await save_draft(conversation, None)
    await view.answer(say("cart-short", count=cart.count, total=cart.items_total))
    if draft.line_id is not None:
        await show_page(conversation, draft.page)
        return
    menu, dish = choosing.menu, choosing.dish
    category = find_category(menu, dish.category_id)
    if category is None:
        await view.show(categories_screen(say, menu, cart))
        return
    page = dishes_of(menu, category.id).index(dish) // DISHES
    await view.show(category_screen(say, menu, category, page, cart))


async def _take(conversation: CustomerConversation, draft: Draft) -> Cart:
    carts, customer_id = conversation.services.cart, conversation.customer.id
    if draft.line_id is None:
        return await carts.add(customer_id, draft.product_id, 1, draft.pieces, draft.note)
    return await carts.change_line(customer_id, draft.line_id, LineChange(pieces=draft.pieces, note=draft.note))


async def _find(conversation: CustomerConversation, key: str | None) -> Choosing | None:
    """Return the unfinished choice; if there is none, or the press belongs to another, say so and return None.

    A `key` of None is for a typed answer.
    """
    say, view, services = conversation.say, conversation.view, conversation.services
    draft = Draft.load((await conversation.state.get_data()).get("choice"))
    if draft is None and key is None:
        await conversation.state.set_state(None)
        await view.say(say.html("choice-over"))
        return None
    if draft is None or key not in {None, draft.key}:
        await view.answer(say("press-outdated"), is_alert=True)
        return None
    menu = services.cache.menu
    dish = find_dish(menu, draft.product_id)
    if dish is not None:
        return Choosing(conversation, draft, menu, dish)
    await save_draft(conversation, None)
    await conversation.state.set_state(None)
    await view.answer(say("menu-changed"))
    await view.show(categories_screen(say, menu, await services.cart.get(conversation.customer.id)))
    return None
