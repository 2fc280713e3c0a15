"""When a step is done; each rule returns what is missing, in codes."""

import tomllib
from collections.abc import Mapping

from cafe.core.catalogue.settings.model import Settings
from cafe.core.upkeep.setup_checklist.model import Demo
from cafe.core.upkeep.setup_checklist.port import BotState

ENOUGH_DISHES = 3
"""Own dishes that make a menu."""
ABOUT = ("cafe_name", "phone", "address")


def read_demo(text: str) -> Demo:
    """Read what the demo cafe's catalogue file has."""
    document = tomllib.loads(text)
    dishes = {entry["slug"]: (entry["name"], entry["price"]) for entry in document["products"]}
    return Demo(document["settings"], dishes)


def missing_about(settings: Settings, demo: Demo) -> tuple[str, ...]:
    """Name, phone and address must be the owner's own, neither the program's nor the demo cafe's."""
    return tuple(
        key for key in ABOUT if getattr(settings, key) in {None, "", getattr(Settings(), key), demo.settings[key]}
    )


def count_own_dishes(dishes: Mapping[str, tuple[str, int]], demo: Demo) -> int:
    """Count the dishes (by slug, with name and price) that are not just as in the demo menu."""
    return sum(demo.dishes.get(slug) != dish for slug, dish in dishes.items())


def missing_dishes(dishes: Mapping[str, tuple[str, int]], demo: Demo) -> tuple[str, ...]:
    """There must be enough own dishes, or a demo menu that somebody has changed."""
    own = count_own_dishes(dishes, demo)
    is_changed_demo = (
        len(dishes) >= ENOUGH_DISHES and dishes != demo.dishes and bool(dishes.keys() & demo.dishes.keys())
    )
    return () if own >= ENOUGH_DISHES or is_changed_demo else ("dishes",)


def missing_allergens(dishes: int, unstated: int) -> tuple[str, ...]:
    """Of each dish it must be said which allergens it has, or that it has none."""
    if not dishes:
        return ("no_dishes",)
    return ("allergens",) if unstated else ()


def missing_bot(state: BotState, *, has_sent: bool) -> tuple[str, ...]:
    """Telegram must accept the token; in a process that does not run the bot, a message that went out shows it."""
    if state is BotState.RUNNING or (state is BotState.ELSEWHERE and has_sent):
        return ()
    return (state.name.lower(),)


def missing_staff_chat(*, is_configured: bool, has_heard: bool) -> tuple[str, ...]:
    """A message must have come through."""
    if not is_configured:
        return ("not_configured",)
    return () if has_heard else ("nothing_delivered",)


def missing_test_order(*, orders: bool, seen: bool) -> tuple[str, ...]:
    """An order must have been placed, and somebody of the staff must have moved it."""
    if not orders:
        return ("no_order",)
    return () if seen else ("not_seen",)
