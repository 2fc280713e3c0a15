"""The checklist of a new cafe, from its real state."""

from collections.abc import Callable
from functools import cached_property

from cafe.core.catalogue.menu.store import count_without_allergens, has_menu
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection, Database
from cafe.core.upkeep.setup_checklist import rules, store
from cafe.core.upkeep.setup_checklist.model import Demo, SetupChecklist, Step, StepsNotOverError, StepState
from cafe.core.upkeep.setup_checklist.port import RuntimeInfo


class SetupChecklistService:
    """Checks each step against the stored data; the owner can only skip steps."""

    def __init__(self, database: Database, accepts_cards: Callable[[Settings], bool], runtime: RuntimeInfo) -> None:
        """`accepts_cards` returns whether the chosen payment provider has credentials."""
        self._database = database
        self._accepts_cards = accepts_cards
        self._runtime = runtime

    @property
    def demo_menu(self) -> str:
        """The demo cafe's catalogue file."""
        return self._runtime.demo_menu()

    async def read(self) -> SetupChecklist:
        return await self._database.read_long(self._read)

    async def skip(self, step: Step, *, is_skipped: bool) -> SetupChecklist:
        """Skip a step, or no longer."""
        await self._database.write(store.set_skipped, step, is_skipped=is_skipped)
        return await self.read()

    async def hide(self) -> SetupChecklist:
        """Hide the checklist.

        Raises:
            StepsNotOverError: some steps are neither done nor skipped.
        """
        if not (await self.read()).is_over:
            raise StepsNotOverError
        await self._database.write(store.set_hidden, is_hidden=True)
        return await self.read()

    @cached_property
    def _demo(self) -> Demo:
        return rules.read_demo(self.demo_menu)

    def _read(self, conn: Connection) -> SetupChecklist:
        settings, dishes = get_settings(conn), store.count_dishes(conn)
        of_demo = store.list_dishes(conn, self._demo.dishes)
        around, unstated = self._runtime, count_without_allergens(conn)
        missing = {
            Step.ABOUT: rules.missing_about(settings, self._demo),
            Step.HOURS: () if store.has_own_hours(conn) else ("hours",),
            Step.DISHES: rules.missing_dishes(dishes, of_demo, self._demo),
            Step.ALLERGENS: rules.missing_allergens(dishes, unstated),
            Step.BOT: rules.missing_bot(around.bot_state, has_sent=store.has_sent_message(conn)),
            Step.STAFF_CHAT: rules.missing_staff_chat(
                is_configured=around.has_staff_chat, has_heard=store.has_reached_staff(conn)
            ),
            Step.TEST_ORDER: rules.missing_test_order(orders=store.has_order(conn), seen=store.has_seen_order(conn)),
            Step.CARDS: () if self._accepts_cards(settings) else (settings.payment_provider,),
        }
        skipped = store.list_skipped(conn)
        return SetupChecklist(
            tuple(StepState(step, missing[step], step in skipped) for step in Step),
            rules.count_own_dishes(dishes, of_demo, self._demo),
            rules.ENOUGH_DISHES,
            unstated,
            not missing[Step.CARDS] and not settings.unpaid_minutes,
            not has_menu(conn),
            store.is_hidden(conn),
        )
