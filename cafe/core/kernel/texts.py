"""Texts in every language: Project Fluent files, read and checked at start."""

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

from cafe.core.kernel.locale import FOLDER, Languages, Locale

FluentValue = str | int


class TextError(Exception):
    """A text is missing, malformed or lacks a variable: a bug."""


class Texts:
    """Formats texts by id."""

    def __init__(self, folder: Path = FOLDER, change: Callable[[str], str] = str) -> None:
        """Read all files of the folder; `change` is applied to their contents.

        Raises:
            TextError: a file has a line that is not Fluent.
        """
        self.folder = folder
        self.languages = Languages.in_folder(folder)
        self._fixed: dict[tuple[Locale, str], str] = {}
        """Texts without variables, formatted once: they never change at run time."""
        self._bundles = {locale: _read_bundle(folder / locale, locale, change) for locale in self.languages}

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
        bundle = self._bundles.get(locale) or self._bundles[Locale.UK]
        if not bundle.has_message(text_id):
            raise TextError(f"no text {text_id!r} in {locale}")
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
        return all(bundle.has_message(text_id) for bundle in self._bundles.values())


@cache
def read_texts(folder: Path = FOLDER) -> Texts:
    """Return the texts of a folder, by itself the application's; read once, as they never change at run time."""
    return Texts(folder)


def _fluent(value: FluentValue) -> object:
    return value if isinstance(value, str) else fluent_number(value, useGrouping=False)


def _read_bundle(folder: Path, locale: Locale, change: Callable[[str], str]) -> FluentBundle:
    bundle = FluentBundle([locale], use_isolating=False)
    for file in sorted(folder.glob("*.ftl")):
        resource = FluentResource(change(file.read_text(encoding="utf-8")))
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise TextError(f"{file.name} ({locale}): not Fluent: {entry.content!r}")
        bundle.add_resource(resource)
    return bundle
