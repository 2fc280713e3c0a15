"""Builds the validators of Telegram's types at their first use, instead of all of them when aiogram is imported.

aiogram's types ask pydantic for that with `defer_build=True`, but `aiogram/types/__init__.py` then calls
`model_rebuild` of each of the 400 types, to tell it the names in its annotations, and each validator holds a copy of
everything that its type may hold. After importing `cafe.bot.dispatcher` a process has 171 MB that way (4.8 s of
processor time) and 64 MB with this module (1.6 s); what conversations use later comes to 14 MB (aiogram 3.31, pydantic
2.13, Python 3.11). Known to aiogram as https://github.com/aiogram/aiogram/issues/1513 (memory) and
https://github.com/aiogram/aiogram/issues/1876 (time).

No setting stops those calls, so `model_rebuild` is replaced while aiogram is imported, and only for versions with which
every type was tried (`tests/bot/test_deferred_validators.py`). Other versions are imported as they are.
"""

import logging
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pydantic import BaseModel

log = logging.getLogger(__name__)

TRIED = {"aiogram": ((3, 26), (3, 31)), "pydantic": ((2, 12), (2, 13))}
"""The oldest and the newest minor version of each library with which this works."""

BASES = (
    ("aiogram.types.base", "TelegramObject"),
    ("aiogram.methods.base", "TelegramMethod"),
    ("aiogram.methods.base", "Response"),
)
"""The classes that all of aiogram's types descend from."""


def import_aiogram() -> None:
    """Import aiogram without building validators, unless it is imported already or its version was not tried."""
    if "aiogram" in sys.modules:
        return
    versions = {library: version(library) for library in TRIED}
    if not all(_is_tried(library, found) for library, found in versions.items()):
        log.debug("validators are built when aiogram is imported: %s was not tried", versions)
        return
    names = _import_and_collect_names()
    for module, name in BASES:
        _rebuild_with(getattr(import_module(module), name), names)


def _is_tried(library: str, found: str) -> bool:
    oldest, newest = TRIED[library]
    major, minor = found.split(".")[:2]
    return oldest <= (int(major), int(minor)) <= newest


def _import_and_collect_names() -> dict[str, Any]:
    """Import aiogram while its calls of `model_rebuild` do nothing; return the names that those calls would tell."""
    original = BaseModel.__dict__["model_rebuild"]
    names: dict[str, Any] = {}

    def collect_names(model: type[BaseModel], /, **options: Any) -> bool | None:
        if not model.__module__.startswith("aiogram."):  # another thread builds a model of its own
            built: bool | None = original.__func__(model, **options)
            return built
        names.update(options["_types_namespace"])
        return None

    setattr(BaseModel, "model_rebuild", classmethod(collect_names))  # noqa: B010 - a plain assignment is for mypy no method
    try:
        import_module("aiogram")
    finally:
        setattr(BaseModel, "model_rebuild", original)  # noqa: B010 - likewise
    return names


def _rebuild_with(base: type[BaseModel], names: dict[str, Any]) -> None:
    """Have pydantic, which calls `model_rebuild` at the first use of a type, look the names up in aiogram's."""
    original = BaseModel.__dict__["model_rebuild"]

    def model_rebuild(
        model: type[BaseModel],
        *,
        force: bool = False,
        raise_errors: bool = True,
        _parent_namespace_depth: int = 2,
        _types_namespace: dict[str, Any] | None = None,
    ) -> bool | None:
        namespace = _types_namespace or names
        built: bool | None = original.__func__(
            model, force=force, raise_errors=raise_errors, _types_namespace=namespace
        )
        return built

    setattr(base, "model_rebuild", classmethod(model_rebuild))  # noqa: B010 - likewise


import_aiogram()
