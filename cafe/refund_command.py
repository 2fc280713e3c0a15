"""`cafe refund`: refunds from the cafe's own machine."""

import argparse
import getpass
import os
import re
from collections.abc import Mapping

from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import OrderLineId
from cafe.core.kernel.lengths import PERSON
from cafe.core.kernel.locale import Locale
from cafe.core.money.payments.model import HRYVNIA, Money
from cafe.core.money.refunds import errors
from cafe.core.money.refunds.model import Refund, RefundOffer, RefundState, RefundWay, Selection, read_amount
from cafe.core.people.staff.model import Role
from cafe.core.services import Services

COMMAND = "cafe refund"
"""Follows the name, so that it is not mistaken for a signed-in member of the staff."""

STATES = {
    RefundState.REQUESTED: "requested: the payment company does not take it yet, the service will try again",
    RefundState.ASKED: "asked: the payment company is at it, the service looks after it",
    RefundState.UNKNOWN: "unknown: no answer; the service will ask what happened before it repeats anything",
    RefundState.DONE: "done",
}


class RefundCommandError(Exception):
    """Nothing was refunded; the text is one line for the user."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("order", type=_order, metavar="ORDER", help="the order's number, as 15 or №15")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--lines", type=_lines, metavar="N[xPIECES],…", help="lines by their place in the order: 1,3x2")
    what.add_argument("--amount", type=_amount, metavar="UAH", help="a sum, as 81.50")
    what.add_argument("--debt", action="store_true", help="a payment that must go back, the oldest first")
    what.add_argument("--whole", action="store_true", help="all that is left of the order's own payment")
    what.add_argument("--show", action="store_true", help="only show what can be given back")
    parser.add_argument("--delivery", action="store_true", help="the delivery fee, alone or with --lines")
    parser.add_argument("--by", type=clean_text, metavar="NAME", help="who does it (default: your login name)")
    parser.add_argument("--reason", default="", help="goes into the refund's row")
    parser.add_argument("--given", action="store_true", help="it was given back in person: only note it")


async def run(services: Services, parsed: argparse.Namespace) -> None:
    """Refund everything that is left, or what was chosen, and print the state of the refund.

    If one payment must be returned and another one may be, the user has to choose.

    Raises:
        RefundCommandError: nothing was refunded.
    """
    if parsed.delivery and (parsed.amount is not None or parsed.debt or parsed.whole):
        raise RefundCommandError("--delivery goes alone or with --lines")
    order_id = await services.refunds.find_order(parsed.order)
    if order_id is None:
        raise RefundCommandError(f"there is no order №{parsed.order}")
    offer = await services.refunds.offer(order_id)
    if parsed.show:
        _show(offer)
        return
    currency = HRYVNIA if offer.own is None else offer.own.paid.currency
    try:
        refund = await services.refunds.request(
            order_id,
            _selection(offer, parsed),
            seen=offer.seen,
            reason=parsed.reason.strip()[:200],
            actor=_actor(parsed.by),
            role=Role.OWNER,
        )
    except errors.RefundError as error:
        raise RefundCommandError(f"order {offer.order.number}: {_problem(error, currency)}") from None
    if refund.state is RefundState.REFUSED:
        raise RefundCommandError(f"order {offer.order.number}: {_sum(refund.money)} refused: {refund.problem}")
    print(f"{offer.order.number}: {_sum(refund.money)}, {_way(refund)}: {STATES[refund.state]}")


def _actor(name: str | None) -> str:
    """Return the author for the order's history; behind sudo, the user who called it."""
    try:
        person = name or os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):  # a container's user may have no name
        person = str(os.getuid())
    return f"{person[:PERSON]} ({COMMAND})"


def _selection(offer: RefundOffer, parsed: argparse.Namespace) -> Selection:
    if parsed.amount is not None:
        return Selection(amount=parsed.amount, is_in_person=parsed.given)
    if parsed.lines is None and not parsed.delivery:
        return _payment(offer, parsed)
    return Selection(_pieces(offer, parsed.lines or {}), parsed.delivery, is_in_person=parsed.given)


def _pieces(offer: RefundOffer, wanted: Mapping[int, int | None]) -> dict[OrderLineId, int]:
    """Return the chosen pieces by line; without a number, all that are left."""
    number, lines = offer.order.number, offer.order.lines
    offered = {line.line_id: line for line in offer.lines}
    chosen: dict[OrderLineId, int] = {}
    for place, pieces in wanted.items():
        if not 1 <= place <= len(lines):
            raise RefundCommandError(f"order {number} has no line {place}")
        line_id = lines[place - 1].id
        line = offered.get(line_id) if line_id is not None else None
        if line is None:
            raise RefundCommandError(f"order {number}: nothing of line {place} can be given back; see --show")
        chosen[line.line_id] = line.left if pieces is None else pieces
    return chosen


def _payment(offer: RefundOffer, parsed: argparse.Namespace) -> Selection:
    debt = None if parsed.whole else next(iter(offer.debts), None)
    if debt is None and not parsed.debt:
        return Selection(is_whole=True, is_in_person=parsed.given)
    if debt is None:
        raise RefundCommandError(f"order {offer.order.number}: no payment must go back")
    if offer.own is not None and not parsed.debt:
        owed, own = (_sum(Money(each.left, each.paid.currency)) for each in (debt, offer.own))
        raise RefundCommandError(
            f"order {offer.order.number}: {owed} must go back (--debt), {own} of its own payment may (--whole): "
            "say which"
        )
    return Selection(debt_id=debt.debt_id, is_in_person=parsed.given)


def _show(offer: RefundOffer) -> None:
    offered = {line.line_id: line for line in offer.lines}
    for place, line in enumerate(offer.order.lines, 1):
        left = offered.get(line.id) if line.id is not None else None
        what = "nothing" if left is None else f"{left.left} for {_sum(Money(left.amounts[-1]))}"
        print(f"{place}\t{line.quantity} × {line.name_in(Locale.UK)}\t{what}")
    if offer.delivery:
        print(f"delivery\t{_sum(Money(offer.delivery))}")
    for payment in offer.payments:
        owed = ", must go back" if payment.debt_id is not None else ""
        paid, left_sum = payment.paid, Money(payment.left, payment.paid.currency)
        print(f"{payment.provider or 'in person'}\tpaid {_sum(paid)}, {_sum(left_sum)} left{owed}")
    for refund in offer.refunds:
        print(f"{refund.reference}\t{_sum(refund.money)}, {_way(refund)}, {refund.state}")


def _sum(money: Money) -> str:
    return f"{money} {money.currency}"


def _way(refund: Refund) -> str:
    return {
        RefundWay.PROVIDER: "to the card",
        RefundWay.PERSON: "in person",
        RefundWay.DASHBOARD: "in the cabinet",
    }[refund.way]


def _problem(error: errors.RefundError, currency: str) -> str:
    match error:
        case errors.RefundTooLargeError():
            return f"only {_sum(Money(error.left, currency))} can be given back"
        case errors.RefundChangedError():
            return "what is asked for is not there any more; see --show"
        case errors.RefundUnavailableError():
            return "its payment company has no credentials in the environment"
        case _:
            return "there is nothing to give back"


def _order(text: str) -> int:
    if not re.fullmatch(r"[№#]?[0-9]{1,15}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an order's number")
    return int(text.lstrip("№#"))


def _lines(text: str) -> dict[int, int | None]:
    """Parse lines with pieces; None: all pieces that are left."""
    lines: dict[int, int | None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,4})(?:[xхХX×]([1-9][0-9]{0,4}))?\s*", part)
        if match is None:
            raise argparse.ArgumentTypeError(f"{part!r} is not a line, such as 2 or 2x1")
        if int(match[1]) in lines:
            raise argparse.ArgumentTypeError(f"line {int(match[1])} is there twice")
        lines[int(match[1])] = None if match[2] is None else int(match[2])
    return lines


def _amount(text: str) -> int:
    amount = read_amount(text)
    if amount is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a sum in hryvnias with at most two digits after the point")
    return amount
