"""The screens of a refund: the choice, a question with the sum, and the result."""

from collections.abc import Sequence
from hashlib import blake2b

from cafe.bot.chat.keyboards import button, page_of, paging_row, rows_of
from cafe.bot.chat.translator import Translator, clipped
from cafe.bot.telegram.callbacks import CardAct, CardCallback, RefundAct, RefundCallback
from cafe.core.kernel.ids import OrderLineId
from cafe.core.messages.notifications.values import sums_text
from cafe.core.messages.outbox.port import Button, Keyboard, Tone
from cafe.core.money.payments.model import Money, StoredPayment
from cafe.core.money.refunds.model import (
    OfferedLine,
    Quote,
    Refund,
    RefundableOrder,
    RefundOffer,
    RefundState,
    Selection,
)
from cafe.core.money.refunds.rules import REASONS
from cafe.core.ordering.orders.model import Order

LISTED_LINES = 30
"""On a page."""
LISTED_ORDERS = 20
"""On a page."""
LINES, ALL, DEBT = "lines", "all", "d"


def confirmed(what: str, selection: Selection) -> str:
    """Return the callback argument of the button that refunds it; chosen lines are identified by a short digest."""
    if what != LINES:
        return what
    chosen = sorted((line_id, count) for line_id, count in selection.lines.items() if count)
    return f"{LINES}-{blake2b(repr((chosen, selection.delivery)).encode(), digest_size=4).hexdigest()}"


def choosing(say: Translator, offer: RefundOffer, selection: Selection, page: int = 0) -> tuple[str, Keyboard]:
    """Ask what to refund: first the debts, then a page of the lines."""
    shown, page = page_of(offer.lines, page, LISTED_LINES)
    first = [_debt_button(say, offer, debt) for debt in offer.debts]
    first += [_line_button(say, offer, line, selection) for line in shown]
    paging = paging_row(
        len(offer.lines),
        page,
        lambda number: RefundCallback(act=RefundAct.SHOW, id=offer.order.id, arg=str(number)),
        LISTED_LINES,
    )
    buttons = []
    if offer.delivery:
        buttons.append(_delivery_button(say, offer, selection, page))
    if cost := _cost(offer, selection):
        buttons.append(_ask(say, offer, LINES, "button-refund-chosen", Money(cost)))
    if offer.own is not None:
        buttons.append(_ask(say, offer, ALL, "button-refund-all", Money(offer.own.left, offer.own.paid.currency)))
    for refund in offer.open:
        buttons += _decision_buttons(say, offer, refund)
    text = say.html("refund-what" if first or buttons else "refund-nothing")
    return text, (*rows_of(first, 1), *paging, *rows_of([*buttons, back_button(say, offer.order)], 1))


def page_with(offer: RefundOffer, line_id: OrderLineId) -> int:
    """Return the page of the lines that a line is on."""
    return [line.line_id for line in offer.lines].index(line_id) // LISTED_LINES


def question(say: Translator, offer: RefundOffer, what: str, quote: Quote) -> tuple[str, Keyboard]:
    """Ask to confirm the sum, and for a reason; `what` as `confirmed` returns it."""
    order, in_person = offer.order, quote.payment.provider is None
    sums = sums_text(say, [quote.money])
    text = [say.html("refund-sure-person" if in_person else "refund-sure-card", sums=sums)]
    names = {line.id: line.name_in(say.locale) for line in order.lines}
    text += [
        say.html(
            "refund-line",
            quantity=part.quantity,
            name=names.get(part.line_id, "—"),
            sums=sums_text(say, [Money(part.amount)]),
        )
        for part in quote.lines
    ]
    if quote.delivery:
        text.append(say.html("refund-delivery", sums=sums_text(say, [Money(quote.delivery)])))
    if what.startswith(DEBT):
        buttons = _debt_buttons(say, offer, what, quote)
    else:
        text.append(say.html("refund-why"))
        yes = RefundCallback(act=RefundAct.YES, id=order.id, seen=offer.seen)
        buttons = [
            button(say(f"refund-reason-{reason}"), yes.model_copy(update={"arg": f"{what}.{quote.amount}.{reason}"}))
            for reason in REASONS
        ]
    back = button(say("button-back"), RefundCallback(act=RefundAct.SHOW, id=order.id))
    return "\n".join(text), rows_of([*buttons, back], 1)


def _debt_buttons(say: Translator, offer: RefundOffer, what: str, quote: Quote) -> list[Button]:
    """Return the buttons of a payment that must go back, which needs no reason."""
    sums = sums_text(say, [quote.money])
    yes = RefundCallback(act=RefundAct.YES, id=offer.order.id, seen=offer.seen, arg=f"{what}.{quote.amount}")
    if quote.payment.provider is None:
        return [button(say("button-refund-given", sums=sums), yes, Tone.SUCCESS)]
    otherwise = yes.model_copy(update={"act": RefundAct.OTHERWISE})
    return [
        button(say("button-refund-yes", sums=sums), yes, Tone.DANGER),
        button(say("button-refund-otherwise"), otherwise),
    ]


def listing(say: Translator, orders: Sequence[RefundableOrder], page: int) -> tuple[str, Keyboard]:
    """List a page of the orders whose money may have to go back."""
    shown, page = page_of(orders, page, LISTED_ORDERS)
    buttons = [
        button(
            say("refund-order-owes" if order.owes else "refund-order", number=order.number, sum=order.total),
            RefundCallback(act=RefundAct.SHOW, id=order.id),
        )
        for order in shown
    ]
    paging = paging_row(
        len(orders), page, lambda number: RefundCallback(act=RefundAct.LIST, arg=str(number)), LISTED_ORDERS
    )
    return say.html("refund-list" if buttons else "refund-list-empty"), (*rows_of(buttons, 1), *paging)


def back_button(say: Translator, order: Order) -> Button:
    """Return the button that shows the card again."""
    return button(say("button-back"), CardCallback(act=CardAct.KEEP, id=order.id, seen=order.status))


def _line_button(say: Translator, offer: RefundOffer, line: OfferedLine, selection: Selection) -> Button:
    chosen = min(selection.lines.get(line.line_id, 0), line.left)
    text = say(
        "button-refund-line-on" if chosen else "button-refund-line",
        chosen=chosen,
        left=line.left,
        name=clipped(line.line.name_in(say.locale), 40),
        sums=sums_text(say, [Money(line.amounts[max(chosen, 1) - 1])]),
    )
    return button(text, RefundCallback(act=RefundAct.LINE, id=offer.order.id, arg=str(line.line_id)))


def _debt_button(say: Translator, offer: RefundOffer, debt: StoredPayment) -> Button:
    text_id = "button-refund-debt" if debt.has_sale else "button-refund-extra"
    return _ask(say, offer, f"{DEBT}{debt.debt_id}", text_id, Money(debt.left, debt.paid.currency))


def _delivery_button(say: Translator, offer: RefundOffer, selection: Selection, page: int) -> Button:
    text_id = "button-refund-delivery-on" if selection.delivery else "button-refund-delivery"
    text = say(text_id, sums=sums_text(say, [Money(offer.delivery)]))
    return button(text, RefundCallback(act=RefundAct.DELIVERY, id=offer.order.id, arg=str(page) if page else ""))


def _ask(say: Translator, offer: RefundOffer, what: str, text_id: str, money: Money) -> Button:
    text = say(text_id, sums=sums_text(say, [money]))
    return button(text, RefundCallback(act=RefundAct.ASK, id=offer.order.id, seen=offer.seen, arg=what))


def _decision_buttons(say: Translator, offer: RefundOffer, refund: Refund) -> list[Button]:
    """Return the buttons of a refund for the staff to decide: unclear, or not accepted by its provider."""
    acts: list[tuple[str, RefundAct]] = []
    if refund.state is RefundState.UNCLEAR:
        acts = [("button-refund-found", RefundAct.FOUND), ("button-refund-lost", RefundAct.LOST)]
    elif refund.state is RefundState.HELD:
        acts = [("button-refund-resume", RefundAct.RESUME), ("button-refund-call-off", RefundAct.CALL_OFF)]
    sums = sums_text(say, [refund.money])
    return [
        button(say(text_id, sums=sums), RefundCallback(act=act, id=offer.order.id, arg=str(refund.id)))
        for text_id, act in acts
    ]


def _cost(offer: RefundOffer, selection: Selection) -> int:
    lines = {line.line_id: line for line in offer.lines}
    chosen = [
        lines[line_id].amounts[min(count, lines[line_id].left) - 1]
        for line_id, count in selection.lines.items()
        if count and line_id in lines
    ]
    return sum(chosen) + (offer.delivery if selection.delivery else 0)
