"""Dishes that somebody wrote about, with their options."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cafe.bot.chat.choice import Draft, begin, groups_of, lacking, price_of, with_pieces
from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.translator import clipped
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.menu.order_text import WrittenLine
from cafe.core.catalogue.options.errors import OptionsInvalidError
from cafe.core.error_texts import error_text
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.ids import OptionId, ProductId
from cafe.core.kernel.lengths import NOTE
from cafe.core.ordering.cart.model import NewLine


@dataclass(frozen=True, slots=True)
class ChosenLine:
    """A written dish as it would be ordered."""

    dish: Product
    quantity: int
    draft: Draft
    reasons: tuple[str, ...]
    """Why some of what was named cannot be had."""
    is_whole: bool
    """Whether nothing has to be chosen yet."""

    def price(self, menu: Menu) -> int:
        """Return the price of one piece in whole UAH."""
        return price_of(self.draft, groups_of(menu, self.dish.id), self.dish)

    def stored(self, menu: Menu) -> dict[str, Any]:
        """Return the line as dialogs store it; JSON's keys are texts."""
        pieces = {str(option_id): count for option_id, count in self.draft.pieces.items()}
        has_options = bool(groups_of(menu, self.dish.id))
        return {
            "product": self.dish.id,
            "quantity": self.quantity,
            "pieces": pieces if has_options else None,
            "note": self.draft.note,
        }


def choose_written(conversation: Conversation, menu: Menu, written: WrittenLine) -> ChosenLine:
    """Choose what was written of a dish, as far as it can be had."""
    draft, reasons = written_choice(conversation, menu, written)
    is_whole = lacking(draft, groups_of(menu, written.dish.id)) is None
    return ChosenLine(written.dish, written.quantity, draft, tuple(reasons), is_whole)


def written_choice(conversation: Conversation, menu: Menu, written: WrittenLine) -> tuple[Draft, list[str]]:
    """Choose what was written, as far as it can be had; also return why some of it cannot."""
    now, groups = unix_now(conversation.services.clock), groups_of(menu, written.dish.id)
    draft, reasons = begin(menu, written.dish, now), list[str]()
    for option_id, pieces in (*written.pieces.items(), *((each, 0) for each in written.without)):
        try:
            draft = with_pieces(draft, groups, option_id, pieces, now)
        except OptionsInvalidError as error:
            reasons.append(error_text(conversation.services.texts, conversation.say.locale, error) or "")
    return replace(draft, note=clipped(written.note, NOTE)), reasons


def read_stored(stored: Mapping[str, Any]) -> NewLine:
    """Read a line that a dialog stored."""
    pieces = stored["pieces"]
    of_options = None if pieces is None else {OptionId(int(option_id)): count for option_id, count in pieces.items()}
    return NewLine(ProductId(stored["product"]), stored["quantity"], of_options, stored["note"])
