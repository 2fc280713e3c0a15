"""Taxes of a receipt, by tax group."""

from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.catalogue.taxes.model import Tax
from cafe.core.money.receipts.port import Good


@dataclass(frozen=True, slots=True)
class TaxSum:
    """What a receipt has of a tax group. Kopiykas: both taxes are parts of the `turnover`."""

    tax: Tax
    turnover: int
    vat: int
    excise: int


def sum_taxes(goods: Iterable[Good]) -> tuple[TaxSum, ...]:
    """Sum the taxes of a receipt's goods; each is rounded once for its group, half a kopiyka up."""
    turnovers: dict[Tax, int] = {}
    for good in goods:
        if good.fiscal.tax is not None:
            turnovers[good.fiscal.tax] = turnovers.get(good.fiscal.tax, 0) + good.total
    return tuple(_tax_sum(tax, turnover) for tax, turnover in turnovers.items() if turnover)


def _tax_sum(tax: Tax, turnover: int) -> TaxSum:
    excise = _part_within(turnover, tax.excise_rate)
    return TaxSum(tax, turnover, _part_within(turnover - excise, tax.rate), excise)


def _part_within(amount: int, percent: int) -> int:
    """Return the tax that an amount includes."""
    return (2 * amount * percent + 100 + percent) // (2 * (100 + percent))
