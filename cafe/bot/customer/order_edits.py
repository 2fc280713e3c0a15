"""Changing one's own order, and answering a change that the staff propose."""

from typing import Any

from aiogram import F, Router

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.translator import clipped
from cafe.bot.chat.view import Screen
from cafe.bot.customer.orders import show_order_of
from cafe.bot.telegram.callbacks import (
    EditAnswer,
    EditCallback,
    OrderAct,
    OrderCallback,
    OwnEditAct,
    OwnEditCallback,
)
from cafe.core.error_texts import error_text
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import OrderLineId
from cafe.core.messages.outbox.port import Button, Tone
from cafe.core.ordering.order_edits.model import EditProblem, OrderEditError, PlannedEdit, WantedEdit
from cafe.core.ordering.orders.model import Order

LINES = 20
"""The most lines with buttons."""
NAME = 30
"""Characters of a dish on a button."""


def router() -> Router:
    router = Router(name="own order edits")
    on_callback(router, answer, EditCallback)
    on_callback(router, begin, OwnEditCallback, F.act == OwnEditAct.SHOW)
    on_callback(router, change, OwnEditCallback, F.act.in_({OwnEditAct.LESS, OwnEditAct.MORE, OwnEditAct.CART}))
    on_callback(router, save, OwnEditCallback, F.act == OwnEditAct.SAVE)
    return router


async def answer(callback_data: EditCallback, conversation: CustomerConversation) -> None:
    """Agree to a proposed change, or not."""
    agrees = callback_data.act is EditAnswer.YES
    order = await conversation.services.order_edits.answer(
        conversation.customer.id, callback_data.id, callback_data.edit, agrees=agrees
    )
    await conversation.view.answer(conversation.say("edit-agreed" if agrees else "edit-kept"))
    await show_order_of(conversation, order)


async def begin(callback_data: OwnEditCallback, conversation: CustomerConversation) -> None:
    order = await conversation.services.orders.get(conversation.customer.id, callback_data.id)
    await _show(conversation, order, {})


async def change(callback_data: OwnEditCallback, conversation: CustomerConversation) -> None:
    """Take or add a piece of a line, or the dishes of the cart."""
    order = await conversation.services.orders.get(conversation.customer.id, callback_data.id)
    draft = await _read(conversation, order)
    lines: dict[str, int] = draft.get("lines", {})
    line = next((line for line in order.lines if line.id == callback_data.line), None)
    if callback_data.act is OwnEditAct.CART:
        draft = {**draft, "cart": not draft.get("cart")}
    elif line is not None and order.version == callback_data.seen:
        step = 1 if callback_data.act is OwnEditAct.MORE else -1
        quantity = max(0, lines.get(str(line.id), line.quantity) + step)
        draft = {**draft, "lines": {**lines, str(line.id): quantity}}
    await _show(conversation, order, draft)


async def save(callback_data: OwnEditCallback, conversation: CustomerConversation) -> None:
    """Change the order, if it still costs what was shown."""
    services, customer_id = conversation.services, conversation.customer.id
    order = await services.orders.get(customer_id, callback_data.id)
    wanted = _wanted(order, await _read(conversation, order), callback_data.total)
    changed = await services.order_edits.edit_own(customer_id, order.id, wanted)
    await conversation.state.update_data(edit=None)
    await conversation.view.answer(conversation.say("edit-saved"))
    await show_order_of(conversation, changed)


async def _show(conversation: CustomerConversation, order: Order, draft: dict[str, Any]) -> None:
    say, services = conversation.say, conversation.services
    cart = await services.cart.get(conversation.customer.id)
    await conversation.state.update_data(edit={"order": order.id, "version": order.version, **draft})
    planned, problem = await _plan(conversation, order, draft)
    parts = [say.html("edit-title", number=order.number)]
    if problem:
        parts.append(f"⚠️ {say.html('plain', text=problem)}")
    if planned is not None:
        parts.append(say.html("edit-total", before=order.total, total=planned.total))
        if planned.to_return:
            parts.append(say.html("edit-returns", sum=planned.to_return))
        if planned.balance:
            parts.append(say.html("customer-balance", sum=planned.balance))

    def press(act: OwnEditAct, line: int = 0, total: int = 0) -> OwnEditCallback:
        return OwnEditCallback(act=act, id=order.id, seen=order.version, line=line, total=total)

    rows: list[tuple[Button, ...]] = []
    for line in order.lines[:LINES]:
        if line.id is None:
            continue
        quantity = draft.get("lines", {}).get(str(line.id), line.quantity)
        label = say("staff-edit-line", quantity=quantity, name=clipped(line.name_in(say.locale), NAME))
        less = button(f"➖ {label}", press(OwnEditAct.LESS, line.id))
        rows.append((less, button("➕", press(OwnEditAct.MORE, line.id))) if line.product_id else (less,))
    if cart.count:
        text_id = "edit-cart-added" if draft.get("cart") else "edit-cart"
        rows.append((button(say(text_id, count=cart.count, total=cart.items_total), press(OwnEditAct.CART)),))
    if planned is not None:
        save_label = say("edit-save", total=planned.total)
        rows.append((button(save_label, press(OwnEditAct.SAVE, total=planned.total), Tone.PRIMARY),))
    rows.append((button(say("button-back"), OrderCallback(act=OrderAct.SHOW, id=order.id)),))
    await conversation.view.show(Screen("\n".join(parts), tuple(rows)))


async def _plan(
    conversation: CustomerConversation, order: Order, draft: dict[str, Any]
) -> tuple[PlannedEdit | None, str]:
    """Return what the draft comes to, or why it is not possible; neither if it changes nothing."""
    try:
        wanted = _wanted(order, draft)
        return await conversation.services.order_edits.preview_own(conversation.customer.id, order.id, wanted), ""
    except CafeError as error:
        if isinstance(error, OrderEditError) and error.problem is EditProblem.NOTHING:
            return None, ""
        return None, error_text(conversation.services.texts, conversation.say.locale, error) or ""


def _wanted(order: Order, draft: dict[str, Any], total: int | None = None) -> WantedEdit:
    quantities = {OrderLineId(int(line_id)): quantity for line_id, quantity in draft.get("lines", {}).items()}
    seen = draft.get("version", order.version)
    return WantedEdit(seen, quantities, takes_cart=bool(draft.get("cart")), expected_total=total)


async def _read(conversation: CustomerConversation, order: Order) -> dict[str, Any]:
    """Return what is wanted of an order so far; an edit of it makes that void."""
    stored = (await conversation.state.get_data()).get("edit") or {}
    is_same = stored.get("order") == order.id and stored.get("version") == order.version
    return {name: stored[name] for name in ("lines", "cart") if name in stored} if is_same else {}
