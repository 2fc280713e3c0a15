"""What the core needs from outside, as protocols: time, chance, the database, Telegram, banks, the fiscal service."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from zoneinfo import ZoneInfo

P = ParamSpec("P")
T = TypeVar("T")

Params = Mapping[str, Any]


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> datetime:
        """The current moment, aware, in UTC."""
        ...


class Tokens(Protocol):
    """Where unguessable strings come from."""

    def new(self) -> str:
        """A URL-safe string from 16 random bytes."""
        ...


class Row(Protocol):
    """One result row; columns by name."""

    def __getitem__(self, column: str | int, /) -> Any:
        """Return the value of a column."""
        ...

    def keys(self) -> list[str]:
        """Name the columns."""
        ...


class Connection(Protocol):
    """A transaction under way. Synchronous on purpose: nothing can be awaited inside a transaction."""

    def all(self, sql: str, params: Params = ...) -> list[Row]:
        """Run a query with `:name` parameters and return every row."""
        ...

    def one(self, sql: str, params: Params = ...) -> Row | None:
        """Run a query and return its first row, if any."""
        ...

    def run(self, sql: str, params: Params = ...) -> int:
        """Run a statement and return how many rows it changed."""
        ...

    def run_many(self, sql: str, params: Sequence[Params]) -> None:
        """Run a statement once for each set of parameters."""
        ...


class Database(Protocol):
    """Runs plain functions of a connection as transactions, all or nothing.

    A function may be run again after a rollback (another one in the same commit failed), so it must have no effect
    but through its connection. What it raises reaches the caller, and nothing of it is kept.
    """

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on a consistent snapshot that holds everything committed before the call."""
        ...

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in a transaction; when this returns, the change survives a power cut."""
        ...

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Like `write`, but only a crash of the process is survived, a power cut may undo it (carts)."""
        ...


# --- payment companies ------------------------------------------------------------------------------------------


class ProviderName(StrEnum):
    """The payment companies; the value is the setting `payment_provider` and is stored with each invoice."""

    MONOBANK = "monobank"
    LIQPAY = "liqpay"


INVOICE_VALIDITY = timedelta(hours=3)
"""How long a payment page can be paid; afterwards the customer asks for a new one."""

MAX_AMOUNT = 10**14
"""Kopiykas; what is larger is no amount of money."""


class InvoiceStatus(StrEnum):
    """What a provider says of an invoice, in our words."""

    PENDING = "pending"
    PAID = "paid"
    FAILED = "failed"
    REVERSED = "reversed"
    EXPIRED = "expired"

    @property
    def is_open(self) -> bool:
        """Somebody may still pay it: after a declined card the page takes another one."""
        return self in {InvoiceStatus.PENDING, InvoiceStatus.FAILED}


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """A line of the payer's page; `price` of one piece in whole UAH."""

    code: str
    name: str
    quantity: int
    price: int


@dataclass(frozen=True, slots=True)
class InvoiceRequest:
    """What a provider needs for a payment page. Whole UAH; `total` = lines (delivery is one of them) − `discount`."""

    reference: str
    """Our key of this attempt, unique and unguessable; providers echo it."""
    description: str
    total: int
    discount: int
    lines: tuple[InvoiceLine, ...]
    redirect_url: str
    webhook_url: str
    locale: str


@dataclass(frozen=True, slots=True)
class CreatedInvoice:
    """A payment page that waits for the payer."""

    invoice_id: str
    page_url: str


@dataclass(frozen=True, slots=True)
class InvoiceReport:
    """What a provider said of one of its invoices. `amount` in kopiykas; None where it said nothing.

    Callbacks come in any order: of two reports the one with the later `changed_at` is current.
    """

    invoice_id: str
    status: InvoiceStatus
    amount: int | None = None
    currency: str | None = None
    reference: str | None = None
    reason: str | None = None
    changed_at: datetime | None = None


class Provider(Protocol):
    """A payment company. Every method may raise `ProviderError`; none of them retries what could charge twice."""

    @property
    def name(self) -> ProviderName:
        """Which company it is."""
        ...

    @property
    def is_configured(self) -> bool:
        """Whether there are credentials to call it with."""
        ...

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Ask for a payment page."""
        ...

    async def get_invoice(self, invoice_id: str) -> InvoiceReport:
        """Ask what became of an invoice."""
        ...

    async def withdraw_invoice(self, invoice_id: str) -> bool:
        """Make an unpaid invoice unpayable; False where the company has no such call."""
        ...

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:
        """Verify and read a callback.

        Raises:
            InvalidSignatureError: the signature is missing or does not verify.
            MissingInvoiceIdError: signed, but not about any invoice.
        """
        ...


# --- the fiscal service ---

TAX_ZONE = ZoneInfo("Europe/Kyiv")
"""A shift belongs to a calendar day of the tax office, wherever the cafe's own clock is set."""


@dataclass(frozen=True, slots=True)
class Sale:
    """What a receipt says. Money in whole UAH: `total` = lines − discount, a delivery fee being a line."""

    receipt_id: str
    """A UUID made and stored before the first call; it makes repetitions harmless."""
    lines: tuple[InvoiceLine, ...]
    discount: int
    total: int


class ReceiptState(StrEnum):
    """What became of a receipt; the values are stored."""

    PENDING = "pending"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ReceiptReport:
    """What the fiscal service says of a receipt: a link once it is done, the reason once it is refused."""

    state: ReceiptState
    url: str | None = None
    reason: str | None = None


class FiscalService(Protocol):
    """The fiscal registrar. Every method may raise `FiscalError`: it failed for now, ask again later."""

    @property
    def is_configured(self) -> bool:
        """Whether there are credentials to call it with."""
        ...

    async def make_receipt(self, sale: Sale, day: date) -> ReceiptReport:
        """Make the receipt in the shift of this day, or say what became of it when it was made before."""
        ...

    async def close_shift(self) -> None:
        """Close the open shift, if any, for the day's report."""


# --- the messaging platform ---


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: `action` comes back to the bot, `url` opens a page, `app` the mini-app."""

    text: str
    action: str | None = None
    url: str | None = None
    app: str | None = None


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """What stands in a chat: text in the platform's HTML (at most 4096 characters as read) and rows of buttons."""

    text: str
    keyboard: Keyboard = ()


@dataclass(frozen=True, slots=True)
class Delivered:
    """The platform has it."""

    message_id: int


@dataclass(frozen=True, slots=True)
class RetryAfter:
    """Too many messages; the platform says when to try again."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The person blocked the bot or never started it, or the group does not have it."""

    reason: str


@dataclass(frozen=True, slots=True)
class Migrated:
    """The group has a new id."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class TemporaryFailure:
    """The network or the platform fails; nobody knows whether the message arrived."""

    reason: str


@dataclass(frozen=True, slots=True)
class MessageGone:
    """The message that was to be changed is not there any more, or may not be changed."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The platform does not take such a message: a defect of ours."""

    reason: str


Outcome = Delivered | RetryAfter | Unreachable | Migrated | TemporaryFailure | MessageGone | Rejected


class Messenger(Protocol):
    """Writes into chats. Everything that a platform may answer is an outcome, nothing is raised."""

    async def send(self, chat_id: int, message: ChatMessage) -> Outcome:
        """Put a new message into a chat."""
        ...

    async def edit(self, chat_id: int, message_id: int, message: ChatMessage) -> Outcome:
        """Change one of our messages; one that already reads so is delivered."""
        ...

    async def delete(self, chat_id: int, message_id: int) -> Outcome:
        """Remove one of our messages; one that is not there any more is `MessageGone`."""
        ...
