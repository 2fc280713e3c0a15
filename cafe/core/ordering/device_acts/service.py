"""Applying what was done at tablets without a network: each act once, in its order, whatever happens in between."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from cafe.core.catalogue.bottles.model import MarksMissingError
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import WALK_IN, DeviceId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.device_acts import store
from cafe.core.ordering.device_acts.model import REFUSALS, Act, ActInvalidError, Outcome, Sale
from cafe.core.ordering.device_acts.presses import press
from cafe.core.ordering.device_acts.sale import place_sale
from cafe.core.ordering.orders.counts import Counts
from cafe.core.people.devices.model import Device


class DeviceActService:
    def __init__(
        self,
        database: Database,
        cache: SnapshotCache,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        record: Recorder,
        counts: Counts,
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._tokens = tokens
        self._texts = texts
        self._record = record
        self._counts = counts

    async def apply(self, device: Device, acts: Sequence[Act]) -> list[Outcome]:
        """Apply acts one after the other; return what became of each. A repeated one answers what it answered first.

        A refused one stops none of the others: they are judged as if they came alone. Histories have the time of now,
        as clocks of tablets are often wrong.
        """
        return [await self._apply(device, act) for act in acts]

    async def _apply(self, device: Device, act: Act) -> Outcome:
        try:
            return await self._attempt(device, act)
        except MarksMissingError:
            if not isinstance(act.what, Sale):
                return await self._refuse(device, act, REFUSALS[MarksMissingError])
            # It is with the guest, but not over before somebody scans its marks.
            return await self._attempt(device, replace(act, what=replace(act.what, is_handed_out=False)))
        except tuple(REFUSALS) as error:
            return await self._refuse(device, act, REFUSALS[type(error)])

    async def _attempt(self, device: Device, act: Act) -> Outcome:
        token, moment = self._tokens.new(), self._clock.now()
        outcome, is_new = await self._database.write(self._do, device, act, token, moment)
        if is_new and isinstance(act.what, Sale):
            self._counts.orders[act.what.order_type.value, act.what.payment_method.value] += 1
        return outcome

    async def _refuse(self, device: Device, act: Act, why: str) -> Outcome:
        now = int(self._clock.now().timestamp())
        return await self._database.write(_store_refusal, device.id, act, why, now)

    def _do(self, conn: Connection, device: Device, act: Act, token: str, moment: datetime) -> tuple[Outcome, bool]:
        """Do an act unless it was done before; return what became of it, and whether it is new."""
        now = int(moment.timestamp())
        if isinstance(act.what, Sale):
            conn.lock("customers", WALK_IN)
        earlier = store.claim(conn, device.id, act, now)
        if earlier is not None:
            return earlier, False
        if act.what is None:
            raise ActInvalidError
        if isinstance(act.what, Sale):
            snapshot = self._cache.snapshot_in(conn, {line.product_id for line in act.what.lines})
            placed, expected = place_sale(
                conn, self._record, snapshot, act.what, device.actor, token, moment, self._describe_difference
            )
            outcome = Outcome(act.id, "", placed.id, expected)
        else:
            order_id = _order_of(conn, act)
            if order_id is None:
                raise NotFoundError
            press(conn, self._record, order_id, act.what, device.actor, now)
            outcome = Outcome(act.id, "", order_id)
        store.store_outcome(conn, outcome)
        return outcome, True

    def _describe_difference(self, taken: int, expected: int) -> str:
        return self._texts.format(Locale.UK, "sold-without-net", taken=taken, expected=expected)


def _order_of(conn: Connection, act: Act) -> int | None:
    return act.order_id if act.sale_id is None else store.find_order_of(conn, act.sale_id)


def _store_refusal(conn: Connection, device_id: DeviceId, act: Act, why: str, now: int) -> Outcome:
    """Store that an act is refused, unless another request for it was more successful."""
    earlier = store.claim(conn, device_id, act, now)
    if earlier is not None:
        return earlier
    outcome = Outcome(act.id, why, _order_of(conn, act))
    store.store_outcome(conn, outcome)
    return outcome
