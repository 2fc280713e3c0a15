"""Keys of new items, derived from their names."""

import re
from collections.abc import Callable

from cafe.core.kernel.romanised import romanise

MAX_LENGTH = 60


def make_slug(name: str, is_taken: Callable[[str], bool]) -> str:
    """Make an unused key of Latin letters, digits and hyphens."""
    slug = re.sub("[^a-z0-9]+", "-", romanise(name)).strip("-")[:MAX_LENGTH].strip("-") or "item"
    if not is_taken(slug):
        return slug
    number = 2
    while is_taken(f"{slug}-{number}"):
        number += 1
    return f"{slug}-{number}"
