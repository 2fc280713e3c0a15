"""The desk's error responses as JSON, in the browser's language."""

from aiohttp import web

from cafe.core.catalogue.changes.errors import EditConflictError
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import ProblemsError
from cafe.core.kernel.texts import Texts
from cafe.core.people.staff.errors import (
    ConfirmationNeededError,
    ForbiddenError,
    LastOwnerError,
    LastWayError,
    PasskeyError,
    SignedOutError,
    SignInCodeError,
    SignInLinkError,
)
from cafe.core.upkeep.connections.model import ConnectionFixedError
from cafe.web.errors import translated_response, untranslated_response
from cafe.web.json import json_response

REFUSALS: dict[type[CafeError], tuple[int, str]] = {
    SignedOutError: (401, "signed_out"),
    ForbiddenError: (403, "forbidden"),
    ConfirmationNeededError: (403, "confirm"),
    SignInLinkError: (400, "link_invalid"),
    SignInCodeError: (400, "code_invalid"),
    PasskeyError: (400, "passkey_invalid"),
    LastWayError: (409, "last_way"),
    LastOwnerError: (409, "last_owner"),
    ConnectionFixedError: (409, "set_in_environment"),
}
"""Status and code of errors whose texts are in the page."""


def desk_error_response(error: CafeError, texts: Texts, locale: Locale) -> web.Response:
    """Return the response to an error; errors unknown to the HTTP API are raised again."""
    if isinstance(error, ProblemsError):
        problems = [
            {"field": problem.field, "message": texts.format(locale, problem.text_id, **problem.values)}
            for problem in error.problems
        ]
        return json_response({"error": "invalid", "problems": problems}, status=400)
    if isinstance(error, EditConflictError):
        conflicts = [
            {
                "edit": each.edit,
                "field": each.field,
                "seen": each.seen,
                "current": each.current,
                "by": each.by,
                "at": each.at,
            }
            for each in error.conflicts
        ]
        return json_response({"error": "changed", "conflicts": conflicts}, status=409)
    if type(error) in REFUSALS:
        status, code = REFUSALS[type(error)]
        return json_response({"error": code}, status=status)
    return untranslated_response(error) or translated_response(error, texts, locale)
