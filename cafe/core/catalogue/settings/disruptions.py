"""What guests are told of disruptions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from cafe.core.catalogue.disruptions.model import Disruption
from cafe.core.catalogue.disruptions.rules import end_of, paused_by
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.pause import ALL_ORDERS, PauseEnd, pause_end


@dataclass(frozen=True, slots=True)
class ToldDisruption:
    """A disruption in force, and its end as it is told."""

    disruption: Disruption
    end: PauseEnd
    paused: str | None
    """The order type that it pauses, or `ALL_ORDERS`; None: it pauses nothing."""

    @property
    def text_id(self) -> str:
        return f"disruption-{self.disruption.kind}" if self.paused is None else self.end.text_id


def told_disruptions(settings: Settings, in_force: Iterable[Disruption], now: datetime) -> Iterator[ToldDisruption]:
    """Yield what guests are told of."""
    for each in in_force:
        paused = paused_by(settings.effects[each.kind])
        end = pause_end(end_of(each), now, settings.zone, paused or ALL_ORDERS, each.kind.value)
        if end is not None:
            yield ToldDisruption(each, end, paused)
