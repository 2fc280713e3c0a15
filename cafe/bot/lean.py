"""Has Telegram's types build their validators when they are first used, instead of all of them at start.

Importing aiogram builds the validators of 400 types, each with a copy of everything that it may hold: 100 MB, and half
of the time that the import takes. A bot uses a few dozen of them, which come to some 20 MB.
"""

import sys
from importlib import import_module
from typing import Any

from pydantic import BaseModel

BUILD = "model_rebuild"
"""pydantic's way of building a type's validator: aiogram calls it for each type, pydantic at the first use."""

ROOTS = (
    ("aiogram.types.base", "TelegramObject"),
    ("aiogram.methods.base", "TelegramMethod"),
    ("aiogram.methods.base", "Response"),
)
"""What all of aiogram's types descend from."""


def import_aiogram() -> None:
    """Import aiogram and build nothing yet. Where somebody has imported it before, everything is built already."""
    if "aiogram" in sys.modules:
        return
    build = BaseModel.__dict__[BUILD]
    names: dict[str, Any] = {}

    def postpone(a_type: type[Any], /, **how: Any) -> bool | None:
        if not a_type.__module__.startswith("aiogram."):  # another thread builds a type of its own
            built: bool | None = build.__func__(a_type, **how)
            return built
        names.update(how["_types_namespace"])
        return None

    def build_at_first_use(
        a_type: type[Any],
        *,
        force: bool = False,
        raise_errors: bool = True,
        _parent_namespace_depth: int = 2,
        _types_namespace: dict[str, Any] | None = None,
    ) -> bool | None:
        """The names in the annotations of aiogram's types are aiogram's, wherever the first use is."""
        namespace = _types_namespace or names
        built: bool | None = build.__func__(a_type, force=force, raise_errors=raise_errors, _types_namespace=namespace)
        return built

    setattr(BaseModel, BUILD, classmethod(postpone))
    try:
        import_module("aiogram")
    finally:
        setattr(BaseModel, BUILD, build)
    for module, name in ROOTS:
        setattr(getattr(import_module(module), name), BUILD, classmethod(build_at_first_use))


import_aiogram()
