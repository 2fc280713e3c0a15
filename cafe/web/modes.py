"""The modes of the menu at desk and kitchen screen: which are on, and switching them."""

from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.kernel.ids import ModeId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.services import Services
from cafe.web.json import id_of

DAY = 24 * 60
OPENING, OPEN, OFF = "opening", "open", "off"
"""Spans without minutes: until the next opening, until somebody switches it off, not at all."""


def modes_json(services: Services) -> list[dict[str, Any]]:
    """Serialize all modes; `until` in Unix seconds, null where no end is known."""
    return [
        {
            "id": state.mode.id,
            "name": state.mode.name.in_locale(Locale.UK),
            "is_on": state.is_on,
            "until": None if state.until is None else int(state.until.timestamp()),
        }
        for state in services.modes.list_states()
    ]


async def switch_mode(services: Services, body: dict[str, Any], actor: Actor) -> None:
    """Switch the mode `id` on for a `span`, minutes or one of those above, or off.

    Raises:
        ProblemsError: no such span.
        NotFoundError: no such mode.
    """
    mode_id, span, minutes = ModeId(id_of(body.get("id")) or 0), body.get("span"), id_of(body.get("span"))
    if span == OFF:
        await services.modes.switch_off(mode_id, actor)
    elif span == OPEN:
        await services.modes.switch_on(mode_id, actor)
    elif span == OPENING:
        await services.modes.switch_on_today(mode_id, actor)
    elif minutes is not None and 0 < minutes <= DAY:
        await services.modes.switch_on_for(mode_id, minutes, actor)
    else:
        raise ProblemsError(Problem("span", "desk-field-invalid"))
