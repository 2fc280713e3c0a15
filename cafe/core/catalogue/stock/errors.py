"""Errors of moving stock; nothing is changed then."""

from cafe.core.catalogue.stock.model import StockMove
from cafe.core.kernel.errors import CafeError


class StockChangedError(CafeError):
    """Somebody else moved the stock since the person saw it; `moves` has the newest move of each such ingredient."""

    def __init__(self, moves: tuple[StockMove, ...]) -> None:
        super().__init__()
        self.moves = moves
