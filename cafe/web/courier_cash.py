"""What the desk and the screen have in common about couriers' cash."""

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from cafe.core.delivery.cash.model import MAX_CASH, CashError
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.web.json import json_response


def read_counted(body: Mapping[str, Any]) -> int:
    """Read what somebody counted of a courier's cash, in whole UAH.

    Raises:
        ProblemsError: it is no such sum.
    """
    counted = body.get("counted")
    if not isinstance(counted, int) or isinstance(counted, bool) or not 0 <= counted <= MAX_CASH:
        raise ProblemsError(Problem("counted", "cash-sum-invalid", {"most": MAX_CASH}))
    return counted


def cash_refusal(error: CashError) -> web.Response:
    """Answer why nothing was booked."""
    return json_response({"error": error.problem.replace("-", "_")}, status=409)
