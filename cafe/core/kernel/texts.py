"""Texts in every language: Project Fluent files, read at the start, and each text parsed when it is first used."""

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from pathlib import Path
from threading import Lock

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

from cafe.core.kernel.locale import FOLDER, Languages, Locale

FluentValue = str | int

ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
"""The beginning of a text."""
REFERENCE = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)")
"""What may name another text within one."""
SHIPPED = {Locale.UK, Locale.EN}


class TextError(Exception):
    """A text is missing, malformed or lacks a variable: a bug."""


class Texts:
    """Formats texts by id."""

    def __init__(self, folder: Path = FOLDER, change: Callable[[str], str] = str) -> None:
        """Read all files of the folder; `change` is applied to their contents.

        Parsing takes half of the start, so what comes with the program is parsed when it is used, and checked by tests.

        Raises:
            TextError: another file has a line that is not Fluent.
        """
        self.folder = folder
        self.languages = Languages.in_folder(folder)
        self._fixed: dict[tuple[Locale, str], str] = {}
        """Texts without variables, formatted once: they never change at run time."""
        self._by_locale = {locale: _Language(folder / locale, locale, change) for locale in self.languages}
        for locale, language in self._by_locale.items():
            if folder != FOLDER or locale not in SHIPPED:
                language.parse_all()

    def format(self, locale: Locale, text_id: str, /, **values: FluentValue) -> str:
        """Return a text with its variables filled in; whole numbers are printed without grouping.

        It is Ukrainian where the language's folder is gone: somebody may have chosen it before.

        Raises:
            TextError: there is no such text, or a variable is missing.
        """
        if values:
            return self._format(locale, text_id, values)
        found = self._fixed.get((locale, text_id))
        if found is None:
            found = self._fixed[locale, text_id] = self._format(locale, text_id, values)
        return found

    def _format(self, locale: Locale, text_id: str, values: Mapping[str, FluentValue]) -> str:
        language = self._by_locale.get(locale) or self._by_locale[Locale.UK]
        if text_id not in language.sources:
            raise TextError(f"no text {text_id!r} in {locale}")
        language.parse(text_id)
        bundle = language.bundle
        pattern = bundle.get_message(text_id).value
        if pattern is None:
            raise TextError(f"text {text_id!r} in {locale} has no value")
        text, errors = bundle.format_pattern(pattern, {name: _fluent(value) for name, value in values.items()})
        if errors:
            raise TextError(f"text {text_id!r} in {locale}: {errors[0]}")
        return str(text)

    def without(self, pattern: re.Pattern[str]) -> "Texts":
        """Read the texts again, without the parts that match a pattern."""
        return Texts(self.folder, partial(pattern.sub, ""))

    def has(self, text_id: str) -> bool:
        return all(text_id in language.sources for language in self._by_locale.values())


@cache
def read_texts(folder: Path = FOLDER) -> Texts:
    """Return the texts of a folder, by itself the application's; read once, as they never change at run time."""
    return Texts(folder)


def _fluent(value: FluentValue) -> object:
    return value if isinstance(value, str) else fluent_number(value, useGrouping=False)


class _Language:
    """The texts of one language."""

    def __init__(self, folder: Path, locale: Locale, change: Callable[[str], str]) -> None:
        self.sources: dict[str, str] = {}
        """Each text as it is written, by its id; what comes before the first one of a file belongs to that."""
        self._locale = locale
        self._parsed: set[str] = set()
        self._parsing = Lock()  # texts are formatted in threads, too
        for file in sorted(folder.glob("*.ftl")):
            contents = change(file.read_text(encoding="utf-8"))
            found = [(match[1], match.start()) for match in ENTRY.finditer(contents)] or [(file.name, 0)]
            starts = [0, *(start for _, start in found[1:])]
            for (text_id, _), start, end in zip(found, starts, [*starts[1:], len(contents)], strict=True):
                self.sources.setdefault(text_id, contents[start:end])

    @cached_property
    def bundle(self) -> FluentBundle:
        """The texts parsed so far."""
        return FluentBundle([self._locale], use_isolating=False)

    def parse(self, text_id: str) -> None:
        """Parse a text, and those that it may refer to.

        Raises:
            TextError: a line is not Fluent.
        """
        if text_id in self._parsed:
            return
        with self._parsing:
            new: set[str] = set()
            self._parse(text_id, new)
            self._parsed |= new

    def _parse(self, text_id: str, new: set[str]) -> None:
        if text_id in self._parsed or text_id in new or text_id not in self.sources:
            return
        new.add(text_id)
        resource = FluentResource(self.sources[text_id])
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise TextError(f"{text_id} ({self._locale}): not Fluent: {entry.content!r}")
        self.bundle.add_resource(resource)
        for referred in REFERENCE.findall(self.sources[text_id]):
            self._parse(referred, new)

    def parse_all(self) -> None:
        """Parse every text.

        Raises:
            TextError: a line is not Fluent.
        """
        for text_id in self.sources:
            self.parse(text_id)
