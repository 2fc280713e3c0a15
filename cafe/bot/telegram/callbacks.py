"""The callback data of the bot's buttons.

Buttons stay in chats for years, so the strings never change. A string that cannot be parsed, or has an unknown
act, is answered as an outdated button.
"""

from enum import StrEnum
from typing import Annotated

from aiogram.filters.callback_data import CallbackData
from annotated_types import Ge, Le

from cafe.core.catalogue.disruptions.model import DisruptionKind
from cafe.core.ordering.orders.model import OrderStatus, OrderType

Id = Annotated[int, Ge(0), Le(2**53)]
Page = Annotated[int, Ge(0), Le(10_000)]


class Section(StrEnum):
    HOME = "home"
    MENU = "menu"
    CART = "cart"
    ORDERS = "orders"
    CHECKOUT = "checkout"
    LANGUAGE = "language"
    CATEGORIES = "all"
    """All sections of the menu, however many."""
    MORE = "more"
    """What people need more rarely."""


class Go(CallbackData, prefix="go"):
    """Open a section of the bot."""

    to: Section


class CategoryCallback(CallbackData, prefix="cat"):
    """Show a page of a category."""

    id: Id
    page: Page = 0


class DietCallback(CallbackData, prefix="diet"):
    """Show a page of the dishes for diets, which are joined by dots."""

    diets: str
    page: Page = 0


class DishCallback(CallbackData, prefix="dish"):
    """Show a product, after adding pieces of it to the cart."""

    id: Id
    add: Annotated[int, Ge(-1), Le(1)] = 0


class ChoiceAct(StrEnum):
    SET = "set"
    ASK_NOTE = "note"
    DROP_NOTE = "nonote"
    SHOW = "show"
    MORE = "more"
    TAKE = "take"


class ChoiceCallback(CallbackData, prefix="opt"):
    """A button of the unfinished choice `key`; SET chooses `pieces` of the option `id`, MORE shows all options."""

    act: ChoiceAct
    key: str
    id: Id = 0
    pieces: Annotated[int, Ge(0), Le(1_000)] = 0


class ProposalAct(StrEnum):
    TAKE = "take"
    CHANGE = "change"


class ProposalCallback(CallbackData, prefix="said"):
    """Take what was understood of a text, the proposal `key`, as it is (TAKE) or to change it in the cart."""

    act: ProposalAct
    key: str


class RatingAct(StrEnum):
    GOOD = "good"
    BAD = "bad"
    WORDS = "words"


class RatingCallback(CallbackData, prefix="rate"):
    """Say how the order `id` was (GOOD, BAD), or write something about it (WORDS)."""

    act: RatingAct
    id: Id


class CartAct(StrEnum):
    ADD = "add"
    LESS = "less"
    DROP = "drop"
    MORE_OF_LINE = "more"
    LESS_OF_LINE = "fewer"
    DROP_LINE = "out"
    CHANGE_LINE = "edit"
    PAGE = "page"
    ASK_TO_EMPTY = "empty"
    EMPTY = "emptied"
    ASK_PROMO = "promo"
    DROP_PROMO = "nopromo"


class CartCallback(CallbackData, prefix="cart"):
    """Change the cart; `id` is a line, `page` the page of the cart that is shown.

    Buttons of earlier versions name a product (ADD, LESS, DROP).
    """

    act: CartAct
    id: Id = 0
    page: Page = 0


class OrderAct(StrEnum):
    SHOW = "show"
    OPEN = "open"
    """The same, in a message of its own."""
    PAY = "pay"
    OPEN_TO_PAY = "open-pay"
    REPEAT = "repeat"
    ASK_TO_CANCEL = "cancel"
    CANCEL = "cancelled"


class OrderCallback(CallbackData, prefix="order"):
    """Do something with one of the customer's orders."""

    act: OrderAct
    id: Id


class EditAnswer(StrEnum):
    YES = "yes"
    NO = "no"


class EditCallback(CallbackData, prefix="edit"):
    """Answer the proposed change `edit` of the order `id`."""

    act: EditAnswer
    id: Id
    edit: Id


class OwnEditAct(StrEnum):
    SHOW = "show"
    LESS = "less"
    MORE = "more"
    CART = "cart"
    SAVE = "save"


class OwnEditCallback(CallbackData, prefix="ownedit"):
    """Change one's own order `id`, of which the version `seen` was shown; `line` is a line of it (LESS, MORE).

    `total` is what SAVE showed, in whole UAH.
    """

    act: OwnEditAct
    id: Id
    seen: Id = 0
    line: Id = 0
    total: Id = 0


class FollowAct(StrEnum):
    YES = "yes"
    NO = "no"
    STOP = "stop"


class FollowCallback(CallbackData, prefix="follow"):
    """Follow the order with a tracking token or not (YES, NO), or follow the order `id` no longer (STOP).

    An order of somebody else is identified by its token alone: ids can be guessed.
    """

    act: FollowAct
    token: str = ""
    id: Id = 0


class LanguageCallback(CallbackData, prefix="lang"):
    to: str


class PrivacyAct(StrEnum):
    ASK = "ask"
    FORGET = "yes"


class PrivacyCallback(CallbackData, prefix="forget"):
    """Forget the customer, or ask them first."""

    act: PrivacyAct


class FormAct(StrEnum):
    TYPE = "type"
    EDIT = "edit"
    SUMMARY = "summary"
    ASK = "ask"
    BACK = "back"
    SKIP = "skip"
    PAGE = "page"
    USE = "use"
    CANCEL = "cancel"
    CONFIRM = "confirm"


class FormCallback(CallbackData, prefix="form"):
    """A button of the order form, which names the question that it answers.

    `arg` is the order type (TYPE), the question (ASK, SKIP; also BACK, where the summary is one), the question and the
    number of the offered answer (USE, 'name.0') or of a page of answers (PAGE), or the total in whole UAH that the
    customer saw and the form's key (CONFIRM, '161.…'). Buttons of earlier versions name no question: they are outdated.
    """

    act: FormAct
    arg: str = ""


class CardAct(StrEnum):
    LIST = "list"
    SHOW = "show"
    MOVE = "move"
    PROMISE = "ready"
    PAID = "paid"
    ASK_REASON = "cancel"
    CANCEL = "why"
    ASK_OWN_REASON = "own"
    KEEP = "keep"
    LINES = "lines"
    ASK_DISH = "lack"
    STOP = "stop"
    STEP_BACK = "back"
    REFUND = "refund"
    EDIT = "edit"
    COURIERS = "who"
    ASSIGN = "give"


class CardCallback(CallbackData, prefix="card"):
    """A button of an order's card in the staff chat.

    `id` is an order, or a page of open orders (LIST); `seen` is the status that the card showed; `arg` is the status to
    move to (MOVE), minutes (PROMISE), one of the usual reasons (CANCEL), how the guest paid (PAID), a product
    (ASK_DISH; empty at first), a product and how to stop it (STOP, '7.hour'), or a courier (ASSIGN; '0': nobody).
    """

    act: CardAct
    id: Id
    seen: OrderStatus | None = None
    arg: str = ""


class RefundAct(StrEnum):
    LIST = "list"
    SHOW = "show"
    LINE = "line"
    DELIVERY = "fee"
    ASK = "ask"
    YES = "yes"
    OTHERWISE = "by-hand"
    FOUND = "found"
    LOST = "lost"
    RESUME = "go-on"
    CALL_OFF = "call-off"


class RefundCallback(CallbackData, prefix="refund"):
    """A button about giving money back; `id` is an order, `seen` the number of its last refund as it was shown.

    `arg` is a page of the list (LIST; empty: the first one, in a new message) or of the order's lines (SHOW, DELIVERY),
    a line of the order (LINE), what is to go back (ASK: `lines`, `all`, or a payment that must go back, 'd7'), that
    with the kopiykas that were shown and perhaps a reason (YES, OTHERWISE: 'd7.23000', 'all.12000.slip', of lines with
    a digest of which: 'lines-5f3a0c21.12000.slip'), or a refund (FOUND, LOST, RESUME, CALL_OFF).
    """

    act: RefundAct
    id: Id = 0
    seen: Id = 0
    arg: str = ""


class CourierAct(StrEnum):
    TAKE = "take"
    GIVE_BACK = "back"
    LEAVE = "go"
    ARRIVE = "door"
    NOBODY = "nobody"
    BRING_BACK = "return"
    HAND_OVER = "done"
    CASH = "cash"
    TERMINAL = "card"
    WRITE = "write"
    SHIFT_ON = "on"
    SHIFT_OFF = "off"


class CourierCallback(CallbackData, prefix="courier"):
    """A step of the delivery of the order `id`, of whoever presses, or their shift (SHIFT_ON, SHIFT_OFF).

    CASH and TERMINAL hand it over with what is to collect, HAND_OVER without; WRITE is to its guest.
    """

    act: CourierAct
    id: Id = 0


class CashCallback(CallbackData, prefix="cash"):
    """Count what the courier `id` hands in."""

    id: Id


class StaffEditAct(StrEnum):
    LESS = "less"
    MORE = "more"
    DROP_ADDED = "drop"
    ASK_DISH = "add"
    ZONE = "zone"
    PROPOSE = "ask"
    SAVE = "save"


class StaffEditCallback(CallbackData, prefix="change"):
    """Change the order `id`, of which the version `seen` was shown.

    `line` is a line of it (LESS, MORE), the number of an added one (DROP_ADDED) or the id of a zone (ZONE). SAVE
    applies what PROPOSE asks the guest about; both for the sum in whole UAH that was shown, `total`.
    """

    act: StaffEditAct
    id: Id
    seen: Id = 0
    line: Id = 0
    total: Id = 0


class StopAct(StrEnum):
    CATEGORIES = "all"
    CATEGORY = "page"
    DISH = "dish"
    STOP = "off"
    STOP_HOUR = "hour"
    STOP_TODAY = "today"
    OFFER = "on"
    GROUP = "group"
    STOP_OPTION = "off-opt"
    STOP_OPTION_TODAY = "today-opt"
    OFFER_OPTION = "on-opt"


class StopCallback(CallbackData, prefix="stop"):
    """A button of the stop-list; `id` is a category (CATEGORY), a product, an option group (GROUP) or an option."""

    act: StopAct
    id: Id = 0


class PauseChoice(StrEnum):
    """How long to pause: minutes, until the next opening, or until somebody resumes; ASK shows these."""

    HALF_HOUR = "30"
    HOUR = "60"
    TWO_HOURS = "120"
    TODAY = "today"
    OPEN = "open"
    RESUME = "resume"
    ASK = "ask"


class PauseCallback(CallbackData, prefix="pause"):
    to: PauseChoice


class TypePauseCallback(CallbackData, prefix="tpause"):
    """The same for one order type."""

    type: OrderType
    to: PauseChoice


class ZonePauseCallback(CallbackData, prefix="zpause"):
    """The same for deliveries to the zone `id`; ASK without one lists them."""

    to: PauseChoice
    id: Id = 0


class ModeCallback(CallbackData, prefix="mode"):
    """A button of the menu's modes: for how long the mode `id` is switched on; RESUME switches it off."""

    to: PauseChoice
    id: Id


class DisruptionAct(StrEnum):
    BEGIN = "begin"
    END = "end"


class DisruptionCallback(CallbackData, prefix="disrupt"):
    """Begin or end an air alert or a power cut by hand."""

    act: DisruptionAct
    what: DisruptionKind


class BusyAct(StrEnum):
    """Add minutes (MORE), choose for how long, or end busy mode."""

    MORE = "more"
    HOUR = "60"
    TWO_HOURS = "120"
    TODAY = "today"
    OFF = "off"


class PrinterCallback(CallbackData, prefix="printer"):
    """Have another printer print what waits for one."""

    id: Id
    to: Id


class BusyCallback(CallbackData, prefix="busy"):
    """A button of busy mode; `mark` identifies the state that the button was shown for."""

    act: BusyAct
    minutes: Annotated[int, Ge(0), Le(120)] = 0
    mark: Id


class WalkInAct(StrEnum):
    CATEGORIES = "menu"
    CATEGORY = "cat"
    ADD = "add"
    REVIEW = "note"
    LESS = "less"
    DROP = "drop"
    HERE_CASH = "here-cash"
    HERE_CARD = "here-card"
    AWAY_CASH = "away-cash"
    AWAY_CARD = "away-card"
    AT_ONCE = "at-once"


class WalkInCallback(CallbackData, prefix="walk"):
    """A button of a walk-in order. LESS is of earlier versions.

    `id` is a category (CATEGORY), a product, or 1 if the order is handed out at once and 0 if not (AT_ONCE).
    """

    act: WalkInAct
    id: Id = 0
    page: Page = 0


class WalkInLineAct(StrEnum):
    MORE = "more"
    LESS = "less"


class WalkInLineCallback(CallbackData, prefix="wline"):
    """Change a line of a walk-in order: both are identified by the first characters of their keys."""

    act: WalkInLineAct
    mark: str
    note: str


class DayCallback(CallbackData, prefix="day"):
    """Show the figures of a day, YYYY-MM-DD."""

    day: str


class StockAct(StrEnum):
    LOW = "low"
    ALL = "all"
    SET = "set"


class StockCallback(CallbackData, prefix="stock"):
    """A button of the stock list; `id` is an ingredient (SET) or the page of a list."""

    act: StockAct
    id: Id = 0


class DeskAct(StrEnum):
    LINK = "link"
    GRANT = "yes"
    REFUSE = "no"
    NEWS_ON = "news"
    NEWS_OFF = "still"
    STAFF_CHAT = "group"


class DeskCallback(CallbackData, prefix="desk"):
    """A button about the owner's desk; `id` is a sign-in code's (GRANT, REFUSE)."""

    act: DeskAct
    id: Id = 0


class DeviceAct(StrEnum):
    NAME = "name"
    LIST = "list"
    ASK_TO_REVOKE = "ask"
    REVOKE = "revoke"


class DeviceCallback(CallbackData, prefix="device"):
    """A button about the tablets of the kitchen screen; `id` is a device (ASK_TO_REVOKE, REVOKE)."""

    act: DeviceAct
    id: Id = 0
