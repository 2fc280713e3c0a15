"""The interface of the fiscal services."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol
from zoneinfo import ZoneInfo

from cafe.core.catalogue.taxes.model import NO_DATA, FiscalData
from cafe.core.kernel.access import Access
from cafe.core.kernel.errors import CafeError
from cafe.core.money.payments.model import PaymentKind


class FiscalError(CafeError):
    """The fiscal service failed temporarily; the text is its message, stripped of secrets."""


class NotEnoughCashError(FiscalError):
    """The register's drawer has less cash than goes out of it: nothing was made, cash has to be brought in first."""


class FiscalName(StrEnum):
    """The fiscal services; the first one with keys is in force. The values are stored."""

    CHECKBOX = "checkbox"
    VCHASNO = "vchasno"


TAX_ZONE = ZoneInfo("Europe/Kyiv")
"""A shift belongs to a calendar day of the tax office, whatever the cafe's own timezone."""


@dataclass(frozen=True, slots=True)
class Good:
    """Pieces on a receipt. Kopiykas: `price` of one piece, `discount` on all of them."""

    code: str
    name: str
    quantity: int
    price: int
    discount: int = 0
    fiscal: FiscalData = NO_DATA
    marks: tuple[str, ...] = ()
    """The excise marks of the bottles that its pieces came from."""

    @property
    def total(self) -> int:
        return self.price * self.quantity - self.discount


@dataclass(frozen=True, slots=True)
class Sale:
    """The input for a receipt. Kopiykas: `total` = the goods' totals (including delivery)."""

    receipt_id: str
    """A UUID stored before the first call; it makes repeated calls safe."""
    goods: tuple[Good, ...]
    total: int
    way: PaymentKind
    """How the money came, or went back."""
    returns: str | None = None
    """The id of the sale's receipt, if this is the receipt of its return."""
    may_exist: bool = True
    """Whether the service may have been asked for it before."""


@dataclass(frozen=True, slots=True)
class CashMove:
    """Cash that is brought into the register's drawer apart from sales; `amount` below 0: taken out. Kopiykas."""

    receipt_id: str
    """As a sale's."""
    amount: int
    may_exist: bool = True


@dataclass(frozen=True, slots=True)
class OpenShift:
    """An open shift: when it was opened, in Unix seconds, and the kopiykas in the drawer; None: unknown."""

    opened_at: int | None
    drawer: int | None


class ReceiptState(StrEnum):
    """The state of a receipt; the values are stored."""

    PENDING = "pending"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ReceiptReport:
    """The fiscal service's report about a receipt: `url` and `number` once it is done, `reason` if it was refused."""

    state: ReceiptState
    url: str | None = None
    number: str | None = None
    """The tax office's."""
    reason: str | None = None
    is_offline: bool = False
    """Whether the service made it while the tax office did not answer, and hands it in later."""


@dataclass(frozen=True, slots=True)
class ShiftSums:
    """The receipts of a shift. Amounts in kopiykas; a terminal is no cash."""

    sales: int = 0
    """How many."""
    sold_cash: int = 0
    sold_cashless: int = 0
    returned_cash: int = 0
    returned_cashless: int = 0
    cash_in: int | None = None
    """Apart from sales, as `cash_out`; None: the service does not say."""
    cash_out: int | None = None


@dataclass(frozen=True, slots=True)
class TaxTurnover:
    """The receipts of a shift within a tax group. Kopiykas, VAT included."""

    sold: int = 0
    returned: int = 0
    sold_vat: int = 0
    returned_vat: int = 0


@dataclass(frozen=True, slots=True)
class ReportedTax:
    """What a shift's report says of a tax group, which is known by one or several codes: a letter, a number."""

    codes: tuple[str, ...]
    turnover: TaxTurnover


@dataclass(frozen=True, slots=True)
class ShiftReport:
    """The report of a closed shift (Z)."""

    number: str
    sums: ShiftSums
    taxes: tuple[ReportedTax, ...] = ()


class FiscalService(Protocol):
    """The fiscal registrar. Every method may raise `FiscalError`: a temporary failure, to be retried later."""

    @property
    def is_configured(self) -> bool:
        """Whether credentials are configured."""
        ...

    @property
    def account(self) -> str:
        """A digest of the register's credentials; empty if the service calls nobody about receipts."""
        ...

    async def set_webhook(self, url: str) -> str:
        """Have an address called about receipts; return the key by which calls are signed."""
        ...

    async def check_access(self) -> Access:
        """Make a harmless call with the credentials."""
        ...

    async def make_receipt(self, document: Sale | CashMove, day: date) -> ReceiptReport:
        """Issue the receipt in this day's shift, or report its state if it was issued before.

        Raises:
            NotEnoughCashError: the drawer has less than goes out.
        """
        ...

    async def find_receipt(self, receipt_id: str) -> ReceiptReport | None:
        """Report the state of a receipt that may have been issued before; None if it was not."""
        ...

    async def find_shift(self) -> OpenShift | None:
        """Return the shift that is open, whatever its day."""
        ...

    async def open_shift(self, day: date) -> OpenShift:
        """See to it that a shift of this day is open; a shift of another day is closed first."""
        ...

    async def close_shift(self) -> ShiftReport | None:
        """Close the open shift, if any, which produces the day's report."""
        ...


@dataclass(frozen=True, slots=True)
class FiscalServices:
    """All fiscal services. New receipts go to the one in force; those begun, and open shifts, stay where they are."""

    by_name: Mapping[FiscalName, FiscalService]

    @property
    def in_force(self) -> FiscalName | None:
        """The service for new receipts; None if none has keys."""
        return next(filter(self.is_connected, FiscalName), None)

    def is_connected(self, name: FiscalName) -> bool:
        """Whether a service has keys."""
        return name in self.by_name and self.by_name[name].is_configured

    def get(self, name: FiscalName) -> FiscalService:
        """Return a service.

        Raises:
            FiscalError: it has no keys any more.
        """
        if not self.is_connected(name):
            raise FiscalError(f"{name}: not connected")
        return self.by_name[name]
