"""Version texts of what the desk shows, cheap enough to read twice a second."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection, Database
from cafe.core.money.payments.ledger import UNDER_WAY

NEWS = f"""
SELECT
  COALESCE((SELECT MAX(id) FROM order_events), 0) AS event,
  COALESCE((SELECT MAX(id) FROM orders), 0) AS newest,
  (SELECT COUNT(*) FROM orders WHERE status NOT IN ('completed', 'cancelled') AND status = 'new') AS waiting,
  COALESCE((SELECT MAX(id) FROM refunds), 0) AS refund,
  (SELECT COUNT(*) FROM refunds WHERE {UNDER_WAY}) AS open_refunds,
  (SELECT COUNT(*) FROM money_to_return WHERE returned_at IS NULL) AS debts,
  COALESCE((SELECT MAX(id) FROM stock_moves), 0) AS move,
  (SELECT COUNT(*) FROM ingredients) AS ingredients,
  COALESCE((SELECT SUM(stock) FROM ingredients), 0) AS stock
""".strip()


@dataclass(frozen=True, slots=True)
class News:
    """Version texts of orders and stock, and figures on new orders."""

    orders: str
    stock: str
    waiting: int
    """Number of orders not accepted yet."""
    newest: int
    """The newest order's id; 0 if there is none."""


class NewsService:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self) -> News:
        """Return the current versions and figures."""
        return await self._database.read(_read)


def _read(conn: Connection) -> News:
    row = conn.one(NEWS)
    if row is None:
        raise LookupError("news")
    orders = (row["event"], row["newest"], row["refund"], row["open_refunds"], row["debts"])
    stock = (row["move"], row["ingredients"], row["stock"])
    return News("-".join(map(str, orders)), "-".join(map(str, stock)), int(row["waiting"]), int(row["newest"]))
