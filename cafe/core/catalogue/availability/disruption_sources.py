"""Asking the owner's sources: what an answer means, and what was asked."""

from dataclasses import dataclass
from hashlib import blake2b

import orjson

from cafe.core.catalogue.disruptions.model import DisruptionKind
from cafe.core.catalogue.disruptions.plan import Plan, PlanError, read_plan
from cafe.core.catalogue.disruptions.published_plan import plan_text
from cafe.core.catalogue.disruptions.sources import SourceError, Sources, Trouble, read_alert
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.clock import Clock, unix_now

UID = "{uid}"
"""In an address: the place of the region's number."""
MAX_ANSWER = 300_000
"""Characters of a plan with all queues of a supplier."""
TROUBLES = {
    "plan-empty": Trouble.EMPTY,
    "plan-queue-missing": Trouble.ELSEWHERE,
    "plan-queue-unknown": Trouble.ELSEWHERE,
}
"""Of plans that say nothing; any other is unreadable."""


@dataclass(frozen=True, slots=True)
class FetchedPlan:
    """A plan, with a digest of what the address answered today."""

    plan: Plan
    digest: str


def is_asked(settings: Settings, kind: DisruptionKind) -> str | None:
    """Return what is asked for: the address and the place; None if nothing is."""
    if kind is DisruptionKind.AIR_ALERT:
        address, place = settings.air_alert_source, settings.air_alert_region
        return f"{address} {place}" if address and place else None
    address, place = settings.power_cut_source, settings.power_cut_queue
    return f"{address} {place}" if address else None


async def ask_alert(sources: Sources, settings: Settings, clock: Clock) -> bool:
    """Whether there is an alert in the region.

    Raises:
        SourceError: the source says nothing that can be believed.
    """
    region = settings.air_alert_region
    text = await sources.fetch(settings.air_alert_source.replace(UID, region))
    try:
        told = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise SourceError(Trouble.UNREADABLE) from None
    return read_alert(told, int(region), unix_now(clock))


async def ask_plan(sources: Sources, settings: Settings, clock: Clock) -> FetchedPlan:
    """Return the plan for the cafe's queue.

    Raises:
        SourceError: the source says nothing that can be believed.
    """
    text = await sources.fetch(settings.power_cut_source)
    if len(text) > MAX_ANSWER:
        raise SourceError(Trouble.UNREADABLE)
    now = clock.now().astimezone(settings.zone)
    try:
        plan = read_plan(plan_text(text), settings.power_cut_queue, now)
    except PlanError as error:
        raise SourceError(TROUBLES.get(error.problem, Trouble.UNREADABLE)) from None
    return FetchedPlan(plan, blake2b(f"{now:%d.%m} {text}".encode(), digest_size=16).hexdigest())
