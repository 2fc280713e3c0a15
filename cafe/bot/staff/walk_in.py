"""An order for a guest at the counter, picked from the menu. Each of the staff has a note of their own."""

from uuid import uuid4

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.choice import begin as begin_choice
from cafe.bot.chat.choice import is_simple
from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.menu import find_category, find_dish
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff import card_views
from cafe.bot.staff.walk_in_note import Note, add_line, change_line, wanted_lines
from cafe.bot.staff.walk_in_screens import WAYS, categories_screen, category_screen, choice_screen, note_screen
from cafe.bot.telegram.callbacks import WalkInAct, WalkInCallback, WalkInLineAct, WalkInLineCallback
from cafe.core.catalogue.bottles.model import MarksMissingError
from cafe.core.error_texts import error_text
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.ids import ProductId
from cafe.core.ordering.cart.model import LineKey
from cafe.core.ordering.checkout.errors import OptionsUnavailableError


def router() -> Router:
    router = Router(name="walk-in")
    on(router.message, begin, Command("walkin"))
    on(router.callback_query, show_categories, WalkInCallback.filter(F.act == WalkInAct.CATEGORIES))
    on_callback(router, show_category, WalkInCallback, F.act == WalkInAct.CATEGORY)
    on_callback(router, add, WalkInCallback, F.act == WalkInAct.ADD)
    on(router.callback_query, review, WalkInCallback.filter(F.act == WalkInAct.REVIEW))
    on_callback(router, take_out, WalkInCallback, F.act == WalkInAct.LESS)
    on_callback(router, change, WalkInLineCallback)
    on_callback(router, choose_end, WalkInCallback, F.act == WalkInAct.AT_ONCE)
    on(router.callback_query, drop, WalkInCallback.filter(F.act == WalkInAct.DROP))
    on_callback(router, place, WalkInCallback, F.act.in_(set(WAYS)))
    return router


async def begin(conversation: Conversation) -> None:
    """Start with an empty note."""
    await conversation.state.update_data(
        walk_in={}, walk_in_key=uuid4().hex, walk_in_choice=None, walk_in_at_once=False
    )
    screen = categories_screen(conversation.say, conversation.services.cache.counter_menu, {}, now_of(conversation))
    await conversation.view.send(screen)


async def show_categories(conversation: Conversation) -> None:
    note, menu = await find_note(conversation), conversation.services.cache.counter_menu
    if note is not None:
        await conversation.view.show(categories_screen(conversation.say, menu, note, now_of(conversation)))


async def show_category(callback_data: WalkInCallback, conversation: Conversation) -> None:
    note = await find_note(conversation)
    if note is not None:
        await show_dishes(conversation, callback_data.id, callback_data.page, note)


async def add(callback_data: WalkInCallback, conversation: Conversation) -> None:
    """Add a piece of a dish; one with options is chosen first."""
    say, view, menu = conversation.say, conversation.view, conversation.services.cache.counter_menu
    note = await find_note(conversation)
    if note is None:
        return
    dish = find_dish(menu, callback_data.id)
    if dish is None:
        await view.answer(say("menu-changed"))
    elif is_simple(menu, dish):
        add_line(note, LineKey(dish.id))
        await conversation.state.update_data(walk_in=note)
        await show_dishes(conversation, dish.category_id, callback_data.page, note)
    else:
        now = now_of(conversation)
        draft = begin_choice(menu, dish, now, callback_data.page)
        await conversation.state.update_data(walk_in_choice=draft.dump())
        await view.show(choice_screen(say, menu, dish, draft, now))


async def show_dishes(conversation: Conversation, category_id: int, page: int, note: Note) -> None:
    """Show a page of a category, if it is on the menu."""
    menu = conversation.services.cache.counter_menu
    category = find_category(menu, category_id)
    if category is not None:
        screen = category_screen(conversation.say, menu, category, page, note, now_of(conversation))
        await conversation.view.show(screen)


async def review(conversation: Conversation) -> None:
    """Show what is on the note, and ask how it is paid."""
    note = await find_note(conversation)
    if note is not None:
        await _show_note(conversation, note)


async def take_out(callback_data: WalkInCallback, conversation: Conversation) -> None:
    """Remove a piece of a dish as it comes: a button of an earlier version, which names the dish."""
    note = await find_note(conversation)
    if note is not None:
        add_line(note, LineKey(ProductId(callback_data.id)), -1)
        await conversation.state.update_data(walk_in=note)
        await _show_note(conversation, note)


async def change(callback_data: WalkInLineCallback, conversation: Conversation) -> None:
    """Add a piece of a line or remove one."""
    note = await find_note(conversation)
    if note is None:
        return
    by = 1 if callback_data.act is WalkInLineAct.MORE else -1
    note_key = (await conversation.state.get_data()).get("walk_in_key", "")
    if callback_data.note != note_key[:8] or not change_line(note, callback_data.mark, by):
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
        return
    await conversation.state.update_data(walk_in=note)
    await _show_note(conversation, note)


async def choose_end(callback_data: WalkInCallback, conversation: Conversation) -> None:
    """Store whether the guest gets the order at once, or it is made first."""
    note = await find_note(conversation)
    if note is not None:
        await conversation.state.update_data(walk_in_at_once=bool(callback_data.id))
        await _show_note(conversation, note)


async def drop(conversation: Conversation) -> None:
    await _forget_note(conversation)
    await conversation.view.show(Screen(conversation.say.html("walkin-dropped")))


async def place(callback_data: WalkInCallback, conversation: Conversation) -> None:
    """Make the note an order. The outbox brings its card; if it is handed out at once, a line replaces the note."""
    say, view, state, actor = conversation.say, conversation.view, conversation.state, conversation.actor
    note = await find_note(conversation)
    if note is None:
        return
    order_type, method = WAYS[callback_data.act]
    data = await state.get_data()
    key, is_handed_out = str(data["walk_in_key"]), bool(data.get("walk_in_at_once"))
    walk_in = conversation.services.walk_in
    try:
        placed = await walk_in.place_order(
            wanted_lines(note), order_type, method, actor, key, is_handed_out=is_handed_out
        )
    except OptionsUnavailableError as error:
        names = "; ".join(name.uk for name in error.names)
        await view.answer(say("walkin-unavailable", names=names), is_alert=True)
        await _show_note(conversation, note)
        return
    except MarksMissingError as error:  # of what is handed out at once
        await view.answer(error_text(conversation.services.texts, say.locale, error) or "", is_alert=True)
        await _show_note(conversation, note)
        return
    await _forget_note(conversation)
    await view.answer(say("walkin-placed-short", number=placed.number))
    if is_handed_out:
        line = await card_views.card_screen(conversation, placed.id)
        await view.show(Screen(line.text))  # it is not the order's card, which a step back would bring
    else:
        await view.show(Screen(say.html("walkin-placed", number=placed.number, total=placed.total, actor=actor)))


async def find_note(conversation: Conversation) -> Note | None:
    """Return this person's note; without one, say that the buttons belong to somebody else's."""
    note: Note | None = (await conversation.state.get_data()).get("walk_in")
    if note is None:
        await conversation.view.answer(conversation.say("walkin-not-yours"), is_alert=True)
    return note


def now_of(conversation: Conversation) -> int:
    """Return the moment in Unix seconds."""
    return unix_now(conversation.services.clock)


async def _forget_note(conversation: Conversation) -> None:
    data = await conversation.state.get_data()
    await conversation.state.set_data({name: value for name, value in data.items() if not name.startswith("walk_in")})


async def _show_note(conversation: Conversation, note: Note) -> None:
    services = conversation.services
    terms = services.settings.current.delivery_terms
    data = await conversation.state.get_data()
    await conversation.view.show(
        note_screen(
            conversation.say,
            services.cache.counter_menu,
            note,
            data.get("walk_in_key", ""),
            terms,
            now_of(conversation),
            is_at_once=bool(data.get("walk_in_at_once")),
        )
    )
