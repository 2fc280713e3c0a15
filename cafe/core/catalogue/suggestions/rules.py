"""What of the orders is worth telling."""

from collections.abc import Collection, Sequence

from cafe.core.catalogue.suggestions.model import Demand
from cafe.core.kernel.ids import ProductId

LEAST_ORDERS = 20
"""Below it chance decides what is popular."""
LEAST_OF_ONE = 3
"""In how many orders a popular dish is."""
LEAST_DISHES = 3
MOST_DISHES = 8


def choose_popular(demand: Demand, offered: Collection[ProductId]) -> list[ProductId]:
    """Return the most ordered of the offered products; none where there is too little to tell."""
    if demand.orders < LEAST_ORDERS:
        return []
    wanted = [id_ for id_, orders in demand.by_product if orders >= LEAST_OF_ONE and id_ in offered]
    return wanted[:MOST_DISHES] if len(wanted) >= LEAST_DISHES else []


def choose_again(usual: Sequence[ProductId], offered: Collection[ProductId]) -> list[ProductId]:
    """Return the products that a customer orders most, of those that are offered."""
    return [id_ for id_ in usual if id_ in offered][:MOST_DISHES]
