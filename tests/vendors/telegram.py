"""The Bot API as aiogram has it, whose methods and types are generated from Telegram's own description.

Only names are compared, of parameters and of fields however deep, and which of them must be there: building validators
for so many types would take seconds in each test's process.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import isclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from aiogram import Bot, methods, types
from aiogram.methods.base import TelegramMethod
from pydantic import BaseModel


@cache
def _methods() -> Mapping[str, type[TelegramMethod[Any]]]:
    """Every method by its name in lower case: the server does not mind how it is written."""
    found = [each for each in vars(methods).values() if isclass(each) and issubclass(each, TelegramMethod)]
    return {each.__api_method__.lower(): each for each in found if each is not TelegramMethod}


@cache
def _fields(model: type[BaseModel]) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The types of a model's fields by the names that Telegram gives them, and those that must be there."""
    names_in_scope = {
        name: value for each in model.__mro__ for name, value in vars(sys.modules[each.__module__]).items()
    }
    hints = get_type_hints(model, names_in_scope | vars(types) | {"Bot": Bot})
    names = {name: info.alias or name for name, info in model.model_fields.items()}
    needed = {names[name] for name, info in model.model_fields.items() if info.is_required()}
    return {told: hints[name] for name, told in names.items()}, frozenset(needed)


def breaches_of_call(method: str, params: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a call; files that it sends have parameters of their own, named by `attach://`."""
    found = _methods().get(method.lower())
    if found is None:
        yield f"telegram: there is no {method}"
        return
    known, needed = _fields(found)
    texts = " ".join(value for value in params.values() if isinstance(value, str))
    for name in params.keys() - known.keys():
        if f"attach://{name}" not in texts:
            yield f"telegram: {method} has no {name}"
    for name in needed - params.keys():
        yield f"telegram: {method} needs {name}"


def breaches_of_answer(method: str, result: object) -> Iterator[str]:
    """Yield what is wrong with a result."""
    found = _methods().get(method.lower())
    if found is not None:
        yield from (f"telegram: {method}: {wrong}" for wrong in _compare(found.__returning__, result))


def _compare(expected: Any, value: object) -> Iterator[str]:
    origin = get_origin(expected)
    if origin in {Union, UnionType}:
        ways = [list(_compare(each, value)) for each in get_args(expected) if each is not NoneType]
        yield from min(ways, key=len) if value is not None else ()
    elif origin is list:
        if not isinstance(value, list):
            yield f"no list: {value}"
            return
        for each in value:
            yield from _compare(get_args(expected)[0], each)
    elif isclass(expected) and issubclass(expected, BaseModel):
        if not isinstance(value, dict):
            yield f"no {expected.__name__}: {value}"
            return
        known, needed = _fields(expected)
        yield from (f"{expected.__name__} has no {name}" for name in value.keys() - known.keys())
        yield from (f"{expected.__name__} needs {name}" for name in needed - value.keys())
        for name, each in value.items():
            yield from _compare(known.get(name), each)
