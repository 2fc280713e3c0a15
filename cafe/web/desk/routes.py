"""All routes of the desk, a line for each noun."""

from aiohttp import web

from cafe.core.services import Services
from cafe.core.upkeep.checks.service import ChecksService
from cafe.web.desk import (
    bottles,
    cash,
    connections,
    customers,
    day,
    devices,
    disruptions,
    edits,
    first_steps,
    fiscal,
    menu,
    menu_file,
    menu_sheet,
    order_edits,
    orders,
    passkeys,
    pictures,
    printers,
    refunds,
    reports,
    sessions,
    staff,
    statements,
    stock,
    tables,
    theme,
    tills,
    zones,
)
from cafe.web.desk import (
    checks as checks_view,
)
from cafe.web.desk.access import DeskAccess


def desk_routes(services: Services, access: DeskAccess, checks: ChecksService) -> list[web.RouteDef]:
    return [
        *cash.routes(services, access),
        *checks_view.routes(services, access, checks),
        *connections.routes(services, access),
        *customers.routes(services, access),
        *day.routes(services, access),
        *devices.routes(services, access),
        *disruptions.routes(services, access),
        *edits.routes(services, access),
        *first_steps.routes(services, access),
        *menu.routes(services, access),
        *menu_file.routes(services, access),
        *menu_sheet.routes(services, access),
        *order_edits.routes(services, access),
        *orders.routes(services, access),
        *passkeys.routes(services, access),
        *pictures.routes(services, access),
        *printers.routes(services, access),
        *refunds.routes(services, access),
        *reports.routes(services, access),
        *sessions.routes(services, access),
        *staff.routes(services, access),
        *statements.routes(services, access),
        *stock.routes(services, access),
        *bottles.routes(services, access),
        *tables.routes(services, access),
        *theme.routes(services, access),
        *tills.routes(services, access),
        *fiscal.routes(services, access),
        *zones.routes(services, access),
    ]
