"""A customer's orders: the list, one of them, and what can still be done with it."""

from datetime import datetime

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.fsm.context import FSMContext

from cafe.bot.cart import cart_screen
from cafe.bot.keyboards import rows_of
from cafe.bot.links import Links
from cafe.bot.messenger import is_linkable
from cafe.bot.presses import Go, OrderPress
from cafe.bot.routing import on
from cafe.bot.speech import Speech, escaped
from cafe.bot.view import Screen, View
from cafe.core.ports import Button, Keyboard
from cafe.core.services import Services
from cafe.core.values import Customer, Order, OrderType, PaymentMethod, PaymentStatus

LISTED = 8
LINES = 30


def router() -> Router:
    """Build the handlers."""
    router = Router(name="orders")
    on(router.message, show_orders, Command("orders"))
    on(router.callback_query, show_orders, Go.filter(F.to == "orders"))
    on(router.callback_query, show_order, OrderPress.filter(F.act == "show"))
    on(router.callback_query, ask_to_cancel, OrderPress.filter(F.act == "cancel"))
    on(router.callback_query, cancel, OrderPress.filter(F.act == "cancelled"))
    on(router.callback_query, repeat, OrderPress.filter(F.act == "repeat"))
    on(router.callback_query, pay, OrderPress.filter(F.act == "pay"))
    return router


async def show_orders(view: View, say: Speech, services: Services, customer: Customer) -> None:
    """`/orders`: the last ones with their states and totals."""
    orders = (await services.orders.list(customer.id))[:LISTED]
    home = (Button(say("button-menu"), Go(to="menu").pack()), Button(say("button-home"), Go(to="home").pack()))
    if not orders:
        await view.show(Screen(say.html("orders-nothing"), (home,)))
        return
    buttons = [
        Button(
            say("order-label", number=order.number, status=say(f"status-{order.status}"), total=order.total),
            OrderPress(act="show", id=order.id).pack(),
        )
        for order in orders
    ]
    await view.show(Screen(say.html("orders-title"), (*rows_of(buttons, 1), home)))


async def show_order(
    callback_data: OrderPress, view: View, say: Speech, services: Services, customer: Customer, links: Links
) -> None:
    """One order."""
    await _show(view, say, services, links, await services.orders.get(customer.id, callback_data.id))


async def ask_to_cancel(
    callback_data: OrderPress, view: View, say: Speech, services: Services, customer: Customer
) -> None:
    """Cancelling asks first."""
    order = await services.orders.get(customer.id, callback_data.id)
    yes = Button(say("button-cancel-yes"), OrderPress(act="cancelled", id=order.id).pack())
    no = Button(say("button-cancel-no"), OrderPress(act="show", id=order.id).pack())
    await view.show(Screen(say.html("order-cancel-sure", number=order.number, total=order.total), ((yes,), (no,))))


async def cancel(
    callback_data: OrderPress, view: View, say: Speech, services: Services, customer: Customer, links: Links
) -> None:
    """Cancel, if it is not too late."""
    order = await services.orders.cancel(customer.id, callback_data.id)
    await view.answer(say("order-cancelled"))
    await _show(view, say, services, links, order)


async def repeat(
    callback_data: OrderPress, view: View, say: Speech, services: Services, customer: Customer, state: FSMContext
) -> None:
    """Put what was ordered into the cart again."""
    repeated = await services.orders.repeat(customer.id, callback_data.id)
    await state.update_data(promo=None)
    if repeated.skipped:
        await view.answer(say("order-skipped", names=", ".join(repeated.skipped)), is_alert=True)
    await view.show(cart_screen(say, repeated.cart))


async def pay(callback_data: OrderPress, view: View, say: Speech, services: Services, customer: Customer) -> None:
    """Ask for a payment page. The button is answered first: a bank may take its time."""
    await view.answer(say("pay-wait"))
    url = await services.payments.pay(customer.id, callback_data.id)
    order = await services.orders.get(customer.id, callback_data.id)
    rows: Keyboard = (
        (Button(say("button-pay-page", total=order.total), url=url),),
        (Button(say("button-order"), OrderPress(act="show", id=order.id).pack()),),
    )
    text = say.html("pay-ready", number=order.number, total=order.total)
    await view.show(Screen(text if is_linkable(url) else f"{text}\n{escaped(url)}", rows))


async def _show(view: View, say: Speech, services: Services, links: Links, order: Order) -> None:
    receipt_url = await services.orders.find_receipt(order)
    await view.show(order_screen(say, services, links, order, receipt_url))


def order_screen(say: Speech, services: Services, links: Links, order: Order, receipt_url: str | None = None) -> Screen:
    """An order with what its owner can do with it."""

    def press(act: str) -> str:
        return OrderPress(act=act, id=order.id).pack()

    rows: list[tuple[Button, ...]] = []
    if order.can_pay:
        rows.append((Button(say("button-pay"), press("pay")),))
    if order.track_path:
        rows.append((Button(say("button-track"), url=links.page(order.track_path)),))
    if receipt_url:
        rows.append((Button(say("button-receipt"), url=receipt_url),))
    rows.append((Button(say("button-repeat"), press("repeat")),))
    if order.can_cancel:
        rows[-1] += (Button(say("button-cancel-order"), press("cancel")),)
    rows.append((Button(say("button-refresh"), press("show")), Button(say("button-orders"), Go(to="orders").pack())))
    return Screen(order_text(say, services, order), tuple(rows))


def tracked_screen(say: Speech, services: Services, links: Links, order: Order) -> Screen:
    """Somebody's order by its tracking link: to look at only."""
    rows: list[tuple[Button, ...]] = []
    if order.track_path:
        rows.append((Button(say("button-track"), url=links.page(order.track_path)),))
    rows.append((Button(say("button-home"), Go(to="home").pack()),))
    return Screen(order_text(say, services, order), tuple(rows))


def order_text(say: Speech, services: Services, order: Order) -> str:
    """Everything that an order's owner wants to know of it."""
    zone = services.settings.current.zone
    parts = [say.html("order-title", number=order.number, status=say(f"status-{order.status}"))]
    if order.created_at is not None:
        parts.append(f"🕒 {datetime.fromtimestamp(order.created_at, zone):%d.%m.%Y %H:%M}")
    parts.append(_where(say, order))
    if order.ready_at is not None and not order.status.is_final:
        parts.append(say.html("order-ready-at", time=f"{datetime.fromtimestamp(order.ready_at, zone):%H:%M}"))
    parts += ["", *order_lines(say, order), "", *amounts(say, order), payment_text(say, order)]
    return "\n".join(parts)


def order_lines(say: Speech, order: Order) -> list[str]:
    """The lines, the first of very many."""
    lines = [
        say.html("order-line", name=line.name_in(say.locale), quantity=line.quantity, sum=line.price * line.quantity)
        for line in order.lines[:LINES]
    ]
    rest = len(order.lines) - LINES
    return [*lines, say.html("card-more-lines", count=rest)] if rest > 0 else lines


def amounts(say: Speech, order: Order) -> list[str]:
    """Every amount that makes the total."""
    parts = []
    if order.total != order.items_total:
        parts.append(say.html("card-items-total", sum=order.items_total))
    if order.discount_amount:
        parts.append(say.html("card-discount", sum=order.discount_amount))
    if order.promo_code:
        parts.append(say.html("card-promo", code=order.promo_code, sum=order.promo_discount_amount))
    if order.delivery_fee:
        parts.append(say.html("card-delivery", sum=order.delivery_fee))
    return [*parts, say.html("card-total", sum=order.total)]


def payment_text(say: Speech, order: Order) -> str:
    """How it is paid, and whether it is."""
    method = order.payment_method.value if order.payment_method else "unknown"
    text = say(f"card-payment-{method}")
    if order.payment_method is PaymentMethod.CASH:
        return text
    return f"{text} · {say('card-paid' if order.payment_status is PaymentStatus.PAID else 'card-unpaid')}"


def _where(say: Speech, order: Order) -> str:
    kind = say(f"type-{order.order_type}")
    match order.order_type:
        case OrderType.PICKUP:
            return say.html("order-pickup", type=kind, time=order.pickup_time or "—")
        case OrderType.DINE_IN if order.table_number:
            return say.html("order-table", type=kind, table=order.table_number)
        case OrderType.DELIVERY:
            address = [order.address_city, order.address_street, order.address_house, order.address_apartment]
            return say.html("order-address", type=kind, address=", ".join(part for part in address if part))
    return kind
