"""Changing an order from its card: fewer or more of its dishes, and others as somebody writes them."""

from dataclasses import replace
from typing import Any

from aiogram import F, Router
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.menu import find_dish
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import clipped
from cafe.bot.chat.view import Screen
from cafe.bot.chat.written import choose_written, read_stored
from cafe.bot.staff import card_views
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.staff.refunds import explain_refusal, role_of
from cafe.bot.telegram.callbacks import CardAct, CardCallback, StaffEditAct, StaffEditCallback
from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.menu.order_text import LONGEST, read_order
from cafe.core.catalogue.options.model import describe_line
from cafe.core.catalogue.options.rules import choose
from cafe.core.error_texts import error_text
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import WALK_IN, OrderLineId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.outbox.port import Button, Tone
from cafe.core.money.refunds.errors import RefundError
from cafe.core.ordering.order_edits.model import (
    Author,
    EditProblem,
    OrderEditError,
    PlannedEdit,
    WantedEdit,
)
from cafe.core.ordering.orders.model import STAFF_CAN_EDIT, Order, OrderType
from cafe.core.people.staff.model import Role

LINES = 20
"""The most lines with buttons."""
NAME = 30
"""Characters of a dish on a button."""
NO_LINES: dict[str, Any] = {"lines": {}, "added": [], "zone": None}
ZONES = 8
"""The most zones with buttons."""


def router() -> Router:
    router = Router(name="order edits")
    on_callback(router, begin, CardCallback, F.act == CardAct.EDIT)
    on_callback(router, change, StaffEditCallback, F.act.in_({StaffEditAct.LESS, StaffEditAct.MORE}))
    on_callback(router, drop_added, StaffEditCallback, F.act == StaffEditAct.DROP_ADDED)
    on_callback(router, choose_zone, StaffEditCallback, F.act == StaffEditAct.ZONE)
    on_callback(router, ask_dish, StaffEditCallback, F.act == StaffEditAct.ASK_DISH)
    on_callback(router, save, StaffEditCallback, F.act.in_({StaffEditAct.PROPOSE, StaffEditAct.SAVE}))
    router.message.register(take_dish, Answers(Question.ADDED_DISH))
    return router


async def begin(callback_data: CardCallback, conversation: Conversation) -> None:
    """Show what can be changed, below the card."""
    order = (await conversation.services.staff_orders.get(callback_data.id)).order
    await _keep(conversation, order, NO_LINES)
    await _show(conversation, order)


async def change(callback_data: StaffEditCallback, conversation: Conversation) -> None:
    """Take or add a piece of a line."""
    order = await _read_order(callback_data, conversation)
    if order is None:
        return
    draft = await _read(conversation, order)
    line = next((line for line in order.lines if line.id == callback_data.line), None)
    if line is not None:
        step = 1 if callback_data.act is StaffEditAct.MORE else -1
        quantity = max(0, draft["lines"].get(str(line.id), line.quantity) + step)
        lines = {**draft["lines"], str(line.id): quantity}
        await _keep(conversation, order, {**draft, "lines": lines})
    await _show(conversation, order)


async def drop_added(callback_data: StaffEditCallback, conversation: Conversation) -> None:
    order = await _read_order(callback_data, conversation)
    if order is None:
        return
    draft = await _read(conversation, order)
    added = [each for at, each in enumerate(draft["added"]) if at != callback_data.line]
    await _keep(conversation, order, {**draft, "added": added})
    await _show(conversation, order)


async def choose_zone(callback_data: StaffEditCallback, conversation: Conversation) -> None:
    """Put a delivery into another zone."""
    order = await _read_order(callback_data, conversation)
    if order is None:
        return
    draft = await _read(conversation, order)
    is_own = order.zone is not None and order.zone.id == callback_data.line
    await _keep(conversation, order, {**draft, "zone": None if is_own else callback_data.line})
    await _show(conversation, order)


async def ask_dish(callback_data: StaffEditCallback, conversation: Conversation) -> None:
    """Ask what to add, to be written as guests write it."""
    order = await _read_order(callback_data, conversation)
    if order is not None:
        text = conversation.say.html("staff-edit-what", number=order.number)
        await ask(conversation, text, Question.ADDED_DISH, order=order.id)


async def take_dish(message: Message, about: dict[str, Any], conversation: Conversation) -> None:
    """Add what was written; say what of it was not understood."""
    say, menu = conversation.say, conversation.services.cache.counter_menu
    order = (await conversation.services.staff_orders.get(int(about["order"]))).order
    written = read_order(menu, (message.text or "")[:LONGEST])
    lines = [choose_written(conversation, menu, each) for each in written.lines]
    whole = [each for each in lines if each.is_whole]
    unclear = [each.dish.name.uk for each in lines if not each.is_whole]
    unclear += [doubt.text for doubt in written.doubts] + list(written.missed)
    unclear += [dish.name.uk for dish in written.sold_out]
    if whole:
        draft = await _read(conversation, order)
        await _keep(conversation, order, {**draft, "added": [*draft["added"], *(each.stored(menu) for each in whole)]})
    reasons = [reason for each in lines for reason in each.reasons]
    if unclear or not whole:
        reasons.append(say("staff-edit-unclear", words=", ".join(unclear) or (message.text or "")[:LONGEST]))
    await _show(conversation, order, reasons, as_new=True)


async def save(callback_data: StaffEditCallback, conversation: Conversation) -> None:
    """Change the order, or ask its guest about it, if it still costs what was shown."""
    say, services = conversation.say, conversation.services
    order = await _read_order(callback_data, conversation)
    if order is None:
        return
    wanted = _wanted(order, await _read(conversation, order))
    role = await role_of(conversation)
    author = Author(conversation.actor, role or Role.STAFF, may_return=role is not None)
    is_agreed = callback_data.act is StaffEditAct.SAVE
    try:
        result = await services.order_edits.edit(
            order.id, replace(wanted, expected_total=callback_data.total), author, is_agreed=is_agreed
        )
    except RefundError as error:
        await explain_refusal(conversation, error)
        return
    await _keep(conversation, order, NO_LINES)
    text_id = "staff-edit-proposed" if result.is_proposed else "staff-edit-saved"
    await conversation.view.answer(say(text_id, number=order.number, total=result.order.total))
    await conversation.view.show(await card_views.card_screen(conversation, order.id))


async def _read_order(callback_data: StaffEditCallback, conversation: Conversation) -> Order | None:
    """Return the order if it is as the pressed button knew it; else say so and show it anew."""
    order = (await conversation.services.staff_orders.get(callback_data.id)).order
    if order.version == callback_data.seen and order.status in STAFF_CAN_EDIT:
        return order
    problem = EditProblem.CHANGED if order.status in STAFF_CAN_EDIT else EditProblem.TOO_LATE
    await conversation.view.answer(conversation.say(problem.value), is_alert=True)
    await conversation.view.show(await card_views.card_screen(conversation, order.id))
    return None


async def _show(
    conversation: Conversation, order: Order, reasons: list[str] | None = None, *, as_new: bool = False
) -> None:
    """Show the order with what is wanted of it, and the buttons to change that."""
    say, services = conversation.say, conversation.services
    draft, menu = await _read(conversation, order), services.cache.counter_menu
    planned, problem = await _plan(conversation, order, draft)
    parts = [say.html("staff-edit-title", number=order.number)]
    parts += [f"⚠️ {say.html('plain', text=reason)}" for reason in [*(reasons or []), *([problem] if problem else [])]]
    if planned is not None:
        parts.append(_outcome(conversation, planned))

    def press(act: StaffEditAct, line: int = 0, total: int = 0) -> StaffEditCallback:
        return StaffEditCallback(act=act, id=order.id, seen=order.version, line=line, total=total)

    rows: list[tuple[Button, ...]] = []
    for line in order.lines[:LINES]:
        if line.id is None:
            continue
        quantity = draft["lines"].get(str(line.id), line.quantity)
        label = say("staff-edit-line", quantity=quantity, name=clipped(line.name_in(Locale.UK), NAME))
        less = button(f"➖ {label}", press(StaffEditAct.LESS, line.id))
        rows.append((less, button("➕", press(StaffEditAct.MORE, line.id))) if line.product_id else (less,))
    for at, each in enumerate(draft["added"]):
        label = say("staff-edit-added", quantity=each["quantity"], name=clipped(_name(conversation, menu, each), NAME))
        rows.append((button(label, press(StaffEditAct.DROP_ADDED, at)),))
    rows.append((button(say("staff-edit-add"), press(StaffEditAct.ASK_DISH)),))
    if order.order_type is OrderType.DELIVERY:
        chosen = draft["zone"] or (order.zone.id if order.zone else None)
        for zone, _ in services.zones.list_now()[:ZONES]:
            text_id = "staff-edit-zone-chosen" if zone.id == chosen else "staff-edit-zone"
            label = say(text_id, name=clipped(zone.name.uk, NAME), fee=zone.fee)
            rows.append((button(label, press(StaffEditAct.ZONE, zone.id)),))
    if planned is not None:
        total = planned.total
        asks_guest = planned.needs_consent and order.customer_id != WALK_IN
        if asks_guest:
            text = say("staff-edit-propose", total=total)
            rows.append((button(text, press(StaffEditAct.PROPOSE, total=total), Tone.PRIMARY),))
        text = say("staff-edit-save-agreed" if asks_guest else "staff-edit-save", total=total)
        tone = None if asks_guest else Tone.PRIMARY
        rows.append((button(text, press(StaffEditAct.SAVE, total=total), tone),))
    rows.append((button(say("button-back"), CardCallback(act=CardAct.KEEP, id=order.id, seen=order.status)),))
    await conversation.view.show(Screen("\n".join(parts), tuple(rows)), as_new=as_new)


async def _plan(conversation: Conversation, order: Order, draft: dict[str, Any]) -> tuple[PlannedEdit | None, str]:
    """Return what the draft comes to, or why it is not possible; neither if it changes nothing."""
    try:
        return await conversation.services.order_edits.preview(order.id, _wanted(order, draft)), ""
    except CafeError as error:
        if isinstance(error, OrderEditError) and error.problem is EditProblem.NOTHING:
            return None, ""
        return None, error_text(conversation.services.texts, conversation.say.locale, error) or ""


def _outcome(conversation: Conversation, planned: PlannedEdit) -> str:
    say = conversation.say
    text = say.html("staff-edit-total", before=planned.order.total, total=planned.total)
    if planned.to_return:
        text += "\n" + say.html("staff-edit-returns", sum=planned.to_return)
    if planned.balance:
        text += "\n" + say.html("staff-edit-balance", sum=planned.balance)
    return text


def _name(conversation: Conversation, menu: Menu, stored: dict[str, Any]) -> str:
    """Return the name of an added dish with its choice."""
    line = read_stored(stored)
    dish = find_dish(menu, line.product_id)
    if dish is None:
        return "—"
    try:
        choice = choose(menu.option_groups.get(dish.id, ()), line.pieces, unix_now(conversation.services.clock))
    except CafeError:
        return dish.name.uk  # the preview says what is wrong with its options
    return describe_line(dish.name.uk, choice, Locale.UK)


def _wanted(order: Order, draft: dict[str, Any]) -> WantedEdit:
    quantities = {OrderLineId(int(line_id)): quantity for line_id, quantity in draft["lines"].items()}
    added = tuple(read_stored(each) for each in draft["added"])
    return WantedEdit(order.version, quantities, added, zone_id=draft["zone"])


async def _read(conversation: Conversation, order: Order) -> dict[str, Any]:
    """Return what the staff want of an order so far; an edit of it makes that void."""
    return NO_LINES | dict((await conversation.services.dialogs.get(_dialog_id(order))).data)


async def _keep(conversation: Conversation, order: Order, draft: dict[str, Any]) -> None:
    await conversation.services.dialogs.set_data(_dialog_id(order), draft)


def _dialog_id(order: Order) -> str:
    return f"edit:{order.id}:{order.version}"
