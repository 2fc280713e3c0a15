"""Giving money back from an order's card: all of it, some lines, the delivery fee, or a payment that must go back."""

from typing import Any

from aiogram import F, Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.routing import on_callback
from cafe.bot.chat.view import Screen
from cafe.bot.staff import card_views, refund_screens
from cafe.bot.telegram.callbacks import CardAct, CardCallback, RefundAct, RefundCallback
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderLineId
from cafe.core.messages.notifications.values import sums_text
from cafe.core.money.refunds import errors
from cafe.core.money.refunds.model import RefundOffer, RefundState, Selection
from cafe.core.money.refunds.rules import REASONS
from cafe.core.people.staff.model import Role

MOST_DIGITS = 15
DECISIONS = {RefundAct.FOUND, RefundAct.LOST, RefundAct.RESUME, RefundAct.CALL_OFF}


class ChosenAnewError(errors.RefundError):
    """Somebody of the staff has chosen other lines since the question was asked."""


def router() -> Router:
    router = Router(name="refunds")
    router.message.register(find, Command("refund"))
    on_callback(router, open_on_card, CardCallback, F.act == CardAct.REFUND)
    on_callback(router, show_list, RefundCallback, F.act == RefundAct.LIST)
    on_callback(router, show, RefundCallback, F.act == RefundAct.SHOW)
    on_callback(router, choose_line, RefundCallback, F.act == RefundAct.LINE)
    on_callback(router, choose_delivery, RefundCallback, F.act == RefundAct.DELIVERY)
    on_callback(router, ask, RefundCallback, F.act == RefundAct.ASK)
    on_callback(router, give_back, RefundCallback, F.act.in_({RefundAct.YES, RefundAct.OTHERWISE}))
    on_callback(router, resolve, RefundCallback, F.act.in_(DECISIONS))
    return router


async def find(_message: Message, command: CommandObject, conversation: Conversation) -> None:
    """Show what of an order can go back, by the number written after the command; without one, list orders."""
    words = (command.args or "").strip().lstrip("№#")
    if not words:
        await conversation.view.send(await _list_screen(conversation, 0))
        return
    is_number = words.isdecimal() and len(words) <= MOST_DIGITS
    order_id = await conversation.services.refunds.find_order(int(words)) if is_number else None
    if order_id is None:
        await conversation.view.send(Screen(conversation.say.html("refund-usage")))
        return
    await _show(conversation, order_id, is_new=True)


async def show_list(callback_data: RefundCallback, conversation: Conversation) -> None:
    """List the orders in a message of its own, below the day's figures, or turn a page of it."""
    screen = await _list_screen(conversation, _page(callback_data))
    if callback_data.arg:
        await conversation.view.show(screen)
    else:
        await conversation.view.send(screen)


async def open_on_card(callback_data: CardCallback, conversation: Conversation) -> None:
    await _show(conversation, callback_data.id, is_new=True)


async def show(callback_data: RefundCallback, conversation: Conversation) -> None:
    await _show(conversation, callback_data.id, is_new=False, page=_page(callback_data))


async def choose_line(callback_data: RefundCallback, conversation: Conversation) -> None:
    """Choose one more piece of a line; after the last one, none."""
    offer = await conversation.services.refunds.offer(callback_data.id)
    line = next((line for line in offer.lines if str(line.line_id) == callback_data.arg), None)
    page = 0
    if line is None:
        await card_views.refuse_button(conversation)
    else:
        selection = await _read_selection(conversation, offer)
        chosen = (selection.lines.get(line.line_id, 0) + 1) % (line.left + 1)
        lines = {**selection.lines, line.line_id: chosen}
        await _keep_selection(conversation, offer, Selection(lines, selection.delivery))
        page = refund_screens.page_with(offer, line.line_id)
    await _show(conversation, callback_data.id, is_new=False, page=page)


async def choose_delivery(callback_data: RefundCallback, conversation: Conversation) -> None:
    offer = await conversation.services.refunds.offer(callback_data.id)
    selection = await _read_selection(conversation, offer)
    await _keep_selection(conversation, offer, Selection(selection.lines, not selection.delivery))
    await _show(conversation, callback_data.id, is_new=False, page=_page(callback_data))


async def ask(callback_data: RefundCallback, conversation: Conversation) -> None:
    """Ask whether the sum is right, and why it goes back."""
    refunds = conversation.services.refunds
    offer = await refunds.offer(callback_data.id)
    selection = await _selection_of(conversation, offer, callback_data.arg)
    try:
        if selection is None or offer.seen != callback_data.seen:
            raise errors.RefundChangedError
        quote = await refunds.quote(callback_data.id, selection)
    except errors.RefundError as error:
        await explain_refusal(conversation, error)
        await _show(conversation, callback_data.id, is_new=False)
        return
    what = refund_screens.confirmed(callback_data.arg, selection)
    text, keyboard = refund_screens.question(conversation.say, offer, what, quote)
    await _show_below_card(conversation, callback_data.id, text, keyboard)


async def give_back(callback_data: RefundCallback, conversation: Conversation) -> None:
    """Refund what was shown, unless the sum or the choice of the staff has changed since."""
    services, order_id = conversation.services, callback_data.id
    what, amount, reason, *_ = [*callback_data.arg.split("."), "", ""]
    offer = await services.refunds.offer(order_id)
    kind, _, digest = what.partition("-")
    selection = await _selection_of(conversation, offer, kind, is_in_person=callback_data.act is RefundAct.OTHERWISE)
    try:
        if digest and offer.seen != callback_data.seen:
            raise errors.RefundChangedError
        if selection is not None and refund_screens.confirmed(kind, selection) != what:
            raise ChosenAnewError
        if selection is None or str((await services.refunds.quote(order_id, selection)).amount) != amount:
            raise errors.RefundChangedError
        refund = await services.refunds.begin(
            order_id,
            selection,
            seen=callback_data.seen,
            reason=conversation.say(f"refund-reason-{reason}") if reason in REASONS else "",
            actor=conversation.actor,
            role=await role_of(conversation),
        )
    except errors.RefundError as error:
        await explain_refusal(conversation, error)
        await _show(conversation, order_id, is_new=False)
        return
    is_done = refund.state is RefundState.DONE
    text = conversation.say(
        "refund-noted" if is_done else "refund-begun", sums=sums_text(conversation.say, [refund.money])
    )
    await conversation.view.answer(text)
    if not is_done:
        await services.refunds.worker.send(refund.id)
    await card_views.redraw_copy(conversation, order_id)


async def resolve(callback_data: RefundCallback, conversation: Conversation) -> None:
    """Store the result of a check in the provider's dashboard, or the decision about a refused refund."""
    refunds, actor, role = conversation.services.refunds, conversation.actor, await role_of(conversation)
    refund_id = int(callback_data.arg) if callback_data.arg.isdecimal() else 0
    try:
        if callback_data.act is RefundAct.RESUME:
            await refunds.resume(refund_id, actor, role=role)
        else:
            await refunds.resolve(refund_id, actor, is_done=callback_data.act is RefundAct.FOUND, role=role)
    except errors.RefundForbiddenError as error:
        await explain_refusal(conversation, error)
    except NotFoundError:
        await card_views.refuse_button(conversation)
        await conversation.view.show(await card_views.card_screen(conversation, callback_data.id))
    else:
        await card_views.redraw_copy(conversation, callback_data.id)


def _page(callback_data: RefundCallback) -> int:
    text = callback_data.arg
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0


async def _list_screen(conversation: Conversation, page: int) -> Screen:
    orders = await conversation.services.refunds.list_refundable()
    return Screen(*refund_screens.listing(conversation.say, orders, page))


async def _show(conversation: Conversation, order_id: int, *, is_new: bool, page: int = 0) -> None:
    """Show what can be refunded below the card; `is_new` forgets an earlier choice."""
    offer = await conversation.services.refunds.offer(order_id)
    if is_new:
        await _keep_selection(conversation, offer, Selection())
    selection = await _read_selection(conversation, offer)
    await _show_below_card(conversation, order_id, *refund_screens.choosing(conversation.say, offer, selection, page))


async def _show_below_card(conversation: Conversation, order_id: int, text: str, keyboard: Any) -> None:
    card = await card_views.card_screen(conversation, order_id)
    await conversation.view.show(Screen(f"{card.text}\n\n{text}", keyboard))


async def _selection_of(
    conversation: Conversation, offer: RefundOffer, what: str, *, is_in_person: bool = False
) -> Selection | None:
    if what == refund_screens.ALL:
        return Selection(is_whole=True)
    if what == refund_screens.LINES:
        return await _read_selection(conversation, offer)
    debt = what.removeprefix(refund_screens.DEBT)
    return Selection(debt_id=int(debt), is_in_person=is_in_person) if debt.isdecimal() else None


async def _read_selection(conversation: Conversation, offer: RefundOffer) -> Selection:
    """Return the staff's choice of an order; another refund makes it void."""
    kept = (await conversation.services.dialogs.get(_dialog_id(offer))).data
    lines = {OrderLineId(int(line_id)): int(count) for line_id, count in kept.get("lines", {}).items()}
    return Selection(lines, bool(kept.get("delivery")))


async def _keep_selection(conversation: Conversation, offer: RefundOffer, selection: Selection) -> None:
    lines = {str(line_id): count for line_id, count in selection.lines.items() if count}
    kept = {"lines": lines, "delivery": selection.delivery} if lines or selection.delivery else {}
    await conversation.services.dialogs.set_data(_dialog_id(offer), kept)


def _dialog_id(offer: RefundOffer) -> str:
    return f"refund:{offer.order.id}:{offer.seen}"


async def role_of(conversation: Conversation) -> Role | None:
    """Return the role of somebody in the staff chat for refunds; an unknown account has the one of the staff."""
    member = await conversation.services.staff.find_by_telegram(conversation.user_id)
    return Role.STAFF if member is None else member.refund_role


async def explain_refusal(conversation: Conversation, error: errors.RefundError) -> None:
    """Answer why no money went back."""
    say = conversation.say
    match error:
        case errors.RefundLimitError():
            text = say("refund-refused-limit", limit=error.limit)
        case errors.RefundForbiddenError():
            text = say("refund-refused-role", role=error.least)
        case errors.RefundUnavailableError():
            text = say("refund-refused-unavailable")
        case ChosenAnewError():
            text = say("refund-refused-chosen")
        case errors.NothingToReturnError():
            text = say("refund-refused-nothing")
        case _:
            text = say("refund-refused-changed")
    await conversation.view.answer(text, is_alert=True)
