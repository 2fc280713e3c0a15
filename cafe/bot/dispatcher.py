"""The bot put together: who is asked first, and what every handler is given."""

from aiogram import Dispatcher, Router

from cafe.bot import cart, checkout, fallback, language, menu, orders, start
from cafe.bot.dialogs import CommandsEndQuestions
from cafe.bot.identity import InPrivate, InStaffChat, Introduction
from cafe.bot.links import Links
from cafe.bot.pictures import Pictures
from cafe.bot.staff import cards, pause, stock, stop_list, today, walk_in
from cafe.bot.staff import help as staff_help
from cafe.bot.storage import DialogStorage, OneAtATime
from cafe.core.ports import Database
from cafe.core.services import Services
from cafe.core.staff_chat import StaffChat


def build_dispatcher(
    services: Services, database: Database, staff_chat: StaffChat, links: Links, pictures: Pictures
) -> Dispatcher:
    """Build a dispatcher with all conversations; dialogs are kept in the database."""
    dispatcher = Dispatcher(
        storage=DialogStorage(database, services.clock),
        events_isolation=OneAtATime(),
        services=services,
        texts=services.texts,
        staff_chat=staff_chat,
        links=links,
    )
    introduction = Introduction(services, services.texts, pictures)
    dispatcher.message.outer_middleware(introduction)
    dispatcher.callback_query.outer_middleware(introduction)
    dispatcher.include_routers(
        fallback.cancel_router(),
        _staff_router(),
        _customer_router(),
        fallback.router(),
    )
    return dispatcher


def _customer_router() -> Router:
    router = Router(name="customers")
    router.message.filter(InPrivate())
    router.callback_query.filter(InPrivate())
    router.message.outer_middleware(CommandsEndQuestions())
    router.include_routers(
        start.router(), menu.router(), cart.router(), orders.router(), language.router(), checkout.router()
    )
    return router


def _staff_router() -> Router:
    router = Router(name="staff")
    router.message.filter(InStaffChat())
    router.callback_query.filter(InStaffChat())
    router.include_routers(
        staff_help.router(),
        cards.router(),
        stop_list.router(),
        pause.router(),
        walk_in.router(),
        stock.router(),
        today.router(),
    )
    return router
