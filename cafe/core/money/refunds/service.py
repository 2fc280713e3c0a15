"""Giving money back: what can be, asking for it, and what the staff found out about one that stayed unclear."""

from collections.abc import Mapping

from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.port import Provider
from cafe.core.money.payments.service import PaymentService
from cafe.core.money.refunds import changes, store
from cafe.core.money.refunds.changes import Decision, RefundCommand
from cafe.core.money.refunds.errors import RefundChangedError, RefundUnavailableError
from cafe.core.money.refunds.model import Quote, Refund, RefundableOrder, RefundOffer, RefundState, Selection
from cafe.core.money.refunds.rules import quote
from cafe.core.money.refunds.worker import RefundWorker
from cafe.core.people.staff.model import Role

LISTED_SECONDS = 86_400
LISTED_ORDERS = 20


class RefundService:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        record: Recorder,
        providers: Mapping[ProviderName, Provider],
        payments: PaymentService,
    ) -> None:
        self._database = database
        self._clock = clock
        self._tokens = tokens
        self._record = record
        self._providers = providers
        self._payments = payments
        self.worker = RefundWorker(database, clock, record, providers)

    async def offer(self, order_id: int) -> RefundOffer:
        """Return what can be given back for an order.

        Raises:
            NotFoundError: no such order.
        """
        return await self._database.read(changes.read_offer, order_id)

    async def quote(self, order_id: int, selection: Selection) -> Quote:
        """Return what a selection costs.

        Raises:
            NotFoundError: no such order.
            RefundError: it cannot be given back.
        """
        offer = await self.offer(order_id)
        return quote(offer.order, offer.payments, offer.refunds, selection)

    async def begin(
        self, order_id: int, selection: Selection, *, seen: int, reason: str, actor: str, role: Role = Role.STAFF
    ) -> Refund:
        """Store that money is to go back; the loop does the rest. One that is given in person is done at once.

        What the provider knows of the payment is settled before. `seen` is the offer's; if another refund came first,
        also in the provider's dashboard, nothing happens.

        Raises:
            NotFoundError: no such order.
            RefundError: it cannot be given back so; nothing was changed.
        """
        refund, _ = await self._begin(order_id, selection, seen=seen, reason=reason, actor=actor, role=role)
        return refund

    async def _begin(
        self, order_id: int, selection: Selection, *, seen: int, reason: str, actor: str, role: Role
    ) -> tuple[Refund, bool]:
        """Begin a refund; return it, and whether its provider told what had gone back before."""
        is_known = await self._look(order_id, selection, seen)
        reference = f"refund-{order_id}-{self._tokens.new()}"
        command = RefundCommand(selection, seen, reason, actor, role, reference, unix_now(self._clock))
        return await self._database.write(changes.add_refund, self._record, order_id, command), is_known

    async def request(
        self, order_id: int, selection: Selection, *, seen: int, reason: str, actor: str, role: Role = Role.STAFF
    ) -> Refund:
        """Give money back as `begin` does, ask the provider at once, and return how far it is.

        Raises:
            NotFoundError: no such order.
            RefundError: it cannot be given back so; nothing was changed.
        """
        refund, is_known = await self._begin(order_id, selection, seen=seen, reason=reason, actor=actor, role=role)
        return await self.worker.ask_now(refund.id) if is_known and refund.state is RefundState.REQUESTED else refund

    async def resolve(self, refund_id: int, actor: str, *, is_done: bool, role: Role = Role.STAFF) -> Refund:
        """Store what somebody found in the provider's dashboard about a refund that stayed unclear, or call one off.

        Raises:
            NotFoundError: no such refund, or nobody was asked to decide.
            RefundForbiddenError: they may not give money back.
        """
        by = Decision(actor, role, unix_now(self._clock))
        return await self._database.write(changes.resolve, self._record, refund_id, by, is_done=is_done)

    async def resume(self, refund_id: int, actor: str, *, role: Role = Role.STAFF) -> Refund:
        """Have a refund that its provider did not take for a day go on; the loop asks for it.

        Raises:
            NotFoundError: no such refund, or it is not held.
            RefundForbiddenError: they may not give money back.
        """
        by = Decision(actor, role, unix_now(self._clock))
        return await self._database.write(changes.resume, self._record, refund_id, by)

    async def list_refundable(self) -> list[RefundableOrder]:
        """List orders whose money may have to go back: all that owe it, then some handed over lately."""
        since = unix_now(self._clock) - LISTED_SECONDS
        return await self._database.read(store.list_refundable, since, LISTED_ORDERS)

    async def find_order(self, number: int) -> OrderId | None:
        """Find an order by its display number."""
        return await self._database.read(store.find_order_by_number, number)

    async def _look(self, order_id: int, selection: Selection, seen: int) -> bool:
        """Look at the payment that a selection is of, if a provider took it; return whether the provider told of it.

        Raises before anything is stored; who saw an older offer is told that, not what its sum is wrong for now.
        """
        offer = await self.offer(order_id)
        if offer.seen != seen:
            raise RefundChangedError
        payment = quote(offer.order, offer.payments, offer.refunds, selection).payment
        if payment.provider is None or payment.invoice_id is None:
            return False
        is_configured = self._providers[payment.provider].is_configured
        if not is_configured and not selection.is_in_person:
            raise RefundUnavailableError
        return is_configured and await self._payments.look_at(payment.invoice_id)
