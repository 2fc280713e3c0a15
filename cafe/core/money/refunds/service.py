"""Refunds: what can be refunded, requests, and the staff's decisions about unclear ones."""

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
        """Return what can be refunded for an order.

        Raises:
            NotFoundError: no such order.
        """
        return await self._database.read(changes.read_offer, order_id)

    async def quote(self, order_id: int, selection: Selection) -> Quote:
        """Return the price of a selection.

        Raises:
            NotFoundError: no such order.
            RefundError: the refund is not possible.
        """
        offer = await self.offer(order_id)
        return quote(offer.order, offer.payments, offer.refunds, selection)

    async def begin(
        self, order_id: int, selection: Selection, *, seen: int, reason: str, actor: str, role: Role | None = Role.STAFF
    ) -> Refund:
        """Store a refund; the worker does the rest. One in person is done at once.

        The provider's state of the payment is settled before. `seen` is the offer's; if another refund came first, even
        in the provider's dashboard, nothing happens.

        Raises:
            NotFoundError: no such order.
            RefundError: it cannot be given back so; nothing was changed.
        """
        refund, _ = await self._begin(order_id, selection, seen=seen, reason=reason, actor=actor, role=role)
        return refund

    async def _begin(
        self, order_id: int, selection: Selection, *, seen: int, reason: str, actor: str, role: Role | None
    ) -> tuple[Refund, bool]:
        """Begin a refund; return it, and whether its provider answered about the payment."""
        is_known = await self._check_payment(order_id, selection, seen)
        reference = f"refund-{order_id}-{self._tokens.new()}"
        command = RefundCommand(selection, seen, reason, actor, role, reference, unix_now(self._clock))
        return await self._database.write(changes.add_refund, self._record, order_id, command), is_known

    async def request(
        self, order_id: int, selection: Selection, *, seen: int, reason: str, actor: str, role: Role | None = Role.STAFF
    ) -> Refund:
        """Begin a refund, send it to the provider at once, and return its progress.

        Raises:
            NotFoundError: no such order.
            RefundError: it cannot be given back so; nothing was changed.
        """
        refund, is_known = await self._begin(order_id, selection, seen=seen, reason=reason, actor=actor, role=role)
        return await self.worker.send_now(refund.id) if is_known and refund.state is RefundState.REQUESTED else refund

    async def resolve(self, refund_id: int, actor: str, *, is_done: bool, role: Role | None = Role.STAFF) -> Refund:
        """Store what somebody found in the provider's dashboard about an unclear refund, or call one off.

        Raises:
            NotFoundError: no such refund, or it does not wait for the staff.
            RefundForbiddenError: they may not give money back.
        """
        by = Decision(actor, role, unix_now(self._clock))
        return await self._database.write(changes.resolve, self._record, refund_id, by, is_done=is_done)

    async def resume(self, refund_id: int, actor: str, *, role: Role | None = Role.STAFF) -> Refund:
        """Resume a refund that its provider did not accept for a day; the worker sends it.

        Raises:
            NotFoundError: no such refund, or it is not held.
            RefundForbiddenError: they may not give money back.
        """
        by = Decision(actor, role, unix_now(self._clock))
        return await self._database.write(changes.resume, self._record, refund_id, by)

    async def list_refundable(self) -> list[RefundableOrder]:
        """List orders that may need a refund: all that owe money, then some recent ones."""
        since = unix_now(self._clock) - LISTED_SECONDS
        return await self._database.read_long(store.list_refundable, since, LISTED_ORDERS)

    async def find_order(self, number: int) -> OrderId | None:
        """Find an order by its display number."""
        return await self._database.read(store.find_order_by_number, number)

    async def _check_payment(self, order_id: int, selection: Selection, seen: int) -> bool:
        """Poll the payment of a selection at its provider, if it has one; return whether the provider answered.

        Raises before anything is stored; an outdated offer is reported first, before any problem with the amount.
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
        return is_configured and await self._payments.refresh(payment.invoice_id)
