"""What the companies that we call write of their own interfaces, held against what we send and what our fakes answer.

A file for each company, in words of our own, says which fields a call and an answer may have and must have. An object
is closed: a field that the company does not know, in a call or in a fake's answer, is a breach.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema_rs import validator_for

FOLDER = Path(__file__).parent
FIRST_ERROR = 400


class Description:
    """One company's interface."""

    def __init__(self, name: str) -> None:
        data: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
        self._name = name
        self._operations: Mapping[str, dict[str, Any]] = data["operations"]

    def breaches_of_call(self, operation: str, sent: object) -> Iterator[str]:
        """Yield what is wrong with a call; `operation` is its method and path."""
        described = self._find(operation)
        if described is None:
            yield f"{self._name}: {operation} is not described"
        elif "call" in described:
            yield from self._compare(f"{operation}, call", described["call"], sent)

    def breaches_of_answer(self, operation: str, status: int, told: object) -> Iterator[str]:
        """Yield what is wrong with an answer."""
        described = self._find(operation)
        if described is None:
            return
        answers = described["answers"]
        schema = answers.get(status, answers.get("error") if status >= FIRST_ERROR else None)
        if schema is None:
            yield f"{self._name}: {operation} does not answer with {status}"
        else:
            yield from self._compare(f"{operation}, {status}", schema, told)

    def _find(self, operation: str) -> dict[str, Any] | None:
        for name, described in self._operations.items():
            if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(name)), operation):
                return described
        return None

    def _compare(self, where: str, schema: dict[str, Any], found: object) -> Iterator[str]:
        for error in validator_for(_closed(schema)).iter_errors(found):
            yield f"{self._name}: {where}: {'.'.join(map(str, error.instance_path))}: {error.message[:300]}"


@cache
def description(name: str) -> Description:
    """Read a company's file once."""
    return Description(name)


def _closed(schema: Any) -> Any:
    """Return the schema with each object of named fields closed."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    return {"additionalProperties": False, **closed} if "properties" in schema and "type" in schema else closed
