"""Who orders what and when: a lunch by chance, always the same for a seed."""

import random
from dataclasses import dataclass, replace
from enum import StrEnum

SECONDS = 600
CHANGED = 4
"""One of so many orders is changed by its guest."""
IN_THE_CHAT = 90
"""Seconds that somebody needs for the questions of the chat, at most."""
LONGEST_WAIT = 25
"""Minutes until what is wanted for later."""
DRINKS = ("latte", "latte", "latte", "espresso")
DISHES = ("borscht", "cake")
CHOICES = {
    "latte": (None, ("large", "cow"), ("large", "oat"), ("small", "oat", "shot")),
    "espresso": (None, None, ("shot",)),
    "borscht": (None, None, ("cream", "garlic")),
    "cake": (None,),
}
STREETS = ("Хрещатик", "Андріївський узвіз", "Інститутська", "Голосіївська")
"""One of each zone of tests/zones.toml."""
COURIERS = ("Микола", "Іван", "Софія")
NOTES = ("", "", "", "без цукру", "гарячіше, будь ласка", "алергія на горіхи")


class Door(StrEnum):
    """How somebody orders."""

    GUEST = "guest"  # on the web page, unknown
    APP = "app"  # in the mini-app
    CHAT = "chat"  # the cart in the mini-app, the rest in the chat


@dataclass(frozen=True, slots=True)
class Line:
    slug: str
    quantity: int
    options: tuple[str, ...] | None
    """What is chosen; None: what it comes with."""
    note: str


DINNER = Line("borscht", 2, None, "")
FEAST = Line("borscht", 3, None, "")
"""Dear enough for every zone."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One order; times in seconds from the beginning of the rush."""

    at: float
    door: Door
    kind: str
    lines: tuple[Line, ...]
    is_card: bool
    later: int | None
    """Minutes from then on; None: as soon as possible."""
    cancels_after: float | None
    pays_after: float | None
    """By card: when it is paid on the bank's page; None: not there."""
    changes_after: float | None = None
    """When somebody wants a piece more of the first dish."""
    street: str = ""
    """Where a delivery goes if there are zones."""


@dataclass(frozen=True, slots=True)
class Outage:
    """When the light goes, then the net, and both come back; seconds from the beginning of the rush."""

    light_at: float
    net_at: float
    back_at: float


DARK = Outage(light_at=180, net_at=240, back_at=540)


@dataclass(frozen=True, slots=True)
class Plan:
    wishes: tuple[Wish, ...]
    walk_ins: tuple[float, ...]
    """When somebody stands at the counter."""
    couriers: tuple[str, ...] = ()
    """Who brings deliveries; with nobody the staff's cards do it."""
    outage: Outage | None = None


def make_plan(seed: int, orders: int, walk_ins: int, seconds: float = SECONDS) -> Plan:
    """Orders come thickest in the first half, as at noon."""
    chance = random.Random(f"plan {seed}")  # noqa: S311 - not for secrets
    times = sorted(chance.triangular(0, seconds, 0.4 * seconds) for _ in range(orders))
    counter = sorted(chance.uniform(0.05, 0.95) * seconds for _ in range(walk_ins))
    wishes = [_wish(chance, at) for at in times]
    for at in chance.sample(range(orders), orders // CHANGED):
        wishes[at] = replace(wishes[at], changes_after=chance.uniform(1, 12), cancels_after=None)
    return Plan(tuple(wishes), tuple(counter))


def make_dark(seed: int, orders: int, walk_ins: int, outage: Outage = DARK, seconds: float = SECONDS) -> Plan:
    """A lunch in which light and net go. Nobody is in the middle of the chat's questions when the menu changes."""
    plan = make_plan(seed, orders, walk_ins, seconds)
    wishes = (
        replace(wish, door=Door.APP)
        if wish.door is Door.CHAT and abs(wish.at - outage.light_at) < IN_THE_CHAT
        else wish
        for wish in plan.wishes
    )
    return replace(plan, wishes=tuple(wishes), outage=outage)


def make_deliveries(seed: int, orders: int, couriers: int, seconds: float = 2 * SECONDS) -> Plan:
    """Deliveries alone, to all zones, with couriers who bring them."""
    chance = random.Random(f"deliveries {seed}")  # noqa: S311 - not for secrets
    times = sorted(chance.uniform(0, seconds) for _ in range(orders))
    wishes = [_delivery(chance, at, STREETS[number % len(STREETS)]) for number, at in enumerate(times)]
    return Plan(tuple(wishes), (), COURIERS[:couriers])


def _delivery(chance: random.Random, at: float, street: str) -> Wish:
    wish = _wish(chance, at)
    lines = (*(line for line in wish.lines if line != DINNER), FEAST)
    door = chance.choice([Door.GUEST, Door.APP])
    return replace(wish, door=door, kind="delivery", lines=lines, later=None, street=street)


def _wish(chance: random.Random, at: float) -> Wish:
    door = chance.choices(list(Door), [4, 4, 3])[0]
    # The chat's form for a delivery asks for many things that change nothing here.
    kind = chance.choices(["pickup", "dine-in", "delivery"], [5, 3, 0 if door is Door.CHAT else 2])[0]
    wants_later = kind == "pickup" and chance.random() < 0.4
    is_card = chance.random() < 0.4
    lines = [_line(chance, chance.choice(DRINKS)) for _ in range(chance.choice([1, 1, 2, 2, 3]))]
    lines += [_line(chance, chance.choice(DISHES)) for _ in range(chance.choice([0, 0, 1]))]
    if kind == "delivery":
        lines.append(DINNER)
    return Wish(
        at=at,
        door=door,
        kind=kind,
        lines=tuple(lines),
        is_card=is_card,
        later=chance.choice(range(15, LONGEST_WAIT + 1, 5)) if wants_later else None,
        cancels_after=chance.uniform(5, 40) if chance.random() < 0.1 else None,
        pays_after=chance.uniform(8, 45) if is_card and chance.random() < 0.85 else None,
    )


def _line(chance: random.Random, slug: str) -> Line:
    note = chance.choice(NOTES) if slug == "latte" else ""
    return Line(slug, chance.choice([1, 1, 1, 2]), chance.choice(CHOICES[slug]), note)
