"""Idempotency: a repeated request with the same `Idempotency-Key` gets the first one's response."""

import hashlib
import re
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable

import orjson
from aiohttp import web
from multidict import CIMultiDict

from cafe.core.kernel.database import UnavailableError
from cafe.core.people.staff.acts import ActService
from cafe.web.json import json_response

KEY_HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x20-\x7e]{1,200}")
NONCE = bytes(12)
"""Each sealing key seals only one response."""


def invalid_key(request: web.Request) -> web.Response | None:
    """Return an error response for a key that cannot be stored; None for valid keys or none."""
    key = request.headers.get(KEY_HEADER)
    if key is None or KEY.fullmatch(key):
        return None
    return json_response({"error": "invalid Idempotency-Key"}, status=400)


async def once(
    acts: ActService, request: web.Request, who: str, act: Callable[[], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Execute a request with a key once.

    The same key from another person, for another route or with another body is another act. Only successes are stored,
    sealed: they may contain a link or a cookie, and the database does not contain the key.

    Raises:
        OutcomeUnknownError: whether the first request succeeded is unknown.
    """
    key = request.headers.get(KEY_HEADER)
    if key is None:
        return await act()
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - 7 MB that most cafes can spare

    refusal = invalid_key(request)
    if refusal is not None:
        return refusal
    body = await request.read()
    whole = hashlib.sha512(orjson.dumps([key, who, request.method, request.path_qs]) + body).digest()
    act_id, seal = whole[:32].hex(), AESGCM(whole[32:])
    mine: web.StreamResponse | None = None

    async def do() -> str | None:
        nonlocal mine
        mine = await act()
        if not isinstance(mine, web.Response) or mine.status >= web.HTTPBadRequest.status_code:
            return None
        return b64encode(seal.encrypt(NONCE, _packed(mine), None)).decode()

    earlier: str | None = None
    try:
        earlier = await acts.once(act_id, do)
    except UnavailableError:
        if mine is None:
            raise  # otherwise it is done, although its repeats will not get its response
    if mine is not None:
        return mine
    return _unpacked(seal.decrypt(NONCE, b64decode(earlier or ""), None))


def _packed(response: web.Response) -> bytes:
    body = response.body
    assert body is None or isinstance(body, bytes)  # noqa: S101 - no route here streams a file
    return orjson.dumps([response.status, list(response.headers.items())]) + b"\n" + (body or b"")


def _unpacked(packed: bytes) -> web.Response:
    head, _, body = packed.partition(b"\n")
    status, headers = orjson.loads(head)
    return web.Response(status=status, body=body, headers=CIMultiDict(headers))
