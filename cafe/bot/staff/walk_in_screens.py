"""The screens of an unfinished walk-in order."""

from cafe.bot.chat.choice import Draft, groups_of, price_of, usual_price
from cafe.bot.chat.choice_view import group_lines, note_row, option_rows, take_button
from cafe.bot.chat.keyboards import button, page_of, paging_row, rows_of
from cafe.bot.chat.menu import dishes_of
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.chat.view import Screen
from cafe.bot.staff.walk_in_note import Note, NoteLine, lines_of, pieces_of_dish, total_of
from cafe.bot.telegram.callbacks import WalkInAct, WalkInCallback, WalkInLineAct, WalkInLineCallback
from cafe.bot.telegram.fitting import fit
from cafe.bot.telegram.limits import LABEL_WITH_NUMBERS
from cafe.core.catalogue.menu.model import Category, Menu, Product
from cafe.core.catalogue.settings.model import DeliveryTerms
from cafe.core.messages.outbox.port import Button
from cafe.core.ordering.checkout.pricing import price_order
from cafe.core.ordering.orders.model import OrderType, PaymentMethod

CHANGEABLE = 40
"""The most lines of a note that have buttons."""
NAME = 250
"""Characters of a line's name that are written out."""
WAYS = {
    WalkInAct.HERE_CASH: (OrderType.DINE_IN, PaymentMethod.CASH),
    WalkInAct.HERE_CARD: (OrderType.DINE_IN, PaymentMethod.CARD),
    WalkInAct.AWAY_CASH: (OrderType.PICKUP, PaymentMethod.CASH),
    WalkInAct.AWAY_CARD: (OrderType.PICKUP, PaymentMethod.CARD),
}
"""Where the guest eats and how they paid."""


def categories_screen(say: Translator, menu: Menu, note: Note, now: int) -> Screen:
    buttons = [
        button(clipped(category.name.uk, LABEL_WITH_NUMBERS), WalkInCallback(act=WalkInAct.CATEGORY, id=category.id))
        for category in menu.categories
        if dishes_of(menu, category.id)
    ]
    return Screen(say.html("walkin-title"), (*rows_of(buttons, 2), (_bottom_button(say, menu, note, now),)))


def category_screen(say: Translator, menu: Menu, category: Category, page: int, note: Note, now: int) -> Screen:
    dishes = dishes_of(menu, category.id)
    shown, page = page_of(dishes, page)
    buttons = []
    for dish in shown:
        pieces = pieces_of_dish(note, dish.id)
        mark = f"✅ {pieces} × " if pieces else ""
        name = mark + clipped(dish.name.uk, LABEL_WITH_NUMBERS)
        label = say("dish-label", name=name, price=usual_price(menu, dish))
        buttons.append(button(label, WalkInCallback(act=WalkInAct.ADD, id=dish.id, page=page)))
    paging = paging_row(
        len(dishes), page, lambda page: WalkInCallback(act=WalkInAct.CATEGORY, id=category.id, page=page)
    )
    back = button(say("button-categories"), WalkInCallback(act=WalkInAct.CATEGORIES))
    title = say.html("walkin-category", name=category.name.uk)
    return Screen(title, (*rows_of(buttons, 1), *paging, (back,), (_bottom_button(say, menu, note, now),)))


def choice_screen(say: Translator, menu: Menu, dish: Product, draft: Draft, now: int) -> Screen:
    """Render the options of a dish and the current choice; the included ones need one tap."""
    groups = groups_of(menu, dish.id)
    price = price_of(draft, groups, dish)
    parts = [say.html("walkin-dish", name=dish.name.uk, price=price), *group_lines(say, groups, draft)]
    take = take_button(say, groups, draft, "walkin-add", price)
    data = WalkInCallback(act=WalkInAct.CATEGORY, id=dish.category_id, page=draft.page)
    rows = (*option_rows(say, groups, draft, now), *note_row(say, dish, draft), (take,))
    return Screen("\n".join(parts), (*rows, (button(say("button-back"), data),)))


def note_screen(
    say: Translator, menu: Menu, note: Note, note_key: str, terms: DeliveryTerms, now: int, *, is_at_once: bool
) -> Screen:
    """Render the note, with its total for each way to serve it, and whether the guest gets it at once."""
    lines, total = lines_of(menu, note, now), total_of(menu, note, now)
    text, _ = fit(
        [say.html("walkin-note")],
        [_written(say, line) for line in lines],
        [say.html("card-items-total", sum=total)],
        lambda count: say.html("card-more-lines", count=count),
    )
    changes = tuple(_line_row(say, line, note_key) for line in lines[:CHANGEABLE])
    ways = [
        button(say(f"walkin-{way}", total=price_order(kind, total, terms).total), WalkInCallback(act=way))
        for way, (kind, _) in WAYS.items()
    ]
    mark = "✅" if is_at_once else "⬜️"
    at_once = button(f"{mark} {say('walkin-at-once')}", WalkInCallback(act=WalkInAct.AT_ONCE, id=int(not is_at_once)))
    more = button(say("walkin-more"), WalkInCallback(act=WalkInAct.CATEGORIES))
    rows = (*rows_of(ways, 2), (at_once,)) if lines else ()
    return Screen(text, (*changes, *rows, (more, _drop_button(say))))


def _written(say: Translator, line: NoteLine) -> str:
    parts = [say.html("order-line", name=clipped(line.name, NAME), quantity=line.quantity, sum=line.total)]
    if line.note:
        parts.append(say.html("line-note", note=line.note))
    if line.lacking:
        parts.append(say.html("line-lacking", names=clipped(", ".join(line.lacking), NAME)))
    return "\n".join(parts)


def _line_row(say: Translator, line: NoteLine, note_key: str) -> tuple[Button, ...]:
    less, more = (
        WalkInLineCallback(act=act, mark=line.mark, note=note_key[:8])
        for act in (WalkInLineAct.LESS, WalkInLineAct.MORE)
    )
    return (button(say("walkin-less", name=clipped(line.name, LABEL_WITH_NUMBERS)), less), button("➕", more))


def _bottom_button(say: Translator, menu: Menu, note: Note, now: int) -> Button:
    if not note:
        return _drop_button(say)
    total = total_of(menu, note, now)
    return button(say("walkin-review", total=total), WalkInCallback(act=WalkInAct.REVIEW))


def _drop_button(say: Translator) -> Button:
    return button(say("walkin-drop"), WalkInCallback(act=WalkInAct.DROP))
