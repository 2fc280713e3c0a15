"""Keys of new items, derived from their names."""

import re
import unicodedata
from collections.abc import Callable

LETTERS = dict(
    zip(
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'’",
        (
            *("a", "b", "v", "h", "g", "d", "e", "ie", "zh", "z", "y", "i", "i", "i", "k", "l", "m", "n"),
            *("o", "p", "r", "s", "t", "u", "f", "kh", "ts", "ch", "sh", "shch", "", "iu", "ia", "", ""),
        ),
        strict=True,
    )
)
"""The official romanisation of Ukrainian (2010), without its rule for the beginnings of words."""
MAX_LENGTH = 60


def make_slug(name: str, is_taken: Callable[[str], bool]) -> str:
    """Make an unused key of Latin letters, digits and hyphens."""
    latin = "".join(LETTERS.get(letter, letter) for letter in name.casefold())
    plain = unicodedata.normalize("NFKD", latin).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:MAX_LENGTH].strip("-") or "item"
    if not is_taken(slug):
        return slug
    number = 2
    while is_taken(f"{slug}-{number}"):
        number += 1
    return f"{slug}-{number}"
