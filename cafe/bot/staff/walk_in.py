"""An order for a guest at the counter, picked from the menu. Each of the staff has a note of their own."""

from uuid import uuid4

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.fsm.context import FSMContext

from cafe.bot.keyboards import page_of, rows_of, turning_row
from cafe.bot.menu import dishes_of, find_category
from cafe.bot.presses import WalkInPress
from cafe.bot.routing import on
from cafe.bot.speech import Speech, clipped
from cafe.bot.view import Screen, View
from cafe.core.ports import Button, Keyboard
from cafe.core.services import Services
from cafe.core.snapshot import Menu
from cafe.core.store.menu import Category
from cafe.core.values import OrderType, PaymentMethod, ProductId

LABEL = 30
MOST_PIECES = 99
WAYS = {
    "here-cash": (OrderType.DINE_IN, PaymentMethod.CASH),
    "here-card": (OrderType.DINE_IN, PaymentMethod.CARD),
    "away-cash": (OrderType.PICKUP, PaymentMethod.CASH),
    "away-card": (OrderType.PICKUP, PaymentMethod.CARD),
}
"""Where the guest eats and how they paid."""

Note = dict[str, int]
"""Product ids (as text, for storing) and pieces."""


def router() -> Router:
    """Build the handlers."""
    router = Router(name="walk-in")
    on(router.message, begin, Command("walkin"))
    on(router.callback_query, show_categories, WalkInPress.filter(F.act == "menu"))
    on(router.callback_query, show_category, WalkInPress.filter(F.act == "cat"))
    on(router.callback_query, add, WalkInPress.filter(F.act == "add"))
    on(router.callback_query, review, WalkInPress.filter(F.act == "note"))
    on(router.callback_query, take_out, WalkInPress.filter(F.act == "less"))
    on(router.callback_query, drop, WalkInPress.filter(F.act == "drop"))
    on(router.callback_query, place, WalkInPress.filter(F.act.in_(set(WAYS))))
    return router


async def begin(view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """`/walkin`: an empty note."""
    await state.set_data({"walk_in": {}, "walk_in_key": uuid4().hex})
    await view.send(_categories_screen(say, services.menu.get(), {}))


async def show_categories(view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """The categories again."""
    note = await _note(view, say, state)
    if note is not None:
        await view.show(_categories_screen(say, services.menu.get(), note))


async def show_category(
    callback_data: WalkInPress, view: View, say: Speech, services: Services, state: FSMContext
) -> None:
    """The dishes of a category."""
    note, menu = await _note(view, say, state), services.menu.get()
    category = find_category(menu, callback_data.id)
    if note is not None and category is not None:
        await view.show(_category_screen(say, menu, category, callback_data.page, note))


async def add(callback_data: WalkInPress, view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """One more piece of a dish."""
    note, menu = await _note(view, say, state), services.menu.get()
    dish = next((dish for dish in menu.products if dish.id == callback_data.id), None)
    if note is None:
        return
    if dish is None:
        await view.answer(say("menu-changed"))
        return
    note[str(dish.id)] = min(note.get(str(dish.id), 0) + 1, MOST_PIECES)
    await state.update_data(walk_in=note)
    category = find_category(menu, dish.category_id)
    if category is not None:
        await view.show(_category_screen(say, menu, category, callback_data.page, note))


async def review(view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """What is on the note, and how it is paid."""
    note = await _note(view, say, state)
    if note is not None:
        await view.show(_note_screen(say, services.menu.get(), note))


async def take_out(callback_data: WalkInPress, view: View, say: Speech, services: Services, state: FSMContext) -> None:
    """One piece less."""
    note = await _note(view, say, state)
    if note is None:
        return
    key = str(callback_data.id)
    if note.get(key, 0) > 1:
        note[key] -= 1
    else:
        note.pop(key, None)
    await state.update_data(walk_in=note)
    await view.show(_note_screen(say, services.menu.get(), note))


async def drop(view: View, say: Speech, state: FSMContext) -> None:
    """Throw the note away."""
    await state.clear()
    await view.show(Screen(say.html("walkin-dropped")))


async def place(
    callback_data: WalkInPress, view: View, say: Speech, services: Services, state: FSMContext, actor: str
) -> None:
    """Make it an order; the card comes by itself."""
    note = await _note(view, say, state)
    if note is None:
        return
    order_type, method = WAYS[callback_data.act]
    key = str((await state.get_data())["walk_in_key"])
    lines = {ProductId(int(product_id)): pieces for product_id, pieces in note.items()}
    placed = await services.walk_in.place_order(lines, order_type, method, actor, key)
    await state.clear()
    await view.answer(say("walkin-placed-short", number=placed.number))
    await view.show(Screen(say.html("walkin-placed", number=placed.number, total=placed.total, actor=actor)))


async def _note(view: View, say: Speech, state: FSMContext) -> Note | None:
    """This person's note; someone else's, or one that is done, is not theirs to change."""
    note: Note | None = (await state.get_data()).get("walk_in")
    if note is None:
        await view.answer(say("walkin-not-yours"), is_alert=True)
    return note


def _categories_screen(say: Speech, menu: Menu, note: Note) -> Screen:
    buttons = [
        Button(clipped(category.name_uk, LABEL), WalkInPress(act="cat", id=category.id).pack())
        for category in menu.categories
        if dishes_of(menu, category.id)
    ]
    return Screen(say.html("walkin-title"), (*rows_of(buttons, 2), *_bottom(say, menu, note)))


def _category_screen(say: Speech, menu: Menu, category: Category, page: int, note: Note) -> Screen:
    dishes = dishes_of(menu, category.id)
    shown, page = page_of(dishes, page)
    buttons = []
    for dish in shown:
        pieces = note.get(str(dish.id), 0)
        mark = f"✅ {pieces} × " if pieces else ""
        label = say("dish-label", name=mark + clipped(dish.name_uk, LABEL), price=dish.price)
        buttons.append(Button(label, WalkInPress(act="add", id=dish.id, page=page).pack()))

    def turn(page: int) -> str:
        return WalkInPress(act="cat", id=category.id, page=page).pack()

    back = (Button(say("button-categories"), WalkInPress(act="menu").pack()),)
    turning = turning_row(len(dishes), page, turn)
    title = say.html("walkin-category", name=category.name_uk)
    return Screen(title, (*rows_of(buttons, 1), *turning, back, *_bottom(say, menu, note)))


def _note_screen(say: Speech, menu: Menu, note: Note) -> Screen:
    chosen = [dish for dish in menu.products if str(dish.id) in note]
    parts = [say.html("walkin-note"), ""]
    parts += [
        say.html("order-line", name=dish.name_uk, quantity=note[str(dish.id)], sum=dish.price * note[str(dish.id)])
        for dish in chosen
    ]
    parts += ["", say.html("card-total", sum=_total(menu, note))]
    less = [
        Button(say("walkin-less", name=clipped(dish.name_uk, LABEL)), WalkInPress(act="less", id=dish.id).pack())
        for dish in chosen[:40]
    ]
    ways = [Button(say(f"walkin-{way}"), WalkInPress(act=way).pack()) for way in WAYS] if chosen else []
    more = Button(say("walkin-more"), WalkInPress(act="menu").pack())
    rows = (*rows_of(less, 1), *rows_of(ways, 2), (more, Button(say("walkin-drop"), WalkInPress(act="drop").pack())))
    return Screen("\n".join(parts), rows)


def _bottom(say: Speech, menu: Menu, note: Note) -> Keyboard:
    if not note:
        return ((Button(say("walkin-drop"), WalkInPress(act="drop").pack()),),)
    label = say("walkin-review", total=_total(menu, note))
    return ((Button(label, WalkInPress(act="note").pack()),),)


def _total(menu: Menu, note: Note) -> int:
    return sum(dish.price * note.get(str(dish.id), 0) for dish in menu.products)
