"""The columns of the menu as a spreadsheet: their names in each language, and which one a header means."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from cafe.core.catalogue.menu.allergens import ALLERGENS
from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.spreadsheet.model import Row
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts

FIELDS = (
    *("slug", "category", "name", "name_en", "description", "description_en", "weight", "weight_en"),
    *("price", "allergens", "diets", "active"),
)
"""The columns, in their order: keys of a product in a catalogue file; a category is given by its name."""
CODES = {
    "allergens": {code: each.text_id for code, each in ALLERGENS.items()},
    "diets": {diet.value: diet.text_id for diet in Diet},
}
"""The texts of codes, by field."""
IN_ENGLISH = "_en"
HEADER_ROWS = 10
"""Where the header is looked for: above it, people write the cafe's name or a date."""
WORDS = re.compile(r"[^\W_]+")


def plain(text: str) -> str:
    """Return a text as it is compared with others: its words alone, in small letters."""
    return " ".join(WORDS.findall(text.casefold()))


class Vocabulary:
    """What people write in headers and cells, in every language."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def say(self, locale: Locale, text_id: str) -> str:
        return self.texts.format(locale, text_id)

    def title(self, locale: Locale, field: str) -> str:
        return self.say(locale, f"sheet-field-{field.replace('_', '-')}")

    def listed(self, text_id: str) -> set[str]:
        """Return the words of a text that lists them, in every language."""
        lists = (self.say(locale, text_id).split(",") for locale in self.texts.languages)
        return {each.strip().casefold() for words in lists for each in words}

    @cached_property
    def headers(self) -> Mapping[str, str]:
        """Fields by plain headers."""
        english, ukrainian = (self.listed(f"sheet-{name}-words") for name in ("english", "ukrainian"))
        found: dict[str, str] = {}
        for field in FIELDS:
            found |= {plain(self.title(locale, field)): field for locale in self.texts.languages}
            if field.endswith(IN_ENGLISH):
                continue
            for word in map(plain, self.listed(f"sheet-field-{field}-words")):
                found.setdefault(word, field)
                for language, suffix in [(each, IN_ENGLISH) for each in english] + [(each, "") for each in ukrainian]:
                    if field + suffix in FIELDS:
                        found.setdefault(plain(f"{word} {language}"), field + suffix)
                        found.setdefault(plain(f"{language} {word}"), field + suffix)
        return found

    @cached_property
    def units(self) -> set[str]:
        """Words of a header that say only in what it is counted."""
        return self.listed("sheet-unit-words")

    def label(self, locale: Locale, field: str, code: str) -> str:
        """Return the name of an allergen or a diet; an unknown one is its code."""
        text_id = CODES[field].get(code)
        return self.say(locale, text_id) if text_id else code

    @cached_property
    def allergens(self) -> Mapping[str, str]:
        """Codes of allergens by what people write; `diets` the same."""
        return self._codes(CODES["allergens"])

    @cached_property
    def diets(self) -> Mapping[str, str]:
        return self._codes(CODES["diets"])

    def _codes(self, text_ids: Mapping[str, str]) -> Mapping[str, str]:
        """Return codes by their labels in small letters, and by each word that only one of them has."""
        labels = {
            (self.say(locale, text_id).casefold(), code)
            for code, text_id in text_ids.items()
            for locale in self.texts.languages
        }
        by_word: dict[str, set[str]] = {}
        for label, code in labels:
            for word in WORDS.findall(label):
                by_word.setdefault(word, set()).add(code)
        unique = {word: codes.pop() for word, codes in by_word.items() if len(codes) == 1}
        shortened = {label.partition("(")[0].strip(): code for label, code in labels}
        return unique | shortened | dict(labels) | {code.casefold(): code for code in text_ids}


def guess_columns(header: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the field of each column, empty where none is recognised; each field is given once."""
    titles = [_without(plain(title).split(), vocabulary.units) for title in header]
    found = [""] * len(titles)

    def give(column: int, field: str) -> None:
        if field and not found[column] and field not in found:
            found[column] = field

    for column, title in enumerate(titles):
        give(column, vocabulary.headers.get(title, ""))
    longest = sorted(vocabulary.headers, key=len, reverse=True)
    for column, title in enumerate(titles):
        known = next((each for each in longest if title.startswith(f"{each} ")), "")
        give(column, vocabulary.headers.get(known, ""))
    return tuple(found)


def _without(words: Iterable[str], units: set[str]) -> str:
    words = list(words)
    return " ".join([word for word in words if word not in units] or words)


def find_header(rows: Sequence[Row], vocabulary: Vocabulary) -> int:
    """Return the place of the row that is most like a header; the first one if none is."""
    known = [len([each for each in guess_columns(row.cells, vocabulary) if each]) for row in rows[:HEADER_ROWS]]
    return known.index(max(known)) if known else 0
