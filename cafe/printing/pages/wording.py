"""Words, sums and times of a page, in the printer's language and on the cafe's clock."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.ordering.orders.model import Order, OrderType
from cafe.printing.blocks import Banner, Block
from cafe.printing.paper import Paper


@dataclass(frozen=True, slots=True)
class Wording:
    """Says what a page has to say."""

    texts: Texts
    paper: Paper
    settings: Settings

    @property
    def locale(self) -> Locale:
        return self.paper.locale

    def say(self, text_id: str, /, **values: FluentValue) -> str:
        return self.texts.format(self.locale, text_id, **values)

    def clock(self, moment: int) -> str:
        """Return the time of a moment (Unix seconds)."""
        return f"{datetime.fromtimestamp(moment, self.settings.zone):%H:%M}"

    def day(self, moment: int) -> date:
        """Return the date of a moment (Unix seconds)."""
        return datetime.fromtimestamp(moment, self.settings.zone).date()

    def moment(self, moment: int) -> str:
        """Return date and time of a moment (Unix seconds)."""
        return f"{datetime.fromtimestamp(moment, self.settings.zone):%d.%m.%Y %H:%M}"

    def uah(self, amount: int) -> str:
        """Return whole hryvnias."""
        return self.kopiykas(amount * 100)

    def kopiykas(self, amount: int) -> str:
        """Return a sum given in kopiykas, which are shown if there are some."""
        whole, rest = divmod(abs(amount), 100)
        text = f"{whole:,}".replace(",", self.say("language-thousands"))
        text += f"{self.say('language-decimal')}{rest:02}" if rest else ""
        return ("−" if amount < 0 else "") + self.say("language-money", amount=text)

    def place(self, order: Order) -> str:
        """Return how the guest gets it, and at which table."""
        kind = self.say("paper-type", type=order.order_type.value)
        if order.order_type is not OrderType.DINE_IN:
            return kind
        table = order.table_number or ""
        if not table:
            return f"{kind} · {self.say('paper-table-none')}"
        return f"{kind} · {self.say('paper-table', table=table) if table[:1].isdigit() else table}"


def marks(wording: Wording, *text_ids: str) -> Iterable[Block]:
    """Return what a page is, where it is no usual one."""
    return [Banner(wording.say(text_id)) for text_id in text_ids]


def is_made_at(category_id: int | None, stations: Collection[int] | None) -> bool:
    """Whether a station makes a dish of this category: all do if none are named, and each what has none any more."""
    return not stations or category_id is None or category_id in stations
