"""Fitting as many lines of an order into a message as possible."""

from collections.abc import Callable, Sequence

from cafe.bot.telegram import limits


def fit(
    head: Sequence[str],
    lines: Sequence[str],
    tail: Sequence[str],
    more: Callable[[int], str],
    most: int = limits.MESSAGE,
    most_lines: int | None = None,
    *,
    is_dense: bool = False,
) -> tuple[str, int]:
    """Join the parts, with empty lines between them unless the text is to be dense.

    If not all lines fit, `more` formats the number of the others.

    Returns:
        The text, of at most `most` UTF-16 units with its markup if head and tail allow that; how many lines it has.
    """
    gap = [] if is_dense else [""]
    shown = len(lines) if most_lines is None else min(len(lines), most_lines)
    while True:
        rest = [more(len(lines) - shown)] if shown < len(lines) else []
        text = "\n".join([*head, *gap, *lines[:shown], *rest, *gap, *tail])
        length = limits.utf16_length(text)
        if shown == 0 or length <= most:
            return text, shown
        shown = max(0, min(shown - 1, shown * most // length))
