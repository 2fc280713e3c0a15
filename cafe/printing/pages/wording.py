"""Words, sums and times of a page, in the printer's language and on the cafe's clock."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from cafe.core.catalogue.menu.allergens import Allergen
from cafe.core.catalogue.options.model import choice_words
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.ordering.orders.model import Order, OrderLine, OrderType
from cafe.printing.blocks import Banner, Block
from cafe.printing.paper import Paper

EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")


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

    def name(self, text: OwnText) -> str:
        """Return a name of the owner's."""
        return without_pictures(text.in_locale(self.locale))

    def choice(self, line: OrderLine) -> list[str]:
        """Return each part of a line's choice."""
        return [without_pictures(words) for words in choice_words(line.choice, self.locale)]

    def allergen(self, allergen: Allergen) -> str:
        """Return an allergen without what stands in brackets or after a comma, which is for guests."""
        return re.split(r" \(|,", allergen.label(self.texts, self.locale))[0]

    def place(self, order: Order) -> str:
        """Return how the guest gets it, and at which table."""
        kind = self.say("paper-type", type=order.order_type.value)
        if order.order_type is not OrderType.DINE_IN:
            return kind
        table = order.table_number or ""
        if not table:
            return f"{kind} · {self.say('paper-table-none')}"
        return f"{kind} · {self.say('paper-table', table=table) if table[:1].isdigit() else table}"


def without_pictures(name: str) -> str:
    """Return a name of the owner's without the emoji that adorn it, which no printer's font has."""
    left = " ".join(EMOJI.sub(" ", name).split())
    return left or name


def marks(wording: Wording, *text_ids: str) -> Iterable[Block]:
    """Return what a page is, where it is no usual one."""
    return [Banner(wording.say(text_id)) for text_id in text_ids]


def is_made_at(category_id: int | None, stations: Collection[int] | None) -> bool:
    """Whether a station makes a dish of this category: all do if none are named, and each what has none any more."""
    return not stations or category_id is None or category_id in stations
