"""Why a move of stock is refused; nothing is changed then."""

from cafe.core.catalogue.stock.model import StockMove
from cafe.core.kernel.errors import CafeError


class StockChangedError(CafeError):
    """Somebody else moved the stock since the person looked: the newest `moves`, one for each such ingredient."""

    def __init__(self, moves: tuple[StockMove, ...]) -> None:
        super().__init__()
        self.moves = moves
