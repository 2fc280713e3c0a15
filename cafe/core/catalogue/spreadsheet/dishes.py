"""What the rows of a spreadsheet change in the menu: a catalogue file of the dishes that they name."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cafe.core.catalogue.edits.difference import Catalogue, read_catalogue_now
from cafe.core.catalogue.edits.file import EMPTY, VALIDATORS, CatalogueFile, Item
from cafe.core.catalogue.edits.slugs import make_slug
from cafe.core.catalogue.spreadsheet.cells import read_cell, write_cell
from cafe.core.catalogue.spreadsheet.columns import Vocabulary
from cafe.core.catalogue.spreadsheet.model import CellProblem, CellsError, Row
from cafe.core.kernel.database import Connection
from cafe.core.kernel.lengths import find_too_long
from cafe.core.kernel.problems import MOST_PROBLEMS
from cafe.core.kernel.validators import Reason, ValidatorError

STEP = 10
"""Between the places of new dishes and categories, as at the desk."""
NEEDED = ("name", "price")
"""Fields of a new dish, besides its category."""


def same(name: str) -> str:
    """Return a name as it is compared with others."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


@dataclass(frozen=True, slots=True)
class MenuRows:
    """The rows below the header, and the field of each column, empty where it is not taken."""

    rows: Sequence[Row]
    columns: Sequence[str]
    vocabulary: Vocabulary

    def to_file(self, conn: Connection) -> CatalogueFile:
        """Return what they change in the present menu; raises as `compare`."""
        return self.compare(read_catalogue_now(conn, ("categories", "products")))

    def compare(self, catalogue: Catalogue) -> CatalogueFile:
        """Return what they change in a menu.

        Raises:
            CellsError: with every problem found.
        """
        repeated = [field for field, times in Counter(filter(None, self.columns)).items() if times > 1]
        if repeated:
            raise CellsError([CellProblem(None, field, Reason("sheet-column-twice")) for field in repeated])
        if not {"slug", "name"} & set(self.columns):
            raise CellsError([CellProblem(None, "name", Reason("sheet-column-missing"))])
        reader = _Reader(catalogue, self)
        for row in self.rows:
            reader.read(row)
            if len(reader.problems) >= MOST_PROBLEMS:
                break
        if reader.problems:
            raise CellsError(reader.problems[:MOST_PROBLEMS])
        return reader.file()


class _Reader:
    """Reads row after row; a dish is found by its code, else by its name within its category."""

    def __init__(self, catalogue: Catalogue, given: MenuRows) -> None:
        self.problems: list[CellProblem] = []
        self._given = given
        self._has_categories = "category" in given.columns
        self._categories = {slug: item for (table, slug), item in catalogue.items() if table == "categories"}
        self._dishes = {slug: item for (table, slug), item in catalogue.items() if table == "products"}
        self._by_name = _grouped((same(dish["name"]), slug) for slug, dish in self._dishes.items())
        self._category_by_name = _grouped((same(each["name"]), slug) for slug, each in self._categories.items())
        self._last_place = dict.fromkeys(self._categories, 0)
        for dish in self._dishes.values():
            last = self._last_place[dish["category"]]
            self._last_place[dish["category"]] = max(last, dish["sort_order"])
        self._new_categories: dict[str, Item] = {}
        self._items: dict[str, Item] = {}
        self._rows: dict[str, int] = {}
        self._new: dict[tuple[str | None, str], str] = {}
        """New dishes by category and name."""
        self._codes = {text["slug"].strip() for text in map(self._texts, given.rows) if "slug" in text}
        self._category = ""
        """The name of the category of the rows above."""

    def file(self) -> CatalogueFile:
        return replace(EMPTY, categories=list(self._new_categories.values()), products=list(self._items.values()))

    def read(self, row: Row) -> None:
        texts = self._texts(row)
        filled = {field for field, text in texts.items() if text.strip()}
        if not filled:
            return
        if not self._has_categories and "price" in texts and filled == {"name"}:
            self._category = texts["name"]  # a heading
            return
        if self._has_categories and texts["category"].strip():
            self._category = texts["category"]  # cells below may be empty or merged with it
        self._read_dish(row.number, texts)

    def _texts(self, row: Row) -> dict[str, str]:
        """Return the texts of a row's cells by field."""
        return {field: row.cell(column) for column, field in enumerate(self._given.columns) if field}

    def _read_dish(self, row: int, texts: Mapping[str, str]) -> None:
        name, slug = texts.get("name", ""), self._valid(row, "slug", texts.get("slug", "").strip())
        is_kept = slug in self._dishes and not texts.get("category", "").strip()
        category = self._dishes[slug]["category"] if is_kept else self._category_of(row, slug)
        if not slug and same(name):
            found = [
                each for each in self._by_name.get(same(name), []) if category in {None, self._dishes[each]["category"]}
            ]
            if len(found) > 1:
                self._tell(row, "name", "sheet-dish-ambiguous")
                return
            slug = found[0] if found else self._new.get((category, same(name)), "")
            texts = {field: text for field, text in texts.items() if not (found and field == "name")}  # as it is spelt
        current = self._dishes.get(slug)
        item = self._values(row, texts, current)
        if category is not None:
            item["category"] = category
        if current is None:
            missing = [field for field in NEEDED if field not in item and not texts.get(field, "").strip()]
            for field in [*missing, *([] if category is not None else ["category"])]:
                self._tell(row, field, "missing")
            slug = slug or make_slug(str(item.get("name", "")), self._is_taken)
            self._new.setdefault((category, same(name)), slug)
            if category is not None:
                item["sort_order"] = self._next_place(category)
        if slug in self._rows:
            self._tell(row, "slug" if texts.get("slug", "").strip() else "name", "sheet-twice", first=self._rows[slug])
        for field, limit in find_too_long("products", {**item, "slug": slug}, current or {}):
            self._tell(row, field, "desk-field-too-long", limit=limit)
        self._rows[slug] = row
        self._items[slug] = {"slug": slug, **item}

    def _values(self, row: int, texts: Mapping[str, str], current: Item | None) -> Item:
        """Read the other cells; one that says what the menu says now gives nothing, however it is stored."""
        item: Item = {}
        for field, text in texts.items():
            if field in {"slug", "category"} or (current is not None and self._says(field, current, text)):
                continue
            if current is None and not text.strip() and field in NEEDED:
                continue  # told as missing
            try:
                item |= read_cell(field, text, self._given.vocabulary)
            except ValidatorError as error:
                self._tell(row, field, error.reason.text_id, **error.reason.values)
        return item

    def _says(self, field: str, dish: Item, text: str) -> bool:
        vocabulary = self._given.vocabulary
        languages = vocabulary.texts.languages
        return any(text.strip() == str(write_cell(field, dish, "", vocabulary, each)).strip() for each in languages)

    def _category_of(self, row: int, slug: str) -> str | None:
        """Return the category named by a row or above it, if any; a new one is added."""
        name = self._valid(row, "category", self._category)
        if not name:
            return None
        found = self._category_by_name.get(same(name), [])
        if slug in self._dishes and self._dishes[slug]["category"] in found:
            return str(self._dishes[slug]["category"])
        if len(found) > 1:
            self._tell(row, "category", "sheet-category-ambiguous")
            return None
        return found[0] if found else self._add_category(row, name)

    def _add_category(self, row: int, name: str) -> str:
        slug = make_slug(name, lambda each: each in self._categories)
        places = [each["sort_order"] for each in self._categories.values()]
        item = {"slug": slug, "name": name, "sort_order": max(places, default=0) + STEP}
        for _, limit in find_too_long("categories", item, {}):
            self._tell(row, "category", "desk-field-too-long", limit=limit)
        self._categories[slug] = self._new_categories[slug] = item
        self._category_by_name[same(name)] = [slug]
        self._last_place[slug] = 0
        return slug

    def _valid(self, row: int, field: str, text: str) -> str:
        """Return a key or the name of a category; empty if there is none, or none that may be."""
        if not text.strip():
            return ""
        try:
            if field == "category":
                return str(VALIDATORS["categories"]["name"](" ".join(text.split())))
            return str(VALIDATORS["products"][field](text))
        except ValidatorError as error:
            self._tell(row, field, error.reason.text_id, **error.reason.values)
            return ""

    def _is_taken(self, slug: str) -> bool:
        return slug in self._dishes or slug in self._items or slug in self._codes

    def _next_place(self, category: str) -> int:
        self._last_place[category] += STEP
        return self._last_place[category]

    def _tell(self, row: int, field: str, text_id: str, **values: str | int) -> None:
        if not any((each.row, each.field) == (row, field) for each in self.problems):
            self.problems.append(CellProblem(row, field, Reason(text_id, values)))


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
