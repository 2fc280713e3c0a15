"""Putting the bot's handlers together, in the order in which they are asked."""

from aiogram import Dispatcher, Router

from cafe.bot.chat.dialog_storage import DialogStorage, EventLocks
from cafe.bot.chat.identity import IdentityMiddleware, InPrivate, InStaffChat
from cafe.bot.chat.replies import Replies
from cafe.bot.chat.states import EndQuestionMiddleware
from cafe.bot.customer import (
    cart,
    choice,
    diets,
    fallback,
    language,
    menu,
    order_edits,
    orders,
    privacy,
    proposal,
    ratings,
    start,
    subscriptions,
)
from cafe.bot.customer.checkout import handlers as checkout
from cafe.bot.staff import (
    board,
    busy,
    cancelling,
    card_stops,
    cards,
    cash,
    couriers,
    desk,
    devices,
    disruptions,
    guest_questions,
    modes,
    option_stops,
    pause,
    printers,
    refunds,
    stock,
    stop_list,
    today,
    walk_in,
    walk_in_choice,
    zone_pause,
)
from cafe.bot.staff import help as staff_help
from cafe.bot.staff import order_edits as staff_edits
from cafe.bot.telegram.links import Links
from cafe.bot.telegram.pictures import Pictures
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.services import Services


def build_dispatcher(
    services: Services, staff_chat: StaffChat, links: Links, pictures: Pictures, replies: Replies
) -> Dispatcher:
    """Build a dispatcher with all handlers; dialogs are kept in the database."""
    dispatcher = Dispatcher(
        storage=DialogStorage(services.dialogs), events_isolation=EventLocks(), staff_chat=staff_chat
    )
    identity = IdentityMiddleware(services, links, pictures, replies)
    dispatcher.message.outer_middleware(identity)
    dispatcher.callback_query.outer_middleware(identity)
    dispatcher.edited_message.outer_middleware(identity)
    dispatcher.include_routers(
        fallback.cancel_router(), _staff_router(), _desk_router(), _customer_router(), fallback.router()
    )
    return dispatcher


def _desk_router() -> Router:
    """Build what people of the staff do in their own chats; before the customers' dialogs, which take any text."""
    router = Router(name="private-staff")
    router.message.filter(InPrivate())
    router.edited_message.filter(InPrivate())
    router.callback_query.filter(InPrivate())
    router.include_routers(desk.router(), couriers.router())
    return router


def _customer_router() -> Router:
    router = Router(name="customers")
    router.message.filter(InPrivate())
    router.callback_query.filter(InPrivate())
    router.message.outer_middleware(EndQuestionMiddleware())
    router.callback_query.outer_middleware(EndQuestionMiddleware())
    router.include_routers(
        start.router(),
        menu.router(),
        diets.router(),
        choice.router(),
        cart.router(),
        proposal.router(),
        ratings.router(),
        orders.router(),
        order_edits.router(),
        subscriptions.router(),
        language.router(),
        privacy.router(),
        checkout.router(),
    )
    return router


def _staff_router() -> Router:
    router = Router(name="staff")
    router.message.filter(InStaffChat())
    router.callback_query.filter(InStaffChat())
    router.include_routers(
        staff_help.router(),
        board.router(),
        cards.router(),
        card_stops.router(),
        cancelling.router(),
        refunds.router(),
        staff_edits.router(),
        stop_list.router(),
        option_stops.router(),
        pause.router(),
        zone_pause.router(),
        disruptions.router(),
        printers.router(),
        busy.router(),
        modes.router(),
        walk_in.router(),
        walk_in_choice.router(),
        stock.router(),
        cash.router(),
        today.router(),
        devices.router(),
        guest_questions.router(),
    )
    return router
