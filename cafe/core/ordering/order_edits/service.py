"""Edits of orders: by their customers until cooking begins, by the staff until they are handed over.

The lines, the sums, the stock, the money and the history change in one transaction. Who has seen an older version of
the order is refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from cafe.core.catalogue.snapshot.cache import Offer, SnapshotCache
from cafe.core.catalogue.stock import store as stock
from cafe.core.catalogue.stock.facts import StockLow
from cafe.core.catalogue.stock.rules import sum_costs
from cafe.core.catalogue.zones.model import ZoneSource
from cafe.core.kernel.clock import Clock, Tokens
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import WALK_IN, CustomerId, OrderLineId, ProductId
from cafe.core.money.refunds.edits import EditRefund, refund_edit
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.cart import store as carts
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.cart.service import read_key
from cafe.core.ordering.checkout.zones import columns_of
from cafe.core.ordering.order_edits.model import (
    Author,
    EditProblem,
    EditResult,
    OrderEditError,
    PlannedEdit,
    WantedEdit,
)
from cafe.core.ordering.order_edits.planning import check_editable, plan_edit
from cafe.core.ordering.orders import edits_store, lines_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.edits_store import NewSums
from cafe.core.ordering.orders.facts import EditDeclined, EditProposed, OrderEdited
from cafe.core.ordering.orders.model import EditState, Order, OrderEdit
from cafe.core.ordering.orders.staff_service import find_any_order


class OrderEditService:
    """Edits orders. The errors of all methods are those of `planning.plan_edit`, and of `CartService.add`.

    `NotFoundError`: no such order, or not theirs.
    """

    def __init__(
        self, database: Database, cache: SnapshotCache, clock: Clock, tokens: Tokens, record: Recorder
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._tokens = tokens
        self._record = record

    async def preview(self, order_id: int, wanted: WantedEdit) -> PlannedEdit:
        """Return what an edit by the staff would come to."""
        return await self._database.read(self._preview, None, order_id, wanted, self._clock.now())

    async def preview_own(self, customer_id: CustomerId, order_id: int, wanted: WantedEdit) -> PlannedEdit:
        """Return what an edit by the customer would come to."""
        return await self._database.read(self._preview, customer_id, order_id, wanted, self._clock.now())

    async def edit_own(self, customer_id: CustomerId, order_id: int, wanted: WantedEdit) -> Order:
        """Edit the customer's own order."""
        return await self._database.write(
            self._edit_own, customer_id, order_id, wanted, self._tokens.new(), self._clock.now()
        )

    async def edit(self, order_id: int, wanted: WantedEdit, author: Author, *, is_agreed: bool) -> EditResult:
        """Edit any order for the staff; what needs the guest's consent is proposed, unless it `is_agreed`.

        Raises:
            RefundForbiddenError, RefundLimitError: money would go back, which their role may not decide.
        """
        return await self._database.write(
            self._edit, order_id, wanted, author, self._tokens.new(), self._clock.now(), is_agreed=is_agreed
        )

    async def answer(self, customer_id: CustomerId, order_id: int, number: int, *, agrees: bool) -> Order:
        """Apply the proposed edit of a number to the customer's order, or decline it.

        Raises:
            OrderEditError: there is no such proposal any more.
        """
        return await self._database.write(
            self._answer, customer_id, order_id, number, self._tokens.new(), self._clock.now(), agrees=agrees
        )

    def _preview(
        self, conn: Connection, customer_id: CustomerId | None, order_id: int, wanted: WantedEdit, moment: datetime
    ) -> PlannedEdit:
        order = _find(conn, customer_id, order_id)
        added = self._added(conn, wanted, moment)
        if wanted.takes_cart and customer_id is not None:
            added += self._cart(conn, customer_id, moment)
        return self._plan(conn, order, wanted, added, moment, by_customer=customer_id is not None)

    def _edit_own(
        self, conn: Connection, customer_id: CustomerId, order_id: int, wanted: WantedEdit, token: str, moment: datetime
    ) -> Order:
        order = self._lock(conn, customer_id, order_id)
        added = self._added(conn, wanted, moment)
        if wanted.takes_cart:
            added += self._cart(conn, customer_id, moment)
            carts.clear_cart(conn, customer_id)
        planned = self._plan(conn, order, wanted, added, moment, by_customer=True)
        edit = _edit_of(planned, Author(""), moment, EditState.APPLIED)
        edits_store.add_edit(conn, order.id, edit, None)
        self._apply(conn, planned, edit, Author(order.name), token)
        return orders.get_order(conn, order.id)

    def _edit(
        self,
        conn: Connection,
        order_id: int,
        wanted: WantedEdit,
        author: Author,
        token: str,
        moment: datetime,
        *,
        is_agreed: bool,
    ) -> EditResult:
        order = self._lock(conn, None, order_id)
        added = self._added(conn, wanted, moment)
        planned = self._plan(conn, order, wanted, added, moment, by_customer=False)
        if planned.to_return and not author.may_return:
            raise OrderEditError(EditProblem.NEEDS_PERSON)
        if planned.needs_consent and not is_agreed and order.customer_id != WALK_IN:
            edit = _edit_of(planned, author, moment, EditState.PROPOSED)
            edits_store.add_edit(conn, order.id, edit, _stored(wanted, added))
            self._record(conn, EditProposed(at=edit.at, order=order, edit=edit))
            return EditResult(orders.get_order(conn, order.id), is_proposed=True)
        edit = _edit_of(planned, author, moment, EditState.APPLIED)
        edits_store.add_edit(conn, order.id, edit, None)
        refunds = self._apply(conn, planned, edit, author, token)
        return EditResult(orders.get_order(conn, order.id), refunds=tuple(refunds))

    def _answer(
        self,
        conn: Connection,
        customer_id: CustomerId,
        order_id: int,
        number: int,
        token: str,
        moment: datetime,
        *,
        agrees: bool,
    ) -> Order:
        order, now = self._lock(conn, customer_id, order_id), int(moment.timestamp())
        proposal, stored = order.proposal, edits_store.find_wanted(conn, order.id, number)
        if proposal is None or proposal.number != number or stored is None:
            raise OrderEditError(EditProblem.CHANGED)
        edits_store.decide(conn, order.id, number, EditState.APPLIED if agrees else EditState.DECLINED, now)
        if not agrees:
            self._record(conn, EditDeclined(at=now, order=order, edit=proposal))
            return orders.get_order(conn, order.id)
        wanted, added = _read(stored, order.version, proposal.total)
        planned = self._plan(conn, order, wanted, added, moment, by_customer=False)
        self._apply(conn, planned, replace(proposal, at=now), Author(order.name), token, is_agreed=True)
        return orders.get_order(conn, order.id)

    def _lock(self, conn: Connection, customer_id: CustomerId | None, order_id: int) -> Order:
        """Lock what an edit decides by, in the order of all locks, and return the order."""
        if customer_id is not None:
            conn.lock("customers", customer_id)
            slots = self._cache.current.slots.get(_find(conn, customer_id, order_id).order_type)
            if slots is not None and slots.id is not None and slots.has_limits:
                conn.lock("slots", slots.id)
        conn.lock("orders", order_id)
        return _find(conn, customer_id, order_id)

    def _added(self, conn: Connection, wanted: WantedEdit, moment: datetime) -> list[WantedLine]:
        offer = Offer(int(moment.timestamp()), self._cache)
        return [WantedLine(read_key(conn, line, offer), line.quantity) for line in wanted.added]

    def _cart(self, conn: Connection, customer_id: CustomerId, moment: datetime) -> list[WantedLine]:
        """Return the lines of the customer's visible cart."""
        rows = carts.list_stored(conn, [customer_id])
        ids = {ProductId(row["product_id"]) for row in rows}
        orderable = self._cache.snapshot_in(conn, ids).find_orderable(ids, int(moment.timestamp()))
        return [
            WantedLine(LineKey(row["product_id"], row["choice"], row["note"]), row["quantity"])
            for row in rows
            if row["product_id"] in orderable
        ]

    def _plan(
        self,
        conn: Connection,
        order: Order,
        wanted: WantedEdit,
        added: Sequence[WantedLine],
        moment: datetime,
        *,
        by_customer: bool,
    ) -> PlannedEdit:
        check_editable(order, wanted.seen, by_customer=by_customer)
        ids = {line.product_id for line in order.lines if line.product_id is not None}
        snapshot = self._cache.snapshot_in(conn, ids | {line.key.product_id for line in added})
        return plan_edit(conn, snapshot, order, wanted, added, moment, by_customer=by_customer)

    def _apply(
        self,
        conn: Connection,
        planned: PlannedEdit,
        edit: OrderEdit,
        author: Author,
        token: str,
        *,
        is_agreed: bool = False,
    ) -> list[Refund]:
        """Apply an edit that is stored, in one transaction with all that follows; return the refunds of it."""
        order, price = planned.order, planned.price
        for line_id, quantity in planned.quantities.items():
            lines_store.set_quantity(conn, line_id, quantity)
        lines_store.add_lines(conn, order.id, planned.new_lines)
        sums = NewSums(
            price.items_total, price.discount_amount, price.promo_discount_amount, price.total, planned.balance
        )
        edits_store.set_sums(conn, order.id, sums)
        if planned.zone is not None:
            edits_store.set_zone(conn, order.id, columns_of(planned.zone, ZoneSource.STAFF), price.delivery_fee)
        self._record(conn, OrderEdited(at=edit.at, order=order, edit=edit, actor=author.actor, is_agreed=is_agreed))
        costs = stock.list_costs(conn, {each for portion in planned.new_portions for each in portion or ()})
        lines_store.set_last_costs(conn, order.id, [sum_costs(each, costs) for each in planned.new_portions])
        for low in stock.change_taken(conn, order.id, planned.used, planned.freed):
            self._record(conn, StockLow(at=edit.at, name=low.name, stock=low.stock, unit=low.unit))
        if not planned.to_return:
            return []
        gone = () if planned.added or planned.zone else planned.gone
        refund = EditRefund(
            order=orders.get_order(conn, order.id),
            amount=planned.to_return * 100,
            gone=gone,
            actor=author.actor,
            role=author.role,
            reference=f"edit-{order.id}-{edit.number}-{token}",
            now=edit.at,
        )
        return refund_edit(conn, self._record, refund)


def _find(conn: Connection, customer_id: CustomerId | None, order_id: int) -> Order:
    """Return an order of a customer, or any for the staff."""
    if customer_id is None:
        return find_any_order(conn, order_id)
    return orders.get_order_of(conn, order_id, customer_id)


def _edit_of(planned: PlannedEdit, author: Author, moment: datetime, state: EditState) -> OrderEdit:
    order = planned.order
    return OrderEdit(
        number=order.version + 1,
        state=state,
        by_customer=author.is_customer,
        actor=author.actor,
        gone=planned.gone,
        added=planned.added,
        total_before=order.total,
        total=planned.total,
        at=int(moment.timestamp()),
        zone=planned.zone_move,
    )


def _stored(wanted: WantedEdit, added: Sequence[WantedLine]) -> Mapping[str, Any]:
    """Return what is wanted as a proposal stores it."""
    return {
        "quantities": [[line_id, quantity] for line_id, quantity in wanted.quantities.items()],
        "added": [[line.key.product_id, line.key.choice_key, line.key.note, line.quantity] for line in added],
        "zone": wanted.zone_id,
    }


def _read(stored: Mapping[str, Any], version: int, total: int) -> tuple[WantedEdit, list[WantedLine]]:
    """Read what a proposal wants; it costs what its customer was told."""
    quantities = {OrderLineId(line_id): quantity for line_id, quantity in stored["quantities"]}
    added = [
        WantedLine(LineKey(ProductId(product_id), choice, note), quantity)
        for product_id, choice, note, quantity in stored["added"]
    ]
    return WantedEdit(version, quantities, expected_total=total, zone_id=stored.get("zone")), added
