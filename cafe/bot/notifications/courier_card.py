"""An order as its courier has it in their chat: where to, to whom, what to collect, and the next step as a button."""

from collections.abc import Iterable
from functools import partial

from cafe.bot.telegram.callbacks import CourierAct, CourierCallback
from cafe.bot.telegram.limits import MESSAGE, utf16_length
from cafe.bot.telegram.markup import escape, safe
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.kernel.urls import map_url
from cafe.core.messages.notifications.rendering import CourierCardContents, CourierView
from cafe.core.messages.notifications.values import clock_time
from cafe.core.messages.outbox.port import Button, ChatMessage, Keyboard, Tone
from cafe.core.ordering.orders.address import flat_text, house_text, map_place
from cafe.core.ordering.orders.answers import comment_for_staff
from cafe.core.ordering.orders.model import DeliveryState, Order, OrderStatus

LINES = 12
"""The most lines named."""


class CourierCard:
    """Renders one order for one courier."""

    def __init__(self, texts: Texts, contents: CourierCardContents) -> None:
        self._texts = texts
        self._contents = contents
        self._order = contents.order

    def render(self) -> ChatMessage:
        text = "\n".join(self._lines())
        if utf16_length(text) > MESSAGE:
            text = "\n".join([*self._head(), *self._person(), *self._money()])
        return ChatMessage(text, self._keyboard())

    def _say(self, text_id: str, **values: str | int) -> str:
        return self._texts.format(self._contents.locale, text_id, **values)

    def _lines(self) -> Iterable[str]:
        match self._contents.view:
            case CourierView.FREE:
                yield from self._head()
                yield from self._money()
            case CourierView.OWN:
                yield from self._head()
                yield from self._person()
                yield from self._money()
                yield ""
                yield from self._goods()
            case CourierView.OTHERS:
                name = self._order.courier.name if self._order.courier else ""
                yield self._say("courier-card-others", number=self._order.number, name=safe(name))
            case CourierView.OVER:
                kind = "cancelled" if self._order.status is OrderStatus.CANCELLED else "over"
                yield self._say(f"courier-card-{kind}", number=self._order.number)

    def _head(self) -> Iterable[str]:
        order, contents = self._order, self._contents
        state = order.courier.state if order.courier and contents.view is CourierView.OWN else None
        is_waiting = state is DeliveryState.TAKEN and order.status is OrderStatus.READY
        yield self._say(
            "courier-card-title", number=order.number, state="taken_ready" if is_waiting else state or order.status
        )
        due = order.ready_at or order.due_at
        if due is not None and state in {None, DeliveryState.TAKEN, DeliveryState.ON_WAY}:
            door = clock_time(due + contents.way_minutes * 60, contents.zone)
            ready = "none" if state is DeliveryState.ON_WAY else clock_time(due, contents.zone)
            yield self._say("courier-card-due", ready=ready, door=door)
        place = escape(map_url(map_place(order)))
        yield self._say("courier-card-place", url=place, address=safe(house_text(order)))
        if order.zone is not None:
            yield self._say("courier-card-zone", name=safe(order.zone.name.in_locale(contents.locale)))

    def _person(self) -> Iterable[str]:
        order = self._order
        if flat := flat_text(partial(self._texts.format, self._contents.locale), order):
            yield self._say("courier-card-flat", flat=safe(flat))
        yield self._say("courier-card-person", name=safe(order.name), phone=safe(order.phone))
        if comment := comment_for_staff(self._texts, order, self._contents.locale):
            yield self._say("courier-card-comment", comment=safe(comment))

    def _money(self) -> Iterable[str]:
        order = self._order
        if not order.is_payment_asked:
            yield self._say("courier-card-paid")
            return
        amount = order.to_collect or order.total
        change = (order.cash_change_for or 0) - amount
        kind = "card" if order.can_pay else "change" if change > 0 else "exact"
        values: dict[str, str | int] = {"sum": amount, "note": order.cash_change_for or 0, "change": max(0, change)}
        yield self._say("courier-card-collect", kind=kind, **values)

    def _goods(self) -> Iterable[str]:
        for line in self._order.lines[:LINES]:
            name = safe(line.name_in(self._contents.locale))
            yield self._say("courier-card-line", quantity=line.quantity, name=name)
        if len(self._order.lines) > LINES:
            yield self._say("courier-card-more", count=len(self._order.lines) - LINES)

    def _keyboard(self) -> Keyboard:
        order = self._order
        if self._contents.view is CourierView.FREE:
            return ((self._button(CourierAct.TAKE, Tone.PRIMARY),),)
        if self._contents.view is not CourierView.OWN or order.courier is None:
            return ()
        hand = self._hand_buttons()
        write = self._button(CourierAct.WRITE)
        nobody = (self._button(CourierAct.NOBODY, Tone.DANGER), write)
        rows: dict[DeliveryState | None, Keyboard] = {
            DeliveryState.TAKEN: (
                (self._button(CourierAct.LEAVE, Tone.PRIMARY),),
                (self._button(CourierAct.GIVE_BACK), write),
            ),
            DeliveryState.ON_WAY: ((self._button(CourierAct.ARRIVE, Tone.PRIMARY),), hand, nobody),
            DeliveryState.AT_DOOR: (hand, nobody),
            DeliveryState.NOBODY: (hand, (self._button(CourierAct.BRING_BACK), write)),
        }
        return rows.get(order.courier.state, ())

    def _hand_buttons(self) -> tuple[Button, ...]:
        """Return the ways to hand it over: as paid, or with what is collected in cash or at the terminal."""
        order = self._order
        if not order.is_payment_asked:
            return (self._button(CourierAct.HAND_OVER, Tone.SUCCESS),)
        amount = order.to_collect or order.total
        return (
            self._button(CourierAct.CASH, Tone.SUCCESS, sum=amount),
            self._button(CourierAct.TERMINAL, sum=amount),
        )

    def _button(self, act: CourierAct, tone: Tone | None = None, **values: str | int) -> Button:
        data = CourierCallback(act=act, id=self._order.id).pack()
        return Button(self._say(f"courier-{act}", **values), data, tone=tone)


def render_courier_card(texts: Texts, contents: CourierCardContents) -> ChatMessage:
    return CourierCard(texts, contents).render()


def order_words(order: Order, texts: Texts, locale: Locale) -> str:
    """Return an order in one line, for a list."""
    return texts.format(locale, "courier-list-line", number=order.number, address=safe(house_text(order)))
