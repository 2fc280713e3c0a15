"""The staff's orders: the open ones, and the buttons of their cards."""

from contextlib import suppress
from datetime import datetime

from aiogram import F, Router
from aiogram.filters import Command, StateFilter
from aiogram.fsm.context import FSMContext
from aiogram.types import Message

from cafe.bot.dialogs import QUESTION, Asking, Replies
from cafe.bot.keyboards import rows_of
from cafe.bot.presses import CardPress
from cafe.bot.routing import on
from cafe.bot.speech import Speech
from cafe.bot.view import Screen, View
from cafe.core.errors import AlreadyPromisedError, IllegalTransitionError
from cafe.core.order_steps import READY_MINUTES
from cafe.core.ports import Button
from cafe.core.services import Services
from cafe.core.staff_cards import CardFacts, render_card
from cafe.core.staff_orders import OrderWithHistory
from cafe.core.store.staff_cards import Card
from cafe.core.values import OrderStatus

LISTED = 30
REASONS = ("no-products", "closing", "no-answer", "guest-asked")
MAX_REASON = 200


def router() -> Router:
    """Build the handlers."""
    router = Router(name="cards")
    on(router.message, list_orders, Command("orders"))
    on(router.callback_query, show, CardPress.filter(F.act == "show"))
    on(router.callback_query, move, CardPress.filter(F.act == "move"))
    on(router.callback_query, promise, CardPress.filter(F.act == "ready"))
    on(router.callback_query, ask_reason, CardPress.filter(F.act == "cancel"))
    on(router.callback_query, cancel, CardPress.filter(F.act == "why"))
    on(router.callback_query, ask_own_reason, CardPress.filter(F.act == "own"))
    on(router.callback_query, keep, CardPress.filter(F.act == "keep"))
    on(router.message, take_reason, StateFilter(Asking.cancel_reason), Replies())
    return router


async def list_orders(view: View, say: Speech, services: Services) -> None:
    """`/orders`: the open ones, each behind a button."""
    orders = await services.staff_orders.list_open()
    if not orders:
        await view.send(Screen(say.html("staff-orders-nothing")))
        return
    buttons = [
        Button(
            say(
                "staff-order-label",
                number=order.number,
                type=say(f"type-{order.order_type}"),
                status=say(f"status-{order.status}"),
                total=order.total,
            ),
            CardPress(act="show", id=order.id).pack(),
        )
        for order in orders[:LISTED]
    ]
    await view.send(Screen(say.html("staff-orders-title", count=len(orders)), rows_of(buttons, 1)))


async def show(callback_data: CardPress, view: View, services: Services) -> None:
    """An order's card, here and now."""
    await view.send(card_screen(services, await services.staff_orders.get(callback_data.id)))


async def move(callback_data: CardPress, view: View, say: Speech, services: Services, actor: str) -> None:
    """One step on."""
    seen, to = _status(callback_data.seen), _status(callback_data.arg)
    if seen is None or to is None:
        await view.answer(say("press-outdated"), is_alert=True)
        return
    try:
        order = await services.staff_orders.advance(callback_data.id, seen, to, actor)
    except IllegalTransitionError:
        await _too_late(view, say, services, callback_data.id)
        return
    await view.answer(say("staff-moved", number=order.number, status=say(f"status-{order.status}")))
    await _redraw_copy(view, services, order.id)


async def promise(callback_data: CardPress, view: View, say: Speech, services: Services, actor: str) -> None:
    """Ready in so many minutes."""
    seen = _status(callback_data.seen)
    if seen is None or callback_data.arg not in map(str, READY_MINUTES):
        await view.answer(say("press-outdated"), is_alert=True)
        return
    try:
        order = await services.staff_orders.promise(callback_data.id, seen, int(callback_data.arg), actor)
    except IllegalTransitionError:
        await _too_late(view, say, services, callback_data.id)
        return
    except AlreadyPromisedError as error:
        time = datetime.fromtimestamp(error.ready_at, services.settings.current.zone)
        await view.answer(say("staff-promised-already", time=f"{time:%H:%M}"), is_alert=True)
        return
    await view.answer(say("staff-promised", number=order.number, minutes=callback_data.arg))
    await _redraw_copy(view, services, order.id)


async def ask_reason(callback_data: CardPress, view: View, say: Speech, services: Services) -> None:
    """Cancelling asks why, on the card itself."""
    found = await services.staff_orders.get(callback_data.id)
    if found.order.status.is_final or found.order.status.value != callback_data.seen:
        await _too_late(view, say, services, callback_data.id)
        return

    def press(act: str, arg: str = "") -> str:
        return CardPress(act=act, id=callback_data.id, seen=callback_data.seen, arg=arg).pack()

    reasons = [Button(say(f"reason-{reason}"), press("why", reason)) for reason in REASONS]
    reasons.append(Button(say("reason-own"), press("own")))
    card = card_screen(services, found)
    keep_button = Button(say("button-keep"), press("keep"))
    text = f"{card.text}\n\n{say.html('staff-cancel-why')}"
    await view.show(Screen(text, (*rows_of(reasons, 1), (keep_button,))))


async def keep(callback_data: CardPress, view: View, services: Services) -> None:
    """Not cancelled after all."""
    await view.show(card_screen(services, await services.staff_orders.get(callback_data.id)))


async def cancel(callback_data: CardPress, view: View, say: Speech, services: Services, actor: str) -> None:
    """Cancel for one of the usual reasons."""
    seen = _status(callback_data.seen)
    if seen is None or callback_data.arg not in REASONS:
        await view.answer(say("press-outdated"), is_alert=True)
        return
    reason = say(f"reason-{callback_data.arg}")
    await _cancel(view, say, services, callback_data.id, seen, reason, actor)


async def ask_own_reason(
    callback_data: CardPress, view: View, say: Speech, services: Services, state: FSMContext
) -> None:
    """A reason in one's own words, as a reply: in groups the bot reads nothing else."""
    found = await services.staff_orders.get(callback_data.id)
    await state.set_state(Asking.cancel_reason)
    question = await view.ask_for_reply(say.html("staff-cancel-own", number=found.order.number))
    cancelling = {"order": callback_data.id, "seen": callback_data.seen}
    await state.update_data({"cancel": cancelling, QUESTION: question})
    await view.show(card_screen(services, found))


async def take_reason(
    said: Message, view: View, say: Speech, services: Services, state: FSMContext, actor: str
) -> None:
    """The reason that was written."""
    asked = (await state.get_data()).get("cancel") or {}
    await state.set_state(None)
    await state.update_data({"cancel": None, QUESTION: None})
    seen = _status(str(asked.get("seen")))
    reason = (said.text or "").strip()[:MAX_REASON]
    if seen is None or not reason:
        return
    await _cancel(view, say, services, int(asked["order"]), seen, reason, actor)


async def _cancel(
    view: View, say: Speech, services: Services, order_id: int, seen: OrderStatus, reason: str, actor: str
) -> None:
    try:
        order = await services.staff_orders.cancel(order_id, seen, reason, actor)
    except IllegalTransitionError:
        await _too_late(view, say, services, order_id)
        return
    text = say("staff-cancelled", number=order.number)
    if view.is_answered:
        await view.say(say.html("plain", text=text))
    await view.answer(text)
    await _redraw_copy(view, services, order_id)


async def _too_late(view: View, say: Speech, services: Services, order_id: int) -> None:
    """Say where the order is by now and who moved it there; the card at hand shows it too."""
    found = await services.staff_orders.get(order_id)
    order = found.order
    last = next((event for event in reversed(found.events) if event.kind in {"status", "cancelled"}), None)
    text = say(
        "staff-too-late", number=order.number, status=say(f"status-{order.status}"), actor=last.actor if last else "—"
    )
    if view.is_answered:
        await view.say(say.html("plain", text=text))
    await view.answer(text, is_alert=True)
    await _redraw_copy(view, services, order_id)


async def _redraw_copy(view: View, services: Services, order_id: int) -> None:
    """Show the order as it is now where it was pressed.

    The order's own card is left to the outbox, whoever moved the order: two who edit it could overtake each other.
    """
    found = await services.staff_orders.get(order_id)
    pressed = view.message
    if pressed is not None and found.card != Card(pressed.chat.id, pressed.message_id):
        await view.show(card_screen(services, found))


def card_screen(services: Services, found: OrderWithHistory) -> Screen:
    """The card as a screen."""
    facts = CardFacts(found.order, found.events, services.settings.current.zone)
    message = render_card(services.texts, facts)
    return Screen(message.text, message.keyboard)


def _status(text: str) -> OrderStatus | None:
    with suppress(ValueError):
        return OrderStatus(text)
    return None
