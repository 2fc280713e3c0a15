"""Splitting a sum so that nothing is lost."""

from collections.abc import Sequence


def spread(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount in proportion to weights by largest remainder: the shares add up to it exactly.

    Without any weight, nobody gets a share.
    """
    whole = sum(weights)
    if not whole:
        return [0 for _ in weights]
    shares = [amount * weight // whole for weight in weights]
    remainders = sorted(range(len(weights)), key=lambda at: (-(amount * weights[at] % whole), at))
    for at in remainders[: amount - sum(shares)]:
        shares[at] += 1
    return shares
