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


def among(column: str, ids: Collection[int] | None) -> tuple[str, Mapping[str, int]]:
    """Return a condition for the rows with these ids in a column, with its parameters; None: every row."""
    if ids is None:
        return "1 = 1", {}
    if not ids:
        return "1 = 0", {}
    marks, params = listed(ids)
    return f"{column} IN ({marks})", params
