"""The input of checks and pricing, read once for placing or previewing an order."""

from dataclasses import dataclass, replace
from datetime import datetime

from cafe.core.catalogue.hours.slots import Load, Slots, TimeProblem
from cafe.core.catalogue.hours.slots_store import load_of
from cafe.core.catalogue.promo import store as promos
from cafe.core.catalogue.promo.model import PromoCode, promo_key
from cafe.core.catalogue.settings.model import CONTACTS, DeliveryTerms, Settings
from cafe.core.catalogue.settings.pause import PauseEnd
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import WALK_IN, CustomerId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.checkout.errors import OpenOrdersLimit, TimeUnavailableError
from cafe.core.ordering.checkout.form import ASKING, CheckoutForm
from cafe.core.ordering.checkout.pricing import Price, pickup_percent, price_order
from cafe.core.ordering.checkout.timing import Timing, read_timing, time_error
from cafe.core.ordering.checkout.zones import FoundZone, find_zone
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.answers import ADULT
from cafe.core.ordering.orders.model import OrderType


@dataclass(frozen=True, slots=True)
class Goods:
    """A summary of the order's lines; `total` in whole UAH, `unavailable` names dishes unavailable as chosen."""

    total: int
    pieces: int
    is_empty: bool
    unavailable: tuple[OwnText, ...] = ()
    has_alcohol: bool = False


@dataclass(frozen=True, slots=True)
class CheckoutContext:
    """The input of the checks and of pricing."""

    customer_id: CustomerId
    form: CheckoutForm
    goods: Goods
    settings: Settings
    pause: PauseEnd | None
    moment: datetime
    promo: PromoCode | None
    """The form's promo code if it exists; the checks decide whether it applies."""
    has_earlier_order: bool
    exceeded_limit: OpenOrdersLimit | None
    """The limit on open orders, if another order would exceed it."""
    timing: Timing
    exceeded_slot: TimeUnavailableError | None
    """Why the order's slot does not accept it."""
    zone: FoundZone | None = None
    """Only for a delivery of a cafe with zones."""
    has_printers: bool = False

    @property
    def now(self) -> int:
        """Unix seconds."""
        return int(self.moment.timestamp())

    @property
    def unasked(self) -> frozenset[str]:
        """The optional contacts."""
        return unasked_contacts(self.settings, self.form.order_type)

    @property
    def questions(self) -> list[str]:
        """What is asked with the order."""
        owners = self.settings.questions if self.form.order_type in ASKING else []
        return [*owners, *([ADULT] if self.goods.has_alcohol else [])]

    def price(self, *, with_promo: bool = True) -> Price:
        """Price the order; the promo code must have been checked before."""
        percent = self.promo_percent if with_promo else 0
        return price_order(self.form.order_type, self.goods.total, self.terms, percent)

    @property
    def terms(self) -> DeliveryTerms:
        """The terms by which it is priced; as long as the zone is not known, delivery costs nothing."""
        terms = self.settings.delivery_terms
        if self.zone is None:
            return terms
        fee, free_from = (self.zone.zone.fee, self.zone.zone.free_from) if self.zone.zone else (0, 0)
        return replace(terms, delivery_fee=fee, free_delivery_threshold=free_from)

    @property
    def minimum(self) -> int:
        """What the goods of a delivery must cost at least, as far as its zone is known; whole UAH."""
        if self.zone is None:
            return self.settings.min_delivery_order_amount
        return self.zone.zone.min_amount if self.zone.zone else 0

    @property
    def promo_percent(self) -> int:
        return self.promo.discount_percent if self.promo else 0

    @property
    def pickup_percent(self) -> int:
        return pickup_percent(self.form.order_type, self.terms)


def _settings_at(snapshot: Snapshot, moment: datetime, wanted_at: datetime) -> Settings:
    """Return the settings with the order types that modes leave both now and at the wanted time."""
    settings = snapshot.settings_at(moment)
    types = [each for each in settings.offered_types if each in snapshot.settings_at(wanted_at).offered_types]
    return settings if types == settings.offered_types else replace(settings, order_types=",".join(types))


def unasked_contacts(settings: Settings, order_type: OrderType) -> frozenset[str]:
    """Return the contacts that are optional: for orders at a table the owner may require fewer."""
    if order_type is not OrderType.DINE_IN:
        return frozenset()
    return frozenset(CONTACTS) - set(settings.dine_in_asks.split(","))


def lock_limits(conn: Connection, snapshot: Snapshot, form: CheckoutForm) -> None:
    """Make concurrent checkouts wait whose orders count in the checks of this one."""
    settings = snapshot.settings
    if settings.max_open_orders_per_phone or settings.max_open_guest_orders:
        conn.lock("customers", WALK_IN)  # any row common to all
    slots = _slots_of(snapshot, form)
    if slots is not None and slots.id is not None:
        conn.lock("slots", slots.id)
    code = promo_key(form.promo_code) if form.promo_code else None
    for promo in snapshot.promos if code else ():
        if promo.first_order_only and promo_key(promo.code) == code:
            conn.lock("promo_codes", promo.id)


def read_context(
    conn: Connection, snapshot: Snapshot, customer_id: CustomerId, form: CheckoutForm, goods: Goods, moment: datetime
) -> CheckoutContext:
    """Complete form and goods with settings, promo code and order history."""
    promo = promos.find_promo(conn, form.promo_code) if form.promo_code else None
    timing = read_timing(form, snapshot.settings, moment, snapshot.asap_minutes(moment))
    wanted = timing.scheduled_for
    wanted_at = moment if wanted is None else datetime.fromtimestamp(wanted, snapshot.settings.zone)
    if wanted is not None and snapshot.is_disrupted(form.order_type, wanted_at):
        timing = replace(timing, problem=time_error(TimeProblem.DISRUPTED, wanted_at))
    return CheckoutContext(
        customer_id=customer_id,
        form=form,
        goods=goods,
        settings=_settings_at(snapshot, moment, wanted_at),
        pause=snapshot.pause_of(form.order_type, moment),
        moment=moment,
        promo=promo,
        has_earlier_order=promo is not None
        and promo.first_order_only
        and orders.has_uncancelled_order(conn, customer_id, form.phone_key),
        exceeded_limit=_exceeded_limit(conn, snapshot.settings, customer_id, form),
        timing=timing,
        exceeded_slot=_exceeded_slot(conn, snapshot, form, goods, timing),
        zone=find_zone(snapshot, form, wanted_at),
        has_printers=snapshot.has_printers,
    )


def _exceeded_limit(
    conn: Connection, settings: Settings, customer_id: CustomerId, form: CheckoutForm
) -> OpenOrdersLimit | None:
    """Return the limit that another order would exceed; only configured limits cost a query."""
    limit = settings.max_open_orders_per_customer
    if limit and orders.count_open_orders_of(conn, customer_id) >= limit:
        return OpenOrdersLimit.OWN
    limit = settings.max_open_orders_per_phone
    if limit and form.phone_key and orders.count_open_orders_by_phone(conn, form.phone_key) >= limit:
        return OpenOrdersLimit.OWN
    limit = settings.max_open_guest_orders
    if limit and customer_id < WALK_IN and orders.count_open_guest_orders(conn) >= limit:
        return OpenOrdersLimit.GUESTS
    return None


def _slots_of(snapshot: Snapshot, form: CheckoutForm) -> Slots | None:
    """Return the slots that may refuse an order: those for scheduled orders, if they have limits."""
    slots = snapshot.slots.get(form.order_type) if form.scheduled_for is not None else None
    return slots if slots is not None and slots.has_limits else None


def _exceeded_slot(
    conn: Connection, snapshot: Snapshot, form: CheckoutForm, goods: Goods, timing: Timing
) -> TimeUnavailableError | None:
    """Return why the order's slot does not accept it."""
    slots, zone = _slots_of(snapshot, form), snapshot.settings.zone
    if slots is None or timing.scheduled_for is None:
        return None
    load = load_of(conn, form.order_type.value, slots.span_of(timing.scheduled_for, zone))
    exceeded = slots.exceeded_by(load + Load(1, goods.pieces, goods.total))
    if exceeded is None:
        return None
    return time_error(exceeded.problem, datetime.fromtimestamp(timing.scheduled_for, zone), exceeded.limit)
