"""Periodic deletion of data that is no longer needed."""

import logging
from collections.abc import Callable

from cafe.core.catalogue.changes.store import delete_changes
from cafe.core.catalogue.disruptions.store import delete_old as delete_old_disruptions
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.messages.inbox import updates_store as updates
from cafe.core.messages.printers.store import delete_old as delete_old_jobs
from cafe.core.messages.subscriptions.push_store import delete_old_subscriptions
from cafe.core.messages.subscriptions.store import delete_old_followers
from cafe.core.ordering.checkout import idempotency, promo
from cafe.core.ordering.device_acts import store as device_acts
from cafe.core.ordering.lookup import store as register
from cafe.core.people.privacy import store as privacy
from cafe.core.people.privacy.anonymise import anonymise_old_orders
from cafe.core.people.staff import acts_store as acts
from cafe.core.upkeep.retention import store

log = logging.getLogger(__name__)

BATCH_SIZE = 200
"""Rows per transaction, so that other writes do not wait long for the cleanup."""
DAY = 86_400
GUEST_DAYS = 32
"""One day longer than a guest's cookie lives, since visits are recorded once a day."""
MESSAGE_DAYS = 30
"""How long finished messages are kept."""
LAST_MESSAGE_DAYS = 2
"""Window for messages still sent to forgotten customers."""
PRINTED_DAYS = 7
"""How long it is known what was printed: longer than any order is open."""
DISRUPTION_DAYS = 7
"""How long air alerts and power cuts that are over are kept."""
FOLLOW_DAYS = 30
"""How long followers of an order are kept: a refund may come weeks later."""
UNSENT_DAYS = 2
"""The outbox itself gives up after one day; older messages had no bot to send them."""
CHANGE_DAYS = 400
"""How long the history of changes is kept: long enough to include last year's season."""
TABLET_DAYS = 60
"""How long acts of tablets are known: longer than any tablet lies in a drawer with acts it has not sent."""
UPDATE_DAYS = 2
"""How long the ids of the bot's updates are kept; Telegram repeats an update for a day."""


class Retention:
    """Deletes old rows; run every hour."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def clean(self) -> bool:
        """Clean up once; always False: nothing is left to do."""
        now = unix_now(self._clock)
        unsent = await self._run_in_batches(store.give_up_messages, now - UNSENT_DAYS * DAY, now)
        if unsent:
            log.error("gave up on %d messages: no bot sent them for %d days", unsent, UNSENT_DAYS)
        await self._run_in_batches(store.delete_finished_messages, now - MESSAGE_DAYS * DAY)
        await self._run_in_batches(delete_old_disruptions, now - DISRUPTION_DAYS * DAY)
        await self._run_in_batches(delete_old_jobs, now - PRINTED_DAYS * DAY)
        await self._run_in_batches(delete_old_followers, now - FOLLOW_DAYS * DAY)
        await self._run_in_batches(delete_old_subscriptions, now - FOLLOW_DAYS * DAY)
        await self._run_in_batches(store.date_guests, now)
        await self._run_in_batches(store.delete_idle_guests, now - GUEST_DAYS * DAY)
        await self._run_in_batches(store.delete_expired_dialogs, now)
        await self._run_in_batches(idempotency.delete_expired, now)
        await self._run_in_batches(acts.delete_expired, now)
        await self._run_in_batches(device_acts.delete_old, now - TABLET_DAYS * DAY)
        await self._run_in_batches(promo.delete_old, now)
        await self._run_in_batches(updates.delete_old_updates, now - UPDATE_DAYS * DAY)
        await self._run_in_batches(delete_changes, now - CHANGE_DAYS * DAY)
        await self._run_in_batches(privacy.fill_phone_keys)
        await self._run_in_batches(register.fill_search_keys)
        await self._run_in_batches(privacy.delete_last_messages, now - LAST_MESSAGE_DAYS * DAY)
        days = (await self._database.read(get_settings)).keep_personal_days
        if days:
            await self._run_in_batches(anonymise_old_orders, now - days * DAY, now)
        return False

    async def _run_in_batches(self, clean: Callable[..., int], *moments: int) -> int:
        """Repeat one cleanup in batches until nothing is left; return the number of rows."""

        def clean_batch(conn: Connection) -> int:
            return clean(conn, *moments, BATCH_SIZE)

        total = cleaned = await self._database.write_relaxed(clean_batch)
        while cleaned == BATCH_SIZE:
            cleaned = await self._database.write_relaxed(clean_batch)
            total += cleaned
        return total
