"""Ukrainian in Latin letters, by the official romanisation of 2010 without its rule for the beginnings of words."""

import unicodedata

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


def romanise(text: str) -> str:
    """Return a text in lower-case Latin letters without accents; letters of other scripts are dropped."""
    latin = "".join(LETTERS.get(letter, letter) for letter in text.casefold())
    return unicodedata.normalize("NFKD", latin).encode("ascii", "ignore").decode().lower()
