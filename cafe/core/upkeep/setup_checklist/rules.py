"""When a step is done; each rule returns what is missing, in codes."""

import tomllib
from collections.abc import Mapping

from cafe.core.catalogue.settings.model import Settings
from cafe.core.upkeep.setup_checklist.model import Demo
from cafe.core.upkeep.setup_checklist.port import BotState

ENOUGH_DISHES = 3
"""Own dishes enough for a menu."""
ABOUT = ("cafe_name", "phone", "address")


def read_demo(text: str) -> Demo:
    """Parse the demo cafe's catalogue file."""
    document = tomllib.loads(text)
    dishes = {entry["slug"]: (entry["name"], entry["price"]) for entry in document["products"]}
    return Demo(document["settings"], dishes)


def missing_about(settings: Settings, demo: Demo) -> tuple[str, ...]:
    """Require the owner's own name, phone and address: neither the defaults nor the demo cafe's."""
    return tuple(
        key for key in ABOUT if getattr(settings, key) in {None, "", getattr(Settings(), key), demo.settings[key]}
    )


def count_own_dishes(count: int, of_demo: Mapping[str, tuple[str, int]], demo: Demo) -> int:
    """Count the dishes that differ from the demo menu.

    `count` is the number of all; `of_demo` are those with a slug of the demo menu, by slug, with name and price.
    """
    return count - sum(demo.dishes[slug] == dish for slug, dish in of_demo.items())


def missing_dishes(count: int, of_demo: Mapping[str, tuple[str, int]], demo: Demo) -> tuple[str, ...]:
    """Require enough own dishes, or a changed demo menu; see `count_own_dishes`."""
    own = count_own_dishes(count, of_demo, demo)
    is_changed_demo = count >= ENOUGH_DISHES and bool(of_demo) and (bool(own) or of_demo != demo.dishes)
    return () if own >= ENOUGH_DISHES or is_changed_demo else ("dishes",)


def missing_allergens(dishes: int, unstated: int) -> tuple[str, ...]:
    """Require a statement on allergens for each dish, even if it has none."""
    if not dishes:
        return ("no_dishes",)
    return ("allergens",) if unstated else ()


def missing_bot(state: BotState, *, has_sent: bool) -> tuple[str, ...]:
    """Require that Telegram accepts the token; if the bot runs elsewhere, a sent message proves it."""
    if state is BotState.RUNNING or (state is BotState.ELSEWHERE and has_sent):
        return ()
    return (state.name.lower(),)


def missing_staff_chat(*, is_configured: bool, has_heard: bool) -> tuple[str, ...]:
    """Require that a message has been delivered."""
    if not is_configured:
        return ("not_configured",)
    return () if has_heard else ("nothing_delivered",)


def missing_test_order(*, orders: bool, seen: bool) -> tuple[str, ...]:
    """Require that an order was placed, and moved by the staff."""
    if not orders:
        return ("no_order",)
    return () if seen else ("not_seen",)
