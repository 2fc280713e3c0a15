"""Ingredients."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An ingredient in stock; amounts in `unit`."""

    id: int
    code: str
    name: str
    unit: str
    stock: int
    low_stock: int
