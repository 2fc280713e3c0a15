"""Lists of ids in SQL."""

from collections.abc import Collection, Mapping


def listed(ids: Collection[int]) -> tuple[str, Mapping[str, int]]:
    """Return what stands between the brackets of `IN (…)` for some ids, at least one, and its parameters.

    Filled up to a power of two: each number of ids is a statement of its own.
    """
    each = sorted(ids)
    filled = [*each, *[each[-1]] * ((1 << (len(each) - 1).bit_length()) - len(each))]
    params = {f"id{at}": found for at, found in enumerate(filled)}
    return ", ".join(":" + name for name in params), params
