"""The desk's refusals as JSON, worded in the browser's language."""

from aiohttp import web

from cafe.core.kernel import catalogue_errors, errors, staff_errors
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import ProblemsError
from cafe.core.kernel.texts import Texts
from cafe.web.errors import translated_response, untranslated_response
from cafe.web.json import json_response

REFUSALS: dict[type[errors.CafeError], tuple[int, str]] = {
    staff_errors.SignedOutError: (401, "signed_out"),
    staff_errors.ForbiddenError: (403, "forbidden"),
    staff_errors.ConfirmationNeededError: (403, "confirm"),
    staff_errors.SignInLinkError: (400, "link_invalid"),
    staff_errors.SignInCodeError: (400, "code_invalid"),
    staff_errors.LastOwnerError: (409, "last_owner"),
}
"""Status and code of errors whose words are the page's."""


def desk_error_response(error: errors.CafeError, texts: Texts, locale: Locale) -> web.Response:
    """Return the response to an error; one that is unknown to the HTTP API is raised again."""
    if isinstance(error, ProblemsError):
        problems = [
            {"field": problem.field, "message": texts.format(locale, problem.text_id, **problem.values)}
            for problem in error.problems
        ]
        return json_response({"error": "invalid", "problems": problems}, status=400)
    if isinstance(error, catalogue_errors.EditConflictError):
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
