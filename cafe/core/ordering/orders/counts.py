"""Counters of this process since its start, for the metrics: kept in memory, updated after each commit."""

from collections import Counter


class Counts:
    """Orders placed by type and payment method; kopiykas claimed by payment provider."""

    def __init__(self) -> None:
        self.orders: Counter[tuple[str, str]] = Counter()
        self.claimed: Counter[str] = Counter()
